// SPDX-License-Identifier: Apache-2.0
#include "record/comparison_json.hpp"

#include "record/json_document.hpp"
#include "record/json_writer.hpp"

namespace tare {
namespace json {

void describe(JsonWriter& writer, const ComparedProgram& program) {
  writer.required("name", program.name);
  writer.required("revision", program.revision);
}

void describe(JsonWriter& writer, const Unpaired& unpaired) {
  writer.required("name", unpaired.name);
  writer.required("metric", unpaired.metric);
  writer.required("program", unpaired.program);
  writer.required("reason", unpaired.reason);
}

void describe(JsonWriter& writer, const GateFinding& finding) {
  writer.required("kind", finding.kind);
  writer.required("gate", finding.gate);
  writer.required("name", finding.name);
  writer.required("program", finding.program);
  writer.required("fails", finding.fails);
  writer.required("text", finding.text);
}

void describe(JsonWriter& writer, const Comparison& one) {
  writer.required("benchmark", one.benchmark);
  writer.required("params", one.params);
  writer.required("mode", one.mode);
  writer.required("metric", one.metric);
  writer.required("better", one.better);
  writer.required("baseline", one.baseline);
  writer.required("candidate", one.candidate);
  writer.required("ratio", one.ratio);
  writer.optional_pair("interval", one.interval_low, one.interval_high);
  writer.required("verdict", one.verdict);
  writer.required("detectable", one.detectable);
  writer.required("pairs", one.pairs);
  writer.object("tare", [&](JsonWriter& ours) {
    ours.required("unit", one.unit);
    ours.required("program", one.candidate_program);
    ours.required("exact", one.exact);
    ours.required("baselineSpread", one.baseline_spread);
    ours.required("candidateSpread", one.candidate_spread);
  });
}

void describe_run(JsonWriter& writer, const ComparisonReport& report) {
  writer.required("schema", schema_version);
  writer.required("version", report.tare_version);
  writer.required("started", report.started);
  writer.required("durationSeconds", report.duration_s);
  writer.required("command", report.command);
  writer.required_seed("seed", report.seed);
  writer.required("threshold", report.threshold);
  writer.required("confidence", report.confidence);
  writer.required("interleaved", report.interleaved);
  writer.required("complete", report.complete);
  writer.required("layouts", report.layouts);
  writer.required("programs", report.programs);
  writer.required("environment", report.environment);
  writer.required("unpaired", report.unpaired);
  writer.required("gates", report.gates);
  writer.required("findings", report.findings);
  writer.required("notes", report.notes);
}

}  // namespace json

std::string to_json(const ComparisonReport& report) {
  json::Json document;
  json::JsonWriter writer(document);
  writer.object("tare", [&](json::JsonWriter& run) { json::describe_run(run, report); });
  writer.required("comparisons", report.comparisons);
  std::string text;
  json::print(text, document, 0);
  return text + '\n';
}

}  // namespace tare
