// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "javaser/descriptor.hpp"
#include "javaser/error.hpp"
#include "javaser/tables.hpp"
#include "javaser/type.hpp"

namespace javaser {

/// How the fields of a class in a stream go to the members of a bound struct: resolved once, then
/// good for every object of it. Refers to no stream.
struct Plan {
  struct Primitive {
    std::uint32_t source;  ///< offset in the class's primitive bytes
    char code;
    const FieldBinding* field;
  };
  /// One class of the hierarchy, topmost first.
  struct Level {
    std::uint32_t ups = 0;  ///< how often to go to_super() from the object
    std::uint32_t primitive_bytes = 0;
    bool is_serializable = false;  ///< has fields
    bool has_custom_data = false;  ///< followed by custom data, which is passed over
    bool may_lack_fields = false;  ///< see ClassDescriptor
    std::vector<Primitive> primitives;
    std::vector<const FieldBinding*> references;  ///< in the stream's order; null: to be skipped
  };

  const StructBinding* binding = nullptr;
  ErrorCode error = ErrorCode::none;  ///< why there is no plan
  std::string subject;                ///< the class or field that the error is about
  /// The class has the very fields of the struct, primitives, strings and structs: see exact.hpp.
  bool is_exact = false;
  std::vector<Level> levels;
};

/// Makes `plan` one for these two, or says why it cannot be; whatever it was before.
void resolve(const ClassDescriptor& descriptor, const StructBinding& binding, Plan& plan);

/// What makes classes of different streams the same to a plan: name, suid, flags and fields of the
/// class and of those above it.
struct ClassKey {
  std::string text;
  std::uint64_t hash = 0;
};
ClassKey key_of(const ClassDescriptor& descriptor);

/// The plans of all streams of the process. Reading takes no lock and writes nothing; a plan, once
/// there, stays. Bounded: foreign streams cannot fill the memory with classes of their invention.
class SharedPlans {
 public:
  static SharedPlans& instance();

  /// The plan; resolved and kept if there was none. Null if the cache is full.
  const Plan* find(const ClassDescriptor& descriptor, const ClassKey& key,
                   const StructBinding& binding);

 private:
  struct Entry {
    ClassKey key;
    Plan plan;
  };
  // Open addressing; a power of two, three quarters of it used at most, so that a search ends soon.
  static constexpr std::size_t slot_count = 4096;
  static constexpr std::size_t most_entries = slot_count / 4 * 3;

  std::atomic<const Entry*> slots_[slot_count] = {};
  std::atomic<std::size_t> entries_ = 0;
};

/// The plans of one stream, by its class descriptors' numbers.
class Plans {
 public:
  explicit Plans(bool asks_per_record) : asks_per_record_(asks_per_record) {}

  void clear();
  /// Takes note of the stream's descriptors that are new. To be called before the others.
  void know(const Tables& tables);
  /// The plan for objects of this class read into this type.
  const Plan& find(const ClassDescriptor& descriptor, const StructBinding& binding);
  /// See ExactReader::exact_types.
  const StructBinding* const* exact_types() const { return exact_types_.data(); }
  bool asks_per_record() const { return asks_per_record_; }

 private:
  struct Known {
    const ClassDescriptor* descriptor = nullptr;
    std::uint64_t serial = 0;  // of the descriptor that the key is of
    ClassKey key;
    std::vector<const Plan*> plans;  // one for each type read from it: one, as a rule
  };
  const Plan& resolved(Known& known, const StructBinding& binding);

  bool asks_per_record_;
  Recycled<Known> known_;
  Recycled<Plan, std::deque<Plan>> own_;
  std::vector<const StructBinding*> exact_types_;
};

}  // namespace javaser
