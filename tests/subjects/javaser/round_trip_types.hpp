// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <variant>
#include <vector>

#include "javaser/record.hpp"

/// The counterparts of java/trip/Types.java.
namespace trip {

enum class Color : std::uint8_t { RED, GREEN, BLUE };

struct Point {
  std::int32_t x;
  std::int32_t y;
};

struct Numbers {
  bool z;
  std::int8_t b;
  char16_t c;
  std::int16_t s;
  std::int32_t i;
  std::int64_t j;
  float f;
  double d;
};

struct Mutable {
  bool z = false;
  std::int8_t b = 0;
  char16_t c = 0;
  std::int16_t s = 0;
  std::int32_t i = 0;
  std::int64_t j = 0;
  float f = 0;
  double d = 0;
  std::string text;
  Point point;
  Color color;
};

struct Arrays {
  std::vector<bool> booleans;
  std::vector<std::int8_t> bytes;
  std::vector<char16_t> chars;
  std::vector<std::int16_t> shorts;
  std::vector<std::int32_t> ints;
  std::vector<std::int64_t> longs;
  std::vector<float> floats;
  std::vector<double> doubles;
  std::vector<std::string> texts;
  std::vector<std::vector<std::int32_t>> nested;
  std::vector<Point> points;
  std::vector<std::optional<std::int32_t>> boxes;
  std::vector<Color> colors;
};

struct Options {
  std::optional<bool> z;
  std::optional<std::int8_t> b;
  std::optional<char16_t> c;
  std::optional<std::int16_t> s;
  std::optional<std::int32_t> i;
  std::optional<std::int64_t> j;
  std::optional<float> f;
  std::optional<double> d;
  std::optional<std::u16string> text;
  std::unique_ptr<Point> point;
  std::optional<std::vector<std::int32_t>> ints;
  std::optional<Color> color;
};

struct Collections {
  javaser::List<std::int32_t> numbers;
  javaser::List<javaser::List<std::string>> texts;
  std::set<std::string> set;
  std::unordered_set<std::int64_t> hashed;
  std::map<std::string, Point> map;
  std::map<std::int32_t, javaser::List<std::string>> lists;
};

struct Node {
  std::int32_t id = 0;
  std::shared_ptr<Node> next;
  std::shared_ptr<Node> other;
  std::shared_ptr<std::vector<std::shared_ptr<Node>>> all;
};

struct Link {
  std::int32_t id;
  std::unique_ptr<Link> next;
};

struct Base {
  virtual ~Base() = default;
  std::int32_t id = 0;
  std::optional<std::string> name;
};
struct Middle : Base {};
struct Leaf : Middle {
  double id = 0;  // another than the base's
  std::vector<std::shared_ptr<Base>> others;
};

struct Things {
  std::variant<std::monostate, Point, Numbers> any;
  std::vector<std::variant<std::monostate, std::string, std::int32_t, Point>> several;
  std::unique_ptr<Base> base;
};

struct EvolvedRecord {
  std::int32_t kept;
  std::int32_t gone;
  std::optional<std::string> goneText;
};

struct EvolvedClass {
  std::int32_t kept = 1;
  std::int32_t gone = 2;
  std::optional<std::string> goneText = "never read";
};

}  // namespace trip

JAVASER_ENUM(trip::Color, "trip.Types$Color", RED, GREEN, BLUE)
JAVASER_RECORD(trip::Point, "trip.Types$Point", x, y)
JAVASER_RECORD(trip::Numbers, "trip.Types$Numbers", z, b, c, s, i, j, f, d)
JAVASER_CLASS(trip::Mutable, "trip.Types$Mutable", -7, z, b, c, s, i, j, f, d, text, point, color)
JAVASER_RECORD(trip::Arrays, "trip.Types$Arrays", booleans, bytes, chars, shorts, ints, longs,
               floats, doubles, texts, nested, points, boxes, colors)
JAVASER_RECORD(trip::Options, "trip.Types$Options", z, b, c, s, i, j, f, d, text, point, ints,
               color)
JAVASER_RECORD(trip::Collections, "trip.Types$Collections", numbers, texts, set, hashed, map, lists)
JAVASER_CLASS(trip::Node, "trip.Types$Node", 11, id, next, other, all)
JAVASER_RECORD(trip::Link, "trip.Types$Link", id, next)
JAVASER_CLASS(trip::Base, "trip.Types$Base", 1, id, name)
JAVASER_SUBCLASS(trip::Middle, trip::Base, "trip.Types$Middle", 2)
JAVASER_SUBCLASS(trip::Leaf, trip::Middle, "trip.Types$Leaf", 3, id, others)
JAVASER_SUBTYPES(trip::Base, trip::Middle, trip::Leaf)
JAVASER_RECORD(trip::Things, "trip.Types$Things", any, several, base)
JAVASER_RECORD(trip::EvolvedRecord, "trip.Types$EvolvedRecord", kept, gone, goneText)
JAVASER_CLASS(trip::EvolvedClass, "trip.Types$EvolvedClass", 5, kept, gone, goneText)
