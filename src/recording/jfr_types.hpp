// SPDX-License-Identifier: Apache-2.0
// What a Flight Recorder file says its values are made of, and values read by that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "recording/jfr_cursor.hpp"

namespace tare::recording {

/// What a file may make a reader keep; one more of anything is an error.
struct JfrLimits {
  std::size_t most_types = 10'000;     ///< In a chunk; a JDK has about 400.
  std::size_t most_fields = 1'000;     ///< Of a type.
  std::size_t most_depth = 16;         ///< Of types in types, and of the schema's elements.
  std::size_t most_elements = 65'536;  ///< Of an array that is kept: a JDK's stacks have 2048.
};

/// One of these: a number or the bits of one, a text, members of a struct, elements of an array.
struct JfrValue {
  std::uint64_t number = 0;
  JfrText text{};
  std::vector<JfrValue> parts{};
};

/// A chunk's schema.
class JfrTypes {
 public:
  struct Field {
    std::string name;
    std::uint64_t type = 0;
    bool is_constant = false;
    bool is_array = false;
  };
  struct Type {
    std::string name;
    std::uint64_t id = 0;
    std::vector<Field> fields;
  };

  /// `event` is all of the metadata event. `limits` must outlive this.
  JfrTypes(JfrCursor event, const JfrLimits& limits);
  JfrTypes(const JfrTypes&) = delete;
  JfrTypes& operator=(const JfrTypes&) = delete;

  /// Null: there is none.
  const Type* of(std::uint64_t id) const;
  const Type* named(std::string_view name) const;

  /// A value of that type; `keep` null: is passed over.
  void read(JfrCursor& from, const Type& type, JfrValue* keep) const;

  /// A member by its name; an empty value if there is none.
  static const JfrValue& member(const Type& type, const JfrValue& value, std::string_view name);

 private:
  class Tree;
  class Reader;

  const JfrLimits& limits_;
  std::unordered_map<std::uint64_t, Type> types_;
  std::unordered_map<std::string_view, const Type*> names_;
};

}  // namespace tare::recording
