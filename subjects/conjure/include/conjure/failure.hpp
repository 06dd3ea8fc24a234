// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conjure/error.hpp"

namespace conjure {

/// The first error of a reader or a writer, while its path is put together from the inside out.
class Failure {
 public:
  bool any() const { return error_ != nullptr; }

  /// Records an error, unless there is one already.
  void record(ErrorCode code, std::size_t offset, std::vector<std::string> names = {}) {
    if (!error_) error_ = std::make_unique<Error>(Error{code, {}, offset, std::move(names)});
  }

  /// Put a part before the path. A field's name that would not be clear as it is gets a key's form.
  void in_field(std::string_view name);
  void in_key(std::string_view key);
  void in_index(std::size_t index);

  /// The error with its path complete; null if there is none.
  std::unique_ptr<Error> take();

 private:
  // Backwards while parts are still put before it: linear in time, however deep the document.
  void prepend(std::string_view part) { error_->path.append(part.rbegin(), part.rend()); }

  std::unique_ptr<Error> error_;
};

}  // namespace conjure
