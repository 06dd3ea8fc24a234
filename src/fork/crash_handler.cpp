// SPDX-License-Identifier: Apache-2.0
#include "fork/crash_handler.hpp"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

#include <cerrno>
#include <string_view>

namespace tare::fork {
namespace {

constexpr int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

LastWords* last_words = nullptr;

/// _dl_find_object() takes no lock, unlike dladdr(): the thread that crashed may hold it.
void name_place(std::uintptr_t pc, LastWords::Frame& frame) {
  frame.offset = pc;
  dl_find_object found{};
  if (_dl_find_object(reinterpret_cast<void*>(pc), &found) != 0) return;
  frame.offset = pc - found.dlfo_link_map->l_addr;
  std::string_view(found.dlfo_link_map->l_name).copy(frame.object.data(), frame.object.size());
}

struct Walk {
  LastWords::Stack& stack;
  bool inside_handler = true;
};

_Unwind_Reason_Code keep_frame(_Unwind_Context* context, void* argument) {
  Walk& walk = *static_cast<Walk*>(argument);
  int interrupted = 0;  // Else the address is the one that a call will return to.
  std::uintptr_t pc = _Unwind_GetIPInfo(context, &interrupted);
  if (interrupted != 0) walk.inside_handler = false;
  if (walk.inside_handler) return _URC_NO_REASON;
  if (interrupted == 0) --pc;
  const std::uint32_t index = walk.stack.frames;
  name_place(pc, walk.stack.frame[index]);
  walk.stack.frames = index + 1;
  return index + 1 < LastWords::Stack::most_frames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void keep_stack() {
  const std::uint32_t index = last_words->begun.fetch_add(1);
  if (index >= LastWords::most_stacks) return;
  Walk walk{last_words->stack[index]};
  _Unwind_Backtrace(keep_frame, &walk);
  walk.stack.complete = 1;
}

void on_crash(int signal) {
  keep_stack();
  // The handler is gone (SA_RESETHAND): on return this one, or the faulting instruction anew, has
  // the usual effect.
  syscall(SYS_tgkill, getpid(), gettid(), signal);
}

void on_question(int) {
  const int error = errno;
  keep_stack();
  errno = error;
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK | flags;
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

_Unwind_Reason_Code stop_at_once(_Unwind_Context* context, void*) {
  dl_find_object found{};
  _dl_find_object(reinterpret_cast<void*>(_Unwind_GetIP(context)), &found);
  return _URC_END_OF_STACK;
}

}  // namespace

int stack_signal() { return SIGRTMAX - 1; }

void keep_stacks_of_crashes(LastWords& words) {
  last_words = &words;
  _Unwind_Backtrace(stop_at_once, nullptr);  // What it does but once is done outside a handler.
  for (const int signal : crashes) handle(signal, on_crash, static_cast<int>(SA_RESETHAND));
  handle(stack_signal(), on_question, SA_RESTART);
}

}  // namespace tare::fork
