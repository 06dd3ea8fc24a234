// SPDX-License-Identifier: Apache-2.0
#include "tarantool/conditions.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace tarantool {
namespace {

Error unfit(std::string message) { return make_error(Cause::type, std::move(message)); }

Error unknown(const char* what, const Name& name, const SpaceDefinition& space) {
  return unfit(std::string("no ") + what + " " + name.to_string() + " in space '" + space.name +
               "'");
}

/// Whether its first parts are those fields, in whatever order.
bool begins_with(const IndexDefinition& index, const std::vector<std::uint32_t>& fields) {
  const auto is_asked_for = [&](const IndexPart& part) {
    return part.path.empty() && std::find(fields.begin(), fields.end(), part.field) != fields.end();
  };
  return fields.size() <= index.parts.size() &&
         std::all_of(index.parts.begin(),
                     index.parts.begin() + static_cast<std::ptrdiff_t>(fields.size()),
                     is_asked_for);
}

/// Whether it can look up a key of its first parts.
bool looks_up(const IndexDefinition& index, std::size_t parts, Comparison comparison) {
  if (index.type == "tree") return true;
  return index.type == "hash" && parts == index.parts.size() && comparison == Comparison::eq;
}

/// Whether its keys tell all rows apart, and stand in an order.
bool orders_rows(const IndexDefinition& index) {
  const auto is_plain = [](const IndexPart& part) {
    return part.path.empty() && !part.is_nullable;
  };
  return index.is_unique && index.type == "tree" &&
         std::all_of(index.parts.begin(), index.parts.end(), is_plain);
}

std::vector<std::string_view> elements(const Packed& row) {
  std::vector<std::string_view> found;
  Decoder decoder = row.decoder();
  std::uint32_t n = 0;
  if (!decoder.array(n)) return found;
  for (std::uint32_t i = 0; i < n; ++i) found.push_back(decoder.skip());
  return found;
}

}  // namespace

std::string_view to_string(Comparison comparison) {
  constexpr std::array<std::string_view, 5> names = {"=", ">", ">=", "<", "<="};
  return names[static_cast<std::size_t>(comparison)];
}

/// What is found by lt and le comes from the key downwards.
bool Conditions::comes_descending() const {
  if (conditions_.empty()) return false;
  const Comparison first = conditions_.front().comparison;
  return first == Comparison::lt || first == Comparison::le;
}

std::optional<Error> Conditions::two_indexes() const {
  const Condition* first = nullptr;
  for (const Condition& condition : conditions_) {
    if (!condition.is_on_index) continue;
    if (first != nullptr && first->name != condition.name) {
      return unfit("conditions on more than one index: " + first->name.to_string() + " and " +
                   condition.name.to_string());
    }
    first = &condition;
  }
  return std::nullopt;
}

Result<Iterator> Conditions::iterator() const {
  const bool goes_down = order_ == Order::descending;
  if (conditions_.empty()) return goes_down ? Iterator::le : Iterator::all;
  switch (conditions_.front().comparison) {
    case Comparison::eq:
      return goes_down ? Iterator::req : Iterator::eq;
    case Comparison::gt:
    case Comparison::ge:
      if (goes_down) return unfit("what gt and ge find comes in ascending order");
      return conditions_.front().comparison == Comparison::gt ? Iterator::gt : Iterator::ge;
    case Comparison::lt:
    case Comparison::le:
      break;
  }
  if (order_ == Order::ascending) return unfit("what lt and le find comes in descending order");
  return conditions_.front().comparison == Comparison::lt ? Iterator::lt : Iterator::le;
}

