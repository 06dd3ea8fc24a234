// SPDX-License-Identifier: Apache-2.0
// Results over time, in one SQLite file (docs/history.md). Any number of programs may read and add
// at once; one that is killed leaves whole additions only.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "history/database.hpp"
#include "history/series.hpp"
#include "tare/record.hpp"

namespace tare::history {

/// A report, and what it is filed under.
struct Addition {
  Report report;
  std::string revision;                   ///< Any text; not empty.
  std::optional<std::int64_t> committed;  ///< Seconds since 1970, UTC.
  std::string machine;                    ///< Any text; not empty.
};

/// A name for the kind of machine that results are of, from their facts: `AMD EPYC 7763, 4 CPUs`.
/// `unknown` where they have none. The host's name is no part of it, since machines of a build farm
/// come and go.
std::string machine_name(const std::vector<Fact>& environment);

/// How much there is. Runs are additions.
struct Contents {
  template <class What>
  struct Item {
    What what;
    std::size_t runs = 0;
  };
  std::vector<Item<Revision>> revisions;  ///< The oldest first.
  std::vector<Item<std::string>> machines;
  std::vector<Item<std::string>> cases;  ///< By case_name(), in the order they were added in.
};

/// All functions throw HistoryError.
class Store {
 public:
  /// Makes the tables where there are none yet. `missing`: what to do where there is no file.
  Store(const std::string& path, Database::Missing missing);

  /// Adds all of them or, where it throws, none.
  void add(const std::vector<Addition>& additions);

  Contents contents() const;

  /// Of several results of one figure at one revision the last added counts. Series are in the
  /// order that cases were added in; of a case, by machine and label.
  std::vector<Series> series(const Selection& selection) const;

  /// Every figure ever added, in the same order, with all results of a revision.
  void each(const Selection& selection,
            const std::function<void(const SeriesKey&, const Point&)>& take) const;

 private:
  Database database_;
};

}  // namespace tare::history
