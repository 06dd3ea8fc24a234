// SPDX-License-Identifier: Apache-2.0
#include "session/until.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/units.hpp"
#include "stats/precision.hpp"

namespace tare::session {
namespace {

std::string percent(double share) { return fmt::format("{:.2g} %", 100 * share); }

struct Cause {
  const char* what;
  const char* advice;
};

Cause cause_of(const Sample& sample) {
  switch (stats::spread(sample)) {
    case stats::Spread::within_forks:
      return {"Iterations within a fork scatter as much as forks do",
              "Longer iterations (-r) narrow it faster than more forks."};
    case stats::Spread::between_forks:
      return {"Each fork has a level of its own, and its iterations agree with it",
              "More forks (-f, or a longer time after the comma of --until) narrow it, longer ones "
              "do not."};
    case stats::Spread::drift:
      return {"Forks near in time are alike: the machine drifts",
              "Quieten the machine, or run this with other cases, which spreads its forks."};
  }
  return {"", ""};
}

}  // namespace

Standing standing(const Until& until, const Sample& sample, double confidence, double spent_s) {
  const stats::Precision now = stats::precision(sample, confidence);
  if (now.forks >= enough_forks && now.is_within(until.share)) return {};
  const auto started = static_cast<double>(std::max<std::size_t>(1, sample.values.size()));
  const double in_time = (static_cast<double>(until.longest_ns) / 1e9 - spent_s) * started;
  // Half a fork's time over is nearer to what was asked for than half a fork's time short.
  if (in_time < spent_s / 2) return {};
  const double needed =
      std::max(now.forks_for(until.share), static_cast<double>(enough_forks)) - started;
  const double affordable = spent_s > 0 ? in_time / spent_s : needed;
  constexpr double most = 1e9;
  const double left = std::isnan(needed) ? affordable : std::min(needed, affordable);
  return {true, static_cast<std::uint32_t>(std::clamp(std::ceil(left), 1.0, most))};
}

std::optional<Note> shortfall(const Until& until, const Case& c, double confidence) {
  if (c.outcome != Outcome::ok) return {};
  const auto note = [](std::string text, const char* advice) {
    return Note{Severity::warning, "until-unmet", "", std::move(text), advice};
  };
  const std::string asked = percent(until.share);
  if (c.forks == 0)
    return note(fmt::format("An error of {} cannot be reached in this process: it is one over "
                            "forks.",
                            asked),
                "Run it in forks: leave out -f 0.");
  const Sample& sample = c.primary.sample;
  const stats::Precision now = stats::precision(sample, confidence);
  if (now.forks >= enough_forks && now.is_within(until.share)) return {};
  const double needed = now.forks_for(until.share);
  const std::string most = duration_text(until.longest_ns);
  if (std::isnan(needed) || now.forks < enough_forks)
    return note(fmt::format("An error of {} was asked for; {} forks in {} are too few to tell how "
                            "many it takes.",
                            asked, now.forks, most),
                "Give it more time, after the comma of --until, or shorter iterations (-r).");
  const Cause cause = cause_of(sample);
  return note(fmt::format("An error of {} was asked for; {} forks in {} came to {}. About {:.0f} "
                          "would do. {}.",
                          asked, now.forks, most, percent(now.reached), needed, cause.what),
              cause.advice);
}

}  // namespace tare::session
