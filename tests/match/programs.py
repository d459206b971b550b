"""Programs for tests: one that follows rules given to it, right or wrong, and taflkit playing at random."""

from __future__ import annotations

import shlex
from pathlib import Path

FAKE = Path(__file__).with_name("fake_program.py")
RANDOM = "{python} -m taflkit play --searcher random"
SEARCH = "{python} -m taflkit play --searcher alphabeta --depth 1"
#: White to move can escape at once, and so does a player that sees it.
OPEN = "9/9/9/9/4K4/9/9/9/BBBBBBBBB defenders"


def fake(*rules: str) -> str:
    """The command that starts a program which follows the rules; `fake_program` explains them."""
    return shlex.join(["{python}", str(FAKE), *rules])
