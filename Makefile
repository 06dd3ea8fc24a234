# SPDX-License-Identifier: Apache-2.0
# The front door. The work is CMake's (CMakePresets.json) and the scripts' under tools/.
#
#   make setup    install what is missing
#   make bench    build, then run the suites quickly into results/latest/
#                 BENCH=regexp picks benchmarks, ARGS='-prof mem -f 3' passes options on
#   make test     build, then run every test
#   make debug asan tsan    the same tests in another build
#   make format tidy        lay the code out; look it over with clang-tidy

SUITES := $(filter conjure records cluster,$(notdir $(wildcard suites/*)))
JOBS ?= $(shell nproc)
CXX_FILES = git ls-files --cached --others --exclude-standard '*.hpp' '*.cpp'

export BENCH

.PHONY: setup bench test debug asan tsan format check-format tidy
.DEFAULT_GOAL := bench

setup:
	@tools/setup build test

bench: setup
	cmake --preset release
	cmake --build --preset release -j $(JOBS) $(if $(SUITES),--target $(SUITES:%=bench-%))
	@tools/bench build/release/bin $(SUITES) -- $(ARGS)

# ctest's summary is the last thing said.
define build_and_test
	cmake --preset $(1)
	cmake --build --preset $(1) -j $(JOBS)
	@ctest --preset $(1) -j $(JOBS)
endef

test: setup
	$(call build_and_test,release)

debug: setup
	$(call build_and_test,$@)

# By clang, which compiles what its sanitizers need in a fifth of g++'s time.
asan tsan: setup
	@tools/setup check
	$(call build_and_test,$@)

format:
	$(CXX_FILES) | xargs clang-format -i

check-format:
	@$(CXX_FILES) | xargs clang-format --dry-run -Werror

# Only what ships is looked over. The database is g++'s, some of whose flags clang does not know.
tidy:
	cmake --preset release
	@run-clang-tidy -quiet -j $(JOBS) -p build/release \
	  -extra-arg=-Wno-ignored-optimization-argument '^$(CURDIR)/(src|subjects|suites)/.*\.cpp$$'
