// SPDX-License-Identifier: Apache-2.0
#include "cli/result_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "catalog/wrong_use.hpp"
#include "cli/people.hpp"

namespace tare::cli {
namespace {

/// What open() gives a new file, before the umask.
constexpr mode_t usual_mode = 0666;

/// 0 or an errno.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

/// A name beside `target` that no other file has: neither another run's nor another one of ours.
/// Not made of the target's, which may be as long as a name can be.
std::string temporary_name(const std::string& target) {
  static int number = 0;
  const std::filesystem::path folder = std::filesystem::path(target).parent_path();
  return folder / fmt::format(".tare-{}-{}.tmp", getpid(), ++number);
}

/// A temporary file beside `target`, locked, with `text` in it; not there any more when this ends,
/// unless it was renamed.
class Temporary {
 public:
  Temporary(const std::string& target, const std::string& text)
      : name_(temporary_name(target)),
        descriptor_(open(name_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, usual_mode)) {
    error_ = descriptor_ < 0 ? errno : write_all(descriptor_, text);
    if (descriptor_ >= 0) flock(descriptor_, LOCK_EX | LOCK_NB);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (descriptor_ < 0) return;
    close(descriptor_);
    unlink(name_.c_str());
  }
  int error() const { return error_; }
  const char* name() const { return name_.c_str(); }
  /// The lock outlives the temporary name.
  int take_lock() { return std::exchange(descriptor_, -1); }

 private:
  std::string name_;
  int descriptor_;
  int error_;
};

/// Opens what may be a pipe. One that nobody reads is waited for, which is said: the run has ended
/// by then, and seems to hang.
int open_in_place(const std::string& file) {
  // What leads to a file (/dev/stdout) is not to lose what that holds.
  constexpr int flags = O_WRONLY | O_APPEND | O_CLOEXEC;
  const int descriptor = open(file.c_str(), flags | O_NONBLOCK);
  if (descriptor >= 0) fcntl(descriptor, F_SETFL, flags);
  if (descriptor >= 0 || errno != ENXIO) return descriptor;
  complain(fmt::format("waiting for somebody to read {}", file));
  return open(file.c_str(), flags);
}

/// 0 or an errno.
int write_in_place(const std::string& file, const std::string& text) {
  const int descriptor = open_in_place(file);
  if (descriptor < 0) return errno;
  const int error = write_all(descriptor, text);
  return close(descriptor) != 0 && error == 0 ? errno : error;
}

/// Does not replace what is there. 0 or an errno.
int rename_to_new(const char* name, const std::string& target) {
  if (renameat2(AT_FDCWD, name, AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL) return errno;
  return rename(name, target.c_str()) == 0 ? 0 : errno;  // A file system without such a rename.
}

std::string text_of(int error) { return error == 0 ? "" : std::strerror(error); }

/// Whether `descriptor` is open on what `file` names now: it may have been renamed over.
bool is_still(int descriptor, const std::string& file) {
  struct stat opened {};
  struct stat named {};
  return fstat(descriptor, &opened) == 0 && stat(file.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/// What a link in there leads to is an open descriptor, which is somebody else's to name.
bool names_a_descriptor(const std::string& path) {
  std::error_code ignored;
  const std::string whole = std::filesystem::absolute(path, ignored).lexically_normal().string();
  return whole.starts_with("/dev/") || whole.starts_with("/proc/");
}

/// 0 or why a file of this name cannot be replaced.
int cannot_replace(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path() / ".";
  if (access(folder.c_str(), W_OK | X_OK) != 0) return errno;
  std::error_code ignored;
  return std::filesystem::is_directory(file, ignored) ? EISDIR : 0;
}

}  // namespace

std::string resolved(const std::string& path) {
  std::error_code error;
  std::filesystem::path whole = std::filesystem::absolute(path, error);
  // Also to where nothing is yet, which weakly_canonical() does not follow.
  constexpr int most_links = 40;  // Linux's limit.
  for (int links = 0; links < most_links && std::filesystem::is_symlink(whole, error); ++links)
    whole = whole.parent_path() / std::filesystem::read_symlink(whole, error);
  const std::filesystem::path target = std::filesystem::weakly_canonical(whole, error);
  return error ? whole.string() : target.string();
}

ResultFile::ResultFile(const std::string& path) : path_(path), target_(resolved(path)) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path_, ignored);
  special_ = std::filesystem::exists(status) && !std::filesystem::is_directory(status) &&
             (!std::filesystem::is_regular_file(status) || names_a_descriptor(path_));
  if (special_) target_ = path_;
}

ResultFile::ResultFile(const std::string& path, const std::string& claim) : ResultFile(path) {
  if (special_) return;
  if (const int error = cannot_replace(target_); error != 0) refuse(text_of(error));
  // Another run may make the file, or replace it, while we look.
  for (;;) {
    const int error = create(claim);
    if (error == 0) return;
    if (error != EEXIST) refuse(text_of(error));
    if (!lock_existing()) refuse("another run is writing it");
    if (locked_ < 0 || is_still(locked_, target_)) return;
    close(std::exchange(locked_, -1));
  }
}

std::unique_ptr<ResultFile> ResultFile::with_free_name(const std::string& stem,
                                                       const std::string& extension,
                                                       const std::string& claim) {
  for (int number = 1;; ++number) {
    const std::string path = number == 1 ? fmt::format("{}.{}", stem, extension)
                                         : fmt::format("{}-{}.{}", stem, number, extension);
    std::unique_ptr<ResultFile> file(new ResultFile(path));
    const int error = file->create(claim);
    if (error == 0) return file;
    if (error != EEXIST) file->refuse(text_of(error));
  }
}

ResultFile::~ResultFile() {
  if (only_claimed_) unlink(target_.c_str());
  if (locked_ >= 0) close(locked_);
}

void ResultFile::refuse(const std::string& why) const {
  throw catalog::WrongUse(fmt::format("cannot write {}: {}; choose another file", path_, why));
}

int ResultFile::create(const std::string& text) {
  if (access(target_.c_str(), F_OK) == 0) return EEXIST;
  Temporary temporary(target_, text);
  if (temporary.error() != 0) return temporary.error();
  if (const int error = rename_to_new(temporary.name(), target_); error != 0) return error;
  locked_ = temporary.take_lock();
  only_claimed_ = true;
  return 0;
}

bool ResultFile::lock_existing() {
  locked_ = open(target_.c_str(), O_RDONLY | O_CLOEXEC);
  return locked_ < 0 || flock(locked_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

std::string ResultFile::write(const std::string& text) {
  if (special_) return text_of(write_in_place(target_, text));
  Temporary temporary(target_, text);
  if (temporary.error() != 0) return text_of(temporary.error());
  if (rename(temporary.name(), target_.c_str()) != 0) return text_of(errno);
  if (locked_ >= 0) close(locked_);  // That of the file which is no more.
  locked_ = temporary.take_lock();
  only_claimed_ = false;
  return "";
}

}  // namespace tare::cli
