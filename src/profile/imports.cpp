// SPDX-License-Identifier: Apache-2.0
#include "profile/imports.hpp"

#include <elf.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace tare::profile {
namespace {

using Dynamic = ElfW(Dyn);
using ProgramHeader = ElfW(Phdr);
using Relocation = ElfW(Rela);
using Symbol = ElfW(Sym);

std::uintptr_t page_of(std::uintptr_t address) {
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return address & ~(page - 1);
}

struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool contains(std::uintptr_t address) const { return begin <= address && address < end; }
};

/// A loaded object, as far as imports need it.
struct Object {
  std::uintptr_t base = 0;
  Range extent;
  Range read_only;  // PT_GNU_RELRO
  const Dynamic* dynamic = nullptr;
  const dl_phdr_info* info = nullptr;

  bool is_writable(std::uintptr_t address) const {
    const ProgramHeader* const headers = info->dlpi_phdr;
    return std::any_of(headers, headers + info->dlpi_phnum, [&](const ProgramHeader& header) {
      const std::uintptr_t begin = base + header.p_vaddr;
      return header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0 &&
             Range{begin, begin + header.p_memsz}.contains(address);
    });
  }
};

Object object_of(const dl_phdr_info& info) {
  Object object;
  object.base = info.dlpi_addr;
  object.info = &info;
  object.extent.begin = UINTPTR_MAX;
  for (std::size_t i = 0; i < info.dlpi_phnum; ++i) {
    const ProgramHeader& header = info.dlpi_phdr[i];
    const std::uintptr_t begin = info.dlpi_addr + header.p_vaddr;
    const std::uintptr_t end = begin + header.p_memsz;
    if (header.p_type == PT_LOAD) {
      object.extent.begin = std::min(object.extent.begin, begin);
      object.extent.end = std::max(object.extent.end, end);
    } else if (header.p_type == PT_DYNAMIC) {
      object.dynamic = reinterpret_cast<const Dynamic*>(begin);
    } else if (header.p_type == PT_GNU_RELRO) {
      object.read_only = {page_of(begin), page_of(end)};  // as _dl_protect_relro() rounds
    }
  }
  return object;
}

/// The tables that name imports. DT_RELR is not among them: it holds relative relocations alone,
/// which name no symbol.
struct RelocationTables {
  struct Table {
    const Relocation* entries = nullptr;
    std::size_t bytes = 0;
  };
  Table calls;  // DT_JMPREL
  Table data;   // DT_RELA
  const Symbol* symbols = nullptr;
  const char* names = nullptr;
  const std::uint32_t* hashes = nullptr;  // DT_GNU_HASH
  bool symbolic = false;  // DT_SYMBOLIC: its own definitions come before the program's
};

RelocationTables tables_of(const Object& object) {
  RelocationTables tables;
  const auto address = [&](const Dynamic& entry) {
    // glibc has turned these into addresses; other linkers leave them relative to the object.
    const std::uintptr_t value = entry.d_un.d_ptr;
    return object.extent.contains(value) ? value : object.base + value;
  };
  const auto entries = [&](const Dynamic& entry) {
    return reinterpret_cast<const Relocation*>(address(entry));
  };
  for (const Dynamic* entry = object.dynamic; entry->d_tag != DT_NULL; ++entry) {
    const auto tag = entry->d_tag;
    if (tag == DT_JMPREL) tables.calls.entries = entries(*entry);
    if (tag == DT_PLTRELSZ) tables.calls.bytes = entry->d_un.d_val;
    if (tag == DT_RELA) tables.data.entries = entries(*entry);
    if (tag == DT_RELASZ) tables.data.bytes = entry->d_un.d_val;
    if (tag == DT_SYMTAB) tables.symbols = reinterpret_cast<const Symbol*>(address(*entry));
    if (tag == DT_GNU_HASH) tables.hashes = reinterpret_cast<const std::uint32_t*>(address(*entry));
    if (tag == DT_SYMBOLIC || (tag == DT_FLAGS && (entry->d_un.d_val & DF_SYMBOLIC) != 0))
      tables.symbolic = true;
    if (tag == DT_STRTAB) tables.names = reinterpret_cast<const char*>(address(*entry));
  }
  return tables;
}

Import import_at(const Object& object, std::uintptr_t address) {
  Import import;
  import.word = reinterpret_cast<void**>(address);
  import.read_only = object.read_only.contains(address);
  import.object_begin = object.extent.begin;
  import.object_end = object.extent.end;
  return import;
}

bool holds_an_address([[maybe_unused]] std::uint64_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64;
#else
  return false;
#endif
}

bool is_for_calls([[maybe_unused]] std::uint64_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_JUMP_SLOT;
#else
  return false;
#endif
}

using Visitor = std::function<void(const Import&)>;

void visit_table(const Object& object, const RelocationTables& tables,
                 const RelocationTables::Table& table, const Visitor& visit) {
  const std::size_t count = table.entries == nullptr ? 0 : table.bytes / sizeof(Relocation);
  for (std::size_t i = 0; i < count; ++i) {
    const Relocation& entry = table.entries[i];
    const std::uint64_t type = ELF64_R_TYPE(entry.r_info);
    const std::uint64_t symbol = ELF64_R_SYM(entry.r_info);
    const std::uintptr_t address = object.base + entry.r_offset;
    if (symbol == 0 || !holds_an_address(type) || !object.is_writable(address)) continue;
    Import import = import_at(object, address);
    const Symbol& named = tables.symbols[symbol];
    import.symbol = tables.names + named.st_name;
    if (named.st_shndx != SHN_UNDEF)
      import.own_definition = reinterpret_cast<void*>(object.base + named.st_value);
    import.call_only = is_for_calls(type);
    visit(import);
  }
}

