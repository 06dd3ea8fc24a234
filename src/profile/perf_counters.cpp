// SPDX-License-Identifier: Apache-2.0
#include "profile/perf_counters.hpp"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <iterator>
#include <utility>

namespace tare::profile {
namespace {

/// linux/perf_event.h, PERF_TYPE_HW_CACHE: cache | operation << 8 | result << 16.
constexpr std::uint64_t cache(std::uint64_t which, std::uint64_t operation, std::uint64_t result) {
  return which | operation << 8 | result << 16;
}
constexpr std::uint64_t loads(std::uint64_t which) {
  return cache(which, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_ACCESS);
}
constexpr std::uint64_t load_misses(std::uint64_t which) {
  return cache(which, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_MISS);
}

struct Known {
  const char* name;
  std::uint32_t type;
  std::uint64_t config;
  bool usual;
};

constexpr Known known_counters[] = {
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, true},
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, true},
    {"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, true},
    {"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, true},
    {"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES, true},
    {"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, true},
    {"ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES, false},
    {"bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES, false},
    {"stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, false},
    {"stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, false},
    {"L1-dcache-loads", PERF_TYPE_HW_CACHE, loads(PERF_COUNT_HW_CACHE_L1D), true},
    {"L1-dcache-load-misses", PERF_TYPE_HW_CACHE, load_misses(PERF_COUNT_HW_CACHE_L1D), true},
    {"L1-icache-load-misses", PERF_TYPE_HW_CACHE, load_misses(PERF_COUNT_HW_CACHE_L1I), true},
    {"LLC-loads", PERF_TYPE_HW_CACHE, loads(PERF_COUNT_HW_CACHE_LL), true},
    {"LLC-load-misses", PERF_TYPE_HW_CACHE, load_misses(PERF_COUNT_HW_CACHE_LL), true},
    {"dTLB-loads", PERF_TYPE_HW_CACHE, loads(PERF_COUNT_HW_CACHE_DTLB), true},
    {"dTLB-load-misses", PERF_TYPE_HW_CACHE, load_misses(PERF_COUNT_HW_CACHE_DTLB), true},
    {"iTLB-load-misses", PERF_TYPE_HW_CACHE, load_misses(PERF_COUNT_HW_CACHE_ITLB), true},
    {"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, true},
    {"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, true},
    {"cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, true},
    {"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, true},
    {"minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN, false},
    {"major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ, false},
    {"alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS, false},
};

CounterKind kind_of(const Known& known) { return {known.name, known.type, known.config}; }

/// A descriptor, or a negative errno.
int open_event(const CounterKind& kind, bool user_mode_only) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = kind.type;
  attributes.config = kind.config;
  attributes.disabled = 1;
  attributes.inherit = 1;
  attributes.exclude_kernel = user_mode_only ? 1 : 0;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  constexpr int this_thread = 0, any_processor = -1, no_group = -1;
  const long opened = syscall(SYS_perf_event_open, &attributes, this_thread, any_processor,
                              no_group, PERF_FLAG_FD_CLOEXEC);
  return opened < 0 ? -errno : static_cast<int>(opened);
}

bool is_forbidden(int error) { return error == EACCES || error == EPERM; }

std::string reason_of(const CounterKind& kind, int error) {
  if (is_forbidden(error)) return "this user may not use perf events (kernel.perf_event_paranoid)";
  if (error == ENOSYS) return "the kernel has no perf events";
  if (error == EMFILE) return "there are no descriptors left";
  const bool is_absent =
      error == ENOENT || error == EOPNOTSUPP || error == ENODEV || error == EINVAL;
  if (is_absent && kind.type != PERF_TYPE_SOFTWARE)
    return "this machine does not have it, as most virtual machines do not";
  return std::strerror(error);
}

}  // namespace

std::vector<CounterKind> usual_counters() {
  std::vector<CounterKind> kinds;
  for (const Known& known : known_counters)
    if (known.usual) kinds.push_back(kind_of(known));
  return kinds;
}

std::optional<CounterKind> counter_called(std::string_view name) {
  const auto known = std::ranges::find(known_counters, name, &Known::name);
  if (known != std::end(known_counters)) return kind_of(*known);
  CounterKind raw{std::string(name), PERF_TYPE_RAW, 0};
  if (!name.starts_with('r') || name.size() == 1) return std::nullopt;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + 1, end, raw.config, 16);
  if (error != std::errc() || stop != end) return std::nullopt;
  return raw;
}

std::vector<std::string> counter_names() {
  std::vector<std::string> names;
  for (const Known& known : known_counters) names.emplace_back(known.name);
  return names;
}

PerfCounter::PerfCounter(CounterKind kind) : kind_(std::move(kind)) {
  descriptor_ = open_event(kind_, false);
  // What the kernel counts itself happens within it.
  if (is_forbidden(-descriptor_) && kind_.type != PERF_TYPE_SOFTWARE) {
    user_mode_only_ = true;
    descriptor_ = open_event(kind_, true);
  }
  if (descriptor_ < 0) reason_ = reason_of(kind_, -descriptor_);
}

PerfCounter::PerfCounter(PerfCounter&& other) noexcept
    : kind_(std::move(other.kind_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      user_mode_only_(other.user_mode_only_),
      reason_(std::move(other.reason_)) {}

PerfCounter& PerfCounter::operator=(PerfCounter&& other) noexcept {
  std::swap(kind_, other.kind_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(user_mode_only_, other.user_mode_only_);
  std::swap(reason_, other.reason_);
  return *this;
}

PerfCounter::~PerfCounter() {
  if (is_open()) close(descriptor_);
}

bool PerfCounter::is_restricted() const {
  return is_open() ? user_mode_only_ : is_forbidden(-descriptor_);
}

void PerfCounter::start() { ioctl(descriptor_, PERF_EVENT_IOC_ENABLE, 0); }

void PerfCounter::stop() { ioctl(descriptor_, PERF_EVENT_IOC_DISABLE, 0); }

Count PerfCounter::read() const {
  std::array<std::uint64_t, 3> words{};
  if (::read(descriptor_, words.data(), sizeof words) != sizeof words) return {};
  return {words[0], words[1], words[2]};
}

}  // namespace tare::profile
