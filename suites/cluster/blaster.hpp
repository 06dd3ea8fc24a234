// SPDX-License-Identifier: Apache-2.0
// The ceiling: requests that were encoded before, whose answers are counted and not looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tare/tare.hpp>
#include <vector>

#include "load.hpp"
#include "target.hpp"

namespace suite {

/// One connection that does as little as a client can.
class Blaster {
 public:
  static constexpr auto scope = tare::Scope::thread;

  Blaster() = default;
  ~Blaster();
  Blaster(const Blaster&) = delete;
  Blaster& operator=(const Blaster&) = delete;

  void set_up(tare::Trial, const Target& target, const Load& load, Keys& keys);
  void tear_down(tare::Trial);

  /// Returns when `n` more requests have been answered; as many as the load says are in flight.
  void complete(std::size_t n);

 private:
  void encode(const Target& target, const Load& load, Keys& keys);
  void send_some();
  void receive_some();

  int socket_ = -1;
  std::size_t most_in_flight_ = 0;
  std::string requests_;           // One after another,
  std::vector<std::size_t> ends_;  // and where each ends.
  std::size_t next_ = 0;           // Of those, the one to be sent first.
  std::size_t sent_of_next_ = 0;   // Bytes of it.
  std::size_t in_flight_ = 0;
  std::size_t completed_ = 0;
  std::string received_;
  std::size_t unread_ = 0;  // Bytes of the frame under way, or
  std::string length_;      // what has come of its length.
};

}  // namespace suite
