// SPDX-License-Identifier: Apache-2.0
#include "javaser/reader.hpp"

#include <gtest/gtest.h>

#include "read_types.hpp"
#include "stream_bytes.hpp"
#include "vector_files.hpp"

namespace javaser {
namespace {

using testing::StreamBytes;

// The next item as T; fails the test, with the reader's reason, where there is none.
template <class T>
T read_as(Reader& reader) {
  std::optional<T> value = reader.read<T>();
  if (!value) throw std::runtime_error(to_string(reader.error()));
  return std::move(*value);
}

template <class T>
ErrorCode error_of(Bytes stream, const ReadOptions& options = {}) {
  Reader reader(stream, options);
  std::optional<T> value = reader.read<T>();
  return value ? ErrorCode::none : reader.error().code;
}

TEST(Reader, ReadsRecordsWithNullSharedAndEmptyOnes) {
  TARE_VECTOR(stream, "records");
  Reader reader(stream.bytes());
  EXPECT_EQ(read_as<vectors::Pt>(reader), (vectors::Pt{1, -1}));
  const auto shared = read_as<vectors::Ln>(reader);
  EXPECT_EQ(shared.p1, (vectors::Pt{1, -1}));
  EXPECT_EQ(shared.p2, (vectors::Pt{1, -1}));
  const auto with_null = read_as<vectors::Ln>(reader);
  EXPECT_EQ(with_null.p1, std::nullopt);
  EXPECT_EQ(with_null.p2, (vectors::Pt{0, 0}));
  const auto prims = read_as<vectors::Prims>(reader);
  EXPECT_EQ(prims.b, 1);
  EXPECT_EQ(prims.s, 2);
  EXPECT_EQ(prims.i, 3);
  EXPECT_EQ(prims.j, 4);
  EXPECT_EQ(prims.f, 5.0F);
  EXPECT_EQ(prims.d, 6.0);
  EXPECT_TRUE(prims.z);
  EXPECT_EQ(prims.c, u'c');
  read_as<vectors::Empty>(reader);
  EXPECT_TRUE(reader.skip());
  EXPECT_TRUE(reader.skip());
  EXPECT_EQ(reader.next(), NextItem::end);
  EXPECT_FALSE(reader.read<vectors::Pt>());
  EXPECT_EQ(reader.error().code, ErrorCode::no_more_items);
}

TEST(Reader, ReadsTypesWithoutDefault) {
  TARE_VECTOR(stream, "records");
  Reader reader(stream.bytes());
  EXPECT_EQ(read_as<vectors::ClosedPt>(reader), (vectors::ClosedPt{1, -1}));
}

TEST(Reader, ReadsRecursiveRecordsWithCollections) {
  TARE_VECTOR(stream, "records-nested");
  Reader reader(stream.bytes());
  const auto outer = read_as<vectors::Nested>(reader);
  EXPECT_EQ(outer.name, "outer");
  EXPECT_EQ(outer.line, (vectors::Ln{vectors::Pt{1, 2}, vectors::Pt{3, 4}}));
  ASSERT_TRUE(outer.pts);
  EXPECT_EQ(*outer.pts, (std::vector<vectors::Pt>{{5, 6}}));
  ASSERT_TRUE(outer.raw);
  ASSERT_NE(outer.inner, nullptr);
  EXPECT_EQ(outer.inner->name, "inner");
  EXPECT_EQ(outer.inner->line, std::nullopt);
  EXPECT_EQ(outer.inner->inner, nullptr);
}

TEST(Reader, ReadsHierarchiesByClassAndKeepsCycles) {
  TARE_VECTOR(stream, "hierarchy");
  Reader reader(stream.bytes());
  const auto leaf = read_as<std::shared_ptr<vectors::Leaf>>(reader);
  EXPECT_EQ(leaf->x, 2);
  EXPECT_EQ(leaf->base_name, "n1");
  EXPECT_EQ(leaf->name, "n2");
  EXPECT_EQ(leaf->w, 2.5);
  ASSERT_NE(leaf->link, nullptr);
  EXPECT_EQ(leaf->link->base_name, "base");
  const auto base = read_as<std::shared_ptr<vectors::Base>>(reader);
  EXPECT_EQ(base, leaf->link) << "one object in Java is one here";
  const auto mid = read_as<std::unique_ptr<vectors::Base>>(reader);
  EXPECT_NE(dynamic_cast<const vectors::Mid*>(mid.get()), nullptr);
  EXPECT_EQ(mid->x, 3);
  const auto cyclic = read_as<std::shared_ptr<vectors::Leaf>>(reader);
  EXPECT_EQ(cyclic->link, cyclic);
  cyclic->link.reset();
}

TEST(Reader, RefusesACycleOfValues) {
  TARE_VECTOR(stream, "hierarchy");
  Reader reader(stream.bytes());
  for (int item = 0; item < 3; ++item) ASSERT_TRUE(reader.skip());
  // Not through the shared pointer's own object: a Leaf by value has no place to be shared.
  EXPECT_FALSE(reader.read<vectors::Leaf>());
  EXPECT_EQ(reader.error().code, ErrorCode::cyclic_value);
  EXPECT_EQ(reader.error().path, "$[3].link");
}

TEST(Reader, ReadsObjectsThatWereSkippedBefore) {
  TARE_VECTOR(stream, "records");
  Reader reader(stream.bytes());
  ASSERT_TRUE(reader.skip());
  EXPECT_EQ(read_as<vectors::Ln>(reader).p1, (vectors::Pt{1, -1}));
}

TEST(Reader, ReadsEnumsAndTheirArrays) {
  TARE_VECTOR(stream, "enums");
  Reader reader(stream.bytes());
  EXPECT_EQ(read_as<vectors::Color>(reader), vectors::Color::RED);
  EXPECT_EQ(read_as<vectors::Color>(reader), vectors::Color::BLUE);
  EXPECT_EQ(read_as<vectors::Color>(reader), vectors::Color::RED);
}

TEST(Reader, ReadsCollectionsIntoContainers) {
  TARE_VECTOR(stream, "collections-set");
  Reader reader(stream.bytes());
  EXPECT_EQ(read_as<std::set<std::string>>(reader), (std::set<std::string>{"a", "b", "c"}));
  EXPECT_EQ(read_as<std::vector<std::int32_t>>(reader), (std::vector<std::int32_t>{9, 8, 7}));
  EXPECT_EQ(read_as<std::vector<std::string>>(reader), (std::vector<std::string>{"y", "x"}));
  EXPECT_EQ(read_as<std::set<std::string>>(reader), (std::set<std::string>{"only"}));
  EXPECT_TRUE(read_as<std::set<std::string>>(reader).empty());
}

TEST(Reader, ReadsListsOfEveryKind) {
  TARE_VECTOR(stream, "collections-list");
  Reader reader(stream.bytes());
  ASSERT_TRUE(reader.skip());  // holds itself
  const std::vector<std::int32_t> numbers{1, 2, 3};
  EXPECT_EQ(read_as<std::vector<std::int32_t>>(reader), numbers) << "LinkedList";
  using Strings = std::vector<std::string>;
  EXPECT_EQ(read_as<Strings>(reader), (Strings{"p", "q"})) << "Arrays.asList";
  EXPECT_EQ(read_as<Strings>(reader), (Strings{"one"})) << "List.of";
  EXPECT_EQ(read_as<std::vector<std::int32_t>>(reader), numbers) << "List.of";
  EXPECT_EQ(read_as<Strings>(reader), (Strings{"x", "y"})) << "ArrayDeque";
  EXPECT_EQ(read_as<Strings>(reader), (Strings{"v"})) << "Vector, whose array has room for ten";
  EXPECT_EQ(read_as<Strings>(reader), Strings{}) << "ArrayList";
  EXPECT_EQ(read_as<Strings>(reader), Strings{}) << "emptyList";
  EXPECT_EQ(read_as<Strings>(reader), (Strings{"s"})) << "singletonList";
  EXPECT_EQ(read_as<std::vector<std::int32_t>>(reader), (std::vector<std::int32_t>{5}))
      << "unmodifiableList";
}

TEST(Reader, ReadsMaps) {
  TARE_VECTOR(stream, "collections-map-order");
  Reader reader(stream.bytes());
  const auto map = read_as<std::map<std::string, std::int32_t>>(reader);
  EXPECT_EQ(map.size(), 100U);
  EXPECT_EQ(map.at("key40"), 40);
  EXPECT_EQ(error_of<std::vector<std::string>>(stream.bytes()), ErrorCode::class_mismatch);
}

TEST(Reader, ReadsArraysOfArraysAndOfBoxes) {
  TARE_VECTOR(stream, "arrays-object");
  Reader reader(stream.bytes());
  ASSERT_TRUE(reader.skip());
  using Rows = std::vector<std::optional<std::vector<std::int32_t>>>;
  const std::vector<std::int32_t> row{1, 2};
  EXPECT_EQ(read_as<Rows>(reader), (Rows{row, row, std::nullopt, std::vector<std::int32_t>{}}));
  using Texts = std::vector<std::optional<std::string>>;
  EXPECT_EQ(read_as<Texts>(reader), (Texts{"a", std::nullopt, "a"}));
  ASSERT_TRUE(reader.skip());
  EXPECT_EQ(read_as<std::vector<std::int32_t>>(reader), (std::vector<std::int32_t>{1, 1, 1000}));
  ASSERT_TRUE(reader.skip());
  using Number = std::variant<std::int32_t, std::int64_t, double>;
  EXPECT_EQ(read_as<std::vector<Number>>(reader), (std::vector<Number>{1, std::int64_t{2}, 3.0}));
}

TEST(Reader, ReadsTextInBothEncodings) {
  TARE_VECTOR(stream, "string-nul-surrogates");
  Reader utf16(stream.bytes());
  Reader utf8(stream.bytes());
  std::u16string exact;
  std::string text;
  while (utf16.next() == NextItem::object) {
    ASSERT_TRUE(utf16.read(exact)) << to_string(utf16.error());
    ASSERT_TRUE(utf8.read(text)) << to_string(utf8.error());
    EXPECT_EQ(text.empty(), exact.empty());
  }
  EXPECT_EQ(utf8.next(), NextItem::end);
}

TEST(Reader, ReadsPrimitivesBetweenObjects) {
  TARE_VECTOR(stream, "block-data");
  Reader reader(stream.bytes());
  bool z = false;
  std::int8_t b = 0;
  std::int16_t s = 0;
  char16_t c = 0;
  std::int32_t i = 0;
  std::int64_t j = 0;
  float f = 0;
  double d = 0;
  ASSERT_EQ(reader.next(), NextItem::primitive_data);
  ASSERT_TRUE(reader.read_primitive(z) && reader.read_primitive(b) && reader.read_primitive(s) &&
              reader.read_primitive(c) && reader.read_primitive(i) && reader.read_primitive(j) &&
              reader.read_primitive(f) && reader.read_primitive(d));
  EXPECT_TRUE(z);
  EXPECT_EQ(b, -1);
  EXPECT_EQ(s, -2);
  EXPECT_EQ(c, u'c');
  EXPECT_EQ(i, -3);
  EXPECT_EQ(j, -4);
  EXPECT_EQ(f, 1.5F);
  EXPECT_EQ(d, -2.5);
  std::string text;
  ASSERT_TRUE(reader.read_utf(text));
  EXPECT_EQ(text, std::string("utf\0\xe2\x82\xac", 7));
  EXPECT_EQ(read_as<std::string>(reader), "obj");
  std::vector<std::byte> bytes(3000);
  ASSERT_TRUE(reader.read_bytes(bytes)) << "across three blocks";
  EXPECT_EQ(bytes[257], std::byte{1});
  EXPECT_EQ(read_as<std::string>(reader), "obj2");
}

TEST(Reader, ForgetsHandlesAtAReset) {
  TARE_VECTOR(stream, "reset");
  Reader reader(stream.bytes());
  const auto first = read_as<std::shared_ptr<vectors::Pt>>(reader);
  EXPECT_EQ(read_as<std::shared_ptr<vectors::Pt>>(reader), first);
  const auto again = read_as<std::shared_ptr<vectors::Pt>>(reader);
  EXPECT_NE(again, first);
  EXPECT_EQ(*again, *first);
}

TEST(Reader, PassesCustomDataOver) {
  TARE_VECTOR(stream, "custom-write-object");
  Reader reader(stream.bytes());
  const auto custom = read_as<vectors::Custom>(reader);
  EXPECT_EQ(custom.a, 1);
  EXPECT_EQ(custom.s, "s");
  ASSERT_TRUE(reader.skip()) << to_string(reader.error());
}

// A reader that is kept knows descriptors again.

// An object of class S, whose field has that name, then one of C, which is below S by reference.
StreamBytes hierarchy_with(std::string_view field) {
  StreamBytes stream;
  stream.object().class_head("evo.S", 2, 1).field('I', field).end_class().u32(1);
  stream.object().class_head("evo.C", 2, 1).field('I', "a").end_block().handle(0).u32(2).u32(7);
  return stream;
}

TEST(Reader, KnowsADescriptorAgainOnlyWhereWhatItRefersToIsTheSame) {
  Reader reader;
  const auto read_sub = [&](const StreamBytes& stream) {
    reader.open(stream.bytes());
    read_as<evo::Super>(reader);
    const auto sub = read_as<evo::Sub>(reader);
    EXPECT_EQ(sub.a, 7);
    return sub.sup;
  };
  const StreamBytes usual = hierarchy_with("sup");
  for (int time = 0; time < 3; ++time) EXPECT_EQ(read_sub(usual), 2);
  // As long, so that all bytes of C's descriptor are the same: but its superclass has no `sup`.
  EXPECT_EQ(read_sub(hierarchy_with("sux")), 6);
  EXPECT_EQ(read_sub(usual), 2);
}

TEST(Reader, ReadsStreamsInAnyOrderAsByThemselves) {
  const char* names[] = {"evo-record-same",
                         "evo-record-missing-extra",
                         "records-nested",
                         "evo-class-missing-extra",
                         "bench-records-10",
                         "hierarchy",
                         "reset",
                         "evo-unknown-class-in-field",
                         "collections-list",
                         "enums"};
  using Anything = std::variant<std::monostate, std::vector<evo::Person>, vectors::Pt, evo::Class,
                                std::vector<std::int32_t>, vectors::Color, std::string>;
  const auto read_all = [](Reader& reader, Bytes stream) {
    std::string seen;
    reader.open(stream);
    while (reader.next() == NextItem::object && reader.error().code == ErrorCode::none)
      if (const auto value = reader.read<Anything>()) seen += std::to_string(value->index()) + ' ';
    return seen + to_string(reader.error());
  };
  Reader kept;
  for (std::size_t round = 0; round < 40; ++round) {
    TARE_VECTOR(stream, names[(round * round + round / 3) % std::size(names)]);
    Reader fresh;
    EXPECT_EQ(read_all(kept, stream.bytes()), read_all(fresh, stream.bytes())) << round;
  }
}

// Evolution.

TEST(Reader, RecordsTakeWhatTheyKnowByName) {
  TARE_VECTOR(same, "evo-record-same");
  Reader reader(same.bytes());
  const auto people = read_as<std::vector<evo::Person>>(reader);
  ASSERT_EQ(people.size(), 2U);
  EXPECT_EQ(people[0].name, "Ann");
  EXPECT_EQ(people[0].gone, "old");
  EXPECT_EQ(people[1].both, 2);

  TARE_VECTOR(changed, "evo-record-missing-extra");
  reader.open(changed.bytes());
  const auto others = read_as<std::vector<evo::Changed>>(reader);
  ASSERT_EQ(others.size(), 2U);
  EXPECT_EQ(others[0].name, "Ann");
  EXPECT_EQ(others[0].age, 40);
  EXPECT_EQ(others[0].both, 1);
  EXPECT_FALSE(others[0].z);
  EXPECT_EQ(others[0].d, 0.0);
  EXPECT_EQ(others[0].more, std::nullopt);
}

TEST(Reader, SaysWhatARecordsConstructorRefused) {
  TARE_VECTOR(stream, "evo-record-throws");
  Reader reader(stream.bytes());
  EXPECT_FALSE(reader.read<std::vector<evo::Refusing>>());
  EXPECT_EQ(reader.error().code, ErrorCode::construction_failed);
  EXPECT_EQ(reader.error().subject, "evo.P: age 40");
  EXPECT_EQ(reader.error().path, "$[0][0]");
}

TEST(Reader, ClassesKeepDefaultsForWhatIsMissing) {
  TARE_VECTOR(stream, "evo-class-missing-extra");
  Reader reader(stream.bytes());
  const auto read = read_as<evo::Class>(reader);
  EXPECT_EQ(read.a, 1);
  EXPECT_EQ(read.b, "two");
  EXPECT_EQ(read.n, 9);
  EXPECT_EQ(read.s, "init");
}

TEST(Reader, ClassesCheckTheirSuid) {
  TARE_VECTOR(stream, "evo-class-suid");
  EXPECT_EQ(error_of<evo::OtherSuid>(stream.bytes()), ErrorCode::suid_mismatch);
}

TEST(Reader, RefusesAFieldOfAnotherPrimitiveType) {
  TARE_VECTOR(stream, "evo-class-missing-extra");
  Reader reader(stream.bytes());
  EXPECT_FALSE(reader.read<evo::Clashing>());
  EXPECT_EQ(reader.error().code, ErrorCode::type_clash);
  EXPECT_EQ(reader.error().subject, "evo.C.a");
}

TEST(Reader, ToleratesSuperclassesThatOneSideLacks) {
  TARE_VECTOR(added, "evo-class-super-added");
  Reader reader(added.bytes());
  const auto sub = read_as<evo::Sub>(reader);
  EXPECT_EQ(sub.sup, 6);
  EXPECT_EQ(sub.a, 1);
  EXPECT_EQ(sub.b, "two");
}

TEST(Reader, SkipsFieldsThatHoldUnknownClasses) {
  TARE_VECTOR(stream, "evo-unknown-class-in-field");
  Reader reader(stream.bytes());
  EXPECT_EQ(read_as<evo::Class>(reader).a, 1);
}

TEST(Reader, BothCachesGiveTheSame) {
  for (const char* name : {"evo-record-same", "evo-record-missing-extra"}) {
    TARE_VECTOR(stream, name);
    Reader per_record(stream.bytes(), {{}, BindingCache::per_record});
    const auto people = read_as<std::vector<evo::Changed>>(per_record);
    ASSERT_EQ(people.size(), 2U);
    EXPECT_EQ(people[0].name, "Ann");
    EXPECT_EQ(people[1].both, 2);
  }
}

TEST(Reader, RefusesAnotherClass) {
  TARE_VECTOR(stream, "records");
  Reader reader(stream.bytes());
  EXPECT_FALSE(reader.read<vectors::Ln>());
  EXPECT_EQ(reader.error().code, ErrorCode::class_mismatch);
  EXPECT_EQ(reader.error().subject, "vectors.T$Pt");
}

TEST(Reader, RefusesNullForAValue) {
  TARE_VECTOR(stream, "nulls-and-empty");
  EXPECT_EQ(error_of<vectors::Pt>(stream.bytes()), ErrorCode::unexpected_null);
  EXPECT_EQ(error_of<std::optional<vectors::Pt>>(stream.bytes()), ErrorCode::none);
}

// Damage and limits.

TEST(Reader, GoesOnAfterAnExceptionOfTheWriter) {
  StreamBytes stream;
  stream.object().class_head("vectors.T$Ln", 2, 2, 0).field('L', "p1").string("Lvectors/T$Pt;");
  stream.field('L', "p2").handle(1).end_class();
  stream.u8(0x7b).object().class_head("java.io.NotSerializableException", 2, 0).end_class();
  stream.string("next");
  Reader reader(stream.bytes());
  EXPECT_FALSE(reader.read<vectors::Ln>());
  EXPECT_EQ(reader.error().code, ErrorCode::write_aborted);
  EXPECT_EQ(reader.error().subject, "java.io.NotSerializableException");
  EXPECT_EQ(read_as<std::string>(reader), "next");
}

TEST(Reader, NeverAllocatesWhatALengthMerelyClaims) {
  StreamBytes numbers;
  numbers.array().class_head("[I", 2, 0).end_class().u32(50'000'000);
  EXPECT_EQ(error_of<std::vector<std::int32_t>>(numbers.bytes()), ErrorCode::truncated);
  StreamBytes objects;
  objects.array().class_head("[Lvectors.T$Pt;", 2, 0).end_class().u32(0x7fffffff);
  EXPECT_EQ(error_of<std::vector<vectors::Pt>>(objects.bytes()), ErrorCode::truncated);
  StreamBytes text;
  text.u8(0x7c).u64(std::uint64_t{1} << 62);
  EXPECT_EQ(error_of<std::string>(text.bytes()), ErrorCode::truncated);
}

// Arrays, each of which holds the next one twice.
StreamBytes doubling(unsigned depth) {
  StreamBytes stream;
  stream.array().class_head("[[I", 2, 0).end_class();
  unsigned handles = 1;
  stream.u32(2);
  const unsigned outer = handles++;
  (void)outer;
  stream.array().class_head("[I", 2, 0).end_class().u32(depth);
  const unsigned inner = handles + 1;
  for (unsigned value = 0; value < depth; ++value) stream.u32(value);
  stream.handle(inner);
  return stream;
}

TEST(Reader, CopiesOfSharedObjectsHaveALimit) {
  const StreamBytes stream = doubling(100);
  using Rows = std::vector<std::vector<std::int32_t>>;
  ReadOptions options;
  options.limits.max_copied_bytes = 500;
  EXPECT_EQ(error_of<Rows>(stream.bytes(), options), ErrorCode::none);
  options.limits.max_copied_bytes = 400;
  EXPECT_EQ(error_of<Rows>(stream.bytes(), options), ErrorCode::too_much_copied);
}

TEST(Reader, LimitsTheDepthOfValuesAtTheLimit) {
  TARE_VECTOR(stream, "records-nested");
  ReadOptions options;
  options.limits.max_value_depth = 3;
  EXPECT_EQ(error_of<vectors::Nested>(stream.bytes(), options), ErrorCode::none);
  options.limits.max_value_depth = 2;
  EXPECT_EQ(error_of<vectors::Nested>(stream.bytes(), options), ErrorCode::too_deep);
}

TEST(Reader, KeepsDefaultsWhereAWriteObjectLeftOutTheFields) {
  StreamBytes stream;
  stream.object().class_head("vectors.T$Custom", 3, 1, 5).field('L', "s");
  stream.string("Ljava/lang/String;").end_class().block_head(1).u8(9).string("custom").end_block();
  stream.object().handle(0).end_block().string("next");
  Reader reader(stream.bytes());
  for (int count = 0; count < 2; ++count) {
    const auto custom = reader.read<vectors::Custom>();
    ASSERT_TRUE(custom) << to_string(reader.error());
    EXPECT_EQ(custom->s, std::nullopt);
  }
  EXPECT_EQ(reader.read<std::string>(), "next");
}

TEST(Reader, LimitsBytesHandlesAndArrays) {
  TARE_VECTOR(stream, "bench-records-10");
  using Skipped = std::vector<std::optional<vectors::Pt>>;
  ReadOptions bytes;
  bytes.limits.max_bytes = stream.bytes().size() - 1;
  EXPECT_EQ(error_of<Skipped>(stream.bytes(), bytes), ErrorCode::too_many_bytes);
  ReadOptions length;
  length.limits.max_array_length = 9;
  EXPECT_EQ(error_of<Skipped>(stream.bytes(), length), ErrorCode::array_too_long);
  ReadOptions handles;
  handles.limits.max_handles = 2;
  EXPECT_EQ(error_of<Skipped>(stream.bytes(), handles), ErrorCode::too_many_handles);
}

TEST(Reader, EveryTruncationIsAnErrorOrAnEnd) {
  for (const char* name : {"records-nested", "evo-record-same", "hierarchy", "collections-list"}) {
    TARE_VECTOR(stream, name);
    for (std::size_t size = 0; size < stream.bytes().size(); ++size) {
      // A copy of exactly that size, so that a read past its end is seen by a sanitizer.
      const std::vector<std::byte> cut(stream.bytes().begin(),
                                       stream.bytes().begin() + static_cast<std::ptrdiff_t>(size));
      Reader reader{Bytes(cut)};
      while (reader.next() == NextItem::object) {
        if (std::string_view(name) == "hierarchy") {
          auto leaf = reader.read<std::shared_ptr<vectors::Leaf>>();
          if (leaf && *leaf) (*leaf)->link.reset();
          if (!leaf) break;
        } else if (!reader.read<vectors::Nested>()) {
          break;
        }
      }
      EXPECT_NE(reader.error().code, ErrorCode::bad_handle) << name << " cut at " << size;
    }
  }
}

TEST(ItemFeed, GivesItemsAsSoonAsTheyAreWhole) {
  TARE_VECTOR(stream, "records");
  ItemFeed feed;
  std::vector<vectors::Pt> points;
  std::size_t items = 0;
  for (const std::byte byte : stream.bytes()) {
    ASSERT_TRUE(feed.feed({&byte, 1}));
    while (feed.has_item()) {
      if (items++ == 0)
        points.push_back(read_as<vectors::Pt>(feed.reader()));
      else
        ASSERT_TRUE(feed.reader().skip());
    }
  }
  EXPECT_TRUE(feed.finish());
  EXPECT_EQ(items, 7U);
  EXPECT_EQ(points, (std::vector<vectors::Pt>{{1, -1}}));
}

}  // namespace
}  // namespace javaser
