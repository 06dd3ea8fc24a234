// SPDX-License-Identifier: Apache-2.0
// Streams that JDK 17 made, against what it reads back from them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "javaser/grammar_dump.hpp"
#include "javaser/json.hpp"
#include "javaser/modified_utf8.hpp"
#include "javaser/tree.hpp"
#include "stream_bytes.hpp"

namespace javaser {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path given = fs::path(TARE_TEST_DATA) / "java-streams";
const fs::path own = fs::path(__FILE__).parent_path() / "data";

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

std::string dump(const Tree& tree) {
  std::ostringstream out;
  write_json(tree, out);
  return out.str();
}

// The JSON reader takes no lone surrogates: all surrogates become text of six characters.
json parse(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    plain += text[at];
    if (text[at] != '\\') continue;
    const bool is_surrogate = text[at + 1] == 'u' && text[at + 2] == 'd' && text[at + 3] >= '8';
    plain += is_surrogate ? '\\' : text[++at];
  }
  return json::parse(plain);
}

std::string hex(const std::string& bytes) {
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string big_endian(std::int64_t value, int size) {
  std::string bytes;
  for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
    bytes += static_cast<char>(value >> shift);
  return bytes;
}

// What a primitive that was written by hand is in the stream.
std::string bytes_in_hex(const json& item) {
  static const std::map<std::string, int> sizes = {
      {"int", 4}, {"long", 8}, {"short", 2}, {"byte", 1}};
  const std::string op = item.at("op");
  if (op == "bytes") return item.at("hex");
  const json& value = item.at("value");
  if (op == "boolean") return value.get<bool>() ? "01" : "00";
  if (op == "char") return hex(big_endian(value.at("char"), 2));
  if (op == "float" || op == "double") return value.at(op);
  if (op == "utf") {
    const std::string text = modified_utf8::from_utf8(value.get<std::string>());
    return hex(big_endian(static_cast<std::int64_t>(text.size()), 2) + text);
  }
  return hex(big_endian(value, sizes.at(op)));
}

// What differs by design, made equal: records are objects, what classes write by hand is raw, and
// the objects in it are not told, so that ids are given anew.
void normalize(json& value, std::map<int, int>& ids) {
  if (value.is_array())
    for (json& each : value) normalize(each, ids);
  if (!value.is_object()) return;
  for (const char* key : {"id", "ref"})
    if (value.contains(key)) value[key] = ids.try_emplace(value[key], ids.size() + 1).first->second;
  const std::string kind = value.value("kind", "");
  if (kind == "record") value["kind"] = "object";
  value.erase("custom");
  value.erase("raw");
  // Fields of the class itself, of which another set is written: putFields().
  const bool writes_others = value.value("class", "") == "vectors.T$PutFields";
  if (kind == "externalizable" || writes_others) value["fields"] = json::array();
  for (json& member : value) normalize(member, ids);
}

json normalized_items(const json& items) {
  json result = json::array();
  for (const json& item : items) {
    const std::string op = item.at("op");
    if (op == "object" || op == "unshared") {
      result.push_back({{"op", "object"}, {"value", item.at("value")}});
    } else if (op == "reset" || op == "aborted") {
      result.push_back(item);
    } else if (!result.empty() && result.back().at("op") == "bytes") {
      result.back()["hex"] = result.back()["hex"].get<std::string>() + bytes_in_hex(item);
    } else {
      result.push_back({{"op", "bytes"}, {"hex", bytes_in_hex(item)}});
    }
  }
  std::map<int, int> ids;
  normalize(result, ids);
  return result;
}

struct Vector {
  std::string name;
  std::string bytes;
  json expected;
};

std::vector<Vector> vectors_in(const fs::path& folder) {
  std::vector<Vector> vectors;
  std::error_code absent;
  for (const auto& file : fs::directory_iterator(folder, absent)) {
    if (file.path().extension() != ".ser") continue;
    fs::path expected = file.path();
    vectors.push_back({file.path().stem(), contents(file.path()),
                       parse(contents(expected.replace_extension(".json")))});
  }
  return vectors;
}

std::vector<Vector> all_vectors() {
  std::vector<Vector> vectors = vectors_in(own);
  for (Vector& vector : vectors_in(given)) vectors.push_back(std::move(vector));
  return vectors;
}

// Where the two differ first, for a message.
std::string difference(const json& ours, const json& theirs) {
  const json patch = json::diff(theirs, ours);
  return patch.empty() ? "" : patch.front().dump() + " of " + std::to_string(patch.size());
}

void expect_items(const Vector& vector) {
  SCOPED_TRACE(vector.name);
  const json ours = parse(dump(read_tree(bytes_of(vector.bytes))));
  const bool has_writer = vector.expected.contains("writerItems");
  const json& theirs = vector.expected.at(has_writer ? "writerItems" : "items");
  EXPECT_EQ(difference(normalized_items(ours.at("items")), normalized_items(theirs)), "");
}

TEST(Vectors, OfOurOwnHaveTheItemsThatJavaReads) {
  const auto vectors = vectors_in(own);
  EXPECT_GE(vectors.size(), 10U);
  for (const Vector& vector : vectors) {
    expect_items(vector);
    EXPECT_EQ(read_tree(bytes_of(vector.bytes)).error().code, ErrorCode::none) << vector.name;
  }
}

TEST(Vectors, GivenHaveTheItemsThatJavaReads) {
  if (!fs::exists(given)) GTEST_SKIP() << "no " << given;
  for (const Vector& vector : vectors_in(given)) {
    // Java finds no such class; its name is all that a stream tells.
    if (vector.name != "bad-class-name") expect_items(vector);
    const bool is_damaged = vector.name.starts_with("bad-") && vector.name != "bad-class-name";
    EXPECT_EQ(read_tree(bytes_of(vector.bytes)).error().code != ErrorCode::none, is_damaged)
        << vector.name;
  }
}

TEST(Vectors, DamagedFailWhereTheDamageIs) {
  if (!fs::exists(given)) GTEST_SKIP() << "no " << given;
  struct Damage {
    const char* name;
    ErrorCode code;
    std::uint64_t offset;
  };
  const Damage all[] = {
      {"bad-array-negative", ErrorCode::negative_length, 208},
      {"bad-empty", ErrorCode::truncated, 0},
      {"bad-end-block", ErrorCode::unexpected_end_block, 4},
      {"bad-field-type", ErrorCode::bad_field_type, 31},
      {"bad-flags", ErrorCode::bad_flags, 28},
      {"bad-handle", ErrorCode::bad_handle, 5},
      {"bad-header-only", ErrorCode::truncated, 4},
      {"bad-magic", ErrorCode::bad_magic, 0},
      {"bad-string-length", ErrorCode::truncated, 4},
      {"bad-truncated-array", ErrorCode::truncated, 216},
      {"bad-truncated-desc", ErrorCode::truncated, 30},
      {"bad-truncated-fields", ErrorCode::truncated, 166},
      {"bad-typecode-high", ErrorCode::bad_type_code, 4},
      {"bad-typecode", ErrorCode::bad_type_code, 4},
      {"bad-utf-4byte", ErrorCode::bad_utf8, 7},
      {"bad-utf", ErrorCode::bad_utf8, 8},
      {"bad-version", ErrorCode::bad_version, 2},
  };
  for (const Damage& damage : all) {
    SCOPED_TRACE(damage.name);
    const std::string bytes = contents(given / (std::string(damage.name) + ".ser"));
    const Error error = read_tree(bytes_of(bytes)).error();
    EXPECT_STREQ(kind_of(error.code), kind_of(damage.code));
    EXPECT_EQ(error.offset, damage.offset);
  }
}

TEST(Vectors, AreTheSameByteByByte) {
  for (const Vector& vector : all_vectors()) {
    TreeReader reader;
    for (const std::byte& byte : bytes_of(vector.bytes))
      if (!reader.feed({&byte, 1})) break;
    reader.finish();
    EXPECT_EQ(dump(reader.tree()), dump(read_tree(bytes_of(vector.bytes)))) << vector.name;
  }
}

// Where a stream may end: before each item but the first, between blocks, and at its end.
std::set<std::size_t> ends_of_items(const Tree& tree) {
  std::set<std::size_t> ends;
  for (const Item& item : tree.items()) {
    const bool is_later = &item != &tree.items().front() && item.kind != ItemKind::aborted;
    if (is_later) ends.insert(item.offset);
    for (std::uint32_t block = 1; block < item.block_count; ++block)
      ends.insert(item.block(block).offset());
  }
  ends.insert(tree.stream().size());
  return ends;
}

// Where the thing begins that an exception cut short: after the item before it, a string here.
std::size_t begun_and_aborted(const Tree& tree) {
  for (std::size_t index = 1; index < tree.items().size(); ++index) {
    const Item& before = tree.items()[index - 1];
    if (tree.items()[index].kind == ItemKind::aborted)
      return before.offset + 3 + before.value.modified_utf8().size();
  }
  return tree.stream().size();
}

TEST(Vectors, CutAnywhereAreTruncated) {
  // Long ones are cut at some places only: all of them would take time with the square of it.
  constexpr std::size_t is_long = testing::is_sanitized ? 512 : 8192;
  constexpr std::size_t stride = 1009;
  for (const Vector& vector : all_vectors()) {
    const Bytes whole = bytes_of(vector.bytes);
    const Tree sound = read_tree(whole);
    const std::set<std::size_t> ends = ends_of_items(sound);
    const std::size_t until =
        sound.error().code == ErrorCode::none ? whole.size() : sound.error().offset;
    for (std::size_t size = 0; size < until; size += whole.size() < is_long ? 1 : stride) {
      const Tree tree = read_tree(whole.first(size));
      const bool may_end = ends.contains(size) || size == begun_and_aborted(sound);
      const bool is_sound = tree.error().code == ErrorCode::none;
      ASSERT_TRUE(is_sound || tree.error().code == ErrorCode::truncated) << vector.name;
      // Of a damaged stream the items' ends are not all known.
      if (sound.error().code == ErrorCode::none) {
        ASSERT_EQ(is_sound, may_end) << vector.name << " at " << size;
      }
      ASSERT_LE(tree.error().offset, size) << vector.name;
      ASSERT_LE(tree.items().size(), sound.items().size());
      ASSERT_FALSE(dump(tree).empty());
    }
  }
}

// The same for every byte of the long ones too: a walker that has been fed so far knows whether the
// stream may end there.
TEST(Vectors, MayEndBetweenItemsOnly) {
  for (const Vector& vector : all_vectors()) {
    const Bytes whole = bytes_of(vector.bytes);
    const Tree sound = read_tree(whole);
    if (sound.error().code != ErrorCode::none) continue;
    const std::set<std::size_t> ends = ends_of_items(sound);
    Visitor nothing;
    Tables tables;
    Walker walker(nothing, tables);
    for (std::size_t size = 1; size <= whole.size(); ++size) {
      ASSERT_TRUE(walker.feed(whole.subspan(size - 1, 1))) << vector.name << " at " << size;
      const bool is_between = walker.is_between_items() && walker.items() > 0;
      ASSERT_EQ(is_between, ends.contains(size) || size == begun_and_aborted(sound))
          << vector.name << " at " << size;
    }
  }
}

std::string grammar(const std::string& bytes, std::size_t chunk) {
  std::ostringstream out;
  GrammarDump dump(out);
  for (Bytes left = bytes_of(bytes); !left.empty();) {
    const Bytes part = left.first(std::min(chunk, left.size()));
    if (!dump.feed(part)) break;
    left = left.subspan(part.size());
  }
  dump.finish();
  return out.str();
}

// Up to the line of an error, which has words of its own.
std::string sound_lines(std::string text) {
  return text.substr(
      0, text.find(" ERROR ") == std::string::npos ? text.size() : text.find(" ERROR ") - 6);
}

TEST(Vectors, HaveTheGrammarOfTheirWalks) {
  if (!fs::exists(given)) GTEST_SKIP() << "no " << given;
  for (const Vector& vector : vectors_in(given)) {
    const fs::path walk = given / (vector.name + ".raw.txt");
    if (!fs::exists(walk)) continue;
    const std::string ours = sound_lines(grammar(vector.bytes, vector.bytes.size()));
    EXPECT_EQ(sound_lines(grammar(vector.bytes, 1)), ours) << vector.name;
    // Walks of damaged streams go on to where their walker noticed.
    std::string theirs = sound_lines(contents(walk));
    if (vector.name.starts_with("bad-")) theirs = theirs.substr(0, ours.size());
    EXPECT_EQ(ours, theirs) << vector.name;
  }
}

}  // namespace
}  // namespace javaser
