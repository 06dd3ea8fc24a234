// SPDX-License-Identifier: Apache-2.0
#include "run/ending.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>

#include "tare/state.hpp"

namespace tare {

void fail(std::string_view reason) { throw running::Ending{Outcome::failed, std::string(reason)}; }
void skip(std::string_view reason) { throw running::Ending{Outcome::skipped, std::string(reason)}; }

namespace running {
namespace {

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
    return {Outcome::failed, "threw " + type_of_current_exception() + ": " + error.what()};
  } catch (...) {
    return {Outcome::failed, "threw " + type_of_current_exception()};
  }
}

}  // namespace running
}  // namespace tare
