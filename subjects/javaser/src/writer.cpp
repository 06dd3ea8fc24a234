// SPDX-License-Identifier: Apache-2.0
#include "javaser/writer.hpp"

#include "javaser/modified_utf8.hpp"
#include "writer_output.hpp"
#include "writer_tree.hpp"
#include "writer_values.hpp"

namespace javaser {

struct Writer::Parts {
  Output output;
  ValueWriter values{output};
  std::uint64_t items = 0;  // of values, in this stream
  Error error;

  bool fail(const Error& found) {
    error = found;
    error.path = "$[" + std::to_string(items) + ']' + found.path;
    return false;
  }
};

Writer::Writer() : parts_(std::make_unique<Parts>()) {}
Writer::~Writer() = default;
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

bool Writer::write_value(const Type& type, const void* value) {
  parts_->output.begin_item();
  if (!parts_->values.write(type, value)) return parts_->fail(parts_->values.error());
  parts_->output.end_item();
  ++parts_->items;
  return true;
}

bool Writer::write(Node node) {
  TreeWriter writer(parts_->output);
  if (!writer.write(node)) return parts_->fail(writer.error());
  ++parts_->items;
  return true;
}

bool Writer::write(const Tree& tree) {
  TreeWriter writer(parts_->output);
  if (!writer.write(tree)) return parts_->fail(writer.error());
  parts_->items += tree.items().size();
  return true;
}

bool Writer::write_utf(std::string_view text) {
  const std::string bytes = modified_utf8::from_utf8(text);
  if (bytes.size() > max_utf_bytes)
    return parts_->fail({ErrorCode::text_too_long, parts_->output.size(), {}, {}});
  write_primitive(static_cast<std::int16_t>(bytes.size()));
  write_bytes(std::as_bytes(std::span(bytes)));
  return true;
}

void Writer::write_bytes(Bytes bytes) { parts_->output.put_in_block(bytes); }

void Writer::reset() { parts_->output.reset(); }

const Error& Writer::error() const { return parts_->error; }

Bytes Writer::bytes() {
  parts_->output.end_block();
  return parts_->output.bytes();
}

std::vector<std::byte> Writer::take() {
  parts_->output.end_block();
  parts_->items = 0;
  return parts_->output.take();
}

}  // namespace javaser
