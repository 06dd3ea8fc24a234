// SPDX-License-Identifier: Apache-2.0
// A space of a server, by its name:
//
//   Schema schema(connection);
//   Space people(schema, "people");
//   auto row = co_await people.insert<Person>(person);
//   auto adults = people.select<Person>(Conditions().field_ge("age", 18).limit(10)).future().get();
//
// get() allocates nothing but what the row needs. To write without a copy of the tuple, take the
// numbers of space and version from the schema, and send the request itself (request.hpp).
#pragma once

#include <atomic>
#include <concepts>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tarantool/batch.hpp"
#include "tarantool/conditions.hpp"
#include "tarantool/cursor.hpp"
#include "tarantool/schema.hpp"
#include "tarantool/sender.hpp"
#include "tarantool/task.hpp"

namespace tarantool {

/// A request that knows a space, its indexes and fields by name.
struct SpaceRequest {
  Command command = Command::select;
  Conditions conditions = {};      ///< Of select, update, erase and eval.
  std::optional<Packed> key = {};  ///< In their place: of the primary index.
  Packed tuple = {};               ///< Of insert, replace and upsert.
  Packed operations = {};          ///< Of update and upsert.
  std::string_view lua = {};  ///< Of eval; a literal, given the space, index, iterator and key.
};

struct BatchOptions {
  std::size_t in_flight = 128;  ///< Tuples that are under way at once; at least 1.
  SendOptions send = {};
};

/// Names are looked up in the schema, fetched where that is not known yet. A request is made for
/// one version of it: if the server has another by then, the schema is fetched again, and the
/// request made anew and sent again. Names that are in no schema are an error by Cause::type, after
/// the schema was fetched again once. Copies are the same space.
class Space {
 public:
  Space(Schema schema, std::string name);

  const std::string& name() const;

  template <Readable Row>
  Task<std::vector<Row>> select(const Conditions& conditions = {},
                                const SendOptions& options = {}) const {
    return ask<std::vector<Row>>(core_, {.conditions = conditions}, options, &read_rows<Row>);
  }
  /// By the primary key: args(...), a tuple, or a number or string alone.
  template <Readable Row, Writable K>
  Task<std::optional<Row>> get(const K& key, const SendOptions& options = {}) const {
    return first<Row>(by(Command::select, key), options);
  }

  /// The tuple as it is stored now.
  template <Readable Row, Writable T>
  Task<std::optional<Row>> insert(const T& tuple, const SendOptions& options = {}) const {
    return first<Row>({.command = Command::insert, .tuple = Packed(tuple)}, options);
  }
  template <Readable Row, Writable T>
  Task<std::optional<Row>> replace(const T& tuple, const SendOptions& options = {}) const {
    return first<Row>({.command = Command::replace, .tuple = Packed(tuple)}, options);
  }
  /// Many of them on end. Each is stored or not for itself; after a lost connection nobody knows.
  template <Readable Row, Writable T>
  Task<Batch<Row>> insert_many(const std::vector<T>& tuples,
                               const BatchOptions& options = {}) const {
    return store_many<Row>(core_, Command::insert, packed(tuples), options);
  }
  template <Readable Row, Writable T>
  Task<Batch<Row>> replace_many(const std::vector<T>& tuples,
                                const BatchOptions& options = {}) const {
    return store_many<Row>(core_, Command::replace, packed(tuples), options);
  }

  /// The tuple as it is now, or nothing: there is none. `key` is of the primary index, or
  /// Conditions that are eq on a unique one.
  template <Readable Row, Writable K>
  Task<std::optional<Row>> update(const K& key, const Updates& updates,
                                  const SendOptions& options = {}) const {
    SpaceRequest request = by(Command::update, key);
    request.operations = Packed::updates(updates, 0);
    return first<Row>(std::move(request), options);
  }
  /// Inserts the tuple, or updates the one of its key.
  template <Writable T>
  Task<Done> upsert(const T& tuple, const Updates& updates, const SendOptions& options = {}) const {
    return ask<Done>(core_,
                     {.command = Command::upsert,
                      .tuple = Packed(tuple),
                      .operations = Packed::updates(updates, 0)},
                     options, &read_nothing);
  }
  /// Deletes a tuple and gives it, or nothing: there is none. `key` as update() has it.
  template <Readable Row, Writable K>
  Task<std::optional<Row>> erase(const K& key, const SendOptions& options = {}) const {
    return first<Row>(by(Command::erase, key), options);
  }
  /// Deletes everything. The user needs the right to run Lua, as for count().
  Task<Done> truncate(const SendOptions& options = {}) const;
  /// How many rows there are; limit, offset and after count for nothing.
  Task<std::uint64_t> count(const Conditions& conditions = {},
                            const SendOptions& options = {}) const;

  /// From the conditions' offset, or after their row, to their limit.
  template <Readable Row>
  Cursor<Row> cursor(const Conditions& conditions = {}, const CursorOptions& options = {},
                     const SendOptions& send = {}) const {
    return {
        [core = core_, conditions, options, send](const PagePosition& position, std::uint32_t n) {
          return ask<Page<Row>>(core, {.conditions = at(conditions, options, position, n)}, send,
                                &read_page<Row>);
        },
        options.batch, conditions.limit()};
  }

