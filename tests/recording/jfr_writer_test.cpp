// SPDX-License-Identifier: Apache-2.0
// What is written is what is read; tests/recording/test_jdk.py asks the JDK.
#include "recording/jfr_writer.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>

#include <fstream>

#include "recorded.hpp"
#include "recording/jfr_reader.hpp"
#include "recording/output_file.hpp"

namespace tare::recording {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Functions of a profile's stacks with their values, `inner<outer 3 1`.
std::vector<std::string> lines(const stacks::StackProfile& profile) {
  std::vector<std::string> lines;
  for (const stacks::WeightedStack& stack : profile.stacks) {
    std::string line;
    for (const std::uint32_t frame : stack.frames)
      line += (line.empty() ? "" : "<") + profile.frames[frame].function;
    for (const std::int64_t value : stack.values) line += " " + std::to_string(value);
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(JfrWriter, WritesFramesThatAreReadAsTheyWere) {
  const Recording read = read_jfr(recorded([](JfrWriter& writer) {
                                    writer.write(BenchmarkEvent{beginning.monotonic, "case"});
                                    const StackKey stack = writer.stack_key(three_frames());
                                    writer.write(ExecutionSample{beginning.monotonic, {}, stack});
                                  }),
                                  "file");
  std::vector<stacks::Frame> expected = three_frames();
  // Readers of such files add the brackets.
  expected[0].function = "std::vector<int>::push_back";
  expected[1].function = "work";
  EXPECT_EQ(read.cpu.frames, expected);
  EXPECT_THAT(read.cpu.types, ElementsAre(stacks::ValueType{"cpu", "count"}));
  EXPECT_EQ(read.cpu.title, "case");
  EXPECT_THAT(read.alloc.stacks, IsEmpty());
  EXPECT_THAT(read.retained.stacks, IsEmpty());
}

TEST(JfrWriter, AddsUpEventsOfAllChunks) {
  for (const std::size_t chunk_bytes : {std::size_t{1}, std::size_t{300}, std::size_t{1} << 20}) {
    const std::string bytes = recorded(
        [](JfrWriter& writer) {
          const StackKey one = writer.stack_key({{"one", "", 0}});
          const StackKey two = writer.stack_key({{"two", "", 0}, {"one", "", 0}});
          const ThreadKey thread = writer.thread_key(7, "worker");
          for (std::uint64_t i = 0; i < 100; ++i) {
            const std::uint64_t time = beginning.monotonic + i;
            writer.write(ExecutionSample{time, thread, i % 4 == 0 ? one : two});
            writer.write(AllocationOutsideTlab{time, thread, two, "char[]", 10 + i});
            writer.write(AllocationInNewTlab{time, thread, two, "char[]", 1, 1000});
          }
          writer.write(IterationEvent{0, 1, thread, "case", "warmup", 0, 3, 1.0, 0});
          writer.write(IterationEvent{0, 1, thread, "case", measurement_phase, 0, 20, 1.0, 0});
          writer.write(IterationEvent{0, 1, thread, "case", measurement_phase, 1, 22, 1.0, 0});
        },
        chunk_bytes);
    const Recording read = read_jfr(bytes, "file");
    EXPECT_THAT(lines(read.cpu), ElementsAre("one 25", "two<one 75"));
    EXPECT_THAT(lines(read.alloc), ElementsAre("two<one 105950 200"));
    EXPECT_EQ(read.cpu.operations, 42U);
  }
}

TEST(JfrWriter, RetainsBlocksThatAreNotFreed) {
  const std::string bytes = recorded(
      [](JfrWriter& writer) {
        const StackKey kept = writer.stack_key({{"kept", "", 0}});
        const StackKey freed = writer.stack_key({{"freed", "", 0}});
        const std::uint64_t t = beginning.monotonic;
        writer.write(Malloc{t, {}, freed, 0x10, 64});
        writer.write(Malloc{t + 3, {}, kept, 0x10, 8});  // The address is used again.
        writer.write(Free{t + 1, {}, {}, 0x10});         // Written late.
        writer.write(Malloc{t, {}, kept, 0x20, 16});
        writer.write(Free{t, {}, {}, 0x99});  // Of a block from before.
      },
      200);
  const Recording read = read_jfr(bytes, "file");
  EXPECT_THAT(lines(read.retained), ElementsAre("kept 24 2"));
  EXPECT_THAT(lines(read.alloc), ElementsAre("freed 64 1", "kept 24 2"));
}

TEST(JfrWriter, TakesSitesForAllThereWas) {
  const std::string bytes = recorded(
      [](JfrWriter& writer) {
        const std::uint64_t t = beginning.monotonic;
        const StackKey one = writer.stack_key({{"one", "", 0}});
        const StackKey two = writer.stack_key({{"two", "", 0}});
        writer.write(AllocationOutsideTlab{t, {}, one, "char[]", 1000});
        writer.write(Malloc{t, {}, one, 0x10, 64});
        for (int i = 0; i < 3; ++i) {
          writer.write(AllocationSite{t, one, 100, 4, 30, 2});
          writer.write(AllocationSite{t, two, 50, 1, 0, 0});
        }
      },
      200);
  const Recording read = read_jfr(bytes, "file");
  EXPECT_THAT(lines(read.alloc), ElementsAre("one 300 12", "two 150 3"));
  EXPECT_THAT(lines(read.retained), ElementsAre("one 90 6"));
}

TEST(JfrWriter, EndsAFileWithoutEvents) {
  const Recording read = read_jfr(recorded([](JfrWriter&) {}), "file");
  EXPECT_THAT(read.cpu.stacks, IsEmpty());
  EXPECT_EQ(read.cpu.title, "file");
}

TEST(JfrWriter, WritesWhatIsUnfinishedUntilItIsFinished) {
  OutputFile file(::testing::TempDir(), "half", "jfr");
  const auto content = [&] {
    std::string bytes(static_cast<std::size_t>(lseek(file.descriptor(), 0, SEEK_END)), '\0');
    EXPECT_GE(pread(file.descriptor(), bytes.data(), bytes.size(), 0), 0);
    return bytes;
  };
  JfrWriter writer(file.descriptor(), "bench");
  for (int i = 0; i < 10'000; ++i) writer.write(ActiveSetting{0, "jdk.CPULoad", "period", "1 s"});
  try {
    read_jfr(content(), "half.jfr");
    FAIL();
  } catch (const RecordingError& error) {
    EXPECT_THAT(error.what(), HasSubstr("half.jfr: at byte 0: the chunk is unfinished"));
  }
  writer.finish();
  read_jfr(content(), "whole.jfr");
}

TEST(JfrWriter, SaysWhatItCannotWrite) {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  JfrWriter writer(full, "bench");
  EXPECT_THROW(writer.finish(), RecordingError);
  close(full);
  EXPECT_THROW(JfrWriter(-1, "bench"), RecordingError);
}

TEST(JfrWriter, LeavesArgumentsOutOfNames) {
  for (const auto& [whole, name] : std::initializer_list<std::pair<const char*, const char*>>{
           {"f()", "f"},
           {"a::f(int, void (*)(char)) const", "a::f"},
           {"f(int) [clone .cold]", "f"},
           {"a::operator()(int) const &", "a::operator()"},
           {"operator()", "operator()"},
           {"(anonymous namespace)::f(int)", "(anonymous namespace)::f"},
           {"(anonymous namespace)", "(anonymous namespace)"},
           {"f<void (int)>::g", "f<void (int)>::g"},
           {"main::{lambda(int)#1}::operator()(int) const", "main::{lambda(int)#1}::operator()"},
           {"malloc", "malloc"},
           {"", ""},
           {")", ")"}})
    EXPECT_EQ(without_arguments(whole), name);
}

/// Bytes of this process's memory that are in use.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(getpagesize());
}

TEST(JfrWriter, NeedsNoMoreMemoryForAnHourOfTenMillionEvents) {
#ifdef TARE_SANITIZED
  GTEST_SKIP() << "a sanitizer's own memory grows, and ten million events take it minutes";
#endif
  OutputFile file(::testing::TempDir(), "hour", "jfr");
  JfrWriter writer(file.descriptor(), "bench", beginning);
  std::uint64_t resident_after_a_tenth = 0;
  write_the_hour(writer, [&] { resident_after_a_tenth = resident_bytes(); });
  writer.finish();
  EXPECT_LT(resident_bytes(), resident_after_a_tenth + (std::uint64_t{4} << 20));

  const auto size = static_cast<std::size_t>(lseek(file.descriptor(), 0, SEEK_END));
  EXPECT_GT(size, JfrWriter::usual_chunk_bytes * 10);
  const void* const bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  ASSERT_NE(bytes, MAP_FAILED);
  const Recording read = read_jfr({static_cast<const char*>(bytes), size}, "hour");
  EXPECT_EQ(read.cpu.stacks.size(), stacks_of_the_hour);
  EXPECT_EQ(read.cpu.stacks.front().values.front(), samples_of_the_hour / stacks_of_the_hour);
  munmap(const_cast<void*>(bytes), size);
}

}  // namespace
}  // namespace tare::recording
