// SPDX-License-Identifier: Apache-2.0
#include "run/affinity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "run/ending.hpp"

namespace tare::running {
namespace {

/// A set of processors of any number; the system's own type ends at 1024.
class ProcessorSet {
 public:
  static constexpr std::uint32_t most = 8192;  // NR_CPUS of Linux on x86 ends here.

  ProcessorSet() : sets_(most / CPU_SETSIZE) {}

  int get() { return sched_getaffinity(0, bytes(), sets_.data()); }
  int set() const { return sched_setaffinity(0, bytes(), sets_.data()); }
  bool has(std::uint32_t processor) const { return CPU_ISSET_S(processor, bytes(), sets_.data()); }
  void add(std::uint32_t processor) { CPU_SET_S(processor, bytes(), sets_.data()); }

 private:
  std::size_t bytes() const { return sets_.size() * sizeof(cpu_set_t); }
  std::vector<cpu_set_t> sets_;
};

bool bind_to(const std::vector<std::uint32_t>& processors) {
  ProcessorSet set;
  for (const std::uint32_t processor : processors)
    if (processor < ProcessorSet::most) set.add(processor);
  return set.set() == 0;
}

}  // namespace

std::vector<std::uint32_t> allowed_processors() {
  std::vector<std::uint32_t> allowed;
  ProcessorSet set;
  if (set.get() < 0) return allowed;
  for (std::uint32_t processor = 0; processor < ProcessorSet::most; ++processor)
    if (set.has(processor)) allowed.push_back(processor);
  return allowed;
}

Binding::Binding(const std::vector<std::uint32_t>& processors) {
  if (processors.empty()) return;
  before_ = allowed_processors();
  if (!bind_to(processors))
    throw Ending{Outcome::failed, fmt::format("a thread cannot be bound to processor {}: {}",
                                              fmt::join(processors, ","), std::strerror(errno))};
}

Binding::~Binding() {
  if (!before_.empty()) bind_to(before_);
}

std::vector<std::uint32_t> processor_of(std::uint32_t thread,
                                        const std::vector<std::uint32_t>& list) {
  if (list.empty()) return {};
  return {list[thread % list.size()]};
}

}  // namespace tare::running
