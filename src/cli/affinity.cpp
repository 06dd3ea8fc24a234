// SPDX-License-Identifier: Apache-2.0
#include "cli/affinity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "catalog/wrong_use.hpp"
#include "cli/option_values.hpp"
#include "machine/files.hpp"
#include "run/affinity.hpp"

namespace tare::cli {
namespace {

/// The kernel's list of the processors of one core, which is the same for each of them.
std::vector<std::string> cores_of(const std::vector<std::uint32_t>& processors) {
  const machine::Files files("/");
  std::vector<std::string> cores;
  for (const std::uint32_t processor : processors) {
    const std::string core = files.text(
        fmt::format("sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", processor));
    // Where the kernel does not say, each is a core.
    cores.push_back(core.empty() ? std::to_string(processor) : core);
  }
  return cores;
}

}  // namespace

std::vector<std::uint32_t> spread(const std::vector<std::uint32_t>& processors,
                                  const std::vector<std::string>& cores) {
  std::vector<std::pair<std::ptrdiff_t, std::uint32_t>> ranked;
  for (std::size_t i = 0; i < processors.size(); ++i) {
    const auto own = cores.begin() + static_cast<std::ptrdiff_t>(i);
    ranked.emplace_back(std::count(cores.begin(), own, *own), processors[i]);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::uint32_t> order;
  for (const auto& [rank, processor] : ranked) order.push_back(processor);
  return order;
}

std::vector<std::uint32_t> parse_affinity(const std::string& option, const std::string& text) {
  const std::vector<std::uint32_t> allowed = running::allowed_processors();
  if (text == "spread") return spread(allowed, cores_of(allowed));
  std::vector<std::uint32_t> processors;
  for (const std::string& part : parse_list(text)) {
    std::uint32_t processor = 0;
    const char* const end = part.data() + part.size();
    if (const auto [stop, error] = std::from_chars(part.data(), end, processor);
        error != std::errc() || stop != end)
      throw catalog::WrongUse(fmt::format(
          "{}: '{}' is no processor; write numbers such as 0,2, or spread", option, part));
    if (!std::binary_search(allowed.begin(), allowed.end(), processor))
      throw catalog::WrongUse(
          fmt::format("{}: this program may not run on processor {}, only on: {}", option,
                      processor, fmt::join(allowed, ", ")));
    processors.push_back(processor);
  }
  return processors;
}

}  // namespace tare::cli
