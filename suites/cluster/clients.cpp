// SPDX-License-Identifier: Apache-2.0
#include "clients.hpp"

#include <chrono>

#include "waiting.hpp"

namespace suite {

namespace {

constexpr std::size_t shared_loops = 2;

}  // namespace

void OwnClient::set_up(tare::Trial, const Target& target, const Load& load) {
  for (unsigned i = 0; i < load.connections; ++i)
    links_.add(connect(loop_, target.uris()[i % target.uris().size()]));
  operations_.prepare(loop_, *links_.front().connection, target, load.api);
}

void OwnClient::tear_down(tare::Trial) {
  links_.clear();
  loop_.run_once(std::chrono::milliseconds(0));
}

void OwnClient::drive() { loop_.run_once(std::chrono::milliseconds(1)); }

void SharedClient::set_up(tare::Trial, const Target& target, const Load& load) {
  for (std::size_t i = 0; i < shared_loops; ++i)
    loops_.push_back(std::make_unique<tarantool::BackgroundLoop>());
  for (unsigned i = 0; i < load.connections; ++i)
    links_.add(
        connect(loops_[i % loops_.size()]->loop(), target.uris()[i % target.uris().size()], true));
  operations_.prepare(loops_.front()->loop(), *links_.front().connection, target, load.api);
}

void SharedClient::tear_down(tare::Trial) {
  links_.clear();
  loops_.clear();
}

}  // namespace suite
