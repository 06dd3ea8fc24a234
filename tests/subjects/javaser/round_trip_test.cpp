// SPDX-License-Identifier: Apache-2.0
// A JVM reads what the Writer wrote, and the Reader reads what the JVM writes.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>

#include "javaser/reader.hpp"
#include "javaser/writer.hpp"
#include "round_trip_types.hpp"

namespace javaser {
namespace {

namespace fs = std::filesystem;

const fs::path sources = fs::path(__FILE__).parent_path() / "java/trip";

/// A folder that is gone with it.
class Folder {
 public:
  Folder() {
    std::string pattern = fs::temp_directory_path() / "javaser-XXXXXX";
    path_ = mkdtemp(pattern.data());
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  fs::path operator/(const std::string& name) const { return path_ / name; }
  std::string text() const { return path_; }

 private:
  fs::path path_;
};

struct Output {
  int status;
  std::string text;
};

Output run(const std::string& command) {
  std::FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text};
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class T>
std::string stream_of(const T& value) {
  Writer writer;
  EXPECT_TRUE(writer.write(value)) << to_string(writer.error());
  return text_of(writer.bytes());
}

template <class T>
T read_from(const std::string& stream) {
  Reader reader(std::as_bytes(std::span(stream)));
  T value;
  EXPECT_TRUE(reader.read(value)) << to_string(reader.error());
  return value;
}

// The values, as java/trip/Cases.java has them.

std::vector<trip::Numbers> numbers() {
  const auto lowest_of = []<class T>(T) { return std::numeric_limits<T>::min(); };
  const auto highest_of = []<class T>(T) { return std::numeric_limits<T>::max(); };
  const float infinite = std::numeric_limits<float>::infinity();
  return {
      {false, -128, u'\0', lowest_of(std::int16_t{}), lowest_of(std::int32_t{}),
       lowest_of(std::int64_t{}), -infinite, -infinite},
      {true, 127, u'\uffff', highest_of(std::int16_t{}), highest_of(std::int32_t{}),
       highest_of(std::int64_t{}), highest_of(0.0F), highest_of(0.0)},
      {true, -1, char16_t{0xd800}, -1, -1, -1, std::numeric_limits<float>::denorm_min(),
       std::numeric_limits<double>::denorm_min()},
      {false, 0, u'x', 0, 0, 0, std::numeric_limits<float>::quiet_NaN(), -0.0},
  };
}

trip::Mutable a_mutable() {
  trip::Mutable made;
  made.z = true;
  made.b = -2;
  made.c = u'\u20ac';
  made.s = -300;
  made.i = 70000;
  made.j = -5'000'000'000;
  made.f = 1.5F;
  made.d = -2.25;
  made.text = "text";
  made.point = {1, -1};
  made.color = trip::Color::GREEN;
  return made;
}

std::vector<std::optional<std::string>> texts() {
  std::string euros;
  for (int count = 0; count < 30000; ++count) euros += "\u20ac";
  const auto with_nul = [](const char* text, std::size_t size) { return std::string(text, size); };
  return {"",
          "plain",
          with_nul("\0", 1),
          with_nul("a\0b", 3),
          "\u00e9\u20ac",
          "\U0001f600",
          "\xed\xa0\x80",              // a lone high surrogate
          "\xed\xb0\x80\xed\xa0\x80",  // a pair the wrong way round
          std::string(65535, 'x'),
          std::string(70000, 'y'),
          euros,
          std::nullopt};
}

trip::Arrays arrays() {
  using trip::Color;
  return {{true, false, true},
          {-128, 0, 127},
          {u'a', u'\0', u'\uffff'},
          {-32768, 32767},
          {},
          {std::numeric_limits<std::int64_t>::min(), 1},
          {1.5F, -0.0F},
          {3.141592653589793},
          {"one", "two"},
          {{1, 2, 3}, {}, {4}},
          {{1, 2}, {3, 4}},
          {1000, std::nullopt, -1000},
          {Color::RED, Color::GREEN, Color::RED}};
}

std::vector<trip::Options> options() {
  std::vector<trip::Options> two(2);
  two[1] = {true,
            -1,
            u'\u1234',
            1000,
            1000,
            1000,
            1.5F,
            2.5,
            u"text",
            std::make_unique<trip::Point>(trip::Point{5, 6}),
            std::vector<std::int32_t>{7},
            trip::Color::BLUE};
  return two;
}

trip::Collections collections() {
  trip::Collections made{{1000, 2000, 3000},
                         {{"a", "b"}, {}, {"c"}},
                         {"first", "second", "third"},
                         {std::int64_t{1} << 40},
                         {},
                         {}};
  for (std::int32_t i = 100; i < 130; ++i) made.map["key" + std::to_string(i)] = {i, -i};
  return made;
}

/// A graph with cycles, which its owner cuts.
class Graph {
 public:
  Graph() : first_(std::make_shared<trip::Node>()) {
    const auto second = std::make_shared<trip::Node>();
    first_->id = 1;
    first_->next = second;
    first_->other = first_;
    second->id = 2;
    second->next = first_;
    second->all = std::make_shared<std::vector<std::shared_ptr<trip::Node>>>();
    *second->all = {first_, second, nullptr};
    first_->all = second->all;
  }
  explicit Graph(std::shared_ptr<trip::Node> first) : first_(std::move(first)) {}
  ~Graph() {
    if (first_->all) first_->all->clear();
    first_->next.reset();
    first_->other.reset();
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  const std::shared_ptr<trip::Node>& first() const { return first_; }

 private:
  std::shared_ptr<trip::Node> first_;
};

std::unique_ptr<trip::Link> links(std::int32_t count) {
  std::unique_ptr<trip::Link> list;
  for (std::int32_t id = count; id > 0; --id)
    list = std::make_unique<trip::Link>(trip::Link{id, std::move(list)});
  return list;
}

std::shared_ptr<trip::Leaf> hierarchy() {
  const auto base = std::make_shared<trip::Base>();
  base->id = 1;
  base->name = "base";
  const auto middle = std::make_shared<trip::Middle>();
  middle->id = 2;
  const auto leaf = std::make_shared<trip::Leaf>();
  leaf->Base::id = 3;
  leaf->name = "leaf";
  leaf->id = 0.5;
  leaf->others = {base, middle, leaf, base};
  return leaf;
}

trip::Things things() {
  trip::Things made;
  made.any = trip::Point{1, 2};
  made.several = {"text", 1234, trip::Point{3, 4}, std::monostate{}};
  made.base = std::make_unique<trip::Middle>();
  made.base->name = "middle";
  return made;
}

std::string items() {
  const auto point = std::make_shared<trip::Point>(trip::Point{1, 2});
  std::vector<std::byte> counting(3000);
  for (std::size_t at = 0; at < counting.size(); ++at) counting[at] = static_cast<std::byte>(at);
  Writer writer;
  writer.write_primitive(true);
  writer.write_primitive(std::int8_t{-1});
  writer.write_primitive(std::int16_t{-2});
  writer.write_primitive(u'c');
  writer.write_primitive(std::int32_t{-3});
  writer.write_primitive(std::int64_t{-4});
  writer.write_primitive(1.5F);
  writer.write_primitive(-2.5);
  EXPECT_TRUE(writer.write_utf(std::string("utf\0\u20ac\U0001f600", 11)));
  EXPECT_TRUE(writer.write(point));
  EXPECT_TRUE(writer.write(point));
  writer.write_bytes(counting);
  writer.reset();
  EXPECT_TRUE(writer.write(point));
  EXPECT_TRUE(writer.write(std::shared_ptr<trip::Point>()));
  return text_of(writer.bytes());
}

/// Cases by name: what we write, and whether what the JVM writes for the same value is right.
class RoundTrip : public ::testing::Test {
 protected:
  void SetUp() override {
    if (run("javac -version && java -version").status != 0)
      GTEST_SKIP() << "no JDK: apt install openjdk-17-jdk-headless";
    const Output compiled = run("javac -d " + folder_.text() + " " + sources.string() + "/*.java");
    ASSERT_EQ(compiled.status, 0) << compiled.text;
  }

