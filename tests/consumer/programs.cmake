# SPDX-License-Identifier: Apache-2.0
# What either consumer does with the library, however it came by it.
enable_testing()
tare_add_benchmark(hello "${CMAKE_CURRENT_LIST_DIR}/hello.cpp")
tare_add_benchmark(own_main NO_MAIN "${CMAKE_CURRENT_LIST_DIR}/hello.cpp"
                   "${CMAKE_CURRENT_LIST_DIR}/own_main.cpp")

# Exit code 0 says that a benchmark ran; none at all would be wrong use.
foreach(program IN ITEMS hello own_main)
  add_test(NAME ${program} COMMAND ${program} -f 1 -wi 1 -w 1ms -i 1 -r 1ms)
endforeach()
