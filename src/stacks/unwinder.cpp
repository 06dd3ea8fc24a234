// SPDX-License-Identifier: Apache-2.0
#include "stacks/unwinder.hpp"

#include <ucontext.h>

#include "stacks/unwind_rows.hpp"

namespace tare::stacks {
namespace {

#if defined(__x86_64__)
constexpr bool is_x86_64 = true;
#else
constexpr bool is_x86_64 = false;
#endif

constexpr std::size_t word_size = sizeof(std::uintptr_t);

/// For walks that nobody wants to know more of.
struct NoTrace {
  static void returned(std::uintptr_t, std::uintptr_t) {}
  static void framed(std::uintptr_t, std::uintptr_t) {}
  static void used_rbp() {}
  static void needed_more() {}
};

struct Tracing {
  WalkTrace& trace;

  void returned(std::uintptr_t place, std::uintptr_t value) const {
    trace.return_addresses[trace.return_address_count++] = {place, value};
  }
  void framed(std::uintptr_t place, std::uintptr_t value) const {
    trace.frame_addresses[trace.frame_address_count++] = {place, value};
  }
  void used_rbp() const { trace.rbp_counts = true; }
  void needed_more() const { trace.tells_all = false; }
};

/// Goes from a frame to its caller's.
template <class Trace>
class Walker {
 public:
  Walker(const Registers& from, const StackBounds& stack, Trace trace) noexcept
      : pc_(from.pc), sp_(from.sp), bp_(from.bp), r10_(from.r10), stack_(stack), trace_(trace) {}

  std::uintptr_t pc() const noexcept { return pc_; }

  /// False: there is no way on.
  bool step(UnwindRow row) noexcept {
    std::uintptr_t cfa = 0;
    switch (row.cfa) {
      case UnwindRow::Cfa::sp:
        [[likely]] cfa = sp_ + offset(row.cfa_offset);
        break;
      case UnwindRow::Cfa::bp:
        cfa = bp_in_use() + offset(row.cfa_offset);
        break;
      case UnwindRow::Cfa::r10:
        trace_.needed_more();
        cfa = r10_ + offset(row.cfa_offset);
        break;
      case UnwindRow::Cfa::at_sp:
        if (!load_frame(sp_ + offset(row.cfa_offset), cfa)) return false;
        break;
      case UnwindRow::Cfa::at_bp:
        if (!load_frame(bp_in_use() + offset(row.cfa_offset), cfa)) return false;
        break;
      case UnwindRow::Cfa::unknown:
        return step_by_frame_pointer();
      case UnwindRow::Cfa::end:
        return false;
    }
    const std::uintptr_t pc_place = (row.pc_at_sp ? sp_ : cfa) + offset(row.pc_offset);
    if (!load(pc_place, pc_) || cfa <= sp_) return stopped();
    trace_.returned(pc_place, pc_);
    find_bp(row, cfa);
    sp_ = cfa;
    return pc_ != 0;
  }

 private:
  static std::uintptr_t offset(std::int64_t of) noexcept { return static_cast<std::uintptr_t>(of); }

  /// The stack ended otherwise than the tables say.
  bool stopped() noexcept {
    trace_.needed_more();
    return false;
  }

  /// Not watched by sanitizers: it reads what is no object of this program.
  [[gnu::no_sanitize_address, gnu::no_sanitize_thread]] bool load(std::uintptr_t place,
                                                                  std::uintptr_t& word) noexcept {
    if (place - stack_.low > stack_.high - stack_.low - word_size || place % word_size != 0)
      return false;
    word = *reinterpret_cast<const std::uintptr_t*>(place);
    return true;
  }

  bool load_frame(std::uintptr_t place, std::uintptr_t& cfa) noexcept {
    if (!load(place, cfa)) return stopped();
    trace_.framed(place, cfa);
    return true;
  }

  /// rbp, which says where a frame is.
  std::uintptr_t bp_in_use() noexcept {
    if (bp_place_ == 0)
      trace_.used_rbp();
    else
      trace_.framed(bp_place_, bp_);
    return bp_;
  }

