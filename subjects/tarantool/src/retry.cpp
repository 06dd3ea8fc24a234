// SPDX-License-Identifier: Apache-2.0
#include "tarantool/retry.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace tarantool {
namespace {

using namespace std::chrono_literals;

/// Bytes of a request's copy that are kept for the next one's: of most requests all.
constexpr std::size_t kept_body = 4096;

/// Unlike any connection's, which count up from 1.
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{std::uint64_t{1} << 63};
  return ++last;
}

const Error cancelled = make_error(Cause::cancelled, "cancelled");

bool is_router_code(const Error& error) {
  return error.cause == Cause::server &&
         (error.code == server_code::no_connection || error.code == server_code::timeout);
}

}  // namespace

bool is_effect_unknown(const Error& error) {
  return error.cause == Cause::network || error.cause == Cause::timeout ||
         error.cause == Cause::protocol || is_router_code(error);
}

bool is_passing(const Error& error) {
  return error.cause == Cause::network || error.cause == Cause::timeout ||
         error.cause == Cause::closed || error.cause == Cause::overloaded || is_router_code(error);
}

/// What is sent again and again, in places that are used again: their number is the most that were
/// ever in flight. The mutex guards what other threads than the loop's may touch: the places'
/// order, and of a request that is in flight its `turn` to `was_cancelled`.
class Retrying::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(EventLoop& loop, std::shared_ptr<Sender> next, RetryPolicy policy)
      : loop_(loop), next_(std::move(next)), policy_(std::move(policy)) {}

  RequestId submit(const RequestRef& request, const SendOptions& options, Completion done);
  bool cancel(RequestId id);
  void close();

 private:
  using Clock = std::chrono::steady_clock;

  enum class State : std::uint8_t { free, trying, waiting };
  struct Pending {
    explicit Pending(std::uint32_t number) : index(number) {}

    const std::uint32_t index;
    Command command{};
    SendOptions options;
    Buffer body;
    std::optional<Completion> done;
    Clock::time_point begun;
    Clock::time_point deadline;
    std::unique_ptr<Timer> timer;
    std::uint32_t turn = 1;  // How many requests have had this place, this one included.
    State state = State::free;
    std::uint32_t attempts = 0;
    RequestId sent_as;
    bool was_cancelled = false;
  };
  /// A request, which may have ended and left its place to another.
  struct Ticket {
    Pending* pending;
    std::uint32_t turn;
  };

  Pending& acquire();
  void release(Pending& pending);
  void attempt(Ticket ticket);
  void answered(Ticket ticket, const Reply& reply);
  std::optional<std::chrono::milliseconds> delay_after(const Pending& pending, const Error& error);
  void attempt_again(Ticket ticket);
  void give_up(Ticket ticket, const Error& error);
  void finish(Pending& pending, const Reply& reply);
  bool is_still(Ticket ticket, State state) const {
    return ticket.pending->turn == ticket.turn && ticket.pending->state == state;
  }

  EventLoop& loop_;
  const std::shared_ptr<Sender> next_;
  const RetryPolicy policy_;
  const std::uint64_t number_ = next_number();

  std::mutex mutex_;
  bool is_closed_ = false;
  std::deque<Pending> places_;
  std::vector<Pending*> free_;
};

RequestId Retrying::Core::submit(const RequestRef& request, const SendOptions& options,
                                 Completion done) {
  if (options.stream != 0) return next_->submit(request, options, std::move(done));
  Pending& pending = acquire();
  Encoder encoder(pending.body);
  request.encode(encoder);
  if (encoder.failed()) {  // Whoever sends it says so.
    release(pending);
    return next_->submit(request, options, std::move(done));
  }
  pending.command = request.command();
  pending.options = options;
  pending.done.emplace(std::move(done));
  pending.begun = Clock::now();
  pending.deadline = pending.begun + (options.timeout > 0ms ? options.timeout : policy_.timeout);
  const Ticket ticket{&pending, pending.turn};
  attempt(ticket);
  return {number_, std::uint64_t{ticket.turn} << 32 | pending.index};
}

Retrying::Core::Pending& Retrying::Core::acquire() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    free_.push_back(&places_.emplace_back(static_cast<std::uint32_t>(places_.size())));
  }
  Pending& pending = *free_.back();
  free_.pop_back();
  pending.state = State::trying;
  pending.attempts = 0;
  pending.was_cancelled = false;
  return pending;
}

void Retrying::Core::release(Pending& pending) {
  pending.body.truncate(0);
  pending.body.shrink(kept_body);
  const std::lock_guard lock(mutex_);
  pending.state = State::free;
  ++pending.turn;
  free_.push_back(&pending);
}

