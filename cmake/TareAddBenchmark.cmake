# SPDX-License-Identifier: Apache-2.0
# tare_add_benchmark(<name> [NO_MAIN] [NO_ALIGN] [LAYOUTS <n>] source…)
#
# A benchmark program. Functions, loops and jumps are aligned unless told not to (NO_ALIGN): where
# code happens to land can change a loop's time by a third (docs/statistics.md). NO_MAIN is for
# programs that call tare::run() themselves.
#
# LAYOUTS <n> builds n placements of the program, for `tare ab --layouts n`: <name>, and the same
# code elsewhere in <name>.layout1 … <name>.layout<n-1>. The environment variable TARE_LAYOUTS is
# its default, so that a whole project has them. Sources that are added later are in none of them.
include_guard(GLOBAL)
include(CheckCXXCompilerFlag)

foreach(flag IN ITEMS functions=64 loops=64 jumps=32)
  string(MAKE_C_IDENTIFIER "TARE_HAS_ALIGN_${flag}" has)
  check_cxx_compiler_flag("-falign-${flag} -Werror" ${has})
endforeach()

function(tare_add_benchmark name)
  cmake_parse_arguments(ARG "NO_MAIN;NO_ALIGN" "LAYOUTS" "" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_NO_MAIN)
    target_link_libraries(${name} PRIVATE tare::tare)
  else()
    target_link_libraries(${name} PRIVATE tare::main)
  endif()
  if(NOT ARG_NO_ALIGN)
    foreach(flag IN ITEMS functions=64 loops=64 jumps=32)
      string(MAKE_C_IDENTIFIER "TARE_HAS_ALIGN_${flag}" has)
      if(${has})
        target_compile_options(${name} PRIVATE "-falign-${flag}")
      endif()
    endforeach()
  endif()
  # Lines for profilers, where there would be none: they change no code.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release,MinSizeRel>:-g1>)
  if(NOT ARG_LAYOUTS)
    set(ARG_LAYOUTS "$ENV{TARE_LAYOUTS}")
  endif()
  if(ARG_LAYOUTS GREATER 1)
    math(EXPR last "${ARG_LAYOUTS} - 1")
    foreach(number RANGE 1 ${last})
      _tare_add_layout(${name} ${number} ${ARG_UNPARSED_ARGUMENTS})
    endforeach()
  endif()
endfunction()

# Links the objects of a program anew: those of its first sources last, behind padding. 80 bytes
# are a cache line and the step in which code is moved within one.
function(_tare_add_layout name number)
  set(moved ${ARGN})
  foreach(i RANGE 1 ${number})
    list(POP_FRONT moved first)
    list(APPEND moved ${first})
  endforeach()
  set(objects "")
  foreach(source IN LISTS moved)
    get_filename_component(file "${source}" NAME)
    string(REGEX REPLACE "([.+])" "\\\\\\1" file "${file}")
    list(APPEND objects "$<FILTER:$<TARGET_OBJECTS:${name}>,INCLUDE,/${file}\\.o[a-z]*$>")
  endforeach()
  math(EXPR padding "80 * ${number}")
  set(padding_source "${CMAKE_CURRENT_BINARY_DIR}/${name}.layout${number}.cpp")
  file(CONFIGURE OUTPUT "${padding_source}"
       CONTENT "__asm__(\".text\\n.skip ${padding}\\n\");\n")
  # An object like the others: sources of its own are linked behind them.
  add_library(${name}.padding${number} OBJECT "${padding_source}")
  add_executable(${name}.layout${number} $<TARGET_OBJECTS:${name}.padding${number}>
                 "$<REMOVE_DUPLICATES:${objects}>")
  set_target_properties(${name}.layout${number} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${name}.layout${number} PRIVATE
    $<TARGET_PROPERTY:${name},LINK_LIBRARIES>)
  target_link_options(${name}.layout${number} PRIVATE $<TARGET_PROPERTY:${name},LINK_OPTIONS>)
endfunction()
