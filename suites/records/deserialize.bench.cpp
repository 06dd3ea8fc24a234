// SPDX-License-Identifier: Apache-2.0
#include <javaser/reader.hpp>

#include "inputs.hpp"

TARE_GROUP(records);

namespace {

/// A reader that has what it needs from the streams before; each thread has its own.
struct WarmReader {
  static constexpr auto scope = tare::Scope::thread;
  javaser::BindingCache binding = javaser::BindingCache::per_stream;
  javaser::Reader reader;

  static void params(tare::Params<WarmReader>& p) {
    p.choice("binding", &WarmReader::binding,
             {{"perRecord", javaser::BindingCache::per_record},
              {"perStream", javaser::BindingCache::per_stream}});
  }
  void set_up(tare::Trial) {
    javaser::ReadOptions options;
    options.cache = binding;
    reader = javaser::Reader(options);
  }
};

}  // namespace

/// Stream to lines, which are what is retained.
TARE_BENCH_TYPED(deserialize, kind, suite::Kinds, const suite::Document<kind>& document,
                 WarmReader& warm, suite::Throughput& throughput) {
  std::vector<kind> lines;
  warm.reader.open(document.stream);
  if (!warm.reader.read(lines)) tare::fail(javaser::to_string(warm.reader.error()));
  throughput.add(document.stream);
  return lines;
}
