// SPDX-License-Identifier: Apache-2.0
// Requests: what they ask for, and their bodies as MessagePack. They hold references to what they
// are made of and are meant to be passed on at once: connection.rows<Row>(select(512, args(1))).
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "tarantool/codec.hpp"
#include "tarantool/protocol.hpp"

namespace tarantool {

/// What can be sent: a command, and a body, which is a map.
template <class R>
concept Request = requires(const R& request, Encoder& encoder) {
  { R::command } -> std::convertible_to<Command>;
  request.encode(encoder);
};

/// Values that are written as an array; what args() makes.
template <class... T>
struct Arguments {
  std::tuple<const T&...> values;
};

/// A key, or the arguments of a function. Refers to what it is made of.
template <Writable... T>
Arguments<T...> args(const T&... values) {
  return {{values...}};
}

template <class... T>
struct Codec<Arguments<T...>> {
  static void write(Encoder& encoder, const Arguments<T...>& arguments) {
    encoder.array(sizeof...(T));
    const auto each = [&](const auto&... value) { (tarantool::write(encoder, value), ...); };
    std::apply(each, arguments.values);
  }
};

/// Changes of a tuple's fields, for update and upsert, done in their order. A field is named by its
/// position, from 0, or by its name (Tarantool 2.3 and later); a negative position counts from the
/// end.
class Updates {
 public:
  using Field = std::variant<std::int32_t, std::string>;

  template <Writable T>
  Updates& assign(Field field, const T& value) {
    return add('=', std::move(field), value);
  }
  template <Writable T>
  Updates& plus(Field field, const T& value) {
    return add('+', std::move(field), value);
  }
  template <Writable T>
  Updates& minus(Field field, const T& value) {
    return add('-', std::move(field), value);
  }
  Updates& bit_and(Field field, std::uint64_t value) { return add('&', std::move(field), value); }
  Updates& bit_or(Field field, std::uint64_t value) { return add('|', std::move(field), value); }
  Updates& bit_xor(Field field, std::uint64_t value) { return add('^', std::move(field), value); }
  /// Before the field; a position one past the last appends.
  template <Writable T>
  Updates& insert(Field field, const T& value) {
    return add('!', std::move(field), value);
  }
  /// `n` fields from this one on.
  Updates& erase(Field field, std::uint32_t n = 1) { return add('#', std::move(field), n); }
  /// Replaces `length` bytes of a string from `position` on. Either counts from the end if
  /// negative.
  Updates& splice(Field field, std::int32_t position, std::int32_t length, std::string_view by) {
    return add(':', std::move(field), position, length, by);
  }

  /// Writes them, an array of arrays; positions count from `base`, 0 or 1. That a field is named
  /// twice fails the encoder: servers refuse it, or do half of it. insert() and erase(), which move
  /// fields, may name one again.
  void encode(Encoder& encoder, std::int32_t base = 0) const;

 private:
  struct Operation {
    char name;
    Field field;
    std::size_t arguments;  // How many.
    std::size_t begin;      // Of the arguments, in bytes_.
    std::size_t end;
  };

  template <class... T>
  Updates& add(char name, Field field, const T&... arguments) {
    const std::size_t begin = bytes_.size();
    Encoder encoder(bytes_);
    (tarantool::write(encoder, arguments), ...);
    if (encoder.failed() && failure_.empty()) failure_ = encoder.reason();
    operations_.push_back({name, std::move(field), sizeof...(T), begin, bytes_.size()});
    return *this;
  }

