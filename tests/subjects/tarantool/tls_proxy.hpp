// SPDX-License-Identifier: Apache-2.0
// TLS in front of a server that speaks none.
#pragma once

#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "tarantool/address.hpp"

namespace tarantool::testing {

/// A key and a certificate that vouches for itself, made by the program openssl.
struct Certificate {
  std::string file;  ///< PEM
  std::string key_file;

  /// Of all the names: "DNS:example.org,IP:127.0.0.1".
  Certificate(const std::string& folder, const std::string& name, const std::string& names)
      : file(folder + "/" + name + ".pem"), key_file(folder + "/" + name + ".key") {
    const std::string command =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 "
        "-subj /CN=" +
        name + " -addext subjectAltName=" + names + " -keyout " + key_file + " -out " + file +
        " >" + folder + "/openssl.log 2>&1";
    if (std::system(command.c_str()) != 0) throw std::runtime_error("no openssl program");
  }
};

/// Passes on what comes, on a thread of its own, until its end.
class TlsProxy {
 public:
  /// `client_ca`: PEM of who vouches for clients, which then must have a certificate; empty: none.
  TlsProxy(const Certificate& certificate, const Address& server, const std::string& client_ca = "")
      : server_(boost::asio::ip::make_address(server.host), server.port) {
    context_.use_certificate_chain_file(certificate.file);
    context_.use_private_key_file(certificate.key_file, boost::asio::ssl::context::pem);
    if (!client_ca.empty()) {
      context_.load_verify_file(client_ca);
      context_.set_verify_mode(boost::asio::ssl::verify_peer |
                               boost::asio::ssl::verify_fail_if_no_peer_cert);
    }
    accept();
    thread_ = std::thread([this] { loop_.run(); });
  }
  ~TlsProxy() {
    loop_.stop();
    thread_.join();
  }
  TlsProxy(const TlsProxy&) = delete;
  TlsProxy& operator=(const TlsProxy&) = delete;

  Address address() const { return {"127.0.0.1", acceptor_.local_endpoint().port(), ""}; }

 private:
  using Tcp = boost::asio::ip::tcp;
  using Error = boost::system::error_code;

  class Session : public std::enable_shared_from_this<Session> {
   public:
    Session(Tcp::socket client, boost::asio::ssl::context& context)
        : client_(std::move(client), context), server_(client_.get_executor()) {}

    void start(const Tcp::endpoint& server) {
      client_.async_handshake(boost::asio::ssl::stream_base::server,
                              [self = shared_from_this(), server](const Error& error) {
                                if (!error) self->connect(server);
                              });
    }

   private:
    using Bytes = std::array<char, 65536>;

    void connect(const Tcp::endpoint& server) {
      server_.async_connect(server, [self = shared_from_this()](const Error& error) {
        if (error) return;
        self->pass(self->client_, self->server_, self->there_);
        self->pass(self->server_, self->client_, self->back_);
      });
    }
    template <class From, class To>
    void pass(From& from, To& to, Bytes& bytes) {
      from.async_read_some(boost::asio::buffer(bytes), [self = shared_from_this(), &from, &to,
                                                        &bytes](const Error& error, std::size_t n) {
        if (error) return self->close();
        boost::asio::async_write(to, boost::asio::buffer(bytes, n),
                                 [self, &from, &to, &bytes](const Error& failure, std::size_t) {
                                   if (failure) return self->close();
                                   self->pass(from, to, bytes);
                                 });
      });
    }
    void close() {
      Error ignored;
      client_.next_layer().close(ignored);
      server_.close(ignored);
    }

    boost::asio::ssl::stream<Tcp::socket> client_;
    Tcp::socket server_;
    Bytes there_;
    Bytes back_;
  };

  void accept() {
    acceptor_.async_accept([this](const Error& error, Tcp::socket client) {
      if (!error) std::make_shared<Session>(std::move(client), context_)->start(server_);
      accept();
    });
  }

  boost::asio::io_context loop_;
  boost::asio::ssl::context context_{boost::asio::ssl::context::tls_server};
  const Tcp::endpoint server_;
  Tcp::acceptor acceptor_{loop_, {boost::asio::ip::address_v4::loopback(), 0}};
  std::thread thread_;
};

}  // namespace tarantool::testing
