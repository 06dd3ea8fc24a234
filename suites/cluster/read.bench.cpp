// SPDX-License-Identifier: Apache-2.0
#include <tare/async.hpp>

#include "clients.hpp"

TARE_GROUP(cluster);

namespace {

template <class Client>
void read(tare::Completion done, Client& client, suite::Keys& keys) {
  const suite::Link& link = client.next();
  client.operations().read(*link.connection, *link.records, keys.draw(),
                           [done](const tarantool::Result<bool>& found) {
                             const std::string failure = suite::failure_of(found);
                             if (!failure.empty()) return done.fail(failure);
                             done();
                           });
}

}  // namespace

/// A random record of either space, into a struct that exists.
TARE_CALLBACK_BENCH(read, tare::InFlight<&suite::Load::in_flight>, tare::Completion done,
                    suite::Target&, suite::Load&, suite::OwnClient& client, suite::Keys& keys,
                    suite::Spent&, suite::Submitted& submitted) {
  ++submitted.operations;
  read(done, client, keys);
}
TARE_OPTIONS(read, mode(tare::Mode::throughput));

/// The same, and each operation's time is its latency.
TARE_CALLBACK_BENCH(read_latency, tare::Latency<&suite::Load::in_flight>, tare::Completion done,
                    suite::Target&, suite::Load&, suite::OwnClient& client, suite::Keys& keys) {
  read(done, client, keys);
}
TARE_OPTIONS(read_latency, mode(tare::Mode::sample_time));

/// Over connections that all threads share.
TARE_CALLBACK_BENCH(read_shared, tare::InFlight<&suite::Load::in_flight>, tare::Completion done,
                    suite::Target&, suite::Load&, suite::SharedClient& client, suite::Keys& keys,
                    suite::Spent&, suite::Submitted& submitted) {
  ++submitted.operations;
  read(done, client, keys);
}
TARE_OPTIONS(read_shared, mode(tare::Mode::throughput));
