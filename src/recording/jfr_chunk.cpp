// SPDX-License-Identifier: Apache-2.0
#include "recording/jfr_chunk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <iterator>
#include <utility>

#include "record/printable.hpp"
#include "recording/jfr_constants.hpp"

namespace tare::recording {
namespace {

constexpr std::string_view stack_type = "jdk.types.StackTrace";
constexpr std::string_view frame_struct = "jdk.types.StackFrame";
constexpr std::string_view method_type = "jdk.types.Method";
constexpr std::string_view class_type = "java.lang.Class";
constexpr std::string_view symbol_type = "jdk.types.Symbol";
constexpr std::string_view kind_type = "jdk.types.FrameType";
constexpr std::string_view string_type = "java.lang.String";

/// Constants of other types are passed over.
constexpr std::string_view kept_types[] = {stack_type,  method_type, class_type,
                                           symbol_type, kind_type,   string_type};

constexpr const char* no_name = "[unknown]";

JfrCursor compressed(std::string_view bytes, std::uint64_t offset) { return {bytes, offset, true}; }

}  // namespace

JfrHeader JfrChunk::header_of(std::string_view rest, std::uint64_t offset) {
  JfrCursor from = compressed(rest, offset);
  if (!rest.starts_with(JfrHeader::magic))
    from.refuse("no chunk of a Flight Recorder file begins here");
  if (rest.size() < JfrHeader::size) from.refuse("the file is cut off inside a chunk's header");
  const JfrCursor start = from;
  from.skip(JfrHeader::magic.size());
  JfrHeader header;
  header.major = static_cast<std::uint16_t>(from.fixed(2));
  header.minor = static_cast<std::uint16_t>(from.fixed(2));
  for (std::uint64_t* const value :
       {&header.chunk_bytes, &header.checkpoint, &header.metadata, &header.start_nanoseconds,
        &header.duration_nanoseconds, &header.start_ticks, &header.ticks_per_second})
    *value = from.fixed(8);
  header.state = from.byte();
  from.skip(2);
  header.features = from.byte();
  if (header.major != 2)
    start.refuse(fmt::format("the format's version is {}.{}, and only 2.x is known", header.major,
                             header.minor));
  if (header.state != 0) start.refuse("the chunk is unfinished: its recording was never ended");
  if (header.chunk_bytes < JfrHeader::size || header.chunk_bytes > rest.size())
    start.refuse(
        fmt::format("the file is cut off: the chunk should have {} bytes, and {} are there",
                    header.chunk_bytes, rest.size()));
  for (const std::uint64_t place : {header.metadata, header.checkpoint})
    if (place >= header.chunk_bytes || (place != 0 && place < JfrHeader::size))
      start.refuse(
          fmt::format("the header leads to byte {} of the chunk, where nothing is", place));
  if (header.metadata == 0) start.refuse("the chunk has no schema");
  return header;
}

JfrChunk::JfrChunk(std::string_view rest, std::uint64_t offset, const JfrLimits& limits)
    : header_(header_of(rest, offset)),
      chunk_(rest.substr(0, header_.chunk_bytes), offset,
             (header_.features & JfrHeader::compressed_integers) != 0),
      types_(chunk_.at(header_.metadata), limits) {
  read_constants();
}

/// From the last checkpoint to the first: what was written last holds.
void JfrChunk::read_constants() {
  for (std::uint64_t place = header_.checkpoint; place != 0;) {
    JfrCursor from = chunk_.at(place);
    const JfrCursor start = from;
    const std::uint64_t bytes = from.number(4);
    JfrCursor event = chunk_.at(place).part(bytes);
    event.skip(from.place() - place);
    if (event.number() != checkpoint_event_type)
      start.refuse("no checkpoint is where it should be");
    event.number();                                       // Ticks.
    event.number();                                       // Duration.
    const std::uint64_t before = place + event.number();  // By a negative number.
    event.byte();                                         // What kind of checkpoint.
    read_pools(event);
    if (before == place) return;
    if (before > place || before < JfrHeader::size)
      start.refuse("a checkpoint does not lead to one before it");
    place = before;
  }
}

void JfrChunk::read_pools(JfrCursor& from) {
  for (std::uint64_t pools = from.number(4); pools > 0; --pools) {
    const JfrTypes::Type* const type = types_.of(from.number());
    if (type == nullptr) from.refuse("a pool of constants is of a type that the schema lacks");
    const bool kept =
        std::find(std::begin(kept_types), std::end(kept_types), type->name) != std::end(kept_types);
    for (std::uint64_t entries = from.count(1); entries > 0; --entries) {
      const std::uint64_t key = from.number();
      JfrValue value;
      types_.read(from, *type, kept ? &value : nullptr);
      if (kept) keep(*type, key, value);
    }
  }
}

void JfrChunk::keep(const JfrTypes::Type& type, std::uint64_t key, const JfrValue& value) {
  if (type.name == stack_type) {
    if (!stacks_.contains(key)) stacks_.emplace(key, frame_keys(type, value));
  } else {
    constants_[type.name].try_emplace(key, value);
  }
}

std::vector<JfrChunk::FrameKeys> JfrChunk::frame_keys(const JfrTypes::Type& type,
                                                      const JfrValue& stack) const {
  std::vector<FrameKeys> keys;
  const JfrTypes::Type* const frame = types_.named(frame_struct);
  if (frame == nullptr) return keys;
  for (const JfrValue& one : JfrTypes::member(type, stack, "frames").parts)
    keys.push_back({JfrTypes::member(*frame, one, "method").number,
                    JfrTypes::member(*frame, one, "lineNumber").number,
                    JfrTypes::member(*frame, one, "type").number});
  return keys;
}

void JfrChunk::each_event(const Wants& wants, const Take& take) const {
  std::unordered_map<std::uint64_t, const JfrTypes::Type*> wanted;
  const auto is_wanted = [&](std::uint64_t id) {
    const auto [known, is_new] = wanted.try_emplace(id, nullptr);
    if (is_new) {
      const JfrTypes::Type* const type = types_.of(id);
      if (type != nullptr && wants(*type)) known->second = type;
    }
    return known->second;
  };
  JfrCursor from = chunk_.at(JfrHeader::size);
  while (from.left() > 0) {
    JfrCursor inside = from;
    const std::uint64_t bytes = inside.number(4);
    const std::size_t size_width = inside.place() - from.place();
    if (bytes <= size_width) from.refuse("an event is said to be shorter than its own size");
    JfrCursor event = from.part(bytes);
    event.skip(size_width);
    const std::uint64_t id = event.number();
    if (id == metadata_event_type || id == checkpoint_event_type) continue;
    const JfrTypes::Type* const type = is_wanted(id);
    if (type == nullptr) continue;
    JfrValue value;
    types_.read(event, *type, &value);
    take(*type, value);
  }
}

const JfrValue& JfrChunk::constant(std::string_view type, std::uint64_t key) const {
  static const JfrValue none;
  const auto pool = constants_.find(type);
  if (pool == constants_.end()) return none;
  const auto found = pool->second.find(key);
  return found == pool->second.end() ? none : found->second;
}

const JfrValue& JfrChunk::member_of(std::string_view type, std::uint64_t key,
                                    std::string_view name) const {
  static const JfrValue none;
  const JfrTypes::Type* const its = types_.named(type);
  return its == nullptr ? none : JfrTypes::member(*its, constant(type, key), name);
}

std::string JfrChunk::text_of(const JfrText& text) const {
  return printable(text.is_key ? constant(string_type, text.key).text.text : text.text);
}

std::string JfrChunk::symbol(std::uint64_t key) const {
  return text_of(member_of(symbol_type, key, "string").text);
}

stacks::FrameKind JfrChunk::kind(std::uint64_t key) const {
  const std::string name = text_of(member_of(kind_type, key, "description").text);
  const auto* const known =
      std::find(std::begin(frame_type_names), std::end(frame_type_names), name);
  if (known == std::end(frame_type_names)) return stacks::FrameKind::native;
  return static_cast<stacks::FrameKind>(known - std::begin(frame_type_names));
}

stacks::Frame JfrChunk::frame(const FrameKeys& keys) const {
  stacks::Frame frame;
  frame.kind = kind(keys.kind);
  frame.function = symbol(member_of(method_type, keys.method, "name").number);
  const std::uint64_t class_key = member_of(method_type, keys.method, "type").number;
  std::string class_name = symbol(member_of(class_type, class_key, "name").number);
  if (frame.function.empty()) frame.function = no_name;
  if (!is_ours()) {
    std::replace(class_name.begin(), class_name.end(), '/', '.');
    if (!class_name.empty()) frame.function.insert(0, class_name + ".");
    return frame;
  }
  if (member_of(class_type, class_key, "modifiers").number != program_modifiers)
    frame.object = class_name;
  const auto file = files_.find(keys.method);
  if (file == files_.end()) return frame;
  frame.file = file->second;
  frame.line = static_cast<int>(std::min<std::uint64_t>(keys.line, INT_MAX));
  return frame;
}

std::vector<stacks::Frame> JfrChunk::frames(std::uint64_t stack) const {
  std::vector<stacks::Frame> frames;
  const auto found = stacks_.find(stack);
  if (found == stacks_.end()) return frames;
  for (const FrameKeys& keys : found->second) frames.push_back(frame(keys));
  return frames;
}

}  // namespace tare::recording
