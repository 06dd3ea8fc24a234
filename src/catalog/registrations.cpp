// SPDX-License-Identifier: Apache-2.0
#include "tare/bench.hpp"

namespace tare::detail {

Registration*& registrations() noexcept {
  static constinit Registration* head = nullptr;
  return head;
}

}  // namespace tare::detail
