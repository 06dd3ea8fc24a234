// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "event_loop_core.hpp"
#include "frame.hpp"
#include "handler_memory.hpp"
#include "in_flight.hpp"
#include "tarantool/connection.hpp"
#include "transport.hpp"

namespace tarantool {

/// What a connection is while it lives, which may be longer than its handle does. Requests come
/// from any thread, under the mutex; all else happens on the loop's.
class Connection::Core final : public TransportUser,
                               public Deferred,
                               public std::enable_shared_from_this<Core> {
 public:
  using Clock = std::chrono::steady_clock;

  Core(EventLoop& loop, const Address& address, const ConnectionOptions& options);
  ~Core();

  /// Connects and authenticates.
  void open(Ready ready);
  RequestId submit(const RequestRef& request, const SendOptions& options, Completion&& done);
  bool cancel(RequestId id);
  void close() { close(failure(Cause::cancelled, "closed")); }
  void close(Error why);
  void on_close(std::function<void(const Error&)> function);
  void watch(std::string key, std::function<void(Decoder)> handler);
  void unwatch(const std::string& key);

  bool is_open() const;
  std::size_t in_flight() const;
  std::uint64_t received() const { return received_.load(std::memory_order_relaxed); }
  bool has(Feature feature) const { return features_.count(feature) != 0; }

  EventLoop& loop;
  const Address address;
  const ConnectionOptions options;
  const std::uint64_t number;
  Greeting greeting;  // Written before the connection is given out.

 private:
  enum class State : std::uint8_t { opening, open, closed };

  struct Answer {
    Frame frame;
    InFlight::Request request;
  };

  // The way to an open connection, in its order.
  void greet(std::string_view bytes);
  void negotiate();
  void authenticate();
  void opened();

  void on_read(const boost::system::error_code& error, std::size_t n) override;
  void on_written(const boost::system::error_code& error, std::size_t n) override;
  void read_more(std::size_t n);
  void handle_incoming();
  /// Hands out some of the answers that lie at `handled`, in their order, and adds their bytes to
  /// it. False: nothing whole is left, or the connection has failed.
  bool handle_some(std::size_t& handled);
  FrameParser::Outcome collect_answers(std::size_t& handled);
  void hand_out_answers();
  void handle_message(const Frame& frame);
  void handle_event(const Reply& event);
  /// A request that has no answer, and so no number.
  void send_unanswered(const RequestRef& request);

  bool has_room() const;
  bool wait_for_room(std::unique_lock<std::mutex>& lock, Clock::time_point deadline);
  /// Under the mutex: the bytes from `size_before` on are to be sent.
  void outgoing_has_grown(std::size_t size_before);
  void run_deferred() override { flush(); }
  void flush();
  /// Sends what lies in writing_, as much as goes at once.
  void write_some();
  void has_sent(std::size_t n);
  void arm_deadline();
  void expire();
  /// An error that says which server it is about.
  Error failure(Cause cause, const std::string& what) const;
  /// Ends it, for good. On the loop's thread.
  void fail(Error error);
  void notify_room();

  // On the loop's thread alone.
  std::shared_ptr<Opening> opening_;
  std::unique_ptr<Transport> transport_;
  Ready ready_;
  boost::asio::steady_timer connect_timer_;
  boost::asio::steady_timer deadline_timer_;
  HandlerMemory timer_memory_;
  Clock::time_point armed_ = Clock::time_point::max();
  FrameParser parser_;
  Buffer incoming_;
  std::atomic<std::uint64_t> received_{0};  // Written on the loop's thread.
  bool is_greeted_ = false;
  std::vector<Answer> answers_;  // Being handed out.
  Buffer writing_;               // What is being sent, and of that
  std::size_t written_ = 0;      // what has been.
  std::function<void(const Error&)> on_close_;
  std::map<std::string, std::function<void(Decoder)>> watchers_;
  std::set<Feature> features_;

  mutable std::mutex mutex_;
  std::condition_variable room_;
  std::size_t waiting_for_room_ = 0;
  std::atomic<State> state_ = State::opening;  // Written under the mutex.
  std::optional<Error> why_closed_;
  InFlight in_flight_;
  Buffer outgoing_;  // What is to be sent next.
  std::size_t unsent_ = 0;
  bool flush_will_come_ = false;
  Clock::time_point next_deadline_ = Clock::time_point::max();
};

}  // namespace tarantool
