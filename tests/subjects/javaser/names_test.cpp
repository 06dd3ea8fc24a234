// SPDX-License-Identifier: Apache-2.0
// Types outside any namespace that are called as the library's own.
#include <gtest/gtest.h>

#include "javaser/reader.hpp"
#include "stream_bytes.hpp"

struct Node {
  std::int32_t v = 0;
  std::unique_ptr<Node> next;
};
struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Type : Shape {
  std::int32_t r = 0;
  int area() const override { return 3 * r * r; }
};
enum class Error : std::uint8_t { A, B };
struct Tree {
  Error error;
};

JAVASER_CLASS(Node, "Node", 1, v, next)
JAVASER_CLASS(Type, "Type", 1, r)
JAVASER_SUBTYPES(Shape, Type)
JAVASER_ENUM(Error, "Error", A, B)
JAVASER_RECORD(Tree, "Tree", error)

namespace {

using javaser::testing::StreamBytes;

TEST(Names, MayBeThoseOfTheLibrary) {
  StreamBytes stream;
  stream.object().class_head("Type", 2, 1).field('I', "r").end_class().u32(2);
  stream.object().class_head("Tree", 2, 1, 0).field('L', "error").string("LError;").end_class();
  stream.u8(0x7e).class_head("Error", 0x12, 0, 0).end_class().string("B");
  javaser::Reader reader(stream.bytes());
  const auto shape = reader.read<std::unique_ptr<Shape>>();
  ASSERT_TRUE(shape) << to_string(reader.error());
  EXPECT_EQ((*shape)->area(), 12);
  const auto tree = reader.read<Tree>();
  ASSERT_TRUE(tree) << to_string(reader.error());
  EXPECT_EQ(tree->error, Error::B);
}

}  // namespace
