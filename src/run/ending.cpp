// SPDX-License-Identifier: Apache-2.0
#include "run/ending.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>

#include "tare/state.hpp"

namespace tare {

namespace running {
namespace {

/// What was said first, by any thread, since run_to_ending() began.
struct Said {
  std::mutex mutex;
  std::optional<Ending> ending;
};

Said& said() {
  static Said one;
  return one;
}

/// A reason is read by people, and stands in every report.
std::string told(std::string_view reason) {
  constexpr std::size_t most = 4096;
  std::string text(reason.substr(0, most));
  if (reason.size() > most) text += " … (" + std::to_string(reason.size() - most) + " bytes more)";
  return text;
}

[[noreturn]] void say(Outcome outcome, std::string_view reason) {
  const Ending ending{outcome, reason.empty() ? "it gave no reason" : told(reason)};
  {
    const std::lock_guard lock(said().mutex);
    if (!said().ending) said().ending = ending;
  }
  throw Ending(ending);
}

std::string type_of_current_exception() {
  // Another language's can be caught, but neither be pointed to nor asked for its type.
  if (std::current_exception() == nullptr) return "an exception of another language";
  const std::type_info* type = abi::__cxa_current_exception_type();
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : type->name();
}

}  // namespace

Ending ending_of_current_exception() {
  try {
    throw;
  } catch (const Ending& ending) {
    return ending;
  } catch (const std::exception& error) {
    return {Outcome::failed, "threw " + type_of_current_exception() + ": " +
                                 told(error.what() == nullptr ? "" : error.what())};
  } catch (...) {
    return {Outcome::failed, "threw " + type_of_current_exception()};
  }
}

void run_to_ending(const std::function<void()>& work) {
  said().ending.reset();
  try {
    work();
  } catch (...) {
    throw ending_of_current_exception();
  }
  if (said().ending) throw Ending(*said().ending);
}

}  // namespace running

void fail(std::string_view reason) { running::say(Outcome::failed, reason); }
void skip(std::string_view reason) { running::say(Outcome::skipped, reason); }

}  // namespace tare
