# SPDX-License-Identifier: Apache-2.0
import unittest

from house import HouseTest

TABLE = """# Hacking

| room | may include |
|---|---|
| include/tare | record |
| extend | record |
| record | libraries |
| stats | record, libraries |
| run | record, stats, include/tare, libraries |
| profile | record, extend |
| cli | everything |
| subjects/conjure, subjects/javaser | libraries |
| suites/conjure | include/tare, subjects/conjure |

Text after the table.
"""


class CheckArrows(HouseTest):
    def setUp(self):
        super().setUp()
        self.write("HACKING.md", TABLE)
        for room in ("record", "stats", "run", "profile", "cli"):
            self.write(f"src/{room}/{room}.hpp", f'#include "{room}/{room}.hpp"\n#include <vector>\n')
        self.write("include/tare/tare.hpp", '#include "tare/bench.hpp"\n')
        self.write("include/tare/record.hpp", '#include "tare/bench.hpp"\n')
        self.write("subjects/conjure/include/conjure/map.hpp", "#include <map>\n")
        self.write("subjects/javaser/include/javaser/stream.hpp", "#include <fmt/core.h>\n")

    def check(self):
        return self.run_tool("check-arrows", self.root)

    def test_a_tree_that_follows_the_table_passes(self):
        self.write("src/run/loop.cpp", '#include "stats/stats.hpp"\n#include <tare/bench.hpp>\n')
        self.write("src/cli/main.cpp", '#include "profile/profile.hpp"\n#include <fmt/core.h>\n')
        self.write("suites/conjure/a.bench.cpp", "#include <tare/tare.hpp>\n#include <conjure/map.hpp>\n")
        self.assert_passes(self.check())

    def test_a_forbidden_include_is_named_with_its_place_and_the_row(self):
        self.write("src/run/loop.cpp", '#include <vector>\n#include "profile/profile.hpp"\n')
        self.assert_fails(
            self.check(),
            'src/run/loop.cpp:2: run may not include profile ("profile/profile.hpp"); '
            "its row allows: include/tare, libraries, record, stats",
        )

    def test_an_arrow_has_one_direction(self):
        self.write("src/stats/x.cpp", '  #  include "run/run.hpp"\n')
        self.assert_fails(self.check(), "src/stats/x.cpp:1: stats may not include run")

    def test_an_include_by_relative_path_is_no_way_around(self):
        self.write("src/stats/x.cpp", '#include "../run/run.hpp"\n')
        self.assert_fails(self.check(), "stats may not include run")

    def test_a_header_that_is_generated_counts_by_its_room(self):
        self.write("src/stats/x.cpp", '#include "cli/generated.hpp"\n')
        self.assert_fails(self.check(), "stats may not include cli")

    def test_plain_values_are_for_all_rooms_but_the_rest_of_the_public_headers_is_not(self):
        self.write("src/stats/x.cpp", '#include "tare/record.hpp"\n')
        self.assert_passes(self.check())
        self.write("src/stats/x.cpp", '#include "tare/bench.hpp"\n')
        self.assert_fails(self.check(), "stats may not include include/tare")
        self.write("src/stats/x.cpp", '#include "tare/extend/profiler.hpp"\n')
        self.assert_fails(self.check(), "stats may not include extend")

    def test_public_headers_take_no_library_and_no_room(self):
        self.write("include/tare/x.hpp", "#include <fmt/core.h>\n#include <sys/types.h>\n")
        self.assert_fails(self.check(), "include/tare/x.hpp:1: include/tare may not include libraries")
        self.write("include/tare/x.hpp", '#include "stats/stats.hpp"\n')
        self.assert_fails(self.check(), "include/tare may not include stats")

    def test_a_subject_knows_neither_tare_nor_another_subject(self):
        self.write("subjects/conjure/src/a.cpp", "#include <tare/record.hpp>\n")
        self.assert_fails(self.check(), "subjects/conjure may not include record")
        self.write("subjects/conjure/src/a.cpp", "#include <javaser/stream.hpp>\n")
        self.assert_fails(self.check(), "subjects/conjure may not include subjects/javaser")

    def test_a_room_without_a_row_is_an_error(self):
        self.write("src/attic/x.cpp", "#include <vector>\n")
        self.assert_fails(self.check(), "src/attic/x.cpp: attic has no row")

    def test_a_file_outside_of_any_room_is_an_error(self):
        self.write("src/x.cpp", "#include <vector>\n")
        self.assert_fails(self.check(), "src/x.cpp: src has no row")

    def test_linking_follows_the_table_too(self):
        self.write("src/stats/CMakeLists.txt", "tare_room(stats USES record run\n  SOURCES x.cpp)\n")
        self.assert_fails(self.check(), "src/stats/CMakeLists.txt: stats may not use run")

    def test_no_table_is_an_error(self):
        self.write("HACKING.md", "# Hacking\n")
        self.assert_fails(self.check(), "no table of arrows")


if __name__ == "__main__":
    unittest.main()
