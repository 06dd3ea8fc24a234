// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <memory>

#include "javaser/error.hpp"
#include "javaser/limits.hpp"
#include "javaser/walker.hpp"

namespace javaser {

/// Writes down the grammar of a stream as it is fed, a token a line: its offset in hex, one blank
/// for each thing it is inside of, what it is, and the handle it gets. An error is the last line.
class GrammarDump {
 public:
  /// Borrows the output.
  explicit GrammarDump(std::ostream& out, const Limits& limits = {});
  ~GrammarDump();
  GrammarDump(const GrammarDump&) = delete;
  GrammarDump& operator=(const GrammarDump&) = delete;

  /// Takes the stream's next bytes. False after an error.
  bool feed(Bytes bytes);
  /// There are no more bytes. False if that is an error, or there was one.
  bool finish();
  const Error& error() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace javaser
