// SPDX-License-Identifier: Apache-2.0
// What is wrong with the registrations themselves, whatever is asked of them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>

#include "catalog/catalog.hpp"
#include "catalog/limits.hpp"
#include "catalog/wishes.hpp"
#include "record/printable.hpp"
#include "record/units.hpp"

namespace tare::catalog {
namespace {

/// Labels of the harness's own figures begin so: a profiler's, and percentiles from 0 to 1.
constexpr std::array reserved_labels{"mem.", "perfnorm.", "p0.", "p1."};
constexpr std::string_view reserved_label = "instr";

bool is_utf8(const std::string& text) { return valid_utf8(text) == text; }

/// The first of `values` that is there twice; null: none.
const std::string* repeated(const std::vector<std::string>& values) {
  for (auto value = values.begin(); value != values.end(); ++value)
    if (std::find(values.begin(), value, *value) != value) return &*value;
  return nullptr;
}

/// What is wrong with one benchmark.
class Problems {
 public:
  explicit Problems(const Benchmark& benchmark) : benchmark_(benchmark) {
    check_name();
    for (const detail::Registration* registration : benchmark.registrations)
      check_wishes(*registration);
    check_types();
    if (benchmark.has_roles()) check_roles();
    for (const Variant& variant : benchmark.variants) {
      if (!variant.problem.empty())
        add(fmt::format("params or counters of one of its states threw: {} ({})", variant.problem,
                        place_of(benchmark)));
      for (const Parameter& parameter : variant.parameters) check(parameter);
      check(variant.counters);
    }
  }

  std::vector<std::string> take() { return std::move(lines_); }

 private:
  /// Variants have much in common, mistakes too.
  void add(const std::string& what) {
    const std::string line = fmt::format("{}: {}", benchmark_.name, what);
    if (std::ranges::find(lines_, line) == lines_.end()) lines_.push_back(line);
  }

  void check_name() {
    const std::size_t length = benchmark_.name.size();
    if (length > most_name_bytes)
      lines_.push_back(fmt::format("the name of a benchmark has {} bytes, over {} ({}); shorten it",
                                   length, most_name_bytes, place_of(benchmark_)));
  }

  /// The command line refuses the same as it is read.
  void check_wishes(const detail::Registration& registration) {
    const Options& wish = registration.options;
    const auto refuse = [&](bool wrong, const std::string& what) {
      if (wrong) add(fmt::format("it asks for {} ({})", what, place_of(registration)));
    };
    const auto check_count = [&](std::uint64_t count, std::uint64_t least, std::uint64_t most,
                                 const char* of) {
      refuse(count < least || count > most, fmt::format("{} {}", count, of));
    };
    const auto check_seconds = [&](double seconds, const char* of) {
      refuse(!(seconds >= 0), fmt::format("{} of {} s", of, seconds));
    };
    if (wish.threads().given && wish.threads().value != option_values::max)
      check_count(wish.threads().value, 1, most_threads, "threads");
    if (wish.forks().given) check_count(wish.forks().value, 0, most_count, "forks");
    if (wish.batch().given) check_count(wish.batch().value, 1, most_count, "calls in a batch");
    if (wish.operations().given)  // More are a negative number that was made one without a sign.
      check_count(wish.operations().value, 1, INT64_MAX, "operations per invocation");
    if (wish.warmup().given) {
      check_count(wish.warmup().iterations, 0, most_count, "warm-up iterations");
      check_seconds(wish.warmup().seconds, "warm-up iterations");
    }
    if (wish.measurement().given) {
      check_count(wish.measurement().iterations, 1, most_count, "measured iterations");
      check_seconds(wish.measurement().seconds, "measured iterations");
    }
    if (wish.timeout().given) check_seconds(wish.timeout().value, "a timeout");
    refuse(
        wish.unit() != nullptr && !parse_time_unit(wish.unit()),
        fmt::format("unit '{}'; there are: ns, us, ms, s, m, h", wish.unit() ? wish.unit() : ""));
  }

  /// Cases are told apart by their parameters: two variants of one type name would be the same, and
  /// a parameter of a type column's name would hide it.
  void check_types() {
    const std::vector<Variant>& variants = benchmark_.variants;
    const auto report = [&](const std::string& what) {
      add(fmt::format("{} ({}); give it another name", what, place_of(benchmark_)));
    };
    for (auto variant = variants.begin(); variant != variants.end(); ++variant)
      for (const Param& type : variant->types) {
        if (std::ranges::find(variant->parameters, type.name, &Parameter::name) !=
            variant->parameters.end())
          report(fmt::format("a parameter is called like the type column {}", type.name));
        if (std::any_of(variants.begin(), variant,
                        [&](const Variant& other) { return other.types == variant->types; }))
          report(fmt::format("two of its types are called {}", type.value));
      }
  }

