// SPDX-License-Identifier: Apache-2.0
// Contract of an exporter: a pure function from a report to the text of a file.
#pragma once

#include <string>

#include "tare/record.hpp"

namespace tare::extend {

/// Renders a report in one format. Stateless; may be called many times in a run, since a partial
/// report is written after every fork.
class Exporter {
 public:
  virtual ~Exporter() = default;

  /// The name after `-rf` and before the colon of `--out`: `json`.
  virtual const char* name() const = 0;

  /// File name extension without the dot, for `-rf` without `-rff`.
  virtual const char* extension() const { return name(); }

  /// One line for `-lrf`.
  virtual const char* summary() const = 0;

  /// The whole file, UTF-8, whatever the locale. Total: every report can be rendered.
  virtual std::string render(const Report& report) const = 0;
};

}  // namespace tare::extend
