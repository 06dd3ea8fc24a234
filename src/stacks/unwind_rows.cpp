// SPDX-License-Identifier: Apache-2.0
#include "stacks/unwind_rows.hpp"

#include <link.h>

#include <algorithm>
#include <bit>
#include <new>

namespace tare::stacks {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

/// Unclaimed places are looked for so far from an address's own: full tables are not searched.
constexpr std::size_t most_steps = 16;

const ElfW(Phdr) * segment_with(const dl_phdr_info& object, std::uintptr_t address) {
  const std::span segments(object.dlpi_phdr, object.dlpi_phnum);
  const auto found = std::ranges::find_if(segments, [&](const ElfW(Phdr) & segment) {
    return segment.p_type == PT_LOAD &&
           address - (object.dlpi_addr + segment.p_vaddr) < segment.p_filesz;
  });
  return found == segments.end() ? nullptr : &*found;
}

/// Of an object without any: empty.
UnwindTables tables_of(const dl_phdr_info& object) {
  for (const ElfW(Phdr) & segment : std::span(object.dlpi_phdr, object.dlpi_phnum)) {
    if (segment.p_type != PT_GNU_EH_FRAME) continue;
    const std::uintptr_t header = object.dlpi_addr + segment.p_vaddr;
    const ElfW(Phdr)* const loaded = segment_with(object, header);
    if (loaded == nullptr) break;
    const std::uintptr_t begin = object.dlpi_addr + loaded->p_vaddr;
    return {{reinterpret_cast<const std::byte*>(begin), loaded->p_filesz}, begin, header};
  }
  return {};
}

}  // namespace

UnwindRows::UnwindRows() { refresh(); }

void UnwindRows::refresh() {
  struct Loaded {
    std::vector<Code> code;
    Changes changes;
  };
  Loaded found;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* argument) {
        Loaded& to = *static_cast<Loaded*>(argument);
        to.changes = {object->dlpi_adds, object->dlpi_subs};
        const UnwindTables tables = tables_of(*object);
        for (const ElfW(Phdr) & segment : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
          const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
          if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0)
            to.code.push_back({begin, begin + segment.p_memsz, tables});
        }
        return 0;
      },
      &found);
  if (generation_ != 0 && found.changes == changes_) return;
  MappedArray<Slot> slots;
  if (!slots.grow(slot_count)) throw std::bad_alloc();
  std::ranges::sort(found.code, {}, &Code::begin);
  code_ = std::move(found.code);
  slots_.swap(slots);
  changes_ = found.changes;
  ++generation_;
}

UnwindTables UnwindRows::tables_at(std::uintptr_t pc) const noexcept {
  const auto after = std::ranges::upper_bound(code_, pc, {}, &Code::begin);
  if (after == code_.begin() || pc >= std::prev(after)->end) return {};
  return std::prev(after)->tables;
}

/// The address's own place; null if it cannot have one.
UnwindRows::Slot* UnwindRows::slot_of(std::uintptr_t pc) const noexcept {
  if (pc == 0) return nullptr;  // No address is what a free place has.
  // 2^64 / golden ratio: Knuth's multiplicative hashing (TAOCP 3, 6.4).
  std::size_t place = (pc * 0x9E3779B97F4A7C15) >> (64 - std::countr_zero(slot_count));
  for (std::size_t steps = 0; steps < most_steps; ++steps, place = (place + 1) % slot_count) {
    std::atomic<std::uintptr_t>& owner = slots_[place].pc;
    std::uintptr_t found = owner.load(relaxed);
    if (found == 0 && owner.compare_exchange_strong(found, pc, relaxed)) found = pc;
    if (found == pc) return &slots_[place];
  }
  return nullptr;
}

UnwindRows::Found UnwindRows::search(std::uintptr_t pc, Slot& last) const noexcept {
  Slot* const slot = slot_of(pc);
  if (slot == nullptr) return {unwind_row(tables_at(pc), pc), &last};
  last.next.store(static_cast<std::size_t>(slot - slots_.data()), relaxed);
  if (const std::uint64_t row = slot->row.load(relaxed))
    return {std::bit_cast<UnwindRow>(row), slot};
  const UnwindRow row = unwind_row(tables_at(pc), pc);
  slot->row.store(std::bit_cast<std::uint64_t>(row), relaxed);
  return {row, slot};
}

}  // namespace tare::stacks
