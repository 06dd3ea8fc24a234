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

template <class Predicate>
bool any_argument(const std::vector<const detail::Body*>& bodies, Predicate predicate) {
  return std::any_of(bodies.begin(), bodies.end(), [&](const detail::Body* body) {
    return std::any_of(body->arguments, body->arguments + body->argument_count, predicate);
  });
}

}  // namespace

States::States(std::vector<const detail::Body*> bodies, std::vector<Post> posts,
               std::vector<Param> params)
    : bodies_(std::move(bodies)),
      posts_(std::move(posts)),
      params_(std::move(params)),
      steps_(catalog::set_up_steps(bodies_).value()),
      threads_(posts_.size()) {
  for (const std::vector<std::size_t>& steps : steps_)
    if (!steps.empty()) step_count_ = std::max(step_count_, steps.back() + 1);
  for (std::uint32_t thread = 0; thread < threads(); ++thread) prepare(thread);
  try {
    for (std::uint32_t thread = 0; thread < threads(); ++thread)
      for (std::size_t i = 0; i < count(thread); ++i) make(thread, i);
  } catch (...) {  // A constructor's: the destructor will not run.
    unmake();
    throw;
  }
}

States::~States() { unmake(); }

void States::prepare(std::uint32_t thread) {
  Thread& own = threads_[thread];
  own.bases.resize(count(thread));
  own.is_own.resize(count(thread));
  own.regions.resize(count(thread));
  for (std::size_t i = 0; i < count(thread); ++i)
    if (type(thread, i).per_invocation) own.slot_bytes += type(thread, i).size;
  if (own.slot_bytes == 0) return;
  own.slots = 1;
  own.pointers = MemoryRegion(count(thread) * sizeof(void*));
}

void States::unmake() {
  for (std::uint32_t thread = threads(); thread-- > 0;) {
    const Thread& own = threads_[thread];
    for (std::size_t i = count(thread); i-- > 0;) {
      if (!own.is_own[i]) continue;
      for (std::size_t slot = 0; i < own.made && slot < objects(thread, i); ++slot)
        type(thread, i).destroy(object(thread, i, slot));
      if (!type(thread, i).per_invocation)
        ::operator delete(own.bases[i], std::align_val_t(alignment(thread, i)));
    }
  }
}

std::size_t States::objects(std::uint32_t thread, std::size_t argument) const {
  return type(thread, argument).per_invocation ? threads_[thread].slots : 1;
}

void* States::shared_object(std::uint32_t thread, std::size_t argument) const {
  const Scope scope = type(thread, argument).scope;
  if (scope == Scope::thread) return nullptr;
  const Post& own = posts_[thread];
  const auto same = catalog::first_place(bodies_, {own.role, argument});
  for (std::uint32_t other = 0; other < thread; ++other) {
    if (scope == Scope::group && posts_[other].group != own.group) continue;
    for (std::size_t i = 0; i < count(other); ++i)
      if (catalog::first_place(bodies_, {posts_[other].role, i}) == same)
        return threads_[other].bases[i];
  }
  return nullptr;
}

/// No thread's objects are to share a cache line with another's.
std::size_t States::alignment(std::uint32_t thread, std::size_t argument) const {
  const std::size_t own = type(thread, argument).alignment;
  return threads() > 1 ? std::max(own, own_lines) : own;
}

void States::make(std::uint32_t thread, std::size_t argument) {
  Thread& own = threads_[thread];
  const detail::ArgumentType& type = this->type(thread, argument);
  void* const shared = type.is_control ? &control_ : shared_object(thread, argument);
  if (shared != nullptr) {
    own.bases[argument] = shared;
    ++own.made;
    return;
  }
  if (type.per_invocation) {
    own.regions[argument] = MemoryRegion(most_slots(thread) * type.size);
    own.bases[argument] = own.regions[argument].data();
  } else {
    const std::size_t alignment = this->alignment(thread, argument);
    const std::size_t size = (type.size + alignment - 1) / alignment * alignment;
    own.bases[argument] = ::operator new(size, std::align_val_t(alignment));
  }
  own.is_own[argument] = true;
  construct(thread, argument, own.bases[argument]);
  ++own.made;
}

std::size_t States::most_slots(std::uint32_t thread) const {
  return std::max<std::size_t>(1, batch_bytes / threads_[thread].slot_bytes);
}

void States::construct(std::uint32_t thread, std::size_t argument, void* place) {
  type(thread, argument).construct(place);
  if (type(thread, argument).params == nullptr) return;
  Binder binder(params_);
  type(thread, argument).params(binder, place);
}

