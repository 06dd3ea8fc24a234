// SPDX-License-Identifier: Apache-2.0
#include "compare/pairing.hpp"

#include <gmock/gmock.h>

#include "cases.hpp"

namespace tare::compare {
namespace {

using test::counted;
using test::measured;
using test::named;
using test::report_of;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint32_t candidate = 2;

Pairing<CasePair> paired(const Case& before, const Case& after) {
  static Report baseline;
  static Report other;
  baseline = report_of({before});
  other = report_of({after});
  return pair_cases(baseline, other, candidate);
}

Case ended(Outcome outcome, const char* reason) {
  Case one = named("a");
  one.outcome = outcome;
  one.reason = reason;
  return one;
}

TEST(Pairing, FindsCasesWhateverTheOrder) {
  const Report baseline = report_of({named("a"), named("b"), named("c")});
  const Report other = report_of({named("c"), named("b"), named("a")});
  const Pairing<CasePair> pairing = pair_cases(baseline, other, candidate);
  ASSERT_EQ(pairing.pairs.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(pairing.pairs[i].baseline, &baseline.cases[i]);
    EXPECT_EQ(pairing.pairs[i].candidate, &other.cases[2 - i]);
  }
  EXPECT_THAT(pairing.unpaired, IsEmpty());
}

TEST(Pairing, TakesParametersInAnyOrder) {
  Case before = named("a");
  before.params = {{"n", "1"}, {"m", "2"}};
  Case after = named("a");
  after.params = {{"m", "2"}, {"n", "1"}};
  EXPECT_EQ(paired(before, after).pairs.size(), 1U);
  after.params = {{"m", "1"}, {"n", "2"}};
  EXPECT_EQ(paired(before, after).pairs.size(), 0U);
}

TEST(Pairing, KeepsModesApart) {
  Case after = named("a");
  after.mode = Mode::throughput;
  const Pairing<CasePair> pairing = paired(named("a"), after);
  EXPECT_THAT(pairing.pairs, IsEmpty());
  EXPECT_THAT(pairing.unpaired, ElementsAre(Unpaired{"a", candidate, "there is no such case"},
                                            Unpaired{"a, thrpt", 0, "there is no such case"}));
}

TEST(Pairing, TellsWhatWasMeasuredDifferently) {
  Case after = named("a");
  after.threads = 4;
  EXPECT_THAT(
      paired(named("a"), after).unpaired,
      ElementsAre(Unpaired{"a", candidate, "measured with 4 threads, the baseline with 1 thread"}));
  after = named("a");
  after.cold = true;
  EXPECT_EQ(paired(named("a"), after).unpaired.size(), 1U);
  EXPECT_EQ(paired(after, after).pairs.size(), 1U);
}

TEST(Pairing, PrefersTheOneOfSeveralThatWasMeasuredAlike) {
  Case four = named("a");
  four.threads = 4;
  const Report baseline = report_of({named("a"), four});
  const Report other = report_of({four, named("a")});
  const Pairing<CasePair> pairing = pair_cases(baseline, other, candidate);
  ASSERT_EQ(pairing.pairs.size(), 2U);
  EXPECT_EQ(pairing.pairs[0].candidate, &other.cases[1]);
  EXPECT_EQ(pairing.pairs[1].candidate, &other.cases[0]);
}

TEST(Pairing, OfRepeatedCasesIsFirstWithFirst) {
  const Report baseline = report_of({named("a"), named("a")});
  const Report other = report_of({named("a"), named("a"), named("a")});
  const Pairing<CasePair> pairing = pair_cases(baseline, other, candidate);
  ASSERT_EQ(pairing.pairs.size(), 2U);
  EXPECT_EQ(pairing.pairs[1].candidate, &other.cases[1]);
  EXPECT_THAT(pairing.unpaired, ElementsAre(Unpaired{"a", 0, "there is no such case"}));
}

TEST(Pairing, GivesNoRatioOfWhatDidNotEndWell) {
  const Case crashed = ended(Outcome::crashed, "signal 11");
  EXPECT_THAT(paired(named("a"), crashed).pairs, IsEmpty());
  EXPECT_THAT(paired(named("a"), crashed).unpaired,
              ElementsAre(Unpaired{"a", candidate, "crashed: signal 11"}));
  EXPECT_THAT(paired(crashed, named("a")).unpaired,
              ElementsAre(Unpaired{"a", 0, "crashed: signal 11"}));
}

TEST(Pairing, BlamesTheCandidateWhereBothFailed) {
  EXPECT_THAT(paired(ended(Outcome::failed, "old"), ended(Outcome::timeout, "new")).unpaired,
              ElementsAre(Unpaired{"a", candidate, "timeout: new"}));
}

TEST(Pairing, BlamesNoCandidateForWhatIsSkippedInBoth) {
  const Case skipped = ended(Outcome::skipped, "");
  EXPECT_THAT(paired(skipped, skipped).unpaired, ElementsAre(Unpaired{"a", 0, "skipped"}));
  EXPECT_THAT(paired(named("a"), skipped).unpaired,
              ElementsAre(Unpaired{"a", candidate, "skipped"}));
}

TEST(Pairing, FindsFiguresByLabel) {
  Case before = named("a");
  before.secondary = {counted("x", 1), counted("y", 1)};
  Case after = named("a");
  after.secondary = {counted("y", 1), counted("z", 1)};
  const Pairing<MetricPair> pairing = pair_metrics({&before, &after}, candidate);
  ASSERT_EQ(pairing.pairs.size(), 2U);
  EXPECT_EQ(pairing.pairs[0].baseline, &before.primary);
  EXPECT_EQ(pairing.pairs[1].candidate, after.secondary.data());
  EXPECT_THAT(pairing.unpaired,
              ElementsAre(Unpaired{"a", candidate, "there is no such figure", "x"},
                          Unpaired{"a", 0, "there is no such figure", "z"}));
}

TEST(Pairing, ToleratesUnitsOfTheSameKindAlone) {
  const Case before = named("a", measured({1, 1, 1}, "ns/op"));
  Case after = named("a", measured({1, 1, 1}, "us/op"));
  EXPECT_EQ(pair_metrics({&before, &after}, candidate).pairs.size(), 1U);
  after.primary.unit = "ops/s";
  const Pairing<MetricPair> pairing = pair_metrics({&before, &after}, candidate);
  EXPECT_THAT(pairing.pairs, IsEmpty());
  EXPECT_THAT(
      pairing.unpaired,
      ElementsAre(Unpaired{"a", candidate, "it is in ops/s, the baseline's in ns/op", "primary"}));
}

}  // namespace
}  // namespace tare::compare
