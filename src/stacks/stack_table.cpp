// SPDX-License-Identifier: Apache-2.0
#include "stacks/stack_table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <new>

#include "stacks/mapped_array.hpp"

namespace tare::stacks {
namespace {

// 2^64 / golden ratio: Knuth's multiplicative hashing (TAOCP 3, 6.4).
constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;

/// A step of frames may read three words that say where a frame is.
constexpr std::size_t most_frame_words = 3 * StackTable::most_frames;

std::uint64_t hash_of(std::span<const std::uintptr_t> pcs) noexcept {
  std::uint64_t hash = pcs.size();
  for (const std::uintptr_t pc : pcs) hash = std::rotl(hash ^ pc, 27) * multiplier;
  return hash;
}

/// A stack in the shape it had when it was walked.
///
/// That what matches is the same stack, is seen so. A walk is a function of the registers that it
/// begins with and of the words that it reads. Let two walks begin at the same pc, and with rbp as
/// far from sp if it counts. While they agree in a frame's pc, which picks the row, and in its
/// distance from where they began, their next step reads words at the same distances: the return
/// address, which is compared, and those that say where the frame is, whose distances from sp are.
/// So they agree in the next frame, and by induction in all, down to the last, which is last by its
/// row, by its return address or by the room for frames. A walk that ended otherwise, or that used
/// what is not compared, is not remembered.
class RememberedStack {
 public:
  std::uint32_t number() const noexcept { return number_; }
  void forget() noexcept { number_ = 0; }

  /// Place of the stack that came next when this one was last seen.
  std::size_t next = 0;

  void remember(const Registers& from, const WalkTrace& trace, std::uint32_t number) noexcept {
    pc_ = from.pc;
    number_ = number;
    rbp_counts_ = trace.rbp_counts;
    rbp_offset_ = from.bp - from.sp;
    lowest_ = highest_ = 0;
    count_ = 0;
    for (const auto& word : trace.return_addresses.first(trace.return_address_count))
      expect(word.place - from.sp, word.value);
    return_count_ = count_;
    for (const auto& word : trace.frame_addresses.first(trace.frame_address_count))
      expect(word.place - from.sp, word.value - from.sp);
  }

  /// Not watched by sanitizers: it reads what is no object of this program.
  [[gnu::no_sanitize_address, gnu::no_sanitize_thread]] bool matches(
      const Registers& from, const StackBounds& stack) const noexcept {
    if (number_ == 0 || from.pc != pc_) return false;
    if (from.sp % sizeof(std::uintptr_t) != 0) return false;  // Walks do not read there.
    if (rbp_counts_ && from.bp - from.sp != rbp_offset_) return false;
    if (lowest_ < static_cast<std::int64_t>(stack.low - from.sp)) return false;
    if (highest_ > static_cast<std::int64_t>(stack.high - from.sp)) return false;
    // No load waits for one before it; another stack is mostly another one in its first frames.
    constexpr std::uint32_t at_once = 4;
    std::uint32_t i = 0;
    for (; i + at_once <= return_count_; i += at_once) {
      std::uintptr_t difference = 0;
      for (std::uint32_t j = i; j < i + at_once; ++j) difference |= difference_of(j, from.sp);
      if (difference != 0) return false;
    }
    std::uintptr_t difference = 0;
    for (; i < return_count_; ++i) difference |= difference_of(i, from.sp);
    for (; i < count_; ++i) difference |= (word_at(i, from.sp) - from.sp) ^ words_[i].value;
    return difference == 0;
  }

 private:
  /// What a word that is so far from sp was: a return address, or how far its address is from sp.
  struct Expected {
    std::int64_t offset;
    std::uintptr_t value;
  };

  void expect(std::uintptr_t offset, std::uintptr_t value) noexcept {
    const auto place = static_cast<std::int64_t>(offset);
    lowest_ = std::min(lowest_, place);
    highest_ = std::max(highest_, place + std::int64_t{sizeof value});
    words_[count_++] = {place, value};
  }

  [[gnu::no_sanitize_address, gnu::no_sanitize_thread]] std::uintptr_t word_at(
      std::uint32_t i, std::uintptr_t sp) const noexcept {
    return *reinterpret_cast<const std::uintptr_t*>(sp +
                                                    static_cast<std::uintptr_t>(words_[i].offset));
  }
  [[gnu::no_sanitize_address, gnu::no_sanitize_thread]] std::uintptr_t difference_of(
      std::uint32_t i, std::uintptr_t sp) const noexcept {
    return word_at(i, sp) ^ words_[i].value;
  }

  std::uintptr_t pc_;
  std::uint32_t number_;  // 0: nothing is remembered here.
  bool rbp_counts_;
  std::uintptr_t rbp_offset_;
  std::int64_t lowest_;  // The bytes that are compared, from sp.
  std::int64_t highest_;
  std::uint32_t return_count_;
  std::uint32_t count_;
  // Return addresses first.
  std::array<Expected, StackTable::most_frames + most_frame_words> words_;
};

/// The stacks that were seen lately.
class LateStacks {
 public:
  LateStacks() {
    if (!stacks_.grow(set_count * ways)) throw std::bad_alloc();
  }

  /// no_stack if it is none of them.
  std::uint32_t find(const Unwinder& unwinder, const Registers& from,
                     const StackBounds& stack) noexcept {
    // What benchmarks do they do again and again.
    if (const std::size_t next = stacks_[latest_].next; stacks_[next].matches(from, stack))
      return seen(next);
    // Stacks of one hook mostly differ in the first frames already, while pc and sp are the same.
    std::array<std::uintptr_t, 6> inner;
    const std::size_t count = unwinder.walk(from, stack, inner);
    set_ = (hash_of(std::span(inner).first(count)) ^ from.sp) * multiplier >>
           (64 - std::countr_zero(set_count));
    set_ *= ways;
    for (std::size_t place = set_; place < set_ + ways; ++place)
      if (stacks_[place].matches(from, stack)) return seen(place);
    return StackTable::no_stack;
  }

