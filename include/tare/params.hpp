// SPDX-License-Identifier: Apache-2.0
// Parameters: named values of a state, given as text on the command line (`-p size=10,100`).
#pragma once

#include <cstddef>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <type_traits>

namespace tare {

namespace detail {

/// Where something stands in the source: where this is called as a default argument.
struct Place {
  const char* file;
  int line;
  static constexpr Place here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

/// Text to number; false if `text` is not wholly one, or does not fit.
bool parse(std::string_view text, bool& value) noexcept;
bool parse(std::string_view text, long long& value) noexcept;
bool parse(std::string_view text, unsigned long long& value) noexcept;
bool parse(std::string_view text, double& value) noexcept;

/// Room for any number's text.
struct NumberText {
  char characters[40];
  std::size_t length;
  operator std::string_view() const noexcept { return {characters, length}; }
};
NumberText print(long long value) noexcept;
NumberText print(unsigned long long value) noexcept;
NumberText print(float value) noexcept;
NumberText print(double value) noexcept;

/// Told of the parameters of a state, one by one.
class ParamVisitor {
 public:
  using Accepts = bool (*)(std::string_view text);

  /// Starts a parameter. Its defaults follow, in order, by add_default(). `accepts` says whether a
  /// text is a value of its type; null where only the defaults are.
  virtual void declare(std::string_view name, Accepts accepts, Place place) = 0;
  virtual void add_default(std::string_view value) = 0;
  /// The defaults could not be had, or not all of them, for this reason.
  virtual void add_problem(std::string_view) {}
  /// The text this parameter has in the case at hand. Not asked for while declaring.
  virtual std::string_view value_of(std::string_view name) = 0;

 protected:
  ~ParamVisitor() = default;
};

/// Most values of a parameter: each is a case that takes seconds.
inline constexpr std::size_t most_values = 10'000;
inline constexpr std::string_view too_many_values =
    "it has more than 10000 values, each of which is a case";

/// Numbers by a rule: range(), multiplied() or powers().
template <class T>
struct Sequence {
  enum class Kind { added, multiplied, powers };
  T first;
  T last;
  T by;
  Kind kind;
};
template <class... T>
using SequenceOf =
    Sequence<std::conditional_t<(std::is_floating_point_v<T> || ...), double, long long>>;

/// The lines of a file.
struct Lines {
  const char* file;
};

// Hand the values to the visitor, or say what is wrong with them.
void add_sequence(ParamVisitor& visitor, const Sequence<long long>& sequence);
void add_sequence(ParamVisitor& visitor, const Sequence<double>& sequence);
void add_lines(ParamVisitor& visitor, const char* file);
/// Calls `add` with `context`; says what it throws, which a function of the author's did. Here and
/// not where it is needed, as that may be compiled without exceptions.
void add_unless_thrown(ParamVisitor& visitor, void (*add)(void* context), void* context);

/// A number as the text that has just its value.
template <class T>
NumberText text_of_number(T value) noexcept {
  if constexpr (std::is_same_v<T, float>)
    return print(value);
  else if constexpr (std::is_floating_point_v<T>)
    return print(static_cast<double>(value));
  else if constexpr (std::is_signed_v<T>)
    return print(static_cast<long long>(value));
  else
    return print(static_cast<unsigned long long>(value));
}

}  // namespace detail

/// Values of a parameter, from `first` in equal steps, none beyond `last`: range(1, 10, 3) is 1, 4,
/// 7, 10.
template <class First, class Last, class Step = int>
constexpr auto range(First first, Last last, Step step = 1) {
  using S = detail::SequenceOf<First, Last, Step>;
  using T = decltype(S::first);
  return S{static_cast<T>(first), static_cast<T>(last), static_cast<T>(step), S::Kind::added};
}

/// Each value so many times the one before, and `last`: multiplied(8, 8 << 10, 8) is 8, 64, 512,
/// 4096, 8192.
template <class First, class Last, class Factor>
constexpr auto multiplied(First first, Last last, Factor factor) {
  auto sequence = range(first, last, factor);
  sequence.kind = decltype(sequence)::Kind::multiplied;
  return sequence;
}

/// Powers of `base`, from one exponent to another: powers(2, 0, 10) is 1, 2, 4, …, 1024.
template <class Base>
constexpr auto powers(Base base, int first, int last) {
  auto sequence = range(first, last, base);
  sequence.kind = decltype(sequence)::Kind::powers;
  return sequence;
}

/// The lines of a file that are not empty, each a value. A path that is not absolute begins where
/// the program is started.
constexpr detail::Lines lines(const char* file) { return {file}; }

/// How the text of a parameter becomes a value: specialise it for types of your own.
template <class T>
struct ParamText {
  /// False if `text` is not a value of T.
  static bool parse(std::string_view text, T& value) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double>) {
      return detail::parse(text, value);
    } else if constexpr (std::is_floating_point_v<T>) {
      double wide;
      if (!detail::parse(text, wide)) return false;
      if (wide < std::numeric_limits<T>::lowest() || wide > std::numeric_limits<T>::max())
        return false;
      value = static_cast<T>(wide);
      return true;
    } else if constexpr (std::is_integral_v<T>) {
      std::conditional_t<std::is_signed_v<T>, long long, unsigned long long> wide;
      if (!detail::parse(text, wide) || wide < std::numeric_limits<T>::min() ||
          wide > std::numeric_limits<T>::max())
        return false;
      value = static_cast<T>(wide);
      return true;
    } else {
      static_assert(std::is_constructible_v<T, std::string_view>,
                    "a parameter's type must be a number, a bool, something made from a "
                    "std::string_view, or have a specialisation of tare::ParamText");
      value = T(text);
      return true;
    }
  }
};