void* States::object(std::uint32_t thread, std::size_t argument, std::size_t slot) const {
  char* base = static_cast<char*>(threads_[thread].bases[argument]);
  const detail::ArgumentType& type = this->type(thread, argument);
  return type.per_invocation ? base + slot * type.size : base;
}

void* const* States::arguments(std::uint32_t thread, std::size_t slot) {
  if (!has_invocation_level(thread)) return bases(thread);
  auto* const pointers = static_cast<void**>(threads_[thread].pointers.data());
  for (std::size_t i = 0; i < count(thread); ++i) pointers[i] = object(thread, i, slot);
  return pointers;
}

void States::run_hook(detail::ArgumentType::Hook hook, std::uint32_t thread, std::size_t argument) {
  if (hook == nullptr || !threads_[thread].is_own[argument]) return;
  for (std::size_t slot = 0; slot < objects(thread, argument); ++slot)
    hook(arguments(thread, slot));
}

bool States::has_set_up(Level level) const {
  return any_argument(bodies_, [=](const detail::ArgumentType& one) {
    return one.set_up[static_cast<int>(level)] != nullptr;
  });
}

bool States::has_tear_down(Level level) const {
  return any_argument(bodies_, [=](const detail::ArgumentType& one) {
    return one.tear_down[static_cast<int>(level)] != nullptr;
  });
}

void States::set_up(Level level, std::uint32_t thread, std::size_t step) {
  if (level == Level::iteration) threads_[thread].in_iteration = true;
  const std::vector<std::size_t>& steps = steps_[posts_[thread].role];
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i] == step) run_hook(type(thread, i).set_up[static_cast<int>(level)], thread, i);
}

void States::tear_down(Level level, std::uint32_t thread, std::size_t step) {
  if (level == Level::iteration) threads_[thread].in_iteration = false;
  const std::vector<std::size_t>& steps = steps_[posts_[thread].role];
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i] == step) run_hook(type(thread, i).tear_down[static_cast<int>(level)], thread, i);
}

void States::make_slot(std::uint32_t thread) {
  Thread& own = threads_[thread];
  const std::size_t slot = own.slots;
  std::size_t made = 0;  // A half-made slot is unmade, since the destructor counts whole ones.
  try {
    for (; made < count(thread); ++made)
      if (type(thread, made).per_invocation) construct(thread, made, object(thread, made, slot));
  } catch (...) {
    while (made-- > 0)
      if (type(thread, made).per_invocation) type(thread, made).destroy(object(thread, made, slot));
    throw;
  }
  ++own.slots;
  void* const* pointers = arguments(thread, slot);
  const int reached = own.in_iteration ? static_cast<int>(Level::iteration) + 1 : 1;
  for (int level = 0; level < reached; ++level)
    for (std::size_t i = 0; i < count(thread); ++i)
      if (const auto hook = type(thread, i).set_up[level];
          hook != nullptr && type(thread, i).per_invocation)
        hook(pointers);
}

void States::set_up_invocations(std::uint32_t thread, std::size_t slots) {
  if (!has_invocation_level(thread)) return;
  while (threads_[thread].slots < slots) make_slot(thread);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    void* const* pointers = arguments(thread, slot);
    for (std::size_t i = 0; i < count(thread); ++i)
      if (const auto hook = type(thread, i).set_up[static_cast<int>(Level::invocation)])
        hook(pointers);
  }
}

void States::tear_down_invocations(std::uint32_t thread, std::size_t slots) {
  if (!has_invocation_level(thread)) return;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    void* const* pointers = arguments(thread, slot);
    for (std::size_t i = count(thread); i-- > 0;)
      if (const auto hook = type(thread, i).tear_down[static_cast<int>(Level::invocation)])
        hook(pointers);
  }
}

void States::visit_counters(std::uint32_t thread, detail::CounterVisitor* visitor) {
  for (std::size_t i = 0; i < count(thread); ++i) {
    if (type(thread, i).counters == nullptr || !threads_[thread].is_own[i]) continue;
    for (std::size_t slot = 0; slot < objects(thread, i); ++slot)
      type(thread, i).counters(visitor, object(thread, i, slot));
  }
}

ManualTime* States::manual_time(std::uint32_t thread) const {
  for (std::size_t i = 0; i < count(thread); ++i)
    if (type(thread, i).is_manual_time) return static_cast<ManualTime*>(threads_[thread].bases[i]);
  return nullptr;
}

bool States::takes_control(std::uint32_t thread) const {
  const detail::Body& body = this->body(thread);
  return std::any_of(body.arguments, body.arguments + body.argument_count,
                     [](const detail::ArgumentType& one) { return one.is_control; });
}

}  // namespace tare::running
