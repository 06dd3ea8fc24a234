// SPDX-License-Identifier: Apache-2.0
#include "conjure/failure.hpp"

#include "conjure/text.hpp"

namespace conjure {

void Failure::in_field(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  };
  if (name.empty() || !std::all_of(name.begin(), name.end(), plain)) return in_key(name);
  prepend(name);
  prepend(".");
}

void Failure::in_key(std::string_view key) {
  std::string part = "[";
  append_json_string(part, key);
  prepend(part += ']');
}

void Failure::in_index(std::size_t index) { prepend("[" + std::to_string(index) + "]"); }

std::unique_ptr<Error> Failure::take() {
  if (!error_) return nullptr;
  prepend("$");
  std::reverse(error_->path.begin(), error_->path.end());
  return std::move(error_);
}

}  // namespace conjure
