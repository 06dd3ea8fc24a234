// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "javaser/types.hpp"
#include "javaser/walker.hpp"

namespace javaser {

/// The shortest hexadecimal form, as Java shows handles and type codes.
std::string in_hex(std::uint32_t value);

/// The walker as a stack of things that have begun. A step() takes one token off the input, or says
/// that it is not all there: then nothing was taken, and the same step is tried again later.
class Walker::Machine {
 public:
  Machine(Visitor& visitor, Tables& tables, const Limits& limits)
      : visitor_(visitor), tables_(tables), limits_(limits) {}

  bool feed(Bytes bytes);
  bool finish();
  std::optional<std::uint64_t> walk_one(Bytes stream, std::uint64_t offset, Role role);

  const Error& error() const { return error_; }
  const ClassDescriptor* last_descriptor() const { return descriptor_; }
  std::uint64_t items() const;
  bool is_between_items() const;
  std::uint64_t whole_bytes() const { return whole_; }

 private:
  enum class Kind : std::uint8_t {
    header,
    items,  // always the lowest, unless only one thing is walked
    object,
    array,
    enum_constant,
    class_object,
    descriptor,
    exception,
  };

  // What is next in a frame; each kind goes through its own of these, downwards.
  enum class Stage : std::uint8_t {
    begin,
    name,             // descriptor: name and suid, or a proxy's interfaces
    head,             // descriptor: flags and the number of fields
    fields,           // descriptor: type and name of field `index`
    signature,        // descriptor: the signature of field `index`
    annotation,       // descriptor
    super,            // descriptor: the superclass begins
    have_descriptor,  // of the object, array, enum or class, or the superclass: just read
    length,           // array
    elements,         // array: `index` of `count` were seen; exception: it comes
    level,            // object: data of class `level` begins
    primitives,       // object
    references,       // object: field `index` of class `level`
    custom_data,      // object
    end,
  };

  struct Frame {
    Kind kind;
    Stage stage = Stage::begin;
    Role role = Role::value;
    std::uint8_t level = 0;
    std::uint32_t index = 0;
    std::uint32_t count = 0;
    std::uint64_t offset = 0;
    const ClassDescriptor* descriptor = nullptr;
  };

  // The input.
  std::uint64_t offset() const { return offset_; }
  bool have(std::uint64_t bytes) const { return bytes <= input_.size(); }
  template <class T>
  T peek(std::size_t skip = 0) const {
    return types::load<T>(input_.data() + skip);
  }
  Bytes take(std::size_t bytes);
  std::string_view take_text(std::size_t bytes);

  bool run();
  bool step();
  bool fail(ErrorCode code, std::uint64_t at, std::string subject = {});
  bool push(Kind kind, Stage stage, Role role);
  bool new_handle(HandleKind kind, std::uint64_t at, const ClassDescriptor* descriptor,
                  std::uint32_t& handle);
  std::string path() const;
  std::uint64_t short_offset() const;

  // Each takes a token, or returns false: not all there, or an error.
  bool header();
  bool item();
  bool value(std::string_view signature);
  bool content();
  bool begin_value(TypeCode code);
  bool may_stand(HandleKind kind, std::string_view signature, std::uint64_t at);
  bool null(Role role);
  const HandleEntry* referenced(std::uint32_t& handle);
  bool reference(std::string_view signature);
  bool string(Role role, std::string_view signature);
  bool string_or_reference(Role role);
  bool block(TypeCode code);
  bool at_end_block() const {
    return static_cast<TypeCode>(peek<std::uint8_t>()) == TypeCode::end_block_data;
  }
  void end_block();
  bool exception();

  bool object();
  bool begin_object();
  bool level();
  bool primitives();
  bool reference_field(const FieldDescriptor& field);
  bool end_level();
  bool end_class_data();
  bool array();
  std::string_view signature_around() const;
  bool begin_array();
  bool elements();
  bool enum_constant();
  bool class_object();

  bool descriptor();
  bool descriptor_reference();
  bool begin_descriptor();
  bool name(std::string& out, std::size_t before, std::size_t after);
  bool class_name();
  bool interfaces();
  bool class_head();
  bool field();
  bool signature();
  bool end_descriptor();

  Frame& top() { return stack_.back(); }
  const ClassDescriptor& level_of(const Frame& frame) const {
    return frame.descriptor->at_level(frame.level);
  }
  bool pop() { return stack_.pop_back(), true; }
  // A descriptor is known: the frame that wanted it goes on.
  bool pop_with(const ClassDescriptor* descriptor) { return descriptor_ = descriptor, pop(); }

  Visitor& visitor_;
  Tables& tables_;
  const Limits limits_;
  Error error_;
  std::string path_root_ = "$";

  Bytes input_;               // not yet taken
  std::uint64_t offset_ = 0;  // of its first byte
  std::vector<std::byte> kept_;
  std::uint64_t fed_ = 0;
  std::uint64_t whole_ = 0;  // up to the end of the last whole item

  std::vector<Frame> stack_{{Kind::items}, {Kind::header}};
  std::vector<ClassDescriptor*> building_;       // of the frames that are descriptors
  const ClassDescriptor* descriptor_ = nullptr;  // the last one
  std::string field_name_;
  std::uint32_t string_ = 0;  // the last one's handle
};

}  // namespace javaser
