// SPDX-License-Identifier: Apache-2.0
// Pieces of GitHub's Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare::report {

/// Text that is shown as it is: ASCII punctuation that means something to GitHub's Markdown may
/// stand behind a backslash (GFM 0.29, 6.1), a bar in a table must.
std::string markdown_escaped(std::string_view text);

/// A table of a row for each of `rows`, the first column on the left, the others on the right.
std::string markdown_table(const std::vector<std::string>& headers,
                           const std::vector<std::vector<std::string>>& rows);

/// An indented code block: nothing in it means anything.
std::string code_block(const std::string& text);

}  // namespace tare::report
