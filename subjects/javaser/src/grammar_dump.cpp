// SPDX-License-Identifier: Apache-2.0
#include "javaser/grammar_dump.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "javaser/modified_utf8.hpp"
#include "javaser/tree.hpp"
#include "tree_store.hpp"

namespace javaser {

namespace {

constexpr std::size_t shown_bytes = 48;  // of blocks and arrays
constexpr std::uint32_t header_bytes = 4;

std::string in_hex(std::uint64_t value, int digits) {
  std::array<char, 17> text;
  std::snprintf(text.data(), text.size(), "%0*llx", digits, static_cast<unsigned long long>(value));
  return text.data();
}

std::string in_hex(Bytes bytes, std::uint64_t total) {
  std::string text;
  for (const std::byte byte : bytes.first(std::min(bytes.size(), shown_bytes)))
    text += in_hex(static_cast<std::uint8_t>(byte), 2);
  return total > shown_bytes ? text + "..." : text;
}

std::string in_quotes(std::string_view modified_utf8) {
  std::string text = "\"";
  for (const char16_t unit : modified_utf8::to_utf16(modified_utf8)) {
    if (unit == '"' || unit == '\\')
      text.append("\\").append(1, static_cast<char>(unit));
    else if (unit >= 0x20 && unit < 0x7f)
      text += static_cast<char>(unit);
    else
      text.append("\\u").append(in_hex(unit, 4));
  }
  return text + '"';
}

std::string name_of(const ClassDescriptor& descriptor) {
  return descriptor.is_proxy ? "(proxy)" : descriptor.name;
}

std::string in_words(const Field& primitive) {
  switch (primitive.type()) {
    case 'Z':
      return primitive.bits() != 0 ? "true" : "false";
    case 'F':
      return in_hex(primitive.bits(), 8);
    case 'D':
      return in_hex(primitive.bits(), 16);
    default:
      return std::to_string(primitive.integer());
  }
}

/// One line for each call of a Walker.
class Lines : public Visitor {
 public:
  explicit Lines(std::ostream& out) : out_(out) {}

  void line(std::uint64_t offset, std::size_t depth, const std::string& text) {
    out_ << in_hex(offset, 6) << std::string(1 + std::min(depth, deepest_shown), ' ') << text
         << '\n';
  }

  void type_code(std::uint64_t offset, TypeCode code) override;
  void null(std::uint64_t offset, Role role) override;
  void reference(std::uint64_t offset, Role role, std::uint32_t handle) override;
  void string(std::uint64_t offset, Role role, std::uint32_t handle,
              std::string_view bytes) override;
  void begin_descriptor(Role role, const ClassDescriptor& descriptor,
                        std::uint32_t fields) override;
  void descriptor_field(std::uint64_t offset, const ClassDescriptor& descriptor,
                        const FieldDescriptor& field) override;
  void end_descriptor(const ClassDescriptor& /*descriptor*/) override { open_.pop_back(); }
  void begin_object(std::uint64_t offset, std::uint32_t handle,
                    const ClassDescriptor& descriptor) override;
  void begin_class_data(std::uint64_t offset, const ClassDescriptor& level) override;
  void primitives(std::uint64_t offset, const ClassDescriptor& level, Bytes values) override;
  void reference_field(std::uint64_t offset, const ClassDescriptor& level,
                       const FieldDescriptor& field) override;
  void begin_custom_data(std::uint64_t offset, const ClassDescriptor& level) override;
  void end_object(const ClassDescriptor& /*descriptor*/) override { open_.pop_back(); }
  void begin_array(std::uint64_t offset, std::uint32_t handle, const ClassDescriptor& descriptor,
                   std::uint32_t length) override;
  void elements(std::uint64_t offset, const ClassDescriptor& descriptor, Bytes values) override;
  void end_array(const ClassDescriptor& descriptor) override;
  void begin_enum(std::uint64_t offset, std::uint32_t handle,
                  const ClassDescriptor& descriptor) override;
  void end_enum() override { open_.pop_back(); }
  void class_object(std::uint64_t offset, std::uint32_t handle,
                    const ClassDescriptor& descriptor) override;
  void block(std::uint64_t offset, Bytes content) override;
  void end_block(std::uint64_t offset) override;
  void end_exception() override { open_.pop_back(); }

