// SPDX-License-Identifier: Apache-2.0
#include "tarantool/servers/server.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <thread>

#include "lua_sources.hpp"
#include "process.hpp"
#include "settings.hpp"
#include "whole_file.hpp"

namespace tarantool::servers {
namespace {

using namespace std::chrono_literals;

// Far more than a loaded machine needs; a server that starts takes about 0.1 s.
constexpr auto start_deadline = 60s;
constexpr auto answer_deadline = 30s;
// An administrator's patience: a server that has not ended by itself is killed.
constexpr auto stop_deadline = 10s;

constexpr std::size_t lines_of_tail = 4;

std::string end_of(int status) {
  return WIFEXITED(status) ? "exit code " + std::to_string(WEXITSTATUS(status))
                           : "signal " + std::to_string(WTERMSIG(status));
}

Descriptor connected(const std::string& path) {
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const timeval patience{.tv_sec = std::chrono::seconds(answer_deadline).count(), .tv_usec = 0};
  ::setsockopt(socket.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(static_cast<char*>(address.sun_path), sizeof address.sun_path - 1);
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  return ::connect(socket.number(), generic, sizeof address) == 0 ? std::move(socket)
                                                                  : Descriptor();
}

/// Says something, and returns all that is answered; empty where the answer does not come.
std::string asked(const std::string& path, std::string_view question) {
  const Descriptor socket = connected(path);
  while (!question.empty()) {
    const auto sent = ::send(socket.number(), question.data(), question.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return {};
    question.remove_prefix(static_cast<std::size_t>(sent));
  }
  ::shutdown(socket.number(), SHUT_WR);
  std::string answer;
  std::array<char, 16384> buffer;
  for (;;) {
    const auto got = ::recv(socket.number(), buffer.data(), buffer.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {};
    if (got == 0) return answer;
    answer.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

/// Snapshots and logs.
std::vector<std::filesystem::path> data_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto kind = entry.path().extension();
    if (kind == ".snap" || kind == ".xlog") found.push_back(entry.path());
  }
  return found;
}

}  // namespace

bool available() { return !find_program("tarantool").empty(); }

Server::Server(const std::filesystem::path& parent, std::string name, Options options)
    : name_(std::move(name)),
      lua_(parent / "lua"),
      folder_(parent / name_),
      control_((folder_ / "control").string()),
      options_(std::move(options)) {
  if (options_.transport == Options::Transport::tcp) {
    port_ = Port::reserve();
    uri_ = "127.0.0.1:" + std::to_string(port_.number());
  } else {
    unix_path_ = (folder_ / "iproto").string();
    uri_ = "unix/:" + unix_path_;
  }
  if (control_.size() >= sizeof sockaddr_un::sun_path) {
    throw Failure(control_ + " is too long for the path of a unix socket; set TMPDIR");
  }
  if (!std::filesystem::exists(lua_)) write_lua_sources(lua_);
}

Server::~Server() { kill9(); }

void Server::launch() {
  if (running()) fail("runs already");
  std::error_code told_by_the_writing;
  std::filesystem::create_directories(folder_, told_by_the_writing);
  if (std::exchange(begins_anew_, false)) copy_log_of_master();
  write_file(folder_ / "settings.lua", settings_of(*this, options_, control_));
  const auto program = find_program("tarantool");
  if (program.empty()) fail("cannot start: $PATH leads to no program tarantool");
  Started started = start_program({program, lua_ / "start.lua", "settings.lua"}, folder_, log());
  pid_ = started.pid;
  is_paused_ = false;
  ready_ = std::move(started.ready);
}

void Server::await_ready() {
  pollfd waited{.fd = ready_.number(), .events = POLLIN, .revents = 0};
  const int patience = static_cast<int>(std::chrono::milliseconds(start_deadline).count());
  int happened = 0;
  do {
    happened = ::poll(&waited, 1, patience);
  } while (happened == -1 && errno == EINTR);
  char byte = 0;
  const bool ready = happened == 1 && ::read(ready_.number(), &byte, 1) == 1;
  ready_ = Descriptor();
  if (ready) return;
  // The end of the pipe may be seen a moment before that of the process.
  if (happened != 1 || !ended_within(stop_deadline)) kill9();
  fail(happened == 1 ? "did not start" : "did not start in time");
}

void Server::start() {
  launch();
  await_ready();
}

void Server::stop() {
  signal(SIGTERM);
  if (!ended_within(stop_deadline)) kill9();
}

void Server::kill9() {
  signal(SIGKILL);
  ended_within(stop_deadline);
}

void Server::restart() {
  stop();
  start();
}

void Server::pause() {
  signal(SIGSTOP);
  is_paused_ = true;
}

void Server::resume() {
  signal(SIGCONT);
  is_paused_ = false;
}

void Server::signal(int number) {
  if (!running()) return;
  ::kill(pid_, number);
  // A process that is paused takes notice of SIGTERM when it goes on.
  if (number == SIGTERM) ::kill(pid_, SIGCONT);
}

bool Server::running() {
  if (pid_ == -1) return false;
  int status = 0;
  const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
  if (ended == 0 || (ended == -1 && errno == EINTR)) return true;
  end_ = ended == pid_ ? end_of(status) : "an unknown end";
  pid_ = -1;
  return false;
}

bool Server::ended_within(std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (running()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

std::string Server::evaluate(std::string_view lua) {
  const std::string answer = asked(control_, lua);
  if (answer.empty()) fail("does not answer");
  if (answer.front() != '+') fail("raised " + answer.substr(1));
  return answer.substr(1);
}

std::filesystem::path Server::log() const { return folder_ / "log"; }

void Server::copy_log_of_master() const {
  for (const auto& path : data_files(folder_)) std::filesystem::remove(path);
  for (const auto& path : data_files(role_.master_folder)) {
    std::string data = read_file(path);
    // The text that each file begins with says whose it is.
    const std::string_view key = "Instance: ";
    const std::size_t found = data.find(key);
    if (found == std::string::npos) throw Failure(path.string() + " does not say whose it is");
    data.replace(found + key.size(), role_.instance_uuid.size(), role_.instance_uuid);
    write_file(folder_ / path.filename(), data);
  }
}

std::string Server::log_tail() const {
  std::ifstream file(log());
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    lines.push_back(line);
    if (lines.size() > lines_of_tail) lines.erase(lines.begin());
  }
  std::string tail;
  for (const std::string& line : lines) tail += (tail.empty() ? "" : " | ") + line;
  return tail;
}

void Server::fail(const std::string& what) {
  std::string message = name_ + " (" + uri_ + ", in " + folder_.string() + ") " + what;
  if (!running() && !end_.empty()) message += "; it ended with " + end_;
  const std::string tail = log_tail();
  throw Failure(message + (tail.empty() ? "" : "; its log ends: " + tail));
}

}  // namespace tarantool::servers
