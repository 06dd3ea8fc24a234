// SPDX-License-Identifier: Apache-2.0
// The two spaces of the original's benchmark, and what is asked of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tarantool/struct.hpp>

namespace suite {

struct TestSpace {
  static constexpr std::string_view space = "test_space";
  static constexpr std::string_view primary = "id";
  std::uint64_t id = 0;
  std::optional<std::uint64_t> bucket_id;
  std::string field1;
  std::uint64_t field2 = 0;
};

struct Profile {
  static constexpr std::string_view space = "test__profile";
  static constexpr std::string_view primary = "profile_id";
  std::uint64_t profile_id = 0;
  std::optional<std::uint64_t> bucket_id;
  std::string fio;
  std::uint64_t age = 0;
  std::optional<std::uint64_t> balance;
};

inline std::uint64_t key_of(const TestSpace& row) { return row.id; }
inline std::uint64_t key_of(const Profile& row) { return row.profile_id; }

/// Each space begins with so many records, whose keys count from the first.
inline constexpr std::uint64_t first_key = 1'000'000;
inline constexpr std::uint64_t records = 10'000;
/// As many as vshard makes if it is not told otherwise.
inline constexpr std::uint64_t buckets = 3'000;

}  // namespace suite

TARANTOOL_STRUCT(suite::TestSpace, id, bucket_id, field1, field2);
TARANTOOL_STRUCT(suite::Profile, profile_id, bucket_id, fio, age, balance);
