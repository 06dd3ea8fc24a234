// SPDX-License-Identifier: Apache-2.0
// What a benchmark can do to the harness, each between good ones. Names tell what is done; those
// with a place in `where` crash or hang there.
#include <fcntl.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "tare/tare.hpp"

namespace where {

volatile int zero = 0;
volatile int one = 1;

[[gnu::noinline]] void writes_to_null() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

[[gnu::noinline]] int divides_by_zero() { return one / zero; }

[[gnu::noinline]] void spins() {
  for (;;) zero = 0;
}

[[gnu::noinline]] void pauses() {
  for (;;) pause();
}

[[gnu::noinline]] int recurses(int depth) {
  volatile char frame[4096];
  frame[depth % 4096] = 1;
  return depth < 0 ? 0 : recurses(depth + 1) + frame[0];
}

[[gnu::noinline]] void reads_beyond_a_file() {
  const int file = memfd_create("empty", 0);
  void* const page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  *static_cast<volatile char*>(page) = 1;
}

[[gnu::noinline]] void throws() { throw std::runtime_error("nobody can catch this"); }

[[gnu::noinline]] void asks_for_a_trap() { __builtin_trap(); }

}  // namespace where

namespace {

/// Does something in the first call only.
template <class Work>
void once(Work work) {
  static bool done = false;
  if (done) return;
  done = true;
  work();
}

void limit(__rlimit_resource resource, rlim_t value) {
  const rlimit both{value, value};
  setrlimit(resource, &both);
}

/// A line in a file of the test's: how often was this reached, over all forks?
int count_in(const char* name) {
  const char* const folder = std::getenv("TARE_TEST_FOLDER");
  const std::string path = std::string(folder != nullptr ? folder : "/nonexistent") + "/" + name;
  std::ofstream(path, std::ios::app) << "here\n";
  std::ifstream file(path);
  int lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  return lines;
}

struct NoException {
  int value = 7;
};

struct ThrowsInConstructor {
  ThrowsInConstructor() { throw std::runtime_error("constructor"); }
};
struct ThrowsInTrialSetUp {
  void set_up(tare::Trial) {
    count_in("set-ups");
    throw std::runtime_error("trial set-up");
  }
};
struct ThrowsInIterationSetUp {
  void set_up(tare::Iteration) { throw std::runtime_error("iteration set-up"); }
};
struct ThrowsInInvocationSetUp {
  void set_up(tare::Invocation) { throw std::runtime_error("invocation set-up"); }
};
struct ThrowsInTearDown {
  void tear_down(tare::Trial) { throw std::runtime_error("tear-down"); }
};
struct ThrowsInDestructor {
  ~ThrowsInDestructor() { where::throws(); }
};
struct HangsInTrialSetUp {
  void set_up(tare::Trial) { where::pauses(); }
};
struct HangsInIterationSetUp {
  void set_up(tare::Iteration) { where::pauses(); }
};
struct HangsInIterationTearDown {
  void tear_down(tare::Iteration) { where::pauses(); }
};
struct HangsInTrialTearDown {
  void tear_down(tare::Trial) { where::pauses(); }
};
/// Tells threads apart.
struct Number {
  int value = count()++;
  static int& count() {
    static int made = 0;
    return made;
  }
};
struct ThreadNumber : Number {
  static constexpr tare::Scope scope = tare::Scope::thread;
};

/// A process in a session of its own, whose parent is gone.
void become_a_daemon() {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  where::pauses();
}

void replace_all_handlers() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, [](int) {});
}

}  // namespace

