// SPDX-License-Identifier: Apache-2.0
#include "tarantool/struct.hpp"

#include <gtest/gtest.h>

#include "wire_bytes.hpp"

namespace records {

struct Profile {
  std::uint64_t id = 0;
  std::optional<std::uint64_t> bucket_id;
  std::string name;
  std::uint8_t age = 0;
  bool operator==(const Profile&) const = default;
};

struct Group {
  std::string name;
  std::vector<Profile> members;
  std::optional<Profile> head;
  bool operator==(const Group&) const = default;
};

struct Renamed {
  int number = 0;
  bool operator==(const Renamed&) const = default;
};

struct Tree {
  std::vector<Tree> children;
  bool operator==(const Tree&) const = default;
};

struct Everything {
  bool boolean = false;
  double number = 0;
  tarantool::Bytes bytes;
  tarantool::Decimal decimal;
  tarantool::Uuid uuid;
  tarantool::Datetime datetime;
  tarantool::Interval interval;
  tarantool::Extension extension;
  tarantool::Value value;
  std::map<std::string, std::array<int, 2>> map;
  std::variant<tarantool::Nil, int, std::string> variant;
  bool operator==(const Everything&) const = default;
};

struct Nothing {
  bool operator==(const Nothing&) const = default;
};

}  // namespace records

TARANTOOL_STRUCT(records::Profile, id, bucket_id, name, age);
TARANTOOL_STRUCT(records::Group, name, members, head);
TARANTOOL_STRUCT(records::Tree, children);
TARANTOOL_STRUCT(records::Everything, boolean, number, bytes, decimal, uuid, datetime, interval,
                 extension, value, map, variant);
TARANTOOL_STRUCT(records::Nothing);

template <>
struct tarantool::Members<records::Renamed> {
  static constexpr auto list = std::make_tuple(
      tarantool::Member<records::Renamed, int>{"the number", &records::Renamed::number});
};

