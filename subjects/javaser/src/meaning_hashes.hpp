// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "meaning_content.hpp"

namespace javaser {

/// Java's hash codes of one tree's nodes; each is found once.
class Meanings::Hashes {
 public:
  explicit Hashes(std::uint64_t room) : room_(room) {}

  /// How many values may still be given out.
  std::uint64_t& room() { return room_; }

  /// Nothing where the stream does not tell.
  std::optional<std::int32_t> of(Node node);

 private:
  /// A thing whose elements' codes are being found.
  struct Open {
    Node node;
    HashRule rule;
    std::vector<Node> elements;
    std::size_t next = 0;
  };

  void begin(Node node);
  std::optional<std::int32_t> combine(const Open& open) const;
  std::optional<std::int32_t> known(Node node) const;

  std::unordered_map<std::uint32_t, std::optional<std::int32_t>> known_;  // by id
  std::vector<Open> open_;
  std::uint64_t room_;
};

}  // namespace javaser
