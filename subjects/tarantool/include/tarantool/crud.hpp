// SPDX-License-Identifier: Apache-2.0
// A sharded cluster, through its routers and their module `crud`:
//
//   Crud crud(routers);                                      // a pool of connections
//   auto row = co_await crud.get<Person>("people", 1);
//   auto some = crud.select<Person>("people", args(ge("age", 18)), {.first = 10}).future().get();
//
// What is sent and read again and again without allocating anything:
//   crud::RowReader<Person> reader; Person person;           // used on the event loop's thread
//   sender.send(crud::select("people", args(eq("id", args(id)))), [&](const Reply& reply) {
//     auto is_there = crud::first_into(reply, person, reader);
//   });
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tarantool/conditions.hpp"
#include "tarantool/crud_reply.hpp"
#include "tarantool/crud_request.hpp"
#include "tarantool/cursor.hpp"
#include "tarantool/schema.hpp"
#include "tarantool/sender.hpp"
#include "tarantool/task.hpp"

namespace tarantool {

/// What routers return as an error is one, by Cause::router. Rows are read into structs by the
/// names of columns, into all else by position. Copies are the same cluster.
class Crud {
 public:
  explicit Crud(std::shared_ptr<Sender> routers)
      : sender_(std::move(routers)), schema_(sender_, SchemaSource::router) {}

  template <Readable Row, Writable K>
  auto get(std::string_view space, const K& key, const CrudOptions& options = {}) const {
    return first<Row>(crud::get(space, key, options));
  }
  /// `conditions` is a list: args(eq("id", 1)), args() for none.
  template <Readable Row, Writable C>
  requires(!std::same_as<C, Conditions>) auto select(std::string_view space, const C& conditions,
                                                     const CrudOptions& options = {}) const {
    return ask(crud::select(space, conditions, options), &crud::rows<Row>);
  }
  /// Conditions may name fields and indexes by position: routers are then asked for their schema,
  /// once. Their limit and row to go on after stand in place of the options'.
  template <Readable Row>
  Task<std::vector<Row>> select(std::string_view space, const Conditions& conditions,
                                const CrudOptions& options = {},
                                const SendOptions& send = {}) const {
    return select_as(*this, std::string(space), conditions, merged(options, conditions), send,
                     &crud::rows<Row>);
  }
  template <Writable C>
  requires(!std::same_as<C, Conditions>) auto count(std::string_view space, const C& conditions,
                                                    const CrudOptions& options = {}) const {
    return ask(crud::count(space, conditions, options), &crud::number);
  }
  /// Rows one by one, from the conditions' row to go on after to their limit. Of `options`, first
  /// and after count for nothing.
  template <Readable Row>
  Cursor<Row> cursor(std::string_view space, const Conditions& conditions = {},
                     std::uint32_t batch = CursorOptions().batch, const CrudOptions& options = {},
                     const SendOptions& send = {}) const {
    return {[cluster = *this, space = std::string(space), conditions,
             options = merged(options, conditions),
             send](const PagePosition& position, std::uint32_t n) {
              CrudOptions of_page = options;
              of_page.first = n;
              if (position.last) of_page.after = position.last;
              return select_as(cluster, space, conditions, std::move(of_page), send,
                               &crud::page<Row>);
            },
            batch, conditions.limit()};
  }

  /// A tuple is a whole one, with nil for the bucket, which the router knows. Its row is given as
  /// it is stored now.
  template <Readable Row, Writable T>
  auto insert(std::string_view space, const T& tuple, const CrudOptions& options = {}) const {
    return first<Row>(crud::insert(space, tuple, options));
  }
  template <Readable Row, Writable T>
  auto replace(std::string_view space, const T& tuple, const CrudOptions& options = {}) const {
    return first<Row>(crud::replace(space, tuple, options));
  }
  template <Writable T>
  auto upsert(std::string_view space, const T& tuple, const Updates& updates,
              const CrudOptions& options = {}) const {
    return ask(crud::upsert(space, tuple, updates, options), &crud::done);
  }
  /// An object is a struct, or a map of fields' names.
  template <Readable Row, Writable T>
  auto insert_object(std::string_view space, const T& object,
                     const CrudOptions& options = {}) const {
    return first<Row>(crud::insert_object(space, object, options));
  }
  template <Readable Row, Writable T>
  auto replace_object(std::string_view space, const T& object,
                      const CrudOptions& options = {}) const {
    return first<Row>(crud::replace_object(space, object, options));
  }
  template <Writable T>
  auto upsert_object(std::string_view space, const T& object, const Updates& updates,
                     const CrudOptions& options = {}) const {
    return ask(crud::upsert_object(space, object, updates, options), &crud::done);
  }
  /// The row as it is now; what is not there is an error of the router, or nothing.
  template <Readable Row, Writable K>
  auto update(std::string_view space, const K& key, const Updates& updates,
              const CrudOptions& options = {}) const {
    return first<Row>(crud::update(space, key, updates, options));
  }
  template <Readable Row, Writable K>
  auto erase(std::string_view space, const K& key, const CrudOptions& options = {}) const {
    return first<Row>(crud::erase(space, key, options));
  }

