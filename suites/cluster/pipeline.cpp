// SPDX-License-Identifier: Apache-2.0
#include "pipeline.hpp"

namespace suite {

void Pipeline::set_up(tare::Trial, OwnClient& client, Keys& keys, const Load& load) {
  client_ = &client;
  keys_ = &keys;
  for (unsigned i = 0; i < load.in_flight; ++i) begin(client.next());
}

void Pipeline::tear_down(tare::Trial) {
  is_ending_ = true;
  while (in_flight_ != 0) client_->drive();
}

void Pipeline::complete(std::size_t n) {
  completed_ = 0;
  while (completed_ < n && failure_.empty()) client_->drive();
  if (!failure_.empty()) tare::fail(failure_);
}

void Pipeline::begin(const Link& link) {
  ++in_flight_;
  client_->operations().read(
      *link.connection, *link.records, keys_->draw(),
      [this, &link](const tarantool::Result<bool>& found) { landed(link, found); });
}

void Pipeline::landed(const Link& link, const tarantool::Result<bool>& found) {
  --in_flight_;
  ++completed_;
  const std::string failure = failure_of(found);
  if (!failure.empty())
    failure_ = failure;
  else if (!is_ending_)
    begin(link);
}

}  // namespace suite
