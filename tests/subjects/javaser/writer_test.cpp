// SPDX-License-Identifier: Apache-2.0
#include "javaser/writer.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "stream_bytes.hpp"
#include "vector_files.hpp"

namespace bench {

struct PointR {
  std::int32_t x;
  std::int32_t y;
};
struct LineR {
  PointR p1;
  PointR p2;
};
struct PointC {
  std::int32_t x = 0;
  std::int32_t y = 0;
};
struct LineC {
  PointC p1;
  PointC p2;
};

}  // namespace bench

namespace hierarchy {

struct Base {
  virtual ~Base() = default;
  std::int32_t x = 0;
  std::optional<std::string> name;
};
struct Mid : Base {};
struct Leaf : Mid {
  double w = 0;
  std::shared_ptr<Base> link;
  std::optional<std::string> name;  // another than the base's
};

}  // namespace hierarchy

namespace nested {

struct Point {
  std::int32_t x;
  std::int32_t y;
};
struct Line {
  Point p1;
  Point p2;
};
struct Nested {
  std::optional<std::string> name;
  std::optional<Line> line;
  std::optional<javaser::List<Point>> pts;
  std::optional<std::vector<std::int32_t>> raw;
  std::unique_ptr<Nested> inner;
};

}  // namespace nested

namespace writing {

enum class Color : std::uint8_t { RED, GREEN };

struct Node {
  std::int32_t id = 0;
  std::unique_ptr<Node> next;
};

struct Shape {
  virtual ~Shape() = default;
  std::int32_t id = 0;
};
struct Circle : Shape {};
struct Secret : Shape {};  // what the bindings do not know of
struct Drawing {
  std::vector<std::unique_ptr<Shape>> shapes;
};

// Counts those of its kind that are alive.
struct Counted {
  static inline int alive = 0;
  std::int32_t number = 7;
  Counted() { ++alive; }
  explicit Counted(std::int32_t it) : number(it) { ++alive; }
  Counted(const Counted& other) : number(other.number) { ++alive; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --alive; }
};

// All its accessors return by value.
class Computed {
 public:
  Computed() = default;
  Computed(std::int32_t, std::string, std::vector<Counted>, std::shared_ptr<Counted>) {}
  std::int32_t half() const { return 21; }
  std::string text() const { return std::string(100, 'x'); }
  std::vector<Counted> counted() const { return {Counted(1), Counted(2)}; }
  std::shared_ptr<Counted> shared() const { return std::make_shared<Counted>(3); }
};

class Refusing {
 public:
  Refusing() = default;
  explicit Refusing(std::string) {}
  std::string text() const { throw std::runtime_error("no text"); }
};

// A sequence of more elements than Java can count.
struct Endless {};

}  // namespace writing

JAVASER_RECORD(bench::PointR, "bench.Lines$PointR", x, y)
JAVASER_RECORD(bench::LineR, "bench.Lines$LineR", p1, p2)
JAVASER_CLASS(bench::PointC, "bench.Lines$PointC", 0x27979d2db2a76c08, x, y)
JAVASER_CLASS(bench::LineC, "bench.Lines$LineC", 0xa098ca702f5b45f2, p1, p2)
JAVASER_CLASS(hierarchy::Base, "vectors.T$Base", 1, x, name)
JAVASER_SUBCLASS(hierarchy::Mid, hierarchy::Base, "vectors.T$Mid", 2)
JAVASER_SUBCLASS(hierarchy::Leaf, hierarchy::Mid, "vectors.T$Leaf", 3, w, link, name)
JAVASER_SUBTYPES(hierarchy::Base, hierarchy::Mid, hierarchy::Leaf)
JAVASER_RECORD(nested::Point, "vectors.T$Pt", x, y)
JAVASER_RECORD(nested::Line, "vectors.T$Ln", p1, p2)
JAVASER_RECORD(nested::Nested, "vectors.T$Nested", name, line, pts, raw, inner)
JAVASER_ENUM(writing::Color, "w.Color", RED, GREEN)
JAVASER_CLASS(writing::Node, "w.Node", 1, id, next)
JAVASER_CLASS(writing::Shape, "w.Shape", 1, id)
JAVASER_SUBCLASS(writing::Circle, writing::Shape, "w.Circle", 1)
JAVASER_SUBTYPES(writing::Shape, writing::Circle)
JAVASER_CLASS(writing::Drawing, "w.Drawing", 1, shapes)
JAVASER_CLASS(writing::Counted, "w.Counted", 1, number)

