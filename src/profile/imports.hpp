// SPDX-License-Identifier: Apache-2.0
// The words in the memory of loaded objects that the dynamic linker filled with addresses of
// functions: what calls between objects go through. Knows ELF on x86-64; finds nothing elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace tare::profile {

/// One such word. Valid while its object stays loaded.
struct Import {
  /// The symbol whose address it holds. nullptr: a word of the dynamic linker's own read-only
  /// data, where it keeps pointers to malloc and free that no relocation names.
  const char* symbol = nullptr;
  void** word = nullptr;
  /// Where the object that holds the word defines the symbol itself; nullptr: it does not.
  void* own_definition = nullptr;
  bool read_only = false;           ///< Lies in what the linker protects once it is filled.
  bool call_only = false;           ///< Used by calls alone, so that no program can have set it.
  std::uintptr_t object_begin = 0;  ///< Where the object that holds it is loaded.
  std::uintptr_t object_end = 0;

  bool is_bound_to_own_object() const {
    return own_definition != nullptr && *word == own_definition;
  }
  bool points_into_own_object() const {
    const auto value = reinterpret_cast<std::uintptr_t>(*word);
    return object_begin <= value && value < object_end;
  }
};

/// Visits every import of every loaded object. No object is loaded or unloaded meanwhile, and no
/// other thread is in here.
void for_each_import(const std::function<void(const Import&)>& visit);

/// Writes the word, and leaves memory as protected as it was. False: the system forbids it.
bool redirect(const Import& import, void* target);

/// How many objects were ever loaded and unloaded: changes whenever the set of imports does.
std::uint64_t loads_and_unloads();

/// The name of a loaded object that has a definition of the symbol to itself, so that its calls do
/// not go to `of_program`, where all others' do; "" if there is none. Not found are definitions
/// that an object does not show to others.
std::string object_that_calls_its_own(const char* symbol, const void* of_program);

/// Whether objects are loaded into namespaces of their own (dlmopen), which are not visited.
bool has_other_namespaces();

/// False: the program has no dynamic linker, and so no imports.
bool is_dynamic_program();

}  // namespace tare::profile
