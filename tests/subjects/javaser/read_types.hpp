// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "javaser/record.hpp"

/// C++ counterparts of the classes in the vectors.
namespace vectors {

struct Pt {
  std::int32_t x;
  std::int32_t y;
  bool operator==(const Pt&) const = default;
};

struct Ln {
  std::optional<Pt> p1;
  std::optional<Pt> p2;
  bool operator==(const Ln&) const = default;
};

/// A record in Java's sense: no default, no public members, values that cannot change.
class ClosedPt {
 public:
  ClosedPt(std::int32_t x, std::int32_t y) : x_(x), y_(y) {}
  std::int32_t x() const { return x_; }
  std::int32_t y() const { return y_; }
  bool operator==(const ClosedPt&) const = default;

 private:
  std::int32_t x_;
  std::int32_t y_;
};

struct Prims {
  std::int8_t b;
  std::int16_t s;
  std::int32_t i;
  std::int64_t j;
  float f;
  double d;
  bool z;
  char16_t c;
};

struct Empty {};

struct Nested {
  std::optional<std::string> name;
  std::optional<Ln> line;
  std::optional<std::vector<Pt>> pts;
  std::optional<std::vector<std::int32_t>> raw;
  std::unique_ptr<Nested> inner;
};

struct Base {
  std::int32_t x = -1;
  std::optional<std::string> base_name = "unset";
  virtual ~Base() = default;
};
struct Mid : Base {};
struct Leaf : Mid {
  double w = -1;
  std::shared_ptr<Base> link;
  std::optional<std::string> name;
};

enum class Color : std::uint8_t { RED, GREEN, BLUE };

struct Custom {
  std::int32_t a = 0;
  std::optional<std::string> s;
};

}  // namespace vectors

namespace evo {

/// What each reader of the evolution vectors has.
struct Person {
  std::optional<std::string> name;
  std::int32_t age;
  std::optional<std::string> gone;
  std::int64_t both;
};
struct Changed {
  bool z;
  std::int64_t both;
  std::optional<std::string> name;
  std::optional<std::vector<std::string>> more;
  std::int32_t age;
  double d;
};
class Refusing {
 public:
  Refusing(std::optional<std::string> name, std::int32_t age) : name_(std::move(name)), age_(age) {
    if (age < 100) throw std::invalid_argument("age " + std::to_string(age));
  }
  const std::optional<std::string>& name() const { return name_; }
  std::int32_t age() const { return age_; }

 private:
  std::optional<std::string> name_;
  std::int32_t age_;
};
struct Class {
  std::int32_t n = 9;
  std::string s = "init";
  std::int32_t a = 0;
  std::string b;
};
struct OtherSuid {
  std::int32_t a = 0;
};
struct Clashing {
  std::int64_t a = 0;
};
struct Super {
  std::int32_t sup = 6;
};
struct Sub : Super {
  std::int32_t a = 0;
  std::string b;
};

}  // namespace evo

JAVASER_RECORD(vectors::Pt, "vectors.T$Pt", x, y)
JAVASER_RECORD(vectors::ClosedPt, "vectors.T$Pt", x, y)
JAVASER_RECORD(vectors::Ln, "vectors.T$Ln", p1, p2)
JAVASER_RECORD(vectors::Prims, "vectors.T$Prims", b, s, i, j, f, d, z, c)
JAVASER_RECORD(vectors::Empty, "vectors.T$Empty")
JAVASER_RECORD(vectors::Nested, "vectors.T$Nested", name, line, pts, raw, inner)
JAVASER_ENUM(vectors::Color, "vectors.T$Color", RED, GREEN, BLUE)
JAVASER_CLASS(vectors::Custom, "vectors.T$Custom", 5, a, s)

// Java's field `name` of Base is another than that of Leaf, and has another name here.
template <>
struct javaser::Bound<vectors::Base>
    : javaser::ClassBound<javaser::Bound<vectors::Base>, vectors::Base, void, &vectors::Base::x,
                          &vectors::Base::base_name> {
  static constexpr std::string_view java_name = "vectors.T$Base";
  static constexpr std::uint64_t suid = javaser::any_suid;
  static constexpr std::array<std::string_view, 2> names = {"x", "name"};
};
JAVASER_SUBCLASS(vectors::Mid, vectors::Base, "vectors.T$Mid", javaser::any_suid)
JAVASER_SUBCLASS(vectors::Leaf, vectors::Mid, "vectors.T$Leaf", javaser::any_suid, w, link, name)
JAVASER_SUBTYPES(vectors::Base, vectors::Mid, vectors::Leaf)

JAVASER_RECORD(evo::Person, "evo.P", name, age, gone, both)
JAVASER_RECORD(evo::Changed, "evo.P", z, both, name, more, age, d)
JAVASER_RECORD(evo::Refusing, "evo.P", name, age)
JAVASER_CLASS(evo::Class, "evo.C", 1, n, s, a, b)
JAVASER_CLASS(evo::OtherSuid, "evo.C", 2, a)
JAVASER_CLASS(evo::Clashing, "evo.C", 1, a)
JAVASER_CLASS(evo::Super, "evo.S", 1, sup)
JAVASER_SUBCLASS(evo::Sub, evo::Super, "evo.C", 1, a, b)
