// SPDX-License-Identifier: Apache-2.0
// Recordings made for tests.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <functional>
#include <string>

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

/// Innermost first: an inlined function, one of the program, one of a library.
inline std::vector<stacks::Frame> three_frames() {
  return {
      {"std::vector<int>::push_back(int const&)", "vector.h", 12, "", stacks::FrameKind::inlined},
      {"work(int)", "work.cpp", 34},
      {"__libc_start_main", "", 0, "libc.so.6", stacks::FrameKind::native}};
}

}  // namespace tare::recording
