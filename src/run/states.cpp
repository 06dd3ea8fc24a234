// SPDX-License-Identifier: Apache-2.0
#include "run/states.hpp"

#include <algorithm>

namespace tare::running {
namespace {

using detail::Level;

/// Gives a new object the values of the case's parameters.
class Binder final : public detail::ParamVisitor {
 public:
  explicit Binder(const std::vector<Param>& params) : params_(params) {}
  void declare(std::string_view, Accepts, detail::Place) override {}
  void add_default(std::string_view) override {}
  std::string_view value_of(std::string_view name) override {
    for (const Param& param : params_)
      if (param.name == name) return param.value;
    return {};
  }

 private:
  const std::vector<Param>& params_;
};

}  // namespace

States::States(const detail::Body& body, std::vector<Param> params, std::uint32_t threads)
    : body_(body), params_(std::move(params)), threads_(threads) {
  std::size_t slot_bytes = 0;
  for (std::size_t i = 0; i < count(); ++i)
    if (type(i).per_invocation) {
      has_invocation_level_ = true;
      slot_bytes += type(i).size;
    }
  if (has_invocation_level_) most_slots_ = std::max<std::size_t>(1, batch_bytes / slot_bytes);
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    threads_[thread].bases.resize(count());
    threads_[thread].regions.resize(count());
    threads_[thread].pointers.resize(count());
    if (has_invocation_level_) threads_[thread].slots = 1;
  }
  try {
    for (std::uint32_t thread = 0; thread < threads; ++thread)
      for (std::size_t i = 0; i < count(); ++i) make(thread, i);
  } catch (...) {  // A constructor's: the destructor will not run.
    unmake();
    throw;
  }
}

States::~States() { unmake(); }

void States::unmake() {
  for (std::uint32_t thread = threads(); thread-- > 0;)
    for (std::size_t i = count(); i-- > 0;) {
      if (thread > 0 && is_shared(i)) continue;
      for (std::size_t slot = 0; i < threads_[thread].made && slot < objects(thread, i); ++slot)
        type(i).destroy(object(thread, i, slot));
      if (!type(i).per_invocation)
        ::operator delete(threads_[thread].bases[i], std::align_val_t(type(i).alignment));
    }
}

std::size_t States::objects(std::uint32_t thread, std::size_t argument) const {
  return type(argument).per_invocation ? threads_[thread].slots : 1;
}

bool States::is_shared(std::size_t argument) const {
  return type(argument).scope == Scope::benchmark && threads() > 1;
}

void States::make(std::uint32_t thread, std::size_t argument) {
  Thread& own = threads_[thread];
  if (thread > 0 && is_shared(argument)) {
    own.bases[argument] = threads_[0].bases[argument];
    ++own.made;
    return;
  }
  if (type(argument).per_invocation) {
    own.regions[argument] = MemoryRegion(most_slots_ * type(argument).size);
    own.bases[argument] = own.regions[argument].data();
  } else {
    own.bases[argument] =
        ::operator new(type(argument).size, std::align_val_t(type(argument).alignment));
  }
  construct(argument, own.bases[argument]);
  ++own.made;
}

void States::construct(std::size_t argument, void* place) {
  type(argument).construct(place);
  if (type(argument).params == nullptr) return;
  Binder binder(params_);
  type(argument).params(binder, place);
}

void* States::object(std::uint32_t thread, std::size_t argument, std::size_t slot) const {
  char* base = static_cast<char*>(threads_[thread].bases[argument]);
  return type(argument).per_invocation ? base + slot * type(argument).size : base;
}

void* const* States::arguments(std::uint32_t thread, std::size_t slot) {
  std::vector<void*>& pointers = threads_[thread].pointers;
  for (std::size_t i = 0; i < count(); ++i) pointers[i] = object(thread, i, slot);
  return pointers.data();
}

void States::run_hook(detail::ArgumentType::Hook hook, std::uint32_t thread, std::size_t argument) {
  if (hook == nullptr) return;
  for (std::size_t slot = 0; slot < objects(thread, argument); ++slot)
    hook(arguments(thread, slot));
}

bool States::has_set_up(Level level) const {
  return std::any_of(body_.arguments, body_.arguments + count(), [=](const auto& one) {
    return one.set_up[static_cast<int>(level)] != nullptr;
  });
}

bool States::has_tear_down(Level level) const {
  return std::any_of(body_.arguments, body_.arguments + count(), [=](const auto& one) {
    return one.tear_down[static_cast<int>(level)] != nullptr;
  });
}

void States::set_up(Level level, std::uint32_t thread, std::size_t argument) {
  if (level == Level::iteration) threads_[thread].in_iteration = true;
  run_hook(type(argument).set_up[static_cast<int>(level)], thread, argument);
}

void States::tear_down(Level level, std::uint32_t thread, std::size_t argument) {
  if (level == Level::iteration) threads_[thread].in_iteration = false;
  run_hook(type(argument).tear_down[static_cast<int>(level)], thread, argument);
}

void States::make_slot(std::uint32_t thread) {
  Thread& own = threads_[thread];
  const std::size_t slot = own.slots;
  std::size_t made = 0;  // A half-made slot is unmade, since the destructor counts whole ones.
  try {
    for (; made < count(); ++made)
      if (type(made).per_invocation) construct(made, object(thread, made, slot));
  } catch (...) {
    while (made-- > 0)
      if (type(made).per_invocation) type(made).destroy(object(thread, made, slot));
    throw;
  }
  ++own.slots;
  void* const* pointers = arguments(thread, slot);
  const int reached = own.in_iteration ? static_cast<int>(Level::iteration) + 1 : 1;
  for (int level = 0; level < reached; ++level)
    for (std::size_t i = 0; i < count(); ++i)
      if (const auto hook = type(i).set_up[level]; hook != nullptr && type(i).per_invocation)
        hook(pointers);
}

void States::set_up_invocations(std::uint32_t thread, std::size_t slots) {
  while (threads_[thread].slots < slots) make_slot(thread);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    void* const* pointers = arguments(thread, slot);
    for (std::size_t i = 0; i < count(); ++i)
      if (const auto hook = type(i).set_up[static_cast<int>(Level::invocation)]) hook(pointers);
  }
}

void States::tear_down_invocations(std::uint32_t thread, std::size_t slots) {
  for (std::size_t slot = 0; slot < slots; ++slot) {
    void* const* pointers = arguments(thread, slot);
    for (std::size_t i = count(); i-- > 0;)
      if (const auto hook = type(i).tear_down[static_cast<int>(Level::invocation)]) hook(pointers);
  }
}

void States::visit_counters(std::uint32_t thread, detail::CounterVisitor* visitor) {
  for (std::size_t i = 0; i < count(); ++i) {
    if (type(i).counters == nullptr || (thread > 0 && is_shared(i))) continue;
    for (std::size_t slot = 0; slot < objects(thread, i); ++slot)
      type(i).counters(visitor, object(thread, i, slot));
  }
}

ManualTime* States::manual_time(std::uint32_t thread) const {
  for (std::size_t i = 0; i < count(); ++i)
    if (type(i).is_manual_time) return static_cast<ManualTime*>(threads_[thread].bases[i]);
  return nullptr;
}

}  // namespace tare::running
