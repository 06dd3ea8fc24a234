// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "javaser/limits.hpp"

namespace javaser::tool {

enum class Form { json, tree, grammar };

/// What the command line asks for.
struct Options {
  Form form = Form::json;
  std::string file;  ///< `-` is the standard input
  Limits limits;
  bool wants_help = false;
  bool wants_version = false;
  std::string mistake;  ///< one line; empty if the command line is right
};

Options parse_command_line(int argc, char** argv);

extern const char* const help_text;

}  // namespace javaser::tool
