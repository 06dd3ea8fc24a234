// SPDX-License-Identifier: Apache-2.0
// How a pool finds out where its servers are.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tarantool/connection.hpp"

namespace tarantool {

using Addresses = std::vector<Address>;

/// Finds the servers' addresses and calls `found` with them once, on the loop's thread, within this
/// call or later. Called on the loop's thread. Any function that does so will do.
using Discovery =
    std::function<void(EventLoop& loop, std::function<void(Result<Addresses>)> found)>;

/// Always these.
Discovery discover_fixed(Addresses addresses);

/// What a stored function returns: a list of addresses ("host:port"), or a map of which each value
/// is a map with the `uri` of an instance, and its `status`; one whose status is there and is not
/// "available" is left out.
struct StoredFunction {
  std::string name;
  Addresses servers;  ///< Who may be asked: one after the other, until one answers.
  ConnectionOptions connection;
};
/// Connects for each discovery, and only for it.
Discovery discover_by_call(StoredFunction function);

/// What a web server answers to GET, in the same shapes as JSON.
struct HttpSource {
  /// Bytes of an answer, more than tens of thousands of instances need.
  static constexpr std::size_t most_body = std::size_t{1} << 20;

  std::string url;  ///< "http://host:port/path"; no port: 80.
  std::chrono::milliseconds timeout{1000};
};
Discovery discover_by_http(HttpSource source);

}  // namespace tarantool
