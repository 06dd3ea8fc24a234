// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tarantool/servers/descriptor.hpp"
#include "tarantool/servers/failure.hpp"
#include "tarantool/servers/options.hpp"
#include "tarantool/servers/port.hpp"

namespace tarantool::servers {

/// Whether there is a `tarantool` program to start.
bool available();

/// What a server is among others.
struct Role {
  std::string module;  ///< the Lua that it runs: `instance` for lua/instance.lua
  bool read_only = false;
  std::string instance_uuid = {};                       ///< of one of a replica set
  std::string master = {};                              ///< URI that a new replica begins from
  std::filesystem::path master_folder = {};             ///< and where that has its log
  std::vector<std::string> replicas = {};               ///< URIs of its replica set; empty: alone
  std::size_t shard = 0;                                ///< of a storage: which it is, from 0 …
  std::size_t shards = 1;                               ///< … of how many
  std::vector<std::vector<std::string>> storages = {};  ///< of a router: URIs of their replicas
  std::vector<std::string> routers = {};                ///< of a router: URIs of all of them
};

/// One Tarantool process, in a folder of its own. It ends with this object, with the process that
/// started it, and with the *thread* that last started it: a thread that starts servers must live
/// as long as they do. To be used by one thread at a time.
class Server {
 public:
  /// Reserves an address; nothing runs yet. The server's folder will be in `parent`,
  /// `name` is that folder's name, and the server's in messages.
  Server(const std::filesystem::path& parent, std::string name, Options options);
  /// Kills the process.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// What it is from its next start on.
  void set_role(Role role) { role_ = std::move(role); }
  const Role& role() const { return role_; }

  /// Whether its next start finds its master's log in the place of its own.
  void begin_anew(bool yes) { begins_anew_ = yes; }

  /// Starts the process; await_ready() waits until it answers. Throws Failure.
  void launch();
  void await_ready();
  /// Both of them.
  void start();
  /// Ends the process as an administrator does; kills it where that takes too long.
  void stop();
  /// Ends the process at once, paused or not: no goodbye to clients, nothing flushed.
  void kill9();
  /// Stops it where it runs, and starts it on the same address, in the same folder: it comes back
  /// with what its own log holds.
  void restart();
  /// The process hangs (SIGSTOP): its sockets are open and nobody answers.
  void pause();
  void resume();

  /// Whether the process is there, paused or not.
  bool running();
  /// Whether it runs and is not paused.
  bool answers() { return running() && !is_paused_; }
  /// -1 while there is no process.
  pid_t pid() const { return pid_; }

  const std::string& name() const { return name_; }
  /// `127.0.0.1:3301`, or `unix/:/tmp/…`: what it listens on, the same all its life.
  const std::string& uri() const { return uri_; }
  /// 0 of a server that listens on a unix socket.
  std::uint16_t port() const { return port_.number(); }
  /// Empty of a server that listens on a port.
  const std::string& unix_path() const { return unix_path_; }
  const std::filesystem::path& folder() const { return folder_; }

  /// Runs a chunk of Lua in the server as its administrator, beside its binary port, and returns
  /// the JSON of the list of what it returns: `[1,"a"]`. Throws Failure if it raises an error, and
  /// where the server does not answer within 30 s.
  std::string evaluate(std::string_view lua);

  /// The last lines of its log and output, joined with ` | `.
  std::string log_tail() const;

 private:
  [[noreturn]] void fail(const std::string& what);
  void signal(int number);
  bool ended_within(std::chrono::milliseconds patience);
  std::filesystem::path log() const;
  void copy_log_of_master() const;

  std::string name_;
  std::filesystem::path lua_;
  std::filesystem::path folder_;
  std::string control_;  ///< path of the socket that evaluate() speaks over
  Options options_;
  Role role_;
  Port port_;
  std::string unix_path_;
  std::string uri_;
  pid_t pid_ = -1;
  bool is_paused_ = false;
  bool begins_anew_ = false;
  Descriptor ready_;  ///< the server writes a line into its other end when it is ready
  std::string end_;   ///< how the process ended last: `exit code 1`, `signal 9`
};

}  // namespace tarantool::servers
