// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "javaser/walker.hpp"
#include "tree_store.hpp"

namespace javaser {

/// Makes nodes of what a Walker meets. The children of a thing are gathered on a stack of all that
/// is open, and get their place in the store when the thing is complete: nothing is reserved on a
/// stream's word.
class TreeBuilder : public Visitor {
 public:
  explicit TreeBuilder(TreeStore& store) : store_(store) {}

  /// The stream has failed: what is open becomes the store's partial item.
  void abandon();

  void null(std::uint64_t offset, Role role) override;
  void reference(std::uint64_t offset, Role role, std::uint32_t handle) override;
  void string(std::uint64_t offset, Role role, std::uint32_t handle,
              std::string_view bytes) override;
  void begin_descriptor(Role role, const ClassDescriptor& descriptor,
                        std::uint32_t fields) override;
  void end_descriptor(const ClassDescriptor& descriptor) override;
  void begin_object(std::uint64_t offset, std::uint32_t handle,
                    const ClassDescriptor& descriptor) override;
  void begin_class_data(std::uint64_t offset, const ClassDescriptor& level) override;
  void primitives(std::uint64_t offset, const ClassDescriptor& level, Bytes values) override;
  void begin_custom_data(std::uint64_t offset, const ClassDescriptor& level) override;
  void end_class_data(const ClassDescriptor& level) override;
  void end_object(const ClassDescriptor& descriptor) override;
  void begin_array(std::uint64_t offset, std::uint32_t handle, const ClassDescriptor& descriptor,
                   std::uint32_t length) override;
  void elements(std::uint64_t offset, const ClassDescriptor& descriptor, Bytes values) override;
  void end_array(const ClassDescriptor& descriptor) override;
  void begin_enum(std::uint64_t offset, std::uint32_t handle,
                  const ClassDescriptor& descriptor) override;
  void end_enum() override;
  void class_object(std::uint64_t offset, std::uint32_t handle,
                    const ClassDescriptor& descriptor) override;
  void block(std::uint64_t offset, Bytes content) override;
  void end_block(std::uint64_t offset) override;
  void reset(std::uint64_t offset) override;
  void begin_exception(std::uint64_t offset) override;
  void end_exception() override;

 private:
  /// A thing that has begun and not ended.
  struct Frame {
    enum class Kind : std::uint8_t { object, array, enum_constant, descriptor, exception };
    Kind kind;
    Role role = Role::value;         // of a descriptor
    bool level_is_open = false;      // of an object
    bool is_in_custom_data = false;  // of an object
    std::uint32_t node = 0;
    std::uint32_t first_value = 0;  // in values_: its children, of an object those of a level
    std::uint32_t first_level = 0;  // in levels_
  };

  std::uint32_t new_node(NodeKind kind, std::uint64_t offset, const ClassDescriptor* descriptor);
  void give_handle(std::uint32_t handle, std::uint32_t node);
  void open(Frame::Kind kind, std::uint32_t node, Role role = Role::value);
  void arrive(std::uint32_t value);
  void add_item(ItemKind kind, std::uint64_t offset, std::uint32_t value);
  std::uint32_t keep_values(std::uint32_t first);
  void keep_level();
  std::uint32_t close_top();
  void finish_top();

  TreeStore& store_;
  std::vector<std::uint32_t> handles_;  // nodes, by handle - base_handle
  std::vector<Frame> open_;
  std::vector<std::uint32_t> values_;  // children of all that is open
  std::vector<LevelRecord> levels_;    // of all objects that are open
  std::uint64_t exception_at_ = 0;
};

}  // namespace javaser
