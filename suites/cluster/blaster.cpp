// SPDX-License-Identifier: Apache-2.0
#include "blaster.hpp"

#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <future>
#include <utility>

#include "frames.hpp"
#include "operations.hpp"
#include "waiting.hpp"

namespace suite {

using tarantool::Key;

namespace {

constexpr std::size_t greeting_size = 128;
/// Enough that their keys are all over the space, and few enough to stay in the cache.
constexpr std::size_t encoded_requests = 4096;

[[noreturn]] void fail(const char* what) {
  tare::fail(std::string(what) + ": " + std::strerror(errno));
}

int connect_to(const tarantool::Address& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found) != 0)
    tare::fail("cannot resolve " + address.host);
  const int socket = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool fine = connect(socket, found->ai_addr, found->ai_addrlen) == 0;
  freeaddrinfo(found);
  if (!fine) fail("cannot connect");
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  std::array<char, greeting_size> greeting{};
  if (recv(socket, greeting.data(), greeting.size(), MSG_WAITALL) != greeting_size)
    fail("no greeting");
  return socket;
}

/// Writes requests down in place of sending them.
class Recorder final : public tarantool::Sender {
 public:
  explicit Recorder(std::string& frames) : frames_(frames) {}

  tarantool::RequestId submit(const tarantool::RequestRef& request, const tarantool::SendOptions&,
                              tarantool::Completion) override {
    tarantool::Buffer buffer;
    tarantool::Encoder encoder(buffer);
    encoder.map(2);
    encoder.unsigned_integer(static_cast<std::uint64_t>(Key::request_type));
    encoder.unsigned_integer(static_cast<std::uint64_t>(request.command()));
    encoder.unsigned_integer(static_cast<std::uint64_t>(Key::sync));
    encoder.unsigned_integer(1);
    request.encode(encoder);
    append_frame(frames_, buffer.view());
    return {};
  }
  bool cancel(tarantool::RequestId) override { return false; }

 private:
  std::string& frames_;
};

}  // namespace

Blaster::~Blaster() {
  if (socket_ >= 0) close(socket_);
}

void Blaster::set_up(tare::Trial, const Target& target, const Load& load, Keys& keys) {
  most_in_flight_ = load.in_flight;
  encode(target, load, keys);
  socket_ = connect_to(target.uris().front().address);
  received_.resize(std::size_t{256} << 10U);
}

void Blaster::tear_down(tare::Trial) { close(std::exchange(socket_, -1)); }

void Blaster::encode(const Target& target, const Load& load, Keys& keys) {
  tarantool::EventLoop loop;
  if (!target.uris().front().credentials.user.empty())
    tare::fail("the ceiling is that of a guest, who has no name and password");
  const auto connection = connect(loop, target.uris().front());
  Operations operations;
  operations.prepare(loop, *connection, target, load.api);
  Records unused;
  // The answers will not be looked at, so one is first.
  std::promise<tarantool::Result<bool>> promise;
  auto answer = promise.get_future();
  operations.read(*connection, unused, keys.draw(),
                  [&](tarantool::Result<bool> found) { promise.set_value(std::move(found)); });
  if (!wait_for(loop, answer)) tare::fail("not the record that was asked for");
  Recorder recorder(requests_);
  for (std::size_t i = 0; i < encoded_requests; ++i) {
    operations.read(recorder, unused, keys.draw(), [](tarantool::Result<bool>) {});
    ends_.push_back(requests_.size());
  }
}

void Blaster::complete(std::size_t n) {
  completed_ = 0;
  while (completed_ < n) {
    if (in_flight_ < most_in_flight_ || sent_of_next_ != 0) send_some();
    receive_some();
  }
}

void Blaster::send_some() {
  const std::size_t first = (next_ == 0 ? 0 : ends_[next_ - 1]) + sent_of_next_;
  const std::size_t last = std::min(next_ + most_in_flight_ - in_flight_, ends_.size());
  const ssize_t n =
      send(socket_, requests_.data() + first, ends_[last - 1] - first, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (n < 0) {
    if (errno == EAGAIN || errno == EINTR) return;
    fail("cannot send");
  }
  const std::size_t end = first + static_cast<std::size_t>(n);
  while (next_ < last && ends_[next_] <= end) ++next_, ++in_flight_;
  sent_of_next_ = end - (next_ == 0 ? 0 : ends_[next_ - 1]);
  if (next_ == ends_.size()) next_ = 0;
}

void Blaster::receive_some() {
  const ssize_t n = recv(socket_, received_.data(), received_.size(), 0);
  if (n <= 0) fail("connection lost");
  std::string_view bytes(received_.data(), static_cast<std::size_t>(n));
  while (!bytes.empty()) {
    if (unread_ == 0) {
      const std::size_t part = std::min(length_size - length_.size(), bytes.size());
      length_.append(bytes.substr(0, part));
      bytes.remove_prefix(part);
      if (length_.size() < length_size) return;
      unread_ = length_at(length_.data());
      length_.clear();
    }
    const std::size_t part = std::min(unread_, bytes.size());
    bytes.remove_prefix(part);
    unread_ -= part;
    if (unread_ == 0) ++completed_, --in_flight_;
  }
}

}  // namespace suite
