// SPDX-License-Identifier: Apache-2.0
#include "ab/programs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "ab/temporary_folder.hpp"
#include "fork/command.hpp"
#include "record/json.hpp"

namespace tare::ab {
namespace {

/// As it is found from any folder.
std::string whole_path(const std::string& program) {
  std::error_code unknown;
  const std::filesystem::path path = std::filesystem::canonical(program, unknown);
  if (unknown) throw Unusable(fmt::format("{}: {}", program, unknown.message()));
  if (!std::filesystem::is_regular_file(path) || access(path.c_str(), X_OK) != 0)
    throw Unusable(fmt::format("{} is no program that can be run", program));
  return path;
}

/// The report that a program writes when it is given these options too; none if it went well and
/// wrote none.
std::optional<Report> written_by(const std::string& program, std::vector<std::string> words,
                                 int stop) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/report.json";
  words.insert(words.begin(), whole_path(program));
  words.insert(words.end(), {"--out", "json:" + file});
  const fork::CommandEnd end = fork::run_command(words, std::filesystem::current_path(), {}, stop);
  std::ifstream in(file);
  if (!in && end.reason.empty()) return std::nullopt;
  if (end.stopped || !in)
    throw Unusable(fmt::format("{}: {}{}{}", program, end.reason, end.output.empty() ? "" : "\n",
                               fmt::join(end.output, "\n")));
  std::ostringstream text;
  text << in.rdbuf();
  try {
    return from_json(text.str());
  } catch (const RecordError& error) {
    throw Unusable(fmt::format("{}: its results cannot be read: {}", program, error.what()));
  }
}

}  // namespace

Report cases_of(const std::string& program, const std::vector<std::string>& options, int stop) {
  std::vector<std::string> words{"-l"};
  words.insert(words.end(), options.begin(), options.end());
  if (std::optional<Report> report = written_by(program, words, stop)) return *std::move(report);
  return profile_of(program, options, stop);  // It may be too old to list cases to a file.
}

Report profile_of(const std::string& program, std::vector<std::string> options, int stop) {
  // Profilers have forks of their own, whose operations do not depend on these.
  for (const char* word : {"-wi", "0", "-i", "1", "-r", "1ms"}) options.emplace_back(word);
  return recording_of(program, std::move(options), stop);
}

Report recording_of(const std::string& program, std::vector<std::string> options, int stop) {
  options.insert(options.end(), {"-f", "1"});
  if (std::optional<Report> report = written_by(program, options, stop)) return *std::move(report);
  throw Unusable(program + ": it wrote no results; is it a benchmark program of Tare?");
}

std::vector<std::string> placements_of(const std::string& program, std::size_t count) {
  std::vector<std::string> paths{whole_path(program)};
  for (std::size_t i = 1; i < count; ++i) {
    const std::string path = fmt::format("{}.layout{}", program, i);
    if (!std::filesystem::exists(path))
      throw Unusable(
          fmt::format("there is no {}: build the program with LAYOUTS {} of tare_add_benchmark()",
                      path, count));
    paths.push_back(whole_path(path));
  }
  return paths;
}

std::string stamp_of(const std::vector<std::string>& files) {
  std::string stamp;
  for (const std::string& file : files) {
    struct stat facts {};
    stat(file.c_str(), &facts);  // All 0 of one that is gone.
    stamp += fmt::format("{}:{}:{}.{} ", facts.st_ino, facts.st_size, facts.st_mtim.tv_sec,
                         facts.st_mtim.tv_nsec);
  }
  return stamp;
}

}  // namespace tare::ab
