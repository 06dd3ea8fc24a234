// SPDX-License-Identifier: Apache-2.0
#include "profile/disassembly.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "profile/child_answer.hpp"
#include "stacks/short_name.hpp"

namespace tare::profile {
namespace {

/// Bytes of an instruction's text: the names of templates that calls go to have no end.
constexpr std::size_t longest_text = 160;

/// Code that is taken apart at once, in bytes: some 250,000 instructions, and 10 MiB of text.
constexpr std::uint64_t most_code = 1 << 20;

constexpr const char* no_objdump = "there is no program objdump in PATH";

constexpr std::string_view spaces = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(spaces), text.size());
  return text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
}

std::optional<std::uint64_t> hexadecimal(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, 16);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// `call   1234 <name>`, the name as people write it; `jne    1234`, since what objdump names there
/// is the function that is shown, or the nearest of those that have a name.
std::string readable(std::string_view text) {
  std::string out(text);
  const std::size_t open = text.find(" <");
  if (text.starts_with('j') && text.find("+0x", open) != std::string_view::npos)
    out.resize(open);
  else if (open != std::string_view::npos && text.back() == '>')
    out = fmt::format("{} <{}>", text.substr(0, open),
                      stacks::short_name(text.substr(open + 2, text.size() - open - 3)));
  if (out.size() <= longest_text) return out;
  std::size_t end = longest_text;
  constexpr unsigned char kind_mask = 0xC0, continuation = 0x80;  // UTF-8's.
  while (end > 0 && (static_cast<unsigned char>(out[end]) & kind_mask) == continuation) --end;
  return out.substr(0, end) + "…";
}

/// All jumps of x86 but `loop`, which no compiler writes, begin with a j.
std::optional<std::uint64_t> jump_of(std::string_view text) {
  if (!text.starts_with('j')) return std::nullopt;
  const std::size_t space = std::min(text.find_first_of(spaces), text.size());
  const std::string_view operand = trimmed(text.substr(space));
  std::string_view target = operand.substr(0, operand.find(' '));
  if (target.starts_with("0x")) target.remove_prefix(2);
  return hexadecimal(target);
}

/// `  1139:⇥mov    %edi,-0x14(%rbp)`
std::optional<Instruction> instruction_in(std::string_view line) {
  const std::size_t colon = line.find(":\t");
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<std::uint64_t> address = hexadecimal(trimmed(line.substr(0, colon)));
  const std::string_view text = trimmed(line.substr(colon + 2));
  if (!address || text.empty()) return std::nullopt;
  return Instruction{*address, readable(text), jump_of(text)};
}

std::string_view first_line(std::string_view text) {
  return trimmed(text.substr(0, text.find('\n')));
}

/// What objdump prints, its complaints too.
std::string objdump(std::vector<std::string> words) {
  words.insert(words.begin(), "objdump");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return answer_of_child([&](int answer_to) -> std::string {
    dup2(answer_to, STDOUT_FILENO);
    dup2(answer_to, STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    return no_objdump;
  });
}

}  // namespace

std::vector<Instruction> parse_disassembly(std::string_view printed) {
  std::vector<Instruction> instructions;
  while (!printed.empty()) {
    const std::size_t end = std::min(printed.find('\n'), printed.size());
    if (auto instruction = instruction_in(printed.substr(0, end)))
      instructions.push_back(std::move(*instruction));
    printed.remove_prefix(std::min(end + 1, printed.size()));
  }
  return instructions;
}

extend::Support disassembles() {
  const std::string answer = objdump({"--version"});
  if (answer.starts_with("GNU objdump")) return {};
  return {
      false,
      answer.starts_with(no_objdump) ? answer : "the program objdump is not that of GNU binutils",
      "apt install binutils"};
}

CodeFile code_file(std::uintptr_t pc) {
  std::ifstream maps("/proc/self/maps");
  std::error_code unknown;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  for (std::string line; std::getline(maps, line);) {
    std::istringstream fields(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    std::string permissions, offset, device, inode, path;
    fields >> std::hex >> begin >> dash >> end >> permissions >> offset >> device >> inode;
    if (pc < begin || pc >= end) continue;
    std::getline(fields >> std::ws, path);
    // By its process, it can be read even if another was built in its place.
    if (path == program) return {fmt::format("/proc/{}/exe", getpid()), ""};
    if (path == "[vdso]") return {"", "it is the kernel's (vdso), and in no file"};
    if (!path.starts_with('/')) return {"", "it is in no file: it was made while the program ran"};
    if (path.ends_with(" (deleted)"))
      return {"", fmt::format("the file has been replaced or removed since it was loaded: {}",
                              path.substr(0, path.rfind(" (")))};
    return {path, ""};
  }
  return {"", "its code is no longer loaded"};
}

Disassembly disassemble(const std::string& path, std::uint64_t begin, std::uint64_t end,
                        Syntax syntax) {
  if (end - begin > most_code)
    return {{},
            fmt::format("its function has {} bytes; {} are taken apart at most", end - begin,
                        most_code)};
  const std::string printed =
      objdump({"-d", "--no-show-raw-insn", "-C", fmt::format("--start-address={:#x}", begin),
               fmt::format("--stop-address={:#x}", end), "-M",
               syntax == Syntax::intel ? "intel" : "att", path});
  Disassembly found{parse_disassembly(printed), ""};
  if (found.instructions.empty())
    found.trouble = fmt::format("objdump shows none of it: {}",
                                first_line(std::string_view(printed).substr(
                                    std::min(printed.find_first_not_of('\n'), printed.size()))));
  return found;
}

}  // namespace tare::profile
