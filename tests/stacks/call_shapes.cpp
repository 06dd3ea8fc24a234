// SPDX-License-Identifier: Apache-2.0
// Compiled several times; SHAPE_FLAGS says how. All of it is local, lest the linker mixes builds.
#include "call_shapes.hpp"

#include <alloca.h>

#include <algorithm>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <streambuf>
#include <string>
#include <vector>

namespace tare::stacks {
namespace {

/// Keeps the call before it from being a tail call, and memory from being optimised away.
void settle(void* memory = nullptr) { asm volatile("" : : "r"(memory) : "memory"); }

[[gnu::noinline]] void plain(Observe observe) {
  observe();
  settle();
}

[[gnu::noinline]] void sorting(Observe observe) {
  std::vector<int> numbers{5, 3, 9, 1, 7, 2};
  std::sort(numbers.begin(), numbers.end(), [&](int a, int b) {
    plain(observe);
    return a < b;
  });
  settle(numbers.data());
}

thread_local Observe observed_by_qsort = nullptr;
int compare_observed(const void* a, const void* b) {
  plain(observed_by_qsort);
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}
[[gnu::noinline]] void through_libc(Observe observe) {
  observed_by_qsort = observe;
  int numbers[] = {4, 2, 3, 1};
  std::qsort(numbers, std::size(numbers), sizeof numbers[0], compare_observed);
  settle(numbers);
}

[[gnu::noinline]] void function_object(Observe observe) {
  std::string text(50, 'x');
  const std::function<void(int)> call = [&, text](int) { plain(observe); };
  settle(text.data());
  call(1);
  settle();
}

struct Base {
  virtual ~Base() = default;
  virtual void call(Observe observe) = 0;
};
struct Derived : Base {
  void call(Observe observe) override {
    plain(observe);
    settle(this);
  }
};
[[gnu::noinline]] void virtual_call(Observe observe) {
  std::unique_ptr<Base> object = std::make_unique<Derived>();
  settle(object.get());
  object->call(observe);
  settle();
}

[[gnu::noinline]] int recursion(int depth, Observe observe) {
  if (depth == 0) {
    observe();
    return 0;
  }
  const int below = recursion(depth - 1, observe);
  settle();
  return below + depth;
}
void recursive(Observe observe) { recursion(12, observe); }

[[gnu::noinline]] void stack_allocation(Observe observe) {
  for (const std::size_t size : {1U, 100U, 5000U}) {
    void* const memory = alloca(size);
    settle(memory);
    plain(observe);
    settle(memory);
  }
}

[[gnu::noinline]] void aligned_locals(Observe observe) {
  alignas(64) char lines[100];
  settle(lines);
  plain(observe);
  settle(lines);
}

[[gnu::noinline]] void aligned_allocation(Observe observe) {
  alignas(128) char lines[10];
  void* const memory = alloca(static_cast<std::size_t>(rand() % 64) + 1);
  settle(lines);
  settle(memory);
  plain(observe);
  settle(lines);
}

[[gnu::noinline]] void big_frame(Observe observe) {
  char bytes[70'000];
  settle(bytes);
  plain(observe);
  settle(bytes);
}

/// Is told of what is written to it by the library's own code.
class ObservingBuffer : public std::streambuf {
 public:
  explicit ObservingBuffer(Observe observe) : observe_(observe) {}

 private:
  int_type overflow(int_type c) override {
    plain(observe_);
    return c;
  }
  Observe observe_;
};
[[gnu::noinline]] void streaming(Observe observe) {
  ObservingBuffer buffer(observe);
  std::ostream stream(&buffer);
  stream << 1234567 << ' ' << 3.25 << std::string(3, 'x') << std::endl;
}

[[noreturn, gnu::noinline]] void never_returns(Observe observe) {
  observe();
  throw 1;
}
/// Its last instruction is the call: the return address is another function's.
[[noreturn, gnu::noinline]] void ends_in_a_call(Observe observe) { never_returns(observe); }
[[gnu::noinline]] void no_return(Observe observe) {
  try {
    ends_in_a_call(observe);
  } catch (int) {
    plain(observe);
  }
}

struct ObservesDestruction {
  Observe observe;
  ~ObservesDestruction() { plain(observe); }
};
[[gnu::noinline]] void unwinding(Observe observe) {
  try {
    const ObservesDestruction object{observe};
    throw std::string("a string that has to be allocated, too");
  } catch (const std::string& text) {
    settle();
  }
}

[[gnu::noinline]] int many_arguments(Observe observe, int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += va_arg(arguments, int);
  plain(observe);
  va_end(arguments);
  return sum;
}
void variadic(Observe observe) { many_arguments(observe, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9); }

thread_local Observe observed_once = nullptr;
[[gnu::noinline]] void once(Observe observe) {
  observed_once = observe;
  std::once_flag flag;
  std::call_once(flag, [] { plain(observed_once); });
}

[[gnu::noinline]] void mixture(Observe observe) {
  std::map<std::string, int> counts;
  for (int i = 0; i < 5; ++i) counts["a key that is allocated " + std::to_string(i % 3)] += i;
  settle(&counts);
  sorting(observe);
}

[[gnu::always_inline]] inline void inlined_call(Observe observe) {
  observe();
  settle();
}
[[gnu::noinline]] void inlining(Observe observe) {
  inlined_call(observe);
  settle();
}

constexpr CallShape shapes[] = {
    {"plain", plain},
    {"std::sort", sorting},
    {"qsort", through_libc},
    {"std::function", function_object},
    {"virtual", virtual_call},
    {"recursion", recursive},
    {"alloca", stack_allocation},
    {"alignas(64)", aligned_locals},
    {"alignas(128) and alloca", aligned_allocation},
    {"a frame of 70 kB", big_frame},
    {"std::ostream", streaming},
    {"noreturn", no_return, true},
    {"unwinding", unwinding, true},
    {"variadic", variadic},
    {"call_once", once},
    {"std::map", mixture},
    {"inlining", inlining},
};

const bool added = (add_shape_build({SHAPE_FLAGS, shapes}), true);

}  // namespace
}  // namespace tare::stacks
