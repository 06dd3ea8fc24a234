// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <getopt.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>

namespace javaser::tool {

const char* const help_text =
    R"(usage: javaser dump [options] FILE

Prints what a Java serialization stream (ObjectOutputStream) holds. FILE may be - for the standard
input. No class is needed and no code of a class is run.

  (default)               JSON: items, and the error if the stream is damaged
  --tree                  an indented tree for people
  --grammar               the grammar, a token a line, with offsets and handles

  --max-bytes N           of the whole stream           (4 GiB)
  --max-depth N           of things inside things       (16 Mi)
  --max-handles N         of things to refer to         (128 Mi)
  --max-superclasses N    above a class                 (128)
  --max-array-length N    of an array's elements        (2^31 - 1)

  -h, --help              this text
  --version               the version of this program

Exit status: 0 if the stream is sound, 1 if it is damaged or passes a limit (what comes before that
is printed), 2 for wrong use.
)";

namespace {

enum Option {
  help = 'h',
  version = 256,
  tree,
  grammar,
  max_bytes,
  max_depth,
  max_handles,
  max_superclasses,
  max_array_length,
};

constexpr std::array known_options = {
    option{"help", no_argument, nullptr, help},
    option{"version", no_argument, nullptr, version},
    option{"tree", no_argument, nullptr, tree},
    option{"grammar", no_argument, nullptr, grammar},
    option{"max-bytes", required_argument, nullptr, max_bytes},
    option{"max-depth", required_argument, nullptr, max_depth},
    option{"max-handles", required_argument, nullptr, max_handles},
    option{"max-superclasses", required_argument, nullptr, max_superclasses},
    option{"max-array-length", required_argument, nullptr, max_array_length},
    option{nullptr, 0, nullptr, 0},
};

template <class Number>
bool read_number(const char* text, Number& out) {
  const char* end = text + std::strlen(text);
  const auto [rest, error] = std::from_chars(text, end, out);
  return error == std::errc() && rest == end;
}

bool apply_limit(int option, const char* text, Limits& limits) {
  switch (option) {
    case max_bytes:
      return read_number(text, limits.max_bytes);
    case max_depth:
      return read_number(text, limits.max_depth);
    case max_handles:
      return read_number(text, limits.max_handles);
    case max_superclasses:
      return read_number(text, limits.max_superclasses);
    default:
      return read_number(text, limits.max_array_length);
  }
}

void apply(int option, const char* name, Options& options) {
  switch (option) {
    case help:
      options.wants_help = true;
      break;
    case version:
      options.wants_version = true;
      break;
    case tree:
      options.form = Form::tree;
      break;
    case grammar:
      options.form = Form::grammar;
      break;
    case ':':
      options.mistake = std::string(name) + " needs a value";
      break;
    case '?':
      options.mistake = std::string("unknown option ") + name;
      break;
    default:
      if (!apply_limit(option, optarg, options.limits))
        options.mistake = std::string(optarg) + " is no number for a limit";
  }
}

}  // namespace

Options parse_command_line(int argc, char** argv) {
  Options options;
  optind = 1;
  for (int option = 0; options.mistake.empty();) {
    const int at = optind;
    option = getopt_long(argc, argv, ":h", known_options.data(), nullptr);
    if (option == -1) break;
    apply(option, argv[at], options);
  }
  if (options.wants_help || options.wants_version || !options.mistake.empty()) return options;
  if (optind == argc || std::strcmp(argv[optind], "dump") != 0)
    options.mistake = "say what to do: javaser dump FILE";
  else if (argc - optind != 2)
    options.mistake = "one file is dumped at a time: javaser dump FILE";
  else
    options.file = argv[optind + 1];
  return options;
}

}  // namespace javaser::tool
