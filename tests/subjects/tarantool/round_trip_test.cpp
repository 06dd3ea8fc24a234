// SPDX-License-Identifier: Apache-2.0
// Values as a real server stores them and gives them back.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "real_server.hpp"
#include "tarantool/codec.hpp"
#include "tarantool/struct.hpp"
#include "tarantool/types.hpp"

namespace tarantool {
namespace {

using testing::error_of;
using testing::value_of;

class RoundTrip : public testing::RealServerTest {
 protected:
  /// What a field without a type makes of a value.
  template <class T>
  T stored(const T& value) {
    const std::tuple<int, T> row(1, value);
    value_of(connection_->done(replace(untyped_, row)));
    return std::get<1>(*value_of(connection_->first<std::tuple<int, T>>(select(untyped_, 1))));
  }
  /// As another type.
  template <class T, class From>
  Result<T> stored_as(const From& value) {
    value_of(connection_->done(replace(untyped_, args(1, value))));
    auto row = testing::got(connection_->first<std::tuple<int, T>>(select(untyped_, 1)).future());
    if (!row) return row.error();
    return std::get<1>(**row);
  }
  /// What Lua makes of the value, by tostring() or an expression of `x`.
  template <class T>
  std::string in_lua(const T& value, const std::string& expression = "tostring(x)") {
    return *value_of(
        connection_->first<std::string>(eval("local x = ... return " + expression, value)));
  }
  template <class T>
  T from_lua(const std::string& expression) {
    return *value_of(connection_->first<T>(eval("return " + expression)));
  }

  std::shared_ptr<Connection> connection_ = connect();
  std::uint32_t untyped_ = make_space("{{'id', 'unsigned'}}");
};

template <class T>
using Limits = std::numeric_limits<T>;

TEST_F(RoundTrip, IntegersAtEveryLimit) {
  for (const std::int64_t value : {std::int64_t{0},
                                   std::int64_t{-1},
                                   std::int64_t{-32},
                                   std::int64_t{-33},
                                   std::int64_t{127},
                                   std::int64_t{128},
                                   std::int64_t{-128},
                                   std::int64_t{-129},
                                   std::int64_t{255},
                                   std::int64_t{256},
                                   std::int64_t{-32768},
                                   std::int64_t{-32769},
                                   std::int64_t{65535},
                                   std::int64_t{65536},
                                   std::int64_t{Limits<std::int32_t>::min()},
                                   std::int64_t{Limits<std::int32_t>::min()} - 1,
                                   std::int64_t{Limits<std::uint32_t>::max()},
                                   std::int64_t{Limits<std::uint32_t>::max()} + 1,
                                   (std::int64_t{1} << 53) + 1,
                                   Limits<std::int64_t>::min(),
                                   Limits<std::int64_t>::max()}) {
    EXPECT_EQ(stored(value), value);
    EXPECT_EQ(std::stoll(in_lua(value)), value);
  }
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1} << 63,
                                    (std::uint64_t{1} << 63) - 1, Limits<std::uint64_t>::max()}) {
    EXPECT_EQ(stored(value), value);
    EXPECT_EQ(std::stoull(in_lua(value)), value);
  }
  EXPECT_EQ(stored(std::int8_t{-128}), -128);
  EXPECT_EQ(stored(std::uint8_t{255}), 255);
  EXPECT_EQ(stored(std::int16_t{-32768}), -32768);
  EXPECT_EQ(stored(std::uint16_t{65535}), 65535);
}

TEST_F(RoundTrip, IntegersThatDoNotFitAreErrors) {
  const auto cause = [](const auto& result) { return error_of(result).cause; };
  EXPECT_EQ(cause(stored_as<std::int64_t>(Limits<std::uint64_t>::max())), Cause::type);
  EXPECT_EQ(cause(stored_as<std::int64_t>(std::uint64_t{1} << 63)), Cause::type);
  EXPECT_EQ(cause(stored_as<std::uint64_t>(-1)), Cause::type);
  EXPECT_EQ(cause(stored_as<std::uint8_t>(256)), Cause::type);
  EXPECT_EQ(cause(stored_as<std::int8_t>(128)), Cause::type);
  EXPECT_EQ(cause(stored_as<int>("text")), Cause::type);
  EXPECT_EQ(cause(stored_as<int>(1.5)), Cause::type);
  EXPECT_EQ(cause(stored_as<int>(Nil{})), Cause::type);
}

