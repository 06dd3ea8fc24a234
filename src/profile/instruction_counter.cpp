// SPDX-License-Identifier: Apache-2.0
#include "profile/instruction_counter.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <stdexcept>
#include <system_error>

#include "profile/child_answer.hpp"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define TARE_HAS_CALLGRIND 1
#else  // Never used then: counts_instructions() says so.
#define TARE_HAS_CALLGRIND 0
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS
#endif

namespace tare::profile {
namespace {

constexpr const char* file_variable = "TARE_INSTRUCTION_COUNTS";
/// `totals: `, the most digits of 64 bits, and what ends lines.
constexpr off_t longest_end = 64;

/// Of the sanitizers only UBSan's program runs under valgrind.
bool has_sanitizer() {
  for (const char* start : {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init"})
    if (dlsym(RTLD_DEFAULT, start) != nullptr) return true;
  return false;
}

/// Whatever valgrind is told elsewhere (VALGRIND_OPTS, .valgrindrc) would change what is counted.
std::vector<std::string> callgrind_with_counts_in(const std::string& file) {
  return {"valgrind", "--command-line-only=yes", "-q", "--tool=callgrind",
          "--callgrind-out-file=" + file};
}

/// What valgrind has against running a program that does nothing; "" if nothing.
std::string trouble_with_valgrind() {
  const std::string answer = answer_of_child([](int answer_to) -> std::string {
    dup2(answer_to, STDOUT_FILENO);
    dup2(answer_to, STDERR_FILENO);
    std::vector<std::string> words = callgrind_with_counts_in("/dev/null");
    words.emplace_back("true");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    return "there is no program valgrind in PATH";
  });
  const std::size_t begin = std::min(answer.find_first_not_of(" \n"), answer.size());
  return answer.substr(begin, answer.find('\n', begin) - begin);
}

/// What callgrind has left in its file, and the file empty.
std::string take_end_of(int file) {
  struct stat status {};
  std::array<char, longest_end> end;
  if (fstat(file, &status) != 0) return {};
  const off_t begin = std::max<off_t>(0, status.st_size - longest_end);
  const ssize_t got = pread(file, end.data(), end.size(), begin);
  if (got < 0 || ftruncate(file, 0) != 0) return {};
  return {end.data(), static_cast<std::size_t>(got)};
}

}  // namespace

extend::Support counts_instructions() {
  if (TARE_HAS_CALLGRIND == 0)
    return {false, "tare was built where valgrind/callgrind.h is missing",
            "apt install valgrind, and build tare anew"};
  if (has_sanitizer())
    return {false, "the program is built with a sanitizer, which valgrind cannot run",
            "build it without -fsanitize"};
  std::string trouble = trouble_with_valgrind();
  if (trouble.empty()) return {};
  return {false, std::move(trouble), "apt install valgrind"};
}

CountsFile::CountsFile() : descriptor_(memfd_create("tare-instruction-counts", MFD_CLOEXEC)) {
  if (descriptor_ < 0)
    throw std::system_error(errno, std::generic_category(),
                            "cannot make memory for counts of instructions");
}

CountsFile::~CountsFile() { close(descriptor_); }

std::string CountsFile::path() const {
  return fmt::format("/proc/{}/fd/{}", getpid(), descriptor_);
}

std::vector<std::string> CountsFile::launcher() const {
  std::vector<std::string> words = callgrind_with_counts_in(path());
  for (const char* word :
       {"--instr-atstart=no", "--combine-dumps=yes", "--cache-sim=no", "--branch-sim=no",
        // Quiet, it would not say which instruction it does not know.
        "--sigill-diagnostics=yes", "--num-callers=1"})
    words.emplace_back(word);
  return words;
}

std::vector<std::string> CountsFile::environment() const {
  // What calls of libraries' functions take when they are looked for is no part of an operation.
  return {fmt::format("{}={}", file_variable, path()), "LD_BIND_NOW=1"};
}

InstructionCounter::InstructionCounter() {
  const char* const path = getenv(file_variable);
  if (path == nullptr)
    throw std::runtime_error("instr counts only in processes that valgrind runs (not with -f 0)");
  descriptor_ = open(path, O_RDWR | O_CLOEXEC);
  if (descriptor_ < 0)
    throw std::runtime_error(fmt::format("cannot open {}, where callgrind leaves its counts: {}",
                                         path, std::generic_category().message(errno)));
  CALLGRIND_START_INSTRUMENTATION;
}

InstructionCounter::~InstructionCounter() {
  CALLGRIND_STOP_INSTRUMENTATION;
  close(descriptor_);
}

std::uint64_t InstructionCounter::count(const std::function<void()>& work) {
  CALLGRIND_ZERO_STATS;
  work();
  CALLGRIND_DUMP_STATS;
  const std::optional<std::uint64_t> instructions = instructions_in(take_end_of(descriptor_));
  if (!instructions) throw std::runtime_error("callgrind has left no count of instructions");
  return *instructions;
}

std::optional<std::uint64_t> instructions_in(std::string_view end_of_file) {
  constexpr std::string_view before = "\ntotals: ";
  const std::size_t begin = end_of_file.rfind(before);
  if (begin == std::string_view::npos) return std::nullopt;
  std::string_view digits = end_of_file.substr(begin + before.size());
  if (digits.empty() || digits.back() != '\n') return std::nullopt;  // It was not written whole.
  digits.remove_suffix(1);
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace tare::profile
