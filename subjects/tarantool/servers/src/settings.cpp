// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

#include <string_view>
#include <vector>

namespace tarantool::servers {
namespace {

std::string lua(std::string_view text) {
  std::string quoted = "\"";
  for (const char byte : text) {
    if (byte == '"' || byte == '\\' || byte == '\n') quoted += '\\';
    quoted += byte;
  }
  return quoted + '"';
}

std::string lua(const std::string& text) { return lua(std::string_view(text)); }
std::string lua(bool value) { return value ? "true" : "false"; }
std::string lua(std::size_t number) { return std::to_string(number); }

template <typename Value>
std::string lua(const std::vector<Value>& list) {
  std::string table = "{";
  for (const Value& value : list) table += lua(value) + ", ";
  return table + "}";
}

}  // namespace

std::string settings_of(const Server& server, const Options& options,
                        const std::filesystem::path& control) {
  const Role& role = server.role();
  const std::string listen = server.unix_path().empty() ? server.uri() : server.unix_path();
  std::string table = "return {\n";
  const auto entry = [&table](std::string_view key, const std::string& value) {
    table.append("  ").append(key).append(" = ").append(value).append(",\n");
  };
  entry("name", lua(server.name()));
  entry("role", lua(role.module));
  entry("listen", lua(listen));
  entry("control", lua(control.string()));
  entry("memtx_memory", lua(options.memtx_memory));
  entry("memtx_max_tuple_size", lua(options.memtx_max_tuple_size));
  entry("readahead", lua(options.readahead));
  entry("net_msg_max", lua(std::size_t{options.net_msg_max}));
  entry("wal_mode", lua(options.wal_mode));
  entry("records", lua(std::size_t{options.records}));
  entry("first_key", lua(std::size_t{first_key}));
  entry("read_only", lua(role.read_only));
  entry("instance_uuid", lua(role.instance_uuid));
  entry("master", lua(role.master));
  entry("replicas", lua(role.replicas));
  entry("shard", lua(role.shard));
  entry("shards", lua(role.shards));
  entry("storages", lua(role.storages));
  entry("routers", lua(role.routers));
  entry("user", lua(user));
  entry("password", lua(password));
  entry("stranger", lua(stranger));
  entry("stranger_password", lua(stranger_password));
  entry("extra_lua", lua(options.extra_lua));
  return table + "}\n";
}

}  // namespace tarantool::servers
