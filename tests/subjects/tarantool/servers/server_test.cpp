// SPDX-License-Identifier: Apache-2.0
#include "tarantool/servers/server.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "with_servers.hpp"

namespace tarantool::servers {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using ServerTest = WithServers;

TEST_F(ServerTest, AnswersAsSoonAsItIsThere) {
  Instance instance;
  EXPECT_TRUE(instance.server().running());
  EXPECT_EQ(instance.uri(), "127.0.0.1:" + std::to_string(instance.server().port()));
  EXPECT_EQ(instance.server().evaluate(as_client(instance.uri(), "return client:ping()")),
            "[true]");
}

TEST_F(ServerTest, ListensOnAUnixSocket) {
  Instance instance({.transport = Options::Transport::unix_socket});
  EXPECT_EQ(instance.server().port(), 0);
  EXPECT_EQ(instance.uri(), "unix/:" + instance.server().unix_path());
  EXPECT_EQ(instance.server().evaluate(as_client(instance.uri(), "return client:ping()")),
            "[true]");
}

TEST_F(ServerTest, LeavesNoProcessAndNoFolder) {
  std::filesystem::path folder;
  pid_t pid = -1;
  {
    Instance instance;
    folder = instance.server().folder().parent_path();
    pid = instance.server().pid();
    EXPECT_TRUE(std::filesystem::exists(folder));
    EXPECT_TRUE(exists(pid));
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_FALSE(exists(pid));
}

TEST_F(ServerTest, ComesBackOnItsAddressFromItsLog) {
  Instance instance({.records = 10});
  const std::string uri = instance.uri();
  // The records that it began with do not come back, either.
  instance.server().evaluate(
      "box.space.test_space:insert{1, 2, 'kept', 3} box.space.test_space:delete(1000000)");
  instance.server().kill9();
  EXPECT_FALSE(instance.server().running());
  EXPECT_EQ(instance.server().pid(), -1);
  instance.server().start();
  EXPECT_EQ(instance.uri(), uri);
  EXPECT_EQ(instance.server().evaluate(
                as_client(uri, "return client.space.test_space:get{1}, client:ping()")),
            R"([[1,2,"kept",3],true])");
  EXPECT_EQ(instance.server().evaluate("return box.space.test_space:len()"), "[10]");
}

TEST_F(ServerTest, RestartsManyTimes) {
  Instance instance;
  for (int time = 1; time <= 5; ++time) {
    instance.server().evaluate("box.space.test_space:insert{" + std::to_string(time) +
                               ", 1, 'x', 1}");
    const pid_t before = instance.server().pid();
    instance.server().restart();
    EXPECT_FALSE(exists(before));
    EXPECT_EQ(instance.server().evaluate("return box.space.test_space:len()"),
              "[" + std::to_string(time) + "]");
  }
}

TEST_F(ServerTest, IsEmptyAfterARestartWithoutALog) {
  Instance instance({.wal_mode = "none"});
  instance.server().evaluate("box.space.test_space:insert{1, 2, 'lost', 3}");
  instance.server().restart();
  EXPECT_EQ(instance.server().evaluate("return box.space.test_space:len()"), "[0]");
}

TEST_F(ServerTest, HangsWhilePaused) {
  Instance instance;
  Instance client;
  // Its connection is global: it stays from one chunk to the next.
  client.server().evaluate("client = require('net.box').connect('" + instance.uri() + "')");
  instance.server().pause();
  EXPECT_TRUE(instance.server().running());
  EXPECT_EQ(client.server().evaluate("return client:ping({timeout = 0.1}), client.state"),
            R"([false,"active"])");
  instance.server().resume();
  EXPECT_EQ(client.server().evaluate("return client:ping({timeout = 30})"), "[true]");
}

TEST_F(ServerTest, CanBeKilledAndStoppedWhilePaused) {
  Instance instance;
  instance.server().pause();
  instance.server().kill9();
  EXPECT_FALSE(instance.server().running());
  instance.server().start();
  instance.server().pause();
  instance.server().stop();
  EXPECT_FALSE(instance.server().running());
}

TEST_F(ServerTest, TellsThatItEndedByItself) {
  Instance instance;
  EXPECT_EQ(instance.server().evaluate("require('fiber').create(function()"
                                       " require('fiber').sleep(0) os.exit(3) end)"),
            "[]");
  EXPECT_TRUE(eventually([&] { return !instance.server().running(); }));
  try {
    instance.server().evaluate("return 1");
    FAIL() << "answered";
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(), AllOf(HasSubstr("does not answer"), HasSubstr("exit code 3")));
  }
}

TEST_F(ServerTest, SaysWhatAndWhereAndWhyWhenItDoesNotStart) {
  try {
    const Instance instance({.extra_lua = "error('no such luck')"});
    FAIL() << "started";
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(),
                AllOf(HasSubstr("instance (127.0.0.1:"), HasSubstr("did not start"),
                      HasSubstr("exit code 1"), HasSubstr("no such luck"), Not(HasSubstr("\n"))));
  }
}

