// SPDX-License-Identifier: Apache-2.0
// Benchmarks whose names, values and counts are as unkind as they come.
#include <clocale>
#include <limits>
#include <locale>
#include <string>

#include "tare/tare.hpp"

namespace {

/// Fails unless the text that was planned is the text that came.
struct Text {
  std::string value;
  std::size_t length = 0;
  static void params(tare::Params<Text>& p) {
    p.add("the \"text\" of <b>{}\n</script> Größe|`*_$&#^~%\\", &Text::value,
          {"", ",", "a,b", "\\", "\\,", "\"q\"", "{x=1}", "<a,b>", "</script>", "two\nlines",
           "größe 東京", " blanks ", "p|`*_$&#^~%;\t"});
    p.add("length", &Text::length, {0});
  }
  void set_up(tare::Trial) {
    if (length != 0 && value.size() != length) tare::fail("a value lost its length");
  }
};

struct Counts {
  static constexpr auto scope = tare::Scope::thread;
  double none = 0, less = 0, tiny = 0, huge = 0, infinite = 0, unknown = 0, named = 0;
  static void counters(tare::Counters<Counts>& c) {
    c.event("none", &Counts::none);
    c.event("less", &Counts::less);
    c.event("tiny", &Counts::tiny);
    c.event("huge", &Counts::huge);
    c.event("infinite", &Counts::infinite);
    c.event("unknown", &Counts::unknown);
    c.rate("rate of none", &Counts::none);
    c.rate("rate of less", &Counts::less);
    c.event("\"quoted\", {<a,b>}=\n</script> 東京", &Counts::named);
  }
};

using Types = tare::types<tare::named<"std::map<int, int>", int>, tare::named<"", long>,
                          tare::named<"a\nb \"c\" \xff", char>>;

/// Makes the program's own locale that of its environment.
struct Germanised {
  double value = 1234567.5;
  static void params(tare::Params<Germanised>& p) {
    p.add("value", &Germanised::value, {1234567.5});
  }
  void set_up(tare::Trial) {
    if (std::setlocale(LC_ALL, "") == nullptr) tare::skip("there is no such locale here");
    std::locale::global(std::locale(""));
  }
};

}  // namespace

TARE_GROUP("größe, <b>{} </script>");

TARE_BENCH(text, const Text& text) { return text.value.size(); }

TARE_BENCH_TYPED(typed, T, Types) { return T{}; }

TARE_GROUP(names);

TARE_BENCH(counted, Counts& counts) {
  counts.less = -3;
  counts.tiny = 1e-30;
  counts.huge = 1e30;
  counts.infinite = -std::numeric_limits<double>::infinity();
  counts.unknown = std::numeric_limits<double>::quiet_NaN();
  counts.named += 1;
}

TARE_BENCH(germanised, const Germanised& german) { return german.value; }

TARE_BENCH(fails) { tare::fail("\"no\", not <b>at all</b>\nnever"); }
