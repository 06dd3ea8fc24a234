// SPDX-License-Identifier: Apache-2.0
// Profilers that a benchmark program brings along.
#pragma once

#include <memory>

#include "tare/extend/profiler.hpp"

namespace tare::extend {

/// One profiler of the program's own. Lives as long as the program.
struct ProfilerRegistration {
  std::unique_ptr<Profiler> (*make)();
  ProfilerRegistration* next = nullptr;
};

/// All of them, in no order. Not to be changed once main() has begun.
inline constinit ProfilerRegistration* registered_profilers = nullptr;

/// Adds one. Allocates nothing. Returns true, for initialisers.
inline bool link(ProfilerRegistration& one) {
  one.next = registered_profilers;
  registered_profilers = &one;
  return true;
}

}  // namespace tare::extend

/// `TARE_PROFILER(Mine);` at namespace scope, in one file of the program: `-prof` knows the
/// profiler `Mine`, a class derived from tare::extend::Profiler, by what its name() says, and makes
/// one wherever it needs one. `Mine` is an unqualified name.
#define TARE_PROFILER(Type)                                                                    \
  namespace {                                                                                  \
  constinit ::tare::extend::ProfilerRegistration tare_profiler_##Type{                         \
      []() -> std::unique_ptr<::tare::extend::Profiler> { return std::make_unique<Type>(); }}; \
  [[maybe_unused]] const bool tare_profiler_linked_##Type =                                    \
      ::tare::extend::link(tare_profiler_##Type);                                              \
  }
