// SPDX-License-Identifier: Apache-2.0
// What git says of the working directory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tare::tool {

struct Commit {
  std::string hash;        ///< In full.
  std::int64_t committed;  ///< Seconds since 1970, UTC.
};

/// The commit that git knows by a name; none where it knows none, or there is no git.
std::optional<Commit> commit_called(const std::string& name);

/// A file that git knows differs from the last commit.
bool is_tree_dirty();

}  // namespace tare::tool
