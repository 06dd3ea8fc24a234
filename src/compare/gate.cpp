// SPDX-License-Identifier: Apache-2.0
#include "compare/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "compare/verdict.hpp"

namespace tare::compare {
namespace {

using Kind = GateFinding::Kind;

std::string_view trimmed(std::string_view text) {
  const auto first = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

Gate parse_gate(std::string_view text) {
  const auto refuse = [&](std::string_view why) {
    throw GateError(
        fmt::format("the gate '{}' {}; write it as in time>2%,mem.alloc.count.norm>0", text, why));
  };
  const std::size_t sign = text.find('>');
  if (sign == std::string_view::npos) refuse("has no '>'");
  Gate gate;
  gate.text = text;
  gate.metric = trimmed(text.substr(0, sign));
  if (gate.metric.empty()) refuse("names no figure");
  if (gate.metric == "time") gate.metric = primary_metric;

  std::string_view number = trimmed(text.substr(sign + 1));
  gate.relative = number.ends_with('%');
  if (gate.relative) number = trimmed(number.substr(0, number.size() - 1));
  const char* const end = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), end, gate.limit);
  if (error != std::errc() || stop != end || !(gate.limit >= 0) || std::isinf(gate.limit))
    refuse("has no limit of at least 0, in the figure's unit or in %");
  if (gate.relative) gate.limit /= 100;
  return gate;
}

/// How far a candidate's figure of `value` is from the baseline, as the gate counts.
double change_to(double value, const Comparison& one, const Gate& gate) {
  const double change = value - one.baseline;
  if (!gate.relative || change == 0) return change;
  return change / std::abs(one.baseline);  // Of 0 any share is infinite.
}

bool is_beyond(double change, const Comparison& one, const Gate& gate) {
  return (one.better == Better::lower ? change : -change) > gate.limit;
}

std::string amount(double value, const Comparison& one, const Gate& gate) {
  if (!gate.relative) return fmt::format("{:+.3g} {}", value, one.unit);
  if (!std::isinf(value)) return fmt::format("{:+.3g}%", 100 * value);
  return one.baseline == 0 ? "any share of 0" : "any amount";
}

/// What one gate has to say of one figure: nothing, or one finding.
std::vector<GateFinding> look(const Comparison& one, const Gate& gate, const GatePolicy& policy) {
  GateFinding finding;
  finding.gate = gate.text;
  finding.name = display_name(one);
  finding.program = one.candidate_program;
  if (one.verdict == Verdict::unclear) {
    finding.kind = Kind::unclear;
    finding.fails = policy.unclear_fails;
    const double worst = one.better == Better::lower ? one.interval_high : one.interval_low;
    const double change = change_to(worst * one.baseline, one, gate);
    finding.text = std::isnan(change) ? "nothing is known of it"
                                      : fmt::format("it may be {}", amount(change, one, gate));
    if (std::isnan(change) || is_beyond(change, one, gate)) return {finding};
  } else if (is_worse(one)) {
    const double value = one.exact ? one.candidate : one.ratio * one.baseline;
    const double change = change_to(value, one, gate);
    finding.text = fmt::format("{}, {}", name_of(one.verdict), amount(change, one, gate));
    if (is_beyond(change, one, gate)) return {finding};
  }
  return {};
}

}  // namespace

std::vector<Gate> parse_gates(std::string_view text) {
  std::vector<Gate> gates;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    gates.push_back(parse_gate(trimmed(text.substr(at, end - at))));
    at = end + 1;
  }
  return gates;
}

std::vector<GateFinding> check(const ComparisonReport& report, std::span<const Gate> gates,
                               const GatePolicy& policy) {
  std::vector<GateFinding> findings;
  for (const Comparison& one : report.comparisons)
    for (const Gate& gate : gates)
      if (gate.metric == one.metric)
        std::ranges::move(look(one, gate, policy), std::back_inserter(findings));
  if (gates.empty()) return findings;
  for (const Unpaired& one : report.unpaired) {
    if (one.program == 0) continue;
    const auto gate = std::ranges::find(gates, one.metric, &Gate::metric);
    if (!one.metric.empty() && gate == gates.end()) continue;
    findings.push_back({Kind::missing, gate == gates.end() ? "" : gate->text, display_name(one),
                        one.program, policy.missing_fails, one.reason});
  }
  return findings;
}

bool fails(std::span<const GateFinding> findings) {
  return std::ranges::any_of(findings, &GateFinding::fails);
}

std::vector<std::string> unknown_metrics(const ComparisonReport& report,
                                         std::span<const std::string> metrics) {
  std::vector<std::string> unknown;
  for (const std::string& metric : metrics) {
    const auto is_of = [&](const auto& one) { return one.metric == metric; };
    // A case that the candidate lacks may have had the figure, and is told of in its own right; so
    // may any case, where nothing was compared.
    const auto may_be_of = [&](const Unpaired& one) {
      return is_of(one) || (one.metric.empty() && (one.program != 0 || report.comparisons.empty()));
    };
    if (std::ranges::none_of(report.comparisons, is_of) &&
        std::ranges::none_of(report.unpaired, may_be_of))
      unknown.push_back(metric);
  }
  return unknown;
}

}  // namespace tare::compare
