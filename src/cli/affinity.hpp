// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tare::cli {

/// `0,1`: processors for threads, in turn. `spread`: all that this program may run on, a processor
/// of each core first. Throws catalog::WrongUse if one is none that it may run on.
std::vector<std::uint32_t> parse_affinity(const std::string& option, const std::string& text);

/// `processors`, each core's first before any core's second, and so on. Those are of one core that
/// have one text in `cores`.
std::vector<std::uint32_t> spread(const std::vector<std::uint32_t>& processors,
                                  const std::vector<std::string>& cores);

}  // namespace tare::cli
