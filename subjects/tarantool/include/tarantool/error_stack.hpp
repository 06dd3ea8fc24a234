// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tarantool/error.hpp"
#include "tarantool/msgpack.hpp"

namespace tarantool {

/// Reads errors and their causes: the next value is such a map as comes with an error reply
/// (IPROTO_ERROR), or an extension that holds one, as servers send errors that are values. What it
/// does not know is skipped. False after Decoder::fail(); the stack is then anything.
bool read_error_stack(Decoder& decoder, std::vector<ErrorFrame>& stack);

}  // namespace tarantool
