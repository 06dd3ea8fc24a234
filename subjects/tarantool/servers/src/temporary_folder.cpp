// SPDX-License-Identifier: Apache-2.0
#include "tarantool/servers/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "tarantool/servers/failure.hpp"

namespace tarantool::servers {

TemporaryFolder::TemporaryFolder() {
  const char* parent = std::getenv("TMPDIR");
  // The name is short: paths of unix sockets, which are in here, have 107 bytes at most.
  std::string path =
      std::string(parent != nullptr && *parent != 0 ? parent : "/tmp") + "/tnt-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    throw Failure("cannot make a folder " + path + ": " + std::strerror(errno));
  }
  path_ = path;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // What cannot be removed stays.
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace tarantool::servers
