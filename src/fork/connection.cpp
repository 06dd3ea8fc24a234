// SPDX-License-Identifier: Apache-2.0
#include "fork/connection.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace tare::fork {
namespace {

void wait_for(int descriptor, short event) {
  pollfd poller{descriptor, event, 0};
  while (poll(&poller, 1, -1) < 0 && errno == EINTR) {
  }
}

}  // namespace

Connection::~Connection() { close(descriptor_); }

void Connection::send(const Message& message) {
  // A benchmark that forks may return from its body twice: the copy has nothing to say.
  if (getpid() != owner_) _exit(EXIT_FAILURE);
  const std::string frame = encode(message);
  for (std::size_t sent = 0; sent < frame.size();) {
    const ssize_t n = ::send(descriptor_, frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
    if (n > 0) {
      sent += static_cast<std::size_t>(n);
    } else if (errno == EAGAIN) {
      wait_for(descriptor_, POLLOUT);
    } else if (errno != EINTR) {
      throw WireError(std::string("cannot send: ") + std::strerror(errno));
    }
  }
}

bool Connection::read_available() {
  std::array<char, 65536> buffer;
  const ssize_t n = recv(descriptor_, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (n > 0) decoder_.feed({buffer.data(), static_cast<std::size_t>(n)});
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

Message Connection::receive_any() {
  for (;;) {
    if (std::optional<Message> message = next()) return std::move(*message);
    wait_for(descriptor_, POLLIN);
    const bool open = read_available();
    if (std::optional<Message> message = next()) return std::move(*message);
    if (!open) throw WireError("the other side has closed");
  }
}

}  // namespace tare::fork
