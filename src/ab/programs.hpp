// SPDX-License-Identifier: Apache-2.0
// What benchmark programs say of themselves, by their own command line.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "tare/record.hpp"

namespace tare::ab {

/// A program, a revision or a build of one is of no use. what() is a line, and perhaps others: what
/// the program printed last.
class Unusable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The cases that a program has under these options, of which nothing is measured. Throws Unusable;
/// that it was told to stop is one reason.
Report cases_of(const std::string& program, const std::vector<std::string>& options, int stop);

/// What profilers among the options measure of them, with as little else as can be. Throws
/// Unusable.
Report profile_of(const std::string& program, std::vector<std::string> options, int stop);

/// The same, where profilers look at iterations: those are as the options say. Throws Unusable.
Report recording_of(const std::string& program, std::vector<std::string> options, int stop);

/// Paths of `count` placements of a program, as `LAYOUTS` of tare_add_benchmark() makes them:
/// PROGRAM, PROGRAM.layout1, … Throws Unusable where one is missing.
std::vector<std::string> placements_of(const std::string& program, std::size_t count);

/// What changes when a file of these is written anew.
std::string stamp_of(const std::vector<std::string>& files);

}  // namespace tare::ab
