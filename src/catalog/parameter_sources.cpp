// SPDX-License-Identifier: Apache-2.0
#include "catalog/parameter_sources.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace tare {
namespace catalog {
namespace {

using detail::Sequence;

/// Digits that a decimal fraction keeps in a double: 0.1 + 2 * 0.1 is to be 0.3.
constexpr int exact_digits = 15;
/// No whole parameter takes more.
constexpr double most_whole = 0x1p64;

[[noreturn]] void refuse(std::string_view what) { throw SourceProblem(std::string(what)); }

class Values {
 public:
  void add(std::string text) {
    if (values_.size() == detail::most_values) refuse(detail::too_many_values);
    values_.push_back(std::move(text));
  }
  void add(long long number) { add(fmt::format("{}", number)); }
  void add(double number) {
    if (!std::isfinite(number)) throw SourceProblem("its numbers become too large");
    // Whole parameters do not take 1e+15.
    if (number == std::trunc(number) && std::abs(number) < most_whole)
      return add(fmt::format("{:.0f}", number + 0.0));
    add(fmt::format("{:.{}g}", number, exact_digits));
  }
  std::vector<std::string> take() { return std::move(values_); }

 private:
  std::vector<std::string> values_;
};

void add_steps(Values& values, const Sequence<double>& s) {
  // Half a step's thousandth more, since the last may be missed by a rounding error.
  const double steps = (s.last - s.first) / s.by + 0.001;
  for (double i = 0; i <= steps; ++i) values.add(s.first + i * s.by);
}

void add_steps(Values& values, const Sequence<long long>& s) {
  using Distance = unsigned long long;  // Whose overflow is defined, and comes out right.
  for (long long v = s.first;; v += s.by) {
    values.add(v);
    if (static_cast<Distance>(s.last) - static_cast<Distance>(v) < static_cast<Distance>(s.by))
      return;
  }
}

/// first, first * by, …; `last` is there too.
template <class T>
void add_multiples(Values& values, const Sequence<T>& s) {
  for (T v = s.first; v < s.last; v *= s.by) {
    values.add(v);
    if (v > s.last / s.by) break;
  }
  values.add(s.last);
}

void add_powers(Values& values, const Sequence<double>& s) {
  for (double exponent = s.first; exponent <= s.last; ++exponent)
    values.add(std::pow(s.by, exponent));
}

void add_powers(Values& values, const Sequence<long long>& s) {
  if (s.first < 0) refuse("whole numbers have no negative powers");
  long long power = 1;
  for (long long exponent = 0; exponent <= s.last; ++exponent) {
    if (exponent > 0 && __builtin_mul_overflow(power, s.by, &power))
      refuse("its numbers become too large");
    if (exponent >= s.first) values.add(power);
  }
}

template <class T>
std::vector<std::string> all_of(const Sequence<T>& s) {
  using Kind = typename Sequence<T>::Kind;
  if (!(s.first <= s.last)) refuse("it goes down; give the smaller number first");
  if (s.kind == Kind::added ? !(s.by > 0) : !(s.by > 1))
    refuse(s.kind == Kind::added ? "its step must be above 0" : "its factor must be above 1");
  if (s.kind == Kind::multiplied && !(s.first > 0)) refuse("what is multiplied must be above 0");
  Values values;
  switch (s.kind) {
    case Kind::added:
      add_steps(values, s);
      break;
    case Kind::multiplied:
      add_multiples(values, s);
      break;
    case Kind::powers:
      add_powers(values, s);
      break;
  }
  return values.take();
}

/// A number at the beginning of `text`, which is then without it.
template <class T>
std::optional<T> read_number(std::string_view& text) {
  T number{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return number;
}

/// `first..last`, `first..last+step`, `first..last*factor`, wholly in numbers of type T.
template <class T>
std::optional<Sequence<T>> read_sequence(std::string_view text) {
  using Kind = typename Sequence<T>::Kind;
  Sequence<T> sequence{{}, {}, 1, Kind::added};
  // A number would take the first of the dots for its own.
  const std::size_t dots = text.find("..");
  if (dots == text.npos) return std::nullopt;
  std::string_view begin = text.substr(0, dots);
  text.remove_prefix(dots + 2);
  const std::optional<T> first = read_number<T>(begin);
  const std::optional<T> last = read_number<T>(text);
  if (!first || !begin.empty() || !last) return std::nullopt;
  sequence.first = *first;
  sequence.last = *last;
  if (text.empty()) return sequence;
  sequence.kind = text.front() == '*' ? Kind::multiplied : Kind::added;
  if (text.front() != '*' && text.front() != '+') return std::nullopt;
  text.remove_prefix(1);
  const std::optional<T> by = read_number<T>(text);
  if (!by || !text.empty()) return std::nullopt;
  sequence.by = *by;
  return sequence;
}

/// More is no list of values: a device that never ends, a mistaken name.
constexpr std::size_t most_file_bytes = std::size_t{16} << 20;

bool is_file(std::string_view text) { return text.size() > 1 && text.front() == '@'; }

}  // namespace

std::vector<std::string> values_of(const Sequence<long long>& sequence) { return all_of(sequence); }
std::vector<std::string> values_of(const Sequence<double>& sequence) { return all_of(sequence); }

std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  const auto check = [&](bool good) {
    if (!good) throw SourceProblem(fmt::format("cannot read {}: {}", file, std::strerror(errno)));
  };
  check(stream.is_open());
  errno = 0;
  std::string text(most_file_bytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  check(!stream.bad());
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > most_file_bytes)
    throw SourceProblem(fmt::format("{} has more than {} MiB", file, most_file_bytes >> 20));
  Values values;
  std::istringstream rest(std::move(text));
  for (std::string line; std::getline(rest, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) values.add(std::move(line));
  }
  std::vector<std::string> lines = values.take();
  if (lines.empty()) throw SourceProblem(fmt::format("{} has no lines with values", file));
  return lines;
}

std::string what_was_thrown() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "what is no std::exception";
  }
}

bool is_source(std::string_view text) {
  return is_file(text) || read_sequence<double>(text).has_value();
}

std::vector<std::string> values_of_source(std::string_view text) {
  if (is_file(text)) return lines_of(std::string(text.substr(1)));
  if (const auto whole = read_sequence<long long>(text)) return values_of(*whole);
  return values_of(read_sequence<double>(text).value());
}

}  // namespace catalog

namespace detail {
namespace {

template <class Source>
void add_all(ParamVisitor& visitor, Source source) {
  try {
    for (const std::string& value : source()) visitor.add_default(value);
  } catch (const catalog::SourceProblem& problem) {
    visitor.add_problem(problem.what());
  }
}

}  // namespace

void add_sequence(ParamVisitor& visitor, const Sequence<long long>& sequence) {
  add_all(visitor, [&] { return catalog::values_of(sequence); });
}
void add_sequence(ParamVisitor& visitor, const Sequence<double>& sequence) {
  add_all(visitor, [&] { return catalog::values_of(sequence); });
}
void add_lines(ParamVisitor& visitor, const char* file) {
  add_all(visitor, [&] { return catalog::lines_of(file); });
}
void add_unless_thrown(ParamVisitor& visitor, void (*add)(void* context), void* context) {
  try {
    add(context);
  } catch (...) {
    visitor.add_problem("what gives them threw: " + catalog::what_was_thrown());
  }
}

}  // namespace detail
}  // namespace tare
