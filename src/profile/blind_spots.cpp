// SPDX-License-Identifier: Apache-2.0
#include "profile/blind_spots.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "profile/imports.hpp"

namespace tare::profile {

std::string blind_spots() {
  if (has_other_namespaces()) {
    return "a library is loaded in a namespace of its own (dlmopen, LD_AUDIT), where its "
           "allocations are not seen; load it with dlopen";
  }
  const std::string object = object_that_calls_its_own("malloc", dlsym(RTLD_DEFAULT, "malloc"));
  if (!object.empty()) {
    return fmt::format(
        "{} has a malloc of its own and calls no other, so that its allocations are not seen; "
        "link it without -Bsymbolic, load it without RTLD_DEEPBIND",
        object);
  }
  return {};
}

}  // namespace tare::profile
