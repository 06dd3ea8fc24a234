// SPDX-License-Identifier: Apache-2.0
#include "cli/output_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "catalog/nearest.hpp"
#include "catalog/wrong_use.hpp"
#include "cli/toolbox.hpp"

namespace tare::cli {
namespace {

/// "" or why it could not be written.
std::string write_in_place(const std::string& file, const std::string& text) {
  std::FILE* out = std::fopen(file.c_str(), "wbe");
  if (out == nullptr) return std::strerror(errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  return (std::fclose(out) != 0) | !written ? std::strerror(errno) : "";
}

/// The same under a temporary name that is then renamed.
std::string write_whole(const std::string& file, const std::string& text) {
  // The process's number keeps two runs from writing into each other's.
  const std::string temporary = fmt::format("{}.{}.tmp", file, getpid());
  std::string why = write_in_place(temporary, text);
  if (why.empty() && std::rename(temporary.c_str(), file.c_str()) != 0) why = std::strerror(errno);
  if (!why.empty()) std::remove(temporary.c_str());
  return why;
}

/// A device, a pipe: what must not be replaced by a file, and is written once.
bool is_special(const std::string& file) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

/// Where a file really is: a link is not to be replaced by a file either.
std::string resolved(const std::string& file) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::weakly_canonical(file, error);
  return error ? file : target.string();
}

/// "" or why a file of this name cannot be written. Leaves nothing behind.
std::string cannot_write(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path() / ".";
  if (access(folder.c_str(), W_OK | X_OK) != 0) return std::strerror(errno);
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) return "it is a directory";
  return "";
}

}  // namespace

OutputFiles::OutputFiles(const CommandLine& line) {
  if (line.result_format || line.result_file) {
    const std::string format = line.result_format.value_or("csv");
    add(format, line.result_file.value_or(""));
  }
  for (const OutputWish& wish : line.outputs) add(wish.format, wish.file);
}

void OutputFiles::add(const std::string& format, std::string file) {
  std::unique_ptr<extend::Exporter> exporter = make_exporter(format);
  if (exporter == nullptr) {
    const std::vector<std::string> names = exporter_names();
    throw catalog::WrongUse(fmt::format("there is no result format '{}'{}; there are: {}", format,
                                        catalog::did_you_mean(format, names),
                                        fmt::join(names, ", ")));
  }
  if (file.empty()) file = std::string("tare-result.") + exporter->extension();
  const auto same = [&](const Output& output) {
    return output.file == file || (file != "-" && resolved(output.file) == resolved(file));
  };
  if (std::any_of(outputs_.begin(), outputs_.end(), same))
    throw catalog::WrongUse(fmt::format("two results would go to {}; give each its own file",
                                        file == "-" ? "standard output" : file));
  if (file != "-")
    if (const std::string why = cannot_write(file); !why.empty())
      throw catalog::WrongUse(fmt::format("cannot write {}: {}; choose another file", file, why));
  outputs_.push_back({std::move(exporter), std::move(file)});
}

void OutputFiles::write(const Report& report) {
  for (Output& output : outputs_) {
    const bool special = is_special(output.file);
    if (output.file == "-" || (special && !report.complete)) continue;
    const std::string text = output.exporter->render(report);
    const std::string why =
        special ? write_in_place(output.file, text) : write_whole(resolved(output.file), text);
    if (!why.empty() && !output.broken)
      fmt::print(stderr, "cannot write {}: {}; the run goes on and will try again\n", output.file,
                 why);
    output.broken = !why.empty();
  }
  failed_ = std::any_of(outputs_.begin(), outputs_.end(),
                        [](const Output& output) { return output.broken; });
}

bool OutputFiles::takes_stdout() const {
  return std::any_of(outputs_.begin(), outputs_.end(),
                     [](const Output& output) { return output.file == "-"; });
}

void OutputFiles::write_stdout(const Report& report) const {
  for (const Output& output : outputs_)
    if (output.file == "-") fmt::print("{}", output.exporter->render(report));
}

std::vector<std::string> OutputFiles::written() const {
  std::vector<std::string> files;
  for (const Output& output : outputs_)
    if (output.file != "-" && !output.broken) files.push_back(output.file);
  return files;
}

}  // namespace tare::cli
