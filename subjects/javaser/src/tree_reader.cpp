// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "tree_builder.hpp"

namespace javaser {

namespace {

// The store's offsets have 32 bits.
Limits within_offsets(Limits limits) {
  limits.max_bytes = std::min(limits.max_bytes, std::uint64_t{0xffffffff});
  return limits;
}

}  // namespace

struct TreeReader::Parts {
  explicit Parts(const Limits& limits)
      : builder(*tree.store_), walker(builder, tree.store_->tables, within_offsets(limits)) {}

  // After an error, once.
  void give_up() {
    if (tree.store_->error.code != ErrorCode::none) return;
    tree.store_->error = walker.error();
    builder.abandon();
  }

  Tree tree;
  TreeBuilder builder;
  Walker walker;
};

TreeReader::TreeReader(const Limits& limits) : parts_(std::make_unique<Parts>(limits)) {}
TreeReader::~TreeReader() = default;

bool TreeReader::feed(Bytes bytes) {
  std::vector<std::byte>& stream = parts_->tree.store_->stream;
  if (parts_->walker.error().code != ErrorCode::none) return false;
  stream.insert(stream.end(), bytes.begin(), bytes.end());
  if (parts_->walker.feed(bytes)) return true;
  parts_->give_up();
  return false;
}

bool TreeReader::finish() {
  if (parts_->walker.finish()) return true;
  parts_->give_up();
  return false;
}

const Tree& TreeReader::tree() const { return parts_->tree; }

Tree TreeReader::take() { return std::exchange(parts_->tree, Tree()); }

Tree read_tree(Bytes bytes, const Limits& limits) {
  TreeReader reader(limits);
  reader.feed(bytes);
  reader.finish();
  return reader.take();
}

}  // namespace javaser
