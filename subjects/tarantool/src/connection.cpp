// SPDX-License-Identifier: Apache-2.0
#include "tarantool/connection.hpp"

#include <utility>

#include "connection_core.hpp"

namespace tarantool {

Connection::Connection(std::shared_ptr<Core> core) : core_(std::move(core)) {}
Connection::~Connection() { core_->close(); }

void Connection::connect(EventLoop& loop, const Address& address, const ConnectionOptions& options,
                         Ready ready) {
  auto core = std::make_shared<Core>(loop, address, options);
  loop.post([core = std::move(core), ready = std::move(ready)] { core->open(ready); });
}

std::future<Result<std::shared_ptr<Connection>>> Connection::connect(
    EventLoop& loop, const Address& address, const ConnectionOptions& options) {
  auto promise = std::make_shared<std::promise<Result<std::shared_ptr<Connection>>>>();
  connect(loop, address, options, [promise](Result<std::shared_ptr<Connection>> connection) {
    promise->set_value(std::move(connection));
  });
  return promise->get_future();
}

RequestId Connection::submit(const RequestRef& request, const SendOptions& options,
                             Completion done) {
  return core_->submit(request, options, std::move(done));
}

bool Connection::cancel(RequestId id) { return core_->cancel(id); }
void Connection::close() { core_->close(); }
void Connection::close(Error why) { core_->close(std::move(why)); }
void Connection::on_close(std::function<void(const Error&)> function) {
  core_->on_close(std::move(function));
}
bool Connection::is_open() const { return core_->is_open(); }

void Connection::watch(std::string key, std::function<void(Decoder)> handler) {
  core_->watch(std::move(key), std::move(handler));
}
void Connection::unwatch(const std::string& key) { core_->unwatch(key); }

std::uint64_t Connection::number() const { return core_->number; }
const Address& Connection::address() const { return core_->address; }
std::size_t Connection::in_flight() const { return core_->in_flight(); }
std::uint64_t Connection::received() const { return core_->received(); }
std::string Connection::server_version() const { return core_->greeting.version; }
std::string Connection::server_uuid() const { return core_->greeting.uuid; }
bool Connection::has(Feature feature) const { return core_->has(feature); }
EventLoop& Connection::loop() const { return core_->loop; }

}  // namespace tarantool
