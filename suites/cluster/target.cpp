// SPDX-License-Identifier: Apache-2.0
#include "target.hpp"

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <tarantool/servers/topologies.hpp>

#include "rows.hpp"
#include "stand_in.hpp"

namespace suite {

namespace {

tarantool::Uri parse(std::string_view text) {
  auto uri = tarantool::Uri::parse(text);
  if (!uri) tare::fail("no address of a server: '" + std::string(text) + "'");
  return *std::move(uri);
}

std::vector<tarantool::Uri> parse_list(std::string_view text) {
  std::vector<tarantool::Uri> uris;
  while (true) {
    const std::size_t comma = text.find(',');
    uris.push_back(parse(text.substr(0, comma)));
    if (comma == std::string_view::npos) return uris;
    text.remove_prefix(comma + 1);
  }
}

/// Nothing is written to disk: the client is what is measured, and the log would be the limit.
tarantool::servers::Options without_log() {
  tarantool::servers::Options options;
  options.wal_mode = "none";
  options.records = records;
  options.memtx_memory = std::size_t{4} << 30U;  // Mapped as it fills: inserts go on for long.
  return options;
}

}  // namespace

struct Target::Servers {
  std::optional<tarantool::servers::Instance> instance;
  std::optional<tarantool::servers::ShardedCluster> cluster;
  std::optional<StandIn> stand_in;
};

Target::Target() = default;
Target::~Target() = default;

void Target::set_up(tare::Trial) {
  uris_.clear();
  servers_ = std::make_unique<Servers>();
  const char* const own = std::getenv("TARANTOOL_URI");
  if (kind_ == TargetKind::stand_in) {
    uris_.push_back(parse(servers_->stand_in.emplace().uri()));
  } else if (own != nullptr && *own != '\0') {
    uris_ = parse_list(own);
  } else if (!tarantool::servers::available()) {
    tare::skip("there is no program `tarantool`: install it, or set TARANTOOL_URI");
  } else if (kind_ == TargetKind::instance) {
    uris_.push_back(parse(servers_->instance.emplace(without_log()).uri()));
  } else {
    for (const std::string& uri : servers_->cluster.emplace(without_log()).router_uris()) {
      uris_.push_back(parse(uri));
    }
  }
}

std::uint64_t Target::first_free_key() const {
  if (servers_->instance || servers_->cluster) return first_key + records;
  using std::chrono::microseconds;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<microseconds>(now).count());
}

void Target::tear_down(tare::Trial) { servers_.reset(); }

}  // namespace suite

bool tare::ParamText<suite::TargetKind>::parse(std::string_view text, suite::TargetKind& kind) {
  if (text == "instance")
    kind = suite::TargetKind::instance;
  else if (text == "cluster")
    kind = suite::TargetKind::cluster;
  else if (text == "standIn")
    kind = suite::TargetKind::stand_in;
  else
    return false;
  return true;
}
