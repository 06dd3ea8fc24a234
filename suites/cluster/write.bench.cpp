// SPDX-License-Identifier: Apache-2.0
#include <tare/async.hpp>

#include "clients.hpp"
#include "writes.hpp"

TARE_GROUP(cluster);

namespace {

template <class Client>
void write(tare::Completion done, Client& client, suite::NewKeys& keys, suite::Keys& random,
           suite::Writes& writes) {
  const suite::Link& link = client.next();
  const std::uint64_t key = keys.next();
  suite::Writes::Pair& pair =
      writes.begin(done, key, client.operations().bucket_of(key), random.draw());
  const auto landed = [&writes, &pair](tarantool::Result<bool> stored) {
    writes.landed(pair, stored);
  };
  client.operations().write(*link.connection, pair.test, link.records->test, landed);
  client.operations().write(*link.connection, pair.profile, link.records->profile, landed);
}

}  // namespace

/// A new record into each space; an operation is both.
TARE_CALLBACK_BENCH(write, tare::InFlight<&suite::Load::in_flight>, tare::Completion done,
                    suite::Target&, suite::Load&, suite::OwnClient& client, suite::NewKeys& keys,
                    suite::Keys& random, suite::Writes& writes, suite::Spent&,
                    suite::Submitted& submitted) {
  ++submitted.operations;
  write(done, client, keys, random, writes);
}
TARE_OPTIONS(write, mode(tare::Mode::throughput));

/// The same, and each operation's time is its latency.
TARE_CALLBACK_BENCH(write_latency, tare::Latency<&suite::Load::in_flight>, tare::Completion done,
                    suite::Target&, suite::Load&, suite::OwnClient& client, suite::NewKeys& keys,
                    suite::Keys& random, suite::Writes& writes) {
  write(done, client, keys, random, writes);
}
TARE_OPTIONS(write_latency, mode(tare::Mode::sample_time));

/// Over connections that all threads share.
TARE_CALLBACK_BENCH(write_shared, tare::InFlight<&suite::Load::in_flight>, tare::Completion done,
                    suite::Target&, suite::Load&, suite::SharedClient& client, suite::NewKeys& keys,
                    suite::Keys& random, suite::Writes& writes, suite::Spent&,
                    suite::Submitted& submitted) {
  ++submitted.operations;
  write(done, client, keys, random, writes);
}
TARE_OPTIONS(write_shared, mode(tare::Mode::throughput));
