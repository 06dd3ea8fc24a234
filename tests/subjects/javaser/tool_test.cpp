// SPDX-License-Identifier: Apache-2.0
// The program `javaser`, as people run it.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "stream_bytes.hpp"

namespace javaser {
namespace {

using testing::StreamBytes;
namespace fs = std::filesystem;

struct Outcome {
  int status;
  std::string out;  // what it printed, both ways
};

Outcome run(const std::string& arguments) {
  const std::string command = std::string(JAVASER_TOOL) + " " + arguments + " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  Outcome outcome;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
    outcome.out += static_cast<char>(c);
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

/// A file with a stream, for one test.
class StreamFile {
 public:
  explicit StreamFile(const StreamBytes& stream) {
    std::string name = fs::temp_directory_path() / "javaser-XXXXXX";
    const int file = mkstemp(name.data());
    path_ = name;
    const auto bytes = stream.bytes();
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    close(file);
  }
  ~StreamFile() { fs::remove(path_); }
  StreamFile(const StreamFile&) = delete;
  StreamFile& operator=(const StreamFile&) = delete;

  std::string path() const { return path_; }

 private:
  fs::path path_;
};

TEST(Tool, PrintsJson) {
  const StreamFile file(StreamBytes().string("text").null());
  const Outcome json = run("dump " + file.path());
  EXPECT_EQ(json.status, 0);
  EXPECT_EQ(json.out,
            "{\"items\":[\n {\"op\":\"object\",\"value\":\"text\"},\n"
            " {\"op\":\"object\",\"value\":null}],\n\"error\":null}\n");
  EXPECT_EQ(run("dump - < " + file.path()).out, json.out);
}

TEST(Tool, PrintsWhatComesBeforeTheDamage) {
  const StreamFile file(StreamBytes().string("text").u8(0x6f));
  const Outcome json = run("dump " + file.path());
  EXPECT_EQ(json.status, 1);
  EXPECT_NE(json.out.find("\"value\":\"text\""), std::string::npos);
  EXPECT_NE(json.out.find("\"kind\":\"bad_type_code\",\"offset\":11"), std::string::npos);
  EXPECT_NE(json.out.find("\njavaser: " + file.path() + ": bad type code"), std::string::npos);
}

TEST(Tool, PrintsATreeForPeople) {
  StreamBytes stream;
  stream.object().class_head("P", 2, 2).field('I', "x").field('L', "s");
  stream.string("Ljava/lang/String;").end_class().u32(7).string("seven").handle(2).u8(0x6f);
  const Outcome tree = run("dump --tree " + StreamFile(stream).path());
  EXPECT_EQ(tree.status, 1);
  EXPECT_TRUE(tree.out.find("[0]: P x=7 #1\n  s: \"seven\"\n[1]: -> #1\nerror: bad type code") !=
              std::string::npos)
      << tree.out;
}

TEST(Tool, PrintsTheGrammar) {
  const Outcome grammar =
      run("dump --grammar " + StreamFile(StreamBytes().string("a").null()).path());
  EXPECT_EQ(grammar.status, 0);
  EXPECT_EQ(grammar.out,
            "000000 HEADER magic=aced version=5\n000004 TC_STRING h=7e0000 bytes=1 \"a\"\n"
            "000008 TC_NULL\n");
}

TEST(Tool, TakesLimits) {
  const StreamFile file(testing::nested_arrays(10));
  EXPECT_EQ(run("dump --max-depth 20 " + file.path()).status, 0);
  const Outcome deep = run("dump --max-depth=5 " + file.path());
  EXPECT_EQ(deep.status, 1);
  EXPECT_NE(deep.out.find("too_deep"), std::string::npos);
  EXPECT_EQ(run("dump --max-bytes 20 " + file.path()).status, 1);
  EXPECT_EQ(run("dump --max-handles 5 " + file.path()).status, 1);
  EXPECT_EQ(run("dump --max-array-length 0 " + file.path()).status, 1);
}

TEST(Tool, SaysWhatIsWrongWithItsUse) {
  for (const char* arguments : {"", "dump", "dump a b", "undump a", "--max-depth x dump a",
                                "dump --max-depth 99999999999 a", "--unknown", "dump --max-bytes",
                                "dump /no/such/file", "dump /", "dump - < /", "dump - <&-"}) {
    const Outcome wrong = run(arguments);
    EXPECT_EQ(wrong.status, 2) << arguments;
    EXPECT_TRUE(wrong.out.starts_with("javaser: ")) << wrong.out;
    EXPECT_EQ(std::count(wrong.out.begin(), wrong.out.end(), '\n'), 1) << wrong.out;
  }
}

TEST(Tool, HelpsAndTellsItsVersion) {
  EXPECT_EQ(run("--help").status, 0);
  EXPECT_TRUE(run("-h").out.starts_with("usage: javaser dump"));
  EXPECT_TRUE(run("--version").out.starts_with("javaser "));
}

TEST(Tool, TakesAnEmptyFileForATruncatedStream) {
  const Outcome empty = run("dump - < /dev/null");
  EXPECT_EQ(empty.status, 1);
  EXPECT_NE(empty.out.find("\"kind\":\"truncated\",\"offset\":0"), std::string::npos);
}

}  // namespace
}  // namespace javaser
