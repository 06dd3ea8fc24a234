// SPDX-License-Identifier: Apache-2.0
// A trial that ends before its time, and why.
#pragma once

#include <functional>
#include <string>

#include "tare/record.hpp"

namespace tare::running {

/// Thrown by tare::fail() and tare::skip(), through the benchmark, to the trial. Not derived from
/// std::exception, so that a benchmark that catches those does not catch this.
struct Ending {
  Outcome outcome = Outcome::failed;
  std::string reason;
};

/// The ending that the exception being handled means: itself if it is one, else a failure that
/// names its type and text. To be called in a catch block; what is caught may be no C++ exception,
/// which std::exception_ptr cannot hold.
Ending ending_of_current_exception();

/// Does `work`, and throws the Ending of what it throws, or of what the benchmark said with
/// tare::fail() or tare::skip() although it caught that itself.
void run_to_ending(const std::function<void()>& work);

}  // namespace tare::running
