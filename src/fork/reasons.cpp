// SPDX-License-Identifier: Apache-2.0
#include "fork/reasons.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

namespace tare::fork {
namespace {

/// What is likely behind a signal, where its name does not say.
const char* usual_cause(int signal) {
  switch (signal) {
    case SIGKILL:
      return ": not by the run; what usually does that is the system, when memory runs out";
    case SIGABRT:
      return ": something in it called abort(), or an exception was caught by nobody";
    case SIGILL:
      return ": it came to an instruction that is made to fail (__builtin_trap), or that is not "
             "known to what runs it: an older processor, or valgrind, which knows none of AVX-512";
    case SIGXCPU:
      return ": it used up the processor time that its limit allows (RLIMIT_CPU)";
    case SIGXFSZ:
      return ": it wrote more to a file than its limit allows (RLIMIT_FSIZE)";
    case SIGPIPE:
      return ": it wrote to a pipe that nobody reads";
    case SIGSYS:
      return ": it made a system call that it may not make";
    default:
      return "";
  }
}

const char* name_of(Activity activity) {
  switch (activity) {
    case Activity::start_up:
      return "its start-up";
    case Activity::trial_set_up:
      return "the set-up of the trial";
    case Activity::iteration_set_up:
      return "the set-up of an iteration";
    case Activity::iteration:
      return "an iteration";
    case Activity::iteration_tear_down:
      return "the tear-down of an iteration";
    case Activity::trial_tear_down:
      return "the tear-down of the trial";
  }
  return "?";
}

}  // namespace

std::string reason_of_end(const ProcessEnd& end) {
  if (end.start_error != 0)
    return std::string("the system could not start it: ") + strerror(end.start_error);
  if (end.guardian_lost)
    return "killed with the process that watches over it, which something it started had killed";
  const int status = end.status;
  if (WIFSIGNALED(status))
    return fmt::format("killed by signal {} ({}){} before it was done{}", WTERMSIG(status),
                       strsignal(WTERMSIG(status)), WCOREDUMP(status) ? ", core dumped," : "",
                       usual_cause(WTERMSIG(status)));
  return fmt::format("exited with code {} before it was done: something in it called exit()",
                     WEXITSTATUS(status));
}

std::string reason_of_launcher(const std::string& launcher, const ProcessEnd& end) {
  return fmt::format("{} {} and did not start the program", launcher,
                     WIFSIGNALED(end.status)
                         ? fmt::format("was killed by signal {}", WTERMSIG(end.status))
                         : fmt::format("exited with code {}", WEXITSTATUS(end.status)));
}

std::string reason_of_timeout(Activity activity, std::chrono::nanoseconds timeout,
                              std::chrono::nanoseconds besides) {
  const auto seconds = [](std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
  };
  const std::string longer = fmt::format("{} took longer than", name_of(activity));
  if (besides.count() == 0) return fmt::format("{} {} s (-to)", longer, seconds(timeout));
  return fmt::format("{} {} s (-to, and {} s)", longer, seconds(timeout + besides),
                     seconds(besides));
}

}  // namespace tare::fork
