// SPDX-License-Identifier: Apache-2.0
#include "schema_fetch.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "ask.hpp"
#include "tarantool/packed.hpp"
#include "tarantool/struct.hpp"

namespace tarantool {
namespace {

// src/box/schema_def.h of Tarantool: what a user may see of _space and _index.
constexpr std::uint32_t vspace_id = 281;
constexpr std::uint32_t vindex_id = 289;

/// An entry of a space's format.
struct FormatField {
  std::string name;
  std::optional<std::string> type;
  std::optional<bool> is_nullable;
};

/// A part of an index: an array of a position and a type, or a map.
struct StoredPart {
  std::uint32_t field = 0;
  std::string type;
  std::optional<bool> is_nullable;
  std::optional<std::string> path;
};

struct StoredIndexOptions {
  std::optional<bool> unique;
};

/// Rows as they are stored; what is passed over is a Packed.
using SpaceRow = std::tuple<std::uint32_t, std::uint32_t, std::string, std::string, std::uint32_t,
                            Packed, std::vector<FormatField>>;
using IndexRow = std::tuple<std::uint32_t, std::uint32_t, std::string, std::string,
                            StoredIndexOptions, std::vector<StoredPart>>;

/// What ddl.get_schema() of a router returns.
struct RouterPart {
  std::string path;  // Begins with the field's name.
  std::string type;
  std::optional<bool> is_nullable;
};
struct RouterIndex {
  std::string name;
  std::string type;
  std::optional<bool> unique;
  std::vector<RouterPart> parts;
};
struct RouterSpace {
  std::optional<std::string> engine;
  std::vector<FormatField> format;
  std::vector<RouterIndex> indexes;
};
struct RouterSchema {
  std::map<std::string, RouterSpace> spaces;
};

}  // namespace
}  // namespace tarantool

TARANTOOL_STRUCT(tarantool::FormatField, name, type, is_nullable);
TARANTOOL_STRUCT(tarantool::StoredPart, field, type, is_nullable, path);
TARANTOOL_STRUCT(tarantool::StoredIndexOptions, unique);
TARANTOOL_STRUCT(tarantool::RouterPart, path, type, is_nullable);
TARANTOOL_STRUCT(tarantool::RouterIndex, name, type, unique, parts);
TARANTOOL_STRUCT(tarantool::RouterSpace, engine, format, indexes);
TARANTOOL_STRUCT(tarantool::RouterSchema, spaces);

