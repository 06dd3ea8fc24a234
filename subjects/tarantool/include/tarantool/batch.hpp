// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tarantool/error.hpp"
#include "tarantool/packed.hpp"

namespace tarantool {

/// A tuple of a batch that was not stored.
struct TupleError {
  Error error;
  std::optional<std::size_t> index;  ///< In the batch; routers do not tell it.
  Packed tuple;                      ///< As it was sent, or as a router tells it; nil: it does not.
};

/// What became of a batch: a part of it may have been stored, and the rest not.
template <class Row>
struct Batch {
  /// As they are stored now; a server's in the order of the batch, a router's in any.
  std::vector<Row> rows;
  std::vector<TupleError> errors;  ///< Empty: all went well.
};

}  // namespace tarantool
