// SPDX-License-Identifier: Apache-2.0
// The answers of discoveries, whatever they are written in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tarantool/discovery.hpp"

namespace tarantool {

/// A server as a discovery tells of it.
struct FoundInstance {
  std::string uri;
  std::string status;  ///< Empty: none was told.
};

/// The addresses of those that are available; an error if a URI is none, or nobody is there: a pool
/// that let all its servers go because of an empty answer would be of no use.
Result<Addresses> addresses_of(const std::vector<FoundInstance>& instances);

/// "discovery by what: why"
Error discovery_failure(Cause cause, const std::string& what, std::string_view why);

}  // namespace tarantool
