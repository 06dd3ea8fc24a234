# SPDX-License-Identifier: Apache-2.0
# How every target of this project is compiled.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(TARE_CCACHE ccache)
if(TARE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${TARE_CCACHE}")
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of overlap inside std::string's own operator+ (gcc.gnu.org/PR105651).
  add_compile_options(-Wno-restrict)
endif()

add_library(tare_compile_options INTERFACE)
target_compile_options(tare_compile_options INTERFACE -Wall -Wextra -Wpedantic)
if(TARE_WERROR)
  target_compile_options(tare_compile_options INTERFACE -Werror)
endif()
if(TARE_SANITIZE)
  # For every target, public ones too: a sanitizer that sees half a program reports nonsense.
  add_compile_options(-fsanitize=${TARE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TARE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC's own words on -fsanitize: it brings false warnings of this kind (here inside <regex>).
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()
