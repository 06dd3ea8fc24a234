// SPDX-License-Identifier: Apache-2.0
// The rest of a program with loops.cpp, for optimisation over both when they are linked. It takes
// what the library would give.
#include "tare/bench.hpp"

extern "C" {
int hide_one();
int show_one();
void keep_product(int a, int b);
void drop_product(int a, int b);

[[gnu::noinline]] int uses_hidden() { return hide_one() + 58; }
[[gnu::noinline]] int uses_shown() { return show_one() + 58; }
[[gnu::noinline]] void keeps_products(int a, int b) {
  keep_product(a, b);
  drop_product(a, b);
}
}

tare::detail::Registration*& tare::detail::registrations() noexcept {
  static constinit Registration* head = nullptr;
  return head;
}

int main(int argc, char**) {
  keeps_products(argc, argc + 1);
  return uses_hidden() + uses_shown();
}
