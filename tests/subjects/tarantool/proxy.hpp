// SPDX-License-Identifier: Apache-2.0
// What lies between a client and a server, and may fail.
#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "listener.hpp"

namespace tarantool::testing {

/// Listens on a port of 127.0.0.1 and passes on what comes, for one client after the other. A
/// connection is cut when the server has sent so many bytes.
class CuttingProxy {
 public:
  /// Cuts nothing before cut_after().
  explicit CuttingProxy(const Address& server)
      : server_(local_name(server.port)), thread_([this] { serve(); }) {}
  ~CuttingProxy() {
    is_stopping_ = true;
    listener_.stop();
    thread_.join();
  }
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;

  const Address& address() const { return listener_.address(); }
  /// The connection that is open is cut after so many bytes more, and then no other.
  void cut_after(std::int64_t bytes) { left_ = bytes; }

 private:
  static constexpr std::int64_t unlimited = -1;

  void serve() {
    while (true) {
      const servers::Descriptor client = listener_.accept();
      if (client.number() < 0) return;
      const servers::Descriptor server(::socket(AF_INET, SOCK_STREAM, 0));
      const auto* const plain = reinterpret_cast<const sockaddr*>(&server_);
      if (::connect(server.number(), plain, sizeof server_) == 0) {
        pass_on(client.number(), server.number());
      }
    }
  }

  void pass_on(int client, int server) {
    while (!is_stopping_) {
      std::array<pollfd, 2> ends{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
      ::poll(ends.data(), ends.size(), 10);  // How long is_stopping_ may stay unseen.
      if (ends[0].revents != 0 && !pass(client, server, nullptr)) return;
      if (ends[1].revents != 0 && !pass(server, client, &left_)) return;
    }
  }

  /// Some of the bytes. False: that was the end.
  static bool pass(int from, int to, std::atomic<std::int64_t>* left) {
    std::array<char, 65536> bytes;
    std::int64_t n = ::recv(from, bytes.data(), bytes.size(), 0);
    if (n <= 0) return false;
    bool is_cut = false;
    if (left != nullptr && *left != unlimited) {
      is_cut = n >= *left;
      if (is_cut) n = left->exchange(unlimited);
      if (!is_cut) *left -= n;
    }
    for (std::int64_t sent = 0; sent < n;) {
      const auto more =
          ::send(to, bytes.data() + sent, static_cast<std::size_t>(n - sent), MSG_NOSIGNAL);
      if (more <= 0) return false;
      sent += more;
    }
    return !is_cut;
  }

  const sockaddr_in server_;
  Listener listener_;
  std::atomic<bool> is_stopping_{false};
  std::atomic<std::int64_t> left_{unlimited};
  std::thread thread_;
};

}  // namespace tarantool::testing
