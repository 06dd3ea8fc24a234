// SPDX-License-Identifier: Apache-2.0
// New files that appear whole or not at all.
#pragma once

#include <string>
#include <string_view>

#include "recording/recording_error.hpp"

namespace tare::recording {

/// A file that is written under no name, and given one when it is whole: who is killed before that,
/// by whatever signal, leaves none. Where the file system knows no files without names (O_TMPFILE),
/// it is `.STEM.part-PID-NUMBER` until then, and that can stay behind. It never replaces a file.
class OutputFile {
 public:
  enum class Until { nameless, hidden };

  /// `stem` and `extension` may be any text; what no file name can hold becomes `_`, and what is
  /// too long is cut. `until`: hidden where nameless is not to be tried. Throws RecordingError if
  /// no file can be made in `folder`, which must exist.
  OutputFile(std::string folder, const std::string& stem, const std::string& extension,
             Until until = Until::nameless);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// What was not published is no more.
  ~OutputFile();

  /// Behind what was written. Throws RecordingError.
  void write(std::string_view bytes);

  /// Open for reading and writing, close-on-exec; the file's own.
  int descriptor() const { return descriptor_; }

  /// Gives the file its name, `FOLDER/STEM.EXTENSION`, or the first of `STEM-2.EXTENSION`,
  /// `STEM-3.EXTENSION`, … that is free, and returns that path. Once. Throws RecordingError.
  std::string publish();

 private:
  void open_hidden();
  std::string path(int number) const;
  int name_it(const std::string& path) const;

  std::string folder_;
  std::string stem_;
  std::string extension_;
  std::string hidden_;  ///< The path it has until it is published; empty: none.
  int descriptor_ = -1;
};

/// All of `bytes` to an open file. Returns 0 or an errno.
int write_all(int descriptor, std::string_view bytes);

}  // namespace tare::recording
