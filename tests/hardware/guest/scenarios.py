# SPDX-License-Identifier: Apache-2.0
"""Scenarios that come one after the other in one machine, which boots too slowly for one each: how they
are told, counted, and what becomes of the others when one fails."""
import os
import time
import traceback
from pathlib import Path

from machine import Trouble


def say(text):
    print(text, flush=True)


def check(holds, what):
    if not holds:
        raise AssertionError(what)


class Scenarios:
    """In the order in which they are given to this decorator. A function's name says what must be so.
    `machine` is what the lines call it."""

    def __init__(self, machine):
        self.machine, self.functions = machine, []

    def __call__(self, function):
        self.functions.append(function)
        return function

    def run(self, subject, show_logs, excuse=lambda: None):
        """(passed, failed, skipped). Each builds on those before: after the first that fails the others
        are not tried, and count as it does. `excuse`: why nothing can be said of a failure, or None."""
        for done, function in enumerate(self.functions):
            name = f"{self.machine}: {function.__name__.replace('_', ' ')}"
            begin = time.monotonic()
            rest = len(self.functions) - done
            say(f"== {name}")
            try:
                function(subject)
            except (AssertionError, Trouble) as error:
                why = excuse()
                if why is not None:
                    say(f"== skipped  {name}: {why}: {error}")
                    return done, 0, rest
                say(f"== FAILED   {name}: {error}")
            except Exception:  # a fault of this program: told with its place
                say(f"== FAILED   {name}: {traceback.format_exc()}")
            else:
                say(f"== ok       {name} ({time.monotonic() - begin:.0f} s)")
                continue
            show_logs()
            return done, rest, 0
        return len(self.functions), 0, 0

    def does_not_boot(self, why):
        say(f"== FAILED   {self.machine}: it does not boot: {why}")
        return 0, len(self.functions), 0


def closing_line(passed, failed, skipped):
    """The exit status; the numbers go to the script that counts, or are the last line."""
    tally = os.environ.get("JIPU_TALLY")
    if tally:
        Path(tally).write_text(f"{passed} {failed} {skipped}\n")
    else:
        say(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0
