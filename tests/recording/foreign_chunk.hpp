// SPDX-License-Identifier: Apache-2.0
// Chunks of Flight Recorder files as other programs could write them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "recording/jfr_bytes.hpp"

namespace tare::recording {

/// Values with compressed integers, or without.
class ForeignBytes {
 public:
  explicit ForeignBytes(bool compressed) : compressed_(compressed) {}
  ForeignBytes& number(std::uint64_t value, int width = 8) {
    JfrBytes compressed;
    compressed.number(value);
    if (compressed_) return raw(compressed.bytes());
    for (int shift = 8 * (width - 1); shift >= 0; shift -= 8)
      bytes_.push_back(static_cast<char>(value >> shift));
    return *this;
  }
  ForeignBytes& byte(int value) { return raw(std::string(1, static_cast<char>(value))); }
  ForeignBytes& text(const std::string& text) {
    return byte(3).number(text.size(), 4).raw(text);  // UTF-8.
  }
  ForeignBytes& raw(const std::string& bytes) {
    bytes_ += bytes;
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  bool compressed_;
  std::string bytes_;
};

struct ForeignField {
  std::string name;
  int type;
  bool is_constant = false;
  bool is_array = false;
};

struct ForeignType {
  std::string name;
  int id;
  std::vector<ForeignField> fields{};
};

/// One chunk, of `types`; `pools` and `events` are written by who asks.
class ForeignChunk {
 public:
  explicit ForeignChunk(bool compressed = true) : compressed_(compressed) {}

  std::vector<ForeignType> types;
  std::uint64_t pools = 0;
  std::string pool_bytes;
  std::string events;
  int nested = 0;  ///< Elements around the schema.
  JfrHeader header;

  ForeignBytes start() const { return ForeignBytes(compressed_); }

  std::string event(std::uint64_t type, const std::string& fields) const {
    const std::string body = start().number(type).raw(fields).bytes();
    // Sizes of less than 128 here, where they are compressed.
    return start().number(body.size() + (compressed_ ? 1 : 4), 4).raw(body).bytes();
  }

  std::string bytes() {
    header.features = compressed_ ? JfrHeader::compressed_integers : 0;
    std::string body = events;
    header.metadata = JfrHeader::size + body.size();
    body += long_event(schema());
    header.checkpoint = JfrHeader::size + body.size();
    body += long_event(start()
                           .number(1)
                           .number(9)
                           .number(0)
                           .number(0)
                           .byte(1)
                           .number(pools, 4)
                           .raw(pool_bytes)
                           .bytes());
    header.chunk_bytes = JfrHeader::size + body.size();
    return header.encode() + body;
  }

 private:
  std::string long_event(const std::string& body) const {
    if (!compressed_) return start().number(body.size() + 4, 4).raw(body).bytes();
    JfrBytes event;
    append_event(event, body);
    return event.bytes();
  }

  std::string schema() {
    texts_.clear();
    ForeignBytes tree = start();
    element(tree, "root", {}, 1);
    for (int i = 0; i < nested; ++i) element(tree, "wrapped", {}, 1);
    element(tree, "metadata", {}, types.size());
    for (const ForeignType& type : types) {
      element(tree, "class", {{"name", type.name}, {"id", std::to_string(type.id)}},
              type.fields.size());
      for (const ForeignField& field : type.fields) {
        Attributes attributes{{"name", field.name}, {"class", std::to_string(field.type)}};
        if (field.is_constant) attributes.emplace_back("constantPool", "true");
        if (field.is_array) attributes.emplace_back("dimension", "1");
        element(tree, "field", attributes, 0);
      }
    }
    ForeignBytes out = start();
    out.number(0).number(9).number(0).number(1).number(texts_.size(), 4);
    for (const std::string& text : texts_) out.text(text);
    return out.raw(tree.bytes()).bytes();
  }

  using Attributes = std::vector<std::pair<std::string, std::string>>;
  void element(ForeignBytes& tree, const std::string& name, const Attributes& attributes,
               std::size_t children) {
    tree.number(place_of(name), 4).number(attributes.size(), 4);
    for (const auto& [key, value] : attributes)
      tree.number(place_of(key), 4).number(place_of(value), 4);
    tree.number(children, 4);
  }
  std::uint64_t place_of(const std::string& text) {
    texts_.push_back(text);
    return texts_.size() - 1;
  }

  bool compressed_;
  std::vector<std::string> texts_;
};

}  // namespace tare::recording
