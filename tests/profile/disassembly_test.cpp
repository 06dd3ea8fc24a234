// SPDX-License-Identifier: Apache-2.0
#include "profile/disassembly.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "stacks/symbols.hpp"

namespace tare::profile {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// As GNU objdump 2.40 prints it.
constexpr const char* printed = R"(
./program:     file format elf64-x86-64


Disassembly of section .text:

0000000000001190 <divides::remains(unsigned long, unsigned long)>:
    1190:	mov    %rdi,%rax
    11a8:	div    %rsi
    11b0:	jne    11a8 <divides::remains(unsigned long, unsigned long)+0x18>
    11b2:	lea    0x2e57(%rip),%rdi        # 4010 <name>
    11b9:	jmp    *%rax
    11bb:	call   1050 <std::vector<int, std::allocator<int> >::clear()@plt>
	...
)";

TEST(disassembly, is_read_from_what_objdump_prints) {
  EXPECT_THAT(parse_disassembly(printed),
              ElementsAre(Instruction{0x1190, "mov    %rdi,%rax", {}},
                          Instruction{0x11a8, "div    %rsi", {}},
                          Instruction{0x11b0, "jne    11a8", 0x11a8},
                          Instruction{0x11b2, "lea    0x2e57(%rip),%rdi        # 4010 <name>", {}},
                          Instruction{0x11b9, "jmp    *%rax", {}},
                          Instruction{0x11bb, "call   1050 <std::vector<int>::clear()@plt>", {}}));
}

TEST(disassembly, reads_jumps_in_either_syntax) {
  EXPECT_EQ(parse_disassembly("  10:\tjmp    0x20").at(0).jump, 0x20u);
  EXPECT_EQ(parse_disassembly("  10:\tjmp    20").at(0).jump, 0x20u);
  EXPECT_EQ(parse_disassembly("  10:\tjmp    QWORD PTR [rax]").at(0).jump, std::nullopt);
  EXPECT_EQ(parse_disassembly("  10:\tj").at(0).jump, std::nullopt);
}

TEST(disassembly, leaves_out_lines_that_are_no_instructions) {
  for (const char* const text :
       {"", "\n\n", ":", ":\t", "12:\t", "12:\t   ", "xyz:\tnop", "-12:\tnop", "12 :nop", "12:nop",
        "11112222333344445:\tnop", "Disassembly of section .text:", "\t...", "0x12:\tnop"})
    EXPECT_THAT(parse_disassembly(text), IsEmpty()) << text;
}

TEST(disassembly, cuts_texts_without_end_but_no_character) {
  const std::string umlauts = "ää" + std::string(155, 'a') + "äöü";
  const auto instructions = parse_disassembly("10:\t" + umlauts + umlauts);
  ASSERT_EQ(instructions.size(), 1u);
  EXPECT_THAT(instructions[0].text, AllOf(StartsWith("ää"), EndsWith("a…")));
  EXPECT_LE(instructions[0].text.size(), 160 + std::string_view("…").size());
}

TEST(disassembly, is_of_the_file_that_was_mapped) {
  const auto own = code_file(reinterpret_cast<std::uintptr_t>(&parse_disassembly));
  EXPECT_THAT(
      own, AllOf(Field(&CodeFile::path, EndsWith("/exe")), Field(&CodeFile::trouble, IsEmpty())));
  const auto library = code_file(reinterpret_cast<std::uintptr_t>(&std::abort));
  EXPECT_THAT(library.path + library.trouble, testing::Not(IsEmpty()));
}

TEST(disassembly, says_of_code_that_no_file_holds_why) {
  if (const auto vdso = getauxval(AT_SYSINFO_EHDR); vdso != 0)
    EXPECT_THAT(code_file(vdso).trouble, HasSubstr("vdso"));
  EXPECT_THAT(code_file(1).trouble, HasSubstr("no longer loaded"));
  void* const made = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(made, MAP_FAILED);
  EXPECT_THAT(code_file(reinterpret_cast<std::uintptr_t>(made)).trouble, HasSubstr("in no file"));
  munmap(made, 4096);
}

TEST(disassembly, is_not_of_a_file_that_was_removed_since_it_was_loaded) {
  const auto copy = std::filesystem::temp_directory_path() /
                    ("tare_disassembly_test_" + std::to_string(getpid()) + ".so");
  std::filesystem::copy_file(TARE_TEST_PLUGIN, copy,
                             std::filesystem::copy_options::overwrite_existing);
  void* const handle = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr) << dlerror();
  const auto pc = reinterpret_cast<std::uintptr_t>(dlsym(handle, "plugin_malloc"));
  EXPECT_EQ(code_file(pc).path, copy);
  std::filesystem::remove(copy);
  EXPECT_EQ(code_file(pc).path, "");
  EXPECT_THAT(code_file(pc).trouble,
              AllOf(HasSubstr("replaced or removed"), EndsWith(copy.string())));
  dlclose(handle);
}

class objdump : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto support = disassembles(); !support.works) GTEST_SKIP() << support.reason;
  }
};

[[gnu::noinline]] std::uint64_t divides(std::uint64_t x, std::uint64_t by) { return x / by; }

TEST_F(objdump, shows_a_function_of_this_program) {
  const auto pc = reinterpret_cast<std::uintptr_t>(&divides);
  volatile std::uint64_t by = 3;
  EXPECT_EQ(divides(12, by), 4u);
  const auto symbol = stacks::symbol_at(pc);
  if (!symbol) GTEST_SKIP() << "local functions have no names without libbacktrace";
  const auto offset = stacks::code_address(pc).offset;
  const auto path = code_file(pc).path;
  const auto end = offset + (symbol->end - symbol->begin);
  for (const Syntax syntax : {Syntax::att, Syntax::intel}) {
    const Disassembly found = disassemble(path, offset, end, syntax);
    EXPECT_EQ(found.trouble, "");
    ASSERT_THAT(found.instructions, testing::Not(IsEmpty()));
    EXPECT_EQ(found.instructions.front().address, offset);
    EXPECT_THAT(found.instructions,
                testing::Contains(Field(&Instruction::text, StartsWith("div"))));
    const bool has_percent = std::ranges::any_of(found.instructions, [](const Instruction& one) {
      return one.text.find('%') != std::string::npos;
    });
    EXPECT_EQ(has_percent, syntax == Syntax::att);
  }
}

TEST_F(objdump, says_why_it_shows_nothing) {
  EXPECT_THAT(disassemble("/no/such/file", 0, 16, Syntax::att).trouble, HasSubstr("/no/such/file"));
  EXPECT_THAT(disassemble("/proc/self/exe", 0, 1 << 21, Syntax::att).trouble,
              HasSubstr("2097152 bytes"));
}

TEST(disassembly, is_refused_without_objdump) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/no/such/folder", 1);
  const extend::Support support = disassembles();
  setenv("PATH", path.c_str(), 1);
  EXPECT_FALSE(support.works);
  EXPECT_EQ(support.reason, "there is no program objdump in PATH");
  EXPECT_EQ(support.enable, "apt install binutils");
}

}  // namespace
}  // namespace tare::profile
