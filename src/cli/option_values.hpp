// SPDX-License-Identifier: Apache-2.0
// The texts after options, and what they mean. All throw catalog::WrongUse with a line that names
// the option.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/options.hpp"

namespace tare::cli {

std::uint64_t parse_integer(const std::string& option, const std::string& text, std::uint64_t least,
                            std::uint64_t most);
/// `100ms`, `1.5s`, `2h`; a bare number is seconds.
std::uint64_t parse_time(const std::string& option, const std::string& text);
bool parse_bool(const std::string& option, const std::string& text);
/// Between 0 and 1, exclusive: `0.01` or `1%`. None if it is not.
std::optional<double> read_share(const std::string& text);
/// A confidence level as `0.999` or `99.9%`, within (0, 1).
double parse_level(const std::string& option, const std::string& text);
/// `1%` or `1%,2m`: the error to reach, and how long the forks of a case may take until then.
session::Until parse_until(const std::string& option, const std::string& text);
TimeUnit parse_unit(const std::string& option, const std::string& text);
report::Verbosity parse_verbosity(const std::string& option, const std::string& text);
/// `max`, `halfmax` (of `processors`), or a number.
std::uint32_t parse_threads(const std::string& option, const std::string& text);
/// `3,1`: threads of each role, at least one.
std::vector<std::uint32_t> parse_thread_group(const std::string& option, const std::string& text);
/// `taskset -c 1`: words between blanks, the first a program that there is.
std::vector<std::string> parse_launcher(const std::string& option, const std::string& text);
/// `INDI`, `BULK`, `BULK_INDI`
WarmupMode parse_warmup_mode(const std::string& option, const std::string& text);
/// Modes by any beginning of their names that leaves one, or `all`.
std::vector<Mode> parse_modes(const std::string& option, const std::string& text);
/// `name=value,value`; `\,` is a comma within a value, `\\` a backslash. A value that is a source
/// (catalog::is_source) is as many as it has; with a backslash before it, it is itself.
std::pair<std::string, std::vector<std::string>> parse_param(const std::string& option,
                                                             const std::string& text);
ProfilerWish parse_profiler(const std::string& option, const std::string& text);
/// `format:file`. None if it is not.
std::optional<OutputWish> read_output(const std::string& text);
OutputWish parse_output(const std::string& option, const std::string& text);
/// `a,b`: several values. `\,` is a comma within one, `\\` a backslash.
std::vector<std::string> parse_list(const std::string& text);
/// `a,b`: several regular expressions. `\,` is a comma within one; other backslashes are theirs.
std::vector<std::string> parse_patterns(const std::string& text);
/// A value as parse_param takes it.
std::string escaped(std::string_view value);

}  // namespace tare::cli
