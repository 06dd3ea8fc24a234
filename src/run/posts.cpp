// SPDX-License-Identifier: Apache-2.0
#include "run/posts.hpp"

namespace tare::running {

std::vector<Post> posts_of(const CasePlan& plan) {
  std::vector<Post> posts;
  if (plan.roles.empty()) posts.resize(plan.threads);
  for (std::uint32_t group = 0; posts.size() < plan.threads; ++group)
    for (std::uint32_t role = 0; role < plan.roles.size(); ++role)
      posts.insert(posts.end(), plan.roles[role].threads, Post{role, group});
  return posts;
}

}  // namespace tare::running
