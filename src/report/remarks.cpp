// SPDX-License-Identifier: Apache-2.0
#include "report/remarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <span>
#include <string_view>

#include "report/hot_spots.hpp"
#include "report/numbers.hpp"
#include "report/printable.hpp"

namespace tare::report {
namespace {

/// Of many cases with one cause so many are named; the results file has them all.
constexpr std::size_t most_named = 5;

/// Notes of one severity and code, in order.
struct Group {
  std::vector<const Note*> notes;
  const Note& first() const { return *notes.front(); }
};

std::vector<Group> grouped(const std::vector<Note>& notes) {
  std::vector<Group> groups;
  for (const Note& note : notes) {
    const auto found = std::ranges::find_if(groups, [&](const Group& group) {
      return group.first().code == note.code && group.first().severity == note.severity;
    });
    Group& group = found == groups.end() ? groups.emplace_back() : *found;
    group.notes.push_back(&note);
  }
  std::ranges::stable_sort(groups, std::ranges::greater(),
                           [](const Group& group) { return group.first().severity; });
  return groups;
}

const char* heading(Severity severity) {
  switch (severity) {
    case Severity::info:
      return "Note";
    case Severity::warning:
      return "Warning";
    case Severity::error:
      return "Error";
  }
  return "?";
}

/// The case a note speaks of.
std::string subject(const Note& note) {
  return note.case_name.empty() ? "the run" : shown(note.case_name);
}

/// How many cases a group speaks of, besides the run: one of them may have two notes of a code.
std::size_t cases_of(const Group& group) {
  std::set<std::string_view> names;
  for (const Note* note : group.notes)
    if (!note->case_name.empty()) names.insert(note->case_name);
  return names.size();
}

/// Whom it concerns, after the heading.
std::string concerned(const Group& group, std::size_t cases) {
  if (group.notes.size() == 1) {
    return group.first().case_name.empty() ? "" : fmt::format(": {}", subject(group.first()));
  }
  const std::size_t count = cases_of(group);
  if (count == 0) return "";
  return count == cases ? fmt::format(": all {}", plural(cases, "case"))
                        : fmt::format(": {} of {}", count, plural(cases, "case"));
}

/// One text for all if there is one, else each with its own.
std::string group_text(const Group& group, std::size_t cases) {
  const std::size_t count = group.notes.size();
  const bool alike = std::ranges::all_of(
      group.notes, [&](const Note* note) { return note->text == group.first().text; });
  std::string text = fmt::format("{} {}{}\n", heading(group.first().severity),
                                 printable(group.first().code), concerned(group, cases));
  if (alike) text += fmt::format("  {}\n", printable(group.first().text));
  if (!alike || (count > 1 && cases_of(group) < cases)) {
    for (const Note* note : std::span(group.notes).first(std::min(count, most_named))) {
      text += fmt::format("  - {}{}\n", subject(*note),
                          alike ? "" : fmt::format(": {}", printable(note->text)));
    }
    if (count > most_named) text += fmt::format("  - and {} more\n", count - most_named);
  }
  std::vector<std::string> advice;
  for (const Note* note : group.notes) {
    if (!note->advice.empty() && std::ranges::find(advice, note->advice) == advice.end()) {
      advice.push_back(note->advice);
    }
  }
  for (const std::string& one : advice) text += fmt::format("  > {}\n", printable(one));
  return text;
}

/// The fork that tells most of why a case is not ok; null if none does.
const ForkRun* telling_fork(const Case& one) {
  const auto bad = [](const ForkRun& fork) { return fork.outcome != Outcome::ok; };
  const auto telling = [&](const ForkRun& fork) {
    return bad(fork) && (!fork.output_tail.empty() || !fork.stack.empty());
  };
  auto found = std::ranges::find_if(one.fork_runs, telling);
  if (found == one.fork_runs.end()) found = std::ranges::find_if(one.fork_runs, bad);
  return found == one.fork_runs.end() ? nullptr : &*found;
}

/// Lines under a heading; nothing if there are none.
std::string listed(const char* heading, const char* mark, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string text = fmt::format("  {}\n", heading);
  for (const std::string& line : lines) text += fmt::format("    {} {}\n", mark, printable(line));
  return text;
}

std::string failure_text(const Case& one) {
  const ForkRun* const fork = telling_fork(one);
  std::string text = fmt::format("{} {}\n", loud_name(one.outcome), shown(display_name(one)));
  const std::string& reason = one.reason.empty() && fork != nullptr ? fork->reason : one.reason;
  if (!reason.empty()) text += fmt::format("  {}\n", printable(reason));
  if (!std::isnan(one.primary.score)) {
    text += fmt::format(
        "  What was measured all the same: {} {}, from {}.\n",
        score_text(one.primary.score, one.primary.unit), printable(one.primary.unit),
        plural(count_of(one.primary), one.primary.error_within_forks ? "iteration" : "fork"));
  }
  if (fork == nullptr) return text;
  return text + listed("Where it was:", "at", fork->stack) +
         listed("The last it printed:", "|", fork->output_tail);
}

}  // namespace

std::string loud_name(Outcome outcome) {
  std::string name = name_of(outcome);
  for (char& c : name) c = static_cast<char>(c - 'a' + 'A');
  return name;
}

std::string failures_text(const Report& report) {
  std::string text;
  for (const Case& one : report.cases) {
    if (one.outcome == Outcome::ok) continue;
    if (!text.empty()) text += '\n';
    text += failure_text(one);
  }
  return text;
}

std::string notes_text(const std::vector<Note>& notes, std::size_t cases) {
  std::string text;
  for (const Group& group : grouped(notes)) {
    if (!text.empty()) text += '\n';
    text += group_text(group, cases);
  }
  return text;
}

std::string notes_text(const Report& report) {
  return notes_text(report.notes, report.cases.size());
}

std::string remarks_text(const Report& report) {
  std::string text = hot_spots_text(report);
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += '\n' + part;
  };
  if (!report.complete) add("The run did not finish: these are the figures it got to.\n");
  add(failures_text(report));
  add(notes_text(report));
  add(profile_files_text(report));
  return text;
}

}  // namespace tare::report
