// SPDX-License-Identifier: Apache-2.0
// Saved results, whoever wrote them.
#pragma once

#include <string>
#include <string_view>

#include "record/json.hpp"

namespace tare::compare {

/// Reads results of Tare, JMH or Google Benchmark; which, is seen from the text. JMH's
/// `gc.alloc.rate` and `gc.alloc.rate.norm` are told as the `mem.` figures they are. Throws
/// RecordError.
Report read_results(std::string_view text, const ReadLimits& limits = {});

/// The results in a file. Throws RecordError; what() is one line that begins with the file's name.
Report load(const std::string& path, const ReadLimits& limits = {});

}  // namespace tare::compare
