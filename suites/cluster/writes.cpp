// SPDX-License-Identifier: Apache-2.0
#include "writes.hpp"

#include <tarantool/types.hpp>

namespace suite {

void Writes::set_up(tare::Trial, Keys& random) {
  for (std::string& name : names_) {
    tarantool::Uuid uuid;
    for (std::uint8_t& byte : uuid.bytes) byte = static_cast<std::uint8_t>(random.draw());
    name = uuid.to_string();
  }
}

Writes::Pair& Writes::begin(tare::Completion done, std::uint64_t key,
                            std::optional<std::uint64_t> bucket, std::uint64_t drawn) {
  Pair* pair = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) free_.push_back(&all_.emplace_back());
    pair = free_.back();
    free_.pop_back();
  }
  const std::string& name = names_[drawn % names_.size()];
  pair->test.id = pair->profile.profile_id = key;
  pair->test.bucket_id = pair->profile.bucket_id = bucket;
  pair->test.field1 = pair->profile.fio = name;
  pair->test.field2 = pair->profile.age = drawn >> 32U;
  pair->profile.balance = drawn >> 48U;
  pair->done = done;
  pair->left = 2;
  pair->failure.clear();
  return *pair;
}

void Writes::landed(Pair& pair, const tarantool::Result<bool>& stored) {
  std::optional<tare::Completion> done;
  std::string failure;
  {
    const std::lock_guard lock(mutex_);
    if (!stored)
      pair.failure = to_string(stored.error());
    else if (!*stored)
      pair.failure = "not the record that was written came back";
    if (--pair.left != 0) return;
    done.swap(pair.done);
    failure.swap(pair.failure);
    free_.push_back(&pair);
  }
  if (failure.empty())
    (*done)();
  else
    done->fail(failure);
}

}  // namespace suite
