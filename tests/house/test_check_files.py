# SPDX-License-Identifier: Apache-2.0
import subprocess
import unittest

from house import HouseTest

LINE = "// SPDX-License-Identifier: Apache-2.0\n"


class CheckFiles(HouseTest):
    def check(self):
        return self.run_tool("check-files", self.root)

    def test_a_good_tree_passes(self):
        self.write("src/run/clock.cpp", LINE + "int x;\n" * 599)
        self.write("tools/do", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n")
        self.write("README.md", "# Tare\n")
        self.write("data/big.json", "1\n" * 1000)
        self.assert_passes(self.check())

    def test_a_file_of_601_lines_is_too_long(self):
        self.write("src/run/clock.cpp", LINE + "int x;\n" * 600)
        self.assert_fails(self.check(), "src/run/clock.cpp: 601 lines; the most is 600")

    def test_a_missing_or_late_licence_line_is_told(self):
        self.write("src/a.cpp", "int x;\n")
        self.write("src/b.cpp", "int x;\nint y;\n" + LINE)
        self.write("src/CMakeLists.txt", "project(x)\n")
        self.assert_fails(
            self.check(),
            "src/a.cpp: does not begin",
            "src/b.cpp: does not begin",
            "src/CMakeLists.txt: does not begin",
        )

    def test_drawers_are_told_whether_folder_or_file(self):
        self.write("src/common/a.cpp", LINE)
        self.write("src/run/utils.hpp", LINE)
        self.assert_fails(self.check(), '"common" does not say', '"utils" does not say')

    def test_what_git_ignores_is_not_looked_at(self):
        subprocess.run(["git", "init", "-q", self.root], check=True)
        self.write(".gitignore", "/scratch/\n")
        self.write("scratch/a.cpp", "int x;\n")
        self.assert_passes(self.check())
        self.write("src/a.cpp", "int x;\n")
        self.assert_fails(self.check(), "src/a.cpp")


if __name__ == "__main__":
    unittest.main()
