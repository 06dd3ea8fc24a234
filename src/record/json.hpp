// SPDX-License-Identifier: Apache-2.0
// The one persistent format of a report: JMH's JSON with our additions under one key `tare`.
// docs/record.md describes it field by field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tare/record.hpp"

namespace tare {

/// The version of what stands under `tare`. It grows when a reader of the version before would
/// misread the file.
inline constexpr std::uint32_t schema_version = 1;

/// What a reader refuses, since it reads files of strangers.
struct ReadLimits {
  std::size_t bytes = std::size_t{256} << 20;  ///< A case of mode `sample` can fill a megabyte.
  std::size_t depth = 32;                      ///< Levels of nesting; our own files have 7.
  std::size_t members = 1000;                  ///< Of one object; looked through one by one.
};

/// The text is no report. what() is one line: what is wrong, and where.
class RecordError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The whole report: an array with one object per case. Valid JSON in UTF-8 whatever the names
/// (bytes that are no UTF-8 become U+FFFD) and the locale; doubles are exact. What belongs to the
/// run is repeated with every case, so that no case loses it when the array is filtered; of a
/// report without cases an empty array remains.
std::string to_json(const Report& report);

/// The cases that are ok, with JMH's keys alone.
std::string to_jmh_json(const Report& report);

/// Reads what to_json wrote, or JMH. Notes on the run come first, then those of each case; all
/// else is as it was. Throws RecordError.
Report from_json(std::string_view text, const ReadLimits& limits = {});

}  // namespace tare