  void find_bp(UnwindRow row, std::uintptr_t cfa) noexcept {
    switch (row.bp) {
      case UnwindRow::Place::same:
        return;
      case UnwindRow::Place::lost:
        bp_place_ = 0;
        break;
      case UnwindRow::Place::cfa:
        bp_place_ = cfa + offset(row.bp_offset);
        break;
      case UnwindRow::Place::sp:
        bp_place_ = sp_ + offset(row.bp_offset);
        break;
      case UnwindRow::Place::bp:
        bp_place_ = bp_in_use() + offset(row.bp_offset);
        break;
    }
    if (!load(bp_place_, bp_)) {
      bp_ = 0;
      trace_.needed_more();
    }
  }

  /// Where there is no table: `push %rbp; mov %rsp,%rbp` leaves the caller's rbp and the return
  /// address at rbp.
  bool step_by_frame_pointer() noexcept {
    trace_.needed_more();
    const std::uintptr_t frame = bp_;
    if (frame % word_size != 0 || frame < sp_) return false;
    std::uintptr_t caller_bp = 0;
    if (!load(frame, caller_bp) || !load(frame + word_size, pc_)) return false;
    bp_ = caller_bp;
    bp_place_ = frame;
    sp_ = frame + 2 * word_size;
    return pc_ != 0;
  }

  std::uintptr_t pc_;
  std::uintptr_t sp_;
  std::uintptr_t bp_;
  std::uintptr_t bp_place_ = 0;  // Where bp_ was loaded from; 0: the walk began with it.
  std::uintptr_t r10_;
  StackBounds stack_;
  [[no_unique_address]] Trace trace_;
};

/// Flat, so that a frame's registers stay in the processor's.
template <class Trace>
[[gnu::flatten]] std::size_t walk_rows(const UnwindRows& rows, const Registers& from,
                                       const StackBounds& stack, std::span<std::uintptr_t> pcs,
                                       Trace trace) noexcept {
  if (pcs.empty()) return 0;
  pcs[0] = from.pc;
  if (!is_x86_64 || stack.high < stack.low + word_size) {
    trace.needed_more();
    return 1;
  }
  Walker<Trace> walker(from, stack, trace);
  UnwindRows::Cursor cursor(rows);
  std::size_t count = 1;
  for (std::uintptr_t inside = from.pc; count < pcs.size();) {
    const UnwindRow row = cursor.at(inside);
    if (!walker.step(row)) break;
    inside = walker.pc() - (row.interrupted ? 0 : 1);
    pcs[count++] = inside + 1;
  }
  return count;
}

}  // namespace

Registers interrupted_registers(const void* ucontext) noexcept {
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(ucontext)->uc_mcontext.gregs;
  const auto value = [&](int number) { return static_cast<std::uintptr_t>(registers[number]); };
  return {value(REG_RIP), value(REG_RSP), value(REG_RBP), value(REG_R10)};
#else
  (void)ucontext;
  return {};
#endif
}

Unwinder::Unwinder() : rows_(std::make_unique<UnwindRows>()) {}
Unwinder::~Unwinder() = default;

void Unwinder::refresh() { rows_->refresh(); }
std::uint32_t Unwinder::generation() const noexcept { return rows_->generation(); }

std::size_t Unwinder::walk(const Registers& from, const StackBounds& stack,
                           std::span<std::uintptr_t> pcs) const noexcept {
  return walk_rows(*rows_, from, stack, pcs, NoTrace());
}

std::size_t Unwinder::walk(const Registers& from, const StackBounds& stack,
                           std::span<std::uintptr_t> pcs, WalkTrace& trace) const noexcept {
  trace.return_address_count = 0;
  trace.frame_address_count = 0;
  trace.rbp_counts = false;
  trace.tells_all = true;
  return walk_rows(*rows_, from, stack, pcs, Tracing{trace});
}

}  // namespace tare::stacks
