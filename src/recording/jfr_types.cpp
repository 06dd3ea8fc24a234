// SPDX-License-Identifier: Apache-2.0
#include "recording/jfr_types.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "record/printable.hpp"
#include "recording/jfr_bytes.hpp"

namespace tare::recording {

/// The tree of elements that a schema is; takes classes and their fields out of it.
class JfrTypes::Tree {
 public:
  Tree(JfrTypes& types, JfrCursor& from) : types_(types), from_(from) {
    const std::uint64_t texts = from_.count(1);
    for (std::uint64_t i = 0; i < texts; ++i) texts_.push_back(from_.text().text);
    element(nullptr, 0);
  }

 private:
  using Attributes = std::unordered_map<std::string_view, std::string_view>;

  const std::string& text() {
    const std::uint64_t place = from_.number(4);
    if (place >= texts_.size())
      from_.refuse(
          fmt::format("the schema has {} texts, and none of number {}", texts_.size(), place));
    return texts_[place];
  }

  std::uint64_t id_of(std::string_view decimal) {
    std::uint64_t id = 0;
    const char* const end = decimal.data() + decimal.size();
    if (decimal.empty() || std::from_chars(decimal.data(), end, id).ptr != end)
      from_.refuse(fmt::format("'{}' is no number of a type", printable(decimal.substr(0, 100))));
    return id;
  }

  /// `inside`: the class that it stands in.
  void element(Type* inside, std::size_t depth) {
    if (depth > types_.limits_.most_depth)
      from_.refuse(
          fmt::format("the schema is nested more than {} deep", types_.limits_.most_depth));
    const std::string& name = text();
    Attributes attributes;
    for (std::uint64_t left = from_.count(2); left > 0; --left) {
      const std::string_view key = text();
      attributes[key] = text();
    }
    Type type;
    const bool is_class = name == "class";
    if (is_class) {
      type = {std::string(attributes["name"]), id_of(attributes["id"]), {}};
      inside = &type;
    } else if (name == "field" && inside != nullptr) {
      add_field(*inside, attributes);
      inside = nullptr;
    }
    for (std::uint64_t left = from_.count(3); left > 0; --left) element(inside, depth + 1);
    if (is_class) add(std::move(type));
  }

  void add_field(Type& type, Attributes& attributes) {
    if (type.fields.size() == types_.limits_.most_fields)
      from_.refuse(fmt::format("a type has more than {} fields", types_.limits_.most_fields));
    type.fields.push_back({std::string(attributes["name"]), id_of(attributes["class"]),
                           attributes["constantPool"] == "true", attributes["dimension"] == "1"});
  }

  void add(Type type) {
    if (types_.types_.size() == types_.limits_.most_types)
      from_.refuse(fmt::format("there are more than {} types", types_.limits_.most_types));
    types_.types_[type.id] = std::move(type);
  }

  JfrTypes& types_;
  JfrCursor& from_;
  std::vector<std::string> texts_;
};

JfrTypes::JfrTypes(JfrCursor event, const JfrLimits& limits) : limits_(limits) {
  event.number(4);  // Size.
  if (event.number() != metadata_event_type) event.refuse("no schema is where it should be");
  for (int start_duration_and_id = 0; start_duration_and_id < 3; ++start_duration_and_id)
    event.number();
  Tree(*this, event);
  for (const auto& [id, type] : types_) names_.emplace(type.name, &type);
}

const JfrTypes::Type* JfrTypes::of(std::uint64_t id) const {
  const auto found = types_.find(id);
  return found == types_.end() ? nullptr : &found->second;
}

const JfrTypes::Type* JfrTypes::named(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : found->second;
}

const JfrValue& JfrTypes::member(const Type& type, const JfrValue& value, std::string_view name) {
  static const JfrValue none;
  for (std::size_t i = 0; i < type.fields.size() && i < value.parts.size(); ++i)
    if (type.fields[i].name == name) return value.parts[i];
  return none;
}

/// Reads one value, whatever it is made of.
class JfrTypes::Reader {
 public:
  Reader(const JfrTypes& types, JfrCursor& from)
      : types_(types), from_(from), start_(from.place()) {}

  void read(const Type& type, JfrValue* keep, std::size_t depth) {
    // Types that hold nothing take no bytes, but time: bounded by what does take some.
    const std::size_t most_values = 64 + 8 * (from_.place() - start_);
    if (depth > types_.limits_.most_depth || ++values_ > most_values)
      from_.refuse(fmt::format("type {} is nested too deep", printable(type.name.substr(0, 100))));
    if (read_basic(type, keep)) return;
    for (const Field& field : type.fields) read_field(field, part_of(keep), depth + 1);
  }

 private:
  static JfrValue* part_of(JfrValue* whole) {
    return whole == nullptr ? nullptr : &whole->parts.emplace_back();
  }

  void read_field(const Field& field, JfrValue* keep, std::size_t depth) {
    std::uint64_t elements = 1;
    if (field.is_array) {
      elements = from_.count(1);
      if (keep != nullptr && elements > types_.limits_.most_elements)
        from_.refuse(
            fmt::format("an array has more than {} elements", types_.limits_.most_elements));
    }
    const Type* const type = types_.of(field.type);
    if (type == nullptr && !field.is_constant)
      from_.refuse(fmt::format("the schema has no type {}", field.type));
    for (; elements > 0; --elements) {
      JfrValue* const value = field.is_array ? part_of(keep) : keep;
      if (!field.is_constant) {
        read(*type, value, depth);
      } else if (const std::uint64_t key = from_.number(); value != nullptr) {
        value->number = key;
      }
    }
  }

  bool read_basic(const Type& type, JfrValue* keep) {
    if (!type.fields.empty()) return false;
    if (type.name == "java.lang.String") {
      JfrText text = from_.text();
      if (keep != nullptr) keep->text = std::move(text);
      return true;
    }
    JfrValue passed_over;
    std::uint64_t& number = keep != nullptr ? keep->number : passed_over.number;
    if (type.name == "long") {
      number = from_.number();
    } else if (type.name == "int") {
      number = from_.number(4);
    } else if (type.name == "short" || type.name == "char") {
      number = from_.number(2);
    } else if (type.name == "boolean" || type.name == "byte") {
      number = from_.byte();
    } else if (type.name == "float") {
      number = from_.fixed(4);
    } else if (type.name == "double") {
      number = from_.fixed(8);
    } else {
      return false;
    }
    return true;
  }

  const JfrTypes& types_;
  JfrCursor& from_;
  std::size_t start_;
  std::size_t values_ = 0;
};

void JfrTypes::read(JfrCursor& from, const Type& type, JfrValue* keep) const {
  Reader(*this, from).read(type, keep, 0);
}

}  // namespace tare::recording
