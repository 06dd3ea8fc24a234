// SPDX-License-Identifier: Apache-2.0
#include "tarantool/space.hpp"

#include <string>

#include "ask.hpp"

namespace tarantool {
namespace {

/// How often a request is sent for a schema that goes on changing. The last time it is sent for
/// whichever version, since several servers behind one sender may each have another number.
constexpr int most_attempts = 3;

constexpr std::uint32_t no_such_index = 35;  // ER_NO_SUCH_INDEX

bool is_of_another_schema(const Error& error) {
  return error.cause == Cause::server &&
         (error.code == server_code::wrong_schema || error.code == server_code::no_such_space ||
          error.code == no_such_index);
}

bool looks_rows_up(Command command) {
  return command != Command::insert && command != Command::replace && command != Command::upsert;
}

/// A request whose names are numbers now.
struct Resolved {
  Command command;
  const SpaceRequest& request;
  std::uint32_t space;
  Search search;

  void encode(Encoder& encoder) const;
  void encode_update(Encoder& encoder) const;
  void encode_upsert(Encoder& encoder) const;
};

void Resolved::encode_update(Encoder& encoder) const {
  encoder.map(4);
  detail::write_entry(encoder, Key::space, space);
  detail::write_entry(encoder, Key::index, search.index);
  detail::write_entry(encoder, Key::key, search.key);
  detail::write_entry(encoder, Key::tuple, request.operations);
}

void Resolved::encode_upsert(Encoder& encoder) const {
  encoder.map(3);
  detail::write_entry(encoder, Key::space, space);
  detail::write_entry(encoder, Key::tuple, request.tuple);
  detail::write_entry(encoder, Key::operations, request.operations);
}

void Resolved::encode(Encoder& encoder) const {
  const Conditions& conditions = request.conditions;
  switch (command) {
    case Command::select:
      return select(space, search.key,
                    {.index = search.index,
                     .limit = conditions.limit().value_or(SelectOptions{}.limit),
                     .offset = conditions.offset(),
                     .iterator = search.iterator})
          .encode(encoder);
    case Command::erase:
      return erase(space, search.key, search.index).encode(encoder);
    case Command::update:
      return encode_update(encoder);
    case Command::upsert:
      return encode_upsert(encoder);
    case Command::eval:
      return eval(request.lua, space, search.index, search.iterator, search.key).encode(encoder);
    default:
      return insert(space, request.tuple).encode(encoder);  // A replace is made of the same.
  }
}

Result<Resolved> resolve(const SpaceRequest& request, const Spaces& spaces, std::string_view name) {
  const SpaceDefinition* space = spaces.find(name);
  if (space == nullptr) return unknown_space(name);
  Resolved resolved{request.command, request, space->id, {}};
  if (!looks_rows_up(request.command)) return resolved;
  if (request.key) {
    resolved.search = {0, Iterator::eq, *request.key};
    return resolved;
  }
  auto search = request.conditions.search(*space);
  if (!search) return std::move(search.error());
  resolved.search = std::move(*search);
  const bool is_of_one = request.command == Command::update || request.command == Command::erase;
  if (is_of_one && resolved.search.iterator != Iterator::eq) {
    return make_error(Cause::type, "update and erase take the whole key of a unique index");
  }
  return resolved;
}

/// What an answer is, beside what was taken from it.
struct Outcome {
  std::optional<Error> error;
  std::uint64_t schema_version = 0;
};

Result<std::uint64_t> read_number(const Reply& reply) {
  auto number = reply.first<std::uint64_t>();
  if (!number) return std::move(number.error());
  return number->value_or(0);
}

}  // namespace

class Space::Core {
 public:
  Core(Schema schema, std::string name) : schema(std::move(schema)), name(std::move(name)) {}

  const Schema schema;
  const std::string name;
};

Space::Space(Schema schema, std::string name)
    : core_(std::make_shared<const Core>(std::move(schema), std::move(name))) {}

const std::string& Space::name() const { return core_->name; }

Task<Done> Space::run(CorePointer core, SpaceRequest request, SendOptions options, Take take) {
  const Schema& schema = core->schema;
  auto spaces = co_await schema.spaces();
  bool is_looked_up_again = false;
  for (int attempt = 1; spaces;) {
    const auto resolved = resolve(request, **spaces, core->name);
    if (!resolved) {
      if (std::exchange(is_looked_up_again, true)) co_return resolved.error();
      spaces = co_await schema.newer_than(*spaces);
      continue;
    }
    options.schema_version = attempt < most_attempts ? schema.version_for(**spaces) : 0;
    Outcome outcome;
    auto look = [&outcome, &take](const Reply& reply) {
      outcome.schema_version = reply.schema_version();
      if (reply.ok()) {
        take(reply);
      } else {
        outcome.error = reply.error();
      }
    };
    co_await Ask(schema.sender(), *resolved, options, look);
    if (!outcome.error) {
      schema.saw(outcome.schema_version);
      co_return Done{};
    }
    if (!is_of_another_schema(*outcome.error) || attempt++ == most_attempts) {
      co_return std::move(*outcome.error);
    }
    spaces = co_await schema.newer_than(*spaces);
  }
  co_return spaces.error();
}

Conditions Space::at(Conditions conditions, const CursorOptions& options,
                     const PagePosition& position, std::uint32_t n) {
  conditions.limit(n);
  if (options.paging == Paging::offset) {
    conditions.offset(conditions.offset() + position.seen);
  } else if (position.last) {
    conditions.offset(0);
    conditions.after(*position.last);
  }
  return conditions;
}

Task<Done> Space::truncate(const SendOptions& options) const {
  return ask<Done>(core_, {.command = Command::eval, .lua = "box.space[...]:truncate()"}, options,
                   &read_nothing);
}

Task<std::uint64_t> Space::count(const Conditions& conditions, const SendOptions& options) const {
  return ask<std::uint64_t>(core_,
                            {.command = Command::eval,
                             .conditions = conditions,
                             .lua = "local space, index, iterator, key = ... "
                                    "return box.space[space].index[index]:count(key, "
                                    "{iterator = iterator})"},
                            options, &read_number);
}

}  // namespace tarantool
