// SPDX-License-Identifier: Apache-2.0
#include "tarantool/discovery.hpp"

#include <memory>
#include <utility>

#include "instances.hpp"

namespace tarantool {
namespace {

std::string text_of(const Value* value) {
  const auto* text = value == nullptr ? nullptr : value->as<std::string>();
  return text == nullptr ? std::string() : *text;
}

const Value* find(const Value::Map& map, std::string_view name) {
  for (const auto& [key, value] : map) {
    const auto* text = key.as<std::string>();
    if (text != nullptr && *text == name) return &value;
  }
  return nullptr;
}

/// What a function returned, in either shape.
std::vector<FoundInstance> instances_in(const Value& value) {
  std::vector<FoundInstance> instances;
  if (const auto* list = value.as<Value::Array>()) {
    for (const Value& each : *list) instances.push_back({text_of(&each), {}});
  } else if (const auto* map = value.as<Value::Map>()) {
    for (const auto& [name, each] : *map) {
      const auto* instance = each.as<Value::Map>();
      if (instance == nullptr) continue;
      instances.push_back({text_of(find(*instance, "uri")), text_of(find(*instance, "status"))});
    }
  }
  return instances;
}

/// One discovery: asks one server after the other.
class Asking : public std::enable_shared_from_this<Asking> {
 public:
  Asking(EventLoop& loop, std::shared_ptr<const StoredFunction> function,
         std::function<void(Result<Addresses>)> found)
      : loop_(loop), function_(std::move(function)), found_(std::move(found)) {}

  /// `last`: why the server before did not tell.
  void ask_next(const Error& last) {
    if (next_ == function_->servers.size()) {
      found_(discovery_failure(last.cause, "function " + function_->name, to_string(last)));
      return;
    }
    Connection::connect(loop_, function_->servers[next_++], function_->connection,
                        [self = shared_from_this()](auto connection) {
                          if (connection) {
                            self->ask(std::move(*connection));
                          } else {
                            self->ask_next(connection.error());
                          }
                        });
  }

 private:
  void ask(std::shared_ptr<Connection> connection) {
    Sender& sender = *connection;
    sender.first<Value>(call(function_->name))
        .then([self = shared_from_this(), connection = std::move(connection)](auto value) {
          self->take(value);
          // Not within its own callback: that it ends here is its loop's to bear.
          self->loop_.post([connection] { connection->close(); });
        });
  }

  void take(const Result<std::optional<Value>>& value) {
    if (!value) return ask_next(value.error());
    auto addresses =
        addresses_of(value->has_value() ? instances_in(**value) : std::vector<FoundInstance>());
    if (!addresses) return ask_next(addresses.error());
    found_(std::move(addresses));
  }

  EventLoop& loop_;
  std::shared_ptr<const StoredFunction> function_;
  std::function<void(Result<Addresses>)> found_;
  std::size_t next_ = 0;
};

}  // namespace

Result<Addresses> addresses_of(const std::vector<FoundInstance>& instances) {
  Addresses addresses;
  for (const FoundInstance& instance : instances) {
    if (!instance.status.empty() && instance.status != "available") continue;
    const auto address = Address::parse(instance.uri);
    if (!address) return make_error(Cause::type, "\"" + instance.uri + "\" is no address");
    addresses.push_back(*address);
  }
  if (addresses.empty()) return make_error(Cause::type, "the answer names no server");
  return addresses;
}

Error discovery_failure(Cause cause, const std::string& what, std::string_view why) {
  return make_error(cause, "discovery by " + what + ": " + std::string(why));
}

Discovery discover_fixed(Addresses addresses) {
  return [addresses = std::move(addresses)](EventLoop&, const auto& found) { found(addresses); };
}

Discovery discover_by_call(StoredFunction function) {
  return [function = std::make_shared<const StoredFunction>(std::move(function))](
             EventLoop& loop, std::function<void(Result<Addresses>)> found) {
    std::make_shared<Asking>(loop, function, std::move(found))
        ->ask_next(make_error(Cause::closed, "no server to ask"));
  };
}

}  // namespace tarantool
