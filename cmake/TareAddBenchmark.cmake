# SPDX-License-Identifier: Apache-2.0
# tare_add_benchmark(<name> [NO_MAIN] [NO_ALIGN] source…)
#
# A benchmark program. Functions, loops and jumps are aligned unless told not to (NO_ALIGN): where
# code happens to land can change a loop's time by a third (docs/statistics.md). NO_MAIN is for
# programs that call tare::run() themselves.
include_guard(GLOBAL)
include(CheckCXXCompilerFlag)

foreach(flag IN ITEMS functions=64 loops=64 jumps=32)
  string(MAKE_C_IDENTIFIER "TARE_HAS_ALIGN_${flag}" has)
  check_cxx_compiler_flag("-falign-${flag} -Werror" ${has})
endforeach()

function(tare_add_benchmark name)
  cmake_parse_arguments(ARG "NO_MAIN;NO_ALIGN" "" "" ${ARGN})
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
endfunction()