namespace tarantool {
namespace {

using records::Group;
using records::Profile;
using testing::bytes_of;
using testing::failure_of;
using testing::hex_of_value;
using testing::value_of;

TEST(Struct, IsAnArray) {
  const Profile profile{1, 2, "a", 3};
  EXPECT_EQ(hex_of_value(profile), "940102a16103");
  EXPECT_EQ(value_of<Profile>("940102a16103"), profile);
  EXPECT_EQ(value_of<Profile>("9401c0a16103"), (Profile{1, {}, "a", 3}));
  EXPECT_EQ(value_of<Profile>("960102a16103c0c0"), profile) << "formats grow";
  EXPECT_EQ(value_of<Group>("92a16790"), (Group{"g", {}, {}})) << "what is optional may be absent";
}

TEST(Struct, IsReadFromMapsByName) {
  const Profile profile{1, 2, "a", 3};
  EXPECT_EQ(value_of<Profile>("84 a46e616d65 a161 a3616765 03 a26964 01 a96275636b65745f6964 02"),
            profile);
  EXPECT_EQ(value_of<Profile>("84 a46e616d65 a161 a3616765 03 a26964 01 a178 920102"),
            (Profile{1, {}, "a", 3}))
      << "others are skipped";
  EXPECT_EQ(failure_of<Profile>("82 a26964 01 a26964 02"), "the same key twice at id");
  EXPECT_EQ(failure_of<Profile>("82 a26964 01 01 02"), "expected a string, found 1 at [1]");
  EXPECT_EQ(failure_of<Profile>("81 a26964 01"), "a value is missing at name");
  EXPECT_EQ(failure_of<Profile>("81 a26964 c0"),
            "expected an integer from 0 to 18446744073709551615, found nil at id");
}

TEST(Struct, IsOverwrittenWhole) {
  const std::string array = bytes_of("92a16790");
  const std::string map = bytes_of("82 a46e616d65 a167 a76d656d62657273 90");
  for (const std::string& bytes : {array, map}) {
    Group group{"old", {{1, 2, "a", 3}}, Profile{}};
    Decoder decoder(bytes);
    EXPECT_TRUE(read(decoder, group));
    EXPECT_EQ(group, (Group{"g", {}, {}}));
  }
}

TEST(Struct, SaysWhichMemberDoesNotFit) {
  EXPECT_EQ(failure_of<std::vector<Profile>>("919401c0a161cd012c"),
            "expected an integer from 0 to 255, found 300 at [0].age");
  EXPECT_EQ(failure_of<Group>("92a167929401c0a16103940102c003"),
            "expected a string, found nil at members[1].name");
  EXPECT_EQ(failure_of<Group>("93a16790940102a161a178"),
            "expected an integer from 0 to 255, found a string at head.age");
  EXPECT_EQ(failure_of<Profile>("920102"), "a value is missing at name");
  EXPECT_EQ(failure_of<Profile>("05"), "expected an array, found 5");
}

TEST(Struct, TakesNamesOfItsOwn) {
  EXPECT_EQ(value_of<records::Renamed>("81 aa746865206e756d626572 05").number, 5);
  EXPECT_EQ(failure_of<records::Renamed>("81 aa746865206e756d626572 c0"),
            "expected an integer from -2147483648 to 2147483647, found nil at the number");
}

TEST(Struct, HoldsWhateverCanBeReadAndWritten) {
  records::Everything all;
  all.boolean = true;
  all.number = 0.1;
  all.bytes = {std::byte{1}};
  all.decimal = *Decimal::parse("-12.34");
  all.uuid = *Uuid::parse("64d22e4d-ac92-4a23-899a-e59f34af5479");
  all.datetime = {1, 2, 3, 4};
  all.interval.months = -1;
  all.extension = {9, {std::byte{1}}};
  all.value = Value(Value::Array{Value(std::int64_t{1}), Value()});
  all.map = {{"a", {1, 2}}};
  all.variant = "text";
  EXPECT_EQ(value_of<records::Everything>(hex_of_value(all)), all);
  EXPECT_EQ(value_of<records::Nothing>(hex_of_value(records::Nothing())), records::Nothing());
}

TEST(Struct, NestsToALimit) {
  const auto nested = [](int levels) {
    std::string hex = "9190";
    for (int i = 1; i < levels; ++i) hex = "9191" + hex;
    return hex;
  };
  const auto deepest = value_of<records::Tree>(nested(Decoder::most_levels));
  EXPECT_EQ(hex_of_value(deepest), nested(Decoder::most_levels));
  EXPECT_TRUE(failure_of<records::Tree>(nested(Decoder::most_levels + 1))
                  .starts_with("more than 64 levels at children[0].children[0]"));
  EXPECT_TRUE(value_of<std::vector<records::Tree>>("92" + nested(60) + nested(60)).size() == 2)
      << "what was left counts no more";
}

Profile row_of(const std::vector<std::string_view>& columns, std::string_view hex,
               const std::string& failure = "") {
  const std::string bytes = bytes_of(hex);
  Decoder decoder(bytes);
  Profile row{9, 9, "old", 9};
  const bool is_read = Columns<Profile>(columns).read(decoder, row);
  EXPECT_EQ(is_read, failure.empty());
  EXPECT_EQ(decoder.failure(), failure);
  return row;
}

TEST(Columns, AreReadByName) {
  const Profile profile{1, 2, "a", 3};
  EXPECT_EQ(row_of({"age", "name", "x", "id", "bucket_id"}, "9503a161c00102"), profile);
  EXPECT_EQ(row_of({"age", "name", "id"}, "9303a16101"), (Profile{1, {}, "a", 3}))
      << "a field without a column";
  EXPECT_EQ(row_of({"age", "name", "id", "bucket_id"}, "9303a16101"), (Profile{1, {}, "a", 3}))
      << "a row without its last column";
  EXPECT_EQ(row_of({"age", "name", "id"}, "9503a16101c0c0"), (Profile{1, {}, "a", 3}))
      << "a row with more columns";
}

TEST(Columns, SayWhatDoesNotFit) {
  row_of({"age", "name"}, "9203a161", "a value is missing at id");
  row_of({"age", "name", "id"}, "9203a161", "a value is missing at id");
  row_of({"age", "name", "id"}, "9303c001", "expected a string, found nil at name");
  row_of({"age"}, "80", "expected an array, found a map");
}

}  // namespace
}  // namespace tarantool
