// SPDX-License-Identifier: Apache-2.0
#include "catalog/set_up_order.hpp"

#include <algorithm>

namespace tare::catalog {
namespace {

/// How many states of the argument's type stand before it.
std::ptrdiff_t occurrence(const detail::Body& body, std::size_t argument) {
  const void* type = body.arguments[argument].type;
  return std::count_if(body.arguments, body.arguments + argument,
                       [=](const detail::ArgumentType& other) { return other.type == type; });
}

}  // namespace

ArgumentPlace first_place(const std::vector<const detail::Body*>& bodies, ArgumentPlace place) {
  const detail::ArgumentType& own = bodies[place.body]->arguments[place.argument];
  // A Control is nobody's to set up, wherever it stands.
  if (own.scope == Scope::thread || own.is_control) return place;
  const std::ptrdiff_t before = occurrence(*bodies[place.body], place.argument);
  for (std::size_t body = 0; body < place.body; ++body)
    for (std::size_t i = 0; i < bodies[body]->argument_count; ++i)
      if (bodies[body]->arguments[i].type == own.type && occurrence(*bodies[body], i) == before)
        return {body, i};
  return place;
}

std::optional<Steps> set_up_steps(const std::vector<const detail::Body*>& bodies) {
  Steps steps;
  std::size_t states = 0;
  for (const detail::Body* body : bodies) {
    steps.emplace_back(body->argument_count);
    states += body->argument_count;
  }
  // Each round moves states behind those before them; without a contradiction no chain is longer
  // than there are states.
  for (std::size_t round = 0; round <= states; ++round) {
    bool moved = false;
    for (std::size_t body = 0; body < bodies.size(); ++body) {
      std::size_t least = 0;
      for (std::size_t i = 0; i < steps[body].size(); ++i) {
        const ArgumentPlace first = first_place(bodies, {body, i});
        std::size_t& common = steps[first.body][first.argument];
        moved = moved || common < least || steps[body][i] != common;
        steps[body][i] = common = std::max(common, least);
        least = common + 1;
      }
    }
    if (!moved) return steps;
  }
  return std::nullopt;
}

}  // namespace tare::catalog