TEST_F(ServerTest, RefusesToStartTwice) {
  Instance instance;
  EXPECT_THROW(instance.server().start(), Failure);
  EXPECT_EQ(instance.server().evaluate("return 1"), "[1]");
}

TEST_F(ServerTest, EvaluatesAndPassesErrorsOn) {
  Instance instance;
  EXPECT_EQ(instance.server().evaluate("return"), "[]");
  EXPECT_EQ(instance.server().evaluate("return 1, nil, {a = 'b'}"), R"([1,null,{"a":"b"}])");
  EXPECT_EQ(instance.server().evaluate("local s = ('x'):rep(1e6) return #s, s").size(), 1000012U);
  EXPECT_THROW(instance.server().evaluate("error('x')"), Failure);
  EXPECT_THROW(instance.server().evaluate("this is no Lua"), Failure);
}

TEST_F(ServerTest, TakesItsOptions) {
  Instance instance({.memtx_memory = 64U << 20U,
                     .readahead = 32768,
                     .net_msg_max = 2,
                     .wal_mode = "none",
                     .records = 20,
                     .extra_lua = "function _G.extra() return server.name end"});
  EXPECT_EQ(instance.server().evaluate("return box.cfg.memtx_memory, box.cfg.readahead,"
                                       " box.cfg.net_msg_max, box.cfg.wal_mode,"
                                       " box.space.test_space:len(),"
                                       " box.space.test__profile:len(), extra()"),
            R"([67108864,32768,2,"none",20,20,"instance"])");
}

TEST_F(ServerTest, HasUsersThatMayEverythingAndNothing) {
  Instance instance;
  const std::string lua = R"(
      local function get(user, password)
        local client = require('net.box').connect(uri, {user = user, password = password})
        if client.error then return client.error end
        local ok, result = pcall(client.call, client, 'custom_crud_get_one_record', {'all_types', 1})
        return ok or tostring(result)
      end
      return get(), get('tester', 'secret'), get('tester', 'wrong'), get('stranger', 'unknown'))";
  EXPECT_EQ(instance.server().evaluate("local uri = '" + instance.uri() + "'" + lua),
            R"([true,true,"Incorrect password supplied for user 'tester'",)"
            R"("Execute access to function 'custom_crud_get_one_record' is denied )"
            R"(for user 'stranger'"])");
}

TEST_F(ServerTest, IsNotReachedByControlC) {
  Instance instance;
  EXPECT_NE(::getpgid(instance.server().pid()), ::getpgrp());
}

TEST_F(ServerTest, InheritsNoDescriptors) {
  const Descriptor ours(::open("/dev/zero", O_RDONLY));  // not closed by exec()
  Instance instance;
  for (const auto& entry : std::filesystem::directory_iterator(
           "/proc/" + std::to_string(instance.server().pid()) + "/fd")) {
    std::error_code gone;
    EXPECT_NE(std::filesystem::read_symlink(entry, gone), "/dev/zero");
  }
}

TEST_F(ServerTest, EndsWithTheThreadThatStartedIt) {
  TemporaryFolder folder;
  Server server(folder.path(), "short-lived", {});
  server.set_role({.module = "instance"});
  std::thread([&] { server.start(); }).join();
  EXPECT_TRUE(eventually([&] { return !server.running(); }));
}

TEST_F(ServerTest, EndsWithTheProcessThatStartedIt) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  // Whoever loses its parent becomes this process's child, so that its end is seen.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const TemporaryFolder left;  // what a killed process cannot remove
  const pid_t parent = ::fork();
  if (parent == 0) {
    ::setenv("TMPDIR", left.path().c_str(), 1);
    Instance instance;
    const pid_t pid = instance.server().pid();
    if (::write(ends[1], &pid, sizeof pid) != sizeof pid) ::_exit(1);
    ::kill(::getpid(), SIGKILL);
  }
  pid_t server = -1;
  ASSERT_EQ(::read(ends[0], &server, sizeof server), static_cast<ssize_t>(sizeof server));
  ASSERT_EQ(::waitpid(parent, nullptr, 0), parent);
  int status = 0;
  ASSERT_TRUE(eventually([&] { return ::waitpid(server, &status, WNOHANG) == server; }));
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(PortTest, IsNobodyElses) {
  const Port first = Port::reserve();
  const Port second = Port::reserve();
  EXPECT_NE(first.number(), 0);
  EXPECT_NE(first.number(), second.number());
}

}  // namespace
}  // namespace tarantool::servers
