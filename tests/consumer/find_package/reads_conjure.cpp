// SPDX-License-Identifier: Apache-2.0
// A subject's library on its own: nothing of tare is linked.
#include <conjure/conjure.hpp>
#include <string>

int main() {
  const auto map = conjure::read<conjure::Map<std::string, int>>(R"({"one": 1, "two": 2})");
  return map && map->size() == 2 ? 0 : 1;
}
