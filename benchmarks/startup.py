"""How much processor time `taflkit --help` takes beyond the start of Python itself."""

import argparse
import resource
import subprocess
import sys

BAR = 0.15
"""The seconds that `taflkit --help` may take beyond the start of Python."""


def cpu_seconds(arguments: list[str]) -> float:
    """Run Python with the arguments and return the processor time that it took, user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def best_of(runs: int, arguments: list[str]) -> float:
    """Return the least processor time of several runs, after one that warms the caches."""
    cpu_seconds(arguments)
    return min(cpu_seconds(arguments) for _ in range(runs))


def main() -> int:
    """Print both times, their difference and ratio; fail if the difference is above the bar."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("runs", type=int, nargs="?", default=10, help="how often each is run (default 10)")
    runs = parser.parse_args().runs

    bare = best_of(runs, ["-c", "pass"])
    helped = best_of(runs, ["-m", "taflkit", "--help"])
    beyond = helped - bare
    print(f"python -c pass            {bare:.3f} s")
    print(f"python -m taflkit --help  {helped:.3f} s")
    print(f"difference                {beyond:.3f} s (bar: {BAR} s)")
    print(f"ratio                     {helped / bare:.2f}")
    return 0 if beyond < BAR else 1


if __name__ == "__main__":
    sys.exit(main())
