// SPDX-License-Identifier: Apache-2.0
// A library that tests load while allocations are being counted.
#include <cstdlib>
#include <string>

extern "C" [[gnu::visibility("default")]] void* plugin_malloc(std::size_t bytes) {
  return std::malloc(bytes);
}

extern "C" [[gnu::visibility("default")]] void* plugin_new(std::size_t length) {
  return new std::string(length, 'x');
}

extern "C" [[gnu::visibility("default")]] void plugin_delete(void* text) {
  delete static_cast<std::string*>(text);
}
