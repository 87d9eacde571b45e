# SPDX-License-Identifier: Apache-2.0
"""Who may include whom: reads the #include lines of the tree and names each forbidden arrow.
The tables below are the plan of the house; a new room needs a row, a new library a name."""
import re
import sys
from pathlib import Path

# What else than the standard library a room may use: words of LIBRARIES.
LIBRARIES = {
    "asio": r"boost/(asio|system)(/|\.hpp)",
    "beast": r"boost/beast(/|\.hpp)",
    "json": r"nlohmann/",
    "toml": r"toml\+\+/",
    "sqlite": r"sqlite3\.h$",
    "curl": r"curl/",
    "openssl": r"openssl/",
    "serialport": r"libserialport\.h$",
    "gpiod": r"gpiod\.(h|hpp)$",
    "mosquitto": r"mosquitto\.h$",
    "pq": r"libpq-fe\.h$",
    "cli": r"CLI/",
    "spdlog": r"spdlog/",
    "systemd": r"systemd/",
    "iconv": r"iconv\.h$",
    "posix": r"((sys|net|netinet|arpa|linux(/spi)?)/\w+|unistd|fcntl|termios|poll|pthread|pty|pwd|grp|"
             r"malloc|sched|signal|time)\.h$",
}
# Of the standard library, what a pure room must not know: files, threads, streams, the time.
IMPURE = {"fstream", "iostream", "filesystem", "thread", "mutex", "shared_mutex", "future", "ctime",
          "condition_variable", "csignal", "random", "atomic", "stop_token"}

RULES = ["rules/base", "rules/xiangqi", "rules/go", "rules/timing", "rules/notation",
         "rules/arbiter", "rules/books", "rules/tournament"]
# Of the table and the configuration the rooms around see plain data, not the works.
TABLE = ["daemon/table/command.hpp", "daemon/table/event.hpp", "daemon/table/effect.hpp",
         "daemon/table/table.hpp"]
CONFIG = ["config/config.hpp"]
OUTLETS = RULES + CONFIG + ["config/read_file.hpp"] + TABLE + ["daemon/wire", "daemon/recording"]

# room: (rooms or single files that it may include, libraries, pure)
ROOMS = {
    "rules/base": ([], [], True),
    "rules/xiangqi": (["rules/base"], [], True),
    "rules/go": (["rules/base"], [], True),
    "rules/timing": (["rules/base"], [], True),
    "rules/notation": (["rules/base", "rules/xiangqi", "rules/go"], [], True),
    "rules/books": (["rules/base"], [], True),
    "rules/arbiter": (["rules/base", "rules/xiangqi", "rules/go", "rules/timing", "rules/books"],
                      [], True),
    "rules/tournament": (["rules/base"], [], True),
    "hal/api": (["rules/base"], [], True),
    "hal/codec": (["rules/base", "hal/api"], [], True),
    "hal/sim": (["rules/base", "hal/api"], [], True),
    "hal": (["rules/base", "hal/api"], ["asio"], False),
    "hal/serial": (["rules/base", "hal/api", "hal/codec"], ["asio", "serialport", "posix"], False),
    "hal/gpiod": (["rules/base", "hal/api"], ["asio", "gpiod", "posix"], False),
    "hal/sim/link": (["rules/base", "hal/api", "hal/codec", "hal/sim"], ["asio", "posix"], False),
    "config": (["rules/base", "hal/api"], ["toml"], False),
    "daemon/sensing": (["rules/base", "hal/api"], [], True),
    "daemon/calibration": (["rules/base", "hal/api", "hal/gpiod/ghosts.hpp"], [], True),
    "daemon/inference": (RULES + ["hal/api", "daemon/sensing"], [], True),
    "daemon/table": (RULES + CONFIG + ["hal/api", "daemon/sensing", "daemon/inference"], [], True),
    "daemon/wire": (RULES + TABLE, ["json", "openssl"], False),
    "daemon/trace": (RULES + CONFIG + TABLE + ["hal/api", "daemon/wire"], ["toml"], False),
    "daemon/recording": (RULES + TABLE + ["daemon/wire"], ["sqlite", "json", "posix"], False),
    "daemon/publishing": (OUTLETS, ["asio", "beast", "json", "curl", "mosquitto", "openssl"],
                          False),
    "daemon/console": (OUTLETS, ["asio", "beast", "json", "openssl"], False),
    "daemon/results": (OUTLETS, ["asio", "beast", "json", "openssl", "sqlite", "pq"], False),
    "daemon/app": (None, list(LIBRARIES), False),  # the only place where everything meets
}
SOURCES = {".cpp", ".hpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(<([^>]+)>|"([^"]+)")')


def room_of(path):
    """The longest row that holds the file; a room's folders belong to it. None: no row."""
    folder = path.rpartition("/")[0]
    if folder in ROOMS:
        return folder
    rooms = [room for room in ROOMS if folder.startswith(room + "/") and room != "hal"]
    return max(rooms, key=len) if rooms else None


def wrong_room(room, target):
    """Why `room` may not include the file `target`, or None."""
    allowed = ROOMS[room][0]
    other = room_of(target)
    if other is None:
        return "is in no room"
    if allowed is None or other == room or other in allowed or target in allowed:
        return None
    if any(entry.startswith(other + "/") for entry in allowed):
        return f"{room} may include of {other} only what the others may see"
    return f"{room} may not include {other}"


def wrong_library(room, header):
    _, libraries, pure = ROOMS[room]
    for library, pattern in LIBRARIES.items():
        if re.match(pattern, header):
            return None if library in libraries else f"{room} may not use {library}"
    if "/" in header or "." in header:
        return "is of no library that the house knows"
    return f"{room} is pure and may not use it" if pure and header in IMPURE else None


def check_line(root, path, room, line):
    found = INCLUDE.match(line)
    if not found:
        return None
    _, system, own = found.groups()
    if own:
        if not (root / own).is_file():
            return f'"{own}" is no path from the top of the tree'
        why = wrong_room(room, own) if room else None
        return f'"{own}": {why}' if why else None
    why = wrong_library(room, system) if room else None
    return f"<{system}>: {why}" if why else None


def check(root):
    """All findings, `file:line: reason` each."""
    findings = []
    for top in ("rules", "hal", "daemon", "config", "tests"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in SOURCES:
                continue
            path = file.relative_to(root).as_posix()
            room = None if top == "tests" else room_of(path)
            if room is None and top != "tests":
                findings.append(f"{path}:1: is in no room; a new room needs a row in "
                                "tests/lint/includes.py")
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                why = check_line(root, path, room, line)
                if why:
                    findings.append(f"{path}:{number}: {why}")
    return findings


def main():
    root = Path(sys.argv[1]).resolve()
    findings = check(root)
    print("\n".join(findings) if findings else "no forbidden arrow")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
