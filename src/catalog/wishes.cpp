// SPDX-License-Identifier: Apache-2.0
#include "catalog/wishes.hpp"

#include <string_view>
#include <utility>

namespace tare::catalog {
namespace {

template <class T>
bool is_same(const Options::Wish<T>& a, const Options::Wish<T>& b) {
  return a.value == b.value;
}
bool is_same(const Options::Phase& a, const Options::Phase& b) {
  return a.iterations == b.iterations && a.seconds == b.seconds;
}

}  // namespace

std::vector<const char*> add_wishes(Options& all, const Options& role) {
  std::vector<const char*> contradicted;
  const auto add = [&](const char* name, const auto& known, const auto& wish, const auto& more) {
    if (!wish.given) return;
    if (known.given && !is_same(known, wish)) contradicted.push_back(name);
    all = more(std::as_const(all));
  };
  add("mode", all.mode(), role.mode(), [&](auto& o) { return o.mode(role.mode().value); });
  add("operations", all.operations(), role.operations(),
      [&](auto& o) { return o.operations(role.operations().value); });
  add("forks", all.forks(), role.forks(), [&](auto& o) { return o.forks(role.forks().value); });
  add("warmup", all.warmup(), role.warmup(),
      [&](auto& o) { return o.warmup(role.warmup().iterations, role.warmup().seconds); });
  add("measurement", all.measurement(), role.measurement(), [&](auto& o) {
    return o.measurement(role.measurement().iterations, role.measurement().seconds);
  });
  add("batch", all.batch(), role.batch(), [&](auto& o) { return o.batch(role.batch().value); });
  add("timeout", all.timeout(), role.timeout(),
      [&](auto& o) { return o.timeout(role.timeout().value); });
  using Text = std::string_view;
  const char* unit = role.unit();
  if (unit != nullptr && all.unit() != nullptr && Text(unit) != Text(all.unit()))
    contradicted.push_back("unit");
  if (unit != nullptr) all = all.unit(unit);
  return contradicted;
}

}  // namespace tare::catalog
