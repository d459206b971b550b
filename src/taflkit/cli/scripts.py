"""Test scripts of the command language: a list of commands, with instructions to the runner."""

from __future__ import annotations

import math
import re
from pathlib import Path

import attrs

from taflkit.cli.arguments import read_whole
from taflkit.errors import TaflError

MARKERS = ("#*", "##")
_WAIT = re.compile(r"(?P<remote>remote\s+)?(?P<what>move/win|move|win)\s*(?P<show>\+?)", re.IGNORECASE)
_TIME = re.compile(r"time\s+(?P<move>\S+)\s+(?P<game>\S+)", re.IGNORECASE)
_MOVE = re.compile(r"[a-z]\d{1,2}-\S+", re.ASCII | re.IGNORECASE)
#: After these commands a game may end that has ended before.
_RESTARTS = ("new", "undo", "set", "load", "variant")


@attrs.frozen
class Send:
    """Send a line to the program."""

    text: str

    @property
    def is_move(self) -> bool:
        """Whether it looks like a move."""
        return _MOVE.fullmatch(self._command) is not None

    @property
    def is_new(self) -> bool:
        """Whether a new game begins."""
        return self._word == "new"

    @property
    def restarts(self) -> bool:
        """Whether a game that has ended may go on, or another begin."""
        return self._word in _RESTARTS

    @property
    def _command(self) -> str:
        return self.text.partition("#")[0].strip()

    @property
    def _word(self) -> str:
        return "".join(self._command.lower().split()[:1])


@attrs.frozen
class SetTime:
    """Give so many seconds for a move, and for one side's moves in a game."""

    move: float
    game: float


@attrs.frozen
class Await:
    """Wait for a move, a win, or moves up to a win; `remote` if they answer the moves of the other program."""

    what: str
    remote: bool = False
    #: Whether the win is printed.
    show: bool = False


Step = Send | SetTime | Await


@attrs.frozen
class Script:
    """A script: the command that starts its program, if it has one, and what is to be done, with line numbers."""

    path: Path
    command: str | None
    steps: tuple[tuple[int, Step], ...]

    @property
    def is_remote(self) -> bool:
        """Whether it speaks of another program."""
        return any(isinstance(step, Await) and step.remote for _, step in self.steps)

    @property
    def expected(self) -> str | None:
        """What should be printed, if a file beside the script says so."""
        path = self.path.with_suffix(".std")
        return _read(path) if path.is_file() else None


def _read(path: Path) -> str:
    return read_whole(path, "script").decode("utf-8", "surrogateescape")


def read_script(path: Path) -> Script:
    """Read a script file."""
    lines = _read(path).removeprefix("\ufeff").splitlines()
    # A file that marks instructions with `#*` may have headings that begin with `##`.
    own = next((marker for marker in MARKERS if any(line.startswith(marker) for line in lines)), MARKERS[0])
    command: str | None = None
    steps: list[tuple[int, Step]] = []
    is_first = True
    for number, line in enumerate(lines, 1):
        if not line.startswith(MARKERS):
            steps.append((number, Send(line)))
            continue
        text = line[2:].strip()
        step = _instruction(text, f"{path}:{number}")
        if step is not None:
            steps.append((number, step))
        elif line.startswith(own):
            if not is_first:
                raise TaflError(f"{path}:{number}: there is no instruction {text!a}")
            command = text
        is_first = is_first and not line.startswith(own)
    return Script(path, command, tuple(steps))


def _instruction(text: str, place: str) -> Step | None:
    if match := _WAIT.fullmatch(text):
        return Await(match["what"].lower(), match["remote"] is not None, match["show"] == "+")
    if match := _TIME.fullmatch(text):
        try:
            move, game = float(match["move"]), float(match["game"])
        except ValueError:
            move = game = math.nan
        if not (0 < move < math.inf and 0 < game < math.inf):
            raise TaflError(f"{place}: write it as: time MOVE GAME, both in seconds")
        return SetTime(move, game)
    return None
