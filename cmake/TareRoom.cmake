# SPDX-License-Identifier: Apache-2.0
# A room is a folder of src/ and one OBJECT target. `USES` repeats its row of the table of arrows
# in HACKING.md, which tools/check-arrows holds every #include against.

# tare_room(<name> [TOOL] [USES room…] [LIBRARIES target…] SOURCES file…). TOOL: only the program
# `tare` needs it.
function(tare_room name)
  cmake_parse_arguments(ARG "TOOL" "" "USES;LIBRARIES;SOURCES" ${ARGN})
  add_library(tare_${name} OBJECT ${ARG_SOURCES})
  target_include_directories(tare_${name} PUBLIC "${PROJECT_SOURCE_DIR}/include"
                                                 "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(tare_${name} PRIVATE tare_compile_options ${ARG_LIBRARIES})
  set_target_properties(tare_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(ARG_TOOL)
    set_property(GLOBAL APPEND PROPERTY TARE_TOOL_ROOMS ${name})
  else()
    set_property(GLOBAL APPEND PROPERTY TARE_ROOMS ${name})
  endif()
  set_property(GLOBAL PROPERTY TARE_ROOM_${name}_USES "${ARG_USES}")
  set_property(GLOBAL PROPERTY TARE_ROOM_${name}_LIBRARIES "${ARG_LIBRARIES}")
endfunction()

# The rooms a room needs to link: its row, and the rows of those.
function(tare_room_closure out)
  set(closure "")
  set(open ${ARGN})
  while(open)
    list(POP_FRONT open room)
    if(NOT room IN_LIST closure)
      list(APPEND closure ${room})
      get_property(uses GLOBAL PROPERTY TARE_ROOM_${room}_USES)
      list(APPEND open ${uses})
    endif()
  endwhile()
  set(${out} ${closure} PARENT_SCOPE)
endfunction()

# tare_room_test(<room> [LIBRARIES target…] SOURCES file…): a GoogleTest program that links the
# room and what its row allows, nothing else.
function(tare_room_test room)
  cmake_parse_arguments(ARG "" "" "LIBRARIES;SOURCES" ${ARGN})
  add_executable(test_${room} ${ARG_SOURCES})
  # More would take longer to compile than it saves when they run once.
  target_compile_options(test_${room} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_libraries(test_${room} PRIVATE tare_compile_options GTest::gmock GTest::gtest_main
                                             Threads::Threads tare_compiled_fmt ${ARG_LIBRARIES})
  tare_room_closure(rooms ${room})
  foreach(used IN LISTS rooms)
    get_property(libraries GLOBAL PROPERTY TARE_ROOM_${used}_LIBRARIES)
    target_link_libraries(test_${room} PRIVATE tare_${used} ${libraries})
  endforeach()
  target_compile_definitions(test_${room} PRIVATE
    TARE_TEST_DATA="${TARE_TEST_DATA}" TARE_TESTS_DIR="${PROJECT_SOURCE_DIR}/tests")
  gtest_discover_tests(test_${room} TEST_PREFIX "${room}." DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 120)
endfunction()
