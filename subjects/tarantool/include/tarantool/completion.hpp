// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>

namespace tarantool {

class Reply;

/// What is called with a request's answer: any callable that takes a `const Reply&`, which may be
/// one that cannot be copied.
class Completion {
 public:
  template <class F>
  explicit Completion(F callback)
      : callback_([held = std::make_shared<F>(std::move(callback))](const Reply& reply) {
          (*held)(reply);
        }) {}

  void operator()(const Reply& reply) { callback_(reply); }

 private:
  std::function<void(const Reply&)> callback_;
};

}  // namespace tarantool
