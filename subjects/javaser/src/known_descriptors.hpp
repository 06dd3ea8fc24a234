// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "javaser/walker.hpp"

namespace javaser {

/// The class descriptors of earlier streams: most streams that a reader meets begin with the very
/// bytes of those before, and need not be walked to be understood.
///
/// A descriptor is known again if its bytes are the same, its handles too, and what it refers to
/// outside of itself was known again as well: then all that it says is the same. Looks at a
/// descriptor by its number alone, so that a stream that differs costs no search.
class KnownDescriptors : public Visitor {
 public:
  /// Not owned; a walker on these tables is to have this as its visitor.
  explicit KnownDescriptors(Tables& tables) : tables_(tables) {}

  /// A stream begins, or its handles begin again.
  void begin_handles() { regions_.clear(); }

  /// The descriptor at the beginning of `rest`, put into the tables as a walk would; null if it is
  /// not known, or would give more handles than `max_handles`. `offset` is its place in the stream.
  const ClassDescriptor* find(Bytes rest, std::uint64_t offset, std::uint32_t max_handles);

  /// A descriptor will be walked; it was, and had these bytes. Not called if that failed.
  void begin_walk();
  void end_walk(Bytes bytes, std::uint64_t offset);

  void reference(std::uint64_t /*offset*/, Role /*role*/, std::uint32_t handle) override {
    if (is_walking_) references_.push_back(handle);
  }

 private:
  struct Written {
    std::vector<std::byte> bytes;  // empty: not to be known again
    std::uint32_t first_handle = 0;
    std::vector<HandleEntry> handles;       // offsets from its first byte
    std::vector<std::uint64_t> serials;     // of the descriptors in it, itself first
    std::vector<std::uint32_t> depends_on;  // numbers of descriptors outside of it
  };
  // Where in this stream a descriptor was known again, or walked.
  struct Region {
    std::uint32_t number;
    std::uint32_t first_handle;
    std::uint32_t end_handle;
    bool is_known;
  };

  const Region* region_of(std::uint32_t handle) const;
  bool is_same(const Written& written, Bytes rest) const;
  bool find_dependencies(Written& written) const;

  Tables& tables_;
  std::vector<Written> written_;  // by the number of the descriptor
  std::vector<Region> regions_;   // of this stream
  std::vector<std::uint32_t> references_;
  bool is_walking_ = false;
  std::uint32_t walked_number_ = 0;
  std::uint32_t walked_handle_ = 0;
};

}  // namespace javaser