namespace tarantool {
namespace {

/// As the server names types now; before 1.7 some were shorter.
std::string type_of(const std::string& stored) {
  if (stored == "num") return "unsigned";
  if (stored == "str") return "string";
  return stored;
}

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
  return text;
}

std::vector<FieldDefinition> fields(std::vector<FormatField>&& format) {
  std::vector<FieldDefinition> fields;
  for (FormatField& field : format) {
    fields.push_back({std::move(field.name), type_of(field.type.value_or("any")),
                      field.is_nullable.value_or(false)});
  }
  return fields;
}

SpaceDefinition definition(SpaceRow&& row) {
  return {std::get<0>(row),
          std::move(std::get<2>(row)),
          std::move(std::get<3>(row)),
          fields(std::move(std::get<6>(row))),
          {}};
}

IndexDefinition definition(IndexRow&& row) {
  IndexDefinition index{std::get<1>(row),
                        std::move(std::get<2>(row)),
                        std::move(std::get<3>(row)),
                        std::get<4>(row).unique.value_or(true),
                        {}};
  for (StoredPart& part : std::get<5>(row)) {
    index.parts.push_back({part.field, type_of(part.type), part.is_nullable.value_or(false),
                           std::move(part.path).value_or("")});
  }
  return index;
}

std::map<std::string, SpaceDefinition, std::less<>> definitions(std::vector<SpaceRow>&& spaces,
                                                                std::vector<IndexRow>&& indexes) {
  std::map<std::uint32_t, SpaceDefinition> by_id;
  for (SpaceRow& row : spaces) by_id.emplace(std::get<0>(row), definition(std::move(row)));
  for (IndexRow& row : indexes) {
    const auto space = by_id.find(std::get<0>(row));
    if (space != by_id.end()) space->second.indexes.push_back(definition(std::move(row)));
  }
  std::map<std::string, SpaceDefinition, std::less<>> by_name;
  for (auto& [id, space] : by_id) {
    std::string name = space.name;
    by_name.emplace(std::move(name), std::move(space));
  }
  return by_name;
}

/// A router's schema has names in place of numbers.
SpaceDefinition definition(const std::string& name, RouterSpace&& told) {
  SpaceDefinition space{
      0, name, std::move(told.engine).value_or(""), fields(std::move(told.format)), {}};
  for (RouterIndex& index : told.indexes) {
    IndexDefinition defined{static_cast<std::uint32_t>(space.indexes.size()),
                            std::move(index.name),
                            in_lower_case(std::move(index.type)),
                            index.unique.value_or(true),
                            {}};
    for (RouterPart& part : index.parts) {
      const std::size_t end_of_name = std::min(part.path.find_first_of(".["), part.path.size());
      const auto field = space.field(part.path.substr(0, end_of_name));
      defined.parts.push_back({field.value_or(0), std::move(part.type),
                               part.is_nullable.value_or(false), part.path.substr(end_of_name)});
    }
    space.indexes.push_back(std::move(defined));
  }
  return space;
}

template <class T>
struct Versioned {
  T value;
  std::uint64_t schema_version;
};

template <class T>
Result<Versioned<T>> read_versioned(const Reply& reply) {
  auto value = reply.read<T>();
  if (!value) return std::move(value.error());
  return Versioned<T>{std::move(*value), reply.schema_version()};
}

/// All rows of a space.
template <class Row>
Task<Versioned<std::vector<Row>>> rows_of(std::shared_ptr<Sender> sender, std::uint32_t space) {
  using Rows = std::vector<Row>;
  const auto everything = args();
  const auto all = select(space, everything, {.iterator = Iterator::all});
  Operation<Versioned<Rows>, Select<Arguments<>>> selecting(*sender, all, &read_versioned<Rows>);
  co_return co_await std::move(selecting);
}

Task<FetchedSchema> fetch_from_server(std::shared_ptr<Sender> sender) {
  // Of a schema that is being changed the two halves may not fit each other.
  constexpr int most_attempts = 3;
  for (int attempt = 1;; ++attempt) {
    auto spaces = co_await rows_of<SpaceRow>(sender, vspace_id);
    if (!spaces) co_return std::move(spaces.error());
    auto indexes = co_await rows_of<IndexRow>(sender, vindex_id);
    if (!indexes) co_return std::move(indexes.error());
    const bool is_of_one_version = spaces->schema_version == indexes->schema_version;
    if (!is_of_one_version && attempt < most_attempts) continue;
    FetchedSchema fetched{{}, {spaces->schema_version}};
    if (is_of_one_version) {
      fetched.spaces.version = spaces->schema_version;
    } else {
      fetched.versions.push_back(indexes->schema_version);
    }
    fetched.spaces.by_name = definitions(std::move(spaces->value), std::move(indexes->value));
    co_return fetched;
  }
}

Task<FetchedSchema> fetch_from_router(std::shared_ptr<Sender> sender) {
  auto calling = sender->first<RouterSchema>(call("ddl.get_schema"));
  auto told = co_await std::move(calling);
  if (!told) co_return std::move(told.error());
  FetchedSchema fetched{{}, {0}};
  if (!*told) co_return fetched;
  for (auto& [name, space] : (*told)->spaces) {
    fetched.spaces.by_name.emplace(name, definition(name, std::move(space)));
  }
  co_return fetched;
}

}  // namespace

Task<FetchedSchema> fetch_schema(std::shared_ptr<Sender> sender, SchemaSource source) {
  return source == SchemaSource::router ? fetch_from_router(std::move(sender))
                                        : fetch_from_server(std::move(sender));
}

}  // namespace tarantool
