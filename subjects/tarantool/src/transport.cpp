// SPDX-License-Identifier: Apache-2.0
#include "transport.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <string>
#include <utility>
#include <vector>

#include "event_loop_core.hpp"

namespace tarantool {

namespace asio = boost::asio;
using boost::system::error_code;
using Socket = asio::generic::stream_protocol::socket;
using Endpoint = asio::generic::stream_protocol::endpoint;

namespace {

template <class Stream>
void read_from(Stream& stream, char* to, std::size_t n, std::shared_ptr<TransportUser> user,
               std::shared_ptr<void> kept = nullptr) {
  HandlerMemory& memory = user->read_memory;
  auto done = [user = std::move(user), kept = std::move(kept)](
                  const error_code& error, std::size_t got) { user->on_read(error, got); };
  stream.async_read_some(asio::buffer(to, n), RememberedHandler(memory, std::move(done)));
}

template <class Stream>
void write_to(Stream& stream, const char* from, std::size_t n, std::shared_ptr<TransportUser> user,
              std::shared_ptr<void> kept = nullptr) {
  HandlerMemory& memory = user->write_memory;
  auto done = [user = std::move(user), kept = std::move(kept)](
                  const error_code& error, std::size_t sent) { user->on_written(error, sent); };
  stream.async_write_some(asio::buffer(from, n), RememberedHandler(memory, std::move(done)));
}

void close_socket(Socket& socket) {
  error_code ignored;
  socket.close(ignored);
}

class PlainTransport final : public Transport {
 public:
  explicit PlainTransport(Socket socket) : socket_(std::move(socket)) {}

  void read_some(char* to, std::size_t n, std::shared_ptr<TransportUser> user) override {
    read_from(socket_, to, n, std::move(user));
  }
  void write_some(const char* from, std::size_t n, std::shared_ptr<TransportUser> user) override {
    write_to(socket_, from, n, std::move(user));
  }
  std::size_t write_now(const char* from, std::size_t n) override {
    error_code error;
    return socket_.write_some(asio::buffer(from, n), error);
  }
  void close() override { close_socket(socket_); }

 private:
  Socket socket_;
};

using TlsStream = asio::ssl::stream<Socket>;

class TlsTransport final : public Transport {
 public:
  explicit TlsTransport(std::shared_ptr<TlsStream> stream) : stream_(std::move(stream)) {}

  void read_some(char* to, std::size_t n, std::shared_ptr<TransportUser> user) override {
    read_from(*stream_, to, n, std::move(user), stream_);
  }
  void write_some(const char* from, std::size_t n, std::shared_ptr<TransportUser> user) override {
    write_to(*stream_, from, n, std::move(user), stream_);
  }
  std::size_t write_now(const char*, std::size_t) override { return 0; }  // Its writes also read.
  void close() override { close_socket(stream_->next_layer()); }

 private:
  // What it is doing works on the stream even after it was closed: that keeps the stream too.
  std::shared_ptr<TlsStream> stream_;
};

/// Throws what of the options cannot be used.
asio::ssl::context make_context(const TlsOptions& options) {
  asio::ssl::context context(asio::ssl::context::tls_client);
  context.set_options(asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1);
  if (options.ca_file.empty()) {
    context.set_default_verify_paths();
  } else {
    context.load_verify_file(options.ca_file);
  }
  if (!options.certificate_file.empty()) {
    context.use_certificate_chain_file(options.certificate_file);
    context.use_private_key_file(options.key_file, asio::ssl::context::pem);
  }
  return context;
}

class OpeningHere final : public Opening, public std::enable_shared_from_this<OpeningHere> {
  /// A handler that keeps what it works on, and does nothing once that is cancelled.
  template <class F>
  auto kept(F handler) {
    return
        [self = shared_from_this(), handler = std::move(handler)](const auto&... result) mutable {
          if (!self->is_cancelled_) handler(result...);
        };
  }

