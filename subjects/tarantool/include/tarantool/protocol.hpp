// SPDX-License-Identifier: Apache-2.0
// The numbers of IPROTO, Tarantool's binary protocol (src/box/iproto_constants.h of Tarantool).
#pragma once

#include <cstdint>

namespace tarantool {

/// Requests.
enum class Command : std::uint32_t {
  select = 1,
  insert = 2,
  replace = 3,
  update = 4,
  erase = 5,    ///< IPROTO_DELETE
  call_16 = 6,  ///< Call as before 1.7: each returned value comes in a tuple of its own.
  auth = 7,
  eval = 8,
  upsert = 9,
  call = 10,
  execute = 11,  ///< SQL
  prepare = 13,  ///< SQL
  begin = 14,    ///< In a stream, as the next two.
  commit = 15,
  rollback = 16,
  ping = 64,
  vote = 68,
  id = 73,
  watch = 74,
  unwatch = 75,
  watch_once = 77,
};

/// What a reply's header has for its code besides 0 (fine) and error_bit | ER_*.
namespace reply_code {
inline constexpr std::uint32_t push = 128;          ///< IPROTO_CHUNK: box.session.push().
inline constexpr std::uint32_t event = 76;          ///< IPROTO_EVENT: for watchers.
inline constexpr std::uint32_t error_bit = 0x8000;  ///< IPROTO_TYPE_ERROR
}  // namespace reply_code

/// Keys of the maps that headers and bodies are.
enum class Key : std::uint8_t {
  request_type = 0x00,
  sync = 0x01,
  schema_version = 0x05,
  stream_id = 0x0a,
  space = 0x10,
  index = 0x11,
  limit = 0x12,
  offset = 0x13,
  iterator = 0x14,
  index_base = 0x15,
  key = 0x20,
  tuple = 0x21,  ///< Also arguments, and operations of an update.
  function = 0x22,
  user = 0x23,
  expression = 0x27,
  operations = 0x28,  ///< Of an upsert.
  ballot = 0x29,
  options = 0x2b,
  data = 0x30,
  error_24 = 0x31,  ///< The message alone, as before 2.4.
  metadata = 0x32,
  bind_metadata = 0x33,
  bind_count = 0x34,
  sql_text = 0x40,
  sql_bind = 0x41,
  sql_info = 0x42,
  statement = 0x43,
  error = 0x52,
  version = 0x54,
  features = 0x55,
  timeout = 0x56,
  event_key = 0x57,
  event_data = 0x58,
  isolation = 0x59,
};

/// Which tuples a select finds, and in what order.
enum class Iterator : std::uint8_t {
  eq = 0,
  req = 1,  ///< Equal, backwards.
  all = 2,
  lt = 3,
  le = 4,
  ge = 5,
  gt = 6,
  bits_all_set = 7,
  bits_any_set = 8,
  bits_all_not_set = 9,
  overlaps = 10,
  neighbor = 11,
};

/// What a server says in its answer to Command::id that it can do.
enum class Feature : std::uint8_t {
  streams = 0,
  transactions = 1,
  error_extension = 2,
  watchers = 3,
};

}  // namespace tarantool