  template <Readable Row, Writable T>
  auto insert_many(std::string_view space, const std::vector<T>& tuples,
                   const CrudOptions& options = {}) const {
    return ask(crud::insert_many(space, tuples, options), &crud::batch<Row>);
  }
  template <Readable Row, Writable T>
  auto replace_many(std::string_view space, const std::vector<T>& tuples,
                    const CrudOptions& options = {}) const {
    return ask(crud::replace_many(space, tuples, options), &crud::batch<Row>);
  }
  template <Readable Row, Writable T>
  auto insert_object_many(std::string_view space, const std::vector<T>& objects,
                          const CrudOptions& options = {}) const {
    return ask(crud::insert_object_many(space, objects, options), &crud::batch<Row>);
  }
  template <Readable Row, Writable T>
  auto replace_object_many(std::string_view space, const std::vector<T>& objects,
                           const CrudOptions& options = {}) const {
    return ask(crud::replace_object_many(space, objects, options), &crud::batch<Row>);
  }
  /// No rows come back.
  template <Writable T>
  auto upsert_many(std::string_view space, const std::vector<crud::RecordAndUpdates<T>>& tuples,
                   const CrudOptions& options = {}) const {
    return ask(crud::upsert_many(space, tuples, options), &crud::batch<Value>);
  }
  template <Writable T>
  auto upsert_object_many(std::string_view space,
                          const std::vector<crud::RecordAndUpdates<T>>& objects,
                          const CrudOptions& options = {}) const {
    return ask(crud::upsert_object_many(space, objects, options), &crud::batch<Value>);
  }

  auto truncate(std::string_view space, const CrudOptions& options = {}) const {
    return ask(crud::truncate(space, options), &crud::done);
  }
  auto len(std::string_view space, const CrudOptions& options = {}) const {
    return ask(crud::len(space, options), &crud::number);
  }
  /// The row of the least, or greatest, key of an index; nothing: of the primary one.
  template <Readable Row>
  auto min(std::string_view space, std::optional<std::string_view> index = {},
           const CrudOptions& options = {}) const {
    return first<Row>(crud::min(space, index, options));
  }
  template <Readable Row>
  auto max(std::string_view space, std::optional<std::string_view> index = {},
           const CrudOptions& options = {}) const {
    return first<Row>(crud::max(space, index, options));
  }

  /// The sharded spaces, as ddl.get_schema() tells them: asked for once.
  Task<SpacesPointer> spaces() const { return schema_.spaces(); }

 private:
  template <class T, Request R>
  Operation<T, R> ask(R request, Result<T> (*read)(const Reply&)) const {
    return {*sender_, std::move(request), read};
  }
  template <class Row, Request R>
  auto first(R request) const {
    return ask(std::move(request), &crud::first<Row>);
  }

  static CrudOptions merged(CrudOptions options, const Conditions& conditions);
  /// Conditions without positions, which a router knows nothing of.
  static Task<Conditions> named(Schema schema, std::string space, Conditions conditions);

  template <class T>
  static Task<T> select_as(Crud cluster, std::string space, Conditions conditions,
                           CrudOptions options, SendOptions send, Result<T> (*read)(const Reply&)) {
    auto naming = named(cluster.schema_, space, std::move(conditions));
    const auto by_name = co_await naming;
    if (!by_name) co_return by_name.error();
    auto selecting = cluster.ask(crud::select(space, *by_name, options), read).with(send);
    co_return co_await std::move(selecting);
  }

  std::shared_ptr<Sender> sender_;
  Schema schema_;
};

}  // namespace tarantool
