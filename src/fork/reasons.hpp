// SPDX-License-Identifier: Apache-2.0
// Why a fork did not end well, in words.
#pragma once

#include <chrono>
#include <string>

#include "fork/process.hpp"

namespace tare::fork {

/// What a fork is at, as far as its run has heard.
enum class Activity {
  start_up,
  trial_set_up,
  iteration_set_up,
  iteration,
  iteration_tear_down,
  trial_tear_down,
};

/// Of a fork that ended by itself before it was done.
std::string reason_of_end(const ProcessEnd& end);

/// Of a fork of which nothing was heard, when a launcher was to start it: the first of its words.
std::string reason_of_launcher(const std::string& launcher, const ProcessEnd& end);

/// Of a fork that was ended since what it was at took too long: `-to` and what is allowed besides.
std::string reason_of_timeout(Activity activity, std::chrono::nanoseconds timeout,
                              std::chrono::nanoseconds besides);

}  // namespace tare::fork
