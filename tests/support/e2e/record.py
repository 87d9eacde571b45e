# SPDX-License-Identifier: Apache-2.0
"""What a stream of effects leaves behind: the moves that stand and each alert as it ended. Knows
the public forms of the effects alone."""
import json

# Of the law of the game, which hands that only play moves know nothing of.
LAW_ALERTS = {"repetition", "perpetual", "natural-limit", "dead-position"}


def moves_of(effects):
    """The moves that stand after these effects (`type` without a prefix, `data`), ply by ply."""
    moves = []
    for effect in effects:
        data = effect["data"]
        if effect["type"] == "move.recorded":
            if data["ply"] != len(moves) + 1:
                raise AssertionError(f"ply {data['ply']} recorded after {len(moves)} plies")
            moves.append(data["move"])
        elif effect["type"] == "move.amended":
            if moves[data["ply"] - 1] != data["was"]:
                raise AssertionError(f"ply {data['ply']} amended from {data['was']}, "
                                     f"was {moves[data['ply'] - 1]}")
            moves[data["ply"] - 1] = data["move"]
        elif effect["type"] == "move.retracted":
            if data["ply"] != len(moves):
                raise AssertionError(f"ply {data['ply']} retracted, {len(moves)} stand")
            moves.pop()
    return moves


def alerts_of(effects):
    """The alerts as they ended, in the order of raising; `resolved`: by what, or None."""
    alerts = {}
    for effect in effects:
        data = effect["data"]
        if effect["type"] in ("alert.raised", "alert.updated"):
            alerts.setdefault(data["alert"], {"resolved": None}).update(data)
        elif effect["type"] == "alert.resolved":
            alerts[data["alert"]]["resolved"] = data["by"]
    return list(alerts.values())


def key_of(alert):
    """What the hands can say of an alert that they deserve. Some concern no ply: 0."""
    return alert["code"], alert["side"], alert.get("ply", 0), alert["grade"]


def unwrapped(events):
    """CloudEvents as effects."""
    return [{"type": e["type"].removeprefix("jipu."), "data": e["data"]} for e in events]


def replayed(line):
    """A line of `jipu replay` with its time in whole microseconds, exact."""
    seconds, _, rest = line.removeprefix('{"t":').partition(",")
    whole, _, micros = seconds.partition(".")
    return {"t": int(whole) * 1_000_000 + int(micros), **json.loads("{" + rest)}