 public:
  OpeningHere(EventLoop& loop, const Address& address, const std::optional<TlsOptions>& tls,
              Done done)
      : address_(address),
        tls_(tls),
        done_(std::move(done)),
        resolver_(loop.core().context),
        socket_(loop.core().context) {}

  void start() {
    if (address_.host.empty()) {
      connect_to_path();
      return;
    }
    resolver_.async_resolve(address_.host, std::to_string(address_.port),
                            kept([this](const error_code& error, const auto& found) {
                              if (error) return fail("cannot resolve", error);
                              std::vector<Endpoint> endpoints;
                              for (const auto& entry : found) {
                                endpoints.emplace_back(entry.endpoint());
                              }
                              connect(std::move(endpoints));
                            }));
  }

  void cancel() override {
    is_cancelled_ = true;
    resolver_.cancel();
    close_socket(stream_ ? stream_->next_layer() : socket_);
  }

 private:
  void connect_to_path() {
    // Longer paths do not fit sockaddr_un, which Asio tells by an exception.
    if (address_.path.size() >= sizeof(sockaddr_un::sun_path)) {
      return fail("cannot connect", asio::error::name_too_long);
    }
    connect({Endpoint(asio::local::stream_protocol::endpoint(address_.path))});
  }

  void connect(std::vector<Endpoint> endpoints) {
    endpoints_ = std::move(endpoints);
    asio::async_connect(socket_, endpoints_.begin(), endpoints_.end(),
                        kept([this](const error_code& error, auto) {
                          if (error) return fail("cannot connect", error);
                          connected();
                        }));
  }

  void connected() {
    error_code error;
    if (!address_.host.empty()) socket_.set_option(asio::ip::tcp::no_delay(true), error);
    if (!error) socket_.non_blocking(true, error);
    if (error) return fail("cannot set the socket up", error);
    if (tls_) return shake_hands();
    done_(std::unique_ptr<Transport>(std::make_unique<PlainTransport>(std::move(socket_))));
  }

  void shake_hands() {
    try {
      asio::ssl::context context = make_context(*tls_);  // The stream keeps what it needs of it.
      stream_ = std::make_shared<TlsStream>(std::move(socket_), context);
      const std::string& name = tls_->server_name.empty() ? address_.host : tls_->server_name;
      SSL_set_tlsext_host_name(stream_->native_handle(), name.c_str());
      stream_->set_verify_mode(tls_->verify ? asio::ssl::verify_peer : asio::ssl::verify_none);
      if (tls_->verify) stream_->set_verify_callback(asio::ssl::host_name_verification(name));
    } catch (const boost::system::system_error& error) {
      return fail("cannot use the TLS files", error.code());
    }
    stream_->async_handshake(
        asio::ssl::stream_base::client, kept([this](const error_code& error) {
          if (error) return fail("no TLS", error);
          done_(std::unique_ptr<Transport>(std::make_unique<TlsTransport>(std::move(stream_))));
        }));
  }

  void fail(const char* what, const error_code& error) {
    done_(network_error(address_, what, error));
  }

  const Address address_;
  const std::optional<TlsOptions> tls_;
  const Done done_;
  bool is_cancelled_ = false;
  asio::ip::tcp::resolver resolver_;
  std::vector<Endpoint> endpoints_;
  Socket socket_;
  std::shared_ptr<TlsStream> stream_;
};

}  // namespace

std::shared_ptr<Opening> open_transport(EventLoop& loop, const Address& address,
                                        const std::optional<TlsOptions>& tls, Opening::Done done) {
  auto opening = std::make_shared<OpeningHere>(loop, address, tls, std::move(done));
  opening->start();
  return opening;
}

Error network_error(const Address& address, const char* what, const error_code& error) {
  return make_error(Cause::network, address.to_string() + ": " + what + ": " + error.message());
}

}  // namespace tarantool
