// SPDX-License-Identifier: Apache-2.0
#include "stand_in.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <tarantool/codec.hpp>
#include <tarantool/protocol.hpp>
#include <utility>
#include <vector>

#include "frames.hpp"
#include "rows.hpp"

extern char** environ;  // NOLINT: POSIX's

namespace suite {

using tarantool::Buffer;
using tarantool::Command;
using tarantool::Decoder;
using tarantool::Encoder;
using tarantool::Key;

namespace {

constexpr std::string_view option = "--stand-in";
/// The spaces' numbers, as a new Tarantool gives them out.
constexpr std::uint32_t test_space = 512;
constexpr std::uint32_t profile = 513;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

const TestSpace test_row{first_key, 1, "64d22e4d-ac92-4a23-899a-e59f34af5479", 1};
const Profile profile_row{first_key, 1, "64d22e4d-ac92-4a23-899a-e59f34af5479", 1, 1};

/// An answer up to its sync, which is put in: 64 bits at sync_at.
struct Answer {
  static constexpr std::size_t sync_at = length_size + 9;  // 83 00 ce and 32 bits, 01 cf
  std::string bytes;
};

template <class Write>
Answer answer(Write write_data) {
  Buffer buffer;
  Encoder encoder(buffer);
  // As Tarantool writes it: numbers in their full size.
  using namespace std::string_view_literals;
  encoder.map(3);
  encoder.unsigned_integer(static_cast<std::uint64_t>(Key::request_type));
  encoder.raw("\xce\0\0\0\0"sv);
  encoder.unsigned_integer(static_cast<std::uint64_t>(Key::sync));
  encoder.unsigned_integer(~std::uint64_t{0});  // The place of 64 bits.
  encoder.unsigned_integer(static_cast<std::uint64_t>(Key::schema_version));
  encoder.raw("\xce\0\0\0\x50"sv);
  encoder.map(1);
  encoder.unsigned_integer(static_cast<std::uint64_t>(Key::data));
  write_data(encoder);
  Answer result;
  append_frame(result.bytes, buffer.view());
  return result;
}

template <class Row>
Answer one_row(const Row& row) {
  return answer([&](Encoder& encoder) { tarantool::write(encoder, std::vector{row}); });
}

/// As a router answers: `[{metadata = ..., rows = ...}, nil]`.
template <class Row>
Answer from_router(const Row& row) {
  return answer([&](Encoder& encoder) {
    encoder.array(2);
    encoder.map(2);
    encoder.string("metadata");
    encoder.array(tarantool::detail::field_count<Row>);
    for (const std::string_view name : tarantool::detail::Fields<Row>::names) {
      encoder.map(2);
      encoder.string("name");
      encoder.string(name);
      encoder.string("type");
      encoder.string("any");
    }
    encoder.string("rows");
    tarantool::write(encoder, std::vector{row});
    encoder.nil();
  });
}

Answer number(std::uint32_t value) {
  return answer([&](Encoder& encoder) { tarantool::write(encoder, std::vector{value}); });
}

/// What a request asks for, as far as its answer depends on it.
struct Question {
  Command command{};
  std::uint64_t sync = 0;
  std::uint32_t space = 0;
  std::string_view function;
  std::string_view first_argument;

  bool is_about_profile() const { return space == profile || first_argument == Profile::space; }
};

/// Reads a map's values by `read(key, decoder)`, which may leave one alone.
template <class Read>
void each(Decoder& decoder, Read read) {
  std::uint32_t n = 0;
  decoder.map(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint8_t key = 0;
    tarantool::read(decoder, key);
    const char* const value = decoder.position();
    read(static_cast<Key>(key), decoder);
    if (decoder.position() == value) decoder.skip();
  }
}

Question question(std::string_view frame) {
  Question asked;
  Decoder decoder(frame);
  each(decoder, [&](Key key, Decoder& value) {
    if (key == Key::request_type) tarantool::read(value, asked.command);
    if (key == Key::sync) tarantool::read(value, asked.sync);
  });
  each(decoder, [&](Key key, Decoder& value) {
    if (key == Key::space) tarantool::read(value, asked.space);
    if (key == Key::function) tarantool::read(value, asked.function);
    if (key == Key::tuple) {
      std::uint32_t n = 0;
      Decoder arguments(value.rest());
      if (arguments.array(n) && n != 0) arguments.string(asked.first_argument);
    }
  });
  return asked;
}

class Answers {
 public:
  void reply(const Question& asked, Buffer& out) const {
    const std::string& bytes = answer_to(asked).bytes;
    char* const at = out.room(bytes.size());
    std::memcpy(at, bytes.data(), bytes.size());
    for (std::size_t i = 0; i < 8; ++i) {
      at[Answer::sync_at + i] = static_cast<char>(asked.sync >> (56 - 8 * i));
    }
    out.advance(bytes.size());
  }

