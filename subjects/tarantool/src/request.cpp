// SPDX-License-Identifier: Apache-2.0
#include "tarantool/request.hpp"

#include <algorithm>

namespace tarantool {
namespace {

/// Fields may be named again around these, which make others of them what they were.
bool moves_fields(char operation) { return operation == '!' || operation == '#'; }

std::string described(const Updates::Field& field) {
  if (const auto* position = std::get_if<std::int32_t>(&field)) return std::to_string(*position);
  return "'" + std::get<std::string>(field) + "'";
}

std::int32_t counted_from(std::int32_t base, std::int32_t position) {
  return position < 0 ? position : position + base;
}

void write_field(Encoder& encoder, const Updates::Field& field, std::int32_t base) {
  if (const auto* position = std::get_if<std::int32_t>(&field)) {
    encoder.integer(counted_from(base, *position));
  } else {
    encoder.string(std::get<std::string>(field));
  }
}

}  // namespace

void Updates::encode(Encoder& encoder, std::int32_t base) const {
  if (!failure_.empty()) encoder.fail(failure_);
  encoder.array(operations_.size());
  for (auto operation = operations_.begin(); operation != operations_.end(); ++operation) {
    const auto same = [&](const Operation& other) {
      return other.field == operation->field && !moves_fields(other.name);
    };
    if (!moves_fields(operation->name) && std::any_of(operations_.begin(), operation, same)) {
      encoder.fail("field " + described(operation->field) + " is updated twice");
    }
    encoder.array(2 + operation->arguments);
    encoder.string({&operation->name, 1});
    write_field(encoder, operation->field, base);
    Decoder arguments(bytes_.view().substr(operation->begin, operation->end - operation->begin));
    if (operation->name == ':') {  // The position within the string counts from the base as well.
      std::int32_t position = 0;
      read(arguments, position);
      encoder.integer(counted_from(base, position));
    }
    encoder.raw(arguments.rest());
  }
}

}  // namespace tarantool
