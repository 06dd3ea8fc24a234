// SPDX-License-Identifier: Apache-2.0
// Writing a benchmark: TARE_BENCH, TARE_BENCH_TYPED, TARE_ROLE, TARE_GROUP, TARE_OPTIONS.
//
// Registration is a list of constant-initialised nodes: before main() each is only linked in; no
// heap, no lock, nothing that can throw. The one template that runs is the timing loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tare/keep.hpp"
#include "tare/options.hpp"
#include "tare/state.hpp"

namespace tare {

/// The name of a type parameter's value, as text in a template's argument.
template <std::size_t N>
struct TypeName {
  char text[N];
  constexpr TypeName(const char (&literal)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

/// A type with the name it has on the command line and in tables.
template <TypeName Name, class T>
struct named {
  using type = T;
};

/// The values of a type parameter: types, or tare::named<"name", type>.
template <class... T>
struct types {};

namespace detail {

/// The body of a benchmark for one choice of types, with all types erased. `bases` holds the
/// address of each argument; for a state with an invocation level, of the first of n.
struct Body {
  const ArgumentType* arguments;
  std::size_t argument_count;
  bool returns_value;
  std::size_t result_size;  ///< 0 if nothing is returned.
  std::size_t result_alignment;
  /// Calls the body n times; each result is kept from the optimiser, then destroyed.
  void (*repeat)(void* const* bases, std::uint64_t n);
  /// Calls the body n times; results stay alive in `results`, an array of n.
  void (*repeat_keeping)(void* const* bases, void* results, std::uint64_t n);
  /// Destroys n results.
  void (*destroy)(void* results, std::uint64_t n);
  /// So many calls, or a multiple, are measured together. Asked once states are set up; null: one.
  std::uint64_t (*round)(void* const* bases) = nullptr;
};

/// One choice of type parameters.
struct Instance {
  const Body* body;
  const std::string_view* types;  ///< A name per type column.
};

/// What a registration's benchmark is, asked for after main() has begun.
struct Definition {
  const std::string_view* type_columns;
  std::size_t type_column_count;
  const Instance* instances;
  std::size_t instance_count;
};

struct Registration {
  std::string_view name;
  const char* file;
  int line;
  bool optimised;  ///< The benchmark's own translation unit was compiled with optimisation.
  Definition (*definition)();
  Options options{};
  std::string_view group{};
  std::string_view role{};  ///< Empty: a benchmark of its own.
  Registration* next = nullptr;
};

/// The group that TARE_GROUP named last in this file.
struct Group {
  std::string_view name;
  std::string_view file;
};

/// Head of the list of all registrations, latest first.
Registration*& registrations() noexcept;

inline bool link(Registration& registration, const Group& group) noexcept {
  // A group ends with its file, also where several files are compiled as one.
  if (group.file == registration.file) registration.group = group.name;
  registration.next = registrations();
  registrations() = &registration;
  return true;
}

/// An argument of the body: the same object for every call, or one per call.
template <class S, bool PerInvocation>
struct Argument {
  S* base;
  [[gnu::always_inline]] S& operator[](std::uint64_t index) const {
    if constexpr (PerInvocation)
      return base[index];
    else
      return *base;
  }
};

template <class... S>
struct ArgumentTable {
  template <std::size_t... I>
  static constexpr auto make(std::index_sequence<I...>) {
    struct Table {
      ArgumentType types[sizeof...(S) + 1];
    };
    return Table{{entry<I>()..., ArgumentType{}}};
  }

  template <std::size_t I>
  static constexpr ArgumentType entry() {
    return with_earlier<I>(std::make_index_sequence<I>());
  }
  template <std::size_t I, std::size_t... Earlier>
  static constexpr ArgumentType with_earlier(std::index_sequence<Earlier...>) {
    return argument_type<I, At<I>, At<Earlier>...>();
  }
  template <std::size_t I, class Head, class... Tail>
  static auto at() {
    if constexpr (I == 0)
      return std::type_identity<Head>{};
    else
      return at<I - 1, Tail...>();
  }
  template <std::size_t I>
  using At = typename decltype(at<I, S...>())::type;

  static constexpr auto table = make(std::index_sequence_for<S...>());
};

template <class A>
struct StateOf {
  static_assert(std::is_lvalue_reference_v<A>,
                "a benchmark takes its states by reference: TARE_BENCH(name, State& state)");
  using type = std::remove_cvref_t<A>;
};

template <auto Function, class Signature>
struct BodyOf;

template <auto Function, class R, class... A>
struct BodyOf<Function, R (*)(A...)> {
  using Table = ArgumentTable<typename StateOf<A>::type...>;
  // A reference or a void leaves nothing behind that could be kept.
  static constexpr bool returns_value = std::is_object_v<R>;
  using Indices = std::index_sequence_for<A...>;

  template <class... Argument>
  static void loop(std::uint64_t n, Argument... arguments) {
    for (std::uint64_t i = 0; i != n; ++i) {
      if constexpr (std::is_void_v<R>) {
        Function(arguments[i]...);
        clobber();
      } else {
        keep(Function(arguments[i]...));
      }
    }
  }

  template <class... Argument>
  static void loop_keeping(void* results, std::uint64_t n, Argument... arguments) {
    for (std::uint64_t i = 0; i != n; ++i) {
      if constexpr (returns_value) {
        keep(*new (static_cast<R*>(results) + i) R(Function(arguments[i]...)));
      } else if constexpr (std::is_void_v<R>) {
        Function(arguments[i]...);
        clobber();
      } else {
        keep(Function(arguments[i]...));
      }
    }
  }

  template <std::size_t I>
  static auto argument(void* const* bases) {
    return Argument<typename Table::template At<I>, Table::table.types[I].per_invocation>{
        static_cast<typename Table::template At<I>*>(bases[I])};
  }
  template <std::size_t... I>
  static void call(std::index_sequence<I...>, void* const* bases, std::uint64_t n) {
    (void)bases;
    loop(n, argument<I>(bases)...);
  }
  template <std::size_t... I>
  static void call_keeping(std::index_sequence<I...>, void* const* bases, void* results,
                           std::uint64_t n) {
    (void)bases;
    loop_keeping(results, n, argument<I>(bases)...);
  }

  static void repeat(void* const* bases, std::uint64_t n) { call(Indices(), bases, n); }
  static void repeat_keeping(void* const* bases, void* results, std::uint64_t n) {
    call_keeping(Indices(), bases, results, n);
  }
  static void destroy(void* results, std::uint64_t n) {
    if constexpr (returns_value && !std::is_trivially_destructible_v<R>) {
      for (std::uint64_t i = 0; i != n; ++i) static_cast<R*>(results)[i].~R();
    }
  }

  static constexpr std::size_t size() {
    if constexpr (returns_value)
      return sizeof(R);
    else
      return 0;
  }
  static constexpr std::size_t alignment() {
    if constexpr (returns_value)
      return alignof(R);
    else
      return 1;
  }

  static constexpr Body body{Table::table.types, sizeof...(A), returns_value,   size(),
                             alignment(),        &repeat,      &repeat_keeping, &destroy};
};

/// "T = int]" or "T = int; …]" of a compiler's function name, down to "int".
template <class T>
constexpr std::string_view spelled() {
  const std::string_view text = __PRETTY_FUNCTION__;
  const std::size_t begin = text.find("T = ") + 4;
  const std::size_t separator = text.find("; ", begin);
  return text.substr(begin, (separator < text.size() ? separator : text.size() - 1) - begin);
}

template <class T>
struct Named {
  using type = T;
  static constexpr std::string_view name = spelled<T>();
};
template <TypeName Name, class T>
struct Named<named<Name, T>> {
  using type = T;
  static constexpr TypeName text = Name;
  static constexpr std::string_view name = text.view();
};

/// `Benchmark::body`, as TARE_BENCH makes it.
template <class Benchmark>
Definition definition_of() {
  static constexpr Instance instance{&BodyOf<&Benchmark::body, decltype(&Benchmark::body)>::body,
                                     nullptr};
  return Definition{nullptr, 0, &instance, 1};
}

/// `Benchmark::body<T>` for each T of `List`, as TARE_BENCH_TYPED makes it.
template <class Benchmark, class List>
struct TypedDefinition;

template <class Benchmark, class... T>
struct TypedDefinition<Benchmark, types<T...>> {
  static_assert(sizeof...(T) > 0, "a type parameter needs at least one type");

  template <class Value>
  static constexpr std::string_view name[1] = {Named<Value>::name};

  static Definition get() {
    static constexpr Instance instances[] = {
        Instance{&BodyOf<&Benchmark::template body<typename Named<T>::type>,
                         decltype(&Benchmark::template body<typename Named<T>::type>)>::body,
                 name<T>}...};
    return Definition{&Benchmark::column, 1, instances, sizeof...(T)};
  }
};

}  // namespace detail
}  // namespace tare

namespace {
/// This translation unit's current group.
[[maybe_unused]] constinit tare::detail::Group tare_current_group{};
}  // namespace

#if defined(__OPTIMIZE__)
#define TARE_OPTIMISED true
#else
#define TARE_OPTIMISED false
#endif

#define TARE_JOIN_(a, b) a##b
#define TARE_JOIN(a, b) TARE_JOIN_(a, b)

/// `TARE_GROUP(conjure);` prefixes the names of the benchmarks that follow it in this file with
/// `conjure.`; `TARE_GROUP();` ends that.
#define TARE_GROUP(group)                                                  \
  [[maybe_unused]] static const bool TARE_JOIN(tare_group_, __COUNTER__) = \
      (::tare_current_group = ::tare::detail::Group{#group, __FILE__}, true)

// The definition comes last since the commas of its template are the macro's.
#define TARE_REGISTER_(id, bench, role, ...)                                 \
  namespace {                                                                \
  constinit ::tare::detail::Registration tare_registration_##id{             \
      bench, __FILE__, __LINE__, TARE_OPTIMISED, __VA_ARGS__, {}, {}, role}; \
  [[maybe_unused]] const bool tare_linked_##id =                             \
      ::tare::detail::link(tare_registration_##id, ::tare_current_group);    \
  }

#define TARE_BODY_(id, bench, role, ...)                                           \
  namespace {                                                                      \
  struct tare_bench_##id {                                                         \
    static auto body(__VA_ARGS__);                                                 \
  };                                                                               \
  }                                                                                \
  TARE_REGISTER_(id, bench, role, &::tare::detail::definition_of<tare_bench_##id>) \
  inline auto tare_bench_##id::body(__VA_ARGS__)

/// `TARE_BENCH(name) { … }` or `TARE_BENCH(name, State& state, …) { … }`: a benchmark. The braces
/// are one call of its body; what it returns is kept from the optimiser.
#define TARE_BENCH(bench, ...) TARE_BODY_(bench, #bench, "", __VA_ARGS__)

/// `TARE_ROLE(queue, put, Queue& q) { … }` and `TARE_ROLE(queue, take, Queue& q) { … }`: a
/// benchmark `queue` whose threads do unlike work at once. Each role has threads of its own, one in
/// a group unless `TARE_OPTIONS(queue_put, threads(3));` says otherwise, and a score of its own.
/// Other options may stand at any of the roles, and are the benchmark's. States that roles have in
/// common (by type, and by place among those of one type) are one object, as their scope says.
#define TARE_ROLE(bench, role, ...) TARE_BODY_(bench##_##role, #bench, #role, __VA_ARGS__)

/// `TARE_BENCH_TYPED(name, Map, Maps, State<Map>& state) { … }`: a benchmark for each type of
/// `Maps`, a tare::types<…>. `Map` names the type in the body, and the column in tables.
#define TARE_BENCH_TYPED(bench, Type, list, ...)                                  \
  namespace {                                                                     \
  struct tare_bench_##bench {                                                     \
    static constexpr std::string_view column = #Type;                             \
    template <class Type>                                                         \
    static auto body(__VA_ARGS__);                                                \
  };                                                                              \
  }                                                                               \
  TARE_REGISTER_(bench, #bench, "",                                               \
                 &::tare::detail::TypedDefinition<tare_bench_##bench, list>::get) \
  template <class Type>                                                           \
  auto tare_bench_##bench::body(__VA_ARGS__)

/// `TARE_OPTIONS(name, mode(tare::Mode::sample_time).threads(4));` after a benchmark of this file.
#define TARE_OPTIONS(bench, ...)                              \
  [[maybe_unused]] static const bool tare_options_##bench = ( \
      tare_registration_##bench.options =                     \
          [] {                                                \
            using namespace ::tare::option_values;            \
            return ::tare::Options().__VA_ARGS__;             \
          }(),                                                \
      true)
