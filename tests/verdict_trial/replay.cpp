// SPDX-License-Identifier: Apache-2.0
// Replays comparisons from recorded forks, and prints how often they were right as a table of
// Markdown:
//     replay-trial TRIALS FILE…
// Each trial begins anywhere in a trace and goes round at its end; a coin says of each pair which
// fork is the candidate's, whose figure is multiplied by the change that is to be found.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "ab/conclusion.hpp"
#include "trace.hpp"

namespace tare::trial {
namespace {

/// The longest that any change may take to be found; `tare ab` takes 20 s unless told otherwise.
constexpr double budget_s = 15;

struct Answer {
  Verdict verdict = Verdict::unclear;
  double seconds = 0;
};

using Random = std::mt19937_64;

/// A comparison as `tare ab` makes it: until it is decided, or its budget is spent.
Answer by_tare(const Trace& trace, double change, Random& random) {
  const std::vector<std::optional<std::uint32_t>> processors(ab::Trial::pairs_of_block);
  const double block_s = forks_of_block * trace.fork_seconds;
  const auto most_blocks = static_cast<std::size_t>(budget_s / block_s);
  ab::Trial trial({}, 2, 1, {});
  std::size_t blocks = 0;
  for (std::size_t at = random() % trace.blocks.size(); blocks < most_blocks && !trial.is_over();
       at = (at + 1) % trace.blocks.size(), ++blocks) {
    const std::vector<ab::Start> starts = trial.draw_block(random, processors);
    for (std::size_t i = 0; i < starts.size(); ++i)
      trial.take(starts[i], trace.blocks[at][i].figure * (starts[i].program == 1 ? change : 1));
    trial.end_block();
  }
  trial.end();
  return {ab::conclude(trial, 1).verdict, block_s * static_cast<double>(blocks)};
}

constexpr std::size_t repetitions = 10;

/// A repetition is the mean of neighbours that together measure for a quarter of a second; half a
/// second is Google Benchmark's, of which nothing is spent on starting processes.
constexpr std::size_t forks_of_repetition = 25;

/// Of two samples of ten the Mann–Whitney U up to which they differ at 0.05, two-sided: 0.043 by
/// the exact distribution (H. B. Mann, D. R. Whitney, Annals of Mathematical Statistics 18, 1947).
constexpr double critical_u = 23;

/// Ten repetitions of the baseline and then ten of the candidate, compared as Google Benchmark's
/// tools/compare.py does.
Answer by_u_test(const Trace& trace, double change, Random& random) {
  const std::size_t forks = trace.blocks.size() * forks_of_block;
  std::size_t at = random() % forks;
  std::vector<double> means(2 * repetitions);
  for (double& mean : means) {
    for (std::size_t i = 0; i < forks_of_repetition; ++i, at = (at + 1) % forks)
      mean += trace.blocks[at / forks_of_block][at % forks_of_block].mean_ns / forks_of_repetition;
  }
  double greater = 0;  // Pairs in which the candidate took longer.
  for (std::size_t a = 0; a < repetitions; ++a) {
    for (std::size_t b = repetitions; b < means.size(); ++b) {
      const double candidate = change * means[b];
      greater += candidate > means[a] ? 1 : candidate < means[a] ? 0 : 0.5;
    }
  }
  const double lesser = static_cast<double>(repetitions * repetitions) - greater;
  Answer answer;
  if (lesser <= critical_u) answer.verdict = Verdict::slower;
  if (greater <= critical_u) answer.verdict = Verdict::faster;
  answer.seconds = static_cast<double>(means.size() * forks_of_repetition) * trace.fork_seconds;
  return answer;
}

/// Answers of many trials of one true change.
class Answers {
 public:
  template <class Trial>
  Answers(std::size_t trials, const Trial& trial) {
    Random random(2026);
    for (std::size_t i = 0; i < trials; ++i) answers_.push_back(trial(random));
    std::sort(answers_.begin(), answers_.end(),
              [](const Answer& a, const Answer& b) { return a.seconds < b.seconds; });
  }
  template <class Condition>
  double percent(const Condition& condition) const {
    return 100 * static_cast<double>(std::count_if(answers_.begin(), answers_.end(), condition)) /
           static_cast<double>(answers_.size());
  }
  double found_within(double seconds) const {
    return percent([&](const Answer& answer) {
      return answer.verdict == Verdict::slower && answer.seconds <= seconds;
    });
  }
  double called(Verdict verdict) const {
    return percent([&](const Answer& answer) { return answer.verdict == verdict; });
  }
  double seconds(double quantile) const {
    return answers_[static_cast<std::size_t>(quantile * static_cast<double>(answers_.size() - 1))]
        .seconds;
  }

 private:
  std::vector<Answer> answers_;
};

/// A change that is to be found, and within what time.
struct Promise {
  double change;
  double within_s;
};

constexpr Promise promises[] = {{1.02, budget_s}, {1.05, 6}, {1.10, 3}};

std::string seconds_of(const Answers& answers) {
  return fmt::format(" {:.1f}, {:.1f} |", answers.seconds(0.5), answers.seconds(0.95));
}

/// `trial` takes the true change. `all_the_time`: it takes the time that it takes.
template <class Trial>
void print_row(const std::string& name, std::size_t trials, bool all_the_time, const Trial& trial) {
  const auto answers_of = [&](double change) {
    return Answers(trials, [&](Random& random) { return trial(change, random); });
  };
  const Answers unchanged = answers_of(1);
  std::string found;
  double contrary = 0;
  double taken_for_same = 0;
  for (const Promise& promise : promises) {
    const Answers answers = answers_of(promise.change);
    contrary = std::max(contrary, answers.called(Verdict::faster));
    taken_for_same = std::max(taken_for_same, answers.called(Verdict::same));
    found +=
        fmt::format(" {:.1f} |", answers.found_within(all_the_time ? HUGE_VAL : promise.within_s)) +
        seconds_of(answers);
  }
  fmt::print("| {} | {:.2f} | {:.2f} | {:.2f} | {:.1f} |{}{}\n", name,
             unchanged.called(Verdict::slower) + unchanged.called(Verdict::faster), contrary,
             taken_for_same, unchanged.called(Verdict::same), seconds_of(unchanged), found);
}

void run(std::size_t trials, const std::vector<std::string>& files) {
  fmt::print("| | false % | contrary % | taken for `same` % | `same` % | s |");
  for (const Promise& promise : promises)
    fmt::print(" {:.0f} % in {:.0f} s, % | s |", 100 * (promise.change - 1), promise.within_s);
  fmt::print("\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const std::string& file : files) {
    const Trace trace = read_trace(file);
    print_row(trace.name, trials, false,
              [&](double change, Random& random) { return by_tare(trace, change, random); });
    print_row(trace.name + ", U test", trials, true,
              [&](double change, Random& random) { return by_u_test(trace, change, random); });
  }
}

}  // namespace
}  // namespace tare::trial

int main(int count, char** words) {
  if (count < 3) {
    fmt::print(stderr, "usage: replay-trial TRIALS FILE…\n");
    return 2;
  }
  try {
    tare::trial::run(std::stoul(words[1]), {words + 2, words + count});
  } catch (const std::exception& error) {
    fmt::print(stderr, "replay-trial: {}\n", error.what());
    return 1;
  }
}
