// SPDX-License-Identifier: Apache-2.0
#include "tarantool/address.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tarantool {
namespace {

Address tcp(std::string host, std::uint16_t port) { return {std::move(host), port, ""}; }
Address unix_path(std::string path) { return {"", 0, std::move(path)}; }

TEST(Address, IsParsed) {
  EXPECT_EQ(Address::parse("example.org:3301"), tcp("example.org", 3301));
  EXPECT_EQ(Address::parse("127.0.0.1:65535"), tcp("127.0.0.1", 65535));
  EXPECT_EQ(Address::parse("[::1]:3301"), tcp("::1", 3301));
  EXPECT_EQ(Address::parse("3301"), tcp("localhost", 3301));
  EXPECT_EQ(Address::parse("unix:/run/t.sock"), unix_path("/run/t.sock"));
  EXPECT_EQ(Address::parse("unix/:/run/t.sock"), unix_path("/run/t.sock"));
  EXPECT_EQ(Address::parse("/run/t.sock"), unix_path("/run/t.sock"));
  EXPECT_EQ(Address::parse("/run/a:1@b"), unix_path("/run/a:1@b"));
}

TEST(Address, OfNothingIsNone) {
  for (const char* text :
       {"", ":", "host:", ":3301", "host:0", "host:65536", "host:-1", "host:1x", "host: 1", "::1:1",
        "[]:1", "[::1]", "[::1]1", "[::1:1", "unix:", "unix/:", "host", "host:1:2"}) {
    EXPECT_FALSE(Address::parse(text)) << text;
  }
}

TEST(Address, IsWrittenAsItIsParsed) {
  for (const char* text : {"example.org:3301", "[::1]:3301", "unix:/run/t.sock"}) {
    EXPECT_EQ(Address::parse(text)->to_string(), text);
  }
}

TEST(Uri, HasCredentialsOrIsTheGuests) {
  const Uri guest = *Uri::parse("localhost:3301");
  EXPECT_EQ(guest.address, tcp("localhost", 3301));
  EXPECT_EQ(guest.credentials, Credentials{});

  const Uri user = *Uri::parse("tarantool://admin:secret@[::1]:3301");
  EXPECT_EQ(user.address, tcp("::1", 3301));
  EXPECT_EQ(user.credentials, (Credentials{"admin", "secret"}));

  EXPECT_EQ(Uri::parse("admin@host:1")->credentials, (Credentials{"admin", ""}));
  EXPECT_EQ(Uri::parse("admin:a:b@c@host:1")->credentials, (Credentials{"admin", "a:b@c"}));
  EXPECT_EQ(Uri::parse("admin:p@unix/:/run/t.sock")->address, unix_path("/run/t.sock"));
}

TEST(Uri, OfNothingIsNone) {
  for (const char* text : {"", "tarantool://", "@host:1", ":secret@host:1", "user:secret@host"}) {
    EXPECT_FALSE(Uri::parse(text)) << text;
  }
}

TEST(Uri, OfAPathMayHaveAnAt) {
  EXPECT_EQ(Uri::parse("/run/a@b:1")->address, unix_path("/run/a@b:1"));
}

}  // namespace
}  // namespace tarantool