// A bad one, and a good one after it.
#define TARE_TEST_BAD(name, ...)           \
  TARE_BENCH(after_##name) { return 2.5; } \
  TARE_BENCH(name, __VA_ARGS__)

TARE_GROUP(harmless);

TARE_TEST_BAD(prints_50_MB) {
  once([] {
    const std::string line(99, 'x');
    for (int i = 0; i < 500'000; ++i) std::puts(line.c_str());
  });
}
TARE_TEST_BAD(prints_binary) {
  once([] {
    for (int i = 0; i < 4096; ++i) std::putchar(i * 7);
    std::puts("\033[31m\033]0;title\007\033[2J");
  });
}
TARE_TEST_BAD(closes_standard_streams) {
  for (int descriptor = 0; descriptor < 3; ++descriptor) close(descriptor);
}
TARE_TEST_BAD(forks_a_child_that_lives_on) {
  once([] {
    if (fork() == 0) where::pauses();
  });
}
TARE_TEST_BAD(forks_a_child_that_returns) {
  once([] { fork(); });
}
TARE_TEST_BAD(daemonises) { once(become_a_daemon); }
TARE_TEST_BAD(starts_programs) {
  once([] {
    if (std::system("sleep 1000 & exit 3") == 0) tare::fail("it ran, and did not exit with 3");
    if (const pid_t child = vfork(); child == 0) _exit(0);
  });
}
TARE_TEST_BAD(leaves_threads_that_run) {
  once([] {
    for (int i = 0; i < 3; ++i) std::thread(where::spins).detach();
  });
}
TARE_TEST_BAD(changes_folder_locale_and_environment) {
  once([] {
    if (chdir("/") != 0 || std::setlocale(LC_ALL, "C.UTF-8") == nullptr) tare::fail("cannot");
    std::setlocale(LC_ALL, "de_DE.UTF-8");  // Where there is one.
    putenv(const_cast<char*>("LC_ALL=de_DE.UTF-8"));
    clearenv();
    umask(0777);
  });
}
TARE_TEST_BAD(replaces_signal_handlers) { replace_all_handlers(); }
TARE_TEST_BAD(limits_its_files) {
  limit(RLIMIT_NOFILE, 0);
  limit(RLIMIT_FSIZE, 0);
}
TARE_TEST_BAD(changes_floating_point) {
  fesetround(FE_UPWARD);
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x8040);  // Flush to zero, denormals are zero.
#endif
  feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
}
TARE_TEST_BAD(asks_to_be_traced) {
  once([] { ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); });
  raise(SIGCHLD);
}

TARE_GROUP(garbles);

TARE_TEST_BAD(closes_all_descriptors) {
  std::puts("closing");
  std::fflush(stdout);
  for (int descriptor = 0; descriptor < 1024; ++descriptor) close(descriptor);
}
TARE_TEST_BAD(closes_all_descriptors_and_hangs) {
  for (int descriptor = 3; descriptor < 1024; ++descriptor) close(descriptor);
  where::pauses();
}
TARE_OPTIONS(closes_all_descriptors_and_hangs, timeout(0.2));
TARE_TEST_BAD(writes_to_all_descriptors) {
  const char garbage[] = "Garbage, and more of it.\n";
  for (int descriptor = 3; descriptor < 64; ++descriptor)
    (void)!write(descriptor, garbage, sizeof garbage - 1);
}

TARE_GROUP(crashes);

TARE_TEST_BAD(segfaults) {
  std::fprintf(stderr, "last words\n");
  where::writes_to_null();
}
TARE_TEST_BAD(segfaults_in_a_second_thread, const ThreadNumber& thread) {
  if (thread.value == 1) where::writes_to_null();
}
TARE_OPTIONS(segfaults_in_a_second_thread, threads(2));
TARE_TEST_BAD(overflows_its_stack) { return where::recurses(1); }
TARE_TEST_BAD(overflows_a_second_stack, const ThreadNumber& thread) {
  return thread.value == 1 ? where::recurses(1) : 0;
}
TARE_OPTIONS(overflows_a_second_stack, threads(2));
TARE_TEST_BAD(reads_beyond_a_file) { where::reads_beyond_a_file(); }
TARE_TEST_BAD(divides_by_zero) { return where::divides_by_zero(); }
TARE_TEST_BAD(asks_for_a_trap) { where::asks_for_a_trap(); }
TARE_TEST_BAD(aborts) { std::abort(); }
TARE_TEST_BAD(throws_in_a_thread_of_its_own) {
  std::thread([] { throw std::runtime_error("nobody can catch this"); }).join();
}
TARE_TEST_BAD(throws_from_a_destructor) { ThrowsInDestructor dies; }
TARE_TEST_BAD(crashes_with_a_handler_of_its_own) {
  signal(SIGSEGV, [](int) { _exit(9); });
  where::writes_to_null();
}
TARE_TEST_BAD(exits) { std::exit(0); }
TARE_TEST_BAD(exits_in_a_thread) {
  std::thread([] { std::exit(5); }).join();
}
TARE_TEST_BAD(exits_at_once) { _exit(3); }
TARE_TEST_BAD(exits_quickly) { std::quick_exit(4); }
TARE_TEST_BAD(kills_itself) { kill(getpid(), SIGKILL); }
TARE_TEST_BAD(kills_its_group) { kill(0, SIGKILL); }
TARE_TEST_BAD(kills_its_parent) {
  once(become_a_daemon);
  kill(getppid(), SIGKILL);
  where::pauses();
}
TARE_TEST_BAD(outlives_its_parent) {
  prctl(PR_SET_PDEATHSIG, 0);
  kill(getppid(), SIGKILL);
  where::pauses();
}
TARE_TEST_BAD(stops_its_parent) {
  once([] { kill(getppid(), SIGSTOP); });
  _exit(6);
}
TARE_OPTIONS(stops_its_parent, timeout(0.2));
TARE_TEST_BAD(writes_too_long_a_file) {
  limit(RLIMIT_FSIZE, 10);
  const int file = memfd_create("file", 0);
  (void)!write(file, "more than ten bytes", 19);
  (void)!write(file, "more than ten bytes", 19);
}
TARE_TEST_BAD(writes_to_nobody) {
  int ends[2];
  if (pipe(ends) != 0) return;
  close(ends[0]);
  (void)!write(ends[1], "x", 1);
}
TARE_TEST_BAD(uses_up_its_processor_time) {
  const rlimit second{1, 10};
  setrlimit(RLIMIT_CPU, &second);
  where::spins();
}