  std::vector<Operation> operations_;
  Buffer bytes_;
  std::string failure_;
};

namespace detail {

inline void write_map_key(Encoder& encoder, Key key) {
  encoder.unsigned_integer(static_cast<std::uint64_t>(key));
}

template <class T>
void write_entry(Encoder& encoder, Key key, const T& value) {
  write_map_key(encoder, key);
  tarantool::write(encoder, value);
}

/// A number or string alone is written as a key of one part.
template <class K>
void write_key(Encoder& encoder, const K& key) {
  constexpr bool is_one_part = std::is_arithmetic_v<K> || std::is_enum_v<K> ||
                               std::is_convertible_v<const K&, std::string_view> ||
                               std::same_as<K, Uuid> || std::same_as<K, Decimal> ||
                               std::same_as<K, Datetime>;
  if constexpr (is_one_part) encoder.array(1);
  tarantool::write(encoder, key);
}

template <class K>
void write_key_of_index(Encoder& encoder, const K& key) {
  write_map_key(encoder, Key::key);
  write_key(encoder, key);
}

}  // namespace detail

/// Where and how a select looks.
struct SelectOptions {
  std::uint32_t index = 0;
  std::uint32_t limit = 0xffffffff;
  std::uint32_t offset = 0;
  Iterator iterator = Iterator::eq;
};

template <class K>
struct Select {
  static constexpr Command command = Command::select;
  std::uint32_t space;
  const K& key;
  SelectOptions options;

  void encode(Encoder& encoder) const {
    encoder.map(6);
    detail::write_entry(encoder, Key::space, space);
    detail::write_entry(encoder, Key::index, options.index);
    detail::write_entry(encoder, Key::limit, options.limit);
    detail::write_entry(encoder, Key::offset, options.offset);
    detail::write_entry(encoder, Key::iterator, options.iterator);
    detail::write_key_of_index(encoder, key);
  }
};

/// Tuples by a key: args(...), a tuple, or a number or string alone. Their answer is a list of
/// tuples.
template <class K>
Select<K> select(std::uint32_t space, const K& key, SelectOptions options = {}) {
  return {space, key, options};
}

template <Command what, class T>
struct Store {
  static constexpr Command command = what;
  std::uint32_t space;
  const T& tuple;

  void encode(Encoder& encoder) const {
    encoder.map(2);
    detail::write_entry(encoder, Key::space, space);
    detail::write_entry(encoder, Key::tuple, tuple);
  }
};

/// The answer is a list of the one tuple that is now stored.
template <class T>
Store<Command::insert, T> insert(std::uint32_t space, const T& tuple) {
  return {space, tuple};
}
template <class T>
Store<Command::replace, T> replace(std::uint32_t space, const T& tuple) {
  return {space, tuple};
}

template <class K>
struct Update {
  static constexpr Command command = Command::update;
  std::uint32_t space;
  std::uint32_t index;
  const K& key;
  const Updates& updates;

  void encode(Encoder& encoder) const {
    encoder.map(4);
    detail::write_entry(encoder, Key::space, space);
    detail::write_entry(encoder, Key::index, index);
    detail::write_key_of_index(encoder, key);
    detail::write_map_key(encoder, Key::tuple);
    updates.encode(encoder);
  }
};

/// The answer is a list of the changed tuple, or empty where there is none of that key.
template <class K>
Update<K> update(std::uint32_t space, const K& key, const Updates& updates,
                 std::uint32_t index = 0) {
  return {space, index, key, updates};
}

template <class K>
struct Erase {
  static constexpr Command command = Command::erase;
  std::uint32_t space;
  std::uint32_t index;
  const K& key;

  void encode(Encoder& encoder) const {
    encoder.map(3);
    detail::write_entry(encoder, Key::space, space);
    detail::write_entry(encoder, Key::index, index);
    detail::write_key_of_index(encoder, key);
  }
};

/// Delete. The answer is a list of the deleted tuple, or empty.
template <class K>
Erase<K> erase(std::uint32_t space, const K& key, std::uint32_t index = 0) {
  return {space, index, key};
}

template <class T>
struct Upsert {
  static constexpr Command command = Command::upsert;
  std::uint32_t space;
  const T& tuple;
  const Updates& updates;

