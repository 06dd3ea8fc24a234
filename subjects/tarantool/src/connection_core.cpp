// SPDX-License-Identifier: Apache-2.0
#include "connection_core.hpp"

#include <atomic>
#include <ctime>
#include <utility>

#include "late_failure.hpp"

namespace tarantool {

using boost::system::error_code;

namespace {

/// A read asks for that much at least: what a socket's buffer holds by default.
constexpr std::size_t read_size = std::size_t{64} << 10;

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// What comes before an answer, or without one.
bool is_message(const Frame& frame) {
  return frame.header.code == reply_code::push || frame.header.code == reply_code::event;
}

/// The time as the kernel last noted it, and the step between its notes: that costs a fifth of what
/// the exact time does, and is some milliseconds off it.
std::chrono::steady_clock::time_point now() {
  static const std::chrono::nanoseconds step = [] {
    timespec resolution{};
    clock_getres(CLOCK_MONOTONIC_COARSE, &resolution);
    return std::chrono::nanoseconds(resolution.tv_nsec);
  }();
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return std::chrono::steady_clock::time_point(std::chrono::seconds(time.tv_sec) +
                                               std::chrono::nanoseconds(time.tv_nsec) + step);
}

/// chap-sha1.
struct Auth {
  static constexpr Command command = Command::auth;
  const Credentials& credentials;
  const std::string& salt;

