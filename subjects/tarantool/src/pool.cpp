// SPDX-License-Identifier: Apache-2.0
#include "tarantool/pool.hpp"

#include <utility>

#include "pool_core.hpp"

namespace tarantool {

Pool::Pool(EventLoop& loop, Addresses addresses, PoolOptions options)
    : Pool(loop, discover_fixed(std::move(addresses)), std::move(options)) {}

Pool::Pool(EventLoop& loop, Discovery discovery, PoolOptions options)
    : core_(std::make_shared<Core>(loop, std::move(discovery), std::move(options))) {
  loop.post([core = core_] { core->start(); });
}

Pool::~Pool() {
  close();
  core_->fall_silent();
}

RequestId Pool::submit(const RequestRef& request, const SendOptions& options, Completion done) {
  return core_->submit(request, options, std::move(done));
}

bool Pool::cancel(RequestId id) { return core_->cancel(id); }

void Pool::ready(Until until, Ready ready) {
  core_->loop.post([core = core_, until, ready = std::move(ready)] { core->ready(until, ready); });
}

std::future<Result<Done>> Pool::ready(Until until) {
  auto promise = std::make_shared<std::promise<Result<Done>>>();
  ready(until, [promise](Result<Done> result) { promise->set_value(std::move(result)); });
  return promise->get_future();
}

void Pool::refresh() {
  core_->loop.post([core = core_] { core->discover(); });
}

void Pool::set_addresses(Addresses addresses) {
  core_->loop.post(
      [core = core_, addresses = std::move(addresses)] { core->set_addresses(addresses); });
}

void Pool::reconnect(Which which) {
  core_->loop.post([core = core_, which] { core->reconnect(which); });
}

void Pool::select_anew() {
  core_->loop.post([core = core_] { core->publish(); });
}

void Pool::close() {
  core_->refuse();
  core_->loop.post([core = core_] { core->shut(); });
}

Connections Pool::connections() const { return core_->connections(); }
EventLoop& Pool::loop() const { return core_->loop; }

}  // namespace tarantool
