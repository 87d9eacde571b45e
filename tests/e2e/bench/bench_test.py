# SPDX-License-Identifier: Apache-2.0
"""The tools of the bench as real programs: calibrate finds what is wrong with a board's wiring and
writes the right one, selftest and monitor then see a board that is right."""
import argparse
import fcntl
import json
import os
import pty
import signal
import socket
import struct
import subprocess
import sys
import termios
import unittest

from bench import DEADLINE, Bench, Hall, Programs, Talk, answer_start, answer_walk, until

PLIES = 4
QUICK = ("--settle-ms", 10, "--json")


class BenchTest(unittest.TestCase):
    maxDiff = None

    def kinds(self, result):
        return [finding["kind"] for finding in result["findings"]]

    def walk(self, bench, *more, status=0):
        talk = bench.talk("calibrate", bench.config, "--walk", *QUICK, *more)
        result = answer_walk(talk, bench.board)
        self.assertEqual(talk.end(), status, talk.said)
        return result

    def start_position(self, bench, *more, status=0):
        talk = bench.talk("calibrate", bench.config, "--start-position", *QUICK, *more)
        result, asked = answer_start(talk, bench.board)
        self.assertEqual(talk.end(), status, talk.said)
        return result, asked

    def check_right(self, bench):
        """By the wiring file as it is now, every point shows as itself."""
        bench.board.clear()
        result = self.walk(bench)
        self.assertEqual((result["findings"], result["changed"]), ([], False))

    # calibrate

    def test_calibrate_says_that_a_right_board_is_right_and_writes_nothing(self):
        with Bench() as bench:
            before = sorted(bench.folder.iterdir())
            self.check_right(bench)
            self.assertEqual(sorted(bench.folder.iterdir()), before)

    def test_calibrate_mends_lines_in_any_order_and_keeps_the_old_file(self):
        with Bench() as bench:
            bench.board.row = [9, 8, 7, 6, 4, 5, 3, 2, 1, 0]
            bench.board.column = [0, 2, 1, 3, 4, 5, 6, 8, 7]
            bench.board.exchanged = {"c3": "g6", "g6": "c3"}
            old = bench.wiring.read_text()
            result = self.walk(bench)
            self.assertEqual(self.kinds(result), ["swapped-lines", "swapped-lines", "mirrored",
                                                  "swapped-lines", "swapped-points"])
            self.assertEqual(result["wiring"], f"{bench.wiring}.new")
            self.assertEqual(bench.wiring.read_text(), old)
            result = self.walk(bench, "--write")
            self.assertEqual(result["wiring"], str(bench.wiring))
            backups = list(bench.folder.glob("wiring.toml.~1~"))
            self.assertEqual([b.read_text() for b in backups], [old])
            self.check_right(bench)

    def test_calibrate_names_what_wants_a_hand_and_mends_the_rest(self):
        with Bench() as bench:
            bench.board.column[3], bench.board.column[4] = 4, 3
            bench.board.dead = {"a0", *(f"{file}7" for file in "abcdefghi")}
            bench.board.also = {"e4": ["e5"]}
            result = self.walk(bench, "--write", status=1)
            self.assertEqual(self.kinds(result),
                             ["swapped-lines", "dead-line", "dead-point", "doubled"])
            self.assertIn("rank 7 never answers", result["findings"][1]["words"])
            self.assertIn("line r7 of bench", result["findings"][1]["words"])
            bench.board.dead, bench.board.also = set(), {}
            self.check_right(bench)

    def test_calibrate_walks_a_hall_board_with_both_poles(self):
        with Bench(hall_sensors=True) as bench:
            column = bench.board.column
            column[2], column[11] = 11, 2   # the poles of file c
            column[14], column[15] = 15, 14  # second lines alone
            result = self.walk(bench, "--write")
            self.assertEqual(self.kinds(result), ["swapped-lines", "exchanged-poles"])
            self.check_right(bench)

    def test_calibrate_finds_by_the_start_position_with_a_few_pieces(self):
        for hall in (False, True):
            with Bench(hall_sensors=hall) as bench:
                bench.board.column[:9] = [8, 7, 6, 5, 4, 3, 2, 1, 0]
                if hall:
                    bench.board.column[9:] = [9 + c for c in bench.board.column[:9]]
                bench.board.row = [0, 1, 2, 3, 5, 4, 6, 7, 8, 9]
                result, asked = self.start_position(bench, "--write")
                self.assertIn("mirrored", self.kinds(result))
                self.assertIn("swapped-lines", self.kinds(result))
                self.assertGreater(asked, 0, "reed switches alone cannot tell it")
                self.assertLess(asked, 20)
                self.check_right(bench)

    def test_calibrate_names_a_missing_diode_and_a_dead_point(self):
        with Bench() as bench:
            bench.board.without_diode("a0")
            bench.board.dead = {"h7"}
            result, _ = self.start_position(bench, status=1)
            by_kind = {finding["kind"]: finding for finding in result["findings"]}
            self.assertEqual(by_kind["dead-point"]["points"], ["h7"])
            self.assertIn("a0", by_kind["ghost"]["points"])
            self.assertIs(result["changed"], False)

    def test_calibrate_takes_skipped_points_and_an_early_end(self):
        with Bench() as bench:
            talk = bench.talk("calibrate", bench.config, "--walk", *QUICK)
            while ": put " not in (line := talk.line()):
                if "Take everything off" in line:
                    talk.type()
            bench.board.put("a0")
            while ": seen" not in (line := talk.line()):
                self.assertIsNotNone(line)
            talk.type("b")  # once more
            bench.board.lift("a0")
            self.assertIn("a0: put", talk.line())
            talk.type("s")
            self.assertIn("b0: put", talk.line())
            talk.type()
            self.assertEqual(talk.line(), "b0: nothing seen")
            talk.type("q")
            while not (line := talk.line()).startswith("{"):
                pass
            self.assertIn("not-tried", line)
            self.assertIn("no point answers at all", line)
            self.assertEqual(talk.end(), 1)

    def test_calibrate_ends_with_status_2_where_nothing_can_be_found_out(self):
        with Bench() as bench:
            # Nobody types.
            done = bench.tool("calibrate", bench.config, "--walk")
            self.assertEqual(done.returncode, 2)
            self.assertIn("Nothing more is typed", done.stdout)
            # The position is never set up.
            talk = bench.talk("calibrate", bench.config, "--start-position", *QUICK)
            while "Set up the start position" not in talk.line():
                pass
            talk.type()
            while "no usual mistake" not in talk.line():
                pass
            talk.type("q")
            self.assertEqual(talk.end(), 2)
            # No such chip.
            bench.wiring.write_text(bench.wiring.read_text().replace('chip = "bench"',
                                                                     'chip = "none"'))
            done = bench.tool("calibrate", bench.config, "--walk")
            self.assertEqual(done.returncode, 2)
            self.assertIn("the board is lost", done.stderr)
            # A simulated board, and no way named.
            bench.write_config()
            done = bench.tool("calibrate", bench.config, "--walk")
            self.assertEqual(done.returncode, 2)
            self.assertIn("a simulated board has no wiring", done.stderr)
            self.assertEqual(bench.tool("calibrate", bench.config).returncode, 2)

    def test_calibrate_leaves_the_board_to_a_daemon_that_runs(self):
        with Bench() as bench, socket.socket(socket.AF_UNIX) as daemon:
            daemon.bind(str(bench.socket))
            daemon.listen()
            done = bench.tool("calibrate", bench.config, "--walk")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("stop it first", done.stderr)

    def test_calibrate_never_writes_over_a_file_that_it_was_not_told_to(self):
        with Bench() as bench:
            bench.board.column[0], bench.board.column[1] = 1, 0
            other = bench.folder / "other.toml"
            other.write_text("precious")
            self.walk(bench, "--out", other, status=2)
            self.assertEqual(other.read_text(), "precious")
            result = self.walk(bench, "--out", bench.folder / "new.toml")
            self.assertEqual(result["wiring"], str(bench.folder / "new.toml"))

    # selftest

    def selftest(self, done, status):
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        for line in lines:
            self.assertEqual(line["outcome"] == "failed", "remedy" in line, line)
        return {line["device"]: line for line in lines}

    def test_selftest_of_a_board_is_right_after_its_wiring_was_mended(self):
        with Bench() as bench:
            bench.board.row[1], bench.board.row[2] = 2, 1
            bench.board.set_up()
            lines = self.selftest(bench.tool("selftest", bench.config, "--json"), 1)
            self.assertEqual(lines["points"]["reason"],
                             "of the start position nothing is seen on b2 h2; "
                             "a piece is seen where none stands: b1 h1")
            bench.board.clear()
            self.walk(bench, "--write")
            bench.board.set_up()
            lines = self.selftest(bench.tool("selftest", bench.config, "--json"), 0)
            self.assertEqual({lines[name]["outcome"] for name in ("board", "points", "journal")},
                             {"ok"})
            self.assertIn("of 500.0 a second", lines["scans"]["reason"])

    def test_selftest_names_the_line_and_the_chip_that_are_not_there(self):
        with Bench() as bench:
            bench.wiring.write_text(bench.wiring.read_text().replace('"r4"', '"r44"'))
            lines = self.selftest(bench.tool("selftest", bench.config, "--json"), 1)
            self.assertIn("r44", lines["board"]["reason"])
            self.assertEqual(lines["points"]["outcome"], "skipped")

    def test_selftest_tells_what_is_missing_and_what_is_there(self):
        with Hall() as hall:
            hall.write_config()
            lines = self.selftest(hall.jipu("selftest", "--json", "--seconds", 2, hall.config), 1)
            self.assertEqual({name for name, line in lines.items() if line["outcome"] == "failed"},
                             {"board", "clock", "publish.hall"})
            hall.start_results()
            hall.write_config()
            hall.simulate(2, "--think-ms", "10000000..10000001")
            until("the devices are there",
                  lambda: hall.board_socket.exists() and hall.clock_link.is_symlink())
            lines = self.selftest(hall.jipu("selftest", "--json", "--seconds", 2, hall.config), 0)
            self.assertIn("emulated-clock", lines["clock"]["reason"])
            self.assertEqual(lines["publish.hall"]["outcome"], "ok")
            words = hall.jipu("selftest", "--seconds", 2, hall.config)
            self.assertEqual(words.returncode, 0)
            self.assertEqual(len(words.stdout.splitlines()), len(lines))

    def test_selftest_asks_the_daemon_where_it_runs(self):
        with Hall() as hall:
            hall.start_results()
            hall.write_config()
            hall.start_jipud()
            hall.simulate(2)
            hall.until_recorded(hall.moves(2))
            lines = self.selftest(hall.jipu("selftest", "--json", hall.config), 0)
            self.assertIn("as jipud has it", lines["board"]["reason"])
            self.assertEqual(lines["jipud"]["outcome"], "ok")
            self.assertEqual(lines["clock"]["outcome"], "ok")

    def test_selftest_refuses_the_wrong_token_and_a_folder_that_cannot_be_written(self):
        with Hall() as hall:
            hall.start_results()
            (hall.folder / "token").write_text("wrong-" * 8 + "\n")
            hall.write_config(journal="/proc/journal")
            lines = self.selftest(hall.jipu("selftest", "--json", "--seconds", 2, hall.config), 1)
            self.assertIn("answer 401", lines["publish.hall"]["reason"])
            self.assertEqual(lines["journal"]["outcome"], "failed")
            self.assertEqual(lines["traces"]["outcome"], "ok")
            self.assertEqual(lines["control"]["outcome"], "ok")
            hall.socket.write_text("in the way")
            lines = self.selftest(hall.jipu("selftest", "--json", "--seconds", 2, hall.config), 1)
            self.assertIn("is no socket", lines["control"]["reason"])

    def test_selftest_of_a_wrong_configuration_is_status_2(self):
        with Hall() as hall:
            hall.config.write_text("[board]\nnaem = 1\n")
            done = hall.jipu("selftest", hall.config)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("naem", done.stderr)

    # monitor

    def monitor(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_monitor_shows_points_changes_and_pace_of_its_own_board(self):
        with Bench() as bench:
            bench.board.row[3], bench.board.row[4] = 4, 3
            self.walk(bench, "--write")
            bench.board.set_up()
            talk = bench.talk("monitor", bench.config, "--json", "--every-ms", 50)
            first = json.loads(talk.line())
            while first["board"]["levels"] is None:
                first = json.loads(talk.line())
            self.assertEqual(first["board"]["levels"],
                             "xxxxxxxxx/9/1x5x1/x1x1x1x1x/9/9/x1x1x1x1x/1x5x1/9/xxxxxxxxx")
            bench.board.lift("h2")
            bench.board.put("e2")
            until("the change is shown",
                  lambda: json.loads(talk.line())["board"]["levels"].endswith("/1x2x4/9/xxxxxxxxx"))
            for i in range(20):
                (bench.board.lift if i % 2 else bench.board.put)("e4")
                until("it is shown", lambda: json.loads(talk.line())["board"]["changes"][40] > i)
            last = {}

            def paced():
                last.update(json.loads(talk.line()))
                return "scans" in last["board"]
            until("the pace is measured", paced)
            self.assertGreater(last["board"]["scans"]["per_s"], 100)
            self.assertGreater(last["board"]["scans"]["p99_us"], 1500)
            self.assertEqual(last["board"]["changes"][2 * 9 + 4], 1)
            self.assertEqual(last["board"]["ago_ms"][0], None)
            self.assertIn("a0", last["board"]["held"])
            self.assertIn("d4", last["board"]["silent"])
            talk.child.send_signal(signal.SIGINT)
            while talk.line() is not None:
                pass
            self.assertEqual(talk.end(), 0)

    def test_monitor_draws_on_a_terminal_and_gives_it_back(self):
        with Bench() as bench:
            bench.board.set_up()
            for how in (signal.SIGTERM, None):
                master, slave = pty.openpty()
                fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
                before = termios.tcgetattr(slave)
                child = subprocess.Popen([Programs.bench, "monitor", bench.config], stdin=slave,
                                         stdout=slave, stderr=slave, env=bench.environment(),
                                         start_new_session=True,
                                         preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
                shown = b""
                while b"9   x  x  x  x" not in shown:
                    shown += os.read(master, 65536)
                self.assertTrue(shown.startswith(b"\x1b[?1049h\x1b[?25l"))
                if how:
                    child.send_signal(how)
                else:
                    os.write(master, b"\x03")  # Ctrl-C
                while b"\x1b[?25h\x1b[?1049l" not in shown or b"all the time" not in shown:
                    shown += os.read(master, 65536)
                self.assertEqual(child.wait(DEADLINE), 0)
                self.assertLess(shown.index(b"\x1b[?1049l"), shown.index(b"all the time"))
                self.assertEqual(termios.tcgetattr(slave), before)
                os.close(master)
                os.close(slave)

    def test_monitor_ends_by_itself_and_says_lines_where_there_is_no_terminal(self):
        with Bench() as bench:
            done = bench.tool("monitor", bench.config, "--seconds", 0.9, "--every-ms", 300)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = done.stdout.splitlines()
            self.assertRegex(lines[0], r"^0\.[3-9] board ok, 0 pieces, ")
            self.assertTrue(lines[-1].startswith("never showed a piece: a0 b0 "))
            self.assertNotIn("\x1b", done.stdout)
            bench.wiring.write_text(bench.wiring.read_text().replace('chip = "bench"',
                                                                     'chip = "none"'))
            done = bench.tool("monitor", bench.config, "--seconds", 0.5)
            self.assertEqual(done.returncode, 2)
            self.assertIn("the board was never there", done.stdout)

    def test_monitor_asks_the_daemon_and_takes_nothing_away_from_it(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            hall.start_jipud()
            hall.simulate(PLIES)
            hall.until_recorded(hall.moves(PLIES), PLIES - 1)
            for more in ([hall.config], ["--socket", hall.socket]):
                shown = self.monitor(hall.jipu("monitor", "--json", "--seconds", 1, "--every-ms",
                                               200, *more))[-1]
                self.assertEqual((shown["told_by"], shown["board"]["state"]), ("jipud", "ok"))
                self.assertEqual(shown["clock"]["state"], "ok")
                self.assertIn("emulated-clock", shown["clock"]["hello"])
                self.assertGreaterEqual(sum(shown["clock"]["presses"].values()), PLIES - 1)
                self.assertGreaterEqual(sum(shown["board"]["changes"]), 2 * PLIES)
                self.assertEqual(shown["board"]["suspected"], [])
            self.assertEqual(hall.status()["devices"]["board"]["state"], "ok")

    def test_monitor_opens_board_and_clock_where_no_daemon_runs(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            hall.simulate(2, "--think-ms", "10000000..10000001")
            until("the devices are there",
                  lambda: hall.board_socket.exists() and hall.clock_link.is_symlink())
            shown = self.monitor(hall.jipu("monitor", "--json", "--seconds", 1.5, "--every-ms", 300,
                                           hall.config))[-1]
            self.assertEqual(shown["told_by"], "jipu")
            self.assertIn("emulated-clock", shown["clock"]["hello"])
            self.assertNotEqual(shown["clock"]["ms"]["red"], None)

    def test_monitor_ends_with_status_2_when_the_daemon_goes(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(2)
            hall.until_recorded(hall.moves(2))
            talk = Talk([Programs.jipu, "monitor", "--json", "--every-ms", "50",
                         str(hall.config)], None)
            json.loads(talk.line())
            self.assertEqual(jipud.end(), 0)
            while (line := talk.line()) is not None:
                last = line
            self.assertEqual(talk.end(), 2)
            self.assertIn(f"jipu: {hall.socket}: ", last)

    def test_monitor_tells_every_change_in_words_also_by_its_old_name(self):
        with Bench() as bench:
            bench.board.without_diode("a0")
            for name in (("monitor", "--changes"), ("try-board",)):
                bench.board.clear()
                for point in ("a0", "e0", "a4"):
                    bench.board.put(point)
                talk = bench.talk(*name, bench.config)
                self.assertIn("board ", talk.line())
                bench.board.lift("a4")
                while "off a4" not in talk.line():
                    pass
                bench.board.put("a4")
                while "diode of a0" not in (line := talk.line()):
                    self.assertIsNotNone(line)
                talk.child.send_signal(signal.SIGINT)
                while (line := talk.line()) is not None:
                    last = line
                self.assertEqual(talk.end(), 0)
                self.assertIn("never showed a piece", "\n".join(talk.said), last)


def main():
    parser = argparse.ArgumentParser()
    for program in ("bench", "jipud", "jipu", "results"):
        parser.add_argument(f"--{program}", required=True)
    options, rest = parser.parse_known_args()
    for program in ("bench", "jipud", "jipu", "results"):
        setattr(Programs, program, os.path.abspath(getattr(options, program)))
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)


if __name__ == "__main__":
    main()