  void write(const std::string& name, const std::string& stream) {
    written_[name] = stream;
    std::ofstream(folder_ / (name + ".ser"), std::ios::binary) << stream;
  }

  void run_java() {
    const Output java = run("java -cp " + folder_.text() + " trip.Main " + folder_.text());
    EXPECT_EQ(java.status, 0) << java.text;
    for (const auto& [name, stream] : written_)
      EXPECT_NE(('\n' + java.text).find('\n' + name + " same\n"), std::string::npos)
          << name << " in:\n"
          << java.text.substr(0, 10000);
  }

  std::string from_java(const std::string& name) const {
    return contents(folder_ / (name + ".java"));
  }

  /// The JVM writes the very bytes that we do, and what is read of them, written again, is the
  /// same.
  template <class T>
  void expect_same(const std::string& name) const {
    SCOPED_TRACE(name);
    EXPECT_EQ(from_java(name), written_.at(name));
    EXPECT_EQ(stream_of(read_from<T>(from_java(name))), written_.at(name));
  }

  Folder folder_;
  std::map<std::string, std::string> written_;
};

// One JVM for all, as it takes longer to start than all else together.
TEST_F(RoundTrip, JavaReadsWhatWeWriteAndWritesWhatWeRead) {
  const Graph graph;
  const std::shared_ptr<trip::Leaf> leaf = hierarchy();
  write("numbers", stream_of(numbers()));
  write("mutable", stream_of(a_mutable()));
  write("texts", stream_of(texts()));
  write("arrays", stream_of(arrays()));
  write("options", stream_of(options()));
  write("collections", stream_of(collections()));
  write("graph", stream_of(graph.first()));
  write("links", stream_of(links(500)));
  write("hierarchy", stream_of(leaf));
  write("things", stream_of(things()));
  write("evolved-record", stream_of(trip::EvolvedRecord{42, 7, "gone"}));
  write("evolved-class", stream_of(trip::EvolvedClass{42, 7, "gone"}));
  write("items", items());
  leaf->others.clear();
  run_java();

  expect_same<std::vector<trip::Numbers>>("numbers");
  expect_same<trip::Mutable>("mutable");
  expect_same<std::vector<std::optional<std::string>>>("texts");
  expect_same<trip::Arrays>("arrays");
  expect_same<std::vector<trip::Options>>("options");
  expect_same<trip::Collections>("collections");
  expect_same<std::unique_ptr<trip::Link>>("links");
  expect_same<trip::Things>("things");
  EXPECT_EQ(from_java("items"), written_.at("items"));

  EXPECT_EQ(from_java("graph"), written_.at("graph"));
  const Graph read(read_from<std::shared_ptr<trip::Node>>(from_java("graph")));
  EXPECT_EQ(stream_of(read.first()), written_.at("graph"));
  EXPECT_EQ(from_java("hierarchy"), written_.at("hierarchy"));
  const auto read_leaf = read_from<std::shared_ptr<trip::Leaf>>(from_java("hierarchy"));
  EXPECT_EQ(stream_of(read_leaf), written_.at("hierarchy"));
  read_leaf->others.clear();

  const auto record = read_from<trip::EvolvedRecord>(from_java("evolved-record"));
  EXPECT_EQ(record.kept, 42);
  EXPECT_EQ(record.gone, 0);
  EXPECT_EQ(record.goneText, std::nullopt);
  const auto evolved = read_from<trip::EvolvedClass>(from_java("evolved-class"));
  EXPECT_EQ(evolved.kept, 42);
  EXPECT_EQ(evolved.gone, 2) << "what the stream lacks keeps its default";
  EXPECT_EQ(evolved.goneText, "never read");
}

}  // namespace
}  // namespace javaser
