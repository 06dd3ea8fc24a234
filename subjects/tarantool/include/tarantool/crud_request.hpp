// SPDX-License-Identifier: Apache-2.0
// The calls that routers of a sharded cluster take, those of the module `crud`. As all requests
// they hold references, and building them allocates nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tarantool/packed.hpp"
#include "tarantool/request.hpp"
#include "tarantool/struct.hpp"

namespace tarantool {

/// Which replicas a router may ask.
enum class CrudMode : std::uint8_t { read, write };

/// What a router is told beside the operation; what is not set it is not told. Which function knows
/// which option is said in crud's documentation.
struct CrudOptions {
  std::optional<std::chrono::duration<double>> timeout = {};  ///< Of the router's work.
  std::optional<std::vector<std::string>> fields = {};        ///< That rows are to have.
  std::optional<std::uint64_t> bucket_id = {};
  std::optional<CrudMode> mode = {};
  std::optional<std::int64_t> first = {};  ///< Most rows; negative: as many before the row `after`.
  std::optional<Packed> after = {};        ///< The row that the wanted ones come after.
  std::optional<std::uint32_t> batch_size = {};   ///< Rows of a storage's answer.
  std::optional<std::uint32_t> yield_every = {};  ///< Rows, on the router.
  std::optional<bool> force_map_call = {};        ///< Ask all storages whatever the key.
  std::optional<bool> fullscan = {};              ///< It is known that all rows are looked at.
  std::optional<bool> prefer_replica = {};
  std::optional<bool> balance = {};
  std::optional<std::string> vshard_router = {};  ///< The router's name among a process's several.
  std::optional<bool> fetch_latest_metadata = {};
  std::optional<bool> stop_on_error = {};  ///< Of a batch: the first error ends it.
  /// Of a batch: a storage takes all of its part, or nothing of it.
  std::optional<bool> rollback_on_error = {};
  std::optional<bool> no_return = {};  ///< Give no rows back.
};

template <>
struct Codec<CrudOptions> {
  static void write(Encoder& encoder, const CrudOptions& options);
};

/// A call of a router. Answers are read by what crud_reply.hpp has.
template <class... A>
struct CrudCall {
  static constexpr Command command = Command::call;
  std::string_view function;
  std::string_view space;
  std::tuple<A...> arguments;
  const CrudOptions& options;