TEST_F(RoundTrip, FloatingPoint) {
  for (const double value : {0.0, -0.0, 0.1, -1e300, Limits<double>::max(), Limits<double>::min(),
                             Limits<double>::denorm_min(), Limits<double>::infinity()}) {
    EXPECT_EQ(stored(value), value);
    EXPECT_EQ(std::signbit(stored(value)), std::signbit(value));
  }
  EXPECT_TRUE(std::isnan(stored(Limits<double>::quiet_NaN())));
  EXPECT_EQ(stored(0.1F), 0.1F);
  EXPECT_EQ(value_of(stored_as<double>(0.1F)), static_cast<double>(0.1F));
  // Lua has integers where it can: 3.0 comes as 3.
  EXPECT_EQ(from_lua<double>("3.0"), 3.0);
  EXPECT_EQ(from_lua<double>("0.5"), 0.5);
}

TEST_F(RoundTrip, BooleansAndNil) {
  EXPECT_TRUE(stored(true));
  EXPECT_FALSE(stored(false));
  EXPECT_EQ(stored(Nil{}), Nil{});
  EXPECT_EQ(stored(std::optional<int>()), std::nullopt);
  EXPECT_EQ(stored(std::optional<int>(5)), 5);
  EXPECT_EQ(value_of(connection_->values<std::optional<int>>(eval("return box.NULL"))),
            std::tuple(std::optional<int>()));
}

TEST_F(RoundTrip, StringsOfEveryLength) {
  for (const std::size_t n : {0, 1, 31, 32, 255, 256, 65535, 65536, 1'000'000}) {
    const std::string text(n, 'x');
    EXPECT_EQ(stored(text), text);
  }
  const std::string odd("\0\xff\xfe text \n", 11);
  EXPECT_EQ(stored(odd), odd);
  EXPECT_EQ(in_lua(std::string("жук"), "x:upper()"), "жук");
}

TEST_F(RoundTrip, Binaries) {
  for (const std::size_t n : {0, 1, 255, 256, 65536}) {
    const Bytes bytes(n, std::byte{0x80});
    EXPECT_EQ(stored(bytes), bytes);
  }
  EXPECT_EQ(error_of(stored_as<std::string>(Bytes(3))).cause, Cause::type);
  EXPECT_EQ(error_of(stored_as<Bytes>("text")).cause, Cause::type);
}

TEST_F(RoundTrip, Lists) {
  for (const std::size_t n : {0, 1, 15, 16, 65535, 65536}) {
    std::vector<std::uint32_t> list(n);
    for (std::size_t i = 0; i < n; ++i) list[i] = static_cast<std::uint32_t>(i);
    EXPECT_EQ(stored(list), list);
  }
  const std::vector<std::vector<std::string>> nested{{}, {"a"}, {"b", "c"}};
  EXPECT_EQ(stored(nested), nested);
  const std::array<int, 3> three{1, 2, 3};
  EXPECT_EQ(stored(three), three);
  EXPECT_EQ(stored(std::pair<int, std::string>(1, "x")), std::pair(1, std::string("x")));
}

