// SPDX-License-Identifier: Apache-2.0
// What this program registers.
#pragma once

#include "catalog/catalog.hpp"

namespace tare::catalog {

inline const Catalog& catalog() {
  static const Catalog read = Catalog::read(detail::registrations());
  return read;
}

}  // namespace tare::catalog
