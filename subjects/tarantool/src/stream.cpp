// SPDX-License-Identifier: Apache-2.0
#include "tarantool/stream.hpp"

#include <atomic>

namespace tarantool {

Result<Stream> Stream::open(std::shared_ptr<Connection> connection) {
  if (!connection->has(Feature::streams)) {
    return make_error(Cause::protocol, connection->address().to_string() +
                                           ": the server, of version " +
                                           connection->server_version() + ", has no streams");
  }
  static std::atomic<std::uint64_t> last{0};
  return Stream(std::move(connection), ++last);
}

RequestId Stream::submit(const RequestRef& request, const SendOptions& options, Completion done) {
  SendOptions in_stream = options;
  in_stream.stream = number_;
  return connection_->submit(request, in_stream, std::move(done));
}

}  // namespace tarantool