 private:
  // Deeper lines begin where this one does: with their indents a deep stream's lines would grow
  // with the square of its depth.
  static constexpr std::size_t deepest_shown = 100;

  /// A thing that has begun and not ended.
  struct Open {
    std::size_t depth;
    std::size_t inside;  // depth of what is in it
  };

  std::size_t depth() const { return open_.empty() ? 0 : open_.back().inside; }
  void open() { open_.push_back({depth(), depth() + 1}); }
  void have_handle(const char* what, std::uint32_t handle, const std::string& rest);

  std::ostream& out_;
  std::vector<Open> open_;
  TypeCode code_ = TypeCode::null;
  std::uint64_t end_ = header_bytes;             // of the last token
  std::pair<std::uint64_t, std::string> field_;  // one that is told before its value has begun
  std::vector<std::byte> elements_;              // the first ones of an array of primitives
  std::uint64_t elements_at_ = 0;
  std::uint64_t element_bytes_ = 0;
};

void Lines::type_code(std::uint64_t offset, TypeCode code) {
  // A walker that waits for more bytes tells of the field again.
  if (!field_.second.empty()) {
    line(field_.first, depth() - 1, field_.second);
    field_.second.clear();
  }
  code_ = code;
  end_ = offset + 1;
  switch (code) {
    case TypeCode::exception:
      open_.clear();
      [[fallthrough]];
    case TypeCode::object:
    case TypeCode::array:
    case TypeCode::enum_constant:
    case TypeCode::class_object:
      line(offset, depth(), javaser::name_of(code));
      open();
      break;
    case TypeCode::reset:
      line(offset, depth(), javaser::name_of(code));
      break;
    default:
      break;
  }
}

void Lines::null(std::uint64_t offset, Role role) {
  line(offset, depth(), role == Role::descriptor ? "TC_NULL (no desc)" : "TC_NULL");
}

void Lines::reference(std::uint64_t offset, Role role, std::uint32_t handle) {
  line(offset, depth() + (role == Role::signature ? 1 : 0), "TC_REFERENCE h=" + in_hex(handle, 6));
  end_ = offset + 5;
}

void Lines::string(std::uint64_t offset, Role role, std::uint32_t handle, std::string_view bytes) {
  line(offset, depth() + (role == Role::signature ? 1 : 0),
       std::string(javaser::name_of(code_)) + " h=" + in_hex(handle, 6) +
           " bytes=" + std::to_string(bytes.size()) + " " + in_quotes(bytes));
  end_ = offset + (code_ == TypeCode::long_string ? 9 : 3) + bytes.size();
}

void Lines::begin_descriptor(Role /*role*/, const ClassDescriptor& descriptor,
                             std::uint32_t fields) {
  std::string text = descriptor.is_proxy ? "TC_PROXYCLASSDESC" : "TC_CLASSDESC";
  text += " h=" + in_hex(descriptor.handle, 6);
  if (descriptor.is_proxy) {
    text += " interfaces=[";
    for (const std::string& interface : descriptor.interfaces)
      text.append(&interface == &descriptor.interfaces.front() ? "" : ", ").append(interface);
    text += "]";
  } else {
    text += " " + descriptor.name + " suid=" + in_hex(descriptor.suid, 16) +
            " flags=" + in_hex(descriptor.flags, 2) + " fields=" + std::to_string(fields);
  }
  line(descriptor.offset, depth(), text);
  open();
}

void Lines::descriptor_field(std::uint64_t offset, const ClassDescriptor& /*descriptor*/,
                             const FieldDescriptor& field) {
  line(offset, depth(), std::string("field ") + field.type + " " + field.name);
}

// The handle of what has just got its class.
void Lines::have_handle(const char* what, std::uint32_t handle, const std::string& rest) {
  line(end_, depth() + 1, std::string(what) + " h=" + in_hex(handle, 6) + rest);
}

void Lines::begin_object(std::uint64_t /*offset*/, std::uint32_t handle,
                         const ClassDescriptor& descriptor) {
  have_handle("object", handle, " of " + name_of(descriptor));
}

void Lines::begin_class_data(std::uint64_t offset, const ClassDescriptor& level) {
  if (level.has(flag::externalizable)) return;
  line(offset, open_.back().depth + 1, "classdata " + name_of(level));
}

void Lines::primitives(std::uint64_t offset, const ClassDescriptor& level, Bytes values) {
  for (const FieldDescriptor& field : level.fields) {
    const std::uint32_t size = size_of_type(field.type);
    if (size == 0) break;
    const Field value(&field, unsigned_number(values.first(size)), Node());
    line(offset, open_.back().depth + 2, field.name + " " + field.type + " " + in_words(value));
    offset += size;
    values = values.subspan(size);
  }
  end_ = offset;
}

void Lines::reference_field(std::uint64_t offset, const ClassDescriptor& /*level*/,
                            const FieldDescriptor& field) {
  open_.back().inside = open_.back().depth + 3;
  field_ = {offset, field.name + " " + field.type};
}

void Lines::begin_custom_data(std::uint64_t /*offset*/, const ClassDescriptor& level) {
  open_.back().inside = open_.back().depth + (level.has(flag::externalizable) ? 1 : 2);
}

void Lines::begin_array(std::uint64_t /*offset*/, std::uint32_t handle,
                        const ClassDescriptor& descriptor, std::uint32_t length) {
  end_ += 4;  // the length
  have_handle("array", handle, " " + descriptor.name + " n=" + std::to_string(length));
  elements_.clear();
  elements_at_ = end_;
  element_bytes_ = 0;
}

void Lines::elements(std::uint64_t /*offset*/, const ClassDescriptor& /*descriptor*/,
                     Bytes values) {
  const Bytes shown = values.first(std::min(values.size(), shown_bytes - elements_.size()));
  elements_.insert(elements_.end(), shown.begin(), shown.end());
  element_bytes_ += values.size();
  end_ = elements_at_ + element_bytes_;
}

void Lines::end_array(const ClassDescriptor& descriptor) {
  if (size_of_type(descriptor.name[1]) != 0)
    line(elements_at_, depth(), "values " + in_hex(elements_, element_bytes_));
  open_.pop_back();
}

void Lines::begin_enum(std::uint64_t /*offset*/, std::uint32_t handle,
                       const ClassDescriptor& /*descriptor*/) {
  have_handle("enum", handle, "");
}

void Lines::class_object(std::uint64_t /*offset*/, std::uint32_t handle,
                         const ClassDescriptor& /*descriptor*/) {
  have_handle("class", handle, "");
  open_.pop_back();
}

void Lines::block(std::uint64_t offset, Bytes content) {
  line(offset, depth(),
       std::string(javaser::name_of(code_)) + " n=" + std::to_string(content.size()) + " " +
           in_hex(content, content.size()));
  end_ = offset + (code_ == TypeCode::block_data_long ? 5 : 2) + content.size();
}

void Lines::end_block(std::uint64_t offset) { line(offset, depth(), "TC_ENDBLOCKDATA"); }

}  // namespace

struct GrammarDump::Parts {
  Parts(std::ostream& out, const Limits& limits) : lines(out), walker(lines, tables, limits) {}

