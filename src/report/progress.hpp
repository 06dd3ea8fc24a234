// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "tare/extend/progress.hpp"

namespace tare::report {

/// Takes text as it comes; whole lines, but for the line that a terminal rewrites.
using Output = std::function<void(std::string_view)>;

/// Columns of the terminal at this moment.
using Columns = std::function<std::size_t()>;

enum class Verbosity {
  silent,
  normal,  ///< A line per fork.
  extra,   ///< A line per iteration, and in the end a block per result.
};

/// Says nothing.
std::unique_ptr<extend::Progress> silent_progress();

/// Lines as JMH prints them, for files and pipes. Forks of all cases are interleaved, so each line
/// names its case.
std::unique_ptr<extend::Progress> plain_progress(Output output, Verbosity verbosity);

/// One line that is rewritten in place, and lines that stay for what went wrong.
std::unique_ptr<extend::Progress> live_progress(Output output, Columns columns);

/// The display that suits: live on a terminal (`columns` is not null) unless every iteration is to
/// be seen, plain elsewhere.
std::unique_ptr<extend::Progress> progress_for(Verbosity verbosity, Output output, Columns columns);

}  // namespace tare::report
