// SPDX-License-Identifier: Apache-2.0
#include "tarantool/servers/topologies.hpp"

#include <utility>

namespace tarantool::servers {
namespace {

using Servers = std::vector<std::unique_ptr<Server>>;

/// `name-1`, `name-2` …, which other servers must be able to reach.
Servers numbered_servers(const std::filesystem::path& parent, const std::string& name,
                         const Options& options, std::size_t count) {
  if (options.transport != Options::Transport::tcp) {
    throw Failure(name + ": only an instance can listen on a unix socket");
  }
  Servers servers;
  for (std::size_t number = 1; number <= count; ++number) {
    servers.push_back(
        std::make_unique<Server>(parent, name + "-" + std::to_string(number), options));
  }
  return servers;
}

std::vector<std::string> uris_of(const Servers& servers) {
  std::vector<std::string> uris;
  for (const auto& server : servers) uris.push_back(server->uri());
  return uris;
}

/// The same for the same place in a replica set: so the others know a server that begins anew.
std::string uuid_of(std::size_t index) {
  const std::string number = std::to_string(index + 1);
  return "00000000-0000-4000-8000-" + std::string(12 - number.size(), '0') + number;
}

}  // namespace

Instance::Instance(const Options& options) : server_(folder_.path(), "instance", options) {
  server_.set_role({.module = "instance"});
  server_.start();
}

ReplicaSet::ReplicaSet(const Options& options, std::size_t size)
    : folder_(std::make_unique<TemporaryFolder>()),
      servers_(numbered_servers(folder_->path(), "replica", options, size)) {
  assign({.module = "replica"});
  launch();
  await_ready();
}

ReplicaSet::ReplicaSet(const std::filesystem::path& parent, const std::string& name,
                       const Role& role, const Options& options, std::size_t size)
    : servers_(numbered_servers(parent, name, options, size)) {
  assign(role);
}

void ReplicaSet::assign(Role role) {
  if (size() > 1) role.replicas = uris();
  if (master_ < size()) {
    role.master = master().uri();
    role.master_folder = master().folder();
  }
  for (std::size_t index = 0; index < size(); ++index) {
    role.read_only = index != master_;
    role.instance_uuid = uuid_of(index);
    servers_[index]->set_role(role);
  }
}

void ReplicaSet::launch() {
  for (const auto& server : servers_) server->launch();
}

void ReplicaSet::await_ready() {
  for (const auto& server : servers_) server->await_ready();
}

std::vector<std::string> ReplicaSet::uris() const { return uris_of(servers_); }

void ReplicaSet::promote(std::size_t index) {
  if (!server(index).answers()) {
    throw Failure(server(index).name() + " cannot become the master: it does not run");
  }
  server(index).begin_anew(false);
  // What a dead master's log has and nobody else would be refused by the others, and with it all
  // that comes after. (It takes the new one's log rather than join as a new replica does: that
  // makes a snapshot, and Tarantool 2.6 can load none that has records of a synchronous space.)
  const bool is_cut_off = master_ < size() && !master().answers();
  if (is_cut_off) master().begin_anew(true);
  demote();
  master_ = index;
  assign(master().role());
  std::string positions;
  for (const auto& other : servers_) {
    if (other.get() == &master() || !other->answers()) continue;
    if (!positions.empty()) positions += ',';
    positions += other->evaluate("return require('replication').position()");
  }
  master().evaluate("require('replication').promote('[" + positions + "]')");
}

void ReplicaSet::demote() {
  const std::size_t former = std::exchange(master_, size());
  if (former == size()) return;
  assign(server(former).role());
  if (server(former).answers()) server(former).evaluate("require('replication').demote()");
}

ShardedCluster::ShardedCluster(const Options& options, Size size) {
  Role router{.module = "router"};
  for (std::size_t number = 0; number < size.storages; ++number) {
    const Role storage{.module = "storage", .shard = number, .shards = size.storages};
    storages_.push_back(std::make_unique<ReplicaSet>(
        folder_.path(), "storage-" + std::to_string(number + 1), storage, options, size.replicas));
    router.storages.push_back(storages_.back()->uris());
  }
  routers_ = numbered_servers(folder_.path(), "router", options, size.routers);
  router.routers = router_uris();
  for (const auto& server : routers_) server->set_role(router);

  for (const auto& storage : storages_) storage->launch();
  for (const auto& server : routers_) server->launch();
  for (const auto& storage : storages_) storage->await_ready();
  for (const auto& server : routers_) server->await_ready();
  // Patience for what takes a moment.
  for (const auto& server : routers_) server->evaluate("assert(cluster.wait_connected(20))");
}

std::vector<std::string> ShardedCluster::router_uris() const { return uris_of(routers_); }

}  // namespace tarantool::servers
