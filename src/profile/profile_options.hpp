// SPDX-License-Identifier: Apache-2.0
// What a profiler can be told, behind its name.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "profile/profile_files.hpp"
#include "profile/tap_choice.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// A profiler's options, each said once: for what sets it, what lists it, and what is said of one
/// that is not known. What they refer to must live as long.
class ProfileOptions {
 public:
  /// Takes a value; returns an error text for the user, or "".
  using Set = std::function<std::string(const std::string& value)>;

  void add(extend::ProfilerOption option, Set set);
  /// `true` or `false`.
  void add_switch(const char* name, bool& on, const char* text);
  /// A whole number, `least` to `most`; `what` it is of, for people.
  void add_number(const char* name, std::uint64_t& number, std::uint64_t least, std::uint64_t most,
                  const char* what);
  /// `dir`: where files go.
  void add_folder(ProfileFiles& files);
  /// `tap`: what sees allocations; none is the first that works.
  void add_tap(std::optional<TapKind>& wanted);

  /// For extend::Profiler::set_option() of the profiler of this name.
  std::string set(const char* profiler, const std::string& key, const std::string& value) const;
  /// For extend::Profiler::options(): with the values that they had when they were added.
  const std::vector<extend::ProfilerOption>& list() const { return options_; }

 private:
  std::vector<extend::ProfilerOption> options_;
  std::vector<Set> setters_;  ///< Of each.
};

/// A profiler that is told of its options by such a list.
class ProfilerWithOptions : public extend::Profiler {
 public:
  std::string set_option(const std::string& key, const std::string& value) final {
    return options_.set(name(), key, value);
  }
  std::vector<extend::ProfilerOption> options() const final { return options_.list(); }

 protected:
  ProfileOptions options_;
};

}  // namespace tare::profile