TARE_GROUP(throws);

TARE_TEST_BAD(an_int) { throw 42; }
TARE_TEST_BAD(what_is_no_exception) { throw NoException{}; }
TARE_TEST_BAD(in_a_constructor, ThrowsInConstructor&) {}
TARE_TEST_BAD(in_trial_set_up, ThrowsInTrialSetUp&) {}
TARE_TEST_BAD(in_iteration_set_up, ThrowsInIterationSetUp&) {}
TARE_TEST_BAD(in_invocation_set_up, ThrowsInInvocationSetUp&) {}
TARE_TEST_BAD(in_tear_down, ThrowsInTearDown&) {}
TARE_TEST_BAD(in_one_thread_of_two, const ThreadNumber& thread) {
  if (thread.value == 1) throw std::runtime_error("one of two");
}
TARE_OPTIONS(in_one_thread_of_two, threads(2));
TARE_TEST_BAD(for_lack_of_memory) {
  limit(RLIMIT_AS, std::size_t{1} << 30);
  std::vector<std::string> all;
  for (;;) all.emplace_back(std::size_t{16} << 20, 'x');
}

TARE_GROUP(hangs);

TARE_TEST_BAD(for_ever) { where::spins(); }
TARE_OPTIONS(for_ever, timeout(0.2));
TARE_TEST_BAD(in_its_second_thread, const ThreadNumber& thread) {
  if (thread.value == 1) where::pauses();
}
TARE_OPTIONS(in_its_second_thread, threads(2).timeout(0.2));
TARE_TEST_BAD(with_all_signals_blocked) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
  where::pauses();
}
TARE_OPTIONS(with_all_signals_blocked, timeout(0.2));
TARE_TEST_BAD(stopped) { raise(SIGSTOP); }
TARE_OPTIONS(stopped, timeout(0.2));
TARE_TEST_BAD(with_handlers_of_its_own) {
  replace_all_handlers();
  where::pauses();
}
TARE_OPTIONS(with_handlers_of_its_own, timeout(0.2));
TARE_TEST_BAD(setting_an_iteration_up, HangsInIterationSetUp&) {}
TARE_OPTIONS(setting_an_iteration_up, timeout(0.2));
TARE_TEST_BAD(tearing_an_iteration_down, HangsInIterationTearDown&) {}
TARE_OPTIONS(tearing_an_iteration_down, timeout(0.2));

// Those that the run has more patience with.
TARE_GROUP(hangs_at_the_ends);

TARE_TEST_BAD(setting_the_trial_up, HangsInTrialSetUp&) {}
TARE_OPTIONS(setting_the_trial_up, timeout(0.2));
TARE_TEST_BAD(tearing_the_trial_down, HangsInTrialTearDown&) {}
TARE_OPTIONS(tearing_the_trial_down, timeout(0.2));

TARE_GROUP(fails_later);

TARE_TEST_BAD(in_its_third_fork) {
  once([] {
    if (count_in("forks") == 3) std::abort();
  });
}

TARE_GROUP(survives);

TARE_BENCH(a_run_that_is_killed) {
  once(become_a_daemon);
  where::pauses();
}