  void encode(Encoder& encoder) const {
    encoder.map(2);
    detail::write_entry(encoder, Key::user, credentials.user);
    const std::string proof = scramble(credentials.password, salt);
    detail::write_entry(encoder, Key::tuple, std::pair(std::string_view("chap-sha1"), proof));
  }
};

/// What this client can do, and the version of the protocol that says so.
struct Identification {
  static constexpr Command command = Command::id;
  void encode(Encoder& encoder) const {
    encoder.map(2);
    detail::write_entry(encoder, Key::version, 3);  // The first that has watchers.
    detail::write_entry(encoder, Key::features,
                        std::vector{Feature::streams, Feature::transactions,
                                    Feature::error_extension, Feature::watchers});
  }
};

template <Command what>
struct Watching {
  static constexpr Command command = what;
  const std::string& key;
  void encode(Encoder& encoder) const {
    encoder.map(1);
    detail::write_entry(encoder, Key::event_key, key);
  }
};

}  // namespace

Connection::Core::Core(EventLoop& event_loop, const Address& where, const ConnectionOptions& how)
    : loop(event_loop),
      address(where),
      options(how),
      number(next_number()),
      connect_timer_(event_loop.core().context),
      deadline_timer_(event_loop.core().context),
      parser_(how.limits.reply) {}

Connection::Core::~Core() {
  // Only where the loop ended first: nobody else could let go of a core with requests in flight.
  const Error error = failure(Cause::cancelled, "the event loop has ended");
  transport_.reset();  // What was to follow an answer does not any more.
  for (InFlight::Request& request : in_flight_.take_all()) request.done(Reply(error));
  if (ready_) ready_(error);
}

void Connection::Core::open(Ready ready) {
  ready_ = std::move(ready);
  connect_timer_.expires_after(std::min(options.connect_timeout, longest_wait));
  connect_timer_.async_wait([self = shared_from_this()](const error_code& error) {
    if (error || !self->ready_) return;
    self->fail(self->failure(
        Cause::timeout,
        "not connected within " + std::to_string(self->options.connect_timeout.count()) + " ms"));
  });
  opening_ = open_transport(loop, address, options.tls,
                            [this](Result<std::unique_ptr<Transport>> transport) {
                              const auto self = shared_from_this();
                              opening_.reset();
                              if (!transport) return fail(std::move(transport.error()));
                              transport_ = *std::move(transport);
                              read_more(Greeting::size);
                            });
}

void Connection::Core::greet(std::string_view bytes) {
  auto parsed = Greeting::parse(bytes);
  if (!parsed) {
    return fail(failure(Cause::protocol, "no Tarantool greets there"));
  }
  greeting = *std::move(parsed);
  is_greeted_ = true;
  negotiate();
}

void Connection::Core::negotiate() {
  if (!greeting.is_at_least(2, 10)) return authenticate();
  submit(Identification{}, {.timeout = options.connect_timeout},
         Completion([this](const Reply& reply) {
           if (auto features = reply.field(Key::features)) {
             std::vector<std::uint64_t> numbers;
             if (tarantool::read(*features, numbers)) {
               for (const auto feature : numbers) features_.insert(static_cast<Feature>(feature));
             }
           }
           if (transport_) authenticate();
         }));
}

void Connection::Core::authenticate() {
  if (options.credentials.user.empty()) return opened();
  submit(Auth{options.credentials, greeting.salt}, {.timeout = options.connect_timeout},
         Completion([this](const Reply& reply) {
           if (!transport_) return;  // It failed meanwhile, and has said so.
           if (!reply.ok()) return fail(reply.error());
           opened();
         }));
}

void Connection::Core::opened() {
  connect_timer_.cancel();
  {
    const std::lock_guard lock(mutex_);
    state_ = State::open;
  }
  const Ready ready = std::exchange(ready_, nullptr);
  ready(std::shared_ptr<Connection>(new Connection(shared_from_this())));
}

RequestId Connection::Core::submit(const RequestRef& request, const SendOptions& send,
                                   Completion&& done) {
  const auto timeout = send.timeout.count() > 0 ? send.timeout : options.request_timeout;
  const Clock::time_point deadline = now() + std::min(timeout, longest_wait);
  std::unique_lock lock(mutex_);
  if (state_ != State::closed && !has_room() && !wait_for_room(lock, deadline)) {
    fail_later(loop, std::move(done), failure(Cause::overloaded, "too many requests in flight"));
    return {};
  }
  if (state_ == State::closed) {
    fail_later(loop, std::move(done), make_error(Cause::closed, why_closed_->message));
    return {};
  }
  const std::size_t size_before = outgoing_.size();
  const std::uint64_t sync = in_flight_.next_sync();
  if (const auto unwritable = write_frame(outgoing_, request, sync, send)) {
    fail_later(loop, std::move(done), make_error(Cause::type, *unwritable));
    return {};
  }
  in_flight_.add(std::move(done), deadline, send.on_push);
  next_deadline_ = std::min(next_deadline_, deadline);
  outgoing_has_grown(size_before);
  return {number, sync};
}

Error Connection::Core::failure(Cause cause, const std::string& what) const {
  return make_error(cause, address.to_string() + ": " + what);
}

bool Connection::Core::has_room() const {
  return in_flight_.size() < std::min(options.limits.in_flight, InFlight::most) &&
         unsent_ < options.limits.unsent;
}

bool Connection::Core::wait_for_room(std::unique_lock<std::mutex>& lock,
                                     Clock::time_point deadline) {
  if (loop.core().is_run_here()) return false;  // It would wait for itself.
  ++waiting_for_room_;
  const bool found =
      room_.wait_until(lock, deadline, [this] { return state_ == State::closed || has_room(); });
  --waiting_for_room_;
  return found;
}

void Connection::Core::notify_room() {
  if (waiting_for_room_ != 0 && has_room()) room_.notify_all();
}

bool Connection::Core::cancel(RequestId id) {
  if (id.sender != number) return false;
  InFlight::Request request;
  {
    const std::lock_guard lock(mutex_);
    if (!in_flight_.take(id.sync, request)) return false;
    notify_room();
  }
  fail_later(loop, std::move(request.done), failure(Cause::cancelled, "cancelled"));
  return true;
}

void Connection::Core::outgoing_has_grown(std::size_t size_before) {
  unsent_ += outgoing_.size() - size_before;
  if (!std::exchange(flush_will_come_, true)) loop.core().defer(shared_from_this());
}

void Connection::Core::flush() {
  if (!transport_) return;
  const bool is_idle = writing_.size() == 0;
  {
    const std::lock_guard lock(mutex_);
    flush_will_come_ = false;
    if (is_idle) std::swap(writing_, outgoing_);
  }
  arm_deadline();
  if (is_idle && writing_.size() != 0) write_some();
}

void Connection::Core::write_some() {
  const std::size_t n =
      transport_->write_now(writing_.data() + written_, writing_.size() - written_);
  if (n != 0) has_sent(n);
  if (writing_.size() != 0) {
    transport_->write_some(writing_.data() + written_, writing_.size() - written_,
                           shared_from_this());
  }
}

void Connection::Core::has_sent(std::size_t n) {
  written_ += n;
  if (written_ == writing_.size()) {
    written_ = 0;
    writing_.truncate(0);
    writing_.shrink(options.limits.kept_buffer);
  }
  const std::lock_guard lock(mutex_);
  unsent_ -= n;
  notify_room();
}

void Connection::Core::on_written(const error_code& error, std::size_t n) {
  if (!transport_) return;
  if (error) return fail(network_error(address, "connection lost", error));
  has_sent(n);
  if (writing_.size() == 0) return flush();
  write_some();
}

void Connection::Core::read_more(std::size_t n) {
  transport_->read_some(incoming_.room(n), incoming_.capacity() - incoming_.size(),
                        shared_from_this());
}

void Connection::Core::on_read(const error_code& error, std::size_t n) {
  if (!transport_) return;
  if (error) return fail(network_error(address, "connection lost", error));
  incoming_.advance(n);
  received_.store(received() + n, std::memory_order_relaxed);
  if (!is_greeted_) {
    if (incoming_.size() < Greeting::size) return read_more(Greeting::size - incoming_.size());
    greet(incoming_.view().substr(0, Greeting::size));
    incoming_.consume(Greeting::size);
  }
  handle_incoming();
}

void Connection::Core::handle_incoming() {
  {
    // What callbacks send goes out in one piece when they are done.
    const std::lock_guard lock(mutex_);
    flush_will_come_ = true;
  }
  std::size_t handled = 0;
  while (transport_ && handle_some(handled)) continue;
  if (!transport_) return;
  incoming_.consume(handled);
  if (parser_.size() <= options.limits.kept_buffer) incoming_.shrink(options.limits.kept_buffer);
  const std::size_t missing = parser_.size() - incoming_.size();
  flush();
  // No more at once than has come already: what a frame promises may never come.
  read_more(std::max(read_size, std::min(missing, incoming_.size())));
}

bool Connection::Core::handle_some(std::size_t& handled) {
  const FrameParser::Outcome outcome = collect_answers(handled);
  if (!answers_.empty()) {
    hand_out_answers();
  } else if (outcome == FrameParser::Outcome::frame) {
    handled += parser_.size();
    handle_message(parser_.frame());
  }
  if (outcome == FrameParser::Outcome::unsound) {
    fail(failure(Cause::protocol, parser_.reason()));
  }
  return outcome == FrameParser::Outcome::frame;
}

FrameParser::Outcome Connection::Core::collect_answers(std::size_t& handled) {
  // So many that taking the mutex costs little.
  constexpr std::size_t most = 64;
  answers_.clear();
  while (true) {
    const FrameParser::Outcome outcome = parser_.parse(incoming_.view().substr(handled));
    if (outcome != FrameParser::Outcome::frame) return outcome;
    if (answers_.size() == most || is_message(parser_.frame())) return outcome;
    handled += parser_.size();
    answers_.push_back({parser_.frame(), {}});
  }
}

void Connection::Core::hand_out_answers() {
  {
    const std::lock_guard lock(mutex_);
    for (Answer& answer : answers_) in_flight_.take(answer.frame.header.sync, answer.request);
    notify_room();
  }
  for (Answer& answer : answers_) {
    // What is not in flight was cancelled, or came too late.
    if (answer.request.done) answer.request.done(Reply(answer.frame.header, answer.frame.body));
  }
  answers_.clear();
}

void Connection::Core::handle_message(const Frame& frame) {
  const Reply reply(frame.header, frame.body);
  if (frame.header.code == reply_code::event) return handle_event(reply);
  const PushHandler* on_push = nullptr;
  {
    const std::lock_guard lock(mutex_);
    const InFlight::Request* const request = in_flight_.find(frame.header.sync);
    if (request != nullptr) on_push = request->on_push;
  }
  if (on_push != nullptr) (*on_push)(reply);
}

void Connection::Core::handle_event(const Reply& event) {
  std::string key;
  auto field = event.field(Key::event_key);
  if (!field || !tarantool::read(*field, key)) return;
  const auto watcher = watchers_.find(key);
  if (watcher == watchers_.end()) return;
  const auto handler = watcher->second;  // It may unwatch itself.
  handler(event.field(Key::event_data).value_or(Decoder("\xc0")));
  // The server tells of no further change until this one is acknowledged.
  if (watchers_.count(key) != 0) send_unanswered(Watching<Command::watch>{key});
}

void Connection::Core::send_unanswered(const RequestRef& request) {
  const std::lock_guard lock(mutex_);
  const std::size_t size_before = outgoing_.size();
  if (state_ == State::closed || write_frame(outgoing_, request, 0, {})) return;
  outgoing_has_grown(size_before);
}

void Connection::Core::watch(std::string key, std::function<void(Decoder)> handler) {
  loop.post([self = shared_from_this(), key = std::move(key), handler = std::move(handler)] {
    self->watchers_[key] = handler;
    self->send_unanswered(Watching<Command::watch>{key});
  });
}

void Connection::Core::unwatch(const std::string& key) {
  loop.post([self = shared_from_this(), key] {
    if (self->watchers_.erase(key) != 0) self->send_unanswered(Watching<Command::unwatch>{key});
  });
}

void Connection::Core::arm_deadline() {
  Clock::time_point next;
  {
    const std::lock_guard lock(mutex_);
    next = next_deadline_;
  }
  if (next >= armed_) return;
  armed_ = next;
  deadline_timer_.expires_at(next);
  deadline_timer_.async_wait(
      RememberedHandler(timer_memory_, [self = shared_from_this()](const error_code& error) {
        if (!error) self->expire();
      }));
}

void Connection::Core::expire() {
  armed_ = Clock::time_point::max();
  std::vector<InFlight::Request> expired;
  {
    const std::lock_guard lock(mutex_);
    next_deadline_ = in_flight_.take_expired(Clock::now(), expired);
    notify_room();
  }
  const Error error = failure(Cause::timeout, "no answer in time");
  for (InFlight::Request& request : expired) request.done(Reply(error));
  arm_deadline();
}

void Connection::Core::close(Error why) {
  loop.post([self = shared_from_this(), why = std::move(why)] { self->fail(why); });
}

void Connection::Core::fail(Error error) {
  std::vector<InFlight::Request> in_flight;
  {
    const std::lock_guard lock(mutex_);
    if (state_ == State::closed) return;
    state_ = State::closed;
    why_closed_ = error;
    in_flight = in_flight_.take_all();
    outgoing_.truncate(0);
    room_.notify_all();
  }
  if (opening_) opening_->cancel();
  opening_.reset();
  if (transport_) transport_->close();
  transport_.reset();
  connect_timer_.cancel();
  deadline_timer_.cancel();
  watchers_.clear();
  for (InFlight::Request& request : in_flight) request.done(Reply(error));
  if (const Ready ready = std::exchange(ready_, nullptr)) ready(error);
  if (const auto on_close = std::exchange(on_close_, nullptr)) on_close(error);
}

void Connection::Core::on_close(std::function<void(const Error&)> function) {
  loop.post([self = shared_from_this(), function = std::move(function)] {
    if (self->is_open()) {
      self->on_close_ = function;
    } else {
      function(*self->why_closed_);
    }
  });
}

bool Connection::Core::is_open() const { return state_ == State::open; }

std::size_t Connection::Core::in_flight() const {
  const std::lock_guard lock(mutex_);
  return in_flight_.size();
}

}  // namespace tarantool