  void encode(Encoder& encoder) const {
    encoder.map(3);
    detail::write_entry(encoder, Key::space, space);
    detail::write_entry(encoder, Key::tuple, tuple);
    detail::write_map_key(encoder, Key::operations);
    updates.encode(encoder);
  }
};

/// Inserts the tuple, or updates the one of its key. The answer is an empty list.
template <class T>
Upsert<T> upsert(std::uint32_t space, const T& tuple, const Updates& updates) {
  return {space, tuple, updates};
}

template <Command what, Key named_by, class A>
struct Invoke {
  static constexpr Command command = what;
  std::string_view what_to_run;
  A arguments;

  void encode(Encoder& encoder) const {
    encoder.map(2);
    detail::write_entry(encoder, named_by, what_to_run);
    detail::write_entry(encoder, Key::tuple, arguments);
  }
};

/// A stored function. The answer is a list of what it returns.
template <Writable... T>
auto call(std::string_view function, const T&... arguments) {
  return Invoke<Command::call, Key::function, Arguments<T...>>{function, args(arguments...)};
}
/// The same as before Tarantool 1.7: each returned value comes in a list of its own.
template <Writable... T>
auto call_16(std::string_view function, const T&... arguments) {
  return Invoke<Command::call_16, Key::function, Arguments<T...>>{function, args(arguments...)};
}
/// A Lua chunk, which has the arguments as `...`.
template <Writable... T>
auto eval(std::string_view expression, const T&... arguments) {
  return Invoke<Command::eval, Key::expression, Arguments<T...>>{expression, args(arguments...)};
}

/// A statement prepared before, by its number.
using StatementId = std::uint64_t;

template <class A>
struct Execute {
  static constexpr Command command = Command::execute;
  std::variant<std::string_view, StatementId> statement;
  A arguments;

  void encode(Encoder& encoder) const {
    encoder.map(3);
    if (const auto* text = std::get_if<std::string_view>(&statement)) {
      detail::write_entry(encoder, Key::sql_text, *text);
    } else {
      detail::write_entry(encoder, Key::statement, std::get<StatementId>(statement));
    }
    detail::write_entry(encoder, Key::sql_bind, arguments);
    detail::write_map_key(encoder, Key::options);
    encoder.array(0);
  }
};

/// SQL. Read its answer by Sender::sql().
template <Writable... T>
auto execute(std::variant<std::string_view, StatementId> statement, const T&... arguments) {
  return Execute<Arguments<T...>>{statement, args(arguments...)};
}
template <Writable... T>
auto execute(const char* statement, const T&... arguments) {
  return Execute<Arguments<T...>>{std::string_view(statement), args(arguments...)};
}

/// Prepares a statement; its number is in the answer (SqlResult::statement).
struct Prepare {
  static constexpr Command command = Command::prepare;
  std::string_view text;

  void encode(Encoder& encoder) const {
    encoder.map(1);
    detail::write_entry(encoder, Key::sql_text, text);
  }
};
inline Prepare prepare(std::string_view text) { return {text}; }

/// Requests without a body.
template <Command what>
struct Bare {
  static constexpr Command command = what;
  void encode(Encoder& encoder) const { encoder.map(0); }
};
inline Bare<Command::ping> ping() { return {}; }
/// Asks a server for its part in a replica set; read_ballot() (reply.hpp) reads the answer.
inline Bare<Command::vote> vote() { return {}; }
/// For streams (stream.hpp).
inline Bare<Command::commit> commit() { return {}; }
inline Bare<Command::rollback> rollback() { return {}; }

/// Begins a transaction in a stream.
struct Begin {
  static constexpr Command command = Command::begin;
  /// After which the server rolls it back; 0: its own default.
  std::chrono::duration<double> timeout{0};

  void encode(Encoder& encoder) const {
    encoder.map(timeout.count() > 0 ? 1 : 0);
    if (timeout.count() > 0) detail::write_entry(encoder, Key::timeout, timeout.count());
  }
};
inline Begin begin(std::chrono::duration<double> timeout = {}) { return {timeout}; }

/// A body that is MessagePack already, to be sent again and again. Not owned.
template <Command what>
struct Encoded {
  static constexpr Command command = what;
  std::string_view body;
  void encode(Encoder& encoder) const { encoder.raw(body); }
};

}  // namespace tarantool
