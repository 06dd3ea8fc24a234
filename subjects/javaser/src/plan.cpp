// SPDX-License-Identifier: Apache-2.0
#include "plan.hpp"

#include <algorithm>
#include <functional>

#include "javaser/exact.hpp"

namespace javaser {

namespace {

const FieldBinding* find_field(const StructBinding& binding, std::string_view name) {
  const auto found = std::ranges::find(binding.fields, name, &FieldBinding::name);
  return found == binding.fields.end() ? nullptr : &*found;
}

// A primitive is read from its own type code only; anything else from any reference.
bool types_agree(const FieldDescriptor& field, const Type& type) {
  return field.is_primitive() ? type.shape == Shape::primitive && type.code == field.type
                              : type.shape != Shape::primitive;
}

void refuse(Plan& plan, ErrorCode error, std::string subject) {
  plan.error = error;
  plan.subject = std::move(subject);
  plan.is_exact = false;
}

// One class of the stream, bound to a struct, or to none: then it is passed over.
void fill_level(const ClassDescriptor& descriptor, const StructBinding* bound, Plan::Level& level,
                Plan& plan) {
  level.ups = 0;
  level.is_serializable = descriptor.has(flag::serializable);
  level.has_custom_data = descriptor.has(flag::write_method);
  level.may_lack_fields = descriptor.may_lack_fields();
  level.primitive_bytes = descriptor.primitive_bytes;
  level.primitives.clear();
  level.references.clear();
  if (bound != nullptr && bound->checks_suid && bound->suid != descriptor.suid)
    return refuse(plan, ErrorCode::suid_mismatch, descriptor.name);
  std::uint32_t source = 0;
  for (const FieldDescriptor& field : descriptor.fields) {
    const FieldBinding* member = bound != nullptr ? find_field(*bound, field.name) : nullptr;
    if (member != nullptr && !types_agree(field, member->type()))
      return refuse(plan, ErrorCode::type_clash, descriptor.name + '.' + field.name);
    if (!field.is_primitive())
      level.references.push_back(member);
    else if (member != nullptr)
      level.primitives.push_back({source, field.type, member});
    source += size_of_type(field.type);
  }
}

bool is_exact(const ClassDescriptor& descriptor, const StructBinding& binding) {
  if (descriptor.superclasses > 0 || descriptor.flags != flag::serializable ||
      binding.super != nullptr || descriptor.fields.size() != binding.fields.size())
    return false;
  // The code for the type takes fields in Java's order; another writer may have had its own.
  const auto in_order = [](const FieldDescriptor& left, const FieldDescriptor& right) {
    return left.is_primitive() != right.is_primitive() || left.name < right.name;
  };
  for (std::size_t index = 1; index < descriptor.fields.size(); ++index)
    if (!in_order(descriptor.fields[index - 1], descriptor.fields[index])) return false;
  return std::ranges::all_of(descriptor.fields, [&](const FieldDescriptor& field) {
    return find_field(binding, field.name) != nullptr;
  });
}

}  // namespace

void resolve(const ClassDescriptor& descriptor, const StructBinding& binding, Plan& plan) {
  plan.binding = &binding;
  plan.error = ErrorCode::none;
  plan.subject.clear();
  plan.is_exact = is_exact(descriptor, binding);
  plan.levels.resize(descriptor.superclasses + 1);
  if (descriptor.name != binding.java_name || descriptor.has(flag::externalizable))
    return refuse(plan, ErrorCode::class_mismatch, descriptor.name);

  const StructBinding* lowest = &binding;
  std::uint32_t ups = 0;
  // Upwards, so that each class of the stream is looked for above the one before it.
  const ClassDescriptor* at = &descriptor;
  for (std::uint32_t level = descriptor.superclasses + 1; level-- > 0; at = at->super) {
    std::uint32_t steps = ups;
    const StructBinding* bound = lowest;
    for (; bound != nullptr && bound->java_name != at->name; ++steps)
      bound = bound->super != nullptr ? &bound->super() : nullptr;
    fill_level(*at, bound, plan.levels[level], plan);
    if (plan.error != ErrorCode::none) return;
    if (bound == nullptr) continue;
    plan.levels[level].ups = ups = steps;
    lowest = bound;
  }
}

ClassKey key_of(const ClassDescriptor& descriptor) {
  ClassKey key;
  const auto add = [&](std::string_view text) {
    // With its length, so that no two lists of names read the same.
    key.text += std::to_string(text.size());
    key.text += ':';
    key.text += text;
  };
  for (const ClassDescriptor* at = &descriptor; at != nullptr; at = at->super) {
    add(at->name);
    key.text += std::to_string(at->suid) + '/' + std::to_string(at->flags) + '/';
    for (const FieldDescriptor& field : at->fields) {
      key.text += field.type;
      add(field.name);
    }
  }
  key.hash = std::hash<std::string_view>{}(key.text);
  return key;
}

SharedPlans& SharedPlans::instance() {
  // Never destroyed: threads may read streams while the process ends.
  static auto* const plans = new SharedPlans;
  return *plans;
}

const Plan* SharedPlans::find(const ClassDescriptor& descriptor, const ClassKey& key,
                              const StructBinding& binding) {
  const std::uint64_t start = key.hash ^ reinterpret_cast<std::uintptr_t>(&binding);
  std::unique_ptr<Entry> made;
  for (std::size_t step = 0; step < slot_count; ++step) {
    auto& slot = slots_[(start + step) % slot_count];
    const Entry* entry = slot.load(std::memory_order_acquire);
    while (entry == nullptr) {
      if (!made) {
        if (entries_.fetch_add(1, std::memory_order_relaxed) >= most_entries) {
          entries_.fetch_sub(1, std::memory_order_relaxed);
          return nullptr;
        }
        made.reset(new Entry{key, {}});
        resolve(descriptor, binding, made->plan);
      }
      if (slot.compare_exchange_strong(entry, made.get(), std::memory_order_acq_rel))
        return &made.release()->plan;
    }
    if (entry->plan.binding == &binding && entry->key.hash == key.hash &&
        entry->key.text == key.text) {
      if (made) entries_.fetch_sub(1, std::memory_order_relaxed);  // another thread was quicker
      return &entry->plan;
    }
  }
  return nullptr;
}

void Plans::clear() {
  known_.clear();
  own_.clear();
  exact_types_.clear();
}

void Plans::know(const Tables& tables) {
  while (known_.size() < tables.descriptor_count()) {
    const auto number = static_cast<std::uint32_t>(known_.size());
    Known& known = known_.add();
    known.descriptor = &tables.descriptor(number);
    known.plans.clear();
    if (asks_per_record_ && known.serial != tables.serial(number)) {
      known.serial = tables.serial(number);
      known.key = key_of(*known.descriptor);
    }
    exact_types_.push_back(nullptr);
  }
}

const Plan& Plans::resolved(Known& known, const StructBinding& binding) {
  for (const Plan* plan : known.plans)
    if (plan->binding == &binding) return *plan;
  Plan& plan = own_.add();
  resolve(*known.descriptor, binding, plan);
  known.plans.push_back(&plan);
  if (plan.is_exact) exact_types_[known.descriptor->number] = &binding;
  return plan;
}

const Plan& Plans::find(const ClassDescriptor& descriptor, const StructBinding& binding) {
  Known& known = known_[descriptor.number];
  if (asks_per_record_)
    if (const Plan* plan = SharedPlans::instance().find(descriptor, known.key, binding))
      return *plan;
  return resolved(known, binding);
}

bool exact::is_exact_by_cache(ExactReader& reader, std::uint32_t descriptor,
                              const StructBinding& type) {
  return reader.plans.find(reader.tables.descriptor(descriptor), type).is_exact;
}

}  // namespace javaser
