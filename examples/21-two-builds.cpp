// SPDX-License-Identifier: Apache-2.0
// Lesson 21: did my change make it better? This file is built twice, as it was (21-two-builds) and
// with the change (21-two-builds-after, which defines AFTER). Compare them, not their scores: a
// score of yesterday was measured on another machine, even if it is this one.
//
//     tare ab bin/examples/21-two-builds bin/examples/21-two-builds-after -- -prof mem
//
// You see `join` called faster and `less` of its allocations, and `checksum`, which did not change,
// the same. With revisions of your own it is
//
//     tare ab --rev HEAD~1 --rev . --build 'make bench-mine' --bench bin/bench-mine
#include <string>
#include <tare/tare.hpp>

namespace {

constexpr int words = 100;

}  // namespace

TARE_BENCH(join) {
  std::string text;
#ifdef AFTER
  text.reserve(1200);
#endif
  for (int i = 0; i < words; ++i) {
#ifdef AFTER
    text.append("word number ");
#else
    text = text + "word number ";
#endif
  }
  return text;
}

TARE_BENCH(checksum) {
  unsigned sum = 1;
  for (unsigned i = 0; i < 1000; ++i) sum = sum * 31 + i;
  return sum;
}
