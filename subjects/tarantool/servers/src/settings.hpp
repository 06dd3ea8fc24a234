// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "tarantool/servers/server.hpp"

namespace tarantool::servers {

/// The Lua table that lua/start.lua reads: a chunk that returns it.
std::string settings_of(const Server& server, const Options& options,
                        const std::filesystem::path& control);

}  // namespace tarantool::servers
