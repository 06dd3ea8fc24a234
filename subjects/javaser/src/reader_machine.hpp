// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collections.hpp"
#include "javaser/exact.hpp"
#include "javaser/reader.hpp"
#include "known_descriptors.hpp"
#include "plan.hpp"
#include "scratch.hpp"

namespace javaser {

/// Puts a big-endian value of a primitive type, by its type code, where one of that type is.
void load_primitive(char code, const std::byte* from, void* to);

/// Reads values into cells with a stack of what has begun. Whatever no cell wants is walked over by
/// a Walker, which also reads class descriptors; both give handles in the same tables.
///
/// A reference to an object that is to become a value is read again from where the object stands:
/// then the handles that it gives are there already, and only counted.
class Reader::Machine {
 public:
  explicit Machine(const ReadOptions& options);
  ~Machine() { unwind(); }

  void open(Bytes stream);
  void extend(Bytes stream) { stream_ = stream; }
  bool read(const Type& type, void* cell);
  bool skip();
  bool read_utf(std::string& out);
  bool read_bytes(std::span<std::byte> out);
  NextItem next();
  const Error& error() const { return error_; }

 private:
  enum class Kind : std::uint8_t {
    structure,   // data of the classes of an object, into a bound struct
    array,       // elements of an array, into a sequence
    collection,  // of java.util, into a sequence, set or map
    holder,      // a pointer or variant whose value comes whole
    replay,      // an object that was referred to, at its own place
  };

  struct Frame {
    Kind kind;
    bool waits = false;                // for the value that was begun last
    const Type* type = nullptr;        // what is read, into
    void* cell = nullptr;              // this
    std::uint32_t object = no_object;  // index of its handle
    std::uint32_t index = 0;           // of the next field, or element of an array
    std::uint32_t level = 0;           // of the class whose data comes
    Scratch::Mark mark;                // before the frame's own cells:
    const Type* element_type = nullptr;
    void* element = nullptr;
    const Type* mapped_type = nullptr;
    void* mapped = nullptr;

    // structure
    const Plan* plan = nullptr;
    void* values = nullptr;  // the object, or what is gathered for its constructor
    // array
    std::uint32_t count = 0;  // of elements that are wanted
    std::uint32_t spare = 0;  // and of further ones
    // collection
    const ClassDescriptor* descriptor = nullptr;
    const CollectionLayout* layout = nullptr;
    std::uint32_t skipped = 0;          // values of its custom data that are not elements
    std::uint32_t wanted = 0xffffffff;  // elements of its array
    bool has_key = false;               // of an entry whose mapped value comes next
    bool has_ended = false;
    // holder
    std::size_t alternative = 0;
    std::uint32_t held = no_object;  // handle of what it will hold
    // replay
    std::uint64_t replay_from = 0;
    std::uint64_t resume_at = 0;
    std::uint32_t resume_handle = 0;
  };
  static constexpr std::uint32_t no_object = ~0U;

  // What a value in the stream is, as far as the choice of a type goes.
  struct Thing {
    HandleKind kind;
    const ClassDescriptor* descriptor = nullptr;
    std::uint32_t object = no_object;
    std::uint64_t offset = 0;
    std::uint32_t length = 0;  // of an array
  };

  // The input.
  std::uint64_t left() const { return stream_.size() - at_; }
  bool need(std::uint64_t bytes) { return bytes <= left() || fail(ErrorCode::truncated, at_); }
  template <class T>
  T peek(std::size_t skip = 0) const {
    return types::load<T>(stream_.data() + at_ + skip);
  }
  TypeCode code() const { return static_cast<TypeCode>(stream_[at_]); }

  bool fail(ErrorCode code, std::uint64_t at, std::string subject = {});
  bool walker_failed();
  std::string path() const;

  // Items.
  bool read_header();
  bool begin_item();
  bool is_block() const {
    return code() == TypeCode::block_data || code() == TypeCode::block_data_long;
  }
  bool begin_block();
  bool skip_block();
  bool run();
  void unwind();
  void drop(Frame& frame);
  bool aborted();

  // Handles and descriptors.
  void forget_handles();
  bool new_handle(HandleKind kind, std::uint64_t at, const ClassDescriptor* descriptor,
                  std::uint32_t& index);
  bool read_descriptor(const ClassDescriptor*& out);
  bool skip_value();
  bool skip_custom_data();

  // Values.
  bool begin_value(const Type& type, void* cell);
  bool null_value(const Type& type, void* cell);
  const HandleEntry* referenced(std::uint32_t& object);
  bool reference_value(const Type& type, void* cell);
  bool adopt_shared(const Type& type, void* cell, std::uint32_t object);
  bool replay(const Type& type, void* cell, const HandleEntry& entry, std::uint32_t object);
  bool copied(std::uint64_t bytes);
  bool find_text(std::uint64_t at, std::string_view& bytes, std::uint64_t& end);
  bool new_text(const Type& type, void* cell);
  bool known_text(const Type& type, void* cell, std::uint64_t offset, std::uint32_t object);
  bool put_text(const Type& type, void* cell, const Thing& thing, std::string_view bytes);
  bool begin_thing(const Type& type, void* cell);
  bool array_length(std::uint32_t& length);
  static bool takes(const Type& type, const Thing& thing);
  bool place(const Type*& type, void*& cell, const Thing& thing);
  bool clash(const Thing& thing);
  void* hold(const Type& type, void* cell, std::size_t alternative, const Thing& thing);
  void remember(const Type& type, void* cell, std::size_t alternative, const Thing& thing);
  bool begin_array(const Type& type, void* cell, const Thing& thing);
  bool begin_object(const Type& type, void* cell, const Thing& thing);
  bool box(const Type& type, void* cell, const ClassDescriptor& descriptor);
  bool enum_value(const Type& type, void* cell, const Thing& thing);

  // Frames.
  Frame* push(Kind kind, const Type& type, void* cell, std::uint32_t object);
  void* new_cell(const Type& type);
  bool pop();
  bool step();
  bool structure_step();
  bool primitives(const Plan::Level& level, void* object);
  bool end_structure();
  bool array_step();
  bool begin_element(Frame& frame);
  void take_element(Frame& frame);
  void read_exactly(Frame& frame);
  bool holder_step();
  bool replay_step();
  bool collection_step();
  static bool next_level(Frame& frame);
  void find_count(Frame& frame, const ClassDescriptor& level) const;
  bool collection_field(const FieldDescriptor& field);
  bool begin_key(Frame& frame);
  bool collection_custom_data();

  const ReadOptions options_;
  Bytes stream_;
  std::uint64_t at_ = 0;
  std::uint64_t block_left_ = 0;  // bytes of the block of primitive data that is being read
  bool has_header_ = false;
  Error error_;
  std::uint64_t items_ = 0;

  Tables tables_;
  Plans plans_;
  KnownDescriptors known_;
  Walker walker_;

  std::vector<Frame> stack_;
  Scratch scratch_;
  std::vector<bool> open_;  // objects that have begun, by handle
  std::uint64_t copied_ = 0;

  // What several places may hold together, by handle.
  struct Shared {
    const Type* type;
    std::shared_ptr<void> value;
  };
  std::unordered_map<std::uint32_t, Shared> shared_;
};

}  // namespace javaser
