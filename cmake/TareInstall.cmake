# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts under a prefix: the library with its headers, the package for
# find_package(Tare), and the programs. Subjects add themselves to the export set TareTargets.
# A project that includes this one by add_subdirectory installs nothing of it.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Tare")

# Static libraries name what they link, so the interface target of the compile options has to be
# in the export; consumers are given none of them.
install(TARGETS tare tare_main tare_compile_options EXPORT TareTargets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/tare" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
foreach(program IN ITEMS bench-conjure bench-records bench-cluster bench-self javaser_tool tare_program)
  if(TARGET ${program})
    install(TARGETS ${program})
  endif()
endforeach()

install(EXPORT TareTargets NAMESPACE tare:: DESTINATION "${package_dir}")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/TareConfig.cmake.in" "${PROJECT_BINARY_DIR}/TareConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/TareConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/TareConfig.cmake"
              "${PROJECT_BINARY_DIR}/TareConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/TareAddBenchmark.cmake"
        DESTINATION "${package_dir}")
