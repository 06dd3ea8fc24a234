// SPDX-License-Identifier: Apache-2.0
// States that write down what happens to them.
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tare/tare.hpp"

namespace tare::running {

/// What happened, each thread's own story.
class Log {
 public:
  void clear() { *this = Log(); }
  void add(const std::string& event) {
    const std::lock_guard lock(mutex());
    events_.push_back(event);
    threads_.push_back(std::this_thread::get_id());
  }
  std::string text() const {
    std::string all;
    for (const std::string& event : events_) all += event + "\n";
    return all;
  }
  /// Place of the first, or last, event of this text; -1 if there is none.
  std::ptrdiff_t first(const std::string& event) const {
    const auto found = std::find(events_.begin(), events_.end(), event);
    return found == events_.end() ? -1 : found - events_.begin();
  }
  std::ptrdiff_t last(const std::string& event) const {
    const auto found = std::find(events_.rbegin(), events_.rend(), event);
    return events_.rend() - found - 1;
  }
  std::ptrdiff_t count(const std::string& event) const {
    return std::count(events_.begin(), events_.end(), event);
  }
  const std::vector<std::string>& all() const { return events_; }
  std::thread::id thread_of(const std::string& event) const {
    return threads_.at(static_cast<std::size_t>(first(event)));
  }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  std::vector<std::string> events_;
  std::vector<std::thread::id> threads_;
};

/// What the trial of a test writes.
inline Log events;

template <TypeName Name, Scope WhichScope>
struct Logged {
  static constexpr auto scope = WhichScope;
  static std::string name() { return std::string(Name.view()); }
  Logged() { events.add("make " + name()); }
  Logged(const Logged&) = delete;
  ~Logged() { events.add("destroy " + name()); }
  void set_up(Trial) { events.add("  trial up " + name()); }
  void tear_down(Trial) { events.add("  trial down " + name()); }
  void set_up(Iteration) { events.add("    iteration up " + name()); }
  void tear_down(Iteration) { events.add("    iteration down " + name()); }
};

}  // namespace tare::running
