// SPDX-License-Identifier: Apache-2.0
// A file that belongs to one run while that lasts, and is whole at any time.
#pragma once

#include <memory>
#include <string>

namespace tare::cli {

/// Where a link leads, from the root.
std::string resolved(const std::string& path);

/// Replaced as a whole: written under a temporary name beside it and then renamed. A lock on the
/// file itself, which goes with the process, tells other runs whose it is. Where the file system
/// knows no locks nobody is told.
///
/// What is no regular file (a device, a pipe) must not be replaced by one: it is written in place.
class ResultFile {
 public:
  /// A file that exists is not touched before write(); one that does not is made, with `claim` in
  /// it. The path is resolved here, so that neither a link nor a later change of directory leads
  /// elsewhere. Throws catalog::WrongUse if it cannot be written or is another run's.
  ResultFile(const std::string& path, const std::string& claim);
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;
  /// Removes the file if it holds nothing but the claim.
  ~ResultFile();

  /// `stem.extension`, or the first of `stem-2.extension`, `stem-3.extension`, … that is free.
  static std::unique_ptr<ResultFile> with_free_name(const std::string& stem,
                                                    const std::string& extension,
                                                    const std::string& claim);

  /// As it was given.
  const std::string& path() const { return path_; }
  /// resolved().
  const std::string& target() const { return target_; }
  bool is_special() const { return special_; }

  /// Returns why it could not be written, or "".
  std::string write(const std::string& text);

 private:
  explicit ResultFile(const std::string& path);
  /// Makes the file with `text` in it. Returns an errno, EEXIST if there is one, or 0.
  int create(const std::string& text);
  /// Locks the file there is. Returns false if another run has it.
  bool lock_existing();
  [[noreturn]] void refuse(const std::string& why) const;

  std::string path_;
  std::string target_;
  bool special_ = false;
  bool only_claimed_ = false;
  int locked_ = -1;  ///< The descriptor that holds the lock.
};

}  // namespace tare::cli
