// SPDX-License-Identifier: Apache-2.0
#include "operations.hpp"

#include "waiting.hpp"

namespace suite {

std::string failure_of(const tarantool::Result<bool>& found) {
  if (!found) return to_string(found.error());
  return *found ? "" : "not the record that was asked for";
}

void Operations::prepare(tarantool::EventLoop& loop, tarantool::Sender& sender,
                         const Target& target, Api api) {
  api_ = api;
  is_real_ = target.kind() != TargetKind::stand_in;
  is_sharded_ = target.kind() == TargetKind::cluster;
  if (api == Api::call || is_sharded_) return;
  const auto number = [&](std::string_view space) {
    auto answer =
        sender.values<std::uint32_t>(tarantool::eval("return box.space[...].id", space)).future();
    return std::get<0>(wait_for(loop, answer));
  };
  test_space_ = number(TestSpace::space);
  profile_ = number(Profile::space);
}

const tarantool::CrudOptions& Operations::no_options() {
  static const tarantool::CrudOptions options;
  return options;
}

const tarantool::CrudOptions& Operations::all_rows() {
  static const tarantool::CrudOptions options = [] {
    tarantool::CrudOptions all;
    all.first = 4'294'967'295;
    return all;
  }();
  return options;
}

}  // namespace suite
