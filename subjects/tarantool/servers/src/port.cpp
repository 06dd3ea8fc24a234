// SPDX-License-Identifier: Apache-2.0
#include "tarantool/servers/port.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "tarantool/servers/failure.hpp"

namespace tarantool::servers {

Port Port::reserve() {
  Port port;
  port.socket_ = Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  const int yes = 1;
  // Bound but not listening. SO_REUSEADDR comes after bind(): so the kernel gives the port to
  // nobody else, but lets the server, which sets it too, bind and listen beside this socket.
  if (::bind(port.socket_.number(), generic, size) != 0 ||
      ::getsockname(port.socket_.number(), generic, &size) != 0 ||
      ::setsockopt(port.socket_.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0) {
    throw Failure(std::string("no free port on 127.0.0.1: ") + std::strerror(errno));
  }
  port.number_ = ntohs(address.sin_port);
  return port;
}

}  // namespace tarantool::servers
