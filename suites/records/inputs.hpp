// SPDX-License-Identifier: Apache-2.0
// What all benchmarks here take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tare/tare.hpp>
#include <vector>

#include "documents.hpp"

namespace suite {

/// The type parameter of all benchmarks here.
using Kinds = tare::types<tare::named<"classes", LineC>, tare::named<"records", LineR>>;

/// The lines that a case is about, and their stream.
template <class Line>
struct Document {
  std::size_t length = 0;
  std::vector<Line> lines;
  std::vector<std::byte> stream;

  static void params(tare::Params<Document>& p) {
    p.add("length", &Document::length, {10, 100, 1000, 10000});
  }
  void set_up(tare::Trial) {
    lines = make_lines<Line>(length);
    stream = stream_of(lines);
  }
};

/// Bytes of stream that a thread has read or written, shown beside the score.
struct Throughput {
  static constexpr auto scope = tare::Scope::thread;
  std::int64_t bytes = 0;

  static void counters(tare::Counters<Throughput>& c) { c.bytes("stream", &Throughput::bytes); }
  void add(const std::vector<std::byte>& stream) {
    bytes += static_cast<std::int64_t>(stream.size());
  }
};

}  // namespace suite
