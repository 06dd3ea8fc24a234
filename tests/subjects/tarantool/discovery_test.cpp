// SPDX-License-Identifier: Apache-2.0
#include "tarantool/discovery.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <mutex>
#include <thread>

#include "listener.hpp"
#include "pooled.hpp"

namespace tarantool::testing {
namespace {

using namespace std::chrono_literals;

/// Answers each client's question with the same bytes; without any, it says nothing at all.
class WebServer {
 public:
  explicit WebServer(std::string answer)
      : answer_(std::move(answer)), thread_([this] { serve(); }) {}
  ~WebServer() {
    listener_.stop();
    thread_.join();
  }

  std::string authority() const { return listener_.address().to_string(); }
  std::string url() const { return "http://" + authority() + "/routers"; }
  std::string question() const {
    const std::lock_guard lock(mutex_);
    return question_;
  }

  /// A whole answer.
  static std::string with(const std::string& body, const std::string& status = "200 OK") {
    return "HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\nContent-Type: application/json\r\n\r\n" + body;
  }

 private:
  void serve() {
    while (true) {
      const servers::Descriptor client = listener_.accept();
      if (client.number() < 0) return;
      std::string question;
      std::array<char, 4096> some;
      while (question.find("\r\n\r\n") == std::string::npos) {
        const auto n = ::recv(client.number(), some.data(), some.size(), 0);
        if (n <= 0) break;
        question.append(some.data(), static_cast<std::size_t>(n));
      }
      {
        const std::lock_guard lock(mutex_);
        question_ = question;
      }
      ::send(client.number(), answer_.data(), answer_.size(), MSG_NOSIGNAL);
      // Whoever gets no answer waits for one until it leaves.
      while (::recv(client.number(), some.data(), some.size(), 0) > 0) {
      }
    }
  }

  const std::string answer_;
  Listener listener_;
  mutable std::mutex mutex_;
  std::string question_;
  std::thread thread_;
};

class DiscoveryTest : public PooledTest {
 protected:
  Result<Addresses> found(const Discovery& discovery) {
    auto promise = std::make_shared<std::promise<Result<Addresses>>>();
    loop().post([this, promise, discovery] {
      discovery(loop(), [promise](auto addresses) { promise->set_value(std::move(addresses)); });
    });
    return got(*promise);
  }

  /// The function `routers` of these servers.
  static StoredFunction routers_of(const Addresses& servers) {
    return {"routers", servers, patient()};
  }

