// SPDX-License-Identifier: Apache-2.0
// Names of functions as people would write them.
#pragma once

#include <string>
#include <string_view>

namespace tare::stacks {

/// A demangled name without what the standard library fills in by itself: `std::string` for its
/// template, and no default arguments of containers (allocators, hashes, comparisons, traits).
std::string short_name(std::string_view demangled);

}  // namespace tare::stacks
