// SPDX-License-Identifier: Apache-2.0
#include "tarantool/schema.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "schema_fetch.hpp"

namespace tarantool {

const IndexDefinition* SpaceDefinition::index(const Name& wanted) const {
  const auto place = std::find_if(indexes.begin(), indexes.end(), [&](const auto& index) {
    return wanted.position() ? index.id == *wanted.position() : index.name == wanted.text();
  });
  return place == indexes.end() ? nullptr : &*place;
}

std::optional<std::uint32_t> SpaceDefinition::field(const Name& wanted) const {
  if (wanted.position()) return wanted.position();
  const auto place = std::find_if(fields.begin(), fields.end(),
                                  [&](const auto& field) { return field.name == wanted.text(); });
  if (place == fields.end()) return std::nullopt;
  return static_cast<std::uint32_t>(place - fields.begin());
}

const SpaceDefinition* Spaces::find(std::string_view name) const {
  const auto place = by_name.find(name);
  return place == by_name.end() ? nullptr : &place->second;
}

Error unknown_space(std::string_view name) {
  return make_error(Cause::type, "no space '" + std::string(name) + "'");
}

class Schema::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(std::shared_ptr<Sender> sender, SchemaSource source)
      : sender_(std::move(sender)), source_(source) {}

  /// co_awaits something newer than `wrong`.
  class Newer {
   public:
    Newer(Core& core, SpacesPointer wrong) : core_(core), wrong_(std::move(wrong)) {}
    bool await_ready() const { return false; }
    bool await_suspend(std::coroutine_handle<> waiting);
    Result<SpacesPointer> await_resume() { return std::move(*result_); }

   private:
    friend class Core;
    Core& core_;
    SpacesPointer wrong_;
    std::coroutine_handle<> waiting_;
    std::optional<Result<SpacesPointer>> result_;
  };

  SpacesPointer known() {
    const std::lock_guard lock(mutex_);
    return known_;
  }
  SpacesPointer fresh() {
    const std::lock_guard lock(mutex_);
    return is_stale_ ? nullptr : known_;
  }
  void invalidate() {
    const std::lock_guard lock(mutex_);
    is_stale_ = true;
  }
  void saw(std::uint64_t version) {
    const std::lock_guard lock(mutex_);
    if (version != 0 && known_ && !is_known(version)) is_stale_ = true;
  }
  std::uint64_t version_for(const Spaces& spaces) {
    const std::lock_guard lock(mutex_);
    return has_several_servers_ ? 0 : spaces.version;
  }
  Sender& sender() { return *sender_; }

 private:
  void finish(Result<FetchedSchema> fetched);
  void take(FetchedSchema&& fetched);
  bool is_known(std::uint64_t version) const {
    return std::find(versions_.begin(), versions_.end(), version) != versions_.end();
  }

  const std::shared_ptr<Sender> sender_;
  const SchemaSource source_;
  std::mutex mutex_;
  SpacesPointer known_;
  bool is_stale_ = false;
  bool is_fetching_ = false;
  bool has_several_servers_ = false;
  std::vector<std::uint64_t> versions_;  // Under which what is known was seen; the last is newest.
  std::vector<Newer*> waiting_;
};

bool Schema::Core::Newer::await_suspend(std::coroutine_handle<> waiting) {
  waiting_ = waiting;
  {
    const std::lock_guard lock(core_.mutex_);
    if (core_.known_ && core_.known_ != wrong_ && !core_.is_stale_) {
      result_.emplace(core_.known_);
      return false;
    }
    core_.waiting_.push_back(this);
    if (std::exchange(core_.is_fetching_, true)) return true;
  }
  // From here on this may have gone on, and be no more.
  const auto core = core_.shared_from_this();
  fetch_schema(core->sender_, core->source_).then([core](Result<FetchedSchema> fetched) {
    core->finish(std::move(fetched));
  });
  return true;
}

void Schema::Core::take(FetchedSchema&& fetched) {
  const bool is_same = known_ && known_->by_name == fetched.spaces.by_name;
  // One server's number only grows. A former one that comes back is another server's.
  const auto came_back = [&](std::uint64_t version) {
    return is_known(version) && version != versions_.back();
  };
  const auto& versions = fetched.versions;
  has_several_servers_ = versions.size() > 1 ||
                         (is_same && (has_several_servers_ ||
                                      std::any_of(versions.begin(), versions.end(), came_back)));
  if (!is_same) versions_.clear();
  for (const std::uint64_t version : versions) {
    std::erase(versions_, version);
    versions_.push_back(version);
  }
  constexpr std::size_t most_versions = 64;  // As many servers of one schema.
  if (versions_.size() > most_versions) versions_.erase(versions_.begin());
  known_ = std::make_shared<const Spaces>(std::move(fetched.spaces));
  is_stale_ = false;
}

void Schema::Core::finish(Result<FetchedSchema> fetched) {
  std::vector<Newer*> waiting;
  {
    const std::lock_guard lock(mutex_);
    is_fetching_ = false;
    waiting = std::exchange(waiting_, {});
    if (fetched) take(std::move(*fetched));
    for (Newer* one : waiting) {
      if (fetched) {
        one->result_.emplace(known_);
      } else {
        one->result_.emplace(fetched.error());
      }
    }
  }
  for (Newer* one : waiting) one->waiting_.resume();
}

Schema::Schema(std::shared_ptr<Sender> sender, SchemaSource source)
    : core_(std::make_shared<Core>(std::move(sender), source)) {}

Task<SpacesPointer> Schema::wait(std::shared_ptr<Core> core, SpacesPointer wrong) {
  co_return co_await Core::Newer(*core, std::move(wrong));
}

Sender& Schema::sender() const { return core_->sender(); }

Task<SpacesPointer> Schema::spaces() const {
  if (auto fresh = core_->fresh()) return fresh;
  return wait(core_, nullptr);
}

Task<SpacesPointer> Schema::newer_than(SpacesPointer wrong) const {
  return wait(core_, std::move(wrong));
}

SpacesPointer Schema::known() const { return core_->known(); }
void Schema::invalidate() const { core_->invalidate(); }
void Schema::saw(std::uint64_t version) const { core_->saw(version); }
std::uint64_t Schema::version_for(const Spaces& spaces) const { return core_->version_for(spaces); }

}  // namespace tarantool
