// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <boost/program_options.hpp>

#include "cli/listing.hpp"
#include "tool/arguments.hpp"
#include "tool/command.hpp"

namespace tare::tool {
namespace {

constexpr const char* usage =
    "usage: tare profilers\n\n"
    "Lists the profilers of `-prof`, whether each works on this machine, why not and how to make "
    "it\n"
    "work, and its options. Some depend on how a program is linked: BENCHMARK -lprof asks that "
    "one.\n";

}  // namespace

int profilers(const Words& words) {
  const Arguments arguments(words, boost::program_options::options_description("Options"), usage,
                            false);
  if (!arguments.helped()) fmt::print("{}", cli::list_profilers());
  return exit_fine;
}

}  // namespace tare::tool
