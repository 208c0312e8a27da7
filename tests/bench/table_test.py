#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table_test.py - bench/peers/table.py on rows whose times and errors were written by hand.

rows.json: a peer for each thing that can be said of one. python_rows.json: another process, which reads
half as fast. hard.json: what hard_sums.py says of two kinds of data where there is no xsum.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parents[1] / "bench" / "peers" / "table.py"
README = "before\n<!-- table: begin -->\nstale\n<!-- table: end -->\nafter\n"


def run(folder, readme=README, files=("rows.json", "python_rows.json"), options=("--hard", HERE / "hard.json")):
    """(exit status, page or None, README)"""
    (folder / "README.md").write_text(readme, encoding="utf-8")
    page = folder / "page.md"
    command = [sys.executable, PROGRAM, *options, page, folder / "README.md", *(HERE / f for f in files)]
    status = subprocess.run(command, capture_output=True, check=False).returncode
    return status, page.read_text(encoding="utf-8") if page.exists() else None, (folder / "README.md").read_text(encoding="utf-8")


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.status, cls.page, cls.readme = run(pathlib.Path(folder))
            cls.again = run(pathlib.Path(folder), cls.readme)[2]
        cls.lines = (cls.page or "").splitlines()

    def line(self, start):
        found = [line for line in self.lines if line.startswith(start)]
        self.assertEqual(len(found), 1, start)
        return found[0]

    def test_a_share_is_the_time_of_the_faster_read_loop_over_the_least_time(self):
        self.assertEqual(self.status, 0)
        self.assertEqual(self.line("| accrue `pairwise` | 0.50 / 0.8 |"), "| accrue `pairwise` | 0.50 / 0.8 |")

    def test_above_a_mebibyte_it_is_the_median(self):
        self.line("| accrue `pairwise` | 0.50 / 1.1 |")

    def test_a_row_is_a_share_of_reading_in_its_own_process(self):
        self.line("| `numkong sum` | **0.80 / 0.8** |")

    def test_a_faster_peer_of_equal_error_is_marked_and_listed(self):
        self.line("| `fast and right sum` | **0.80 / 1.0** |")
        self.line("| sum of half | 256Ki | `fast and right sum` | 0.80 / 1.0 | 0.50 / 0.8 |")
        self.assertIn("Of half and bfloat16, a peer in C++ is ahead in 1 of 1 cases", self.page)

    def test_a_peer_is_not_marked_for_a_larger_error_nor_for_noise(self):
        self.line("| `fast and rough sum` | 0.91 / 5.0 |")
        self.line("| `as fast sum` | 0.51 / 0.8 |")
        self.line("| `exact but slow sum` | 0.17 / 0.5 |")

    def test_a_wrong_peer_says_so_and_is_never_ahead(self):
        self.line("| `fast and wrong sum` (wrong) | 1.00 / 9e6 |")
        self.line("| `no number sum` (wrong) | 1.00 / nan |")

    def test_an_overflow_of_16_bits_is_not_called_wrong_nor_ahead(self):
        self.line("| `narrow sum` | 1.00 / inf |")

    def test_a_double_may_be_off_by_many_of_its_ulps(self):
        self.line("| `ssum sum` | 1.00 / 1e5 |")

    def test_an_accumulator_is_named_where_it_is_not_the_default(self):
        self.line("| accrue `pairwise<float>` | 1.00 / 2.0 |")
        self.line("| accrue `pairwise` | 0.50 / 0.5 |")

    def test_the_machine_is_that_of_the_first_file(self):
        self.line("A CPU, AVX2; 2030-01-02; g++ 1.2, accrue with `-O2`, peers with `-O3`; one thread. numkong 9.9, ssum 7.8.")

    def test_the_short_table_has_the_fastest_right_peers_and_replaces_the_old_one(self):
        row = "| sum of half | 0.50 / 0.8 | 0.20 / 0.5 | 0.10 / 0.5 | 0.91 / 5.0 fast and rough | **0.80 / 0.8** numkong |"
        self.assertIn(row, self.readme.splitlines())
        self.assertTrue(self.readme.startswith("before\n<!-- table: begin -->\n| 256Ki elements"))
        self.assertTrue(self.readme.endswith("\n<!-- table: end -->\nafter\n"))
        self.assertNotIn("stale", self.readme)
        self.assertEqual(self.again, self.readme)

    def test_hard_data_have_a_row_a_kind_and_a_column_a_library(self):
        self.line("| 1Mi doubles | accrue `exact` | accrue `pairwise` | accrue `compensated` | `numpy sum()` | xsum, large | xsum, small |")
        self.line("| easy | 0.12 / 0.5 | 0.06 / 1.2 | 0.10 / 0.5 | 9.99 / 3.0 | missing | missing | 20 / 0.5 |")
        self.line("| it cancels | 0.20 / 0.0 | 0.06 / 4e14 | 0.10 / 1e4 | 0.20 / inf | missing | missing | 10 / 0.0 |")

    def test_hard_data_say_their_machine_and_what_is_missing(self):
        self.line("By `./dev bench --table`: Another CPU, AVX2; 2030-02-03; g++ 1.2, accrue with `-O3`. Python 3.99, numpy 4.5.")
        self.line("**Missing** here, since it could not be imported: xsum, large; xsum, small.")

    def test_hard_data_have_a_section_of_their_own_before_the_first_reduction(self):
        titles = [line for line in self.lines if line.startswith("## ")]
        self.assertEqual(titles[:3], ["## Where a peer is ahead", "## exact on hard data", "## sum"])

    def test_hard_data_that_were_not_measured_are_said_to_be_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            status, page, _ = run(pathlib.Path(folder), options=())
        self.assertEqual(status, 0)
        self.assertIn("## exact on hard data\n\n**Missing**: `bench/peers/hard_sums.py` did not run to its end.\n\n## sum\n", page)

    def test_a_readme_without_markers_is_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run(pathlib.Path(folder), "nothing\n"), (2, None, "nothing\n"))

    def test_no_rows_of_python_are_no_error(self):
        with tempfile.TemporaryDirectory() as folder:
            status, page, _ = run(pathlib.Path(folder), files=("rows.json",))
        self.assertEqual(status, 0)
        self.assertIn("No peer through Python is.", page)


if __name__ == "__main__":
    unittest.main()