JAVASER_RECORD(writing::Computed, "w.Computed", half, text, counted, shared)
JAVASER_RECORD(writing::Refusing, "w.Refusing", text)

template <>
struct javaser::types::Make<writing::Endless> {
  static constexpr Type type() {
    Type type = cell_of<writing::Endless>(Shape::sequence);
    type.element = &type_of<std::int32_t>;
    type.size = [](const void*) { return std::size_t{0x80000000}; };
    return type;
  }
};

namespace javaser {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::StreamBytes;

const fs::path vectors = fs::path(TARE_TEST_DATA) / "java-streams";

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void expect_stream(Writer& writer, const StreamBytes& expected) {
  EXPECT_EQ(text_of(writer.bytes()), text_of(expected.bytes()));
}

template <class Line>
void expect_bench_stream(const std::string& name) {
  TARE_VECTOR(made_by_java, name);
  const json expected = json::parse(contents(vectors / (name + ".json")));
  const auto field = [](const json& object, int index) -> const json& {
    return object.at("fields").at(static_cast<std::size_t>(index)).at("value");
  };
  std::vector<Line> lines;
  for (const json& line : expected.at("items").at(0).at("value").at("values")) {
    Line& made = lines.emplace_back();
    made.p1 = {field(field(line, 0), 0), field(field(line, 0), 1)};
    made.p2 = {field(field(line, 1), 0), field(field(line, 1), 1)};
  }
  Writer writer;
  ASSERT_TRUE(writer.write(lines)) << to_string(writer.error());
  EXPECT_EQ(text_of(writer.bytes()), text_of(made_by_java.bytes()));
}

class WritesBenchStream : public ::testing::TestWithParam<const char*> {};
TEST_P(WritesBenchStream, AsRecords) {
  expect_bench_stream<bench::LineR>(std::string("bench-records-") + GetParam());
}
TEST_P(WritesBenchStream, AsClasses) {
  expect_bench_stream<bench::LineC>(std::string("bench-classes-") + GetParam());
}
INSTANTIATE_TEST_SUITE_P(Lengths, WritesBenchStream, ::testing::Values("10", "100", "1000"));

TEST(Writer, WritesTheLevelsOfAHierarchyAndSharedObjectsAsJavaDoes) {
  TARE_VECTOR(made_by_java, "hierarchy");
  const auto base = std::make_shared<hierarchy::Base>();
  base->x = 1;
  base->name = "base";
  hierarchy::Leaf leaf;
  leaf.x = 2;
  leaf.Base::name = "n1";
  leaf.w = 2.5;
  leaf.link = base;
  leaf.name = "n2";
  hierarchy::Mid mid;
  mid.x = 3;
  const auto cycle = std::make_shared<hierarchy::Leaf>();
  cycle->x = 4;
  cycle->Base::name = "c";
  cycle->link = cycle;

  Writer writer;
  EXPECT_TRUE(writer.write(leaf));
  EXPECT_TRUE(writer.write(base));
  EXPECT_TRUE(writer.write(mid));
  EXPECT_TRUE(writer.write(cycle));
  EXPECT_EQ(text_of(writer.bytes()), text_of(made_by_java.bytes()));
  cycle->link.reset();
}

TEST(Writer, WritesNestedRecordsListsAndArraysAsJavaDoes) {
  TARE_VECTOR(made_by_java, "records-nested");
  nested::Nested outer{.name = "outer",
                       .line = nested::Line{{1, 2}, {3, 4}},
                       .pts = List<nested::Point>{{5, 6}},
                       .raw = std::vector<std::int32_t>{7},
                       .inner = std::make_unique<nested::Nested>()};
  outer.inner->name = "inner";
  Writer writer;
  EXPECT_TRUE(writer.write(outer));
  EXPECT_EQ(text_of(writer.bytes()), text_of(made_by_java.bytes()));
}

TEST(Writer, ResetsAndMixesPrimitivesWithObjectsAsJavaDoes) {
  TARE_VECTOR(made_by_java, "reset");
  const auto point = std::make_shared<nested::Point>(nested::Point{1, 2});
  Writer writer;
  EXPECT_TRUE(writer.write(point));
  EXPECT_TRUE(writer.write(point));
  writer.reset();
  EXPECT_TRUE(writer.write(point));
  writer.write_primitive(std::int32_t{5});
  writer.reset();
  writer.write_primitive(std::int32_t{6});
  EXPECT_TRUE(writer.write(std::string("end")));
  EXPECT_EQ(text_of(writer.bytes()), text_of(made_by_java.bytes()));
}

TEST(Writer, SplitsBlockDataAsJavaDoes) {
  TARE_VECTOR(made_by_java, "block-data");
  std::vector<std::byte> counting(3000);
  for (std::size_t at = 0; at < counting.size(); ++at) counting[at] = static_cast<std::byte>(at);
  const std::vector<std::byte> zeros(256);

  Writer writer;
  writer.write_primitive(true);
  writer.write_primitive(std::int8_t{-1});
  writer.write_primitive(std::int16_t{-2});
  writer.write_primitive(u'c');
  writer.write_primitive(std::int32_t{-3});
  writer.write_primitive(std::int64_t{-4});
  writer.write_primitive(1.5F);
  writer.write_primitive(-2.5);
  EXPECT_TRUE(writer.write_utf(std::string("utf\0\u20ac", 7)));
  EXPECT_TRUE(writer.write(std::string("obj")));
  writer.write_bytes(counting);
  EXPECT_TRUE(writer.write(std::string("obj2")));
  writer.write_bytes(std::span(zeros).first(255));
  EXPECT_TRUE(writer.write(std::optional<std::string>()));
  writer.write_bytes(zeros);
  EXPECT_TRUE(writer.write(std::optional<std::string>()));
  writer.write_primitive(std::int32_t{7});
  EXPECT_EQ(text_of(writer.bytes()), text_of(made_by_java.bytes()));
}

TEST(Writer, WritesEachSoundStreamAgainFromItsTree) {
  if (!fs::exists(vectors)) GTEST_SKIP() << "no test data";
  int sound = 0;
  for (const auto& entry : fs::directory_iterator(vectors)) {
    if (entry.path().extension() != ".ser") continue;
    SCOPED_TRACE(entry.path().filename());
    const std::string stream = contents(entry.path());
    const Tree tree = read_tree(std::as_bytes(std::span(stream)));
    if (tree.error().code != ErrorCode::none) continue;
    ++sound;
    Writer writer;
    ASSERT_TRUE(writer.write(tree)) << to_string(writer.error());
    EXPECT_EQ(text_of(writer.bytes()), stream);
  }
  EXPECT_GT(sound, 30);
}

// Damage that leaves a stream sound makes trees that no JVM would have thought of.
TEST(Writer, WritesASoundStreamFromWhateverTreeThereIs) {
  if (!fs::exists(vectors)) GTEST_SKIP() << "no test data";
  int sound = 0;
  for (const auto& entry : fs::directory_iterator(vectors)) {
    constexpr std::uintmax_t most = 2500;  // all but long strings and arrays
    if (entry.path().extension() != ".ser" || entry.file_size() > most) continue;
    std::string stream = contents(entry.path());
    for (char& byte : stream) {
      SCOPED_TRACE(entry.path().filename().string() + ' ' + std::to_string(&byte - stream.data()));
      byte = static_cast<char>(byte ^ 1);
      Writer writer;
      const Tree tree = read_tree(std::as_bytes(std::span(stream)));
      byte = static_cast<char>(byte ^ 1);
      if (tree.error().code != ErrorCode::none) continue;
      ++sound;
      ASSERT_TRUE(writer.write(tree)) << to_string(writer.error());
      const Tree again = read_tree(writer.bytes());
      ASSERT_EQ(again.error().code, ErrorCode::none) << to_string(again.error());
      EXPECT_EQ(again.items().size(), tree.items().size());
      Writer second;
      ASSERT_TRUE(second.write(again)) << to_string(second.error());
      EXPECT_EQ(text_of(second.bytes()), text_of(writer.bytes()));
    }
  }
  EXPECT_GT(sound, 5000);
}

TEST(Writer, WritesPartOfATreeWithWhatItRefersTo) {
  const StreamBytes shared = StreamBytes()
                                 .array()
                                 .class_head("[Ljava.lang.Object;", 2, 0)
                                 .end_class()
                                 .u32(2)
                                 .string("a")
                                 .array()
                                 .handle(0)
                                 .u32(3)
                                 .handle(2)   // "a"
                                 .handle(3)   // itself
                                 .handle(1);  // the outer one
  const Tree tree = read_tree(shared.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none) << to_string(tree.error());
  Writer writer;
  ASSERT_TRUE(writer.write(std::string("before")));
  ASSERT_TRUE(writer.write(tree.items()[0].value.at(1)));
  expect_stream(writer, StreamBytes()
                            .string("before")
                            .array()
                            .class_head("[Ljava.lang.Object;", 2, 0)
                            .end_class()
                            .u32(3)
                            .string("a")
                            .handle(2)
                            .array()
                            .handle(1)
                            .u32(2)
                            .handle(3)
                            .handle(2));
}

TEST(Writer, WritesNoValueThatItsStreamCutShort) {
  const StreamBytes cut =
      StreamBytes().array().class_head("[Ljava.lang.Object;", 2, 0).end_class().u32(2).null();
  const Tree tree = read_tree(cut.bytes());
  ASSERT_EQ(tree.partial_item().kind(), NodeKind::array);
  Writer writer;
  EXPECT_FALSE(writer.write(tree.partial_item()));
  EXPECT_EQ(writer.error().code, ErrorCode::truncated);
}

TEST(Writer, ResetsWhereATreeWasAborted) {
  const StreamBytes aborted = StreamBytes()
                                  .string("before")
                                  .u8(0x7b)
                                  .object()
                                  .class_head("java.io.IOException", 2, 0)
                                  .end_class()
                                  .object()
                                  .class_head("w.After", 2, 0)
                                  .end_class();
  const Tree tree = read_tree(aborted.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none) << to_string(tree.error());
  Writer writer;
  EXPECT_TRUE(writer.write(tree));
  expect_stream(writer, aborted);
}

TEST(Writer, WritesALinkedListOfAMillionNodes) {
  constexpr std::int32_t count = 1'000'000;
  std::unique_ptr<writing::Node> list;
  for (std::int32_t id = count; id > 0; --id) {
    auto node = std::make_unique<writing::Node>();
    node->id = id;
    node->next = std::move(list);
    list = std::move(node);
  }
  Writer writer;
  EXPECT_TRUE(writer.write(list));
  const StreamBytes first = StreamBytes()
                                .object()
                                .class_head("w.Node", 2, 2)
                                .field('I', "id")
                                .field('L', "next")
                                .string("Lw/Node;")
                                .end_class()
                                .u32(1);
  constexpr std::size_t further = 1 + 5 + 4;  // TC_OBJECT, a reference to the class, id
  const std::size_t whole = first.bytes().size() + (count - 1) * further + 1;
  EXPECT_EQ(writer.bytes().size(), whole);
  EXPECT_EQ(text_of(writer.bytes().first(first.bytes().size())), text_of(first.bytes()));
  // Its own destructor would recurse.
  while (list) list = std::move(list->next);
}

TEST(Writer, RefusesAUniquePointerAroundItselfAndGoesOnAfterAReset) {
  auto node = std::make_unique<writing::Node>();
  node->next = std::make_unique<writing::Node>();
  writing::Node* const inner = node->next.get();
  inner->next = std::move(node);

  Writer writer;
  EXPECT_TRUE(writer.write(std::string("before")));
  EXPECT_FALSE(writer.write(inner->next));
  EXPECT_EQ(writer.error().code, ErrorCode::cyclic_value);
  EXPECT_EQ(writer.error().path, "$[1].next.next");
  EXPECT_EQ(writer.error().subject, "Lw/Node;");
  expect_stream(writer, StreamBytes().string("before"));
  EXPECT_TRUE(writer.write(std::string("after")));
  expect_stream(writer, StreamBytes().string("before").reset().string("after"));

  const std::unique_ptr<writing::Node> freed = std::move(inner->next);
}

TEST(Writer, ShortensALongPathInItsMiddle) {
  auto around = std::make_unique<writing::Node>();
  writing::Node* last = around.get();
  for (int count = 1; count < 1000; ++count) {
    last->next = std::make_unique<writing::Node>();
    last = last->next.get();
  }
  last->next = std::move(around);
  Writer writer;
  EXPECT_FALSE(writer.write(last->next));
  EXPECT_EQ(writer.error().code, ErrorCode::cyclic_value);
  EXPECT_LT(writer.error().path.size(), 200U);
  EXPECT_NE(writer.error().path.find(".next...."), std::string::npos);
  // One by one, as a destructor would recurse.
  around = std::move(last->next);
  while (around) around = std::move(around->next);
}

TEST(Writer, ResetsBeforePrimitivesThatFollowAFailure) {
  Writer writer;
  EXPECT_FALSE(writer.write(std::vector{static_cast<writing::Color>(9)}));
  writer.write_primitive(std::int8_t{1});
  EXPECT_TRUE(writer.write(std::string("after")));
  expect_stream(writer, StreamBytes().reset().block_head(1).u8(1).string("after"));
}

TEST(Writer, NamesTheConstantThatAnEnumLacks) {
  Writer writer;
  EXPECT_FALSE(writer.write(std::vector{writing::Color::RED, static_cast<writing::Color>(9)}));
  EXPECT_EQ(writer.error().code, ErrorCode::unknown_constant);
  EXPECT_EQ(writer.error().path, "$[0][1]");
  EXPECT_EQ(writer.error().subject, "w.Color 9");
}

TEST(Writer, RefusesAnObjectWhoseTypeIsNoneOfThoseBound) {
  writing::Drawing drawing;
  drawing.shapes.push_back(std::make_unique<writing::Circle>());
  drawing.shapes.push_back(nullptr);
  drawing.shapes.push_back(std::make_unique<writing::Secret>());
  Writer writer;
  EXPECT_FALSE(writer.write(drawing));
  EXPECT_EQ(writer.error().code, ErrorCode::class_mismatch);
  EXPECT_EQ(writer.error().path, "$[0].shapes[2]");
}

TEST(Writer, RefusesMoreElementsThanJavaCounts) {
  Writer writer;
  EXPECT_FALSE(writer.write(std::map<std::string, writing::Endless>{{"key", {}}}));
  EXPECT_EQ(writer.error().code, ErrorCode::array_too_long);
  EXPECT_EQ(writer.error().path, "$[0][0]");
}

TEST(Writer, RefusesAUtfOfMoreBytesThanItsLengthCanTell) {
  Writer writer;
  const std::string most(Writer::max_utf_bytes, 'x');
  EXPECT_TRUE(writer.write_utf(most));
  const std::size_t size = writer.bytes().size();
  EXPECT_FALSE(writer.write_utf(most + 'x'));
  // Two bytes each in modified UTF-8.
  EXPECT_FALSE(writer.write_utf(std::string(Writer::max_utf_bytes / 2 + 1, '\0')));
  EXPECT_EQ(writer.error().code, ErrorCode::text_too_long);
  EXPECT_EQ(writer.bytes().size(), size);
}

TEST(Writer, TakesALongStringFrom65536BytesOn) {
  Writer writer;
  EXPECT_TRUE(writer.write(std::string(0xffff, 'x')));
  EXPECT_TRUE(writer.write(std::string(0x10000, 'x')));
  const Bytes bytes = writer.bytes();
  EXPECT_EQ(bytes[4], std::byte{0x74});
  EXPECT_EQ(bytes[4 + 3 + 0xffff], std::byte{0x7c});
  EXPECT_EQ(bytes.size(), 4U + 3 + 0xffff + 9 + 0x10000);
}

TEST(Writer, WritesWhatAccessorsReturnByValueAndLetsGoOfIt) {
  ASSERT_EQ(writing::Counted::alive, 0);
  {
    Writer writer;
    EXPECT_TRUE(writer.write(std::vector<writing::Computed>(2)));
    EXPECT_EQ(writing::Counted::alive, 2)
        << "what a shared pointer held stays, as its address is known";
    const Tree tree = read_tree(writer.bytes());
    const Node computed = tree.items()[0].value.at(1);
    EXPECT_EQ(computed.field("half").integer(), 21);
    EXPECT_EQ(computed.field("text").value().text(), std::string(100, 'x'));
    EXPECT_EQ(computed.field("counted").value().at(1).field("number").integer(), 2);
    EXPECT_EQ(computed.field("shared").value().field("number").integer(), 3);
    writer.reset();
    EXPECT_TRUE(writer.write(std::string("after")));
    EXPECT_EQ(writing::Counted::alive, 0);
  }
}

TEST(Writer, SurvivesAnAccessorThatThrows) {
  Writer writer;
  EXPECT_TRUE(writer.write(std::string("before")));
  EXPECT_THROW(writer.write(std::vector<writing::Refusing>(1)), std::runtime_error);
  expect_stream(writer, StreamBytes().string("before"));
  EXPECT_TRUE(writer.write(std::string("after")));
  expect_stream(writer, StreamBytes().string("before").reset().string("after"));
}

TEST(Writer, TakesNoNewObjectForAnOldOneAtItsAddress) {
  Writer writer;
  for (std::int32_t number = 0; number < 3; ++number)
    EXPECT_TRUE(writer.write(std::make_shared<writing::Counted>(number)));
  const Tree tree = read_tree(writer.bytes());
  ASSERT_EQ(tree.items().size(), 3U);
  for (std::size_t at = 0; at < 3; ++at)
    EXPECT_EQ(tree.items()[at].value.field("number").integer(), static_cast<std::int64_t>(at));
}

TEST(Writer, CountsTheHandlesOfElementsThatItPutsAtOnce) {
  const auto shared = std::make_shared<nested::Point>(nested::Point{7, 8});
  Writer writer;
  EXPECT_TRUE(writer.write(std::vector<nested::Line>()));
  EXPECT_TRUE(writer.write(std::vector<nested::Line>{{{1, 2}, {3, 4}}}));
  EXPECT_TRUE(writer.write(std::vector<nested::Line>(3, {{1, 2}, {3, 4}})));
  EXPECT_TRUE(writer.write(List<nested::Point>{{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_TRUE(writer.write(shared));
  EXPECT_TRUE(writer.write(shared));
  const Tree tree = read_tree(writer.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none) << to_string(tree.error());
  const auto items = tree.items();
  EXPECT_EQ(items[0].value.size(), 0U);
  EXPECT_EQ(items[1].value.size(), 1U);
  EXPECT_EQ(items[2].value.at(2).field("p2").value().field("y").integer(), 4);
  EXPECT_EQ(items[3].value.class_data(0).custom_count(), 4U) << "a block and three points";
  EXPECT_EQ(items[3].value.class_data(0).custom(3).field("x").integer(), 5);
  EXPECT_EQ(items[4].value.field("x").integer(), 7);
  EXPECT_EQ(items[5].value, items[4].value);
}

TEST(Writer, TellsAnObjectFromItsFirstMember) {
  const auto line = std::make_shared<nested::Line>(nested::Line{{1, 2}, {3, 4}});
  const std::shared_ptr<nested::Point> first(line, &line->p1);
  Writer writer;
  EXPECT_TRUE(writer.write(line));
  EXPECT_TRUE(writer.write(first));
  EXPECT_TRUE(writer.write(first));
  const Tree tree = read_tree(writer.bytes());
  EXPECT_EQ(tree.items()[1].value.class_name(), "vectors.T$Pt");
  EXPECT_EQ(tree.items()[1].value, tree.items()[2].value);
}

TEST(Writer, BeginsAnotherStreamAfterItsBytesAreTaken) {
  Writer writer;
  const auto point = std::make_shared<nested::Point>(nested::Point{1, 2});
  EXPECT_TRUE(writer.write(point));
  writer.write_primitive(true);
  const std::vector<std::byte> first = writer.take();
  EXPECT_TRUE(writer.write(point));
  writer.write_primitive(true);
  EXPECT_EQ(text_of(writer.take()), text_of(first));
  expect_stream(writer, StreamBytes());
}

}  // namespace
}  // namespace javaser
