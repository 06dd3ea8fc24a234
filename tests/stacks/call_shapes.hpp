// SPDX-License-Identifier: Apache-2.0
// Stacks of all kinds, made by the same code compiled in several ways.
#pragma once

#include <span>

namespace tare::stacks {

using Observe = void (*)();

/// A way to come to call `observe`, through frames that are hard to walk in one way or another.
struct CallShape {
  const char* name;
  void (*run)(Observe observe);
  /// In the last two instructions of a throw only rcx tells where the frame is.
  bool throws = false;
};

/// The shapes as one compiler made them with one set of flags.
struct ShapeBuild {
  const char* flags;
  std::span<const CallShape> shapes;
};

std::span<const ShapeBuild> shape_builds();
void add_shape_build(const ShapeBuild& build);

}  // namespace tare::stacks
