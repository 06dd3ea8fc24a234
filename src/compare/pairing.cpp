// SPDX-License-Identifier: Apache-2.0
#include "compare/pairing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "record/conditions.hpp"
#include "record/unit_ratio.hpp"

namespace tare::compare {
namespace {

using Key = std::tuple<std::string, Mode, std::vector<std::pair<std::string, std::string>>>;

Key key_of(const Case& one) {
  std::vector<std::pair<std::string, std::string>> params;
  for (const Param& param : one.params) params.emplace_back(param.name, param.value);
  std::ranges::sort(params);
  return {one.benchmark, one.mode, std::move(params)};
}

/// The cases of a report by key, each given away once.
class Stock {
 public:
  explicit Stock(const Report& report) {
    for (const Case& one : report.cases) cases_[key_of(one)].push_back(&one);
  }

  /// Of those that are left the first that was measured like `one`, else the first; null: none.
  const Case* take(const Case& one) {
    std::vector<const Case*>& left = cases_[key_of(one)];
    if (left.empty()) return nullptr;
    auto chosen = std::ranges::find(left, conditions(one),
                                    [](const Case* other) { return conditions(*other); });
    if (chosen == left.end()) chosen = left.begin();
    const Case* const taken = *chosen;
    left.erase(chosen);
    return taken;
  }

 private:
  std::map<Key, std::vector<const Case*>> cases_;
};

std::string ending(const Case& one) {
  return one.reason.empty() ? name_of(one.outcome)
                            : fmt::format("{}: {}", name_of(one.outcome), one.reason);
}

/// Why two cases of one name are no pair, if they are none.
std::vector<Unpaired> obstacle(const Case& before, const Case& after, std::uint32_t program) {
  const std::string name = display_name(before);
  const bool both_skipped = before.outcome == Outcome::skipped && after.outcome == before.outcome;
  if (after.outcome != Outcome::ok && !both_skipped) return {{name, program, ending(after)}};
  if (before.outcome != Outcome::ok) return {{name, 0, ending(before)}};
  if (conditions(before) == conditions(after)) return {};
  return {{name, program,
           fmt::format("measured with {}, the baseline with {}", conditions(after),
                       conditions(before))}};
}

constexpr const char* no_such_case = "there is no such case";

const Metric* labelled(const Case& one, const std::string& label) {
  const auto found = std::ranges::find(one.secondary, label, &Metric::label);
  return found == one.secondary.end() ? nullptr : &*found;
}

}  // namespace

Pairing<CasePair> pair_cases(const Report& baseline, const Report& candidate,
                             std::uint32_t program) {
  Pairing<CasePair> pairing;
  std::vector<const Case*> taken;
  Stock stock(candidate);
  for (const Case& before : baseline.cases) {
    const Case* const after = stock.take(before);
    if (after == nullptr) {
      pairing.unpaired.push_back({display_name(before), program, no_such_case});
      continue;
    }
    taken.push_back(after);
    const std::vector<Unpaired> why = obstacle(before, *after, program);
    if (why.empty()) pairing.pairs.push_back({&before, after});
    pairing.unpaired.insert(pairing.unpaired.end(), why.begin(), why.end());
  }
  std::ranges::sort(taken);
  for (const Case& after : candidate.cases)
    if (!std::ranges::binary_search(taken, &after))
      pairing.unpaired.push_back({display_name(after), 0, no_such_case});
  return pairing;
}

Pairing<MetricPair> pair_metrics(const CasePair& cases, std::uint32_t program) {
  Pairing<MetricPair> pairing;
  const auto leave_out = [&](const Metric& metric, std::uint32_t at, std::string why) {
    pairing.unpaired.push_back({display_name(*cases.baseline), at, std::move(why),
                                metric.label.empty() ? primary_metric : metric.label});
  };
  const auto add = [&](const Metric& before, const Metric& after) {
    if (unit_ratio(after.unit, before.unit))
      pairing.pairs.push_back({&before, &after});
    else
      leave_out(before, program,
                fmt::format("it is in {}, the baseline's in {}", after.unit, before.unit));
  };
  constexpr const char* no_such_figure = "there is no such figure";
  add(cases.baseline->primary, cases.candidate->primary);
  for (const Metric& before : cases.baseline->secondary) {
    const Metric* const after = labelled(*cases.candidate, before.label);
    if (after != nullptr)
      add(before, *after);
    else
      leave_out(before, program, no_such_figure);
  }
  for (const Metric& after : cases.candidate->secondary)
    if (labelled(*cases.baseline, after.label) == nullptr) leave_out(after, 0, no_such_figure);
  return pairing;
}

}  // namespace tare::compare