 private:
  class Core;
  using CorePointer = std::shared_ptr<const Core>;
  using Take = std::function<void(const Reply&)>;
  template <class Row>
  struct Work;
  template <class Row>
  struct Lanes;

  template <class T>
  using Read = Result<T> (*)(const Reply&);

  /// Has `take` read the answer if the request was done.
  static Task<Done> run(CorePointer core, SpaceRequest request, SendOptions options, Take take);
  static Conditions at(Conditions conditions, const CursorOptions& options,
                       const PagePosition& position, std::uint32_t n);

  template <class T>
  static Task<T> ask(CorePointer core, SpaceRequest request, SendOptions options, Read<T> read) {
    std::optional<Result<T>> result;
    Take take = [&result, read](const Reply& reply) { result.emplace(read(reply)); };
    auto running = run(std::move(core), std::move(request), options, std::move(take));
    const auto done = co_await running;
    if (!done) co_return done.error();
    co_return std::move(*result);
  }
  template <class Row>
  Task<std::optional<Row>> first(SpaceRequest request, const SendOptions& options) const {
    return ask<std::optional<Row>>(core_, std::move(request), options, &read_first<Row>);
  }

  template <class Row>
  static Result<std::vector<Row>> read_rows(const Reply& reply) {
    return reply.read<std::vector<Row>>();
  }
  template <class Row>
  static Result<std::optional<Row>> read_first(const Reply& reply) {
    return reply.first<Row>();
  }
  template <class Row>
  static Result<Page<Row>> read_page(const Reply& reply) {
    Page<Row> page;
    Decoder decoder = reply.data();
    if (!detail::read_page(decoder, page, &tarantool::read<Row>)) return Reply::unfit(decoder);
    return page;
  }
  static Result<Done> read_nothing(const Reply&) { return Done{}; }

  template <class K>
  static SpaceRequest by(Command command, const K& key) {
    if constexpr (std::same_as<K, Conditions>) {
      return {.command = command, .conditions = key};
    } else {
      return {.command = command, .key = Packed::key(key)};
    }
  }
  template <class T>
  static std::vector<Packed> packed(const std::vector<T>& tuples) {
    std::vector<Packed> packed;
    packed.reserve(tuples.size());
    for (const T& tuple : tuples) packed.emplace_back(tuple);
    return packed;
  }

  template <class Row>
  static Task<Done> store_some(std::shared_ptr<Work<Row>> work) {
    for (std::size_t i; (i = work->next++) < work->tuples.size();) {
      auto storing =
          ask<std::optional<Row>>(work->core, {.command = work->command, .tuple = work->tuples[i]},
                                  work->options, &read_first<Row>);
      work->results[i].emplace(co_await storing);
    }
    co_return Done{};
  }
  template <class Row>
  static Task<Batch<Row>> store_many(CorePointer core, Command command, std::vector<Packed> tuples,
                                     BatchOptions options);

  CorePointer core_;
};

/// A batch under way: so many lanes take the next tuple each, until there are no more.
template <class Row>
struct Space::Work {
  CorePointer core;
  Command command = Command::insert;
  std::vector<Packed> tuples;
  SendOptions options;
  std::vector<std::optional<Result<std::optional<Row>>>> results;  // Of each tuple.
  std::atomic<std::size_t> next = 0;
  std::atomic<std::size_t> lanes = 0;  // That have not ended.
  std::coroutine_handle<> waiting;
};

/// co_awaits the end of all lanes.
template <class Row>
struct Space::Lanes {
  std::shared_ptr<Work<Row>> work;

  bool await_ready() const { return work->lanes == 0; }
  void await_suspend(std::coroutine_handle<> waiting) const {
    work->waiting = waiting;
    // With the last lane's end all may be over, and this be no more.
    for (auto [lane, held] = std::pair(work->lanes.load(), work); lane != 0; --lane) {
      store_some<Row>(held).then([held = held](const Result<Done>&) {
        if (--held->lanes == 0) held->waiting.resume();
      });
    }
  }
  void await_resume() const {}
};

template <class Row>
Task<Batch<Row>> Space::store_many(CorePointer core, Command command, std::vector<Packed> tuples,
                                   BatchOptions options) {
  const auto work = std::make_shared<Work<Row>>();
  work->core = std::move(core);
  work->command = command;
  work->tuples = std::move(tuples);
  work->options = options.send;
  work->results.resize(work->tuples.size());
  work->lanes = std::min(std::max<std::size_t>(options.in_flight, 1), work->tuples.size());
  const Lanes<Row> lanes{work};  // Not in place: g++ 12 would destroy it twice.
  co_await lanes;
  Batch<Row> batch;
  for (std::size_t i = 0; i < work->results.size(); ++i) {
    auto& result = *work->results[i];
    if (!result) {
      batch.errors.push_back({std::move(result.error()), i, std::move(work->tuples[i])});
    } else if (*result) {
      batch.rows.push_back(std::move(**result));
    }
  }
  co_return batch;
}

}  // namespace tarantool
