// SPDX-License-Identifier: Apache-2.0
// Which thread of a case does what.
#pragma once

#include <cstdint>
#include <vector>

#include "tare/record.hpp"

namespace tare::running {

/// What a thread does, for the whole fork.
struct Post {
  std::uint32_t role = 0;   ///< Which of the bodies it calls.
  std::uint32_t group = 0;  ///< Which group it works in.
  bool operator==(const Post&) const = default;
};

/// A post for each thread: group after group, in each role after role. Without roles all threads
/// are one group.
std::vector<Post> posts_of(const CasePlan& plan);

}  // namespace tare::running
