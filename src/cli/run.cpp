// SPDX-License-Identifier: Apache-2.0
// A benchmark program from its arguments to its exit code.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>
#include <thread>

#include "catalog/nearest.hpp"
#include "catalog/wrong_use.hpp"
#include "cli/help.hpp"
#include "cli/interruption.hpp"
#include "cli/listing.hpp"
#include "cli/options.hpp"
#include "cli/output_files.hpp"
#include "cli/people.hpp"
#include "cli/toolbox.hpp"
#include "fork/child.hpp"
#include "machine/environment.hpp"
#include "machine/noise_causes.hpp"
#include "machine/usage.hpp"
#include "run/clock.hpp"
#include "run/overhead.hpp"
#include "session/session.hpp"
#include "stacks/failure_stack.hpp"
#include "tare/main.hpp"

namespace tare {
namespace {

using catalog::Catalog;
using catalog::WrongUse;
using cli::CommandLine;

constexpr int exit_fine = 0;
constexpr int exit_benchmark_failed = 1;
constexpr int exit_wrong_use = 2;

/// The profilers asked for, each once, with all options given for it.
struct Profilers {
  std::vector<std::unique_ptr<extend::Profiler>> list;
  std::vector<fork::ProfilerOptions> options;

  explicit Profilers(const std::vector<cli::ProfilerWish>& wishes) {
    for (const cli::ProfilerWish& wish : wishes) add(wish);
    for (const auto& profiler : list) {
      const extend::Support support = profiler->probe();
      if (!support.works)
        throw WrongUse(
            fmt::format("-prof {} cannot work here: {}{}{}", profiler->name(), support.reason,
                        support.enable.empty() ? "" : "; to enable it: ", support.enable));
    }
  }

