// SPDX-License-Identifier: Apache-2.0
// The command line of a command, by Boost.Program_options.
#pragma once

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <string>

#include "tare/comparison.hpp"
#include "tool/command.hpp"

namespace tare::tool {

/// What a command's words say.
class Arguments {
 public:
  /// `usage` comes before the options in the help. Words that are no options are operands, where
  /// the command takes any. Throws boost::program_options::error.
  Arguments(const Words& words, boost::program_options::options_description options,
            std::string usage, bool takes_operands);

  /// The help was asked for, and printed.
  bool helped() const { return helped_; }
  bool has(const char* option) const { return values_.count(option) != 0; }
  /// Of an option with a value; "" if it was not given and has no default.
  std::string text(const char* option) const;
  /// Of one that may be repeated.
  Words texts(const char* option) const;
  const Words& operands() const { return operands_; }
  const boost::program_options::variables_map& values() const { return values_; }

 private:
  boost::program_options::variables_map values_;
  Words operands_;
  bool helped_ = false;
};

/// Fills in who made the report: this program now, by these words of a command.
void sign(ComparisonReport& report, const char* command, const Words& words);

}  // namespace tare::tool