void Retrying::Core::attempt(Ticket ticket) {
  Pending& pending = *ticket.pending;
  const auto left = pending.deadline - Clock::now();
  SendOptions options = pending.options;
  options.timeout = std::max(1ms, std::chrono::ceil<std::chrono::milliseconds>(left));
  if (policy_.try_timeout > 0ms) options.timeout = std::min(options.timeout, policy_.try_timeout);
  std::uint32_t attempts = 0;
  {
    const std::lock_guard lock(mutex_);
    attempts = ++pending.attempts;
    pending.sent_as = {};
  }
  const RequestId id =
      next_->submit({pending.command, pending.body}, options,
                    Completion([self = shared_from_this(), ticket](const Reply& reply) {
                      self->answered(ticket, reply);
                    }));
  bool was_cancelled = false;
  {
    // It may have been answered by now, and even be at its next attempt.
    const std::lock_guard lock(mutex_);
    if (!is_still(ticket, State::trying) || pending.attempts != attempts) return;
    pending.sent_as = id;
    was_cancelled = pending.was_cancelled;
  }
  if (was_cancelled) next_->cancel(id);
}

void Retrying::Core::answered(Ticket ticket, const Reply& reply) {
  if (reply.ok()) return finish(*ticket.pending, reply);
  const Error error = reply.error();
  const auto delay = delay_after(*ticket.pending, error);
  bool was_cancelled = false;
  bool waits = false;
  {
    const std::lock_guard lock(mutex_);
    was_cancelled = ticket.pending->was_cancelled;
    waits = delay && !was_cancelled && !is_closed_;
    if (waits) ticket.pending->state = State::waiting;
  }
  if (was_cancelled) return finish(*ticket.pending, Reply(cancelled));
  if (!waits) return finish(*ticket.pending, reply);
  if (policy_.on_retry) policy_.on_retry(error);
  auto& timer = ticket.pending->timer;
  if (!timer) timer = std::make_unique<Timer>(loop_);
  timer->start(*delay, [self = shared_from_this(), ticket] { self->attempt_again(ticket); });
}

std::optional<std::chrono::milliseconds> Retrying::Core::delay_after(const Pending& pending,
                                                                     const Error& error) {
  if (policy_.attempts != 0 && pending.attempts >= policy_.attempts) return std::nullopt;
  const bool is_idempotent =
      pending.options.idempotent || reads_only(pending.command, pending.options);
  if (!is_idempotent && is_effect_unknown(error)) return std::nullopt;
  if (!policy_.is_worth_it(error)) return std::nullopt;
  const auto delay = policy_.delay.after(pending.attempts);
  const auto last = policy_.give_up_after > 0ms
                        ? std::min(pending.deadline, pending.begun + policy_.give_up_after)
                        : pending.deadline;
  if (Clock::now() + delay >= last) return std::nullopt;
  return delay;
}

void Retrying::Core::attempt_again(Ticket ticket) {
  {
    const std::lock_guard lock(mutex_);
    if (!is_still(ticket, State::waiting)) return;
    if (is_closed_ || ticket.pending->was_cancelled) return;  // give_up() is on its way.
    ticket.pending->state = State::trying;
  }
  attempt(ticket);
}

bool Retrying::Core::cancel(RequestId id) {
  if (id.sender != number_) return false;
  const std::size_t index = id.sync & 0xffffffff;
  RequestId sent_as;
  {
    const std::lock_guard lock(mutex_);
    if (index >= places_.size()) return false;
    Pending& pending = places_[index];
    const Ticket ticket{&pending, static_cast<std::uint32_t>(id.sync >> 32)};
    if (pending.turn != ticket.turn || pending.state == State::free) return false;
    pending.was_cancelled = true;
    if (pending.state == State::waiting) {
      loop_.post([self = shared_from_this(), ticket] { self->give_up(ticket, cancelled); });
    }
    sent_as = pending.state == State::trying ? pending.sent_as : RequestId{};
  }
  // Without an id it is just being sent, and then cancelled; or it has failed and is not sent
  // again.
  return sent_as == RequestId{} || next_->cancel(sent_as);
}

void Retrying::Core::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  for (Pending& pending : places_) {
    if (pending.state != State::waiting) continue;
    loop_.post([self = shared_from_this(), ticket = Ticket{&pending, pending.turn}] {
      self->give_up(ticket, make_error(Cause::closed, "closed between attempts"));
    });
  }
}

void Retrying::Core::give_up(Ticket ticket, const Error& error) {
  {
    const std::lock_guard lock(mutex_);
    if (!is_still(ticket, State::waiting)) return;
  }
  ticket.pending->timer->cancel();
  finish(*ticket.pending, Reply(error));
}

void Retrying::Core::finish(Pending& pending, const Reply& reply) {
  Completion done = std::move(*pending.done);
  pending.done.reset();
  release(pending);
  done(reply);
}

Retrying::Retrying(EventLoop& loop, std::shared_ptr<Sender> next, RetryPolicy policy)
    : core_(std::make_shared<Core>(loop, std::move(next), std::move(policy))) {}

Retrying::~Retrying() { core_->close(); }

RequestId Retrying::submit(const RequestRef& request, const SendOptions& options, Completion done) {
  return core_->submit(request, options, std::move(done));
}

bool Retrying::cancel(RequestId id) { return core_->cancel(id); }

}  // namespace tarantool
