// SPDX-License-Identifier: Apache-2.0
// How figures and times are spelled for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tare/record.hpp"

namespace tare::report {

/// Three decimals, as JMH; but 0 is `0`, what three decimals would round to 0 keeps three digits
/// (`0.000123`), and from ten million on decimals go and thousands are grouped (`12,345,678`).
/// In units that count things (`B/op`, `#/op`, `#`) whole numbers have no decimals.
std::string score_text(double score, std::string_view unit);

/// How much of a metric was measured: forks that have a score, and iterations in them.
struct Counts {
  std::size_t forks = 0;
  std::size_t iterations = 0;
};
Counts counts_of(const Metric& metric);

/// How many values the error of a metric rests on: forks, or iterations where forks were too few.
std::size_t count_of(const Metric& metric);

/// `99.9%`
std::string confidence_text(double confidence);

/// `00:08:21`, `2 days, 00:08:21`; below zero and not finite as 0.
std::string clock_text(double seconds);

/// `1 fork`, `2 forks`
std::string plural(std::size_t count, std::string_view noun);

}  // namespace tare::report
