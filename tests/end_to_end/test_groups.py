# SPDX-License-Identifier: Apache-2.0
"""Groups of unlike threads, and threads on processors of their own."""

import os
import unittest

import program


class Groups(program.Case):
    def test_score_each_role_beside_the_whole(self):
        for mode in ("thrpt", "avgt", "sample", "ss"):
            case = self.cases_of("counter", *program.QUICKLY, "-bm", mode)["groups.counter"]
            self.assertEqual(case["threads"], 4)
            self.assertEqual(
                case["tare"]["threadGroup"],
                [{"role": "put", "threads": 3}, {"role": "get", "threads": 1}],
            )
            primary, roles = case["primaryMetric"], case["secondaryMetrics"]
            self.assertEqual(set(roles), {"put", "get", "calls"})
            weights = (1, 1) if mode == "thrpt" else (3 / 4, 1 / 4)
            for role in ("put", "get"):
                self.assertEqual(roles[role]["scoreUnit"], primary["scoreUnit"])
                self.assertEqual([len(fork) for fork in roles[role]["rawData"]], [2, 2])
            raw = primary.get("rawData") or case["tare"]["primary"]["rawData"]
            for fork in range(2):
                for i in range(2):
                    put, get = (roles[role]["rawData"][fork][i] for role in ("put", "get"))
                    self.assertAlmostEqual(
                        raw[fork][i] / (weights[0] * put + weights[1] * get), 1, places=9
                    )

    def test_are_as_many_as_it_takes_for_the_threads_asked_for(self):
        for words, threads, roles in [
            (["-tg", "1,2"], 3, [1, 2]),
            (["-tg", "1,2", "-t", "4"], 6, [1, 2]),
            (["-t", "5"], 8, [3, 1]),
            (["-t", "4"], 4, [3, 1]),
        ]:
            case = self.cases_of("counter", *program.QUICKLY, *words)["groups.counter"]
            self.assertEqual(case["threads"], threads, words)
            self.assertEqual([one["threads"] for one in case["tare"]["threadGroup"]], roles)

    def test_do_not_concern_plain_benchmarks(self):
        case = self.cases_of("plain", *program.QUICKLY, "-tg", "7", "-t", 2)["groups.plain"]
        self.assertEqual(case["threads"], 2)
        self.assertNotIn("threadGroup", case["tare"])

    def test_are_told_to_people(self):
        ran = self.run_program("counter", *program.QUICKLY, "-t", 8)
        self.assertIn('# Threads: 8 threads (2 groups; 3x "put", 1x "get" in each)', ran.stdout)
        self.assertRegex(ran.stdout, r"groups\.counter:put +avgt")

    def test_with_wrong_numbers_are_refused(self):
        for words, text in {
            ("-tg", "1,2,3"): "-tg 1,2,3: groups.counter has 2 roles; give a number for each of: "
            "put, get",
            ("-tg", "0,1"): "-tg: '0' is not a whole number from 1 to 4096",
            ("-tg", ""): "-tg: '' is not a whole number from 1 to 4096",
            ("-tg", "4096,1"): "groups.counter: its groups of 4097 threads come to 4097 threads, "
            "over 4096",
            ("--affinity", "99999"): "--affinity: this program may not run on processor 99999, "
            "only on: ",
            ("--affinity", "all"): "--affinity: 'all' is no processor; write numbers such as 0,2, "
            "or spread",
        }.items():
            ran = self.run_program("counter", *words)
            self.assertEqual((ran.code, ran.stdout), (2, ""))
            self.assertTrue(ran.stderr.split(": ", 1)[1].startswith(text), ran.stderr)

    def test_that_wait_for_each_other_end(self):
        for words in ([], ["-t", "6"], ["-si", "false"]):
            for name in ("blocking", "ball"):
                case = self.cases_of(name + "$", *program.QUICKLY, *words)[f"groups.{name}"]
                self.assertEqual(case["tare"]["outcome"], "ok")

    def test_in_which_nobody_answers_end_by_control(self):
        cases = self.cases_of("alone|until_over", *program.QUICKLY, "-to", "60s")
        self.assertEqual({case["tare"]["outcome"] for case in cases.values()}, {"ok"})

    def test_set_up_what_fails_once(self):
        touched = self.folder / "touched"
        ran = self.run_program("failing", "-f", 5, environment={"TARE_TOUCH": str(touched)})
        self.assertEqual(ran.code, 1)
        self.assertIn("never ready", ran.stdout)
        self.assertEqual(touched.read_text(), "set up\n")

    def test_are_not_profiled_and_a_note_says_so(self):
        cases = self.cases_of("ball|plain", *program.QUICKLY, "-prof", "mem")
        codes = [note["code"] for note in cases["groups.ball"]["tare"]["notes"]]
        self.assertIn("not-profiled", codes)
        self.assertEqual(cases["groups.ball"]["tare"]["outcome"], "ok")
        self.assertIn("mem.alloc.count.norm", cases["groups.plain"]["secondaryMetrics"])

    @unittest.skipIf(program.SANITIZED, "a sanitizer allocates for threads too")
    def test_leave_the_count_of_threads_that_come_and_go_exact(self):
        for threads in (1, 2):
            case = self.cases_of("comes_and_goes", *program.QUICKLY, "-prof", "mem", "-t", threads)
            figures = case["groups.comes_and_goes"]["secondaryMetrics"]
            allocated = figures["mem.alloc.rate.norm"]
            # The 1000 bytes, and what std::thread keeps its function in.
            self.assertEqual(figures["mem.alloc.count.norm"]["score"], 2)
            self.assertEqual(allocated["scoreError"], 0)
            self.assertTrue(1000 < allocated["score"] <= 1032, allocated["score"])

    def test_of_many_more_threads_than_processors_end(self):
        case = self.cases_of("plain", *"-f 1 -wi 1 -w 1ms -i 1 -r 1ms -t 512".split())
        self.assertEqual(case["groups.plain"]["tare"]["outcome"], "ok")


class Affinity(program.Case):
    def test_is_recorded(self):
        allowed = sorted(os.sched_getaffinity(0))
        first = str(allowed[0])
        case = self.cases_of("bound", *program.QUICKLY, "-t", 2, "--affinity", first)
        self.assertEqual(case["groups.bound"]["tare"]["affinity"], [allowed[0]])
        case = self.cases_of("bound", *program.QUICKLY, "-t", 2, "--affinity", "spread")
        self.assertEqual(sorted(case["groups.bound"]["tare"]["affinity"]), allowed)
        case = self.cases_of("bound", *program.QUICKLY)
        self.assertNotIn("affinity", case["groups.bound"]["tare"])


if __name__ == "__main__":
    unittest.main()
