# SPDX-License-Identifier: Apache-2.0
"""The packages at work in the emulated machine (scripts/guest.sh): games from magnets and clock to a
results service outside, and what systemd makes of a daemon that dies, sticks, or loses its power.
The scenarios come one after the other, in the order of this file: a machine boots too slowly for
one each. Hands wait, lift and press as people do, but think faster; nothing of the daemon's is set
to other times than its own. The last line counts."""
import argparse
import os
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from machine import Machine, Trouble  # noqa: E402
from guest_table import Programs, Table, differences, games_file, until  # noqa: E402

# A ply takes about a second.
PACE = ["--think-ms", "2000..8000", "--speed", "8"]
UNPLUGGED_AFTER, UNPLUGGED_S = 20, 2.5
MOST_EXPOSURE = "15"  # tenths, as in tests/systemd
SCENARIOS = []


def scenario(function):
    SCENARIOS.append(function)
    return function


def say(text):
    print(text, flush=True)


def check(holds, what):
    if not holds:
        raise AssertionError(what)


def unit(table, *properties, name="jipud.service"):
    """Properties of a unit, by name."""
    text = table.machine.shell.must(f"systemctl show {name} -p " + ",".join(properties))
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)


def starts(table):
    return int(unit(table, "NRestarts")["NRestarts"])


def start_up_s(table, name="jipud.service"):
    """From the start of the unit's process to its being ready, by systemd's clock."""
    names = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
    times = unit(table, *names, name=name)
    begin, ready = (int(times[key]) for key in names)
    return (ready - begin) / 1e6


def sandbox_s(table):
    """What systemd itself takes here to start such a unit, whatever runs in it: the same unit with a
    program that does nothing. On the emulated processor it is most of the time."""
    shell = table.machine.shell
    shell.must("sed 's,^ExecStart=.*,ExecStart=/bin/sleep 100,; s,^Type=.*,Type=exec,; "
               "/modprobe@/d; /^Restart=/d; /^WatchdogSec=/d' "
               "/usr/lib/systemd/system/jipud.service >/run/systemd/system/nothing.service && "
               "systemctl daemon-reload", 120)
    took = []
    for _ in range(3):
        shell.must("systemctl start nothing.service")
        took.append(start_up_s(table, "nothing.service"))
        shell.must("systemctl stop nothing.service")
    return min(took)


@scenario
def the_installed_unit_starts_the_board_of_a_configuration(table):
    table.sit_down("--games", games_file(), "--game", table.game, "--plies", table.plies,
                   "--mistakes", "--unplug-clock", UNPLUGGED_AFTER, "--unplug-for", UNPLUGGED_S,
                   "--start-delay", 6, *PACE)
    shell = table.machine.shell
    # The pieces stand and the clock is plugged in before, as in a hall.
    shell.until("test -e /dev/gpiochip0 && test -e /dev/jipu-clock")
    table.configure()
    shell.must("jipud --check && systemctl enable --now jipud", 120)
    check(unit(table, "ActiveState")["ActiveState"] == "active", "jipud is not active")
    table.until_status("the board is there",
                       lambda status: status["devices"]["board"]["state"] == "ok")
    say(f"   jipud was ready {start_up_s(table):.2f} s after its start")


@scenario
def a_whole_game_with_mistakes_and_a_clock_unplugged_arrives_as_it_was_played(table):
    until("the game begins", table.hands.game, 120)
    played = table.hands.game()
    count = len(played["moves"])
    until("the hands have played", lambda: table.hands.plies() == count, 60 + 4.0 * count)
    game = table.until_all_is_there()["game_name"]
    wrong = differences(table, game, played)
    # In the first second a clock that has not spoken yet may be taken for one that is not there.
    lost = [(alert["resolved"], alert["reason"]) for alert in table.alerts(game)
            if alert["code"] == "device-lost" and alert["evidence"]["from"] > 1]
    if lost != [("restored", "clock")]:
        wrong.append(f"the loss of the clock was told as {lost}")
    check(table.wires.plugs == 2, f"the clock was plugged in {table.wires.plugs} times")
    kinds = {alert["code"] for alert in played["deserved"]}
    check({"illegal-move", "touch-move"} <= kinds, f"the hands' mistakes were {kinds}")
    check(not wrong, "; ".join(wrong))
    say(f"   {count} plies, {len(played['deserved'])} deserved alerts, exactly as played")


@scenario
def the_sandbox_stands_under_the_running_systemd_and_is_in_nobodys_way(table):
    shell = table.machine.shell
    said = shell.must(f"systemd-analyze security --no-pager --threshold={MOST_EXPOSURE} "
                      "jipud.service | tail -n 1", 120)
    say("   " + said.strip().lstrip("→ "))
    journal = shell.must("journalctl -b -u jipud --no-pager -o cat")
    denied = [line for line in journal.splitlines()
              if any(word in line for word in ("not permitted", "ermission denied", "priority"))]
    check(not denied, f"jipud was denied: {denied}")
    open_files = shell.must("ls -l /proc/$(systemctl show -P MainPID jipud)/fd")
    for device in ("gpio-line", "/dev/ttyUSB"):
        check(device in open_files, f"jipud has no {device} open: {open_files}")


def begin_second_game(table):
    """The game before is signed, the pieces are set up, and the hands play on to ply 8."""
    table.machine.shell.must("jipu command '{\"do\":\"result\",\"by\":\"arbiter\","
                             "\"result\":\"1/2-1/2\",\"ending\":\"agreement\"}'")
    table.sit_down("--games", games_file(), "--game", table.game + 1, "--plies", 40,
                   "--start-delay", 8, *PACE)
    hands_reach(table, 8)