  Result<Addresses> found_at(const WebServer& server) {
    return found(discover_by_http({server.url(), patience}));
  }
  /// What a web server's answer of that body is taken for.
  Result<Addresses> found_in(const std::string& body) {
    const WebServer server(WebServer::with(body));
    return found_at(server);
  }
};

Addresses two() { return {{"one", 3301, {}}, {"other", 3302, {}}}; }

TEST_F(DiscoveryTest, FixedAddressesAreFoundAsTheyAre) {
  EXPECT_EQ(value_of(found(discover_fixed(two()))), two());
  EXPECT_EQ(value_of(found(discover_fixed({}))), Addresses());
}

/// A server with that Lua.
servers::Instance with_function(const std::string& body) {
  servers::Options options;
  options.extra_lua = "function routers() " + body + " end";
  return servers::Instance(options);
}

TEST_F(DiscoveryTest, AStoredFunctionReturnsAList) {
  auto instance = with_function("return {'one:3301', 'other:3302'}");
  EXPECT_EQ(value_of(found(discover_by_call(routers_of({address_of(instance.server())})))), two());
}

TEST_F(DiscoveryTest, AStoredFunctionReturnsAMapOfInstances) {
  auto instance = with_function(R"(return {
      a = {uuid = 'a', status = 'available', uri = 'one:3301'},
      c = {uuid = 'c', status = 'unavailable', uri = 'third:3303'},
    })");
  EXPECT_EQ(value_of(found(discover_by_call(routers_of({address_of(instance.server())})))),
            Addresses({two()[0]}));
}

TEST_F(DiscoveryTest, TheNextServerIsAskedIfOneDoesNotTell) {
  auto instance = with_function("return {'one:3301', 'other:3302'}");
  auto poor = with_function("error('I do not know')");
  const DeadAddress dead;
  const Addresses servers{dead.address(), address_of(poor.server()), address_of(instance.server())};
  EXPECT_EQ(value_of(found(discover_by_call(routers_of(servers)))), two());
  EXPECT_TRUE(eventually([&] {
    return instance.server().evaluate("return box.stat.net().CONNECTIONS.current") == "[0]";
  }));
}

TEST_F(DiscoveryTest, TheLastServersFailureIsToldIfNoneTells) {
  auto instance = with_function("return 7");
  const Address address = address_of(instance.server());
  const DeadAddress dead;
  EXPECT_EQ(error_of(found(discover_by_call(routers_of({dead.address()})))).cause, Cause::network);
  EXPECT_EQ(error_of(found(discover_by_call(routers_of({})))).message,
            "discovery by function routers: closed error: no server to ask");
  EXPECT_EQ(error_of(found(discover_by_call(routers_of({address})))).message,
            "discovery by function routers: type error: the answer names no server");
  StoredFunction unknown = routers_of({address});
  unknown.name = "unknown";
  EXPECT_NE(error_of(found(discover_by_call(unknown))).message.find("'unknown' is not defined"),
            std::string::npos);
}

TEST_F(DiscoveryTest, AWebServerAnswersWithAList) {
  const WebServer server(WebServer::with(R"(["one:3301", "other:3302"])"));
  EXPECT_EQ(value_of(found_at(server)), two());
  EXPECT_EQ(server.question().find("GET /routers HTTP/1.1\r\nHost: " + server.authority() + "\r\n"),
            0U)
      << server.question();
}

TEST_F(DiscoveryTest, AWebServerAnswersWithAMapOfInstances) {
  EXPECT_EQ(value_of(found_in(R"({
      "a": {"uuid": "a", "status": "available", "uri": "one:3301"},
      "b": {"uri": "other:3302", "network_timeout": 0.5},
      "c": {"status": "unavailable", "uri": "third:3303"}, "d": 4})")),
            two());
}

TEST_F(DiscoveryTest, AnswersOfOtherShapesAreErrors) {
  for (const char* body : {"", "{", "7", "\"one:3301\"", "[]", "{}", "[7]", "[\"one:port\"]",
                           R"({"a": {"status": "unavailable", "uri": "one:3301"}})"}) {
    EXPECT_EQ(error_of(found_in(body)).cause, Cause::type) << body;
  }
  EXPECT_EQ(error_of(found_in(std::string(100'000, '['))).cause, Cause::type);
}

TEST_F(DiscoveryTest, AnAnswerIsOfOneMegabyteAtMost) {
  const std::string list = R"(["one:3301", "other:3302"])";
  const std::size_t spaces = HttpSource::most_body - list.size();
  EXPECT_EQ(value_of(found_in(std::string(spaces, ' ') + list)), two());
  EXPECT_EQ(error_of(found_in(std::string(spaces + 1, ' ') + list)).cause, Cause::network);
  // One that does not say how long it will be.
  const WebServer endless("HTTP/1.1 200 OK\r\n\r\n" + std::string(2 * HttpSource::most_body, ' '));
  EXPECT_EQ(error_of(found_at(endless)).cause, Cause::network);
}

TEST_F(DiscoveryTest, AWebServersFailuresAreTold) {
  const WebServer missing(WebServer::with(R"(["one:3301"])", "404 Not Found"));
  EXPECT_EQ(error_of(found_at(missing)).message,
            "discovery by " + missing.url() + ": it answers with status 404");
  const WebServer rude("no HTTP at all\r\n\r\n");
  EXPECT_EQ(error_of(found_at(rude)).cause, Cause::network);
  const WebServer silent("");
  EXPECT_EQ(error_of(found(discover_by_http({silent.url(), 50ms}))).cause, Cause::timeout);
  const DeadAddress dead;
  const std::string url = "http://" + dead.address().to_string() + "/";
  EXPECT_EQ(error_of(found(discover_by_http({url, patience}))).cause, Cause::network);
}

TEST_F(DiscoveryTest, OnlyUrlsOfHttpAreTaken) {
  for (const char* url : {"", "https://127.0.0.1/", "127.0.0.1:80/", "http://", "http:///path",
                          "http://127.0.0.1:port/", "http://127.0.0.1:99999/"}) {
    EXPECT_EQ(error_of(found(discover_by_http({url, patience}))).cause, Cause::type) << url;
  }
}

TEST_F(DiscoveryTest, APoolConnectsToWhatIsDiscovered) {
  servers::Instance one;
  const WebServer web(WebServer::with("[\"" + one.uri() + "\"]"));
  Pool pool(loop(), discover_by_http({web.url(), patience}), patient_pool());
  value_of(got(pool.ready()));
  EXPECT_EQ(place_of_next(pool).port, one.server().port());
}

TEST_F(DiscoveryTest, APoolThatDiscoversNothingSaysWhy) {
  const DeadAddress dead;
  Pool pool(loop(), discover_by_call(routers_of({dead.address()})), patient_pool());
  const Error error = error_of(got(pool.ready()));
  EXPECT_EQ(error.message.find("discovery by function routers: network error: "), 0U);
  EXPECT_NE(error_of(pool.done(ping())).message.find("at any of 0 addresses; last failure: "),
            std::string::npos);
}

}  // namespace
}  // namespace tarantool::testing
