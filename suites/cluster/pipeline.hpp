// SPDX-License-Identifier: Apache-2.0
// Reads of which each is begun by the answer of another, as in a program that is driven by events.
#pragma once

#include <cstddef>
#include <string>
#include <tarantool/error.hpp>
#include <tare/tare.hpp>

#include "clients.hpp"
#include "load.hpp"

namespace suite {

class Pipeline {
 public:
  static constexpr auto scope = tare::Scope::thread;

  void set_up(tare::Trial, OwnClient& client, Keys& keys, const Load& load);
  void tear_down(tare::Trial);

  /// Returns when `n` more answers have come; as many as the load says are in flight.
  void complete(std::size_t n);

 private:
  void begin(const Link& link);
  void landed(const Link& link, const tarantool::Result<bool>& found);

  OwnClient* client_ = nullptr;
  Keys* keys_ = nullptr;
  std::size_t in_flight_ = 0;
  std::size_t completed_ = 0;
  bool is_ending_ = false;
  std::string failure_;
};

}  // namespace suite
