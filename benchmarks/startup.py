"""How much processor time taflkit takes to start: as a library, and as a command.

Run it with the Python of an environment into which taflkit is installed as a wheel: an editable install is found more
slowly. The runs alternate, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

BARE = ("-c", "pass")
"""The start of Python itself."""

BARS = {
    "first game": (("-c", "import taflkit; game = taflkit.start('tablut'); game.play(game.legal_moves[0])"), 0.250),
    "taflkit --help": (("-m", "taflkit", "--help"), 0.250),
}
"""What is started, and the seconds that it may take in all."""

UNBOUNDED = {"taflkit play": ("-m", "taflkit", "play")}
"""What is only reported: until the end of an empty input."""


def cpu_seconds(arguments: tuple[str, ...]) -> float:
    """Run Python with the arguments and return the processor time that it took, user and system."""
    with subprocess.Popen([sys.executable, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed")
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Print the medians and the bars; fail if one is above its bar."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("runs", type=int, nargs="?", default=20, help="how often each is run (default 20)")
    runs = parser.parse_args().runs

    commands = {"python -c pass": BARE, **{name: words for name, (words, _) in BARS.items()}, **UNBOUNDED}
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, words in commands.items():
            used = cpu_seconds(words)
            if turn:  # The first run warms the caches.
                seconds[name].append(used)

    bare = statistics.median(seconds["python -c pass"])
    failed = False
    print(f"{'':18}  in all  beyond bare Python   bar")
    for name, used_by in seconds.items():
        median = statistics.median(used_by)
        _, bar = BARS.get(name, ((), None))
        failed = failed or (bar is not None and median > bar)
        print(f"{name:18}  {median:.3f}  {median - bare:18.3f}   {'' if bar is None else f'{bar:.3f}'}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