  void check_roles() {
    Options wishes;
    std::map<std::string_view, const detail::Registration*> known;
    for (const detail::Registration* role : benchmark_.registrations) {
      const auto [same, is_new] = known.emplace(role->role, role);
      if (!is_new)
        add(fmt::format("two roles are called '{}': {} and {}; rename one", role->role,
                        place_of(*same->second), place_of(*role)));
      const Options::Wish<std::uint32_t>& threads = role->options.threads();
      if (threads.given && threads.value == option_values::max)
        add(fmt::format("the role {} asks for threads(max); a role has a number of them ({})",
                        role->role, place_of(*role)));
      for (const char* name : add_wishes(wishes, role->options))
        add(fmt::format("its roles ask for different {} ({} and {}); say it at one of them", name,
                        place_of(who_asks_first(name, *role)), place_of(*role)));
    }
    if (!set_up_steps(benchmark_.variants.front().bodies)) add(contradicting_orders());
  }

  /// The first role whose wish `name` contradicts that of `later`.
  const detail::Registration& who_asks_first(std::string_view name,
                                             const detail::Registration& later) const {
    for (const detail::Registration* role : benchmark_.registrations) {
      Options both = role->options;
      for (const char* contradicted : add_wishes(both, later.options))
        if (contradicted == name) return *role;
    }
    return benchmark_.first();
  }

  std::string contradicting_orders() const {
    std::vector<std::string> roles;
    for (const detail::Registration* role : benchmark_.registrations)
      roles.push_back(fmt::format("{} {}", role->role, place_of(*role)));
    return fmt::format(
        "its roles take states that they share in orders that contradict each other ({}); give "
        "them one order",
        fmt::join(roles, ", "));
  }

  void check(const Parameter& parameter) {
    const Declaration& first = parameter.declarations.front();
    const std::string& name = parameter.name;
    if (name.empty()) add(fmt::format("a parameter has no name ({})", text_of(first.place)));
    if (name.find_first_of("=,") != std::string::npos)
      add(fmt::format(
          "the parameter '{}' has '=' or ',' in its name, which -p could not tell ({}); "
          "give it another",
          name, text_of(first.place)));
    if (!is_utf8(name))
      add(fmt::format("the name of the parameter '{}' is no UTF-8 ({})", name,
                      text_of(first.place)));
    if (const std::string* twice = repeated(first.defaults))
      add(fmt::format("the parameter {} has the value '{}' twice ({})", name, *twice,
                      text_of(first.place)));
    for (const Declaration& other : parameter.declarations)
      if (other.defaults != first.defaults)
        add(
            fmt::format("two states declare the parameter {} with different values ({} and {}); "
                        "give both the same, or one another name",
                        name, text_of(first.place), text_of(other.place)));
  }

  void check(const std::vector<Counter>& counters) {
    std::map<std::string, const Counter*> known;
    std::map<std::string_view, const detail::Registration*> roles;  // They have scores.
    if (benchmark_.has_roles())
      for (const detail::Registration* role : benchmark_.registrations)
        roles.emplace(role->role, role);
    for (const Counter& counter : counters) {
      const std::string place = text_of(counter.place);
      const std::string& label = counter.label;
      if (label.empty()) add(fmt::format("a counter has no label ({})", place));
      if (!is_utf8(label))
        add(fmt::format("the counter label '{}' is no UTF-8 ({})", label, place));
      for (const char* reserved : reserved_labels)
        if (label.starts_with(reserved))
          add(
              fmt::format("the counter '{}' is called like a figure of the harness: none may begin "
                          "with {} ({})",
                          label, reserved, place));
      if (label == reserved_label)
        add(fmt::format("the counter '{}' is called like a figure of the harness ({})", label,
                        place));
      if (const auto role = roles.find(label); role != roles.end())
        add(fmt::format("a counter and a role are called '{}' ({} and {}); rename one", label,
                        place, place_of(*role->second)));
      const auto [same, is_new] = known.emplace(label, &counter);
      if (!is_new && !is_one(*same->second, counter))
        add(fmt::format("two counters are called '{}' ({} and {}); give one another label", label,
                        text_of(same->second->place), place));
    }
  }

  /// Two states of one type declare one counter in one place: it is their sum.
  static bool is_one(const Counter& a, const Counter& b) {
    return a.state != b.state && a.kind == b.kind && text_of(a.place) == text_of(b.place);
  }

  const Benchmark& benchmark_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> Catalog::problems() const {
  std::vector<std::string> all;
  std::map<std::string, const Benchmark*> by_name;
  for (const Benchmark& benchmark : benchmarks_) {
    for (std::string& line : Problems(benchmark).take()) all.push_back(std::move(line));
    const auto [known, is_new] = by_name.emplace(benchmark.name, &benchmark);
    if (is_new) continue;
    const bool mixed = known->second->has_roles() != benchmark.has_roles();
    all.push_back(
        fmt::format("{} called '{}': {} and {}; rename one, or give it another TARE_GROUP",
                    mixed ? "a benchmark and a role of another are" : "two benchmarks are",
                    benchmark.name, place_of(*known->second), place_of(benchmark)));
  }
  return all;
}

}  // namespace tare::catalog
