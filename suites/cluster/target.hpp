// SPDX-License-Identifier: Apache-2.0
// What requests go to.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <tarantool/address.hpp>
#include <tare/tare.hpp>
#include <vector>

namespace suite {

enum class TargetKind : std::uint8_t {
  instance,  ///< One Tarantool.
  cluster,   ///< Routers before storages.
  stand_in,  ///< No Tarantool: a process that answers with what it has ready.
};

/// Servers that a fork starts for itself and that end with it; or those of the user, which the
/// variable TARANTOOL_URI of the environment names, with commas between them.
class Target {
 public:
  Target();
  ~Target();

  static void params(tare::Params<Target>& p) {
    p.add("target", &Target::kind_, {"instance", "cluster"});
  }
  void set_up(tare::Trial);
  void tear_down(tare::Trial);

  TargetKind kind() const { return kind_; }
  /// Requests are sent to these in turn.
  const std::vector<tarantool::Uri>& uris() const { return uris_; }
  /// From which on there are no records: of a server that stays, no earlier run has written any.
  std::uint64_t first_free_key() const;

 private:
  struct Servers;

  TargetKind kind_ = TargetKind::instance;
  std::vector<tarantool::Uri> uris_;
  std::unique_ptr<Servers> servers_;
};

}  // namespace suite

template <>
struct tare::ParamText<suite::TargetKind> {
  static bool parse(std::string_view text, suite::TargetKind& kind);
};
