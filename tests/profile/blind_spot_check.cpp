// SPDX-License-Identifier: Apache-2.0
// Says what `mem` makes of an operation that calls into a library, loaded in the way that is named:
// `blind_spot_check LIBRARY local|deep|namespace`.
#include <dlfcn.h>

#include <cstdio>
#include <string_view>

#include "known_bytes.hpp"

namespace {

void* load(const char* library, std::string_view how) {
  if (how == "namespace") return dlmopen(LM_ID_NEWLM, library, RTLD_NOW);
  return dlopen(library, RTLD_NOW | (how == "deep" ? RTLD_DEEPBIND : RTLD_LOCAL));
}

}  // namespace

int main(int, char** arguments) {
  void* loaded = nullptr;
  try {
    const tare::profile::Figures f = tare::profile::observe([&] {
      if (loaded == nullptr) loaded = load(arguments[1], arguments[2]);
      if (loaded == nullptr) throw std::runtime_error(dlerror());
      using Function = void*(std::size_t);
      auto* const allocate = reinterpret_cast<Function*>(dlsym(loaded, "plugin_malloc"));
      return allocate(123) != nullptr;
    });
    std::printf("counted: %g B in %g\n", f.bytes(), f.count());
  } catch (const std::runtime_error& error) {
    std::printf("refused: %s\n", error.what());
  }
}
