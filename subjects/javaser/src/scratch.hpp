// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace javaser {

/// Memory for values that are read before they have a place: a stack that never moves what it holds
/// and keeps its blocks.
class Scratch {
 public:
  struct Mark {
    std::size_t block = 0;
    std::size_t used = 0;
  };

  Mark mark() const { return top_; }
  /// Gives back all that was allocated since.
  void release(Mark mark) { top_ = mark; }

  void* allocate(std::size_t size, std::size_t alignment) {
    for (; top_.block < blocks_.size(); ++top_.block, top_.used = 0)
      if (void* place = in_block(size, alignment)) return place;
    // Blocks double, so that their number stays small.
    const std::size_t least = size + alignment;
    const std::size_t usual = first_block << blocks_.size();
    blocks_.push_back({std::make_unique<std::byte[]>(usual > least ? usual : least),
                       usual > least ? usual : least});
    return in_block(size, alignment);
  }

 private:
  static constexpr std::size_t first_block = 1024;
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  void* in_block(std::size_t size, std::size_t alignment) {
    Block& block = blocks_[top_.block];
    void* place = block.bytes.get() + top_.used;
    std::size_t room = block.size - top_.used;
    if (std::align(alignment, size, place, room) == nullptr) return nullptr;
    top_.used = block.size - room + size;
    return place;
  }

  std::vector<Block> blocks_;
  Mark top_;
};

}  // namespace javaser
