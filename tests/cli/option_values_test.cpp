// SPDX-License-Identifier: Apache-2.0
#include "cli/option_values.hpp"

#include <gmock/gmock.h>

#include "catalog/wrong_use.hpp"

namespace tare::cli {
namespace {

using catalog::WrongUse;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(modes, are_named_in_full_or_by_any_beginning_that_leaves_one) {
  EXPECT_THAT(parse_modes("-bm", "thrpt"), ElementsAre(Mode::throughput));
  EXPECT_THAT(parse_modes("-bm", "t"), ElementsAre(Mode::throughput));
  EXPECT_THAT(parse_modes("-bm", "av"), ElementsAre(Mode::average_time));
  EXPECT_THAT(parse_modes("-bm", "ss"), ElementsAre(Mode::single_shot));
  EXPECT_THAT(parse_modes("-bm", "sa"), ElementsAre(Mode::sample_time));
  EXPECT_THROW(parse_modes("-bm", "s"), WrongUse);  // sample or ss.
  EXPECT_THROW(parse_modes("-bm", ""), WrongUse);
  EXPECT_THROW(parse_modes("-bm", "thrpt,"), WrongUse);
}

TEST(modes, may_be_several_or_all) {
  EXPECT_THAT(parse_modes("-bm", "ss,thrpt"), ElementsAre(Mode::single_shot, Mode::throughput));
  EXPECT_THAT(parse_modes("-bm", "all"), ElementsAre(Mode::throughput, Mode::average_time,
                                                     Mode::sample_time, Mode::single_shot));
}

TEST(modes, run_once_however_often_they_are_named) {
  EXPECT_THAT(parse_modes("-bm", "ss,avgt,ss"), ElementsAre(Mode::single_shot, Mode::average_time));
  EXPECT_EQ(parse_modes("-bm", "avgt,all").size(), 4U);
}

TEST(lists, are_separated_by_commas_that_can_be_escaped) {
  EXPECT_THAT(parse_list("a,b"), ElementsAre("a", "b"));
  EXPECT_THAT(parse_list(""), ElementsAre(""));
  EXPECT_THAT(parse_list("a,"), ElementsAre("a", ""));
  EXPECT_THAT(parse_list("a\\,b,c"), ElementsAre("a,b", "c"));
  EXPECT_THAT(parse_list("a\\\\,b"), ElementsAre("a\\", "b"));
  EXPECT_THAT(parse_list("\\d+\\.x\\"), ElementsAre("\\d+\\.x\\"));
}

TEST(lists, take_every_value_as_it_is_listed) {
  for (const std::string value :
       {"", ",", "a,b", "\\", "\\,", "\\\\,\\", "C:\\x\\", "{a=1,\n2}", "\xff"})
    EXPECT_THAT(parse_list(escaped(value) + ",x," + escaped(value)),
                ElementsAre(value, "x", value));
}

TEST(patterns, keep_their_own_backslashes) {
  EXPECT_THAT(parse_patterns("a,b"), ElementsAre("a", "b"));
  EXPECT_THAT(parse_patterns("\\d{1\\,2},\\\\"), ElementsAre("\\d{1,2}", "\\\\"));
}

TEST(params, may_come_from_sources) {
  EXPECT_THAT(parse_param("-p", "size=1..3,10..40*2"),
              Pair("size", ElementsAre("1", "2", "3", "10", "20", "40")));
  EXPECT_THROW(parse_param("-p", "size=3..1"), WrongUse);
  try {
    parse_param("-p", "word=@no/such");
    FAIL();
  } catch (const WrongUse& wrong) {
    EXPECT_STREQ(wrong.what(), "-p word=@no/such: cannot read no/such: No such file or directory");
  }
}

TEST(params, that_look_like_sources_have_a_backslash) {
  EXPECT_THAT(parse_param("-p", "text=\\1..3,\\@a,@,a..b,..,\\b"),
              Pair("text", ElementsAre("1..3", "@a", "@", "a..b", "..", "\\b")));
  for (const std::string value : {"1..3", "@a,b", "\\@a", "\\\\1..3", "\\", "@", "1..3,", "a\\,@b"})
    EXPECT_THAT(parse_param("-p", "text=" + escaped(value)), Pair("text", ElementsAre(value)));
}

TEST(params, are_a_name_and_values) {
  EXPECT_THAT(parse_param("-p", "size=1,2"), Pair("size", ElementsAre("1", "2")));
  EXPECT_THAT(parse_param("-p", "size="), Pair("size", ElementsAre("")));
  EXPECT_THAT(parse_param("-p", "size=,1"), Pair("size", ElementsAre("", "1")));
  EXPECT_THAT(parse_param("-p", "text=a=b\\,c"), Pair("text", ElementsAre("a=b,c")));
  EXPECT_THROW(parse_param("-p", "=1"), WrongUse);
  EXPECT_THROW(parse_param("-p", ""), WrongUse);
}

TEST(profilers, are_a_name_and_options) {
  EXPECT_EQ(parse_profiler("-prof", "mem").name, "mem");
  EXPECT_THAT(parse_profiler("-prof", "mem").options, IsEmpty());
  EXPECT_THAT(parse_profiler("-prof", "mem:").options, IsEmpty());
  const ProfilerWish wish = parse_profiler("-prof", "cpu:event=a:b;rate=;x=y=z");
  EXPECT_EQ(wish.name, "cpu");
  EXPECT_THAT(wish.options, ElementsAre(Pair("event", "a:b"), Pair("rate", ""), Pair("x", "y=z")));
  for (const char* bad : {"mem:x", "mem:=1", "mem:a=1;b", "mem:;"})
    EXPECT_THROW(parse_profiler("-prof", bad), WrongUse) << bad;
}

TEST(outputs, are_a_format_and_a_file) {
  EXPECT_EQ(parse_output("--out", "json:/tmp/a:b.json").file, "/tmp/a:b.json");
  for (const char* bad : {"", "json", "json:", ":file"})
    EXPECT_THROW(parse_output("--out", bad), WrongUse) << bad;
}

TEST(until, is_an_error_and_perhaps_a_time) {
  EXPECT_EQ(parse_until("--until", "1%"), session::Until{0.01});
  EXPECT_EQ(parse_until("--until", "0.5%,2m"), (session::Until{0.005, 120'000'000'000}));
  EXPECT_EQ(parse_until("--until", "0.02,90"), (session::Until{0.02, 90'000'000'000}));
  for (const char* bad : {"", "0", "1", "100%", "-1%", "1 %", "1%,", "1%,fast", ",5s", "nan"})
    EXPECT_THROW(parse_until("--until", bad), WrongUse) << bad;
}

TEST(levels, are_fractions_or_percent_within_nought_and_one) {
  EXPECT_EQ(parse_level("-ci", "0.95"), 0.95);
  EXPECT_DOUBLE_EQ(parse_level("-ci", "99.9%"), 0.999);
  for (const char* bad : {"", "%", "0", "1", "95", "100%", "-1%", "nan", "0.9x", "0,9"})
    EXPECT_THROW(parse_level("-ci", bad), WrongUse) << bad;
}

TEST(units, have_jmhs_names) {
  EXPECT_EQ(parse_unit("-tu", "ns"), TimeUnit::nanoseconds);
  EXPECT_EQ(parse_unit("-tu", "m"), TimeUnit::minutes);
  EXPECT_EQ(parse_unit("-tu", "h"), TimeUnit::hours);
  EXPECT_THROW(parse_unit("-tu", "day"), WrongUse);
}

TEST(threads, are_a_number_or_as_many_as_there_are_processors_or_half_of_them) {
  EXPECT_EQ(parse_threads("-t", "3"), 3U);
  EXPECT_EQ(parse_threads("-t", "max"), option_values::max);
  EXPECT_GE(parse_threads("-t", "halfmax"), 1U);
  EXPECT_EQ(parse_threads("-t", "4096"), 4096U);
  EXPECT_THROW(parse_threads("-t", "4097"), WrongUse);
}

TEST(times, are_told_exactly_however_large) {
  EXPECT_EQ(parse_time("-r", "18446744073709551615ns"), UINT64_MAX);
  EXPECT_THROW(parse_time("-r", "18446744073709551616ns"), WrongUse);
  EXPECT_EQ(parse_time("-r", "0"), 0U);
}

}  // namespace
}  // namespace tare::cli
