// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tarantool/servers/server.hpp"
#include "tarantool/servers/temporary_folder.hpp"

namespace tarantool::servers {

/// One server on its own, with the spaces of lua/spaces.lua. Runs when constructed.
class Instance {
 public:
  explicit Instance(const Options& options = {});

  Server& server() { return server_; }
  const std::string& uri() const { return server_.uri(); }

 private:
  TemporaryFolder folder_;
  Server server_;
};

/// A master and the replicas that follow it. A write to the space `synchronous` waits for a quorum
/// of two. Server 0 is the master at first.
class ReplicaSet {
 public:
  /// A set of its own, with the spaces of an Instance. Runs when constructed, all having joined.
  explicit ReplicaSet(const Options& options = {}, std::size_t size = 3);
  /// A part of something: servers `name-1`, `name-2` … that run the Lua of `role`, in a folder of
  /// the caller's. Nothing runs before launch().
  ReplicaSet(const std::filesystem::path& parent, const std::string& name, const Role& role,
             const Options& options, std::size_t size);

  void launch();
  void await_ready();

  Server& server(std::size_t index) { return *servers_.at(index); }
  std::size_t size() const { return servers_.size(); }
  std::vector<std::string> uris() const;

  /// Which server takes writes; size() while none does.
  std::size_t master_index() const { return master_; }
  /// Throws std::out_of_range while there is none.
  Server& master() { return server(master_); }
  /// Makes a server, which must run, the master now and after its restarts: once it has all that
  /// any server has which answers, so that nothing acknowledged in `synchronous` is lost, and
  /// nothing at all where the former master answers. That one follows from now on. If it does not
  /// run, it begins anew at its next start; while it is paused nobody can tell it, and it takes
  /// itself for the master when it goes on. Throws Failure.
  void promote(std::size_t index);
  /// Leaves the set without a master.
  void demote();

 private:
  /// Tells each server its role from its next start on.
  void assign(Role role);

  std::unique_ptr<TemporaryFolder> folder_;  ///< of a set of its own
  std::vector<std::unique_ptr<Server>> servers_;
  std::size_t master_ = 0;
};

/// Storages that share the records by their bucket, each a replica set, and routers that know which
/// has what: they speak as the module crud does. Runs when constructed.
class ShardedCluster {
 public:
  struct Size {
    std::size_t routers = 3;
    std::size_t storages = 2;
    std::size_t replicas = 1;  ///< servers of each storage, its master among them
  };

  explicit ShardedCluster(const Options& options = {}) : ShardedCluster(options, Size{}) {}
  ShardedCluster(const Options& options, Size size);

  std::size_t routers() const { return routers_.size(); }
  Server& router(std::size_t index) { return *routers_.at(index); }
  std::vector<std::string> router_uris() const;
  std::size_t storages() const { return storages_.size(); }
  ReplicaSet& storage(std::size_t index) { return *storages_.at(index); }

 private:
  TemporaryFolder folder_;
  std::vector<std::unique_ptr<ReplicaSet>> storages_;
  std::vector<std::unique_ptr<Server>> routers_;
};

}  // namespace tarantool::servers
