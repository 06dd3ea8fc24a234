// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace tarantool::servers {

struct LuaSource {
  std::string_view name;  ///< `router.lua`
  std::string_view text;
};

/// The files of lua/, which the build embeds.
std::span<const LuaSource> lua_sources();

/// Writes them all into `folder`, which it makes if need be. Throws Failure.
void write_lua_sources(const std::filesystem::path& folder);

}  // namespace tarantool::servers
