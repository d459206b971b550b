"""Measures how balanced variants are, for their pages: `python -m tools.balance [VARIANT ...]`.

It plays games between equal players, which takes minutes for each variant, and writes what it finds into
`tools/pages/balance.json`, together with the command that repeats it. Without names it measures the variants that are
in the file already.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from taflkit import __version__

FILE = Path(__file__).parent / "pages" / "balance.json"
OPTIONS = ("--games", "100", "--player", "level:6", "--seed", "1", "--json")


def main(names: list[str]) -> None:
    """Measure variants one after another, and write the file after each."""
    known = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for name in names or list(known):
        words = ["taflkit", "balance", name, *OPTIONS]
        done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=True)
        known[name] = {"command": " ".join(words), "version": __version__, "found": json.loads(done.stdout)}
        FILE.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
