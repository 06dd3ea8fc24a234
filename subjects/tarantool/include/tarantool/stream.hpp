// SPDX-License-Identifier: Apache-2.0
// Transactions over several requests, where the server has streams (Tarantool 2.10 and later):
//
//   auto stream = Stream::open(connection);
//   if (!stream) return stream.error();
//   stream->done(begin()).future();
//   stream->done(insert(space, tuple)).future();
//   Result<Done> done = stream->done(commit()).future().get();
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "tarantool/connection.hpp"
#include "tarantool/sender.hpp"

namespace tarantool {

/// Requests of one connection that the server works on one after another, in their order, and that
/// begin(), commit() and rollback() make a transaction of. Its end ends nothing: a transaction that
/// is open then lasts until its timeout or the connection's end. Copies are the same stream.
class Stream : public Sender {
 public:
  /// A stream of its own. Cause::protocol where the server has none.
  static Result<Stream> open(std::shared_ptr<Connection> connection);

  /// As the connection does, but SendOptions::stream is this stream's number.
  RequestId submit(const RequestRef& request, const SendOptions& options, Completion done) override;
  bool cancel(RequestId id) override { return connection_->cancel(id); }

  std::uint64_t number() const { return number_; }  ///< Unlike any other's of the process.
  Connection& connection() const { return *connection_; }

 private:
  Stream(std::shared_ptr<Connection> connection, std::uint64_t number)
      : connection_(std::move(connection)), number_(number) {}

  std::shared_ptr<Connection> connection_;
  std::uint64_t number_;
};

}  // namespace tarantool
