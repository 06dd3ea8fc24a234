// SPDX-License-Identifier: Apache-2.0
// Recordings made for tests.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <vector>

#include "recording/jfr_writer.hpp"

namespace tare::recording {

inline constexpr Moment beginning{1'700'000'000'000'000'000U, 5'000'000'000U};

/// What a writer writes when it is told so.
inline std::string recorded(const std::function<void(JfrWriter&)>& write,
                            std::size_t chunk_bytes = JfrWriter::usual_chunk_bytes) {
  const int descriptor = memfd_create("recording", MFD_CLOEXEC);
  JfrWriter writer(descriptor, "bench", beginning, chunk_bytes);
  write(writer);
  writer.finish();
  std::string bytes(static_cast<std::size_t>(lseek(descriptor, 0, SEEK_END)), '\0');
  if (pread(descriptor, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    bytes.clear();
  close(descriptor);
  return bytes;
}

inline constexpr std::uint64_t hour = 3'600'000'000'000;  ///< Nanoseconds.
inline constexpr std::uint64_t samples_of_the_hour = 10'000'000;
inline constexpr std::uint64_t stacks_of_the_hour = 1000;

/// Samples of a whole hour, of each stack equally many.
inline void write_the_hour(
    JfrWriter& writer, const std::function<void()>& after_a_tenth = [] {}) {
  const ThreadKey thread = writer.thread_key(7, "worker");
  std::vector<StackKey> stacks;
  for (std::uint64_t i = 0; i < stacks_of_the_hour; ++i)
    stacks.push_back(writer.stack_key(
        {{"f" + std::to_string(i), "f.cpp", static_cast<int>(i)}, {"main", "", 0}}));
  for (std::uint64_t i = 0; i < samples_of_the_hour; ++i) {
    const std::uint64_t time = beginning.monotonic + i * (hour / samples_of_the_hour);
    writer.write(ExecutionSample{time, thread, stacks[i % stacks.size()]});
    if (i == samples_of_the_hour / 10) after_a_tenth();
  }
}

/// Innermost first: an inlined function, one of the program, one of a library.
inline std::vector<stacks::Frame> three_frames() {
  return {
      {"std::vector<int>::push_back(int const&)", "vector.h", 12, "", stacks::FrameKind::inlined},
      {"work(int)", "work.cpp", 34},
      {"__libc_start_main", "", 0, "libc.so.6", stacks::FrameKind::native}};
}

}  // namespace tare::recording
