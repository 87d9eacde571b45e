# SPDX-License-Identifier: Apache-2.0
"""What must be so of a finished game, whatever was killed meanwhile: the service has exactly what
the journal has, the record is what was played or says that it may not be, the trace replays to what
was stored."""
import subprocess
from collections import Counter
from pathlib import Path

from record import LAW_ALERTS, alerts_of, key_of, moves_of, replayed, unwrapped
from table import DEADLINE, STREAMS, Programs

# Each says that the record may differ from what was played.
DOUBT = {"ambiguous-move", "board-disturbed", "setup-wrong", "sensor-fault", "device-lost"}


class Finding:
    """One game: what holds and what does not."""

    def __init__(self, table, number, game_name):
        self.where = f"{table.name} game {number} {game_name}"
        self.wrong = []    # must never be
        self.notes = []    # explained by a moment when nobody watched
        self.effects = 0
        self.plies = 0
        self.exact = False
        self.doubts = 0    # open alerts that say so

    def fail(self, text):
        self.wrong.append(f"{self.where}: {text}")

    def note(self, text):
        self.notes.append(f"{self.where}: {text}")


def check_streams(finding, table, results, recording, game):
    """Every event of the journal at the service, once, in order, numbered without a gap."""
    for stream in STREAMS:
        path = f"/v1/games/{game}/arbiter" if stream == "arbiter" else f"/v1/games/{game}.json"
        stored, served = table.events(recording, stream), results.get(table.name, path)
        ids = [event["id"] for event in stored]
        wanted = [f"{table.name}/{game}/{stream}/{n + 1}" for n in range(len(stored))]
        if ids != wanted:
            finding.fail(f"the journal's {stream} stream is not numbered 1, 2, 3...")
        if served != stored:
            at = next((n for n, pair in enumerate(zip(served or [], stored)) if pair[0] != pair[1]),
                      min(len(served or []), len(stored)))
            finding.fail(f"the service's {stream} stream differs from the journal's: "
                         f"{len(served or [])} events of {len(stored)}, from event {at + 1} on")


def check_moves(finding, table, results, recording, game, played):
    """The record is what was played, or an open alert says that it may not be."""
    arbiter = unwrapped(table.events(recording, "arbiter"))
    public = unwrapped(table.events(recording, "public"))
    alerts = alerts_of(arbiter)
    doubts = [a for a in alerts if a["code"] in DOUBT and still_open(a, len(played))]
    finding.doubts = len(doubts)
    page = results.get(table.name, f"/v1/games/{game}") or {"moves": []}
    records = {"arbiter's": moves_of(arbiter), "public": moves_of(public),
               "page's": [move["move"] for move in page["moves"]]}
    for what, moves in records.items():
        if moves == played:
            continue
        at = next((n for n, pair in enumerate(zip(moves, played)) if pair[0] != pair[1]),
                  min(len(moves), len(played)))
        text = (f"the {what} record has {len(moves)} plies of {len(played)}; from ply {at + 1} on "
                f"{' '.join(moves[at:at + 3])} ..., played {' '.join(played[at:at + 3])} ...")
        if doubts:
            finding.note(f"{text}; open: {', '.join(a['code'] for a in doubts)}")
        else:
            finding.fail(f"SILENTLY WRONG: {text}")
    finding.exact = all(moves == played for moves in records.values())
    return alerts


def still_open(alert, plies):
    """Nothing settled it before the pieces were set up for the next game."""
    return alert["resolved"] is None or (alert["code"] == "board-disturbed" and
                                         alert["ply"] < plies and alert["resolved"] == "overtaken")


def of_the_next_set_up(alert, plies):
    """Whoever sets the pieces up in mid-game may be told that the board is not as recorded; the new
    game then takes the alert back."""
    return (alert["code"] == "board-disturbed" and alert["ply"] == plies and
            alert["resolved"] == "overtaken")


def check_alerts(finding, alerts, deserved, unwatched):
    """Exactly the deserved alerts at plies during which jipud lived all the time."""
    alerts = [a for a in alerts if not of_the_next_set_up(a, finding.plies)]
    for alert in alerts:
        # When jipud was away at the end, the next game may begin before the device has spoken.
        if alert["code"] == "device-lost" and alert["resolved"] is None and \
                finding.plies + 1 not in unwatched:
            finding.fail(f"the loss of a device is still open: {alert['reason']}")
    got = Counter(key_of(a) for a in alerts if a["code"] not in LAW_ALERTS | {"device-lost"})
    want = Counter(key_of(a) for a in deserved)
    for title, difference in (("undeserved", got - want), ("missing", want - got)):
        for key in difference.elements():
            text = f"{title} alert: {' '.join(str(part) for part in key)}"
            if key[2] in unwatched:
                finding.note(text)
            elif not (title == "missing" and not finding.exact):
                finding.fail(text)


def check_replay(finding, table, recording, game):
    """The trace gives the effects that were stored, field for field, and nothing else before the
    silence after its end."""
    trace = Path(table.traces) / f"{game}.trace"
    if not trace.exists():
        finding.fail("there is no trace")
        return
    done = subprocess.run([str(Programs.jipu), "replay", str(trace)], capture_output=True,
                          text=True, timeout=DEADLINE, stdin=subprocess.DEVNULL)
    if done.returncode != 0 or done.stderr:
        finding.fail(f"jipu replay: status {done.returncode}, {done.stderr.strip()}")
        return
    stored = table.effects(recording)
    again = [replayed(line) for line in done.stdout.splitlines()]
    for number, effect in enumerate(stored):
        if number >= len(again) or again[number] != effect:
            finding.fail(f"effect {number + 1}: stored {effect}, replayed "
                         f"{again[number] if number < len(again) else 'nothing'}")
            return
    last = stored[-1]["t"]
    early = [effect for effect in again[len(stored):] if effect["t"] < last]
    if early:
        finding.fail(f"replay has effects that were not stored: {early[0]}")
    finding.effects = len(stored)


def check_game(table, results, number, recording, game, line, unwatched):
    """`line`: what the hands wrote of the game; `unwatched`: plies around a kill."""
    finding = Finding(table, number, game)
    finding.plies = len(line["moves"])
    try:
        check_streams(finding, table, results, recording, game)
        alerts = check_moves(finding, table, results, recording, game, line["moves"])
        check_alerts(finding, alerts, line["deserved"], unwatched)
        check_replay(finding, table, recording, game)
    except AssertionError as error:
        finding.fail(str(error))
    return finding
