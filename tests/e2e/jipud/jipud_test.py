# SPDX-License-Identifier: Apache-2.0
"""jipud as a process among others: jipu simulate plays with board and clock, jipu-results listens.
Each scenario says in its name what must be so."""
import argparse
import contextlib
import ctypes
import hashlib
import json
import os
import pty
import signal
import socket
import subprocess
import sys
import time
import tty
import unittest
from pathlib import Path

from hall import (BOOT_ID, DEADLINE, RESOLV_CONF, ROOT, Control, Hall, Programs, cannot_replace,
                  until)

PLIES = 8


def unit_us(line):
    """An effect line of `jipu replay` with its time in microseconds, exact."""
    whole, _, rest = line.removeprefix('{"t":').partition(",")
    seconds, _, micros = whole.partition(".")
    effect = json.loads("{" + rest)
    return {"t": int(seconds) * 1_000_000 + int(micros), **effect}


def kernel_is_synced():
    """What this machine says of its own time of day."""
    timex = ctypes.create_string_buffer(512)
    state = ctypes.CDLL(None).adjtimex(timex)
    return 0 <= state < 5 or Path("/run/systemd/timesync/synchronized").exists()


def fill(pipe):
    """Until not a byte more goes into it. A descriptor of its own: the pipe's other users wait."""
    own = os.open(f"/proc/self/fd/{pipe}", os.O_WRONLY | os.O_NONBLOCK)
    try:
        for size in (4096, 1):
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(own, b"x" * size)
    finally:
        os.close(own)