Result<Search> Conditions::search_by_fields(const SpaceDefinition& space) const {
  std::vector<std::uint32_t> fields;
  std::string names;
  for (const Condition& condition : conditions_) {
    const auto field = space.field(condition.name);
    if (!field) return unknown("field", condition.name, space);
    if (std::find(fields.begin(), fields.end(), *field) != fields.end()) {
      return unfit("more than one condition on field " + condition.name.to_string());
    }
    fields.push_back(*field);
    names += (names.empty() ? "" : ", ") + condition.name.to_string();
  }
  const auto is_eq = [](const Condition& one) { return one.comparison == Comparison::eq; };
  if (fields.size() > 1 && !std::all_of(conditions_.begin(), conditions_.end(), is_eq)) {
    return unfit("conditions on several fields that are not all eq: a server does not filter");
  }
  const auto index = std::find_if(
      space.indexes.begin(), space.indexes.end(), [&](const IndexDefinition& candidate) {
        return begins_with(candidate, fields) &&
               looks_up(candidate, fields.size(), conditions_.front().comparison);
      });
  if (index == space.indexes.end()) {
    return unfit("no index of space '" + space.name + "' begins with field " + names +
                 ": a server does not filter");
  }
  std::vector<std::string_view> key;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto place = std::find(fields.begin(), fields.end(), index->parts[i].field);
    const Packed& value = conditions_[static_cast<std::size_t>(place - fields.begin())].value;
    if (!value.failure().empty()) return unfit(value.failure());
    key.push_back(value.bytes());
  }
  return Search{index->id, Iterator::eq, Packed::array(key)};
}

Result<Search> Conditions::search_after(const IndexDefinition& index, Iterator iterator) const {
  if (iterator == Iterator::eq || iterator == Iterator::req || !orders_rows(index)) {
    return unfit(
        "rows after a row can be found by a unique tree index without nils, and not by eq");
  }
  if (!after_->failure().empty()) return unfit(after_->failure());
  const auto fields = elements(*after_);
  std::vector<std::string_view> key;
  for (const IndexPart& part : index.parts) {
    if (part.field >= fields.size()) return unfit("the row to go on after lacks a part of the key");
    key.push_back(fields[part.field]);
  }
  const bool goes_down = iterator == Iterator::lt || iterator == Iterator::le;
  return Search{index.id, goes_down ? Iterator::lt : Iterator::gt, Packed::array(key)};
}

Result<Search> Conditions::search(const SpaceDefinition& space) const {
  if (auto error = two_indexes()) return std::move(*error);
  const auto is_on_index = [](const Condition& condition) { return condition.is_on_index; };
  const bool is_by_index = std::any_of(conditions_.begin(), conditions_.end(), is_on_index);
  if (is_by_index && conditions_.size() > 1) {
    return unfit("more than one condition with one on an index: a server does not filter");
  }
  const auto iterator = this->iterator();
  if (!iterator) return iterator.error();
  Result<Search> search = Search{0, *iterator, Packed(args())};
  if (is_by_index) {
    const IndexDefinition* index = space.index(conditions_.front().name);
    if (index == nullptr) return unknown("index", conditions_.front().name, space);
    search->index = index->id;
    search->key = conditions_.front().value;
  } else if (!conditions_.empty()) {
    search = search_by_fields(space);
  }
  if (!search) return search;
  search->iterator = *iterator;
  if (!after_) return search;
  const IndexDefinition* index = space.index(search->index);
  if (index == nullptr) return unknown("index", search->index, space);
  return search_after(*index, *iterator);
}

bool Conditions::has_positions() const {
  return std::any_of(conditions_.begin(), conditions_.end(), [](const Condition& condition) {
    return condition.name.position().has_value();
  });
}

Result<Conditions> Conditions::named(const SpaceDefinition& space) const {
  Conditions named = *this;
  for (Condition& condition : named.conditions_) {
    if (!condition.name.position()) continue;
    if (condition.is_on_index) {
      const IndexDefinition* index = space.index(condition.name);
      if (index == nullptr) return unknown("index", condition.name, space);
      condition.name = index->name;
    } else if (const auto field = space.field(condition.name); *field < space.fields.size()) {
      condition.name = space.fields[*field].name;
    } else {
      return unknown("field", condition.name, space);
    }
  }
  return named;
}

void Conditions::encode(Encoder& encoder) const {
  if (const auto error = two_indexes()) encoder.fail(error->message);
  if (offset_ != 0) encoder.fail("routers know no offset; go on after a row instead");
  if (order_ != Order::natural && (order_ == Order::descending) != comes_descending()) {
    encoder.fail("a router gives rows in descending order for lt and le, and for nothing else");
  }
  encoder.array(conditions_.size());
  for (const Condition& condition : conditions_) {
    if (condition.name.position()) encoder.fail("routers know fields and indexes by name alone");
    write(encoder, Where<Packed>{condition.comparison, condition.name.text(), condition.value});
  }
}

}  // namespace tarantool
