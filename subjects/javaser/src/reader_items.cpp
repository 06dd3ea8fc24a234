// SPDX-License-Identifier: Apache-2.0
// What a reader does between values: items, blocks, handles, what nobody wants.
#include <algorithm>
#include <cstring>

#include "javaser/modified_utf8.hpp"
#include "path.hpp"
#include "reader_machine.hpp"
#include "walker_machine.hpp"

namespace javaser {

Reader::Machine::Machine(const ReadOptions& options)
    : options_(options),
      plans_(options.cache == BindingCache::per_record),
      known_(tables_),
      walker_(known_, tables_, options_.limits) {}

void Reader::Machine::open(Bytes stream) {
  unwind();
  stream_ = stream;
  at_ = block_left_ = items_ = copied_ = 0;
  has_header_ = false;
  error_ = {};
  forget_handles();
  tables_.clear();
  plans_.clear();
}

void Reader::Machine::forget_handles() {
  tables_.forget_handles();
  known_.begin_handles();
  shared_.clear();
  open_.clear();
}

bool Reader::Machine::read(const Type& type, void* cell) {
  if (!begin_item()) return false;
  const bool done = begin_value(type, cell) && run();
  unwind();
  if (done) ++items_;
  return done;
}

bool Reader::Machine::skip() {
  if (!begin_item()) return false;
  const bool done = need(1) && (code() == TypeCode::exception ? aborted() : skip_value());
  if (done) ++items_;
  return done;
}

// At an item's type code, past resets and what is left of blocks.
bool Reader::Machine::begin_item() {
  switch (next()) {
    case NextItem::damaged:
      return false;
    case NextItem::end:
      return fail(ErrorCode::no_more_items, at_);
    case NextItem::object:
      return true;
    case NextItem::primitive_data:
      at_ += block_left_;
      block_left_ = 0;
      while (left() > 0 && is_block())
        if (!skip_block()) return false;
      return begin_item();
  }
  return false;
}

NextItem Reader::Machine::next() {
  // The stream is sound after an exception that its writer met.
  if (error_.code == ErrorCode::write_aborted || error_.code == ErrorCode::no_more_items)
    error_ = {};
  if (error_.code != ErrorCode::none || !read_header()) return NextItem::damaged;
  if (block_left_ > 0) return NextItem::primitive_data;
  while (left() > 0 && code() == TypeCode::reset) {
    forget_handles();
    ++at_;
  }
  if (left() == 0) return NextItem::end;
  return is_block() ? NextItem::primitive_data : NextItem::object;
}

bool Reader::Machine::read_header() {
  constexpr std::uint32_t magic_and_version = 0xaced0005;  // STREAM_MAGIC, STREAM_VERSION
  if (has_header_) return true;
  if (stream_.size() > options_.limits.max_bytes)
    return fail(ErrorCode::too_many_bytes, options_.limits.max_bytes);
  if (!need(4)) return false;
  const auto header = peek<std::uint32_t>();
  if (header >> 16 != magic_and_version >> 16) return fail(ErrorCode::bad_magic, 0);
  if (header != magic_and_version) return fail(ErrorCode::bad_version, 2);
  at_ = 4;
  return has_header_ = true;
}

bool Reader::Machine::read_bytes(std::span<std::byte> out) {
  while (!out.empty()) {
    if (block_left_ == 0) {
      const NextItem what = next();
      if (what == NextItem::damaged) return false;
      if (what == NextItem::end) return fail(ErrorCode::no_more_items, at_);
      if (what == NextItem::object) return fail(ErrorCode::wrong_kind, at_, name_of(code()));
      if (!begin_block()) return false;
      continue;
    }
    const auto count = std::min<std::uint64_t>(out.size(), block_left_);
    std::memcpy(out.data(), stream_.data() + at_, count);
    out = out.subspan(count);
    at_ += count;
    block_left_ -= count;
  }
  return true;
}

bool Reader::Machine::read_utf(std::string& out) {
  const std::uint64_t begin = at_;
  std::byte head[2];
  if (!read_bytes(head)) return false;
  std::string bytes(types::load<std::uint16_t>(head), '\0');
  if (!read_bytes(std::as_writable_bytes(std::span(bytes)))) return false;
  if (modified_utf8::find_malformed(bytes) < bytes.size()) return fail(ErrorCode::bad_utf8, begin);
  out = modified_utf8::to_utf8(bytes);
  return true;
}

// To the content of the block that begins here.
bool Reader::Machine::begin_block() {
  const std::size_t head = code() == TypeCode::block_data ? 2 : 5;
  if (!need(head)) return false;
  const std::uint32_t length = head == 2 ? peek<std::uint8_t>(1) : peek<std::uint32_t>(1);
  if (length >> 31 != 0) return fail(ErrorCode::negative_length, at_ + 1);
  if (!need(head + std::uint64_t{length})) return false;
  at_ += head;
  block_left_ = length;
  return true;
}

bool Reader::Machine::skip_block() {
  if (!begin_block()) return false;
  at_ += block_left_;
  block_left_ = 0;
  return true;
}

bool Reader::Machine::skip_custom_data() {
  while (need(1)) {
    if (code() == TypeCode::end_block_data) return ++at_, true;
    if (!(is_block() ? skip_block() : skip_value())) return false;
  }
  return false;
}

bool Reader::Machine::skip_value() {
  const auto end = walker_.walk_one(stream_, at_, Role::value);
  if (!end) return walker_failed();
  at_ = *end;
  plans_.know(tables_);
  return true;
}

bool Reader::Machine::walker_failed() {
  const Error& error = walker_.error();
  if (error.code == ErrorCode::write_aborted) {
    at_ = error.offset;
    return aborted();
  }
  fail(error.code, error.offset, error.subject);
  error_.path += error.path;
  return false;
}

// The exception that the writer met stands in the place of the rest of the item.
bool Reader::Machine::aborted() {
  const std::uint64_t begin = at_++;
  std::string subject;
  fail(ErrorCode::write_aborted, begin);
  forget_handles();
  const auto end = walker_.walk_one(stream_, at_, Role::value);
  if (!end) {
    error_ = {walker_.error().code, walker_.error().offset, error_.path, walker_.error().subject};
    return false;
  }
  for (std::uint32_t index = 0; index < tables_.size() && error_.subject.empty(); ++index)
    if (tables_.at(index).kind() == HandleKind::object)
      error_.subject = tables_.descriptor(tables_.at(index)).name;
  at_ = *end;
  plans_.know(tables_);
  forget_handles();
  return false;
}

bool Reader::Machine::fail(ErrorCode code, std::uint64_t at, std::string subject) {
  if (error_.code == ErrorCode::none) error_ = {code, at, path(), std::move(subject)};
  return false;
}

std::string Reader::Machine::path() const {
  const std::string item = "$[" + std::to_string(items_) + ']';
  return path_of(item, stack_.size(), [this](std::size_t depth, std::string& path) {
    const Frame& frame = stack_[depth];
    const bool is_listed =
        frame.kind == Kind::collection && frame.layout->how == CollectionLayout::How::custom_data;
    if (frame.kind == Kind::array || is_listed) {
      path += '[' + std::to_string(is_listed ? frame.count : frame.index) + ']';
    } else if (frame.kind == Kind::structure && frame.waits) {
      path += '.';
      path += frame.plan->levels[frame.level].references[frame.index]->name;
    }
  });
}

bool Reader::Machine::new_handle(HandleKind kind, std::uint64_t at,
                                 const ClassDescriptor* descriptor, std::uint32_t& index) {
  if (tables_.next() >= options_.limits.max_handles)
    return fail(ErrorCode::too_many_handles, at, std::to_string(options_.limits.max_handles));
  index = tables_.give(HandleEntry::of(kind, at, descriptor != nullptr ? descriptor->number : 0));
  return true;
}

bool Reader::Machine::read_descriptor(const ClassDescriptor*& out) {
  const bool is_new = left() > 0 && code() == TypeCode::class_descriptor && !tables_.is_replaying();
  out = is_new ? known_.find(stream_.subspan(at_), at_, options_.limits.max_handles) : nullptr;
  if (out != nullptr) {
    at_ = out->end;
  } else {
    if (is_new) known_.begin_walk();
    const auto end = walker_.walk_one(stream_, at_, Role::descriptor);
    if (!end) return walker_failed();
    out = walker_.last_descriptor();
    if (out == nullptr) return fail(ErrorCode::wrong_kind, at_, "null");
    if (is_new) known_.end_walk(stream_.subspan(at_, *end - at_), at_);
    at_ = *end;
  }
  plans_.know(tables_);
  return true;
}

}  // namespace javaser
