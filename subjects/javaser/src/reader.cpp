// SPDX-License-Identifier: Apache-2.0
#include "javaser/reader.hpp"

#include <algorithm>

#include "reader_machine.hpp"

namespace javaser {

Reader::Reader(const ReadOptions& options) : machine_(std::make_unique<Machine>(options)) {}
Reader::Reader(Bytes stream, const ReadOptions& options) : Reader(options) { open(stream); }
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

void Reader::open(Bytes stream) { machine_->open(stream); }
void Reader::extend(Bytes stream) { machine_->extend(stream); }
bool Reader::skip() { return machine_->skip(); }
bool Reader::read_utf(std::string& out) { return machine_->read_utf(out); }
bool Reader::read_bytes(std::span<std::byte> out) { return machine_->read_bytes(out); }
NextItem Reader::next() { return machine_->next(); }
const Error& Reader::error() const { return machine_->error(); }
bool Reader::read_cell(const Type& type, void* cell) { return machine_->read(type, cell); }

ItemFeed::ItemFeed(const ReadOptions& options)
    : walker_(nothing_, tables_, options.limits), reader_(options) {}

bool ItemFeed::feed(Bytes bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  const bool sound = walker_.feed(bytes);
  whole_ = walker_.whole_bytes();
  reader_.extend(Bytes(bytes_).first(whole_));
  return sound;
}

bool ItemFeed::finish() { return walker_.finish(); }

bool ItemFeed::has_item() {
  if (whole_ == 0) return false;  // not even the header is
  const NextItem next = reader_.next();
  return next == NextItem::object || next == NextItem::primitive_data;
}

}  // namespace javaser
