// SPDX-License-Identifier: Apache-2.0
// A server that follows a script, byte for byte: for what no real one at hand does.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tarantool/address.hpp"
#include "tarantool/codec.hpp"
#include "tarantool/protocol.hpp"
#include "tarantool/request.hpp"
#include "tarantool/servers/descriptor.hpp"

namespace tarantool::testing {

/// One value as MessagePack.
template <class T>
std::string packed(const T& value) {
  Buffer buffer;
  Encoder encoder(buffer);
  write(encoder, value);
  return std::string(buffer.view());
}

/// A map with numbers for keys, of values that are MessagePack already.
inline std::string packed_map(const std::vector<std::pair<std::uint64_t, std::string>>& entries) {
  Buffer buffer;
  Encoder encoder(buffer);
  encoder.map(entries.size());
  for (const auto& [key, value] : entries) {
    encoder.unsigned_integer(key);
    encoder.raw(value);
  }
  return std::string(buffer.view());
}

inline std::string header_of(std::uint64_t sync, std::uint32_t code = 0) {
  return packed_map({{0, packed(code)}, {1, packed(sync)}, {5, packed(80U)}});
}

/// The bytes of a reply whose header and body are MessagePack already.
inline std::string frame_of(std::string_view header, std::string_view body) {
  const auto length = static_cast<std::uint32_t>(header.size() + body.size());
  std::string frame = "\xce";
  for (int shift = 24; shift >= 0; shift -= 8) frame += static_cast<char>(length >> shift);
  return frame.append(header).append(body);
}

/// The body of a reply whose data is a list of one value.
template <class T>
std::string data_of(const T& value) {
  return packed_map({{0x30, packed(args(value))}});
}

/// A request as it came: its header and its body, by the keys' numbers.
struct FakeRequest {
  std::map<std::uint64_t, Value> header;
  std::map<std::uint64_t, Value> body;

  /// An entry of the header; 0: there is none.
  std::uint64_t number(Key key) const {
    const auto place = header.find(static_cast<std::uint64_t>(key));
    return place == header.end()
               ? 0
               : static_cast<std::uint64_t>(*place->second.template as<std::int64_t>());
  }
  const Value& field(Key key) const { return body.at(static_cast<std::uint64_t>(key)); }
  Command command() const { return static_cast<Command>(number(Key::request_type)); }
  std::uint64_t sync() const { return number(Key::sync); }
};

/// The script's end of a connection. Its functions throw Gone once the client has left.
class FakePeer {
 public:
  struct Gone : std::runtime_error {
    Gone() : runtime_error("the client has left") {}
  };

  explicit FakePeer(int socket) : socket_(socket) {}

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) throw Gone();
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  void reply(std::uint64_t sync, std::string_view body, std::uint32_t code = 0) {
    send(frame_of(header_of(sync, code), body));
  }
  /// A reply whose data is a list of one value.
  template <class T>
  void answer(const FakeRequest& request, const T& value) {
    reply(request.sync(), data_of(value));
  }

  /// Says hello as a server of that version does.
  void greet(const std::string& version = "2.6.0") {
    std::string line = "Tarantool " + version + " (Binary) 7170b4af-c72c-4f07-8729-08fc678543a1";
    line.resize(63, ' ');
    std::string salt = "QK2HoFZGXTXBq2vFj7soCsHqTo6PGTF575ssUBAJLAI=";
    salt.resize(63, ' ');
    send(line + "\n" + salt + "\n");
  }
  /// All that a server with these features does until the connection is open.
  void welcome(const std::vector<Feature>& features) {
    greet("2.11.0");
    const FakeRequest id = next();
    reply(id.sync(), packed_map({{0x54, packed(6)}, {0x55, packed(features)}}));
  }

  /// The next request, waited for.
  FakeRequest next() {
    const std::string prefix = read(5);  // As the client writes them.
    std::size_t length = 0;
    for (const char byte : prefix.substr(1))
      length = length << 8 | static_cast<unsigned char>(byte);
    const std::string bytes = read(length);
    Decoder decoder(bytes);
    FakeRequest request;
    if (prefix[0] != '\xce' || !tarantool::read(decoder, request.header) ||
        !tarantool::read(decoder, request.body) || !decoder.at_end()) {
      throw std::logic_error("this is no request");
    }
    return request;
  }
  void wait_for_end() {
    while (true) next();
  }

 private:
  std::string read(std::size_t n) {
    std::string bytes(n, '\0');
    for (std::size_t at = 0; at < n;) {
      const ssize_t got = recv(socket_, bytes.data() + at, n - at, 0);
      if (got <= 0) throw Gone();
      at += static_cast<std::size_t>(got);
    }
    return bytes;
  }

  int socket_;
};

/// Listens on a port of 127.0.0.1, and runs the script for one client after another, on a thread of
/// its own. The script's end closes the connection.
class FakeServer {
 public:
  using Script = std::function<void(FakePeer&)>;

  explicit FakeServer(Script script)
      : script_(std::move(script)), listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof name;
    auto* const plain = reinterpret_cast<sockaddr*>(&name);
    if (bind(listener_.number(), plain, size) != 0 || listen(listener_.number(), 128) != 0 ||
        getsockname(listener_.number(), plain, &size) != 0) {
      throw std::runtime_error("cannot listen");
    }
    address_ = {"127.0.0.1", ntohs(name.sin_port), ""};
    thread_ = std::thread([this] { serve(); });
  }
  /// Ends the connection that is open.
  ~FakeServer() {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
      shutdown(listener_.number(), SHUT_RDWR);
      shutdown(client_, SHUT_RDWR);
    }
    thread_.join();
  }
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;

  const Address& address() const { return address_; }

 private:
  void serve() {
    while (true) {
      const servers::Descriptor client(accept(listener_.number(), nullptr, nullptr));
      if (!begin(client.number())) return;
      try {
        FakePeer peer(client.number());
        script_(peer);
      } catch (const FakePeer::Gone&) {
      }
      begin(-1);
    }
  }
  /// False: no more.
  bool begin(int client) {
    const std::lock_guard lock(mutex_);
    client_ = client;
    return !is_stopping_;
  }

  Script script_;
  servers::Descriptor listener_;
  Address address_;
  std::mutex mutex_;
  bool is_stopping_ = false;
  int client_ = -1;
  std::thread thread_;
};

}  // namespace tarantool::testing