class Notifications:
    """The service manager's end of sd_notify."""

    def __init__(self, folder):
        self.path = str(Path(folder) / "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(DEADLINE)
        self.seen = []

    def await_line(self, begins):
        while True:
            for line in self.seen:
                if line.startswith(begins):
                    self.seen.remove(line)
                    return line
            self.seen += self.socket.recv(4096).decode().split("\n")

    def await_silence(self, seconds):
        """Until nothing has been said for so long."""
        until = time.monotonic() + DEADLINE
        try:
            self.socket.settimeout(seconds)
            while time.monotonic() < until:
                self.socket.recv(4096)
            raise AssertionError(f"never silent for {seconds} s")
        except TimeoutError:
            self.seen.clear()
        finally:
            self.socket.settimeout(DEADLINE)


class JipudTest(unittest.TestCase):
    # start: what hinders it, and what it says

    def test_start_refuses_a_wrong_file_with_every_place(self):
        with Hall() as hall:
            hall.config.write_text('gaem = "xiangqi"\n[sensing]\nsettle_ms = 5\n')
            for args in (["--config", hall.config], ["--check", "--config", hall.config]):
                done = subprocess.run([Programs.jipud, *map(str, args)], capture_output=True,
                                      text=True, timeout=DEADLINE)
                self.assertEqual(done.returncode, 2)
                self.assertEqual(done.stderr.splitlines(), [
                    f'jipud: {hall.config}:1:1: gaem: there is no such key; did you mean "game"?',
                    f"jipud: {hall.config}:3:13: sensing.settle_ms: 5 is below "
                    "sensing.debounce_ms = 10, expected at least as much"])
            done = hall.jipu("check-config", hall.config)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(len(done.stderr.splitlines()), 2)

    def test_start_refuses_what_the_core_does_not_know(self):
        with Hall() as hall:
            for key, value in (("rules", "xiangqi-1850"), ("time_control", "soon"),
                               ("start", "9/9 w")):
                hall.config.write_text(f'\n{key} = "{value}"\n')
                done = hall.jipu("check-config", hall.config)
                self.assertEqual(done.returncode, 2, key)
                self.assertTrue(
                    done.stderr.startswith(f"{hall.config}:2:{len(key) + 4}: {key}: "),
                    done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)
                self.assertEqual(done.stderr.count(f"{key}: "), 1, "no word comes twice")

    def test_start_names_what_the_core_does_not_know_beside_other_mistakes(self):
        with Hall() as hall:
            hall.config.write_text('rules = "xx"\n[log]\nlevel = "x"\n')
            done = hall.jipu("check-config", hall.config)
            self.assertEqual(done.returncode, 2)
            self.assertIn(":1:9: rules: no book is called 'xx'", done.stderr)
            self.assertIn(":3:9: log.level: ", done.stderr)

    def test_start_keeps_the_journal_from_everybody_else(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            daemon = hall.start_jipud()
            self.assertEqual(hall.journal.stat().st_mode & 0o007, 0)
            self.assertEqual(daemon.end(), 0)

    def test_start_checks_a_right_file_and_ends(self):
        with Hall() as hall:
            hall.write_config()
            done = subprocess.run([Programs.jipud, "--check", "--config", str(hall.config)],
                                  capture_output=True, text=True, timeout=DEADLINE)
            self.assertEqual((done.returncode, done.stdout, done.stderr),
                             (0, f"{hall.config}: ok\n", ""))
            done = hall.jipu("check-config", hall.config)
            self.assertEqual((done.returncode, done.stdout), (0, f"{hall.config}: ok\n"))
            self.assertFalse(hall.journal.exists())

    def test_start_of_a_second_daemon_is_refused(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            first = hall.start_jipud()
            second = subprocess.run([Programs.jipud, "--config", str(hall.config)],
                                    capture_output=True, text=True, timeout=DEADLINE)
            self.assertEqual(second.returncode, 2)
            self.assertIn(": journal.path: ", second.stderr)
            self.assertIn("is in use by another program", second.stderr)
            # Another journal, the same board: the socket tells.
            hall.write_config(journal=hall.folder / "other")
            third = subprocess.run([Programs.jipud, "--config", str(hall.config)],
                                   capture_output=True, text=True, timeout=DEADLINE)
            self.assertEqual(third.returncode, 2)
            self.assertIn(": control.socket: ", third.stderr)
            self.assertIn("another jipud of this board is running", third.stderr)
            self.assertIsNotNone(hall.status())
            self.assertEqual(first.end(), 0)
            self.assertFalse(hall.socket.exists())

    def test_start_with_a_missing_token_file_is_refused(self):
        with Hall() as hall:
            hall.port = 9
            hall.write_config()
            (hall.folder / "token").unlink()
            done = subprocess.run([Programs.jipud, "--config", str(hall.config)],
                                  capture_output=True, text=True, timeout=DEADLINE)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1)
            self.assertIn("publish.http.hall", done.stderr)
            self.assertIn("token", done.stderr)

    def test_start_of_hands_whose_script_cannot_be_written_is_given_up(self):
        with Hall() as hall:
            done = hall.jipu("simulate", "--board-socket", hall.board_socket, "--games",
                             ROOT / "tests/data/games/openings.iccs", "--plies", 2,
                             "--script-out", "/dev/full")
            self.assertEqual((done.returncode, done.stderr),
                             (2, "jipu: /dev/full: cannot be written\n"))

    def test_start_tells_the_service_manager(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            manager = Notifications(hall.folder)
            child = subprocess.Popen(
                [Programs.jipud, "--config", str(hall.config)], stdin=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "300000"})
            try:
                manager.await_line("READY=1")
                manager.await_line("STATUS=waiting for the board")
                manager.await_line("WATCHDOG=1")
                manager.await_line("WATCHDOG=1")
                child.send_signal(signal.SIGHUP)
                manager.await_line("RELOADING=1")
                manager.await_line("MONOTONIC_USEC=")
                manager.await_line("READY=1")
                child.send_signal(signal.SIGTERM)
                manager.await_line("STOPPING=1")
                self.assertEqual(child.wait(DEADLINE), 0)
            finally:
                manager.socket.close()
                if child.poll() is None:
                    child.kill()
                    child.wait()

    def test_watchdog_is_not_pinged_while_the_loop_is_stuck(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            manager = Notifications(hall.folder)
            log, of_jipud = os.pipe()
            child = subprocess.Popen(
                [Programs.jipud, "--config", str(hall.config)], stdin=subprocess.DEVNULL,
                stderr=of_jipud,
                env={**os.environ, "NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "150000"})
            try:
                manager.await_line("WATCHDOG=1")
                fill(of_jipud)
                # It logs the command, and waits in that for a log that nobody reads.
                with socket.socket(socket.AF_UNIX) as arbiter:
                    arbiter.connect(str(hall.socket))
                    arbiter.sendall(b'{"do":"pause","by":"arbiter"}\n')
                    manager.await_silence(1)  # twenty pings
                    os.set_blocking(log, False)
                    with contextlib.suppress(BlockingIOError):
                        while os.read(log, 4096):
                            pass
                    manager.await_line("WATCHDOG=1")
                child.terminate()
                self.assertEqual(child.wait(DEADLINE), 0)
            finally:
                manager.socket.close()
                if child.poll() is None:
                    child.kill()
                    child.wait()
                os.close(log)
                os.close(of_jipud)

    def test_start_after_a_kill_replaces_the_stale_socket(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            first = hall.start_jipud()
            first.end(signal.SIGKILL)
            self.assertTrue(hall.socket.exists())
            second = hall.start_jipud(name="jipud-2")
            self.assertEqual(hall.status()["board"], "table-1")
            self.assertEqual(second.end(), 0)

    # control: status, command, watch

    def test_control_answers_commands_when_they_are_durable(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            hall.start_jipud()
            self.assertEqual(hall.status()["phase"], "waiting-for-board")
            refused = hall.jipu("command", "--socket", hall.socket, '{"do":"pause"}')
            self.assertEqual(refused.returncode, 1)
            self.assertEqual(refused.stderr, "jipu: refused: the board has not been seen yet\n")
            hall.simulate(2)
            moves = hall.moves(2)
            hall.until_recorded(moves)
            watcher = Control(hall.socket)
            self.assertEqual(watcher.ask('{"do":"watch"}'), {"ok": True})
            done = hall.jipu("command", "--socket", hall.socket,
                             '{"do":"update","by":"arbiter","round":"7"}')
            self.assertEqual((done.returncode, done.stdout), (0, "ok\n"))
            # What was answered is in the journal.
            game = hall.status()["game_name"]
            self.assertIn("game.updated", [e["type"] for e in hall.stored_effects(game)])
            line = watcher.line()
            while line["type"] != "game.updated":
                line = watcher.line()
            self.assertEqual(line["data"], {"round": "7"})
            watcher.close()
            wrong = hall.jipu("command", "--socket", hall.socket, '{"do":"accept-draw",'
                              '"by":"arbiter","side":"red"}')
            self.assertEqual(wrong.returncode, 1)
            self.assertEqual(wrong.stderr,
                             "jipu: refused: the opponent has not offered a draw\n")
            words = hall.jipu("status", "--socket", hall.socket)
            self.assertEqual(words.returncode, 0)
            self.assertIn(" ".join(moves), words.stdout)
            self.assertIn("board ok", words.stdout)
            self.assertRegex(words.stdout, r"(?m)^to move +(red|black)$")
            self.assertRegex(words.stdout, rf"(?m)^last move +{len(moves)}\. .*{moves[-1]}")
            self.assertRegex(words.stdout, r"(?m)^red +.*, fouls 0$")

    def test_control_answers_wrong_lines_exactly(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            hall.start_jipud()
            client = Control(hall.socket)
            for line, error in (
                    ("nonsense", "no JSON: wrong at byte 2"),
                    ("[1]", "a command must be a JSON object"),
                    ("{}", '"do" is missing: what to do'),
                    ('{"do":"status","x":1}', "x: there is no such key in status"),
                    ('{"do":"dance","by":"a"}', '"do" names no command: "dance"')):
                self.assertEqual(client.ask(line), {"ok": False, "error": error})
            self.assertTrue(client.ask('{"do":"status"}')["ok"])
            client.close()

    def test_control_without_a_daemon_says_so(self):
        with Hall() as hall:
            done = hall.jipu("status", "--socket", hall.socket)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr, f"jipu: {hall.socket}: No such file or directory; "
                                          "is jipud running?\n")

    def test_control_tells_a_watcher_that_the_daemon_went(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            jipud = hall.start_jipud()
            watcher = hall.start(Programs.jipu, "watch", "--socket", hall.socket, name="watch")
            hall.simulate(PLIES)
            watcher.says('"move.recorded"')
            jipud.end(signal.SIGKILL)
            watcher.says(f"jipu: {hall.socket}: jipud ended the connection")
            self.assertEqual(watcher.child.wait(DEADLINE), 2)

    def test_control_says_why_it_cannot_look_for_a_socket(self):
        done = subprocess.run(
            ["unshare", "--mount", "sh", "-c",
             'mount -t tmpfs tmpfs /run && touch /run/jipu && exec "$0" status', Programs.jipu],
            capture_output=True, text=True, timeout=DEADLINE)
        if "jipu: " not in done.stderr:
            self.skipTest(f"no /run of our own: {done.stderr.strip()}")
        self.assertEqual((done.returncode, done.stderr), (2, "jipu: /run/jipu: Not a directory\n"))

    # a game, from the board to the results service

    def test_arrives_at_the_results_service_with_every_event(self):
        with Hall() as hall:
            hall.start_results()
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(PLIES)
            moves = hall.moves(PLIES)
            status = hall.until_recorded(moves, confirmed=PLIES - 1)
            game = status["game_name"]
            hall.until_status("the publisher has sent all",
                              lambda s: s["publishers"][0]["lag"] == 0 and
                              s["publishers"][0]["state"] == "idle")
            for stream, path in (("arbiter", f"/v1/games/{game}/arbiter"),
                                 ("public", f"/v1/games/{game}.json")):
                stored = hall.stored_events(game, stream)
                self.assertEqual(hall.get(path), stored)
                self.assertEqual([e["id"] for e in stored],
                                 [f"table-1/{game}/{stream}/{n + 1}" for n in range(len(stored))])
            public = hall.stored_events(game, "public")
            recorded = [e["data"]["move"] for e in public if e["type"] == "jipu.move.recorded"]
            self.assertEqual(recorded, moves[:len(recorded)])
            self.assertGreaterEqual(len(recorded), PLIES - 1)
            self.assertEqual(jipud.end(), 0)

    # pairing: who plays here, from the organiser's file to the page and the trace

    HEAD = "board,red,black,black_id,event,round,time_control"

    def test_pairing_is_told_at_the_start_and_replays(self):
        with Hall(clock=None) as hall:
            hall.pair(self.HEAD, "table-1,王天一,郑惟桐,22,杯,3,20m", "table-2,甲,乙,,杯,3,20m")
            hall.start_results()
            hall.write_config()
            jipud = hall.start_jipud()
            jipud.says("pairing: there is a new one")
            hall.simulate(PLIES)
            moves = hall.moves(PLIES)
            game = hall.until_recorded(moves)["game_name"]
            page = hall.until_public("who plays", lambda g: g.get("round") == "3" and g)
            self.assertEqual(page["players"], {"red": {"name": "王天一"},
                                               "black": {"name": "郑惟桐", "id": "22"}})
            self.assertEqual((page["event"], page["time_control"]), ("杯", "20m"))
            words = hall.jipu("status", "--socket", hall.socket).stdout
            self.assertIn("pairing     red 王天一, black 郑惟桐, event 杯, round 3\n", words)
            inputs = [line for (line,) in hall.stored(
                "SELECT line FROM inputs WHERE line LIKE '%\"by\":\"pairing\"%' ORDER BY n")]
            self.assertEqual([line.split()[0] for line in inputs], ["0.000000"] * 2)
            # The daemon counts by the pairing's time control.
            clocks = [e["data"]["clock"] for e in hall.stored_effects(game)
                      if e["type"] == "move.confirmed"]
            self.assertLessEqual(clocks[0]["red"], 20 * 60 * 1000)
            self.assertGreater(clocks[0]["red"], 19 * 60 * 1000)
            self.assertEqual(jipud.end(), 0)
            done = hall.jipu("replay", hall.traces / f"{game}.trace.part")
            stored = hall.stored_effects(game)
            replayed = [unit_us(line) for line in done.stdout.splitlines()]
            self.assertEqual(replayed[:len(stored)], stored)

    def test_pairing_in_mid_game_tells_names_and_the_next_round_waits(self):
        with Hall(clock=None) as hall:
            hall.pair(self.HEAD)
            hall.start_results()
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(PLIES)
            first = hall.until_recorded(hall.moves(PLIES))["game_name"]
            hall.pair(self.HEAD, "table-1,王天一,郑惟桐,,杯,3,20m")
            hall.until_public("who plays", lambda g: g.get("round") == "3")
            jipud.says("pairing: its time control cannot change in a running game")
            self.assertNotIn("time_control", hall.public_game())
            hall.pair(self.HEAD, "table-1,许银川,王天一,,杯,4,20m")
            jipud.says("pairing: it is not this game's and waits for the next")
            # The arbiter's own word is not overwritten.
            for command in ({"do": "update", "by": "arbiter", "table": "9"},
                            {"do": "result", "by": "arbiter", "result": "1-0",
                             "ending": "resignation"}):
                done = hall.jipu("command", "--socket", hall.socket, json.dumps(command))
                self.assertEqual(done.returncode, 0, done.stderr)
            page = hall.until_public("the result", lambda g: g.get("result") == "1-0" and g)
            self.assertEqual((page["players"]["red"]["name"], page["table"]), ("王天一", "9"))
            # The hands go and set up the next game.
            hall.processes[-1].end(signal.SIGTERM)
            hall.simulate(2, "--start-delay", 6, name="simulate-2")
            status = hall.until_status("the next game stands",
                                       lambda s: s.get("game_name", first) != first and
                                       s.get("plies") == 2)
            page = hall.until_public("who plays next", lambda g: g.get("round") == "4" and g)
            self.assertEqual(page["game_name"], status["game_name"])
            self.assertEqual(page["players"]["red"]["name"], "许银川")
            self.assertEqual(page["time_control"], "20m")
            self.assertNotIn("table", page)
            refused = [e for e in hall.stored_effects(first) if e["type"] == "command.refused"]
            self.assertEqual(refused, [])
            # The trace of the game that is over has all of it, and nothing of the next.
            done = hall.jipu("replay", hall.traces / f"{first}.trace")
            self.assertEqual([unit_us(line) for line in done.stdout.splitlines()],
                             hall.stored_effects(first))
            self.assertEqual(jipud.end(), 0)

    def test_pairing_that_cannot_be_fetched_is_told_once_and_survived(self):
        with Hall(clock=None) as hall:
            # A port on which nobody listens yet.
            with socket.create_server(("127.0.0.1", 0)) as free:
                hall.port = free.getsockname()[1]
            hall.write_config()
            jipud = hall.start_jipud()
            jipud.says("<4>pairing: ")
            hall.simulate(PLIES)
            hall.until_recorded(hall.moves(PLIES))
            self.assertEqual(jipud.text().count("<4>pairing: "), 1)
            hall.pair(self.HEAD, "table-1,王天一,郑惟桐,,杯,3,")
            hall.start_results()
            jipud.says("pairing: it can be fetched again")
            hall.until_public("who plays", lambda g: g.get("round") == "3")
            self.assertEqual(jipud.end(), 0)

    # replay: a recorded trace gives the stored effects

    def test_replay_of_the_trace_gives_the_stored_effects_field_for_field(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(PLIES)
            game = hall.until_recorded(hall.moves(PLIES))["game_name"]
            self.assertEqual(jipud.end(), 0)
            trace = hall.traces / f"{game}.trace.part"
            self.assertTrue(trace.exists(), list(hall.traces.iterdir()))
            stored = hall.stored_effects(game)
            self.assertGreater(len(stored), PLIES)
            done = hall.jipu("replay", trace)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            replayed = [unit_us(line) for line in done.stdout.splitlines()]
            self.assertEqual(replayed[:len(stored)], stored)
            # What replay has more belongs to the silence after the end.
            last = hall.stored("SELECT max(at_us) FROM inputs")[0][0]
            for effect in replayed[len(stored):]:
                self.assertGreater(effect["t"], last)
            played = hall.jipu("replay", "--output", "iccs", trace)
            self.assertEqual(played.stdout.split(), hall.moves(PLIES))

    # resume: killed in the middle of a game

    def test_resume_after_a_kill_goes_on_with_the_same_game(self):
        with Hall() as hall:
            hall.start_results()
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(PLIES)
            moves = hall.moves(PLIES)
            status = hall.until_status("three plies are recorded",
                                       lambda s: s.get("plies", 0) >= 3)
            game = status["game_name"]
            jipud.end(signal.SIGKILL)
            again = hall.start_jipud(name="jipud-2")
            status = hall.until_status("the same game goes on",
                                       lambda s: s.get("game_name") == game)
            self.assertNotIn("computes otherwise", again.text())
            final = hall.until_status(
                "the game is whole, or an alert is open",
                lambda s: s.get("moves") == moves or
                (s["open_alerts"] and s.get("plies", 0) >= 3), 120)
            self.assertEqual(final["game_name"], game)
            # After an alert the game may be going on: the service is there when both have all of it.
            until("the service has the game",
                  lambda: hall.get(f"/v1/games/{game}/arbiter") ==
                  hall.stored_events(game, "arbiter"))
            self.assertEqual(again.end(), 0)

    def test_resume_of_an_adjourned_game_after_a_kill(self):
        with Hall() as hall:
            hall.top = 'time_control = "state-national"\n'
            hall.start_results()
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(2)
            moves = hall.moves(3)
            game = hall.until_recorded(moves[:2], confirmed=2)["game_name"]

            def command(refused="", **data):
                done = hall.jipu("command", "--socket", hall.socket,
                                 json.dumps({"by": "arbiter", **data}))
                self.assertEqual((done.returncode, done.stderr),
                                 (1, f"jipu: refused: {refused}\n") if refused else (0, ""))
            sealed = hashlib.sha256(f"{moves[2]} of red".encode()).hexdigest()
            command(do="seal", side="red", digest=sealed)  # the simulated clock stands by now
            self.assertEqual(hall.status()["phase"], "adjourned")
            jipud.end(signal.SIGKILL)
            again = hall.start_jipud(name="jipud-2")
            status = hall.until_status("the game is adjourned still",
                                       lambda s: s.get("game_name") == game)
            self.assertEqual(status["phase"], "adjourned")
            self.assertNotIn("computes otherwise", again.text())
            command(do="seal", side="red", digest=sealed,
                    refused="the clocks have been stopped: a sealed move cannot be changed any more"
                            " (000/4.4.1)")
            told = hall.until_public("adjourned", lambda g: g.get("phase") == "adjourned" and g)
            self.assertEqual(told["moves"][-1]["move"] if isinstance(told["moves"][-1], dict)
                             else told["moves"][-1], moves[1])
            public = json.dumps(hall.stored_events(game, "public"))
            self.assertNotIn(moves[2], public)
            self.assertNotIn(sealed, public)
            self.assertEqual(hall.status()["waits_for"], "resume")
            command(do="resume", absent="black")
            status = hall.status()
            self.assertEqual((status["waits_for"], status["absent"]), ("unseal", ["black"]))
            words = hall.jipu("status", "--socket", hall.socket).stdout
            self.assertIn("waits for   the envelope (unseal), black absent", words)
            command(do="resume")
            command(do="unseal", move=moves[2], salt="of blue",
                    refused="the move and the salt do not give the digest that was sealed")
            command(do="unseal", move=moves[2], salt="of red")
            command(do="confirm-position")  # nobody moves the simulated pieces
            status = hall.until_status("the game goes on", lambda s: s.get("phase") == "playing")
            self.assertEqual(status["moves"], moves)
            self.assertEqual(again.end(), 0)

    # reboot: another boot of the machine in mid-game

    def test_reboot_where_the_daemon_keeps_the_time_is_reported(self):
        why = cannot_replace(BOOT_ID)
        if why:
            print(f"SKIPPED ALL: no boot of another name: {why}")
            self.skipTest("unshare")
        with Hall(clock=None, publish=False) as hall:
            hall.top = 'time_control = "20m"\n'
            hall.write_config()
            jipud = hall.start_jipud(boot="11111111-1111-1111-1111-111111111111")
            hall.simulate(PLIES)
            game = hall.until_status("three plies are recorded",
                                     lambda s: s.get("plies", 0) >= 3)["game_name"]
            jipud.end(signal.SIGKILL)
            again = hall.start_jipud(name="jipud-2", boot="22222222-2222-2222-2222-222222222222")
            again.says("after a reboot")
            status = hall.until_status("the reboot is reported", lambda s: any(
                a["code"] == "clock-fault" for a in s.get("open_alerts", [])))
            self.assertEqual(status["game_name"], game)
            final = hall.until_status("the game is whole",
                                      lambda s: s.get("plies", 0) >= PLIES, 120)
            self.assertEqual(final["game_name"], game)
            faults = [e["data"] for e in hall.stored_effects(game)
                      if e["type"] == "alert.raised" and e["data"]["code"] == "clock-fault"]
            self.assertEqual([(a["reason"], a["grade"], a["side"]) for a in faults],
                             [("reboot", "observed", "unknown")])
            self.assertEqual(again.end(), 0)
            # What came in is in the trace: replayed it gives the same.
            done = hall.jipu("replay", hall.traces / f"{game}.trace.part")
            stored = hall.stored_effects(game)
            replayed = [unit_us(line) for line in done.stdout.splitlines()]
            self.assertEqual(replayed[:len(stored)], stored)

    def test_resume_in_the_same_boot_is_no_reboot(self):
        with Hall(clock=None, publish=False) as hall:
            hall.top = 'time_control = "20m"\n'
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(PLIES)
            hall.until_status("three plies are recorded", lambda s: s.get("plies", 0) >= 3)
            jipud.end(signal.SIGKILL)
            again = hall.start_jipud(name="jipud-2")
            again.says("goes on after")
            self.assertNotIn("clock-fault", [a["code"] for a in hall.status()["open_alerts"]])
            self.assertEqual(again.end(), 0)

    # date: whether this machine's is right

    def test_date_that_is_not_synchronised_is_noticed(self):
        synced = kernel_is_synced()
        for check in (True, False):
            with Hall(publish=False) as hall:
                hall.check_time_sync = check
                hall.write_config()
                jipud = hall.start_jipud()
                hall.simulate(2)
                game = hall.until_recorded(hall.moves(2))["game_name"]
                raised = [e["data"]["grade"] for e in hall.stored_effects(game)
                          if e["type"] == "alert.raised" and
                          e["data"]["code"] == "time-not-synced"]
                self.assertEqual(raised, ["notice"] if check and not synced else [])
                self.assertEqual(jipud.end(), 0)

    # clock: unplugged and plugged in again

    def test_clock_that_is_unplugged_is_reported_and_found_again(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(PLIES, "--unplug-clock", 3, "--unplug-for", 1.5)
            jipud.says("clock is lost")
            until("the clock is there again", lambda: jipud.text().count("clock is there") >= 2)
            moves = hall.moves(PLIES)
            status = hall.until_recorded(moves)
            self.assertEqual(status["devices"]["clock"]["state"], "ok")
            states = [(e["data"]["device"], e["data"]["state"])
                      for e in hall.stored_effects(status["game_name"])
                      if e["type"] == "device.status" and e["data"]["device"] == "clock"]
            lost = states.index(("clock", "lost"))
            self.assertIn(("clock", "ok"), states[lost:])
            self.assertEqual(jipud.end(), 0)

    def play_with_a_cable_pulled(self, kind, top=""):
        """A game on a clock of this kind, its cable out for a while in the middle: the record is what
        was played, and the trace replays to it. Returns the effects."""
        with Hall(clock=kind, publish=False) as hall:
            hall.top = top
            hall.write_config()
            jipud = hall.start_jipud()
            script = hall.folder / "script"
            hall.simulate(PLIES, "--unplug-clock", 3, "--unplug-for", 1.5, "--script-out", script)
            jipud.says("clock is lost")
            until("the clock is there again", lambda: jipud.text().count("clock is there") >= 2)
            moves = hall.moves(PLIES)
            # The last ply has no reply: the press alone confirms it.
            game = hall.until_recorded(moves, confirmed=PLIES)["game_name"]
            self.assertEqual(jipud.end(), 0)
            effects = hall.stored_effects(game)
            alerts = [e["data"]["code"] for e in effects if e["type"] == "alert.raised"]
            deserved = json.loads(script.read_text().splitlines()[0])["deserved"]
            # Who pressed while the cable was out may be taken for one who did not.
            self.assertEqual(sorted(code for code in alerts if code != "no-press"),
                             sorted(["device-lost", *(alert["code"] for alert in deserved)]))
            states = [e["data"]["state"] for e in effects
                      if e["type"] == "device.status" and e["data"]["device"] == "clock"]
            self.assertIn("ok", states[states.index("lost"):])
            self.assertNotIn("error", states)
            trace = hall.traces / f"{game}.trace.part"
            self.assertIn(f'\nclock = "{kind}"\n', trace.read_text())
            done = hall.jipu("replay", trace)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            replayed = [unit_us(line) for line in done.stdout.splitlines()]
            self.assertEqual(replayed[:len(effects)], effects)
            played = hall.jipu("replay", "--output", "iccs", trace)
            self.assertEqual(played.stdout.split(), moves)
            return effects

    def shown_clocks(self, effects):
        return [e["data"]["clock"] for e in effects if e["type"] == "move.confirmed"]

    def test_clock_of_dgt_plays_a_game_with_its_cable_pulled(self):
        effects = self.play_with_a_cable_pulled("dgt")
        clocks = self.shown_clocks(effects)
        self.assertEqual(len(clocks), PLIES)
        for clock in clocks:
            # The clock's own: whole seconds.
            self.assertEqual([ms % 1000 for ms in clock.values()], [0, 0])
            self.assertTrue(all(5_300_000 < ms <= 5_400_000 for ms in clock.values()), clock)

    def test_clock_of_izis_plays_a_game_with_its_cable_pulled(self):
        effects = self.play_with_a_cable_pulled("izis", 'time_control = "association-5 10m"\n')
        # It shows no times: the daemon keeps them. Two plies may be confirmed at one moment, where
        # nobody heard a press.
        before = {"red": 600_000, "black": 600_000}
        for clock in self.shown_clocks(effects):
            for side in before:
                self.assertLessEqual(clock[side], before[side])
            before = clock
        self.assertLess(max(before.values()), 600_000)

    def test_clock_of_niclink_plays_a_game_with_its_cable_pulled(self):
        clocks = self.shown_clocks(self.play_with_a_cable_pulled("niclink"))
        self.assertEqual(len(clocks), PLIES)
        for clock in clocks:
            self.assertTrue(all(5_300_000 < ms <= 5_400_000 for ms in clock.values()), clock)

    def test_clock_that_is_open_and_does_not_answer_is_lost(self):
        with Hall(clock="dgt", publish=False) as hall:
            master, slave = pty.openpty()
            tty.setraw(slave)
            os.symlink(os.ttyname(slave), hall.clock_link)
            try:
                hall.write_config()
                jipud = hall.start_jipud()
                jipud.says("is open, and the clock does not answer")
                self.assertEqual(os.read(master, 16)[:3], b"\x4d\x4b\x41")
                # It is switched on: a frame as an answer to the next question.
                os.write(master, bytes.fromhex("8d000a01300001300008"))
                jipud.says("clock is there")
                self.assertEqual(jipud.end(), 0)
            finally:
                os.close(master)
                os.close(slave)

    # network: the results service is not there

    def test_network_down_does_not_hold_up_the_stop(self):
        with Hall() as hall:
            # A port that takes connections and never answers.
            silent = socket.create_server(("127.0.0.1", 0))
            hall.port = silent.getsockname()[1]
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(2)
            hall.until_recorded(hall.moves(2))
            hall.until_status("events wait for the service",
                              lambda s: s["publishers"][0]["lag"] > 0)
            began = time.monotonic()
            self.assertEqual(jipud.end(), 0)
            self.assertLess(time.monotonic() - began, 10)
            silent.close()

    def test_network_without_a_name_server_holds_up_neither_a_reload_nor_the_stop(self):
        why = cannot_replace(RESOLV_CONF)
        if why:
            self.skipTest(f"no name server of our own: {why}")
        with Hall(publish=False) as hall, \
                socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as names:
            try:
                names.bind(("127.53.53.53", 53))
            except OSError as error:
                self.skipTest(f"no name server of our own: {error}")
            names.settimeout(DEADLINE)

            def is_asked_for(host):
                while host.encode() not in names.recv(4096):
                    pass

            hall.write_config(extra=hall.publisher(url="https://first.example.org"))
            jipud = hall.start_jipud(
                resolv="nameserver 127.53.53.53\noptions timeout:30 attempts:2")
            is_asked_for("first")
            hall.write_config(extra=hall.publisher(url="https://second.example.org"))
            began = time.monotonic()
            jipud.child.send_signal(signal.SIGHUP)
            jipud.says("reload: done")
            is_asked_for("second")
            self.assertEqual(jipud.end(), 0)
            self.assertLess(time.monotonic() - began, 10)

    def test_network_that_comes_back_gets_everything(self):
        with Hall() as hall:
            results = hall.start_results()
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(PLIES)
            hall.until_status("two plies are recorded", lambda s: s.get("plies", 0) >= 2)
            results.end(signal.SIGKILL)
            game = hall.until_recorded(hall.moves(PLIES))["game_name"]
            hall.start_results()
            hall.until_status("all is sent", lambda s: s["publishers"][0]["lag"] == 0, 90)
            self.assertEqual(hall.get(f"/v1/games/{game}/arbiter"),
                             hall.stored_events(game, "arbiter"))
            self.assertEqual(jipud.end(), 0)

    # reload

    def test_reload_changes_what_can_be_changed_and_says_the_rest(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            jipud = hall.start_jipud()
            hall.write_config(level="debug", extra="[sensing]\nsettle_ms = 300\n")
            jipud.child.send_signal(signal.SIGHUP)
            jipud.says("reload: done")
            line = hall.config.read_text().splitlines().index("settle_ms = 300") + 1
            self.assertIn(f"<4>{hall.config}:{line}:13: sensing.settle_ms: changed, needs a "
                          "restart", jipud.text())
            self.assertNotIn("control.socket: changed", jipud.text())
            hall.config.write_text("[log]\nlevel = 1\n")
            jipud.child.send_signal(signal.SIGHUP)
            jipud.says("the file is wrong, the old configuration stays")
            self.assertIn(f"<3>{hall.config}:2:9: log.level: 1 was given, expected a word in "
                          "quotes", jipud.text())
            self.assertIsNotNone(hall.status())
            self.assertEqual(jipud.end(), 0)

    def test_reload_that_a_publisher_refuses_keeps_those_that_can_go_on(self):
        with Hall(clock=None, publish=False) as hall:
            hall.pair(self.HEAD, "table-1,王天一,郑惟桐,,杯,3,")
            hall.start_results()
            (hall.folder / "gone").write_text((hall.folder / "token").read_text())
            hall.write_config(extra=hall.publisher("a", token="gone") + hall.publisher("b"))
            jipud = hall.start_jipud()
            jipud.says("pairing: there is a new one")
            # Both have changed; the token of one can no longer be read. A third is new.
            (hall.folder / "gone").unlink()
            changed = [hall.publisher(name, token=token) + "connect_timeout_ms = 900\n"
                       for name, token in (("a", "gone"), ("b", "token"), ("c", "token"))]
            hall.write_config(extra="".join(changed))
            jipud.child.send_signal(signal.SIGHUP)
            jipud.says("reload: [publish] is not taken: publish.http.a: publisher a: ")
            self.assertEqual([p["name"] for p in hall.status()["publishers"]], ["b"])
            self.assertIn("does not run any more", jipud.text())
            self.assertNotIn("reload: done", jipud.text())
            # The one that is left is asked for the pairing.
            hall.pair(self.HEAD, "table-1,许银川,王天一,,杯,4,")
            until("the next pairing is known",
                  lambda: jipud.text().count("pairing: there is a new one") == 2)
            (hall.folder / "gone").write_text((hall.folder / "token").read_text())
            jipud.child.send_signal(signal.SIGHUP)
            jipud.says("reload: done")
            self.assertEqual([p["name"] for p in hall.status()["publishers"]], ["a", "b", "c"])
            self.assertEqual(jipud.end(), 0)

    def test_reload_begins_to_publish_to_a_new_service(self):
        with Hall(publish=False) as hall:
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(2)
            game = hall.until_recorded(hall.moves(2))["game_name"]
            hall.start_results()
            hall.publish = True
            hall.write_config()
            jipud.child.send_signal(signal.SIGHUP)
            jipud.says("reload: done")
            hall.until_status("all is sent",
                              lambda s: s["publishers"] and s["publishers"][0]["lag"] == 0)
            until("the service has the game",
                  lambda: hall.get(f"/v1/games/{game}/arbiter") ==
                  hall.stored_events(game, "arbiter"))
            self.assertEqual(jipud.end(), 0)

    def test_reload_gives_a_service_that_lost_its_disk_the_game_that_is_over(self):
        with Hall(clock=None) as hall:
            results = hall.start_results()
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(PLIES)
            game = hall.until_recorded(hall.moves(PLIES))["game_name"]

            def command(**data):
                done = hall.jipu("command", "--socket", hall.socket, json.dumps(data))
                self.assertEqual(done.returncode, 0, done.stderr)

            # An end that is taken back is none on the page either.
            command(do="result", by="arbiter", result="1-0", ending="resignation")
            hall.until_public("the end", lambda g: g.get("phase") == "ended")
            command(do="correct", by="arbiter", to_ply=2)
            page = hall.until_public("that it goes on", lambda g: g.get("phase") == "playing" and g)
            self.assertNotIn("ending", page)
            command(do="result", by="arbiter", result="0-1", ending="time")
            hall.until_public("the end", lambda g: g.get("result") == "0-1")
            stored = hall.stored_events(game, "arbiter")
            until("all is there", lambda: hall.get(f"/v1/games/{game}/arbiter") == stored)

            self.assertEqual(results.end(), 0)
            for file in hall.folder.glob("results.db*"):
                file.unlink()
            hall.start_results()
            self.assertIsNone(hall.get(f"/v1/games/{game}"))
            jipud.child.send_signal(signal.SIGHUP)
            until("all is there again", lambda: hall.get(f"/v1/games/{game}/arbiter") == stored)
            hall.until_public("the end again", lambda g: g.get("result") == "0-1")
            self.assertEqual(jipud.end(), 0)

    # full_disk

    def test_full_disk_is_reported_and_survived(self):
        with Hall(publish=False) as hall:
            disk = hall.folder / "disk"
            disk.mkdir()
            mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)],
                                     capture_output=True, text=True)
            if mounted.returncode != 0:
                print(f"SKIPPED ALL: no small file system: {mounted.stderr.strip()}")
                self.skipTest("mount")
            try:
                self.full_disk(hall, disk)
            finally:
                for process in reversed(hall.processes):
                    process.close()
                subprocess.run(["umount", str(disk)], check=True)

    def full_disk(self, hall, disk):
        hall.journal = disk / "journal"
        hall.write_config()
        jipud = hall.start_jipud()
        hall.simulate(PLIES)
        hall.until_status("a ply is recorded", lambda s: s.get("plies", 0) >= 1)
        ballast = disk / "ballast"
        with open(ballast, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass
        hall.until_status("the journal reports it",
                          lambda s: s["journal"]["state"] == "failing", 120)
        jipud.says("<3>journal: ")
        ballast.unlink()
        moves = hall.moves(PLIES)
        status = hall.until_recorded(moves)
        hall.until_status("the journal is well again", lambda s: s["journal"]["state"] == "ok")
        self.assertEqual(jipud.end(), 0)
        effects = hall.stored_effects(status["game_name"])
        self.assertEqual([e["data"]["ply"] for e in effects if e["type"] == "move.recorded"],
                         list(range(1, PLIES + 1)))

    # memory

    def test_memory_stays_under_twenty_megabytes(self):
        with Hall() as hall:
            hall.start_results()
            hall.write_config()
            jipud = hall.start_jipud()
            hall.simulate(PLIES)
            hall.until_recorded(hall.moves(PLIES))
            text = Path(f"/proc/{jipud.child.pid}/status").read_text()
            resident = {line.split(":")[0]: int(line.split()[1]) for line in text.splitlines()
                        if line.startswith(("VmRSS", "RssAnon", "VmHWM"))}
            print(f"resident kB: {resident}")
            if "AddressSanitizer" not in Path(f"/proc/{jipud.child.pid}/maps").read_text() and \
                    "libasan" not in Path(f"/proc/{jipud.child.pid}/maps").read_text() and \
                    "libtsan" not in Path(f"/proc/{jipud.child.pid}/maps").read_text():
                self.assertLess(resident["VmHWM"], 20 * 1024)
            self.assertEqual(jipud.end(), 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jipud", required=True)
    parser.add_argument("--jipu", required=True)
    parser.add_argument("--results", required=True)
    options, rest = parser.parse_known_args()
    Programs.jipud, Programs.jipu, Programs.results = (
        os.path.abspath(p) for p in (options.jipud, options.jipu, options.results))
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)


if __name__ == "__main__":
    main()
