// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "javaser/descriptor.hpp"
#include "javaser/types.hpp"
#include "javaser/walker.hpp"

namespace javaser {

/// The bytes of a stream that is written, and the handles of what every writer shares.
class Output {
 public:
  Output();

  /// Everything but primitives at top level is put between these two. What was put since a begin
  /// that no end followed has failed: whatever is put next takes its place, after a TC_RESET, as
  /// handles may have been given.
  void begin_item();
  void end_item() { whole_ = size_; }

  /// Primitives at top level.
  void put_in_block(Bytes bytes);
  /// Ends the block that is open. The next primitives begin another one.
  void end_block();

  /// TC_RESET.
  void reset();
  /// The handles given so far are good no more.
  void forget_handles();
  /// Grows whenever handles are forgotten.
  std::uint64_t epoch() const { return epoch_; }

  std::uint64_t size() const { return size_; }
  /// All whole items.
  Bytes bytes() const { return Bytes(buffer_).first(whole_); }
  /// The same; what comes next is another stream. No block may be open.
  std::vector<std::byte> take();

  /// Room for `count` more bytes, to be filled by the caller at once.
  std::byte* grow(std::size_t count) {
    if (count > buffer_.size() - size_) enlarge(count);
    std::byte* const place = buffer_.data() + size_;
    size_ += count;
    return place;
  }

  template <types::Primitive T>
  void put(T value) {
    types::store(value, grow(sizeof value));
  }
  void put(TypeCode code) { put(static_cast<std::int8_t>(code)); }
  void put(Bytes bytes);

  std::uint32_t new_handle() { return next_handle_++; }
  /// Handles are ints on the wire. Some are kept in reserve, so that it is enough to ask now and
  /// then: no class needs more for its descriptor.
  bool has_handles(std::uint64_t wanted = 0) const {
    return next_handle_ + wanted < 0x7fffffff - (1U << 24);
  }
  /// Of things that are put by other means.
  void skip_handles(std::uint32_t count) { next_handle_ += count; }
  void put_reference(std::uint32_t handle);

  /// TC_STRING or TC_LONGSTRING, in modified UTF-8.
  std::uint32_t put_string(std::string_view modified);
  /// The same in UTF-8.
  std::uint32_t put_text(std::string_view text);
  /// One block of block data, of whatever size.
  void put_block(Bytes content);

  /// Where a class descriptor stands: the descriptor with those above it, or a reference to what is
  /// `known`; a null for null.
  using KnownClasses = std::unordered_map<const ClassDescriptor*, std::uint32_t>;
  void put_class(const ClassDescriptor* descriptor, KnownClasses& known);

 private:
  void put_header();
  void take_back();
  void enlarge(std::size_t count);
  void put_utf(std::string_view modified);
  void put_name(std::string_view text);
  void put_signature(const std::string& text);
  void put_description(const ClassDescriptor& descriptor);
  void put_interfaces(const ClassDescriptor& proxy);

  std::vector<std::byte> buffer_;  // of which size_ bytes are used
  std::size_t size_ = 0;
  std::size_t whole_ = 0;
  std::vector<std::byte> block_;
  std::uint32_t next_handle_ = base_handle;
  std::uint64_t epoch_ = 0;
  std::unordered_map<std::string, std::uint32_t> signatures_;
};

}  // namespace javaser
