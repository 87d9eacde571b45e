# SPDX-License-Identifier: Apache-2.0
"""The house's small rules: licence lines, lengths, who reads the clock, and names of places that
exist on one machine alone. Each finding is one line, `file:line: reason`."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

LICENCE = "SPDX-License-Identifier: Apache-2.0"
LICENSED = {".cpp", ".hpp", ".py", ".sh", ".js", ".mjs"}
LENGTHS = {".hpp": 200, ".cpp": 400}
# A file may be longer when its head says why: `Long because ...`, `longer than ..., for ...`.
LONG = re.compile(r"\b(long because|longer than)\b", re.IGNORECASE)
HEAD = 12

CLOCK = re.compile(r"::now\(\)|\bclock_gettime\b|\bgettimeofday\b|\btimespec_get\b|\badjtimex\b|"
                   r"(?<![\w.>])(std::|::)?time\((nullptr|NULL|0|&\w+)\)")
TOPS_WITHOUT_CLOCK = ("rules/", "hal/", "daemon/", "config/")
READS_THE_CLOCK = {
    "daemon/app/common/wall_clock.cpp",  # the program's only reader; everybody else gets it injected
    "daemon/app/jipu/simulate/player.cpp",  # plays the part of people, outside the program
}
# Rooms that say nothing and open nothing: what happens there is told by values.
PURE = re.compile(r"(rules|daemon/sensing|daemon/inference|daemon/table)/")
SPEAKS = re.compile(r"\b(printf|fprintf|puts|fputs|fopen|std::cout|std::cerr|spdlog::\w+)\b")
MAY_SPEAK = {"rules/base/contract.hpp"}  # the last words before abort()

# Built from pieces, so that this file does not find itself.
PLACES = re.compile("|".join([
    "/wo" + r"rk/\w", "/tmp/ba" + "sh_jobs", r"/tmp/b-\w", r"deb\.deb" + r"ian\.org",
    r"registry\.npm" + r"js\.org", r"nodeso" + r"urce\.com"]))
BESIDE = re.compile(r"\.\./sha" + "red|\\bsha" + "red/(games|facts|seeds|design)")
MAY_LOOK_BESIDE = ("tests/", ".ci/", "CONTRIBUTING.md")
TEXT = LICENSED | {".md", ".txt", ".toml", ".cmake", ".json", ".service", ".conf", ".css", ".html",
                   ".rules", ".1", ".5", ".7", ".8", ""}


def check_file(path, text):
    """What is wrong with one file; `path` from the top of the tree."""
    lines = text.splitlines()
    suffix = Path(path).suffix
    findings = []

    def find(number, why):
        findings.append(f"{path}:{number}: {why}")

    if suffix in LICENSED and not any(LICENCE in line for line in lines[:3]):
        find(1, f"has no '{LICENCE}' in its first lines")
    longest = LENGTHS.get(suffix)
    if longest and len(lines) > longest and not LONG.search("\n".join(lines[:HEAD])):
        find(1, f"has {len(lines)} lines, over {longest}; no 'Long because ...' in its head")
    source = suffix in (".cpp", ".hpp")
    clock = source and path.startswith(TOPS_WITHOUT_CLOCK) and path not in READS_THE_CLOCK
    quiet = source and PURE.match(path) and path not in MAY_SPEAK
    beside = not path.startswith(MAY_LOOK_BESIDE)
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        if clock and CLOCK.search(code):
            find(number, "reads a real clock; time is an argument")
        if quiet and SPEAKS.search(code):
            find(number, "writes or opens something in a pure room")
        if PLACES.search(line) or (beside and BESIDE.search(line)):
            find(number, "names a place that exists on one machine alone")
    return findings


def files_of(root):
    """What the repository holds, or would; without one (an unpacked archive) every file."""
    git = None
    if shutil.which("git"):
        git = subprocess.run(["git", "-C", str(root), "ls-files", "--cached", "--others",
                              "--exclude-standard"], capture_output=True, text=True, check=False)
    if git and git.returncode == 0:
        return sorted(set(git.stdout.splitlines()))
    inside = ("rules", "hal", "daemon", "config", "systemd", "tests", "scripts", "cmake")
    return sorted(p.relative_to(root).as_posix() for top in inside
                  for p in (root / top).rglob("*") if p.is_file())


def check(root):
    findings = []
    for path in files_of(root):
        file = root / path
        if file.suffix not in TEXT or not file.is_file() or path.startswith("tests/fuzz/seeds/"):
            continue
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # not a text of ours: test data in another encoding
        findings += check_file(path, text)
    return findings


def main():
    findings = check(Path(sys.argv[1]).resolve())
    print("\n".join(findings) if findings else "in order")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
