// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fake_server.hpp"
#include "real_server.hpp"
#include "tarantool/connection.hpp"
#include "tarantool/servers/temporary_folder.hpp"
#include "tls_proxy.hpp"

namespace tarantool {
namespace {

using namespace std::chrono_literals;
using testing::Certificate;
using testing::error_of;
using testing::got;
using testing::TlsProxy;
using testing::value_of;

class Tls : public testing::RealServerTest {
 protected:
  static Certificate certificate(const std::string& name, const std::string& names) {
    return Certificate(folder().path().string(), name, names);
  }
  static TlsOptions trusting(const Certificate& certificate) {
    TlsOptions options;
    options.ca_file = certificate.file;
    return options;
  }
  Result<std::shared_ptr<Connection>> try_connect(const Address& address, const TlsOptions& tls) {
    ConnectionOptions options = patient();
    options.tls = tls;
    options.credentials = {std::string(servers::user), std::string(servers::password)};
    return got(Connection::connect(loop(), address, options));
  }
  std::shared_ptr<Connection> connect_to(const TlsProxy& proxy) {
    return value_of(try_connect(proxy.address(), trusting(local_)));
  }

  /// For all tests of this program.
  static const servers::TemporaryFolder& folder() {
    static const servers::TemporaryFolder one;
    return one;
  }

  const Certificate local_ = certificate("local", "DNS:localhost,IP:127.0.0.1");
};

TEST_F(Tls, ProtectsWhatIsSaid) {
  const TlsProxy proxy(local_, address());
  const auto connection = connect_to(proxy);
  EXPECT_EQ(value_of(connection->first<std::string>(eval("return box.session.user()"))),
            servers::user);
  const std::string large(5'000'000, 'x');
  EXPECT_EQ(value_of(connection->first<std::string>(call("echo", large))), large);
  std::vector<std::future<Result<std::optional<int>>>> answers;
  for (int i = 0; i < 1000; ++i)
    answers.push_back(connection->first<int>(call("echo", i)).future());
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(value_of(got(std::move(answers[static_cast<std::size_t>(i)]))), i);
  }
}

TEST_F(Tls, ByName) {
  const TlsProxy proxy(local_, address());
  Address address = proxy.address();
  address.host = "localhost";
  EXPECT_TRUE(try_connect(address, trusting(local_)));
}

TEST_F(Tls, RefusesWhomNobodyVouchesFor) {
  const TlsProxy proxy(local_, address());
  const Error error =
      error_of(try_connect(proxy.address(), trusting(certificate("other", "IP:127.0.0.1"))));
  EXPECT_EQ(error.cause, Cause::network);
  EXPECT_NE(error.message.find("certificate"), std::string::npos) << error.message;
  EXPECT_EQ(error_of(try_connect(proxy.address(), TlsOptions{})).cause, Cause::network);
}

TEST_F(Tls, TakesAnyoneWhereThatIsWanted) {
  const TlsProxy proxy(local_, address());
  TlsOptions options;
  options.verify = false;
  EXPECT_TRUE(try_connect(proxy.address(), options));
}

TEST_F(Tls, RefusesAnotherName) {
  const Certificate other = certificate("named", "DNS:db.example.org");
  const TlsProxy proxy(other, address());
  EXPECT_EQ(error_of(try_connect(proxy.address(), trusting(other))).cause, Cause::network);
  TlsOptions named = trusting(other);
  named.server_name = "db.example.org";
  EXPECT_TRUE(try_connect(proxy.address(), named));
  named.server_name = "example.org";
  EXPECT_EQ(error_of(try_connect(proxy.address(), named)).cause, Cause::network);
}

TEST_F(Tls, ShowsItsOwnCertificate) {
  const Certificate own = certificate("client", "DNS:client");
  const TlsProxy proxy(local_, address(), own.file);
  EXPECT_EQ(error_of(try_connect(proxy.address(), trusting(local_))).cause, Cause::network);
  TlsOptions options = trusting(local_);
  options.certificate_file = own.file;
  options.key_file = own.key_file;
  const auto connection = value_of(try_connect(proxy.address(), options));
  value_of(connection->done(ping()));
}

TEST_F(Tls, WithoutItsFilesIsAnError) {
  const TlsProxy proxy(local_, address());
  TlsOptions options = trusting(local_);
  options.ca_file = "/no/such/file";
  EXPECT_EQ(error_of(try_connect(proxy.address(), options)).cause, Cause::network);
  options = trusting(local_);
  options.certificate_file = local_.file;  // And no key.
  EXPECT_EQ(error_of(try_connect(proxy.address(), options)).cause, Cause::network);
  options.key_file = certificate("other", "DNS:other").key_file;
  EXPECT_EQ(error_of(try_connect(proxy.address(), options)).cause, Cause::network);
}

TEST_F(Tls, ToAServerWithoutIsAnError) {
  EXPECT_EQ(error_of(try_connect(address(), trusting(local_))).cause, Cause::network);
}

TEST_F(Tls, ToAServerThatSaysNothingIsGivenUp) {
  const testing::FakeServer silent([](testing::FakePeer& peer) {
    // The client's greeting is no request.
    std::this_thread::sleep_for(200ms);
    peer.send("");
  });
  ConnectionOptions options = patient();
  options.connect_timeout = 50ms;
  options.tls = trusting(local_);
  const Error error = error_of(got(Connection::connect(loop(), silent.address(), options)));
  EXPECT_EQ(error.cause, Cause::timeout);
}

TEST_F(Tls, IsClosedWhateverIsUnderWay) {
  const TlsProxy proxy(local_, address());
  const std::string large(3'000'000, 'x');
  for (int round = 0; round < 10; ++round) {
    auto connection = connect_to(proxy);
    std::vector<std::future<Result<Done>>> answers;
    answers.push_back(connection->done(call("slow", 1000)).future());
    for (int i = 0; i < 5; ++i) answers.push_back(connection->done(call("echo", large)).future());
    if (round % 2 == 0) value_of(connection->done(ping()));
    connection.reset();
    EXPECT_EQ(error_of(got(std::move(answers.front()))).cause, Cause::cancelled);
    for (std::size_t i = 1; i < answers.size(); ++i) {
      const Result<Done> result = got(std::move(answers[i]));
      EXPECT_TRUE(result || result.error().cause == Cause::cancelled);
    }
  }
}

TEST_F(Tls, IsLostWithTheProxy) {
  auto proxy = std::make_unique<TlsProxy>(local_, address());
  const auto connection = connect_to(*proxy);
  auto answer = connection->done(call("slow", 1000)).future();
  value_of(connection->done(ping()));
  proxy.reset();
  EXPECT_EQ(error_of(got(std::move(answer))).cause, Cause::network);
}

}  // namespace
}  // namespace tarantool