  // The header is nothing that a visitor is told of.
  void take_header(Bytes bytes) {
    if (header.size() == header_bytes) return;
    const Bytes more = bytes.first(std::min(bytes.size(), header_bytes - header.size()));
    header.insert(header.end(), more.begin(), more.end());
    if (header.size() < header_bytes) return;
    lines.line(0, 0,
               "HEADER magic=" + in_hex(unsigned_number(Bytes(header).first(2)), 4) +
                   " version=" + std::to_string(unsigned_number(Bytes(header).last(2))));
  }

  bool check(bool sound) {
    if (!sound && !is_error_told)
      lines.line(walker.error().offset, 0, "ERROR " + to_string(walker.error()));
    is_error_told = !sound;
    return sound;
  }

  Lines lines;
  Tables tables;
  Walker walker;
  std::vector<std::byte> header;
  bool is_error_told = false;
};

GrammarDump::GrammarDump(std::ostream& out, const Limits& limits)
    : parts_(std::make_unique<Parts>(out, limits)) {}
GrammarDump::~GrammarDump() = default;

bool GrammarDump::feed(Bytes bytes) {
  parts_->take_header(bytes);
  return parts_->check(parts_->walker.feed(bytes));
}

bool GrammarDump::finish() { return parts_->check(parts_->walker.finish()); }

const Error& GrammarDump::error() const { return parts_->walker.error(); }

}  // namespace javaser
