// SPDX-License-Identifier: Apache-2.0
#include "record/json.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "record/json_document.hpp"
#include "record/json_reader.hpp"
#include "record/json_writer.hpp"

namespace tare {
namespace {

using json::compact;
using json::Json;
using json::JsonReader;
using json::JsonWriter;
using json::Place;

/// Notes by the case they speak of; "" is the run, which also keeps those on unknown cases.
std::map<std::string, Json> sorted_notes(const Report& report) {
  std::map<std::string, Json> sorted{{"", Json::array()}};
  for (const Case& one : report.cases) sorted.emplace(display_name(one), Json::array());
  for (const Note& note : report.notes) {
    const auto found = sorted.find(note.case_name);
    (found == sorted.end() ? sorted[""] : found->second).push_back(JsonWriter::encode(note));
  }
  return sorted;
}

/// The case as JMH would write it. Its keys for the Java machine tell of the program instead.
Json jmh_element(const Report& report, const Case& one) {
  const auto fact = [&](const char* name) {
    const auto found = std::ranges::find(report.environment, name, &Fact::name);
    return found == report.environment.end() ? std::string() : found->value;
  };
  Json element;
  JsonWriter writer(element);
  writer.required("jmhVersion", "tare " + report.tare_version);
  json::describe_identity(writer, one);
  const bool named = !report.command.empty();
  writer.required("jvm", named ? report.command.front() : std::string());
  writer.required("jvmArgs", std::vector<std::string>());
  writer.required("jdkVersion", fact("build.compiler"));
  writer.required("vmName", std::string("C++"));
  writer.required("vmVersion", fact("build.compiler"));
  json::describe_rest(writer, one);
  return element;
}

/// An array of one element per case.
class Elements {
 public:
  void add(const Json& element) {
    text_ += text_.empty() ? "[\n  " : ",\n  ";
    json::print(text_, element, 2);
  }
  std::string text() const { return text_.empty() ? "[]\n" : text_ + "\n]\n"; }

 private:
  std::string text_;
};

/// What stands under `tare`, but for notes and run.
Json our_element(const Case& one) {
  Json element;
  JsonWriter writer(element);
  writer.required("schema", schema_version);
  json::describe_additions(writer, one);
  return element;
}

Json run_facts(const Report& report, const Json& notes) {
  Json run;
  JsonWriter writer(run);
  json::describe_run(writer, report);
  run["notes"] = notes;
  return run;
}

/// Puts the elements of a file together to a report.
class ReportReader {
 public:
  void add(const Json& element, const Place& place) {
    const JsonReader reader(element, place);
    Case& one = report_.cases.emplace_back();
    json::describe_identity(reader, one);
    json::describe_rest(reader, one);
    if (reader.has("tare", true)) {
      reader.object("tare", [&](const JsonReader& ours) { add_ours(ours, one); });
    } else {
      guess_better(one);
    }
  }

  Report report() && {
    report_.notes.insert(report_.notes.end(), notes_of_cases_.begin(), notes_of_cases_.end());
    return std::move(report_);
  }

 private:
  void add_ours(const JsonReader& reader, Case& one) {
    const std::string key = "schema";
    std::uint32_t schema = 0;
    reader.required(key, schema);
    if (schema != schema_version) {
      reader.place_of(key).fail("written as version " + std::to_string(schema) +
                                "; this program reads version " + std::to_string(schema_version));
    }
    json::describe_additions(reader, one);
    std::vector<Note> notes;
    reader.required("notes", notes);
    for (const Note& note : notes) {
      // Cases that differ in mode only share a name, and with it their notes.
      if (seen_.insert(compact(JsonWriter::encode(note))).second) notes_of_cases_.push_back(note);
    }
    reader.object("run", [&](const JsonReader& run) { add_run(run); });
  }

  void add_run(const JsonReader& run) {
    if (run_.is_null()) {
      run_ = run.json();
      json::describe_run(run, report_);
      run.required("notes", report_.notes);
    } else if (run_ != run.json()) {
      run.place().fail("the case is of another run than those before it");
    }
  }

  /// JMH does not say which direction is good; its units do.
  static void guess_better(Case& one) {
    const auto guess = [](Metric& metric) {
      if (metric.unit.starts_with("ops/")) metric.better = Better::higher;
    };
    guess(one.primary);
    std::ranges::for_each(one.secondary, guess);
  }

  Report report_;
  std::vector<Note> notes_of_cases_;
  std::set<std::string> seen_;
  Json run_;
};

}  // namespace

std::string to_json(const Report& report) {
  const auto notes = sorted_notes(report);
  const Json run = run_facts(report, notes.at(""));
  Elements elements;
  for (const Case& one : report.cases) {
    Json element = jmh_element(report, one);
    element["tare"] = our_element(one);
    element["tare"]["notes"] = notes.at(display_name(one));
    element["tare"]["run"] = run;
    elements.add(element);
  }
  return elements.text();
}

std::string to_jmh_json(const Report& report) {
  Elements elements;
  for (const Case& one : report.cases) {
    if (one.outcome == Outcome::ok) elements.add(jmh_element(report, one));
  }
  return elements.text();
}

Report from_json(std::string_view text, const ReadLimits& limits) {
  const Json document = json::parse(text, limits);
  const Place top;
  top.expect(document.is_array(), "array", document);
  ReportReader reader;
  for (std::size_t i = 0; i < document.size(); ++i) reader.add(document[i], {&top, nullptr, i});
  return std::move(reader).report();
}

}  // namespace tare
