// SPDX-License-Identifier: Apache-2.0
// Which benchmarks a command line means.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace tare::catalog {

/// Patterns as JMH has them: regular expressions (ECMAScript syntax) that need match only a part
/// of the full name; any include, and no exclude. No include means all.
class Filter {
 public:
  /// Throws WrongUse if a pattern is no regular expression.
  Filter(const std::vector<std::string>& includes, const std::vector<std::string>& excludes);
  ~Filter();

  bool matches(const std::string& name) const;

 private:
  struct Patterns;  // Keeps <regex>, slow to compile, out of the header.
  std::unique_ptr<Patterns> patterns_;
};

}  // namespace tare::catalog
