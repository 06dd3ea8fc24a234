// SPDX-License-Identifier: Apache-2.0
// What a fork leaves in memory that it shares with the run: stacks of its crash. It is there
// whatever the benchmark did to descriptors, and however the fork ended.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "record/code_address.hpp"

namespace tare::fork {

/// Both sides are the same program. The fork's side may be scribbled on by the benchmark: the run
/// believes no number in it.
struct LastWords {
  struct Frame {
    std::uint64_t offset;
    std::array<char, 248> object;  ///< Longer names lose their end.
  };
  struct Stack {
    static constexpr std::size_t most_frames = 64;
    std::atomic<std::uint32_t> frames;
    std::atomic<std::uint32_t> complete;  ///< 1: no more frames will come.
    std::array<Frame, most_frames> frame;
  };
  /// Of a fork with more threads the first ones that answer must do.
  static constexpr std::size_t most_stacks = 16;

  std::atomic<std::uint32_t> wire_lost;  ///< 1: the fork could not say more over its wire.
  std::atomic<std::uint32_t> begun;      ///< Stacks.
  std::array<Stack, most_stacks> stack;
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

/// Shares a LastWords between two processes, by a descriptor.
class SharedWords {
 public:
  /// New, all zero, with a descriptor for the other side.
  SharedWords();
  /// Of the other side; takes the descriptor. Negative: there is none.
  explicit SharedWords(int descriptor);
  ~SharedWords();
  SharedWords(const SharedWords&) = delete;
  SharedWords& operator=(const SharedWords&) = delete;

  /// Null where there could be none: whoever measures can do without.
  LastWords* get() const { return words_; }
  /// -1 if there is none. Closed on exec, and by close_descriptor().
  int descriptor() const { return descriptor_; }
  void close_descriptor();

  /// How many stacks are there that will not grow.
  std::size_t complete_stacks() const;
  /// Innermost frame first.
  std::vector<std::vector<CodeAddress>> stacks() const;

 private:
  void map();

  int descriptor_ = -1;
  LastWords* words_ = nullptr;
};

}  // namespace tare::fork
