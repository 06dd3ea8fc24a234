// SPDX-License-Identifier: Apache-2.0
#include "tarantool/crud.hpp"

namespace tarantool {

void Codec<CrudOptions>::write(Encoder& encoder, const CrudOptions& options) {
  const auto each = [&](auto write_one) {
    write_one("timeout", options.timeout);
    write_one("fields", options.fields);
    write_one("bucket_id", options.bucket_id);
    write_one("mode", options.mode);
    write_one("first", options.first);
    write_one("after", options.after);
    write_one("batch_size", options.batch_size);
    write_one("yield_every", options.yield_every);
    write_one("force_map_call", options.force_map_call);
    write_one("fullscan", options.fullscan);
    write_one("prefer_replica", options.prefer_replica);
    write_one("balance", options.balance);
    write_one("vshard_router", options.vshard_router);
    write_one("fetch_latest_metadata", options.fetch_latest_metadata);
    write_one("stop_on_error", options.stop_on_error);
    write_one("rollback_on_error", options.rollback_on_error);
    write_one("noreturn", options.no_return);
  };
  std::size_t n = 0;
  each([&](std::string_view, const auto& option) { n += option.has_value() ? 1 : 0; });
  encoder.map(n);
  each([&](std::string_view name, const auto& option) {
    if (!option) return;
    encoder.string(name);
    if constexpr (std::same_as<decltype(*option), const CrudMode&>) {
      encoder.string(*option == CrudMode::read ? "read" : "write");
    } else if constexpr (std::same_as<decltype(*option), const std::chrono::duration<double>&>) {
      encoder.number(option->count());
    } else {
      tarantool::write(encoder, *option);
    }
  });
}

CrudOptions Crud::merged(CrudOptions options, const Conditions& conditions) {
  if (conditions.limit()) options.first = *conditions.limit();
  if (conditions.after()) options.after = conditions.after();
  return options;
}

Task<Conditions> Crud::named(Schema schema, std::string space, Conditions conditions) {
  if (!conditions.has_positions()) co_return conditions;
  auto spaces = co_await schema.spaces();
  if (spaces && (*spaces)->find(space) == nullptr) spaces = co_await schema.newer_than(*spaces);
  if (!spaces) co_return spaces.error();
  const SpaceDefinition* definition = (*spaces)->find(space);
  if (definition == nullptr) co_return unknown_space(space);
  co_return conditions.named(*definition);
}

}  // namespace tarantool
