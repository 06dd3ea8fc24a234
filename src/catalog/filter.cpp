// SPDX-License-Identifier: Apache-2.0
#include "catalog/filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <regex>

#include "catalog/wrong_use.hpp"

namespace tare::catalog {
namespace {

/// `where` tells the user which words they are.
std::vector<std::regex> compile(const std::vector<std::string>& patterns, const char* where) {
  std::vector<std::regex> compiled;
  for (const std::string& pattern : patterns) {
    try {
      compiled.emplace_back(pattern, std::regex::ECMAScript);
    } catch (const std::regex_error& error) {
      throw WrongUse(
          fmt::format("{}'{}' is not a regular expression: {}", where, pattern, error.what()));
    }
  }
  return compiled;
}

bool any_matches(const std::vector<std::regex>& patterns, const std::string& name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::regex& pattern) { return std::regex_search(name, pattern); });
}

}  // namespace

struct Filter::Patterns {
  std::vector<std::regex> includes;
  std::vector<std::regex> excludes;
};

Filter::Filter(const std::vector<std::string>& includes, const std::vector<std::string>& excludes)
    : patterns_(std::make_unique<Patterns>(
          Patterns{compile(includes, "pattern "), compile(excludes, "-e: ")})) {}
Filter::~Filter() = default;

bool Filter::matches(const std::string& name) const {
  return (patterns_->includes.empty() || any_matches(patterns_->includes, name)) &&
         !any_matches(patterns_->excludes, name);
}

}  // namespace tare::catalog
