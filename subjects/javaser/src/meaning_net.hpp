// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "meaning_content.hpp"

namespace javaser {

// Readers of java.net's addresses.
bool inet4_address(Node node, std::string_view level, Content& out);
bool inet6_address(Node node, std::string_view level, Content& out);
bool inet_socket_address(Node node, std::string_view level, Content& out);

}  // namespace javaser
