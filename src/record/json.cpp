// SPDX-License-Identifier: Apache-2.0
#include "record/json.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "record/json_reader.hpp"
#include "record/json_writer.hpp"

namespace tare {
namespace {

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

/// One line. What is no UTF-8 in it becomes U+FFFD.
std::string compact(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Few members that are plain values.
bool fits_a_line(const Json& object) {
  constexpr std::size_t few = 10;  // JMH's percentiles.
  const auto plain = [](const Json& member) { return member.is_primitive(); };
  return object.size() <= few && std::ranges::all_of(object, plain);
}

/// A member a line, but for objects that fit one; fork after fork and note after note a line each;
/// numbers are never broken up.
void print(std::string& out, const Json& value, std::size_t indent) {
  const bool array = value.is_array() && !value.empty() && value.front().is_object();
  if (!array && (!value.is_object() || fits_a_line(value))) {
    out += compact(value);
    return;
  }
  const std::string margin(indent + 2, ' ');
  out += array ? '[' : '{';
  const char* separator = "\n";
  for (const auto& item : value.items()) {
    out.append(separator).append(margin);
    if (array) {
      out += compact(item.value());
    } else {
      out.append(compact(item.key())).append(": ");
      print(out, item.value(), indent + 2);
    }
    separator = ",\n";
  }
  out.append("\n").append(indent, ' ') += array ? ']' : '}';
}

/// An array of one element per case.
class Elements {
 public:
  void add(const Json& element) {
    text_ += text_.empty() ? "[\n  " : ",\n  ";
    print(text_, element, 2);
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

/// Refuses what would cost more than it is worth, before anything is built of it: nesting, and
/// objects with more members than can be looked through one by one.
class Gate : public nlohmann::json_sax<Json> {
 public:
  explicit Gate(const ReadLimits& limits) : limits_(limits) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool key(string_t&) override {
    if (++members_.back() <= limits_.members) return true;
    throw RecordError("an object has more than " + std::to_string(limits_.members) + " members");
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // Of the library's text, what is wrong and where; not its own name, nor what the file says.
    std::string what = error.what();
    what.resize(std::min(what.find("; last read"), what.size()));
    constexpr std::string_view before = "parse error at ";
    const auto at = what.find(before);
    throw RecordError(at == std::string::npos
                          ? "byte " + std::to_string(position) + ": the number is too large"
                          : what.substr(at + before.size()));
  }

 private:
  bool enter() {
    members_.push_back(0);
    if (members_.size() <= limits_.depth) return true;
    throw RecordError("nested deeper than " + std::to_string(limits_.depth) + " levels");
  }
  bool leave() {
    members_.pop_back();
    return true;
  }

  ReadLimits limits_;
  std::vector<std::size_t> members_;  ///< Of each object that is open.
};

Json parse(std::string_view text, const ReadLimits& limits) {
  if (text.size() > limits.bytes) {
    throw RecordError("longer than " + std::to_string(limits.bytes) + " bytes");
  }
  Gate gate(limits);
  Json::sax_parse(text, &gate);
  return Json::parse(text);
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
  const Json document = parse(text, limits);
  const Place top;
  top.expect(document.is_array(), "array", document);
  ReportReader reader;
  for (std::size_t i = 0; i < document.size(); ++i) reader.add(document[i], {&top, nullptr, i});
  return std::move(reader).report();
}

}  // namespace tare
