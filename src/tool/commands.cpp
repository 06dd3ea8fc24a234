// SPDX-License-Identifier: Apache-2.0
// The one table of commands.
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options/errors.hpp>
#include <cstdio>
#include <iterator>

#include "catalog/nearest.hpp"
#include "catalog/wrong_use.hpp"
#include "cli/people.hpp"
#include "tool/command.hpp"

namespace tare::tool {
namespace {

struct Command {
  const char* name;
  const char* summary;
  int (*run)(const Words& words);
};

constexpr Command commands[] = {
    {"ab", "compare programs or revisions, their forks taking turns", &ab},
    {"compare", "compare saved results of Tare, JMH or Google Benchmark", &compare},
    {"convert", "recordings to flame graphs and to what other profilers' viewers read", &convert},
    {"help", "list the commands", &help},
    {"history", "results over time, and where they changed", &history},
    {"noise", "how small a change can be told on this machine", &noise},
    {"profilers", "profilers, whether each works here, and their options", &profilers},
};

void say(const char* what) { cli::complain(fmt::format("tare: {}", what)); }

}  // namespace

int help(const Words&) {
  fmt::print("usage: tare COMMAND …; tare COMMAND --help tells more\n\n");
  for (const Command& command : commands) fmt::print("  {:<10}{}\n", command.name, command.summary);
  return exit_fine;
}

int run(const Words& words) {
  try {
    if (words.empty()) throw catalog::WrongUse("a command is missing; `tare help` lists them");
    const std::string& name = words.front();
    if (name == "-h" || name == "--help") return help({});
    const auto* const command = std::find_if(std::begin(commands), std::end(commands),
                                             [&](const Command& c) { return c.name == name; });
    if (command == std::end(commands)) {
      std::vector<std::string> names;
      for (const Command& c : commands) names.emplace_back(c.name);
      throw catalog::WrongUse(fmt::format("there is no command '{}'{} (`tare help` lists them)",
                                          name, catalog::did_you_mean(name, names)));
    }
    const int code = command->run({words.begin() + 1, words.end()});
    const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (written || code != exit_fine) return code;  // What is wrong has been said.
    say("cannot write to standard output");
    return exit_failed;
  } catch (const boost::program_options::error& error) {
    say(error.what());
    return exit_wrong_use;
  } catch (const catalog::WrongUse& error) {
    say(error.what());
    return exit_wrong_use;
  } catch (const std::exception& error) {  // fmt's, when it cannot write.
    say(error.what());
    return exit_failed;
  }
}

}  // namespace tare::tool
