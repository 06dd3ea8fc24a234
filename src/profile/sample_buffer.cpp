// SPDX-License-Identifier: Apache-2.0
#include "profile/sample_buffer.hpp"

#include <algorithm>
#include <new>

namespace tare::profile {
namespace {

/// Number of frames; time; thread and weight. Then the frames.
constexpr std::size_t head_words = 3;

}  // namespace

SampleBuffer::SampleBuffer(std::size_t words) {
  if (!words_.grow(words)) throw std::bad_alloc();
}

void SampleBuffer::add(const CpuSample& sample) noexcept {
  const std::size_t size = head_words + sample.pcs.size();
  std::size_t place = used_.load(std::memory_order_relaxed);
  do {
    if (words_.size() - place < size) {
      lost_.fetch_add(sample.weight, std::memory_order_relaxed);
      return;
    }
  } while (!used_.compare_exchange_weak(place, place + size, std::memory_order_relaxed));
  words_[place] = sample.pcs.size();
  words_[place + 1] = sample.time_ns;
  words_[place + 2] =
      std::uint64_t{static_cast<std::uint32_t>(sample.thread)} << 32 | sample.weight;
  std::ranges::copy(sample.pcs, &words_[place + head_words]);
}

void SampleBuffer::take(const std::function<void(const CpuSample&)>& use) {
  const std::size_t used = used_.exchange(0);
  for (std::size_t place = 0; place < used;) {
    const std::size_t frames = words_[place];
    use({words_[place + 1],
         static_cast<std::int32_t>(words_[place + 2] >> 32),
         static_cast<std::uint32_t>(words_[place + 2]),
         {&words_[place + head_words], frames}});
    place += head_words + frames;
  }
}

}  // namespace tare::profile