  void encode(Encoder& encoder) const {
    encoder.map(2);
    detail::write_entry(encoder, Key::function, function);
    detail::write_map_key(encoder, Key::tuple);
    encoder.array(2 + sizeof...(A));
    encoder.string(space);
    const auto each = [&](const A&... argument) { (tarantool::write(encoder, argument), ...); };
    std::apply(each, arguments);
    tarantool::write(encoder, options);
  }
};

namespace crud {

/// What a record is written as: an array, or a map of fields' names, which structs and maps can be.
enum class Shape : std::uint8_t { tuple, object };

/// Positions count from 1 there, as in Lua.
inline constexpr std::int32_t first_position = 1;

/// A record, and what to do where its key is there already.
template <class T>
using RecordAndUpdates = std::pair<T, Updates>;

/// Arguments as routers take them.
template <Shape shape, class T>
struct AsRecord {
  const T& value;
};
template <Shape shape, class T>
struct AsRecords {
  const std::vector<T>& values;
};
template <class T>
struct AsIs {
  const T& value;
};
template <class K>
struct AsKey {
  const K& key;
};
struct AsUpdates {
  const Updates& updates;
};

/// `key` is args(...), a tuple, or a number or string alone.
template <Writable K>
CrudCall<AsKey<K>> get(std::string_view space, const K& key, const CrudOptions& options = {}) {
  return {"crud.get", space, {{key}}, options};
}
/// `conditions` is a list: args(eq("id", 1)), args() for none.
template <Writable C>
CrudCall<AsIs<C>> select(std::string_view space, const C& conditions,
                         const CrudOptions& options = {}) {
  return {"crud.select", space, {{conditions}}, options};
}
template <Writable C>
CrudCall<AsIs<C>> count(std::string_view space, const C& conditions,
                        const CrudOptions& options = {}) {
  return {"crud.count", space, {{conditions}}, options};
}

/// Tuples are whole ones, with nil for the bucket, which the router knows.
template <Writable T>
CrudCall<AsRecord<Shape::tuple, T>> insert(std::string_view space, const T& tuple,
                                           const CrudOptions& options = {}) {
  return {"crud.insert", space, {{tuple}}, options};
}
template <Writable T>
CrudCall<AsRecord<Shape::tuple, T>> replace(std::string_view space, const T& tuple,
                                            const CrudOptions& options = {}) {
  return {"crud.replace", space, {{tuple}}, options};
}
template <Writable T>
CrudCall<AsRecord<Shape::tuple, T>, AsUpdates> upsert(std::string_view space, const T& tuple,
                                                      const Updates& updates,
                                                      const CrudOptions& options = {}) {
  return {"crud.upsert", space, {{tuple}, {updates}}, options};
}
/// The same of an object: a struct, or a map of fields' names.
template <Writable T>
CrudCall<AsRecord<Shape::object, T>> insert_object(std::string_view space, const T& object,
                                                   const CrudOptions& options = {}) {
  return {"crud.insert_object", space, {{object}}, options};
}
template <Writable T>
CrudCall<AsRecord<Shape::object, T>> replace_object(std::string_view space, const T& object,
                                                    const CrudOptions& options = {}) {
  return {"crud.replace_object", space, {{object}}, options};
}
template <Writable T>
CrudCall<AsRecord<Shape::object, T>, AsUpdates> upsert_object(std::string_view space,
                                                              const T& object,
                                                              const Updates& updates,
                                                              const CrudOptions& options = {}) {
  return {"crud.upsert_object", space, {{object}, {updates}}, options};
}
template <Writable K>
CrudCall<AsKey<K>, AsUpdates> update(std::string_view space, const K& key, const Updates& updates,
                                     const CrudOptions& options = {}) {
  return {"crud.update", space, {{key}, {updates}}, options};
}
template <Writable K>
CrudCall<AsKey<K>> erase(std::string_view space, const K& key, const CrudOptions& options = {}) {
  return {"crud.delete", space, {{key}}, options};
}

template <Writable T>
CrudCall<AsRecords<Shape::tuple, T>> insert_many(std::string_view space,
                                                 const std::vector<T>& tuples,
                                                 const CrudOptions& options = {}) {
  return {"crud.insert_many", space, {{tuples}}, options};
}
template <Writable T>
CrudCall<AsRecords<Shape::tuple, T>> replace_many(std::string_view space,
                                                  const std::vector<T>& tuples,
                                                  const CrudOptions& options = {}) {
  return {"crud.replace_many", space, {{tuples}}, options};
}
template <Writable T>
CrudCall<AsRecords<Shape::tuple, RecordAndUpdates<T>>> upsert_many(
    std::string_view space, const std::vector<RecordAndUpdates<T>>& tuples,
    const CrudOptions& options = {}) {
  return {"crud.upsert_many", space, {{tuples}}, options};
}
template <Writable T>
CrudCall<AsRecords<Shape::object, T>> insert_object_many(std::string_view space,
                                                         const std::vector<T>& objects,
                                                         const CrudOptions& options = {}) {
  return {"crud.insert_object_many", space, {{objects}}, options};
}
template <Writable T>
CrudCall<AsRecords<Shape::object, T>> replace_object_many(std::string_view space,
                                                          const std::vector<T>& objects,
                                                          const CrudOptions& options = {}) {
  return {"crud.replace_object_many", space, {{objects}}, options};
}
template <Writable T>
CrudCall<AsRecords<Shape::object, RecordAndUpdates<T>>> upsert_object_many(
    std::string_view space, const std::vector<RecordAndUpdates<T>>& objects,
    const CrudOptions& options = {}) {
  return {"crud.upsert_object_many", space, {{objects}}, options};
}

inline CrudCall<> truncate(std::string_view space, const CrudOptions& options = {}) {
  return {"crud.truncate", space, {}, options};
}
inline CrudCall<> len(std::string_view space, const CrudOptions& options = {}) {
  return {"crud.len", space, {}, options};
}
/// The row of the least, or greatest, key of an index; nothing: of the primary one.
inline CrudCall<std::optional<std::string_view>> min(std::string_view space,
                                                     std::optional<std::string_view> index = {},
                                                     const CrudOptions& options = {}) {
  return {"crud.min", space, {index}, options};
}
inline CrudCall<std::optional<std::string_view>> max(std::string_view space,
                                                     std::optional<std::string_view> index = {},
                                                     const CrudOptions& options = {}) {
  return {"crud.max", space, {index}, options};
}

template <Shape shape, class T>
void write_record(Encoder& encoder, const T& record) {
  if constexpr (shape == Shape::object && Struct<T>) {
    encoder.map(std::tuple_size_v<decltype(Members<T>::list)>);
    const auto one = [&](const auto& member) {
      encoder.string(member.name);
      tarantool::write(encoder, record.*member.pointer);
    };
    std::apply([&](const auto&... member) { (one(member), ...); }, Members<T>::list);
  } else {
    tarantool::write(encoder, record);
  }
}
template <Shape shape, class T>
void write_record(Encoder& encoder, const RecordAndUpdates<T>& record) {
  encoder.array(2);
  write_record<shape>(encoder, record.first);
  record.second.encode(encoder, first_position);
}

}  // namespace crud

template <class T>
struct Codec<crud::AsIs<T>> {
  static void write(Encoder& encoder, const crud::AsIs<T>& argument) {
    tarantool::write(encoder, argument.value);
  }
};
template <class K>
struct Codec<crud::AsKey<K>> {
  static void write(Encoder& encoder, const crud::AsKey<K>& argument) {
    detail::write_key(encoder, argument.key);
  }
};
template <>
struct Codec<crud::AsUpdates> {
  static void write(Encoder& encoder, const crud::AsUpdates& argument) {
    argument.updates.encode(encoder, crud::first_position);
  }
};
template <crud::Shape shape, class T>
struct Codec<crud::AsRecord<shape, T>> {
  static void write(Encoder& encoder, const crud::AsRecord<shape, T>& argument) {
    crud::write_record<shape>(encoder, argument.value);
  }
};
template <crud::Shape shape, class T>
struct Codec<crud::AsRecords<shape, T>> {
  static void write(Encoder& encoder, const crud::AsRecords<shape, T>& argument) {
    encoder.array(argument.values.size());
    for (const T& value : argument.values) crud::write_record<shape>(encoder, value);
  }
};

}  // namespace tarantool
