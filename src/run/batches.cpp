// SPDX-License-Identifier: Apache-2.0
#include "run/batches.hpp"

#include <dlfcn.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "run/ending.hpp"

namespace tare::running {
namespace {

/// No batch needs more: an empty call takes 0.2 ns, so that this is minutes.
constexpr std::uint64_t most_calls = std::uint64_t{1} << 40;

#if defined(__GLIBC__)
/// Whether the C library's own malloc serves. Its books are not even opened where another one does
/// (a library's, a sanitizer's), and mallinfo2() would fall over that.
bool has_books() {
  static const bool own = [] {
    Dl_info allocator{};
    Dl_info library{};
    dladdr(dlsym(RTLD_DEFAULT, "malloc"), &allocator);
    dladdr(dlsym(RTLD_DEFAULT, "mallinfo2"), &library);
    return allocator.dli_fbase == library.dli_fbase;
  }();
  return own;
}
#endif

/// Bytes the heap has handed out. Zero where the C library does not say, or another allocator
/// serves: then the sizes of states and results alone limit a batch.
std::size_t heap_bytes() {
#if defined(__GLIBC__)
  if (!has_books()) return 0;
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

double elapsed(std::uint64_t from, std::uint64_t to) {
  return to > from ? static_cast<double>(to - from) : 0;
}

}  // namespace

Batches::Batches(States& states, std::uint32_t thread, Clock& clock, Settings settings)
    : states_(states),
      thread_(thread),
      body_(states.body(thread)),
      control_(states.takes_control(thread) ? &states.control() : nullptr),
      clock_(clock),
      settings_(settings),
      capacity_(most_calls) {
  if (!body_.returns_value) settings_.drop = Drop::inside;
  if (states.has_invocation_level(thread)) capacity_ = states.most_slots(thread);
  if (settings_.drop == Drop::outside) {
    capacity_ = std::min<std::uint64_t>(capacity_,
                                        std::max<std::size_t>(2, batch_bytes / body_.result_size));
    results_ = MemoryRegion(capacity_ * body_.result_size);
  }
}

double Batches::timed(std::uint64_t calls) {
  void* const* bases = states_.bases(thread_);
  if (!has_outside_work()) {
    const std::uint64_t begin = last_ns_;
    body_.repeat(bases, calls);
    last_ns_ = clock_.now_ns();
    return elapsed(begin, last_ns_);
  }
  const std::size_t before = calls > largest_ ? heap_bytes() : 0;
  states_.set_up_invocations(thread_, calls);
  const std::uint64_t begin = clock_.now_ns();
  if (settings_.drop == Drop::outside)
    body_.repeat_keeping(bases, results_.data(), calls);
  else
    body_.repeat(bases, calls);
  const std::uint64_t end = clock_.now_ns();
  if (calls > largest_) limit_by_heap(before, calls);
  if (settings_.drop == Drop::outside) body_.destroy(results_.data(), calls);
  states_.tear_down_invocations(thread_, calls);
  last_ns_ = clock_.now_ns();
  return elapsed(begin, end);
}

void Batches::limit_by_heap(std::size_t before, std::uint64_t calls) {
  largest_ = calls;
  const std::size_t after = heap_bytes();
  if (after <= before) return;
  const std::uint64_t bytes_per_call = (after - before) / calls;
  if (bytes_per_call > 0)
    capacity_ = std::min(capacity_, std::max<std::uint64_t>(1, batch_bytes / bytes_per_call));
}

double Batches::timed_in_parts(std::uint64_t calls) {
  double ns = 0;
  while (calls > 0) {
    const std::uint64_t part = std::min(calls, capacity());
    ns += timed(part);
    calls -= part;
  }
  return ns;
}

/// Grows the batch towards its length, at most tenfold at once since short times are known badly,
/// and shrinks it when the body has become much slower.
void Batches::adapt(double ns, double wanted, std::uint64_t most) {
  constexpr double margin = 1.2;
  most = std::min(most, capacity());
  if (ns >= wanted || size_ >= most) settled_ = true;
  const double factor = ns > 0 ? margin * wanted / ns : 10;
  const bool much_slower = ns > 8 * wanted && size_ > 1;
  if (ns < wanted || much_slower) {
    const double size = static_cast<double>(size_) * std::clamp(factor, 0.0, 10.0);
    size_ = static_cast<std::uint64_t>(std::max(size, 1.0)) + (ns < wanted ? 1 : 0);
  }
  size_ = std::clamp(size_, round_, std::max(round_, most));
  size_ -= size_ % round_;
}

std::uint64_t Batches::round() const {
  if (body_.round == nullptr) return 1;
  return std::clamp<std::uint64_t>(body_.round(states_.bases(thread_)), 1, capacity());
}

/// What is done off the clock takes time too: no batch is to take more than half an iteration.
std::uint64_t Batches::most_calls_within(double length, double whole_ns_per_call) const {
  if (!has_outside_work() || !(whole_ns_per_call > 0)) return most_calls;
  return static_cast<std::uint64_t>(
      std::clamp(length / 2 / whole_ns_per_call, 1.0, static_cast<double>(most_calls)));
}

Tally Batches::fill(std::uint64_t length_ns) {
  const auto length = static_cast<double>(length_ns);
  // A clock so coarse that a batch would outlast the iteration has to do with less.
  const double wanted = std::min(settings_.shortest_ns, length);
  const std::uint64_t begin = last_ns_ = clock_.now_ns();
  round_ = round();
  size_ = std::max(size_, round_);
  Tally tally;
  forget();
  for (;;) {
    const std::uint64_t calls = size_;
    const std::uint64_t batch_begin = last_ns_;
    const double ns = timed(calls);
    const bool growing = !settled_;
    adapt(ns, wanted, most_calls_within(length, elapsed(batch_begin, last_ns_) / calls));
    const bool cut = is_cut_short();
    const bool over = cut || elapsed(begin, last_ns_) >= length;
    if ((!growing || over || settled_) && !(cut && tally.operations > 0)) {
      tally.operations += static_cast<double>(calls);
      tally.nanoseconds += ns;
    }
    if (over) break;
    if (growing && !settled_) forget();
  }
  return own_time().value_or(tally);
}

Tally Batches::record_each(std::uint64_t length_ns, std::uint64_t calls,
                           stats::HistogramRecorder& recorder) {
  const std::uint64_t begin = clock_.now_ns();
  const std::uint64_t samples = round() / std::gcd(round(), calls);
  std::uint64_t recorded = 0;
  Tally tally;
  bool cut = false;
  forget();
  do {
    if (ManualTime* time = states_.manual_time(thread_)) time->reset();
    last_ns_ = clock_.now_ns();
    double ns = timed_in_parts(calls);
    cut = is_cut_short();
    if (cut && tally.operations > 0) break;
    if (const std::optional<Tally> own = own_time()) ns = own->nanoseconds;
    recorder.record(static_cast<std::uint64_t>(ns + 0.5));
    tally.operations += static_cast<double>(calls);
    tally.nanoseconds += ns;
  } while (!cut && (++recorded % samples != 0 ||
                    elapsed(begin, last_ns_) < static_cast<double>(length_ns)));
  return tally;
}

Tally Batches::once(std::uint64_t calls) {
  forget();
  last_ns_ = clock_.now_ns();
  const double ns = timed_in_parts(calls);
  return own_time().value_or(Tally{static_cast<double>(calls), ns});
}

void Batches::forget() {
  states_.visit_counters(thread_, nullptr);
  if (ManualTime* time = states_.manual_time(thread_)) time->reset();
}

std::optional<Tally> Batches::own_time() const {
  const ManualTime* time = states_.manual_time(thread_);
  if (time == nullptr) return std::nullopt;
  if (time->operations() == 0)
    throw Ending{Outcome::failed, "it takes a tare::ManualTime, but recorded no time in it"};
  if (!std::isfinite(time->nanoseconds()) || time->nanoseconds() < 0)
    throw Ending{Outcome::failed, "it recorded a time that is negative or no number"};
  return Tally{static_cast<double>(time->operations()), time->nanoseconds()};
}

void Batches::keep_busy() { timed(size_); }

void Batches::help() { timed(1); }

}  // namespace tare::running