 private:
  void add(const cli::ProfilerWish& wish) {
    std::unique_ptr<extend::Profiler> profiler = cli::make_profiler(wish.name, {});
    if (profiler == nullptr) {
      const std::vector<std::string> names = cli::profiler_names();
      throw WrongUse(fmt::format("there is no profiler '{}'{}; there are: {}", wish.name,
                                 catalog::did_you_mean(wish.name, names), fmt::join(names, ", ")));
    }
    const auto same = std::find_if(list.begin(), list.end(), [&](const auto& known) {
      return std::string_view(known->name()) == profiler->name();
    });
    const auto place = static_cast<std::size_t>(same - list.begin());
    if (same == list.end()) {
      list.push_back(std::move(profiler));
      options.emplace_back();
    }
    for (const auto& [key, value] : wish.options) {
      if (const std::string why = list[place]->set_option(key, value); !why.empty())
        throw WrongUse(fmt::format("-prof {}: {}", wish.name, why));
      options[place].emplace_back(key, value);
    }
  }
};

catalog::Defaults defaults_of(const CommandLine& line) {
  catalog::Defaults defaults;
  defaults.processors = std::max(1u, std::thread::hardware_concurrency());
  if (line.until) defaults.forks = enough_forks;  // Further ones follow where it takes them.
  if (line.quick) {
    if (!line.until) defaults.forks = 5;
    defaults.warmup.time_ns = 20'000'000;
    defaults.measurement.time_ns = 20'000'000;
  }
  return defaults;
}

/// Benchmarks that are warmed up only (`-wmb`), with the defaults of their parameters.
std::vector<CasePlan> warmed_up_too(const CommandLine& line, const Catalog& catalog) {
  if (line.warmup_patterns.empty()) return {};
  catalog::Request request = line.request;
  request.includes = line.warmup_patterns;
  request.excludes.clear();
  request.params.clear();
  std::vector<CasePlan> plans;
  for (const catalog::Planned& planned : catalog::make_plan(catalog, request, defaults_of(line)))
    plans.push_back(planned.benchmark_case);
  return plans;
}

std::string build_is_optimised(const std::vector<catalog::Planned>& plan) {
  const auto optimised = [](const catalog::Planned& planned) {
    return planned.benchmark->is_optimised();
  };
  return std::all_of(plan.begin(), plan.end(), optimised) ? "yes" : "no";
}

Report report_head(const CommandLine& line, const std::vector<catalog::Planned>& plan,
                   std::vector<std::string> command, std::uint64_t seed, running::Clock& clock) {
  Report head;
  head.tare_version = TARE_VERSION;
  head.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  head.command = std::move(command);
  head.seed = seed;
  head.confidence = line.confidence;
  head.environment = machine::environment_facts();
  head.environment.push_back({"build.compiler", TARE_COMPILER});
  head.environment.push_back({"build.optimised", build_is_optimised(plan)});
  head.environment.push_back(
      {"harness.empty", fmt::format("{:.3f} ns/op", running::empty_operation_ns(clock))});
  std::uint32_t threads = 1;
  for (const catalog::Planned& planned : plan)
    threads = std::max(threads, planned.benchmark_case.threads);
  head.environment.push_back({"run.threads", std::to_string(threads)});
  return head;
}

std::uint64_t new_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

/// Why the run must not go on, or "": somebody asked, or nobody is there to read it.
std::string reason_to_stop(const cli::Interruption& interruption, const cli::People& people,
                           const cli::OutputFiles& files) {
  if (interruption.signal()) return "interrupted by " + interruption.name();
  if (people.are_gone() && files.are_none()) return "nobody reads the results any more";
  return "";
}

/// What would run, as a report of which nothing was measured: for programs that ask another.
void list_to_files(const CommandLine& line, const Catalog& catalog, cli::OutputFiles& files,
                   std::vector<std::string> command) {
  const std::vector<catalog::Planned> plan =
      catalog::make_plan(catalog, line.request, defaults_of(line));
  running::SteadyClock clock;
  Report report = report_head(line, plan, std::move(command), line.seed.value_or(0), clock);
  for (const catalog::Planned& planned : plan) {
    Case& listed = report.cases.emplace_back();
    static_cast<CasePlan&>(listed) = planned.benchmark_case;
    listed.outcome = Outcome::skipped;
    listed.reason = "listed, not run";
  }
  files.write(report, true);
  files.write_stdout(report);
}

void list(const CommandLine& line, const Catalog& catalog, std::vector<std::string> command) {
  cli::OutputFiles files(line);
  if (!files.takes_stdout())
    fmt::print("{}", cli::list_benchmarks(catalog, line.request, line.list_with_params));
  if (!files.are_none()) list_to_files(line, catalog, files, std::move(command));
}

void tell(const Report& report, cli::People& people, const cli::OutputFiles& files) {
  // A format that has standard output is what people read there.
  if (!files.takes_stdout()) people.write(cli::make_exporter("text")->render(report));
  for (const std::string& file : files.written())
    people.write(fmt::format("\nResults are in {}\n", file));
}

int run_benchmarks(const CommandLine& line, const Catalog& catalog,
                   std::vector<std::string> command) {
  const cli::Interruption interruption;  // Before there are files: they are not to be left behind.
  if (!catalog.problems().empty()) throw WrongUse(catalog.problems().front());
  const std::vector<catalog::Planned> plan =
      catalog::make_plan(catalog, line.request, defaults_of(line));
  const Profilers profilers(line.profilers);
  cli::OutputFiles files(line);
  cli::People people(line, files.takes_stdout());
  const std::unique_ptr<extend::Progress> progress = report::progress_for(
      line.verbosity, [&](std::string_view text) { people.write(text); }, people.columns());
  const auto forks =
      fork::make_process_launcher(interruption.descriptor(), stacks::describe_failure);
  const auto in_process = fork::make_in_process_launcher(catalog, cli::make_profiler);

  running::SteadyClock clock;
  session::Settings settings;
  settings.seed = line.seed.value_or(new_seed());
  settings.confidence = line.confidence;
  settings.stop_on_failure = line.stop_on_failure;
  settings.synchronise = line.synchronise;
  settings.unit = line.unit;
  settings.until = line.until;
  settings.fit = line.fit;
  settings.warmed_up = warmed_up_too(line, catalog);
  settings.clock_facts = running::measure(clock);

  const machine::Usage before = machine::usage();
  const auto finish = [&](Report& report) {
    for (Fact& fact : machine::usage_facts(before, machine::usage()))
      report.environment.push_back(std::move(fact));
    for (Note& note : machine::noise_causes(report.environment))
      report.notes.push_back(std::move(note));
  };
  const auto save = [&](const Report& report, bool last) { files.write(report, last); };
  const auto stop = [&] { return reason_to_stop(interruption, people, files); };
  const session::Parts parts{
      *forks, *in_process, *progress, clock, profilers.list, profilers.options, stop, finish, save};
  const Report report = session::run(
      plan, report_head(line, plan, std::move(command), settings.seed, clock), settings, parts);

  if (line.verbosity != report::Verbosity::silent) tell(report, people, files);
  files.write_stdout(report);
  if (interruption.signal()) {
    std::fflush(nullptr);
    cli::end_by(*interruption.signal());
  }
  const bool written = !people.are_gone() && !files.failed();
  if (!written) cli::complain("not all that was asked for could be written");
  const bool all_fine = std::all_of(report.cases.begin(), report.cases.end(), [](const Case& c) {
    return c.outcome == Outcome::ok || c.outcome == Outcome::skipped;
  });
  return all_fine && written ? exit_fine : exit_benchmark_failed;
}

int dispatch(int argc, char** argv, const Catalog& catalog) {
  const CommandLine line = cli::parse_command_line(argc, argv);
  if (line.help) {
    fmt::print("{}", cli::help_text());
  } else if (line.list_profilers) {
    fmt::print("{}", cli::list_profilers());
  } else if (line.list_formats) {
    fmt::print("{}", cli::list_formats());
  } else if (line.list || line.list_with_params) {
    list(line, catalog, {argv, argv + argc});
  } else {
    return run_benchmarks(line, catalog, {argv, argv + argc});
  }
  return exit_fine;
}

}  // namespace

int run(int argc, char** argv) {
  cli::hold_standard_descriptors();
  const Catalog catalog = Catalog::read(detail::registrations());
  if (const auto descriptors = fork::fork_descriptors(argc, argv))
    fork::run_as_fork(*descriptors, catalog, cli::make_profiler);
  const auto say = [](const char* what) {
    cli::complain(fmt::format("{}: {}", program_invocation_short_name, what));
  };
  try {
    const int code = dispatch(argc, argv, catalog);
    const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (written || code != exit_fine) return code;  // What is wrong has been said.
    say("cannot write to standard output");
    return exit_benchmark_failed;
  } catch (const WrongUse& error) {
    say(error.what());
    return exit_wrong_use;
  } catch (const std::exception& error) {  // fmt's, when it cannot write.
    say(error.what());
    return exit_benchmark_failed;
  }
}

}  // namespace tare
