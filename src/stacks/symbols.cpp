// SPDX-License-Identifier: Apache-2.0
#include "stacks/symbols.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>
#ifdef TARE_HAS_BACKTRACE
#include <backtrace.h>
#endif

#include "stacks/short_name.hpp"

namespace tare::stacks {
namespace {

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 ? short_name(text.get()) : name;
}

/// Where this process has the address; none if it has not loaded the object.
std::optional<std::uintptr_t> place_here(const CodeAddress& address) {
  struct Search {
    const CodeAddress& address;
    std::optional<std::uintptr_t> place;
  } search{address, std::nullopt};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* argument) {
        Search& wanted = *static_cast<Search*>(argument);
        if (wanted.address.object != object->dlpi_name) return 0;
        wanted.place = object->dlpi_addr + wanted.address.offset;
        return 1;
      },
      &search);
  return search.place;
}

#ifdef TARE_HAS_BACKTRACE
void ignore_error(void*, const char*, int) {}

backtrace_state* debug_information() {
  constexpr int several_threads = 1;
  static backtrace_state* const state =
      backtrace_create_state(nullptr, several_threads, ignore_error, nullptr);
  return state;
}

void add_lines(std::uintptr_t place, std::vector<Frame>& frames) {
  const auto add = [](void* to, std::uintptr_t, const char* file, int line, const char* function) {
    // Clang's -g1 knows the lines of a function into which nothing was inlined, but not its name.
    if (function == nullptr && file == nullptr) return 0;
    static_cast<std::vector<Frame>*>(to)->push_back({function != nullptr ? demangled(function) : "",
                                                     file != nullptr ? file : "",
                                                     file != nullptr ? line : 0});
    return 0;
  };
  backtrace_pcinfo(debug_information(), place, add, ignore_error, &frames);
}

#else
void add_lines(std::uintptr_t, std::vector<Frame>&) {}
#endif

/// `libm.so.6+0x1234`.
std::string unnamed(const CodeAddress& address) {
  std::ostringstream text;
  text << (address.object.empty() ? "program" : address.object) << "+0x" << std::hex
       << address.offset;
  return text.str();
}

}  // namespace

CodeAddress code_address(std::uintptr_t pc) {
  dl_find_object found{};
  if (_dl_find_object(reinterpret_cast<void*>(pc), &found) != 0) return {"", pc};
  return {found.dlfo_link_map->l_name, pc - found.dlfo_link_map->l_addr};
}

#ifdef TARE_HAS_BACKTRACE
/// Local functions are in the table of symbols, though not among those that dladdr() knows.
std::optional<CodeSymbol> symbol_at(std::uintptr_t pc) {
  const auto keep = [](void* to, std::uintptr_t, const char* name, std::uintptr_t begin,
                       std::uintptr_t size) {
    if (name != nullptr)
      *static_cast<std::optional<CodeSymbol>*>(to) = {demangled(name), begin, begin + size};
  };
  std::optional<CodeSymbol> symbol;
  backtrace_syminfo(debug_information(), pc, keep, ignore_error, &symbol);
  return symbol;
}
#else
std::optional<CodeSymbol> symbol_at(std::uintptr_t pc) {
  Dl_info found{};
  void* entry = nullptr;
  if (dladdr1(reinterpret_cast<void*>(pc), &found, &entry, RTLD_DL_SYMENT) == 0 ||
      found.dli_sname == nullptr || entry == nullptr)
    return std::nullopt;
  const auto begin = reinterpret_cast<std::uintptr_t>(found.dli_saddr);
  const std::uintptr_t end = begin + static_cast<ElfW(Sym)*>(entry)->st_size;
  if (pc >= end) return std::nullopt;  // It is the nearest name, not that of what is here.
  return CodeSymbol{demangled(found.dli_sname), begin, end};
}
#endif

std::vector<Frame> frames_at(const CodeAddress& address) {
  std::vector<Frame> frames;
  std::optional<CodeSymbol> symbol;
  if (const auto place = place_here(address)) {
    add_lines(*place, frames);
    symbol = symbol_at(*place);
  }
  if (frames.empty()) frames.emplace_back();
  // Of local functions debug information has the bare names only.
  if (symbol) frames.back().function = symbol->name;
  if (frames.back().function.empty()) frames.back().function = unnamed(address);
  const std::string object = address.object.substr(address.object.rfind('/') + 1);
  for (Frame& frame : frames) {
    frame.object = object;
    frame.kind = &frame == &frames.back() ? FrameKind::cpp : FrameKind::inlined;
  }
  return frames;
}

NamedStack StackNamer::named(std::span<const std::uintptr_t> pcs) {
  NamedStack stack;
  for (const std::uintptr_t pc : pcs) {
    const std::uintptr_t inside = stack.empty() ? pc : pc - 1;
    const auto [known, is_new] = known_.try_emplace(inside);
    if (is_new) known->second = frames_at(code_address(inside));
    stack.push_back(known->second);
  }
  return stack;
}

}  // namespace tare::stacks
