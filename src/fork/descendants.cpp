// SPDX-License-Identifier: Apache-2.0
#include "fork/descendants.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>

namespace tare::fork {
namespace {

/// The number that a text begins with; -1 if it begins with none.
pid_t leading_number(std::string_view text) {
  pid_t number = -1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

struct Kinship {
  pid_t parent = -1;
  pid_t session = -1;
};

/// What `/proc/PID/stat` says: `PID (NAME) STATE PARENT GROUP SESSION …`, where NAME is any text.
Kinship kinship_of(int proc, const char* process) {
  std::array<char, 64> path{};
  std::strncat(path.data(), process, 20);
  std::strcat(path.data(), "/stat");
  const int file = openat(proc, path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::array<char, 512> buffer;
  const ssize_t size = read(file, buffer.data(), buffer.size());
  close(file);
  std::string_view rest(buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  const auto next_field = [&] {
    rest.remove_prefix(std::min(rest.find(' '), rest.size() - 1) + 1);
    return leading_number(rest);
  };
  const std::size_t name_end = rest.rfind(')');
  if (name_end == std::string_view::npos) return {};
  rest.remove_prefix(name_end);
  next_field();  // The state.
  Kinship kinship;
  kinship.parent = next_field();
  next_field();
  kinship.session = next_field();
  return kinship;
}

/// Calls `visit` with the process number of each child. There may be no /proc/PID/children: kernels
/// are built without it.
template <class Visit>
void for_each_child(Children which, Visit visit) {
  const int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return;
  const pid_t self = getpid();
  const pid_t session = getsid(0);
  alignas(dirent64) std::array<char, 8192> buffer;
  for (;;) {
    const long size = syscall(SYS_getdents64, proc, buffer.data(), buffer.size());
    if (size <= 0) break;
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer.data() + at);
      at += entry->d_reclen;
      const pid_t process = leading_number(entry->d_name);
      if (process < 0) continue;
      const Kinship kinship = kinship_of(proc, entry->d_name);
      if (kinship.parent == self && (which == Children::all || kinship.session != session))
        visit(process);
    }
  }
  close(proc);
}

/// False if there was no such child.
bool reap(pid_t process, pid_t wanted, int& status) {
  int one = 0;
  pid_t reaped = -1;
  do {
    reaped = waitpid(process, &one, __WALL);
    // Of those that made us their tracer we hear on their way, too.
  } while (reaped < 0 ? errno == EINTR : WIFSTOPPED(one));
  if (reaped > 0 && reaped == wanted) status = one;
  return reaped > 0;
}

bool has_children() {
  siginfo_t info;
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD;
}

}  // namespace

void end_children(Children which, pid_t wanted, int& status) {
  for (bool found = true; found && has_children();) {
    found = false;
    for_each_child(which, [&](pid_t child) {
      kill(child, SIGKILL);  // It acts on stopped processes too.
      found = reap(child, wanted, status) || found;
    });
  }
}

}  // namespace tare::fork
