# SPDX-License-Identifier: Apache-2.0
"""Rules on what was played: for each game of a table in which a position stands a third time, the
moves since its first time go through `jipu adjudicate` by every book. Writes a table for people to
judge; at its end, who varied where a side had to.

    list_games.py JIPU GAMES.tsv > rulings.tsv     (columns `start` and `uci`)"""
import json
import subprocess
import sys
from collections import Counter

BOOKS = ["xiangqi-state", "xiangqi-association", "xiangqi-2020", "xiangqi-world"]
SIDES = {"w": "red", "b": "black"}


def read_board(fen):
    board, side = {}, fen.split()[1]
    for rank, row in zip(range(9, -1, -1), fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            board["abcdefghi"[file] + str(rank)] = letter
            file += 1
    return board, side


def write_fen(board, side):
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(board.get(file + str(rank), "1") for file in "abcdefghi")
        for gap in range(9, 1, -1):
            row = row.replace("1" * gap, str(gap))
        rows.append(row)
    return "/".join(rows) + f" {side} - - 0 1"


def thirds(start, moves):
    """For each first time that a position stands thrice: its FEN, the moves between, the ply."""
    board, side = read_board(start)
    stood = [write_fen(board, side)]
    inside = False
    for ply, move in enumerate(moves, 1):
        board[move[2:]] = board.pop(move[:2])
        side = "b" if side == "w" else "w"
        stood.append(write_fen(board, side))
        times = stood.count(stood[-1])
        if times == 3 and not inside:
            first = stood.index(stood[-1])
            second = stood.index(stood[-1], first + 1)
            yield stood[first], moves[first:ply], moves[second:ply], ply
        inside = times >= 2 and (inside or times == 3)


def who_varied(fen, lap, rest):
    """The side that first leaves the last lap, None when the game ends before."""
    side = fen.split()[1]
    for at, move in enumerate(rest):
        if move != lap[at % len(lap)]:
            return SIDES[side]
        side = "b" if side == "w" else "w"
    return None


def main():
    jipu, games = sys.argv[1:3]
    varied = Counter()
    print("game", "ply", "fen", "moves", *BOOKS, "labels_2020", "why_2020", "why_world", sep="\t")
    with open(games, encoding="utf-8") as table:
        head = table.readline().rstrip("\n").split("\t")
        for number, line in enumerate(table, 1):
            game = dict(zip(head, line.rstrip("\n").split("\t")))
            moves = game["uci"].split()
            for fen, cycle, lap, ply in thirds(game["start"], moves):
                got = [json.loads(subprocess.run(
                    [jipu, "adjudicate", "--book", book, "--fen", fen, *cycle],
                    capture_output=True, text=True, check=True).stdout) for book in BOOKS]
                print(number, ply, fen, " ".join(cycle), *(g["verdict"] for g in got),
                      " ".join(got[2]["labels"]), got[2]["why"], got[3]["why"], sep="\t")
                varied[got[2]["verdict"], who_varied(fen, lap, moves[ply:])] += 1
    for (verdict, side), times in sorted(varied.items(), key=str):
        print(f"{verdict}, varied: {side}: {times}", file=sys.stderr)


main()
