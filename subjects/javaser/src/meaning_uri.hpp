// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace javaser {

/// java.net.URI.hashCode() of the URI with that text, in ASCII. Nothing where it takes more than
/// splitting: escaped bytes, names of hosts that need a closer look.
std::optional<std::int32_t> hash_of_uri(std::string_view text);

}  // namespace javaser
