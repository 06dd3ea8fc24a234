// SPDX-License-Identifier: Apache-2.0
// Bytes to and from a server, over TCP, a unix socket or TLS. All on the event loop's thread.
#pragma once

#include <boost/system/error_code.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "handler_memory.hpp"
#include "tarantool/address.hpp"
#include "tarantool/connection.hpp"
#include "tarantool/error.hpp"
#include "tarantool/event_loop.hpp"

namespace tarantool {

/// Who is told what became of reads and writes, and has the memory for them.
class TransportUser {
 public:
  HandlerMemory read_memory;
  HandlerMemory write_memory;

  virtual void on_read(const boost::system::error_code& error, std::size_t n) = 0;
  virtual void on_written(const boost::system::error_code& error, std::size_t n) = 0;

 protected:
  ~TransportUser() = default;
};

class Transport {
 public:
  virtual ~Transport() = default;

  /// Ends in on_read(), unless the transport ends before. One at a time; it keeps its user.
  virtual void read_some(char* to, std::size_t n, std::shared_ptr<TransportUser> user) = 0;
  /// Ends in on_written(), likewise.
  virtual void write_some(const char* from, std::size_t n, std::shared_ptr<TransportUser> user) = 0;
  /// Writes what can be without waiting, which may be nothing; failures are write_some()'s to tell.
  virtual std::size_t write_now(const char* from, std::size_t n) = 0;
  /// Reads and writes under way end with an error.
  virtual void close() = 0;
};

/// Connecting, under way until `done` is called, once, or it is cancelled.
class Opening {
 public:
  using Done = std::function<void(Result<std::unique_ptr<Transport>>)>;
  virtual ~Opening() = default;
  virtual void cancel() = 0;
};

std::shared_ptr<Opening> open_transport(EventLoop& loop, const Address& address,
                                        const std::optional<TlsOptions>& tls, Opening::Done done);

/// The failure of a connection, in one line.
Error network_error(const Address& address, const char* what,
                    const boost::system::error_code& error);

}  // namespace tarantool
