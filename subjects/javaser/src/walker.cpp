// SPDX-License-Identifier: Apache-2.0
#include "javaser/walker.hpp"

#include <algorithm>

#include "path.hpp"
#include "walker_machine.hpp"

namespace javaser {

Walker::Walker(Visitor& visitor, Tables& tables, const Limits& limits)
    : machine_(std::make_unique<Machine>(visitor, tables, limits)) {}
Walker::~Walker() = default;

bool Walker::feed(Bytes bytes) { return machine_->feed(bytes); }
bool Walker::finish() { return machine_->finish(); }
const Error& Walker::error() const { return machine_->error(); }
std::uint64_t Walker::items() const { return machine_->items(); }
bool Walker::is_between_items() const { return machine_->is_between_items(); }
const ClassDescriptor* Walker::last_descriptor() const { return machine_->last_descriptor(); }

std::uint64_t Walker::whole_bytes() const { return machine_->whole_bytes(); }

std::optional<std::uint64_t> Walker::walk_one(Bytes stream, std::uint64_t offset, Role role) {
  return machine_->walk_one(stream, offset, role);
}

bool Walker::Machine::feed(Bytes bytes) {
  if (error_.code != ErrorCode::none) return false;
  const std::uint64_t room = limits_.max_bytes - fed_;
  const Bytes allowed = bytes.first(std::min<std::uint64_t>(bytes.size(), room));
  fed_ += allowed.size();

  // Only what is left over is kept: what comes in one part is never copied.
  if (kept_.empty()) {
    input_ = allowed;
  } else {
    kept_.insert(kept_.end(), allowed.begin(), allowed.end());
    input_ = kept_;
  }
  run();
  if (kept_.empty()) {
    kept_.assign(input_.begin(), input_.end());
  } else if (input_.size() < kept_.size()) {
    kept_.erase(kept_.begin(), kept_.end() - static_cast<std::ptrdiff_t>(input_.size()));
  }
  input_ = kept_;

  if (error_.code == ErrorCode::none && allowed.size() < bytes.size())
    fail(ErrorCode::too_many_bytes, limits_.max_bytes, std::to_string(limits_.max_bytes));
  return error_.code == ErrorCode::none;
}

bool Walker::Machine::finish() {
  if (error_.code != ErrorCode::none) return false;
  // The grammar asks for one item at least.
  if (is_between_items() && items() > 0) return true;
  return fail(ErrorCode::truncated, short_offset());
}

std::optional<std::uint64_t> Walker::Machine::walk_one(Bytes stream, std::uint64_t offset,
                                                       Role role) {
  input_ = stream.subspan(offset);
  offset_ = offset;
  path_root_.clear();  // it is inside of something
  error_ = {};
  stack_.clear();
  building_.clear();
  if (role == Role::descriptor) {
    push(Kind::descriptor, Stage::begin, role);
  } else if (!value({})) {
    if (error_.code == ErrorCode::none) fail(ErrorCode::truncated, short_offset());
    return std::nullopt;
  }
  run();
  if (error_.code == ErrorCode::none && !stack_.empty()) fail(ErrorCode::truncated, short_offset());
  if (error_.code != ErrorCode::none) return std::nullopt;
  return offset_;
}

std::uint64_t Walker::Machine::items() const {
  if (stack_.empty() || stack_.front().kind != Kind::items) return 0;
  const bool is_inside = stack_.size() > 1 && stack_.back().kind != Kind::header;
  return stack_.front().index - (is_inside ? 1 : 0);
}

bool Walker::Machine::is_between_items() const { return stack_.size() == 1 && input_.empty(); }

bool Walker::Machine::run() {
  while (error_.code == ErrorCode::none && !stack_.empty()) {
    if (stack_.size() == 1) whole_ = offset_;
    if (!step()) return false;
  }
  return error_.code == ErrorCode::none;
}

bool Walker::Machine::step() {
  switch (top().kind) {
    case Kind::header:
      return header();
    case Kind::items:
      return item();
    case Kind::object:
      return object();
    case Kind::array:
      return array();
    case Kind::enum_constant:
      return enum_constant();
    case Kind::class_object:
      return class_object();
    case Kind::descriptor:
      return descriptor();
    case Kind::exception:
      return exception();
  }
  return false;
}

bool Walker::Machine::fail(ErrorCode code, std::uint64_t at, std::string subject) {
  if (error_.code == ErrorCode::none) error_ = {code, at, path(), std::move(subject)};
  return false;
}

Bytes Walker::Machine::take(std::size_t bytes) {
  const Bytes taken = input_.first(bytes);
  input_ = input_.subspan(bytes);
  offset_ += bytes;
  return taken;
}

std::string_view Walker::Machine::take_text(std::size_t bytes) {
  const Bytes taken = take(bytes);
  return {reinterpret_cast<const char*>(taken.data()), taken.size()};
}

// Where the field begins that the input ends in; otherwise where the token does.
std::uint64_t Walker::Machine::short_offset() const {
  std::uint64_t at = offset_;
  if (stack_.empty() || stack_.back().stage != Stage::primitives) return at;
  for (const FieldDescriptor& field : level_of(stack_.back()).fields) {
    if (at + size_of_type(field.type) > offset_ + input_.size()) break;
    at += size_of_type(field.type);
  }
  return at;
}

std::string Walker::Machine::path() const {
  return path_of(path_root_, stack_.size(), [this](std::size_t depth, std::string& path) {
    const Frame& frame = stack_[depth];
    // What has begun is counted already.
    const bool is_inside = depth + 1 < stack_.size() && stack_.back().kind != Kind::header;
    const std::uint32_t index = frame.index - (is_inside ? 1 : 0);
    if (frame.kind == Kind::items ||
        (frame.kind == Kind::array && frame.stage == Stage::elements)) {
      path += '[' + std::to_string(index) + ']';
    } else if (frame.kind == Kind::object && frame.stage == Stage::references) {
      const auto& fields = level_of(frame).fields;
      if (index < fields.size()) path += '.' + fields[index].name;
    } else if (frame.kind == Kind::descriptor) {
      path += ".class";
    }
  });
}

}  // namespace javaser
