// SPDX-License-Identifier: Apache-2.0
// The program `javaser`.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <vector>

#include "javaser/grammar_dump.hpp"
#include "javaser/json.hpp"
#include "javaser/tree.hpp"
#include "options.hpp"
#include "tree_text.hpp"

namespace javaser::tool {

namespace {

constexpr int sound = 0;
constexpr int damaged = 1;
constexpr int wrong_use = 2;

constexpr std::size_t chunk = 1U << 16;  // of the file, for one read

// Feeds a reader all of `in`, or as much as it takes.
template <class Reader>
void feed_all(std::istream& in, Reader& reader) {
  std::vector<char> bytes(chunk);
  bool goes_on = true;
  while (goes_on && in) {
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    const auto count = static_cast<std::size_t>(in.gcount());
    goes_on = reader.feed(std::as_bytes(std::span(bytes).first(count)));
  }
  reader.finish();
}

Error dump(std::istream& in, const Options& options) {
  if (options.form == Form::grammar) {
    GrammarDump dump(std::cout, options.limits);
    feed_all(in, dump);
    return dump.error();
  }
  TreeReader reader(options.limits);
  feed_all(in, reader);
  if (options.form == Form::tree)
    write_tree(reader.tree(), std::cout);
  else
    write_json(reader.tree(), std::cout);
  return reader.tree().error();
}

int run(const Options& options) {
  if (!options.mistake.empty()) {
    std::cerr << "javaser: " << options.mistake << '\n';
    return wrong_use;
  }
  if (options.wants_help) return std::cout << help_text, sound;
  if (options.wants_version) return std::cout << "javaser " JAVASER_VERSION "\n", sound;

  const bool is_file = options.file != "-";
  std::ifstream file;
  if (is_file) file.open(options.file, std::ios::binary);
  std::istream& in = is_file ? file : std::cin;
  in.peek();  // a folder opens, but cannot be read
  if ((is_file && !file.is_open()) || in.bad()) {
    std::cerr << "javaser: cannot read " << (is_file ? options.file : "the standard input") << '\n';
    return wrong_use;
  }
  in.clear();  // an empty file is a stream cut short
  const Error error = dump(in, options);
  if (!std::cout.flush()) {
    std::cerr << "javaser: cannot write\n";
    return damaged;
  }
  if (error.code == ErrorCode::none) return sound;
  std::cerr << "javaser: " << options.file << ": " << to_string(error) << '\n';
  return damaged;
}

}  // namespace

}  // namespace javaser::tool

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  return javaser::tool::run(javaser::tool::parse_command_line(argc, argv));
}
