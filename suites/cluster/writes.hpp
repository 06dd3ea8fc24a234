// SPDX-License-Identifier: Apache-2.0
// What a write is: a new record for each of the two spaces, and that both are stored.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <tarantool/error.hpp>
#include <tare/async.hpp>
#include <tare/tare.hpp>

#include "load.hpp"
#include "rows.hpp"
#include "target.hpp"

namespace suite {

/// Keys that no record has yet, each for one record of either space. For all threads.
class NewKeys {
 public:
  void set_up(tare::Trial, const Target& target) { next_ = target.first_free_key(); }
  std::uint64_t next() { return __atomic_fetch_add(&next_, 1U, __ATOMIC_RELAXED); }

 private:
  std::uint64_t next_ = 0;
};

/// The writes of a thread that are in flight. Their answers may come on other threads. What is
/// allocated is kept and used again.
class Writes {
 public:
  static constexpr auto scope = tare::Scope::thread;

  struct Pair {
    TestSpace test;
    Profile profile;
    std::optional<tare::Completion> done;
    int left = 0;  ///< Answers that have not come.
    std::string failure;
  };

  void set_up(tare::Trial, Keys& random);

  /// Two records of that key, each with a name of 36 letters.
  Pair& begin(tare::Completion done, std::uint64_t key, std::optional<std::uint64_t> bucket,
              std::uint64_t drawn);
  /// One of them is stored, or is not.
  void landed(Pair& pair, const tarantool::Result<bool>& stored);

 private:
  std::mutex mutex_;
  std::deque<Pair> all_;
  std::vector<Pair*> free_;
  std::array<std::string, 256> names_;
};

}  // namespace suite
