// SPDX-License-Identifier: Apache-2.0
// Options that more than one profiler has.
#pragma once

#include <cstdint>
#include <string>

#include "profile/profile_files.hpp"

namespace tare::profile {

/// Each returns an error text for the user, or "".
/// `true` or `false`.
std::string set_switch(bool& on, const std::string& key, const std::string& value);
/// A whole number, `least` to `most`; `what` it is of, for people.
std::string set_number(std::uint64_t& number, const std::string& key, const std::string& value,
                       std::uint64_t least, std::uint64_t most, const char* what);
/// `dir`: not empty.
std::string set_folder(ProfileFiles& files, const std::string& value);

}  // namespace tare::profile
