// SPDX-License-Identifier: Apache-2.0
// Writes a recording for test_jdk.py, where it is known what that holds: of a fork with
// every type of event but one, write_recording FOLDER FORK; of allocation sites, which is that one,
// write_recording FOLDER sites; of an hour, write_recording FOLDER hour.
#include <cstdio>
#include <string>

#include "recorded.hpp"
#include "recording/output_file.hpp"

namespace tare::recording {
namespace {

constexpr std::uint64_t millisecond = 1'000'000;
/// When that of number `i` happens.
constexpr std::uint64_t at(std::uint64_t i) { return beginning.monotonic + i * millisecond; }

void write_surroundings(JfrWriter& writer, int fork) {
  writer.write(ActiveRecording{at(0), 1, "tare", "case.jfr", beginning.wall / millisecond});
  writer.write(ActiveSetting{at(0), "jdk.ExecutionSample", "period", "1 ms"});
  writer.write(OsInformation{at(0), "Linux 6.1"});
  writer.write(CpuInformation{at(0), "x86-64", "a CPU", 1, 2, 4});
  writer.write(ProgramInformation{at(0), "bench", "1.2", "-f 2", beginning.wall / millisecond, 77});
  writer.write(Property{at(0), "tare.version", "1.2"});
  writer.write(EnvironmentVariable{at(0), "LANG", "C.UTF-8"});
  writer.write(NativeLibrary{at(0), "/lib/libc.so.6", 0x1000, 0x2000});
  writer.write(BenchmarkEvent{at(0), "group.case", "n=10, name=\"ä\"", "avgt", 2, fork});
}

void write_samples(JfrWriter& writer) {
  const StackKey deep = writer.stack_key(three_frames());
  const StackKey shallow = writer.stack_key({{"work(int)", "work.cpp", 35}});
  const ThreadKey threads[] = {writer.thread_key(101, "tare-0"), writer.thread_key(102, "tare-1")};
  for (std::uint64_t i = 0; i < 100; ++i) {
    const ThreadKey thread = threads[i % 2];
    writer.write(ExecutionSample{at(i), thread, i % 4 == 0 ? shallow : deep});
    writer.write(AllocationOutsideTlab{at(i), thread, deep, "char[]", 100 + i});
  }
  for (std::uint64_t i = 0; i < 10; ++i) {
    writer.write(AllocationInNewTlab{at(i), threads[0], deep, "std::string", 32, 4096});
    writer.write(AllocationSample{at(i), threads[0], shallow, "int", 1000});
    writer.write(Malloc{at(i), threads[0], deep, 0x1000 + i, 64});
    if (i % 2 == 0) writer.write(Free{at(i), threads[0], shallow, 0x1000 + i});
    writer.write(CpuLoad{at(i), 0.25F, 0.125F, 0.5F});
  }
  for (int i = 0; i < 3; ++i)
    writer.write(IterationEvent{at(10), 50 * millisecond, threads[0], "group.case",
                                i == 0 ? "warmup" : measurement_phase, i, 1000, 50'000.0, 2048});
}

void write_sites(JfrWriter& writer) {
  const StackKey deep = writer.stack_key(three_frames());
  writer.write(AllocationSite{at(0), deep, 4096, 64, 1024, 16});
  writer.write(
      AllocationSite{at(0), writer.stack_key({{"work(int)", "work.cpp", 35}}), 7, 1, 0, 0});
}

}  // namespace
}  // namespace tare::recording

int main(int, char** arguments) {
  using namespace tare::recording;
  const std::string what = arguments[2];
  const bool is_fork = what != "hour" && what != "sites";
  OutputFile file(arguments[1], is_fork ? "case" : what, "jfr");
  // Small chunks: constants are written anew in each.
  JfrWriter writer(file.descriptor(), "bench", beginning,
                   is_fork ? 9'000 : JfrWriter::usual_chunk_bytes);
  if (what == "hour") {
    write_the_hour(writer);
  } else if (what == "sites") {
    write_sites(writer);
  } else {
    write_surroundings(writer, std::stoi(what));
    write_samples(writer);
  }
  writer.finish();
  std::puts(file.publish().c_str());
}
