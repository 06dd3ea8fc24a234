// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tarantool/servers/descriptor.hpp"

namespace tarantool::servers {

/// A free TCP port of 127.0.0.1, kept for one server whether that runs or not: nobody else is given
/// it, and no connection goes out from it. Without that, a client that connects again and again to
/// a dead server's port would one day be given the very same port for its own end and talk to
/// itself.
class Port {
 public:
  Port() = default;  ///< none
  /// Throws Failure where there is none.
  static Port reserve();

  std::uint16_t number() const { return number_; }

 private:
  Descriptor socket_;
  std::uint16_t number_ = 0;
};

}  // namespace tarantool::servers
