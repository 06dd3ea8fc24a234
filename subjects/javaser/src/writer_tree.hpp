// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "javaser/error.hpp"
#include "javaser/tree.hpp"
#include "writer_output.hpp"

namespace javaser {

/// Writes nodes of one tree, with a stack of what has begun.
class TreeWriter {
 public:
  explicit TreeWriter(Output& output) : output_(output), epoch_(output.epoch()) {}

  /// All items, each as one of the output.
  bool write(const Tree& tree);
  /// One value, as an item.
  bool write(Node node);
  /// Why a write returned false; without a path.
  const Error& error() const { return error_; }

 private:
  struct Frame {
    Node node;
    std::uint32_t level = 0;  // of an object
    std::uint32_t next = 0;   // element of an array; reference, then custom data of a level
  };

  bool fail(ErrorCode code);
  bool put_item(const Item& item);
  bool put_value(Node node);
  bool begin(Node node);
  bool step();
  bool object_step(Frame& frame);
  void put_head(TypeCode code, Node node);

  Output& output_;
  Error error_;
  std::uint64_t epoch_;
  Output::KnownClasses classes_;
  std::unordered_map<std::uint32_t, std::uint32_t> handles_;  // by nodes' ids
  std::vector<Frame> stack_;
};

}  // namespace javaser
