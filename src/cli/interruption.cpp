// SPDX-License-Identifier: Apache-2.0
#include "cli/interruption.hpp"

#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace tare::cli {
namespace {

constexpr std::array stopping{SIGINT, SIGTERM, SIGHUP};
constexpr std::array harmless{SIGPIPE, SIGXFSZ};

std::atomic<int> first_signal = 0;
int event = -1;
std::array<struct sigaction, stopping.size() + harmless.size()> before;

void keep_signal(int signal) {
  const int error = errno;
  int none = 0;
  first_signal.compare_exchange_strong(none, signal);
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(event, &one, sizeof one);
  errno = error;
}

void do_nothing(int) {}

void handle(int signal, void (*handler)(int), int flags, struct sigaction& old) {
  sigaction(signal, nullptr, &old);
  if (old.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interruption::Interruption() {
  first_signal = 0;
  event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (event < 0) throw std::system_error(errno, std::generic_category(), "cannot wait for signals");
  std::size_t i = 0;
  for (const int signal : stopping)
    handle(signal, keep_signal, static_cast<int>(SA_RESETHAND), before[i++]);
  for (const int signal : harmless) handle(signal, do_nothing, SA_RESTART, before[i++]);
}

Interruption::~Interruption() {
  std::size_t i = 0;
  for (const int signal : stopping) sigaction(signal, &before[i++], nullptr);
  for (const int signal : harmless) sigaction(signal, &before[i++], nullptr);
  close(event);
}

int Interruption::descriptor() const { return event; }

std::optional<int> Interruption::signal() const {
  const int signal = first_signal;
  return signal == 0 ? std::nullopt : std::optional(signal);
}

std::string Interruption::name() const {
  const std::optional<int> one = signal();
  return one ? std::string("SIG") + sigabbrev_np(*one) : "";
}

void end_by(int signal) {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  sigprocmask(SIG_UNBLOCK, &only, nullptr);
  raise(signal);
  _exit(128 + signal);  // As shells write it.
}

}  // namespace tare::cli
