// SPDX-License-Identifier: Apache-2.0
#include "fork/last_words.hpp"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace tare::fork {

SharedWords::SharedWords() : descriptor_(memfd_create("tare-last-words", MFD_CLOEXEC)) {
  if (descriptor_ >= 0 && ftruncate(descriptor_, sizeof(LastWords)) != 0) close_descriptor();
  map();
}

SharedWords::SharedWords(int descriptor) : descriptor_(descriptor) {
  map();
  close_descriptor();
}

void SharedWords::map() {
  if (descriptor_ < 0) return;
  void* const place =
      mmap(nullptr, sizeof(LastWords), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (place != MAP_FAILED) words_ = static_cast<LastWords*>(place);
}

SharedWords::~SharedWords() {
  close_descriptor();
  if (words_ != nullptr) munmap(words_, sizeof(LastWords));
}

void SharedWords::close_descriptor() {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

std::size_t SharedWords::complete_stacks() const {
  if (words_ == nullptr) return 0;
  return static_cast<std::size_t>(
      std::ranges::count_if(words_->stack, [](const auto& stack) { return stack.complete == 1; }));
}

std::vector<std::vector<CodeAddress>> SharedWords::stacks() const {
  std::vector<std::vector<CodeAddress>> all;
  if (words_ == nullptr) return all;
  const std::size_t begun = std::min<std::size_t>(words_->begun, LastWords::most_stacks);
  for (std::size_t i = 0; i < begun; ++i) {
    const LastWords::Stack& stack = words_->stack[i];
    const std::size_t frames = std::min<std::size_t>(stack.frames, LastWords::Stack::most_frames);
    std::vector<CodeAddress>& one = all.emplace_back();
    for (std::size_t j = 0; j < frames; ++j) {
      const auto& object = stack.frame[j].object;
      one.push_back(
          {{object.data(), strnlen(object.data(), object.size())}, stack.frame[j].offset});
    }
  }
  return all;
}

}  // namespace tare::fork
