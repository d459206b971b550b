"""A program that plays nim, in the general dialect: `python nim_program.py`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from taflkit.cli.driver import Driver
from taflkit.search import Automaton
from taflkit.shell import Session
from tests.games.nim_kind import HEAP, NIM

Driver(Session(NIM.start(HEAP), Automaton(), frozenset(), kind=NIM)).run(sys.stdin)
