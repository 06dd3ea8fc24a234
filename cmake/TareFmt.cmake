# SPDX-License-Identifier: Apache-2.0
# tare_fmt: what a target that uses {fmt} links. tare_compiled_fmt: the objects behind it, for the
# archive.
find_package(fmt REQUIRED)
add_library(tare_compiled_fmt OBJECT "${CMAKE_CURRENT_LIST_DIR}/compiled_fmt.cpp")
target_include_directories(tare_compiled_fmt PRIVATE
  $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
set_target_properties(tare_compiled_fmt PROPERTIES POSITION_INDEPENDENT_CODE ON)

add_library(tare_fmt INTERFACE)
target_include_directories(tare_fmt SYSTEM INTERFACE
  $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
