// SPDX-License-Identifier: Apache-2.0
#include "lua_sources.hpp"

#include "whole_file.hpp"

namespace tarantool::servers {

void write_lua_sources(const std::filesystem::path& folder) {
  std::error_code told_by_the_writing;
  std::filesystem::create_directories(folder, told_by_the_writing);
  for (const LuaSource& source : lua_sources()) write_file(folder / source.name, source.text);
}

}  // namespace tarantool::servers