  /// What find() has just not found.
  void remember(const Registers& from, const WalkTrace& trace, std::uint32_t number) noexcept {
    const std::size_t place = set_ + victim_++ % ways;
    stacks_[place].remember(from, trace, number);
    seen(place);
  }

  void forget() noexcept {
    for (std::size_t place = 0; place < stacks_.size(); ++place)
      if (stacks_[place].number() != 0) stacks_[place].forget();  // Others take no memory yet.
  }

 private:
  static constexpr std::size_t set_count = 128;
  static constexpr std::size_t ways = 8;

  std::uint32_t seen(std::size_t place) noexcept {
    stacks_[latest_].next = place;
    latest_ = place;
    return stacks_[place].number();
  }

  MappedArray<RememberedStack> stacks_;
  std::size_t latest_ = 0;
  std::size_t set_ = 0;  // The first place of those where the stack may be that was looked for.
  std::size_t victim_ = 0;
};

/// Each different stack once, by number.
class Stacks {
 public:
  std::uint32_t size() const noexcept { return size_; }

  std::span<const std::uintptr_t> operator[](std::uint32_t number) const noexcept {
    const Place& place = places_[number - 1];
    return {pcs_.data() + place.begin, place.count};
  }

  std::uint32_t number_of(std::span<const std::uintptr_t> pcs) noexcept {
    if (!has_room_for(pcs.size())) return StackTable::no_stack;
    const std::uint64_t hash = hash_of(pcs);
    std::uint32_t& entry = entry_of(hash, pcs);
    if (entry == 0) {
      places_[size_] = {used_, hash, static_cast<std::uint32_t>(pcs.size())};
      std::ranges::copy(pcs, pcs_.data() + used_);
      used_ += pcs.size();
      entry = ++size_;
    }
    return entry;
  }

 private:
  struct Place {
    std::size_t begin;
    std::uint64_t hash;
    std::uint32_t count;
  };

  // 256 MiB of return addresses: more of them are no profile, and are the benchmark's memory.
  static constexpr std::size_t most_pcs = std::size_t{1} << 25;

  template <class T>
  static bool reserve(MappedArray<T>& array, std::size_t size) noexcept {
    return size <= array.size() || array.grow(std::max(std::bit_ceil(size), std::size_t{1} << 12));
  }

  bool has_room_for(std::size_t count) noexcept {
    return used_ + count <= most_pcs && reserve(pcs_, used_ + count) &&
           reserve(places_, size_ + std::size_t{1}) && index_stays_half_empty();
  }

  bool index_stays_half_empty() noexcept {
    const std::size_t needed = 2 * (size_ + std::size_t{1});
    if (needed <= index_.size()) return true;
    MappedArray<std::uint32_t> larger;
    if (!reserve(larger, needed)) return false;
    index_.swap(larger);
    for (std::uint32_t number = 1; number <= size_; ++number)
      entry_of(places_[number - 1].hash, (*this)[number]) = number;
    return true;
  }

  /// The entry of the index that has the stack's number, or the free one that is to have it.
  std::uint32_t& entry_of(std::uint64_t hash, std::span<const std::uintptr_t> pcs) noexcept {
    std::size_t at = hash >> (64 - std::countr_zero(index_.size()));
    for (;; at = (at + 1) & (index_.size() - 1)) {
      const std::uint32_t number = index_[at];
      if (number == 0) return index_[at];
      if (places_[number - 1].hash == hash && std::ranges::equal((*this)[number], pcs))
        return index_[at];
    }
  }

  MappedArray<std::uintptr_t> pcs_;
  MappedArray<Place> places_;
  MappedArray<std::uint32_t> index_;  // Open addressing, linear probing.
  std::size_t used_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace

class StackTable::Memory {
 public:
  explicit Memory(const Unwinder& unwinder)
      : unwinder_(unwinder), generation_(unwinder.generation()) {}

  std::uint32_t at(const Registers& from, const StackBounds& stack) noexcept {
    if (generation_ != unwinder_.generation()) {
      generation_ = unwinder_.generation();
      late_.forget();
    }
    if (const std::uint32_t number = late_.find(unwinder_, from, stack); number != no_stack)
      return number;
    WalkTrace trace{returns_, frames_};
    const std::size_t count = unwinder_.walk(from, stack, pcs_, trace);
    const std::uint32_t number = stacks.number_of(std::span(pcs_).first(count));
    if (number != no_stack && trace.tells_all) late_.remember(from, trace, number);
    return number;
  }

  Stacks stacks;

 private:
  const Unwinder& unwinder_;
  std::uint32_t generation_;
  LateStacks late_;
  std::array<std::uintptr_t, most_frames> pcs_;
  std::array<WalkTrace::Word, most_frames> returns_;
  std::array<WalkTrace::Word, most_frame_words> frames_;
};

StackTable::StackTable(const Unwinder& unwinder) : memory_(std::make_unique<Memory>(unwinder)) {}
StackTable::~StackTable() = default;

std::uint32_t StackTable::at(const Registers& from, const StackBounds& stack) noexcept {
  return memory_->at(from, stack);
}

std::uint32_t StackTable::size() const noexcept { return memory_->stacks.size(); }

std::span<const std::uintptr_t> StackTable::stack(std::uint32_t number) const noexcept {
  return memory_->stacks[number];
}

}  // namespace tare::stacks