TEST_F(RoundTrip, Maps) {
  using Ordered = std::map<std::string, int>;
  const Ordered small{{"a", 1}, {"b", -2}};
  EXPECT_EQ(stored(small), small);
  EXPECT_EQ(stored(Ordered{}), Ordered{});
  Ordered large;
  for (int i = 0; i < 70'000; ++i) large[std::to_string(i)] = i;
  EXPECT_EQ(stored(large), large);
  const std::unordered_map<int, std::vector<double>> by_number{{-1, {0.5}}, {7, {}}};
  EXPECT_EQ(stored(by_number), by_number);
  EXPECT_EQ(from_lua<Ordered>("{a = 1, b = 2}"), (Ordered{{"a", 1}, {"b", 2}}));
}

TEST_F(RoundTrip, Variants) {
  using Either = std::variant<std::int64_t, std::string, std::vector<int>>;
  for (const Either& value : {Either(std::int64_t{5}), Either("text"), Either(std::vector{1, 2})}) {
    EXPECT_EQ(stored(value), value);
  }
  EXPECT_EQ(error_of(stored_as<Either>(true)).cause, Cause::type);
}

TEST_F(RoundTrip, Decimals) {
  for (const char* text : {"0", "1", "-1", "-12.34", "0.000000000000000000000000000000000001",
                           "99999999999999999999999999999999999999",
                           "-99999999999999999999999999999999999999", "1.00", "0.1"}) {
    const Decimal value = *Decimal::parse(text);
    EXPECT_EQ(stored(value), value) << text;
    EXPECT_EQ(in_lua(value), text);
    const std::string lua = "require('decimal').new('" + std::string(text) + "')";
    EXPECT_EQ(from_lua<Decimal>(lua), value) << text;
  }
  // An exponent comes as a negative scale.
  EXPECT_EQ(from_lua<Decimal>("require('decimal').new('1e5')"), (Decimal{1, -5}));
}

TEST_F(RoundTrip, Uuids) {
  const std::string text = "64d22e4d-ac92-4a23-899a-e59f34af5479";
  const Uuid value = *Uuid::parse(text);
  EXPECT_EQ(stored(value), value);
  EXPECT_EQ(in_lua(value), text);
  EXPECT_EQ(from_lua<Uuid>("require('uuid').fromstr('" + text + "')"), value);
}

TEST_F(RoundTrip, DatetimesAndIntervals) {
  // This server has no such values, but stores what it does not know.
  const Datetime plain{1'700'000'000, 0, 0, 0};
  EXPECT_EQ(stored(plain), plain);
  for (const Datetime& value : {Datetime{-1, 999'999'999, 180, 0}, Datetime{0, 1, -720, 5},
                                Datetime{253'402'300'799, 0, 0, 947}}) {
    EXPECT_EQ(stored(value), value);
  }
  Interval interval;
  EXPECT_EQ(stored(interval), interval);
  interval = {1, -2, 3, -4, 5, -6, 7'000'000'000, -8, Interval::Adjust::last};
  EXPECT_EQ(stored(interval), interval);
}

TEST_F(RoundTrip, ExtensionsNobodyKnows) {
  for (const std::size_t n : {0, 1, 2, 4, 8, 16, 17, 300, 70'000}) {
    const Extension value{77, std::vector<std::byte>(n, std::byte{9})};
    EXPECT_EQ(stored(value), value);
  }
}

TEST_F(RoundTrip, AnythingAsAValue) {
  Value::Map map{{Value(std::string("key")), Value(Value::Array{Value(), Value(true)})},
                 {Value(std::int64_t{-5}), Value(2.5)}};
  const Value value(Value::Array{
      Value(), Value(false), Value(Limits<std::int64_t>::min()),
      Value(Limits<std::uint64_t>::max()), Value(0.1), Value(std::string("text")),
      Value(Bytes(3, std::byte{1})), Value(std::move(map)), Value(*Decimal::parse("-12.34")),
      Value(*Uuid::parse("64d22e4d-ac92-4a23-899a-e59f34af5479")), Value(Datetime{1, 2, 3, 4}),
      Value(Interval{}), Value(Extension{77, {}})});
  EXPECT_EQ(stored(value), value);
}

TEST_F(RoundTrip, DeepNesting) {
  Value value(std::int64_t{1});
  for (int level = 0; level < 50; ++level) value = Value(Value::Array{value});
  EXPECT_EQ(stored(value), value);
}

/// A row of the space that has a field of each type.
struct AllTypes {
  std::uint64_t id = 0;
  std::optional<bool> boolean;
  std::optional<std::int64_t> integer;
  std::optional<std::uint64_t> unsigned_integer;
  std::optional<double> real;
  std::optional<std::variant<std::int64_t, double>> number;
  std::optional<std::string> string;
  std::optional<Bytes> varbinary;
  std::optional<Decimal> decimal;
  std::optional<Uuid> uuid;
  std::optional<std::vector<Value>> array;
  std::optional<std::map<std::string, Value>> map;
  std::optional<Value> scalar;
  std::optional<Value> any;
  bool operator==(const AllTypes&) const = default;
};

}  // namespace
}  // namespace tarantool

TARANTOOL_STRUCT(tarantool::AllTypes, id, boolean, integer, unsigned_integer, real, number, string,
                 varbinary, decimal, uuid, array, map, scalar, any);

namespace tarantool {
namespace {

TEST_F(RoundTrip, FieldsOfEveryType) {
  const auto space = from_lua<std::uint32_t>("box.space.all_types.id");
  AllTypes row;
  row.id = Limits<std::uint64_t>::max();
  EXPECT_EQ(value_of(connection_->first<AllTypes>(replace(space, row))), row);
  row.boolean = false;
  row.integer = Limits<std::int64_t>::min();
  row.unsigned_integer = Limits<std::uint64_t>::max();
  row.real = 0.1;
  row.number = -2.5;
  row.string = "text";
  row.varbinary = Bytes(5, std::byte{0xff});
  row.decimal = *Decimal::parse("-0.01");
  row.uuid = *Uuid::parse("64d22e4d-ac92-4a23-899a-e59f34af5479");
  row.array = {{Value(std::int64_t{1}), Value(std::string("two"))}};
  row.map = {{{"key", Value(true)}}};
  row.scalar = Value(Bytes(1, std::byte{0}));
  row.any = Value(Value::Array{});
  EXPECT_EQ(value_of(connection_->first<AllTypes>(replace(space, row))), row);
  EXPECT_EQ(value_of(connection_->first<AllTypes>(select(space, row.id))), row);
  EXPECT_EQ(value_of(connection_->first<AllTypes>(erase(space, row.id))), row);
}

TEST_F(RoundTrip, ARowByNameAndByPosition) {
  const auto by_name = from_lua<AllTypes>("{string = 'text', id = 7, unknown = 1}");
  EXPECT_EQ(by_name.id, 7U);
  EXPECT_EQ(by_name.string, "text");
  EXPECT_EQ(by_name.any, std::nullopt);
  const auto by_position = from_lua<AllTypes>("{8, true}");
  EXPECT_EQ(by_position.id, 8U);
  EXPECT_EQ(by_position.boolean, true);
  const Error error = error_of(connection_->first<AllTypes>(eval("return {8, 'text'}")));
  EXPECT_EQ(error.cause, Cause::type);
  EXPECT_NE(error.message.find("boolean"), std::string::npos) << error.message;
}

TEST_F(RoundTrip, KeysOfEveryKind) {
  const auto find = [&](const char* type, const auto& key) {
    const std::uint32_t space = make_space("{{'key', '" + std::string(type) + "'}}");
    using Row = std::tuple<std::remove_cvref_t<decltype(key)>>;
    value_of(connection_->done(insert(space, Row(key))));
    return value_of(connection_->first<Row>(select(space, key))) == Row(key);
  };
  EXPECT_TRUE(find("unsigned", Limits<std::uint64_t>::max()));
  EXPECT_TRUE(find("integer", Limits<std::int64_t>::min()));
  EXPECT_TRUE(find("string", std::string("key")));
  EXPECT_TRUE(find("double", 0.5));
  EXPECT_TRUE(find("boolean", true));
  EXPECT_TRUE(find("decimal", *Decimal::parse("12.5")));
  EXPECT_TRUE(find("uuid", *Uuid::parse("64d22e4d-ac92-4a23-899a-e59f34af5479")));
}

}  // namespace
}  // namespace tarantool
