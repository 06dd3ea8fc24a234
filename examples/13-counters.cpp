// SPDX-License-Identifier: Apache-2.0
// Auxiliary counters: members that the body adds to, shown beneath the score. A rate is shown like
// the score itself (here: time per byte), an event as how many there were in an iteration; bytes
// and items are throughputs, in MB/sec and items/s, whatever the mode.
//
// You see how many megabytes a second the loop reads, which the time of a line does not tell: lines
// are of different lengths.
#include <random>
#include <string>
#include <tare/tare.hpp>
#include <vector>

namespace {

struct Text {
  std::vector<std::string> lines;
  std::size_t next = 0;
  double bytes = 0;
  long read = 0;
  long wraps = 0;

  static void counters(tare::Counters<Text>& c) {
    c.rate("per_byte", &Text::bytes);
    c.bytes("read", &Text::bytes);
    c.items("lines", &Text::read);
    c.event("wraps", &Text::wraps);
  }

  void set_up(tare::Trial) {
    std::mt19937 random(1);
    for (int i = 0; i < 64; ++i) lines.emplace_back(random() % 200, 'x');
  }
};

}  // namespace

TARE_BENCH(count_x, Text& text) {
  if (text.next == text.lines.size()) text.next = 0, ++text.wraps;
  const std::string& line = text.lines[text.next++];
  ++text.read;
  text.bytes += static_cast<double>(line.size());
  int count = 0;
  for (char c : line) count += c == 'x';
  return count;
}
