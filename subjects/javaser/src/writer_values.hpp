// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "javaser/error.hpp"
#include "scratch.hpp"
#include "writer_forms.hpp"
#include "writer_output.hpp"

namespace javaser {

/// Writes values of C++ types, with a stack of what has begun.
class ValueWriter {
 public:
  explicit ValueWriter(Output& output) : output_(output) {}
  ~ValueWriter() { unwind(); }
  ValueWriter(const ValueWriter&) = delete;
  ValueWriter& operator=(const ValueWriter&) = delete;

  /// One value, between begin_item() and end_item() of the output.
  bool write(const Type& type, const void* value);
  /// Why the last write returned false; its path begins at the value.
  const Error& error() const { return error_; }

 private:
  struct Frame {
    enum class Kind : std::uint8_t {
      level,      // the data of one class of an object
      elements,   // of an array, a collection or a map
      storage,    // a cell that an accessor's value is in
      exclusive,  // what a std::unique_ptr holds
    };
    Kind kind;
    std::size_t next = 0;                  // the reference field, or element, to be written
    const WriteLevel* level = nullptr;     // of level
    const WriteForm* container = nullptr;  // of elements
    const void* value = nullptr;           // the level's part of the object; container; object
    std::size_t first = 0;                 // of elements: in elements_
  };

  /// What several pointers may hold together. The form tells an object from its first member.
  struct Shared {
    const void* object = nullptr;
    const WriteForm* form = nullptr;
    bool operator==(const Shared&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Shared& shared) const;
  };
  struct Written {
    std::uint32_t handle;
    std::shared_ptr<void> owner;  // nothing else may get the object's address
  };
  /// An object that is about to be written and has to be found again; no object, if it has not.
  struct Found {
    Shared shared;
    std::shared_ptr<void> owner;
  };
  /// What an accessor returned by value.
  struct Stored {
    const Type* type;
    void* cell;
    Scratch::Mark mark;
  };

  bool fail(ErrorCode code, std::string subject);
  std::string path() const;
  void unwind();
  void drop_stored();
  void forget();

  bool step();
  bool level_step(Frame& frame);
  bool elements_step(Frame& frame);
  bool put_rest(const Frame& frame);
  void end_elements(const Frame& frame);

  bool begin(const WriteForm& outermost, const void* value);
  bool begin_field(const WriteLevel::Field& field, const void* object);
  bool enter(const void* object);
  bool put_if_written(const Shared& shared);
  void remember(const Found& found, std::uint32_t handle);

  // An object itself, neither null nor written before.
  bool begin_object(const WriteForm& form, const void* value, const Found& found);
  bool put_enum(const WriteForm& form, const void* value);
  void begin_levels(const WriteForm& form, const void* object);
  void begin_array(const WriteForm& form, const void* value, const Found& found);
  void begin_collection(const WriteForm& form, const void* value);
  void begin_elements(const WriteForm& form, const void* value);
  void put_class(const WriteForm& form);
  void put_head(TypeCode code, const WriteForm& form, const Found& found);
  void put_primitives(const WriteLevel& level, const void* object);

  Output& output_;
  Error error_;
  WriteForms forms_;

  // What the stream's later parts may refer to, good for one epoch of the output.
  std::uint64_t epoch_ = 0;
  Output::KnownClasses classes_;
  std::vector<std::uint32_t> class_handles_;  // by forms' numbers; 0 if not yet known
  std::unordered_map<Shared, Written, Hash> written_;

  std::vector<Frame> stack_;
  std::vector<const void*> elements_;  // of all that is open
  std::vector<std::uint32_t> flat_classes_;
  std::vector<Stored> stored_;
  Scratch scratch_;
  std::unordered_set<const void*> exclusive_;  // what is open of what unique pointers hold
};

}  // namespace javaser
