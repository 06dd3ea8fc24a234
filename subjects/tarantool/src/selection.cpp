// SPDX-License-Identifier: Apache-2.0
#include "tarantool/selection.hpp"

#include <deque>
#include <utility>

namespace tarantool {
namespace {

class RoundRobin : public Chooser {
 public:
  explicit RoundRobin(Connections connections) : turns_(std::move(connections)) {}

  Connection* choose(Command, const SendOptions&) override { return turns_.next(); }

 private:
  Turns turns_;
};

class ParallelRoundRobin : public Chooser {
 public:
  explicit ParallelRoundRobin(const Connections& connections) {
    for (auto first = connections.begin(); first != connections.end();) {
      auto last = first;
      while (last != connections.end() && (*last)->address() == (*first)->address()) ++last;
      servers_.emplace_back(Connections(first, last));
      first = last;
    }
  }

  Connection* choose(Command, const SendOptions&) override {
    const auto n = static_cast<std::uint32_t>(servers_.size());
    if (n == 0) return nullptr;
    std::uint32_t server = turn_.fetch_add(1, std::memory_order_relaxed) % n;
    for (std::uint32_t tried = 0; tried < n; ++tried) {
      if (Connection* const connection = servers_[server].next()) return connection;
      if (++server == n) server = 0;
    }
    return nullptr;
  }

 private:
  std::deque<Turns> servers_;  // Turns do not move.
  std::atomic<std::uint32_t> turn_{0};
};

}  // namespace

Connection* Turns::next() {
  const auto n = static_cast<std::uint32_t>(connections_.size());
  if (n == 0) return nullptr;
  std::uint32_t at = turn_.fetch_add(1, std::memory_order_relaxed) % n;
  for (std::uint32_t tried = 0; tried < n; ++tried) {
    if (connections_[at]->is_open()) return connections_[at].get();
    if (++at == n) at = 0;
  }
  return nullptr;
}

Selection round_robin() {
  return [](const Connections& open) { return std::make_unique<RoundRobin>(open); };
}

Selection parallel_round_robin() {
  return [](const Connections& open) { return std::make_unique<ParallelRoundRobin>(open); };
}

}  // namespace tarantool
