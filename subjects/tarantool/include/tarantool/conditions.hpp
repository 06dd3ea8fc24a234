// SPDX-License-Identifier: Apache-2.0
// Which rows are looked for.
//
// For a select by what is known when the program is written, next to nothing has to be built:
//   crud.select<Row>("test_space", args(eq("id", 1), lt("age", 30)))
// Conditions are for the rest:
//   Conditions().index_eq("primary", args(1, "a")).limit(10)
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tarantool/name.hpp"
#include "tarantool/packed.hpp"
#include "tarantool/schema.hpp"

namespace tarantool {

enum class Comparison : std::uint8_t { eq, gt, ge, lt, le };

/// As routers are told it: "=", ">", ">=", "<", "<=".
std::string_view to_string(Comparison comparison);

/// A condition for a router, on a field's value or an index's key. Refers to what it is made of.
template <class V>
struct Where {
  Comparison comparison;
  std::string_view name;
  const V& value;
};

template <Writable V>
Where<V> eq(std::string_view name, const V& value) {
  return {Comparison::eq, name, value};
}
template <Writable V>
Where<V> gt(std::string_view name, const V& value) {
  return {Comparison::gt, name, value};
}
template <Writable V>
Where<V> ge(std::string_view name, const V& value) {
  return {Comparison::ge, name, value};
}
template <Writable V>
Where<V> lt(std::string_view name, const V& value) {
  return {Comparison::lt, name, value};
}
template <Writable V>
Where<V> le(std::string_view name, const V& value) {
  return {Comparison::le, name, value};
}

template <class V>
struct Codec<Where<V>> {
  static void write(Encoder& encoder, const Where<V>& where) {
    encoder.array(3);
    encoder.string(to_string(where.comparison));
    encoder.string(where.name);
    tarantool::write(encoder, where.value);
  }
};

/// How a server looks rows up.
struct Search {
  std::uint32_t index = 0;
  Iterator iterator = Iterator::all;
  Packed key;
};

/// Conditions that all hold, and which of the rows they find are wanted. Owns what it is made of.
///
/// A server looks up one index, and filters nothing. Asked straight, one condition on an index will
/// do; or conditions on fields, if they are the first ones of an index, and all eq, or a single
/// one. Routers filter: there any number of conditions on fields, and on one index, will do.
class Conditions {
 public:
  /// The key is args(...), a tuple, or a number or string alone.
  template <Writable K>
  Conditions& index_eq(Name index, const K& key) {
    return add(true, Comparison::eq, std::move(index), Packed::key(key));
  }
  template <Writable K>
  Conditions& index_gt(Name index, const K& key) {
    return add(true, Comparison::gt, std::move(index), Packed::key(key));
  }
  template <Writable K>
  Conditions& index_ge(Name index, const K& key) {
    return add(true, Comparison::ge, std::move(index), Packed::key(key));
  }
  template <Writable K>
  Conditions& index_lt(Name index, const K& key) {
    return add(true, Comparison::lt, std::move(index), Packed::key(key));
  }
  template <Writable K>
  Conditions& index_le(Name index, const K& key) {
    return add(true, Comparison::le, std::move(index), Packed::key(key));
  }

  template <Writable V>
  Conditions& field_eq(Name field, const V& value) {
    return add(false, Comparison::eq, std::move(field), Packed(value));
  }
  template <Writable V>
  Conditions& field_gt(Name field, const V& value) {
    return add(false, Comparison::gt, std::move(field), Packed(value));
  }
  template <Writable V>
  Conditions& field_ge(Name field, const V& value) {
    return add(false, Comparison::ge, std::move(field), Packed(value));
  }
  template <Writable V>
  Conditions& field_lt(Name field, const V& value) {
    return add(false, Comparison::lt, std::move(field), Packed(value));
  }
  template <Writable V>
  Conditions& field_le(Name field, const V& value) {
    return add(false, Comparison::le, std::move(field), Packed(value));
  }

  /// In the order of the index; what lt and le find comes descending, everything else ascending.
  /// Asking for the other order is an error, but of eq, or of no condition, asked straight.
  Conditions& ascending() { return order(Order::ascending); }
  Conditions& descending() { return order(Order::descending); }
  /// At most so many rows.
  Conditions& limit(std::uint32_t rows) {
    limit_ = rows;
    return *this;
  }
  /// Without the first ones. Not of routers.
  Conditions& offset(std::uint32_t rows) {
    offset_ = rows;
    return *this;
  }
  /// Those after a row, which need not be there any more. Asked straight, the index must be a
  /// unique tree without nils, and the condition none of eq.
  template <Writable T>
  Conditions& after(const T& row) {
    after_ = Packed(row);
    return *this;
  }

  const std::optional<std::uint32_t>& limit() const { return limit_; }
  std::uint32_t offset() const { return offset_; }
  const std::optional<Packed>& after() const { return after_; }

  /// How a server finds them; the error, by Cause::type, says why it cannot.
  Result<Search> search(const SpaceDefinition& space) const;

  /// Whether a router, which knows names alone, has to be asked for its schema first.
  bool has_positions() const;
  /// The same with names in place of positions, or an error by Cause::type.
  Result<Conditions> named(const SpaceDefinition& space) const;
  /// Writes the list that a router is given; limit and after are among its options instead.
  void encode(Encoder& encoder) const;

 private:
  enum class Order : std::uint8_t { natural, ascending, descending };
  struct Condition {
    bool is_on_index;
    Comparison comparison;
    Name name;
    Packed value;
  };

  Conditions& add(bool is_on_index, Comparison comparison, Name name, Packed value) {
    conditions_.push_back({is_on_index, comparison, std::move(name), std::move(value)});
    return *this;
  }
  Conditions& order(Order order) {
    order_ = order;
    return *this;
  }
  std::optional<Error> two_indexes() const;
  bool comes_descending() const;
  Result<Iterator> iterator() const;
  Result<Search> search_by_fields(const SpaceDefinition& space) const;
  Result<Search> search_after(const IndexDefinition& index, Iterator iterator) const;

  std::vector<Condition> conditions_;
  Order order_ = Order::natural;
  std::optional<std::uint32_t> limit_;
  std::uint32_t offset_ = 0;
  std::optional<Packed> after_;
};

template <>
struct Codec<Conditions> {
  static void write(Encoder& encoder, const Conditions& conditions) { conditions.encode(encoder); }
};

}  // namespace tarantool