 private:
  const Answer& answer_to(const Question& asked) const {
    const bool second = asked.is_about_profile();
    if (asked.command == Command::eval) return number_[second];  // Of the space.
    if (asked.function.starts_with("crud.")) return router_[second];
    return row_[second];
  }

  std::array<Answer, 2> number_{number(test_space), number(profile)};
  std::array<Answer, 2> row_{one_row(test_row), one_row(profile_row)};
  std::array<Answer, 2> router_{from_router(test_row), from_router(profile_row)};
};

struct Peer {
  pollfd poll;
  Buffer in;
  Buffer out;
};

void answer_all(const Answers& answers, Peer& peer) {
  std::size_t done = 0;
  while (peer.in.size() - done > length_size) {
    const std::size_t length = length_at(peer.in.data() + done);
    if (peer.in.size() - done < length_size + length) break;
    answers.reply(question({peer.in.data() + done + length_size, length}), peer.out);
    done += length_size + length;
  }
  peer.in.consume(done);
}

/// False: it has gone.
bool serve_peer(const Answers& answers, Peer& peer) {
  if ((peer.poll.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
    constexpr std::size_t most = std::size_t{256} << 10U;
    const ssize_t n = recv(peer.poll.fd, peer.in.room(most), most, MSG_DONTWAIT);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return false;
    if (n > 0) peer.in.advance(static_cast<std::size_t>(n));
    answer_all(answers, peer);
  }
  if (peer.out.size() != 0) {
    const ssize_t n =
        send(peer.poll.fd, peer.out.data(), peer.out.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n > 0) peer.out.consume(static_cast<std::size_t>(n));
  }
  // Who does not take answers is not read from.
  peer.poll.events = peer.out.size() == 0 ? POLLIN : POLLOUT;
  return true;
}

void greet(int listener, std::vector<Peer>& peers) {
  const int socket = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (socket < 0) return;
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  Peer& peer = peers.emplace_back();
  peer.poll = {socket, POLLOUT, 0};
  std::string greeting = "Tarantool 2.6.0 (Binary) 00000000-0000-0000-0000-000000000000";
  greeting.resize(63, ' ');
  greeting += '\n' + std::string(44, 'A') + std::string(19, ' ') + '\n';
  peer.out.append(greeting.data(), greeting.size());
}

[[noreturn]] void serve_all(int listener) {
  const Answers answers;
  std::vector<Peer> peers;
  std::vector<pollfd> polled;
  while (true) {
    polled.assign(1, {listener, POLLIN, 0});
    for (const Peer& peer : peers) polled.push_back(peer.poll);
    if (poll(polled.data(), polled.size(), -1) < 0 && errno != EINTR) fail("poll");
    for (std::size_t i = peers.size(); i-- > 0;) {
      peers[i].poll.revents = polled[i + 1].revents;
      if (serve_peer(answers, peers[i])) continue;
      close(peers[i].poll.fd);
      peers.erase(peers.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (polled[0].revents != 0) greet(listener, peers);
  }
}

int listen_anywhere(std::uint16_t& port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (listener < 0 || bind(listener, plain, size) != 0 || listen(listener, 128) != 0 ||
      getsockname(listener, plain, &size) != 0) {
    fail("cannot listen for the stand-in");
  }
  port = ntohs(address.sin_port);
  return listener;
}

}  // namespace

StandIn::StandIn() {
  const int listener = listen_anywhere(port_);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, listener, STDIN_FILENO);
  std::string program = "/proc/self/exe";
  std::string argument(option);
  std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  const int error =
      posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(listener);
  if (error != 0) throw std::system_error(error, std::generic_category(), "the stand-in");
}

StandIn::~StandIn() {
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void StandIn::serve(int argc, char** argv) {
  if (argc != 2 || argv[1] != option) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // NOLINT: variadic in C
  serve_all(STDIN_FILENO);
}

}  // namespace suite