def hands_reach(table, ply):
    until(f"the hands have played ply {ply}", lambda: table.hands.plies() >= ply, 120)


def held(table):
    """The hands stand still; returns what jipud says then. It may be about a move: what is
    confirmed by then, and the game, must be there afterwards."""
    table.hands.hold()
    # The move under way, and what a quick reply does to it, is seen in part only.
    table.unwatched.update(range(table.hands.plies(), table.hands.plies() + 4))
    before = table.status()
    check(before.get("confirmed", 0) > 0, f"no ply is confirmed: {before}")
    return before


def same_game(before, after):
    check(after["game_name"] == before["game_name"],
          f"the game was {before['game_name']}, is {after['game_name']}")
    confirmed = before["moves"][:before["confirmed"]]
    check(after["moves"][:len(confirmed)] == confirmed and after["confirmed"] >= len(confirmed),
          f"confirmed were {confirmed}; now stand {after['moves']}, {after['confirmed']} confirmed")


@scenario
def killed_in_mid_game_it_is_back_in_the_same_game_within_a_second_of_its_restart(table):
    begin_second_game(table)
    before, count = held(table), starts(table)
    table.machine.shell.must("systemctl kill -s KILL jipud")
    after = table.until_status("jipud is back", lambda status: starts(table) > count)
    same_game(before, after)
    whole, systemd = start_up_s(table), sandbox_s(table)
    say(f"   ready {whole:.2f} s after the restart; the sandbox alone takes {systemd:.2f} s here")
    check(whole - systemd <= 1.0, f"jipud took {whole - systemd:.2f} s")
    table.hands.go_on()


@scenario
def a_loop_that_is_stuck_is_started_again_by_the_watchdog_in_the_same_game(table):
    hands_reach(table, 16)
    before, count = held(table), starts(table)
    shell = table.machine.shell
    begin = time.monotonic()
    shell.must("kill -STOP $(systemctl show -P MainPID jipud)")
    until("systemd starts jipud again", lambda: starts(table) > count, 60)
    after = table.until_status("jipud is back", lambda status: True)
    say(f"   back {time.monotonic() - begin:.1f} s after it stopped")
    check("watchdog" in shell.must("journalctl -b -u jipud --no-pager -o cat").lower(),
          "the journal does not name the watchdog")
    same_game(before, after)
    table.hands.go_on()


@scenario
def after_a_power_cut_in_mid_game_every_confirmed_ply_is_there_and_the_game_goes_on(table):
    hands_reach(table, 26)
    before = held(table)
    table.machine.cut_power()
    say(f"   booted again in {table.machine.boot():.1f} s")
    after = table.until_status("jipud follows the board again", lambda status: (
        status["devices"]["board"]["state"] == "ok"), 120)
    same_game(before, after)
    table.hands.go_on()
    played = table.hands.game()
    count = len(played["moves"])
    hands_reach(table, count)
    game = table.until_all_is_there()["game_name"]
    check(game == before["game_name"], f"the game was {before['game_name']}, ended is {game}")
    wrong = differences(table, game, played)
    check(not wrong, "; ".join(wrong))
    say(f"   {count} plies exactly as played, through a kill, a stuck loop and a power cut")


def run_scenarios(table):
    """(passed, failed). Each builds on those before: after the first that fails the others are not
    tried, and count as failed."""
    for done, function in enumerate(SCENARIOS):
        name = function.__name__.replace("_", " ")
        begin = time.monotonic()
        say(f"== guest: {name}")
        try:
            function(table)
        except (AssertionError, Trouble) as error:
            say(f"== FAILED   guest: {name}: {error}")
        except Exception:  # a fault of this program: told with its place
            say(f"== FAILED   guest: {name}: {traceback.format_exc()}")
        else:
            say(f"== ok       guest: {name} ({time.monotonic() - begin:.0f} s)")
            continue
        show_logs(table)
        return done, len(SCENARIOS) - done
    return len(SCENARIOS), 0


def show_logs(table):
    try:
        say(table.machine.shell.run("journalctl -b --no-pager -o short-monotonic | tail -n 60")[1])
    except (Trouble, OSError, AttributeError) as error:
        say(f"no journal: {error}; the console: {table.machine.console()[-3000:]}")
    if table.hands is not None:
        say(table.hands.process.text()[-1500:])


def read_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machine", required=True, help="folder of vmlinuz, initrd and disk")
    parser.add_argument("--jipu", required=True)
    parser.add_argument("--results", required=True)
    parser.add_argument("--game", type=int, default=1, help="of the masters' or the carried games")
    parser.add_argument("--plies", type=int, default=0, help="of the first game; 0: all")
    parser.add_argument("--only", type=int, help="only so many scenarios")
    return parser.parse_args()


def main():
    options = read_options()
    Programs.jipu, Programs.results = options.jipu, options.results
    if options.only:
        del SCENARIOS[options.only:]
    folder = Path(tempfile.mkdtemp(prefix="jipu-guest-"))
    machine = Machine(options.machine, folder)
    table = None
    try:
        table = Table(machine, folder)
        table.game, table.plies = options.game, options.plies
        say(f"the machine booted in {machine.boot():.1f} s")
        passed, failed = run_scenarios(table)
    finally:
        if table is not None:
            table.close()
        machine.close()
        shutil.rmtree(folder, ignore_errors=True)
    numbers = os.environ.get("JIPU_TALLY")
    if numbers:
        Path(numbers).write_text(f"{passed} {failed} 0\n")
    else:
        say(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
