// SPDX-License-Identifier: Apache-2.0
#include "recording/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <utility>

namespace tare::recording {
namespace {

/// What open() gives a new file, before the umask.
constexpr mode_t usual_mode = 0666;
constexpr int usual_flags = O_RDWR | O_CLOEXEC;
/// Kept free in a name for `-12345` or for `.` and `.part-1234567-123`.
constexpr std::size_t room_for_marks = 24;

/// A part of a file's name: no slash, nothing that is not printed, not hidden.
std::string name_part(std::string text, std::size_t most) {
  for (char& c : text)
    if (c == '/' || static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '_';
  if (text.starts_with('.')) text.front() = '_';
  if (text.size() <= most) return text;
  // Not in the middle of a character of UTF-8.
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

[[noreturn]] void refuse(const std::string& path, int error) {
  throw RecordingError(
      fmt::format("cannot write {}: {}; choose another folder", path, std::strerror(error)));
}

}  // namespace

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

OutputFile::OutputFile(std::string folder, const std::string& stem, const std::string& extension,
                       Until until)
    : folder_(folder.empty() ? "." : std::move(folder)),
      extension_(name_part(extension, room_for_marks)) {
  stem_ = name_part(stem.empty() ? "_" : stem, NAME_MAX - room_for_marks - extension_.size() - 1);
  if (until == Until::nameless)
    descriptor_ = open(folder_.c_str(), usual_flags | O_TMPFILE, usual_mode);
  // EISDIR and EINVAL: a kernel, or a file system, that does not know them.
  const bool unknown = errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL;
  if (until == Until::hidden || (descriptor_ < 0 && unknown)) open_hidden();
  if (descriptor_ < 0) refuse(path(1), errno);
}

/// Others of the same name, and what somebody killed has left, are not touched.
void OutputFile::open_hidden() {
  for (int number = 1;; ++number) {
    hidden_ = fmt::format("{}/.{}.part-{}-{}", folder_, stem_, getpid(), number);
    descriptor_ = open(hidden_.c_str(), usual_flags | O_CREAT | O_EXCL, usual_mode);
    if (descriptor_ >= 0 || errno != EEXIST) return;
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!hidden_.empty()) unlink(hidden_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  if (const int error = write_all(descriptor_, bytes); error != 0) refuse(path(1), error);
}

std::string OutputFile::path(int number) const {
  const std::string mark = number == 1 ? "" : fmt::format("-{}", number);
  return fmt::format("{}/{}{}.{}", folder_, stem_, mark, extension_);
}

/// 0 or an errno.
int OutputFile::name_it(const std::string& path) const {
  if (hidden_.empty()) {
    // By way of /proc: AT_EMPTY_PATH is the privilege of root.
    const std::string open_file = fmt::format("/proc/self/fd/{}", descriptor_);
    const char* const target = path.c_str();
    return linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 ? 0
                                                                                         : errno;
  }
  if (link(hidden_.c_str(), path.c_str()) == 0) return 0;
  if (errno != EPERM && errno != EOPNOTSUPP) return errno;
  // A file system without links.
  return renameat2(AT_FDCWD, hidden_.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0
             ? 0
             : errno;
}

std::string OutputFile::publish() {
  for (int number = 1;; ++number) {
    std::string name = path(number);
    const int error = name_it(name);
    if (error == 0) return name;
    if (error != EEXIST) refuse(name, error);
  }
}

}  // namespace tare::recording
