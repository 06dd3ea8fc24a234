// SPDX-License-Identifier: Apache-2.0
// A connection to one server.
//
//   BackgroundLoop background;
//   auto made = Connection::connect(background.loop(), *Address::parse("localhost:3301")).get();
//   if (!made) std::cerr << to_string(made.error()) << '\n';
//   auto rows = (*made)->rows<Row>(select(512, args(1))).future().get();
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "tarantool/address.hpp"
#include "tarantool/event_loop.hpp"
#include "tarantool/sender.hpp"

namespace tarantool {

/// How to speak TLS (the server's is Tarantool Enterprise, or a proxy's).
struct TlsOptions {
  std::string ca_file;           ///< PEM of who may vouch for the server; empty: the system's.
  std::string certificate_file;  ///< PEM of the client's own; empty: none.
  std::string key_file;          ///< PEM.
  bool verify = true;            ///< That the server is who its certificate names.
  std::string server_name;       ///< Empty: the address's host.
};

/// What a connection takes at most.
struct ConnectionLimits {
  std::size_t in_flight = 65'536;              ///< Requests.
  std::size_t unsent = std::size_t{16} << 20;  ///< Bytes of requests; a single one may be larger.
  std::size_t reply = std::size_t{1} << 30;    ///< Bytes of a reply: more ends the connection.
  std::size_t kept_buffer = std::size_t{256}
                            << 10;  ///< Bytes of each buffer that are kept when idle.
};

struct ConnectionOptions {
  Credentials credentials;
  std::optional<TlsOptions> tls;
  std::chrono::milliseconds connect_timeout{1000};  ///< To the end of authentication.
  std::chrono::milliseconds request_timeout{2000};  ///< Of requests that have none of their own.
  ConnectionLimits limits;
};

/// Open from when it is given out until it is lost or closed, and never again. When it is, all its
/// requests in flight complete at once. Lives on in the loop until closed: its end closes it.
class Connection : public Sender {
 public:
  using Ready = std::function<void(Result<std::shared_ptr<Connection>>)>;
  /// Calls `ready` on the loop's thread.
  static void connect(EventLoop& loop, const Address& address, const ConnectionOptions& options,
                      Ready ready);
  static std::future<Result<std::shared_ptr<Connection>>> connect(
      EventLoop& loop, const Address& address, const ConnectionOptions& options = {});
  ~Connection() override;

  RequestId submit(const RequestRef& request, const SendOptions& options, Completion done) override;
  bool cancel(RequestId id) override;

  /// Ends it: what is in flight completes by Cause::cancelled.
  void close();
  /// The same for a reason of the caller's, by which what is in flight completes.
  void close(Error why);
  /// Called once on the loop's thread, after what was in flight has completed; at once if it is
  /// lost already. The second function given replaces the first.
  void on_close(std::function<void(const Error&)> function);
  bool is_open() const;

  /// Has `handler` called with a key's value, now and whenever it changes (box.broadcast), until
  /// unwatch() or the connection's end. Where the server has watchers. nil: the key has no value.
  void watch(std::string key, std::function<void(Decoder)> handler);
  void unwatch(const std::string& key);

  std::uint64_t number() const;  ///< Of this connection, unlike any other's of the process.
  const Address& address() const;
  std::size_t in_flight() const;       ///< Requests.
  std::uint64_t received() const;      ///< Bytes that have come, which tell that the server lives.
  std::string server_version() const;  ///< As "2.6.0".
  std::string server_uuid() const;     ///< Of the instance, as its greeting says.
  bool has(Feature feature) const;  ///< Of the server, as it says; servers before 2.10 have none.
  EventLoop& loop() const;

  class Core;

 private:
  explicit Connection(std::shared_ptr<Core> core);
  std::shared_ptr<Core> core_;
};

}  // namespace tarantool
