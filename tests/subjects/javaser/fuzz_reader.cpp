// SPDX-License-Identifier: Apache-2.0
// libFuzzer: no input crashes the readers, whatever they read into; in parts it comes to the same
// as at once; both caches of bindings come to the same, and a reader that was used before to what a
// fresh one does.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "javaser/grammar_dump.hpp"
#include "javaser/json.hpp"
#include "javaser/reader.hpp"
#include "javaser/tree.hpp"
#include "read_types.hpp"

namespace {

using javaser::Bytes;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fputs(what, stderr);
  std::abort();
}

javaser::Limits small_limits() {
  javaser::Limits limits;
  limits.max_copied_bytes = 1 << 16;
  limits.max_value_depth = 200;  // frames are large under a sanitizer, and destructors recurse
  return limits;
}

// How many items of T there are before an error, and where that is.
template <class T>
std::pair<int, std::uint64_t> read_all(javaser::Reader& reader, Bytes stream) {
  reader.open(stream);
  int items = 0;
  while (reader.next() == javaser::NextItem::object) {
    std::optional<T> value = reader.read<T>();
    if (!value && reader.error().code != javaser::ErrorCode::write_aborted) break;
    ++items;
  }
  require(reader.error().offset <= stream.size(), "the error lies outside of the stream\n");
  (void)to_string(reader.error());
  return {items, reader.error().offset};
}

template <class T>
void read_all_ways(Bytes stream) {
  // One that is kept has seen the inputs before.
  static javaser::Reader kept({small_limits(), javaser::BindingCache::per_stream});
  javaser::Reader fresh({small_limits(), javaser::BindingCache::per_stream});
  javaser::Reader per_record({small_limits(), javaser::BindingCache::per_record});
  const auto read = read_all<T>(fresh, stream);
  require(read_all<T>(kept, stream) == read, "a reader that was used reads something else\n");
  require(read_all<T>(per_record, stream) == read, "the caches of bindings differ\n");
}

void read_as_tree(Bytes stream) {
  const javaser::Tree whole = javaser::read_tree(stream);
  javaser::TreeReader parts;
  for (std::size_t at = 0; at < stream.size(); at += 7)
    if (!parts.feed(stream.subspan(at, std::min<std::size_t>(7, stream.size() - at)))) break;
  parts.finish();
  std::ostringstream json;
  std::ostringstream json_of_parts;
  write_json(whole, json);
  write_json(parts.tree(), json_of_parts);
  require(json.str() == json_of_parts.str(), "in parts it reads as another tree\n");

  std::ostringstream lines;
  javaser::GrammarDump dump(lines);
  if (dump.feed(stream)) dump.finish();
  require(dump.error().code == whole.error().code, "the walk differs from the tree\n");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes stream = std::as_bytes(std::span(data, size));
  read_as_tree(stream);
  using Node = std::unique_ptr<vectors::Nested>;
  using Person = std::variant<std::monostate, evo::Person, evo::Class, vectors::Prims, std::string,
                              std::int32_t, std::vector<std::int32_t>>;
  read_all_ways<Node>(stream);
  read_all_ways<std::vector<vectors::ClosedPt>>(stream);
  read_all_ways<std::vector<vectors::Ln>>(stream);
  read_all_ways<std::vector<Person>>(stream);
  read_all_ways<Person>(stream);
  read_all_ways<std::map<std::string, std::optional<std::int32_t>>>(stream);
  read_all_ways<std::set<std::string>>(stream);
  read_all_ways<std::vector<std::vector<std::u16string>>>(stream);
  read_all_ways<std::vector<std::unique_ptr<vectors::Base>>>(stream);
  return 0;
}
