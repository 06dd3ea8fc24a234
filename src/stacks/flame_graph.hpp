// SPDX-License-Identifier: Apache-2.0
// Flame graphs as pages of HTML that need nothing else: no network, no other file.
#pragma once

#include <string>
#include <vector>

#include "stacks/stack_profile.hpp"

namespace tare::stacks {

/// One page for all of them, which are chosen from on the page: by their titles, or by their types
/// where titles are the same. Values are shown per operation
/// where a profile knows how many there were. Names may be anything. docs/flame-graphs.md explains
/// the page.
std::string flame_graph_html(const std::vector<StackProfile>& profiles);

/// What changed: widths of either side, colours by the change. Values are compared per operation
/// where both know how many there were, else as shares of each total, which the page says.
std::string flame_graph_difference_html(const StackProfile& before, const StackProfile& after);

}  // namespace tare::stacks
