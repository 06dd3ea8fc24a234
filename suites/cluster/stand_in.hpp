// SPDX-License-Identifier: Apache-2.0
// A server that does nothing but answer, so that the client is what limits.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace suite {

/// A process of its own: this program, started anew. It knows the requests of the benchmarks here
/// and has each one's answer ready, which is that for the first record, whatever was asked for.
class StandIn {
 public:
  StandIn();
  ~StandIn();
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

  std::string uri() const { return "127.0.0.1:" + std::to_string(port_); }

  /// Serves for ever if the arguments are that process's; else does nothing.
  static void serve(int argc, char** argv);

 private:
  pid_t pid_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace suite
