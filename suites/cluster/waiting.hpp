// SPDX-License-Identifier: Apache-2.0
// For set-up, which has nothing else to do while it waits.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <tarantool/connection.hpp>
#include <tare/tare.hpp>
#include <utility>

namespace suite {

/// What the answer is; fails the benchmark where it is an error. Runs the loop meanwhile, unless
/// another thread does.
template <class T>
T wait_for(tarantool::EventLoop& loop, std::future<tarantool::Result<T>>& answer,
           bool is_run_elsewhere = false) {
  using std::chrono::milliseconds;
  while (!is_run_elsewhere && answer.wait_for(milliseconds(0)) != std::future_status::ready)
    loop.run_once(milliseconds(10));
  auto result = answer.get();
  if (!result) tare::fail(to_string(result.error()));
  return *std::move(result);
}

inline std::shared_ptr<tarantool::Connection> connect(tarantool::EventLoop& loop,
                                                      const tarantool::Uri& uri,
                                                      bool is_run_elsewhere = false) {
  tarantool::ConnectionOptions options;
  options.credentials = uri.credentials;
  options.request_timeout = std::chrono::seconds(10);  // As in the original.
  auto connection = tarantool::Connection::connect(loop, uri.address, options);
  return wait_for(loop, connection, is_run_elsewhere);
}

}  // namespace suite
