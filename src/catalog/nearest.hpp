// SPDX-License-Identifier: Apache-2.0
// The word that was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare::catalog {

/// The candidate with the least edit distance to `word`, or "" if none is nearer than a third of
/// the word's length, at least 1 and at most 3 edits.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "; did you mean 'x'?" or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace tare::catalog
