// SPDX-License-Identifier: Apache-2.0
// Messages over a socket.
#pragma once

#include <unistd.h>

#include <variant>

#include "fork/wire.hpp"

namespace tare::fork {

/// One end of a socket pair; owns the descriptor.
class Connection {
 public:
  explicit Connection(int descriptor) : descriptor_(descriptor), owner_(getpid()) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int descriptor() const { return descriptor_; }

  /// Sends all of it, waiting as it must. Throws WireError if the other side is gone.
  void send(const Message& message);

  /// Waits for a message, which must be a T. Throws WireError if it is not, or none comes.
  template <class T>
  T receive() {
    Message message = receive_any();
    if (T* wanted = std::get_if<T>(&message)) return std::move(*wanted);
    throw WireError("the other side said something else than it should");
  }

  /// Reads some of what is there, without waiting. False at the end of the stream.
  bool read_available();

  /// The next whole message among what was read.
  std::optional<Message> next() { return decoder_.next(); }

 private:
  Message receive_any();

  int descriptor_;
  pid_t owner_;
  Decoder decoder_;
};

}  // namespace tare::fork
