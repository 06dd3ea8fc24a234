# SPDX-License-Identifier: Apache-2.0
import unittest

from house import HouseTest

FIX = "type: fix\ndescription: Counts again.\n"
FEATURE = "type: feature\ndescription: >\n  Two lines\n  of text.\nlinks: ['https://example.org/1']\n"


class Changelog(HouseTest):
    def changelog(self, *arguments):
        return self.run_tool("changelog", "--root", self.root, *arguments)

    def entry(self, name, text):
        return self.write(f"changelog/@unreleased/{name}", text)

    def text(self):
        return (self.root / "CHANGELOG.md").read_text(encoding="utf-8")

    def test_entries_are_grouped_by_type_with_links_and_joined_lines(self):
        self.entry("a.yml", FIX)
        self.entry("b.yml", FEATURE)
        self.assert_passes(self.changelog("assemble"))
        self.assertEqual(
            self.text().split("## Unreleased\n")[1],
            "\n### Features\n\n- Two lines of text. <https://example.org/1>\n"
            "\n### Fixes\n\n- Counts again.\n",
        )

    def test_check_passes_after_assembling_and_fails_after_a_new_entry(self):
        self.entry("a.yml", FIX)
        self.assert_fails(self.changelog("check"), "out of date; run: tools/changelog assemble")
        self.assert_passes(self.changelog("assemble"))
        self.assert_passes(self.changelog("check"))
        self.entry("b.yml", FEATURE)
        self.assert_fails(self.changelog("check"), "out of date")

    def test_each_way_to_be_invalid_is_told_with_the_file(self):
        for text, reason in (
            ("type: novelty\ndescription: x\n", "type must be one of break, migration"),
            ("description: x\n", "type must be one of"),
            ("type: fix\n", "description must be a text"),
            ("type: fix\ndescription: ''\n", "description must be a text"),
            ("type: fix\ndescription: [x]\n", "description must be a text"),
            ("type: fix\ndescription: x\nlinks: y\n", "links must be a list"),
            ("type: fix\ndescription: x\nauthor: y\n", "unknown field author"),
            ("just text\n", "not a mapping"),
            ("type: [fix\n", "not YAML"),
        ):
            with self.subTest(reason=reason, text=text):
                self.entry("a.yml", text)
                self.assert_fails(self.changelog("assemble"), "@unreleased/a.yml", reason)

    def test_only_yml_files_are_entries(self):
        self.entry("a.txt", FIX)
        self.assert_fails(self.changelog("assemble"), "a.txt: an entry is a .yml file")

    def test_a_release_moves_the_entries_and_is_listed_latest_first(self):
        self.entry("a.yml", FIX)
        self.assert_passes(self.changelog("assemble", "--release", "0.9.0", "--date", "2030-01-31"))
        self.entry("b.yml", FEATURE)
        self.assert_passes(self.changelog("assemble", "--release", "0.10.0", "--date", "2030-02-01"))
        headings = [line for line in self.text().splitlines() if line.startswith("## ")]
        self.assertEqual(
            headings, ["## Unreleased", "## 0.10.0 (2030-02-01)", "## 0.9.0 (2030-01-31)"]
        )
        self.assertIn("Nothing yet.", self.text())
        self.assertTrue((self.root / "changelog/0.9.0/a.yml").exists())
        self.assert_passes(self.changelog("check"))

    def test_a_release_needs_a_version_entries_and_to_be_new(self):
        self.entry("a.yml", FIX)
        self.assert_fails(self.changelog("assemble", "--release", "one"), "not a version")
        self.assert_passes(self.changelog("assemble", "--release", "1.0.0"))
        self.assert_fails(self.changelog("assemble", "--release", "1.0.1"), "nothing is unreleased")
        self.entry("b.yml", FIX)
        self.assert_fails(self.changelog("assemble", "--release", "1.0.0"), "exists")

    def test_nothing_is_moved_while_an_entry_is_invalid(self):
        path = self.entry("a.yml", "type: novelty\ndescription: x\n")
        self.assert_fails(self.changelog("assemble", "--release", "1.0.0"), "type must be")
        self.assertTrue(path.exists())


if __name__ == "__main__":
    unittest.main()
