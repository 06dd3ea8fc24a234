// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "event_loop_core.hpp"
#include "instances.hpp"
#include "tarantool/discovery.hpp"

namespace tarantool {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using boost::asio::ip::tcp;
using boost::system::error_code;

struct Url {
  std::string host;  ///< "[::1]" without its brackets.
  std::string port;
  std::string authority;  ///< As it was written.
  std::string target;

  static std::optional<Url> parse(std::string_view text) {
    constexpr std::string_view scheme = "http://";
    if (!text.starts_with(scheme)) return std::nullopt;
    text.remove_prefix(scheme.size());
    const std::size_t slash = std::min(text.find('/'), text.size());
    const std::string authority(text.substr(0, slash));
    const bool has_port = authority.find(':', authority.find(']') + 1) != std::string::npos;
    const auto address = Address::parse(has_port ? authority : authority + ":80");
    if (!address || address->host.empty()) return std::nullopt;
    const std::string target(slash == text.size() ? "/" : text.substr(slash));
    return Url{address->host, std::to_string(address->port), authority, target};
  }
};

std::string text_of(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<FoundInstance> instances_in(const nlohmann::json& json) {
  std::vector<FoundInstance> instances;
  for (const auto& each : json) {
    if (json.is_array()) {
      instances.push_back({each.is_string() ? each.get<std::string>() : std::string(), {}});
    } else if (each.is_object()) {
      instances.push_back({text_of(each, "uri"), text_of(each, "status")});
    }
  }
  return instances;
}

/// One question to a web server, and its answer.
class Fetch : public std::enable_shared_from_this<Fetch> {
 public:
  Fetch(EventLoop& loop, const HttpSource& source, std::function<void(Result<Addresses>)> found)
      : url_text_(source.url),
        found_(std::move(found)),
        deadline_(loop),
        resolver_(loop.core().context),
        stream_(loop.core().context) {
    answer_.body_limit(HttpSource::most_body);
  }

  void start(std::chrono::milliseconds timeout) {
    const auto url = Url::parse(url_text_);
    if (!url) return fail(Cause::type, "it is no URL of the form http://host:port/path");
    request_.method(http::verb::get);
    request_.target(url->target);
    request_.set(http::field::host, url->authority);
    request_.set(http::field::accept, "application/json");
    deadline_.start(timeout, [self = shared_from_this()] {
      self->fail(Cause::timeout, "no answer within its time");
    });
    resolver_.async_resolve(url->host, url->port,
                            [self = shared_from_this()](auto error, auto ends) {
                              if (self->is_over(error)) return;
                              self->stream_.async_connect(ends, [self](auto error, auto) {
                                if (!self->is_over(error)) self->ask();
                              });
                            });
  }

 private:
  void ask() {
    http::async_write(stream_, request_, [self = shared_from_this()](auto error, auto) {
      if (!self->is_over(error)) self->read();
    });
  }

  void read() {
    // In two steps: in one, Boost 1.74 forgets that the header told of a body beyond the limit.
    http::async_read_header(
        stream_, buffer_, answer_, [self = shared_from_this()](auto error, auto) {
          if (self->is_over(error)) return;
          http::async_read(self->stream_, self->buffer_, self->answer_, [self](auto error, auto) {
            if (!self->is_over(error)) self->take(self->answer_.get());
          });
        });
  }

  void take(const http::response<http::string_body>& answer) {
    if (answer.result() != http::status::ok) {
      return fail(Cause::network, "it answers with status " + std::to_string(answer.result_int()));
    }
    const auto json = nlohmann::json::parse(answer.body(), nullptr, false);
    if (!json.is_array() && !json.is_object()) {
      return fail(Cause::type, "the answer is neither a list nor a map in JSON");
    }
    auto addresses = addresses_of(instances_in(json));
    if (!addresses) return fail(addresses.error().cause, addresses.error().message);
    finish(std::move(addresses));
  }

  /// Whether nothing is left to do, as after a failure.
  bool is_over(error_code error) {
    if (error && found_) fail(Cause::network, error.message());
    return found_ == nullptr;
  }

  void fail(Cause cause, const std::string& why) {
    finish(discovery_failure(cause, url_text_, why));
  }

  void finish(Result<Addresses> result) {
    deadline_.cancel();
    resolver_.cancel();
    stream_.close();
    if (const auto found = std::exchange(found_, nullptr)) found(std::move(result));
  }

  std::string url_text_;
  std::function<void(Result<Addresses>)> found_;  // Null: called.
  Timer deadline_;
  tcp::resolver resolver_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  http::request<http::empty_body> request_;
  http::response_parser<http::string_body> answer_;
};

}  // namespace

Discovery discover_by_http(HttpSource source) {
  return
      [source = std::move(source)](EventLoop& loop, std::function<void(Result<Addresses>)> found) {
        std::make_shared<Fetch>(loop, source, std::move(found))->start(source.timeout);
      };
}

}  // namespace tarantool
