// SPDX-License-Identifier: Apache-2.0
#include "tarantool/replica_set.hpp"

#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace tarantool {
namespace {

using Reads = ReplicaSetOptions::Reads;

/// Whether each server takes no writes; those that have not told yet are missing.
using Roles = std::map<Address, bool>;

class RoleChooser : public Chooser {
 public:
  RoleChooser(const Connections& open, const Roles& roles, Reads reads)
      : masters_(of_role(open, roles, false)),
        replicas_(of_role(open, roles, true)),
        all_(open),
        preferred_(preferred(reads)) {}

  Connection* choose(Command command, const SendOptions& options) override {
    if (!reads_only(command, options)) return masters_.next();
    Connection* const connection = preferred_.next();
    return connection != nullptr ? connection : all_.next();
  }

  const char* missing(Command command, const SendOptions& options) const override {
    return reads_only(command, options) ? "open connection" : "master";
  }

 private:
  static Connections of_role(const Connections& open, const Roles& roles, bool is_read_only) {
    Connections some;
    for (const auto& connection : open) {
      const auto role = roles.find(connection->address());
      if (role != roles.end() && role->second == is_read_only) some.push_back(connection);
    }
    return some;
  }

  Turns& preferred(Reads reads) {
    if (reads == Reads::any) return all_;
    return reads == Reads::master ? masters_ : replicas_;
  }

  Turns masters_;
  Turns replicas_;
  Turns all_;
  Turns& preferred_;
};

bool is_worth_a_search(const Error& error) {
  const bool was_refused = error.cause == Cause::server && (error.code == server_code::read_only ||
                                                            error.code == server_code::loading);
  return was_refused || is_passing(error);
}

}  // namespace

/// Who is master, as the servers say.
class ReplicaSet::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(EventLoop& loop, std::chrono::milliseconds period, Reads reads)
      : timer_(loop), period_(period), reads_(reads) {}

  std::optional<Address> master() const {
    const std::lock_guard lock(mutex_);
    return master_;
  }

  // On the loop's thread.
  void start(const std::shared_ptr<Pool>& pool);
  std::unique_ptr<Chooser> chooser(const Connections& open);
  /// Asks all servers for their roles.
  void search();
  void ask(Connection& connection);

 private:
  void told(const Address& address, const Reply& reply);

  std::weak_ptr<Pool> pool_;
  Timer timer_;
  const std::chrono::milliseconds period_;
  const Reads reads_;
  Roles roles_;
  std::set<Address> asked_;  // And not answered yet.

  mutable std::mutex mutex_;
  std::optional<Address> master_;
};

void ReplicaSet::Core::start(const std::shared_ptr<Pool>& pool) {
  pool_ = pool;
  pool->select_anew();  // Servers may have told their roles before the pool was known.
  search();
}

std::unique_ptr<Chooser> ReplicaSet::Core::chooser(const Connections& open) {
  Roles roles;
  std::optional<Address> master;
  for (const auto& connection : open) {
    // That of a server without a connection is forgotten: it may come back as something else.
    const auto role = roles_.find(connection->address());
    if (role == roles_.end()) continue;
    roles.insert(*role);
    if (!role->second && !master) master = role->first;
  }
  roles_ = std::move(roles);
  {
    const std::lock_guard lock(mutex_);
    master_ = std::move(master);
  }
  return std::make_unique<RoleChooser>(open, roles_, reads_);
}

void ReplicaSet::Core::search() {
  const auto pool = pool_.lock();
  if (!pool) return;
  for (const auto& connection : pool->connections()) ask(*connection);
  timer_.start(period_, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->search();
  });
}

void ReplicaSet::Core::ask(Connection& connection) {
  if (!asked_.insert(connection.address()).second) return;
  connection.send(vote(),
                  [weak = weak_from_this(), address = connection.address()](const Reply& reply) {
                    if (const auto self = weak.lock()) self->told(address, reply);
                  });
}

void ReplicaSet::Core::told(const Address& address, const Reply& reply) {
  asked_.erase(address);
  const auto ballot = read_ballot(reply);
  if (!ballot) return;
  const auto role = roles_.find(address);
  if (role != roles_.end() && role->second == ballot->is_read_only) return;
  roles_[address] = ballot->is_read_only;
  if (const auto pool = pool_.lock()) pool->select_anew();
}

namespace {

PoolOptions with_roles(PoolOptions options, const std::weak_ptr<ReplicaSet::Core>& weak) {
  options.selection = [weak](const Connections& open) -> std::unique_ptr<Chooser> {
    const auto core = weak.lock();
    return core ? core->chooser(open) : nullptr;
  };
  options.listeners.push_back({.connected = [weak](const std::shared_ptr<Connection>& connection) {
    if (const auto core = weak.lock()) core->ask(*connection);
  }});
  return options;
}

RetryPolicy with_search(RetryPolicy policy, const std::weak_ptr<ReplicaSet::Core>& weak) {
  policy.is_worth_it = is_worth_a_search;
  policy.on_retry = [weak](const Error&) {
    if (const auto core = weak.lock()) core->search();
  };
  return policy;
}

}  // namespace

ReplicaSet::ReplicaSet(EventLoop& loop, Addresses addresses, ReplicaSetOptions options)
    : ReplicaSet(loop, discover_fixed(std::move(addresses)), std::move(options)) {}

ReplicaSet::ReplicaSet(EventLoop& loop, Discovery discovery, ReplicaSetOptions options)
    : core_(std::make_shared<Core>(loop, options.role_period, options.reads)),
      pool_(std::make_shared<Pool>(loop, std::move(discovery),
                                   with_roles(std::move(options.pool), core_))),
      retrying_(loop, pool_, with_search(std::move(options.search), core_)) {
  loop.post([core = core_, pool = pool_] { core->start(pool); });
}

ReplicaSet::~ReplicaSet() { pool_->close(); }

RequestId ReplicaSet::submit(const RequestRef& request, const SendOptions& options,
                             Completion done) {
  return retrying_.submit(request, options, std::move(done));
}

bool ReplicaSet::cancel(RequestId id) { return retrying_.cancel(id); }
std::optional<Address> ReplicaSet::master() const { return core_->master(); }
Pool& ReplicaSet::pool() { return *pool_; }

}  // namespace tarantool
