// SPDX-License-Identifier: Apache-2.0
#include "profile/preload_library.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "profile/allocation_tap.hpp"
#include "profile/child_answer.hpp"

// The bytes of the library, which is built first.
asm(".pushsection .rodata\n"
    ".balign 16\n"
    "tare_preload_bytes:\n"
    ".incbin \"" TARE_PRELOAD_FILE
    "\"\n"
    "tare_preload_bytes_end:\n"
    ".popsection\n");
extern "C" [[gnu::visibility("hidden")]] const char tare_preload_bytes[];
extern "C" [[gnu::visibility("hidden")]] const char tare_preload_bytes_end[];

namespace tare::profile {
namespace {

constexpr const char* variable_name = "LD_PRELOAD";

/// Set in processes that are only to test themselves: the descriptor their answer goes to.
constexpr const char* answer_variable = "TARE_PRELOAD_ANSWER";

/// A process that is only to test itself does so here, before main() and what it may do.
[[gnu::constructor]] void answer() {
  const char* const text = getenv(answer_variable);
  if (text == nullptr) return;
  int descriptor = -1;
  std::from_chars(text, text + std::strlen(text), descriptor);
  write_answer(descriptor, profile::self_test(*make_preload_tap()));
}

/// In the child: becomes this program with the library. Returns if that fails.
void start_anew(const std::string& preload, int answer_to) {
  const int nothing = open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (standard != answer_to) dup2(nothing, standard);  // the run may have none of them open
  }
  const std::size_t equals = preload.find('=');
  setenv(preload.substr(0, equals).c_str(), preload.c_str() + equals + 1, 1);
  setenv(answer_variable, std::to_string(answer_to).c_str(), 1);
  fcntl(answer_to, F_SETFD, 0);
  execl("/proc/self/exe", program_invocation_name, nullptr);
}

}  // namespace

PreloadLibrary::PreloadLibrary() : descriptor_(memfd_create("tare-preload", MFD_CLOEXEC)) {
  const char* at = tare_preload_bytes;
  while (descriptor_ >= 0 && at != tare_preload_bytes_end) {
    const ssize_t written =
        write(descriptor_, at, static_cast<std::size_t>(tare_preload_bytes_end - at));
    if (written <= 0) break;
    at += written;
  }
  if (at == tare_preload_bytes_end) return;
  const int error = errno;
  if (descriptor_ >= 0) close(descriptor_);
  throw std::system_error(error, std::generic_category(),
                          "no memory for the library that counts allocations");
}

PreloadLibrary::~PreloadLibrary() { close(descriptor_); }

std::string PreloadLibrary::variable() const {
  const char* const users = getenv(variable_name);
  return fmt::format("{}=/proc/{}/fd/{}{}{}", variable_name, getpid(), descriptor_,
                     users == nullptr ? "" : ":", users == nullptr ? "" : users);
}

std::string PreloadLibrary::self_test() const {
  return answer_of_child([preload = variable()](int answer_to) {
    start_anew(preload, answer_to);
    return std::string("the program cannot be started anew");
  });
}

Redirection* preload_table() {
  return static_cast<Redirection*>(dlsym(RTLD_DEFAULT, preload_table_symbol));
}

}  // namespace tare::profile