void visit_read_only_words(const Object& object, const Visitor& visit) {
  const Range range = object.read_only;
  const std::uintptr_t begin = std::max(range.begin, object.extent.begin);
  for (std::uintptr_t address = (begin + 7) & ~std::uintptr_t{7}; address + 8 <= range.end;
       address += 8) {
    visit(import_at(object, address));
  }
}

void visit_named(const Object& object, const RelocationTables& tables, const Visitor& visit) {
  if (tables.symbols == nullptr || tables.names == nullptr) return;
  visit_table(object, tables, tables.calls, visit);
  visit_table(object, tables, tables.data, visit);
}

void visit_object(const dl_phdr_info& info, const Visitor& visit) {
  const Object object = object_of(info);
  if (object.dynamic == nullptr) return;
  visit_named(object, tables_of(object), visit);
  if (object.base != 0 && object.base == getauxval(AT_BASE)) visit_read_only_words(object, visit);
}

std::uint32_t gnu_hash(const char* name) {
  std::uint32_t hash = 5381;
  for (; *name != 0; ++name) hash = hash * 33 + static_cast<unsigned char>(*name);
  return hash;
}

/// Where the object defines the symbol for others to see; nullptr if it does not. DT_GNU_HASH is
/// four numbers, a Bloom filter, buckets, and for each symbol from `first` on its hash, the last
/// bit of which ends a bucket's chain.
const void* own_definition(const Object& object, const RelocationTables& tables,
                           const char* symbol) {
  if (tables.hashes == nullptr || tables.symbols == nullptr || tables.names == nullptr)
    return nullptr;
  const std::uint32_t buckets = tables.hashes[0];
  const std::uint32_t first = tables.hashes[1];
  const std::uint32_t bloom_words = tables.hashes[2];
  const std::uint32_t* const bucket =
      tables.hashes + 4 + bloom_words * (sizeof(ElfW(Addr)) / sizeof(std::uint32_t));
  const std::uint32_t* const chain = bucket + buckets;
  std::uint32_t at = buckets == 0 ? 0 : bucket[gnu_hash(symbol) % buckets];
  for (bool ended = at < first; !ended; ++at) {
    const Symbol& candidate = tables.symbols[at];
    if (std::strcmp(tables.names + candidate.st_name, symbol) == 0)
      return reinterpret_cast<const void*>(object.base + candidate.st_value);
    ended = (chain[at - first] & 1) != 0;
  }
  return nullptr;
}

/// Whether the object's calls go to a definition of its own which is not the program's.
bool calls_its_own(const dl_phdr_info& info, const char* symbol, const void* of_program) {
  const Object object = object_of(info);
  if (object.dynamic == nullptr) return false;
  const RelocationTables tables = tables_of(object);
  // Calls that are bound to the object itself go through no word.
  const void* const own = own_definition(object, tables, symbol);
  bool calls = tables.symbolic && own != nullptr && own != of_program;
  visit_named(object, tables, [&](const Import& import) {
    const bool named = std::strcmp(import.symbol, symbol) == 0;
    calls |= named && import.is_bound_to_own_object() && *import.word != of_program;
  });
  return calls;
}

}  // namespace

void for_each_import(const std::function<void(const Import&)>& visit) {
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* visitor) {
        visit_object(*info, *static_cast<const Visitor*>(visitor));
        return 0;
      },
      const_cast<Visitor*>(&visit));
}

bool redirect(const Import& import, void* target) {
  void* const page =
      reinterpret_cast<void*>(page_of(reinterpret_cast<std::uintptr_t>(import.word)));
  if (import.read_only && mprotect(page, sizeof(void*), PROT_READ | PROT_WRITE) != 0) return false;
  __atomic_store_n(import.word, target, __ATOMIC_RELEASE);  // other threads call through it
  return !import.read_only || mprotect(page, sizeof(void*), PROT_READ) == 0;
}

std::uint64_t loads_and_unloads() {
  std::uint64_t count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uint64_t*>(result) = info->dlpi_adds + info->dlpi_subs;
        return 1;
      },
      &count);
  return count;
}

std::string object_that_calls_its_own(const char* symbol, const void* of_program) {
  struct Search {
    const char* symbol;
    const void* of_program;
    std::string found;
  } search{symbol, of_program, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* searched) {
        auto& in = *static_cast<Search*>(searched);
        if (!calls_its_own(*info, in.symbol, in.of_program)) return 0;
        in.found = info->dlpi_name;
        return 1;
      },
      &search);
  return search.found;
}

bool has_other_namespaces() {
  // glibc raises the version as soon as there is a second namespace, since 2.35.
  return _r_debug.r_version > 1;
}

bool is_dynamic_program() {
  // The program itself is visited first.
  return dl_iterate_phdr(
             [](dl_phdr_info* info, std::size_t, void*) {
               const ProgramHeader* const end = info->dlpi_phdr + info->dlpi_phnum;
               const bool found = std::any_of(
                   info->dlpi_phdr, end,
                   [](const ProgramHeader& header) { return header.p_type == PT_INTERP; });
               return found ? 1 : -1;
             },
             nullptr) == 1;
}

}  // namespace tare::profile
