// SPDX-License-Identifier: Apache-2.0
#include "documents.hpp"

#include <cstdint>
#include <javaser/writer.hpp>
#include <stdexcept>

namespace suite {
namespace {

/// java.util.Random, as its documentation defines it.
class JavaRandom {
 public:
  explicit JavaRandom(std::uint64_t seed) : state_((seed ^ multiplier) & mask) {}

  std::int32_t next_int() {
    state_ = (state_ * multiplier + 0xb) & mask;
    return static_cast<std::int32_t>(state_ >> 16);
  }

 private:
  static constexpr std::uint64_t multiplier = 0x5deece66d;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << 48) - 1;
  std::uint64_t state_;
};

/// As in suites/peers/java/src/bench/Lines.java.
constexpr std::uint64_t seed = 8247532;

}  // namespace

template <class Line>
std::vector<Line> make_lines(std::size_t length) {
  JavaRandom random(seed);
  // In braces, so that they are drawn in this order.
  const auto point = [&] { return typename Line::Point{random.next_int(), random.next_int()}; };
  std::vector<Line> lines;
  lines.reserve(length);
  while (lines.size() < length) lines.push_back(Line{point(), point()});
  return lines;
}

template <class Line>
std::vector<std::byte> stream_of(const std::vector<Line>& lines) {
  javaser::Writer writer;
  if (!writer.write(lines)) throw std::runtime_error(javaser::to_string(writer.error()));
  return writer.take();
}

template std::vector<LineC> make_lines(std::size_t length);
template std::vector<LineR> make_lines(std::size_t length);
template std::vector<std::byte> stream_of(const std::vector<LineC>& lines);
template std::vector<std::byte> stream_of(const std::vector<LineR>& lines);

}  // namespace suite
