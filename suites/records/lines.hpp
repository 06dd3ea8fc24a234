// SPDX-License-Identifier: Apache-2.0
// What is read: lines, each of two points of two ints, once as classes, once as records, bound to
// the Java classes that suites/peers/java has.
#pragma once

#include <cstdint>
#include <javaser/record.hpp>

namespace suite {

/// A class: made empty, then its fields are assigned.
struct PointC {
  std::int32_t x = 0;
  std::int32_t y = 0;
};
struct LineC {
  using Point = PointC;
  PointC p1;
  PointC p2;
};

/// A record: made from all its components at once, which nothing can change afterwards.
class PointR {
 public:
  PointR(std::int32_t x, std::int32_t y) : x_(x), y_(y) {}
  std::int32_t x() const { return x_; }
  std::int32_t y() const { return y_; }

 private:
  std::int32_t x_;
  std::int32_t y_;
};
class LineR {
 public:
  using Point = PointR;
  LineR(const PointR& p1, const PointR& p2) : p1_(p1), p2_(p2) {}
  const PointR& p1() const { return p1_; }
  const PointR& p2() const { return p2_; }

 private:
  PointR p1_;
  PointR p2_;
};

}  // namespace suite

// The numbers are those that the JDK computes of the two classes.
JAVASER_CLASS(suite::PointC, "bench.Lines$PointC", 0x27979d2db2a76c08, x, y)
JAVASER_CLASS(suite::LineC, "bench.Lines$LineC", 0xa098ca702f5b45f2, p1, p2)
JAVASER_RECORD(suite::PointR, "bench.Lines$PointR", x, y)
JAVASER_RECORD(suite::LineR, "bench.Lines$LineR", p1, p2)
