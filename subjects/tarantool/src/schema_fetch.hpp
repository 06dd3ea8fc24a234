// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tarantool/schema.hpp"

namespace tarantool {

/// What was found, and under which versions: more than one where several servers answered, or while
/// the schema was being changed.
struct FetchedSchema {
  Spaces spaces;
  std::vector<std::uint64_t> versions;
};

Task<FetchedSchema> fetch_schema(std::shared_ptr<Sender> sender, SchemaSource source);

}  // namespace tarantool
