// SPDX-License-Identifier: Apache-2.0
// Reports of a few known figures, and files to keep them in.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "history/store.hpp"

namespace tare::history::test {

/// A folder that goes with its owner.
class Folder {
 public:
  Folder() {
    std::string name = testing::TempDir() + "tare-history-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
};

inline Metric metric(const std::string& label, double score, const std::string& unit) {
  Metric made;
  made.label = label;
  made.unit = unit;
  made.score = score;
  made.error = score / 100;
  made.interval_low = score - made.error;
  made.interval_high = score + made.error;
  made.sample.values = {{score - 1, score}, {score + 1}};
  return made;
}

inline Case case_of(const std::string& benchmark, double score, const std::string& unit = "ns/op") {
  Case one;
  one.benchmark = benchmark;
  one.primary = metric("", score, unit);
  return one;
}

inline Addition addition(const std::string& revision, std::vector<Case> cases) {
  Addition made;
  made.revision = revision;
  made.machine = "here";
  made.report.tare_version = "1.2.3";
  made.report.cases = std::move(cases);
  return made;
}

inline Store opened(const std::string& path) { return {path, Database::Missing::create}; }

inline std::vector<std::string> revisions_of(const Series& series) {
  std::vector<std::string> names;
  for (const Point& point : series.points) names.push_back(point.revision.name);
  return names;
}

inline std::vector<double> scores_of(const Series& series) {
  std::vector<double> scores;
  for (const Point& point : series.points) scores.push_back(point.score);
  return scores;
}

}  // namespace tare::history::test
