// SPDX-License-Identifier: Apache-2.0
// Which processors threads run on.
#pragma once

#include <cstdint>
#include <vector>

namespace tare::running {

/// Processors that this thread may run on, ascending.
std::vector<std::uint32_t> allowed_processors();

/// Binds the calling thread to processors, so long as it lives.
class Binding {
 public:
  /// No processors: it stays as it is. Throws Ending if the system does not let it.
  explicit Binding(const std::vector<std::uint32_t>& processors);
  ~Binding();
  Binding(const Binding&) = delete;
  Binding& operator=(const Binding&) = delete;

 private:
  std::vector<std::uint32_t> before_;  ///< Empty: not bound.
};

/// Where a thread is bound: the processors of `list` in turn; none if it is empty.
std::vector<std::uint32_t> processor_of(std::uint32_t thread,
                                        const std::vector<std::uint32_t>& list);

}  // namespace tare::running