/// A named value of an enumeration, or of any type, for Params::choice().
template <class T>
struct Choice {
  std::string_view name;
  T value;
};

/// Hands a state's parameters to the harness. A state that has some says so in
/// `static void params(tare::Params<State>& p) { p.add("size", &State::size, {10, 100}); }`.
/// The members are set before any set-up runs. They may be a base class's. Names are UTF-8, not
/// empty, and hold no `=` and no comma; values may hold anything. States of one benchmark that
/// declare one name share it, and must agree about its defaults.
template <class State>
class Params {
 public:
  Params(detail::ParamVisitor& visitor, State* state) : visitor_(visitor), state_(state) {}

  /// A parameter with its default values as text; the benchmark runs once for each.
  template <class T, class Owner>
  void add(std::string_view name, T Owner::*member,
           std::initializer_list<std::string_view> defaults,
           detail::Place place = detail::Place::here()) {
    declare<T>(name, place);
    for (std::string_view value : defaults) visitor_.add_default(value);
    set(name, member);
  }

  /// The same with default values as numbers.
  template <class T, class Owner>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) void add(
      std::string_view name, T Owner::*member,
      std::initializer_list<std::type_identity_t<T>> defaults,
      detail::Place place = detail::Place::here()) {
    declare<T>(name, place);
    for (T value : defaults) visitor_.add_default(detail::text_of_number(value));
    set(name, member);
  }

  /// The same with default values from elsewhere: range(), multiplied(), powers(), lines(), any
  /// range of numbers or texts, or a function that returns one of these, which is called when the
  /// values are asked for.
  template <class T, class Owner, class Source>
  void add(std::string_view name, T Owner::*member, const Source& source,
           detail::Place place = detail::Place::here()) {
    declare<T>(name, place);
    if (state_ == nullptr) {
      auto add_all = [&] { add_from(source); };
      detail::add_unless_thrown(
          visitor_, [](void* add) { (*static_cast<decltype(add_all)*>(add))(); }, &add_all);
    }
    set(name, member);
  }

  /// A parameter that has these values and no others, each with a name.
  template <class T, class Owner>
  void choice(std::string_view name, T Owner::*member,
              std::initializer_list<Choice<std::type_identity_t<T>>> choices,
              detail::Place place = detail::Place::here()) {
    visitor_.declare(name, nullptr, place);
    for (const auto& choice : choices) visitor_.add_default(choice.name);
    if (state_ == nullptr) return;
    const std::string_view text = visitor_.value_of(name);
    for (const auto& choice : choices)
      if (choice.name == text) state_->*member = choice.value;
  }

 private:
  template <class T>
  void declare(std::string_view name, detail::Place place) {
    const auto accepts = [](std::string_view text) {
      T value{};
      return ParamText<T>::parse(text, value);
    };
    visitor_.declare(name, accepts, place);
  }

  void add_from(const detail::Lines& lines) { detail::add_lines(visitor_, lines.file); }
  template <class T>
  void add_from(const detail::Sequence<T>& sequence) {
    detail::add_sequence(visitor_, sequence);
  }
  template <class Source>
  void add_from(const Source& source) {
    if constexpr (requires { source(); }) {
      add_from(source());
    } else {
      std::size_t count = 0;
      for (const auto& value : source) {
        if (++count > detail::most_values) return visitor_.add_problem(detail::too_many_values);
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>)
          visitor_.add_default(detail::text_of_number(value));
        else
          visitor_.add_default(value);
      }
    }
  }

  template <class T, class Owner>
  void set(std::string_view name, T Owner::*member) {
    // Whether the text is a value was asked when the run was planned.
    if (state_ != nullptr) (void)ParamText<T>::parse(visitor_.value_of(name), state_->*member);
  }

  detail::ParamVisitor& visitor_;
  State* state_;
};

}  // namespace tare
