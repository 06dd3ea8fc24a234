// SPDX-License-Identifier: Apache-2.0
// What spaces a server has, their fields and indexes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tarantool/name.hpp"
#include "tarantool/sender.hpp"
#include "tarantool/task.hpp"

namespace tarantool {

struct FieldDefinition {
  std::string name;
  std::string type;  ///< As "unsigned"; "any" where the format says none.
  bool is_nullable = false;

  bool operator==(const FieldDefinition&) const = default;
};

struct IndexPart {
  std::uint32_t field = 0;  ///< Position, from 0.
  std::string type;
  bool is_nullable = false;
  std::string path;  ///< Within the field; empty: the field itself.

  bool operator==(const IndexPart&) const = default;
};

struct IndexDefinition {
  std::uint32_t id = 0;  ///< 0: the primary one.
  std::string name;
  std::string type;  ///< "tree", "hash", "bitset" or "rtree".
  bool is_unique = false;
  std::vector<IndexPart> parts;

  bool operator==(const IndexDefinition&) const = default;
};

struct SpaceDefinition {
  std::uint32_t id = 0;
  std::string name;
  std::string engine;
  std::vector<FieldDefinition> fields;   ///< Those that the format names.
  std::vector<IndexDefinition> indexes;  ///< By id; ids may be missing.

  /// Null, or nothing: there is none.
  const IndexDefinition* index(const Name& name) const;
  /// A position needs no name in the format.
  std::optional<std::uint32_t> field(const Name& name) const;

  bool operator==(const SpaceDefinition&) const = default;
};

/// The spaces that a user may see.
struct Spaces {
  std::uint64_t version = 0;  ///< The server's number of it; 0 of a router's.
  std::map<std::string, SpaceDefinition, std::less<>> by_name;

  /// Null: there is none.
  const SpaceDefinition* find(std::string_view name) const;
};

using SpacesPointer = std::shared_ptr<const Spaces>;

/// "no space 'name'": the error, by Cause::type, of a name that is not in the schema.
Error unknown_space(std::string_view name);

/// Who tells a schema.
enum class SchemaSource : std::uint8_t {
  server,  ///< Its system spaces.
  router,  ///< ddl.get_schema(); indexes are numbered as they come.
};

/// The schema of the server that a sender leads to: fetched when it is first needed, however many
/// need it at once, and again when it is found out of date. Copies are the same schema.
///
/// Requests made from it should carry its version (version_for()): the server then refuses, by
/// error 109, those that were made for another. Where a sender leads to several servers of the same
/// schema but different numbers, that is found out, and requests carry no version any more.
class Schema {
 public:
  explicit Schema(std::shared_ptr<Sender> sender, SchemaSource source = SchemaSource::server);

  Sender& sender() const;

  /// What is known, unless it is out of date; then what is fetched.
  Task<SpacesPointer> spaces() const;
  /// Something newer than what was found wrong, which may have been fetched by now.
  Task<SpacesPointer> newer_than(SpacesPointer wrong) const;
  /// What is known; null as long as nothing is.
  SpacesPointer known() const;

  /// Has the schema fetched again before it is used again, as after a new connection was made to a
  /// server that may be another.
  void invalidate() const;
  /// Tells it the schema version that a reply came with. 0 tells nothing.
  void saw(std::uint64_t version) const;
  /// For SendOptions::schema_version of a request that was made from `spaces`.
  std::uint64_t version_for(const Spaces& spaces) const;

 private:
  class Core;
  static Task<SpacesPointer> wait(std::shared_ptr<Core> core, SpacesPointer wrong);

  std::shared_ptr<Core> core_;
};

}  // namespace tarantool
