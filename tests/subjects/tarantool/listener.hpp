// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <stdexcept>

#include "tarantool/address.hpp"
#include "tarantool/servers/descriptor.hpp"

namespace tarantool::testing {

/// The name of a port of 127.0.0.1.
inline sockaddr_in local_name(std::uint16_t port) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  name.sin_port = htons(port);
  return name;
}

/// Listens on a free port of 127.0.0.1.
class Listener {
 public:
  Listener() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in name = local_name(0);
    socklen_t size = sizeof name;
    auto* const plain = reinterpret_cast<sockaddr*>(&name);
    if (::bind(socket_.number(), plain, size) != 0 || ::listen(socket_.number(), 128) != 0 ||
        ::getsockname(socket_.number(), plain, &size) != 0) {
      throw std::runtime_error("cannot listen");
    }
    address_ = {"127.0.0.1", ntohs(name.sin_port), {}};
  }

  const Address& address() const { return address_; }
  /// The next client; -1 after stop(), which may be called on another thread.
  servers::Descriptor accept() const {
    return servers::Descriptor(::accept(socket_.number(), nullptr, nullptr));
  }
  void stop() { ::shutdown(socket_.number(), SHUT_RDWR); }

 private:
  servers::Descriptor socket_;
  Address address_;
};

}  // namespace tarantool::testing
