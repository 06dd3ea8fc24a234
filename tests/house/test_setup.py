# SPDX-License-Identifier: Apache-2.0
"""tools/setup, with stand-ins for the programs that would change the machine."""
import os
import unittest

from house import ROOT, HouseTest


class Setup(HouseTest):
    def setUp(self):
        super().setUp()
        self.write("packages.txt", "# section package why\nbuild alpha why\ntest beta why\n")
        (self.root / "setup").symlink_to(ROOT / "tools/setup")
        self.installed("alpha", "beta")
        self.stand_in("id", 'echo "$FAKE_UID"')
        self.stand_in("sudo", 'echo "sudo $*" >> log; [ "$FAKE_SUDO" = yes ] || exit 1')
        self.stand_in("apt-get", 'echo "apt-get $*" >> log')

    def stand_in(self, name, script):
        self.write(f"bin/{name}", f"#!/bin/sh\n{script}\n", executable=True)

    def installed(self, *packages):
        cases = "".join(f"{package}) printf installed;; " for package in packages)
        self.stand_in("dpkg-query", f'for last; do :; done; case "$last" in {cases}*) exit 1;; esac')

    def setup_tool(self, *sections, uid="1000", sudo="no"):
        path = f"{self.root}/bin:{os.environ['PATH']}"
        return self.run_tool(
            self.root / "setup", *sections, PATH=path, FAKE_UID=uid, FAKE_SUDO=sudo
        )

    def log(self):
        path = self.root / "log"
        return path.read_text() if path.exists() else ""

    def test_nothing_is_done_or_said_where_nothing_is_missing(self):
        result = self.setup_tool("build", "test")
        self.assert_passes(result)
        self.assertEqual((result.stdout, self.log()), ("", ""))

    def test_root_installs_what_is_missing_and_only_that(self):
        self.installed("alpha")
        self.assert_passes(self.setup_tool("build", "test", uid="0"))
        self.assertIn("apt-get -q install -y --no-install-recommends beta\n", self.log())

    def test_a_section_not_asked_for_is_left_alone(self):
        self.installed("alpha")
        self.assert_passes(self.setup_tool("build", uid="0"))
        self.assertEqual(self.log(), "")

    def test_a_user_with_sudo_installs_through_it(self):
        self.installed()
        self.assert_passes(self.setup_tool("build", "test", sudo="yes"))
        self.assertIn("sudo apt-get -q update\n", self.log())
        self.assertIn("--no-install-recommends alpha beta\n", self.log())

    def test_a_user_without_rights_is_told_the_one_command(self):
        self.installed("beta")
        self.assert_fails(
            self.setup_tool("build", "test"),
            "sudo apt-get install --no-install-recommends alpha\n",
        )
        self.assertNotIn("apt-get", self.log())


if __name__ == "__main__":
    unittest.main()
