// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>

#include "tarantool/event_loop.hpp"

namespace tarantool {

struct EventLoop::Core {
  /// One thread at a time: the hint spares the context's locks between several.
  boost::asio::io_context context{1};
};

}  // namespace tarantool
