// SPDX-License-Identifier: Apache-2.0
// What requests are sent by: a connection, a pool of them, a replica set, a decorator that tries
// again. All take the same requests, and give the answers by callback, future or coroutine:
//
//   sender.rows<Row>(select(space, key)).then([](Result<std::vector<Row>> rows) { ... });
//   std::future<Result<std::optional<Row>>> row = sender.first<Row>(insert(space, tuple)).future();
//   auto [sum] = *co_await sender.values<int>(call("sum", 1, 2)).timeout(100ms);
#pragma once

#include <chrono>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "tarantool/completion.hpp"
#include "tarantool/error.hpp"
#include "tarantool/reply.hpp"
#include "tarantool/request.hpp"

namespace tarantool {

/// Any request, for the time of the call that it is given to.
class RequestRef {
 public:
  template <Request R>
  RequestRef(const R& request)
      : request_(&request),
        command_(request.command),
        encode_([](const void* self, Encoder& encoder) {
          static_cast<const R*>(self)->encode(encoder);
        }) {}
  /// A body that was written before.
  RequestRef(Command command, const Buffer& body)
      : request_(&body), command_(command), encode_([](const void* self, Encoder& encoder) {
          encoder.raw(static_cast<const Buffer*>(self)->view());
        }) {}

  Command command() const { return command_; }
  /// Writes the body.
  void encode(Encoder& encoder) const { encode_(request_, encoder); }

 private:
  const void* request_;
  Command command_;
  void (*encode_)(const void*, Encoder&);
};

/// Called with each message that a server pushes before its answer.
using PushHandler = std::function<void(const Reply&)>;

/// What a request needs of a server in a replica set.
enum class Access : std::uint8_t {
  automatic,  ///< select, ping and vote read, all others write.
  write,
  read,  ///< It changes nothing: a replica may answer it, and it may be sent again.
};

struct SendOptions {
  /// From now to the answer; 0: what the sender was made with. Kept to some milliseconds.
  std::chrono::milliseconds timeout{0};
  /// That the request was made for: error 109 if the server's is another. 0: whichever.
  std::uint64_t schema_version = 0;
  /// 0: no stream.
  std::uint64_t stream = 0;
  /// Not owned; must be there until the answer.
  const PushHandler* on_push = nullptr;
  /// Heeded by senders that know their servers' roles (replica_set.hpp).
  Access access = Access::automatic;
  /// To do it twice is to do it once: it may be sent again where nobody knows if it was done.
  bool idempotent = false;
};

/// A request in flight.
struct RequestId {
  std::uint64_t sender = 0;  ///< Number of the connection, or of another sender; 0: none.
  std::uint64_t sync = 0;
  bool operator==(const RequestId&) const = default;
};

template <class T, Request R>
class Operation;

/// Whether a request changes nothing.
inline bool reads_only(Command command, const SendOptions& options) {
  if (options.access != Access::automatic) return options.access == Access::read;
  return command == Command::select || command == Command::ping || command == Command::vote;
}

/// Sends requests. All functions may be called on any thread.
class Sender {
 public:
  virtual ~Sender() = default;

  /// Sends a request. `done` is called exactly once, with the answer or why there is none, on the
  /// thread that runs the event loop; never from within this call. It must not throw. While the
  /// sender has as many requests in flight, or bytes unsent, as its limits allow, a call on the
  /// loop's own thread fails by Cause::overloaded, and one on another thread waits, at most for the
  /// request's time. A request is encoded within the call, and must not use the sender therein.
  virtual RequestId submit(const RequestRef& request, const SendOptions& options,
                           Completion done) = 0;
  /// Gives a request up: it completes by Cause::cancelled and its answer, if one comes, is dropped.
  /// False: it is not in flight (any more).
  virtual bool cancel(RequestId id) = 0;

  /// The answer as it comes: callback(const Reply&).
  template <Request R, class F>
  RequestId send(const R& request, F callback, const SendOptions& options = {}) {
    return submit(request, options, Completion(std::move(callback)));
  }

  /// The answer read as a T, the whole list; as reply.read<T>().
  template <Readable T, Request R>
  Operation<T, R> get(R request) {
    return {*this, std::move(request), [](const Reply& reply) { return reply.read<T>(); }};
  }
  /// A list of Ts: what a select answers.
  template <Readable T, Request R>
  Operation<std::vector<T>, R> rows(R request) {
    return get<std::vector<T>>(std::move(request));
  }
  /// The list's first element: a stored tuple, or what a function returned first.
  template <Readable T, Request R>
  Operation<std::optional<T>, R> first(R request) {
    return {*this, std::move(request), [](const Reply& reply) { return reply.first<T>(); }};
  }
  /// All that a function returned.
  template <Readable... T, Request R>
  Operation<std::tuple<T...>, R> values(R request) {
    return get<std::tuple<T...>>(std::move(request));
  }
  /// Whether it went well, and nothing else.
  template <Request R>
  Operation<Done, R> done(R request) {
    return {*this, std::move(request), [](const Reply& reply) -> Result<Done> {
              if (!reply.ok()) return reply.error();
              return Done{};
            }};
  }
  template <Readable T = Value, Request R>
  Operation<SqlResult<T>, R> sql(R request) {
    return {*this, std::move(request), [](const Reply& reply) { return read_sql<T>(reply); }};
  }
};

/// A request that is not sent yet: by then(), future() or co_await it is. To be used in the
/// expression that makes it, since a request refers to what it is made of.
template <class T, Request R>
class [[nodiscard]] Operation {
 public:
  using Read = Result<T> (*)(const Reply&);

  Operation(Sender& sender, R request, Read read)
      : sender_(&sender), request_(std::move(request)), read_(read) {}

  Operation&& timeout(std::chrono::milliseconds value) && {
    options_.timeout = value;
    return std::move(*this);
  }
  Operation&& with(const SendOptions& options) && {
    options_ = options;
    return std::move(*this);
  }

  /// callback(Result<T>).
  template <class F>
  RequestId then(F callback) && {
    return sender_->send(
        request_,
        [read = read_, callback = std::move(callback)](const Reply& reply) mutable {
          callback(read(reply));
        },
        options_);
  }

  std::future<Result<T>> future() && {
    std::promise<Result<T>> promise;
    auto future = promise.get_future();
    std::move(*this).then([promise = std::move(promise)](Result<T> result) mutable {
      promise.set_value(std::move(result));
    });
    return future;
  }

  /// The coroutine goes on on the event loop's thread.
  auto operator co_await() && { return Awaiter{std::move(*this), std::nullopt}; }

 private:
  struct Awaiter {
    Operation operation;
    std::optional<Result<T>> result;

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> waiting) {
      // It may go on, and end this awaiter, before send() returns.
      operation.sender_->send(
          operation.request_,
          [this, waiting](const Reply& reply) {
            result.emplace(operation.read_(reply));
            waiting.resume();
          },
          operation.options_);
    }
    Result<T> await_resume() { return std::move(*result); }
  };

  Sender* sender_;
  R request_;
  Read read_;
  SendOptions options_;
};

}  // namespace tarantool
