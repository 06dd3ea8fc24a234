// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tarantool/servers/descriptor.hpp"

namespace tarantool::servers {

/// The path of a program that $PATH leads to; empty: there is none.
std::filesystem::path find_program(std::string_view name);

struct Started {
  pid_t pid = -1;
  Descriptor ready;  ///< the reading end of a pipe whose other end is descriptor 3 of the program
};

/// Starts a program in a folder, its output and errors appended to a file and no other descriptor
/// of ours in it. It is killed when the calling thread ends. Throws Failure. Safe in a program with
/// threads.
Started start_program(const std::vector<std::string>& arguments,
                      const std::filesystem::path& folder, const std::filesystem::path& log);

}  // namespace tarantool::servers
