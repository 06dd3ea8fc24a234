# SPDX-License-Identifier: Apache-2.0
# tare_page(<out> <folder>): the page of a folder of web/ as one file, made when the build needs it:
# page.html with its style sheets and scripts inside. Sets <out> to the path of the file.
#
# As a script (cmake -DFOLDER=… -DOUT=… -P) it is what the build runs.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  file(READ "${FOLDER}/page.html" page)
  foreach(pattern IN ITEMS "<link rel=\"stylesheet\" href=\"([^\"]+)\">|style"
                           "<script src=\"([^\"]+)\"></script>|script")
    string(REGEX REPLACE "\\|[a-z]+$" "" reference "${pattern}")
    string(REGEX REPLACE "^.*\\|" "" element "${pattern}")
    string(REGEX MATCHALL "${reference}" references "${page}")
    foreach(one IN LISTS references)
      string(REGEX REPLACE "${reference}" "\\1" name "${one}")
      file(READ "${FOLDER}/${name}" text)
      string(REPLACE "${one}" "<${element}>\n${text}</${element}>" page "${page}")
    endforeach()
  endforeach()
  file(WRITE "${OUT}.part" "${page}")
  file(RENAME "${OUT}.part" "${OUT}")
  return()
endif()

set(_tare_page_script "${CMAKE_CURRENT_LIST_FILE}")
function(tare_page out folder)
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.html" "${folder}/*.css" "${folder}/*.js")
  get_filename_component(name "${folder}" NAME)
  set(page "${CMAKE_CURRENT_BINARY_DIR}/${name}.html")
  add_custom_command(OUTPUT "${page}"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" "-DOUT=${page}" -P "${_tare_page_script}"
    DEPENDS ${sources} "${_tare_page_script}" VERBATIM)
  set(${out} "${page}" PARENT_SCOPE)
endfunction()
