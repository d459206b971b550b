"""Test scripts of the command language: commands for a program, and instructions to wait for its answers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from pathlib import Path

import attrs

from taflkit.errors import TaflError
from taflkit.files import read_small_file

#: What begins an instruction. In a script that uses the first, `##` may also begin a heading.
MARKERS = ("#*", "##")
_WAIT = re.compile(r"(?P<remote>remote\s+)?(?P<what>move/win|move|win)\s*(?P<show>\+?)", re.IGNORECASE)
_TIME = re.compile(r"time\s+(?P<move>\S+)\s+(?P<game>\S+)", re.IGNORECASE)
#: Moves from square to square, and a pass.
_MOVE = re.compile(r"[a-z]\d{1,2}-\S+|-", re.ASCII | re.IGNORECASE)
#: These commands begin a new game.
_NEW_GAME = ("new", "clear")
#: After these commands the program may announce the end of a game once more.
_RESTARTS = (*_NEW_GAME, "start", "undo", "set", "load", "variant")


@attrs.frozen
class Send:
    """Send a line to the program."""

    text: str
    """The line."""

    @property
    def is_move(self) -> bool:
        """Whether it looks like a move."""
        return _MOVE.fullmatch(self._command) is not None

    @property
    def is_new(self) -> bool:
        """Whether it starts a new game."""
        return self._word in _NEW_GAME

    @property
    def restarts(self) -> bool:
        """Whether a game that is over may go on, or another begin."""
        return self._word in _RESTARTS

    @property
    def _command(self) -> str:
        return self.text.partition("#")[0].strip()

    @property
    def _word(self) -> str:
        return "".join(self._command.lower().split()[:1])


@attrs.frozen
class SetTime:
    """Change the time limits."""

    move: float
    """Seconds for a move."""
    game: float
    """Seconds for all moves of one side in a game."""


@attrs.frozen
class Await:
    """Wait for moves or the end of the game."""

    what: str
    """`move`, `win`, or `move/win` for moves up to the end."""
    remote: bool = False
    """Whether they answer moves of the other program."""
    show: bool = False
    """Whether the line that announces the winner is part of the output."""


Step = Send | SetTime | Await


@attrs.frozen
class Script:
    """A script that has been read."""

    path: Path
    """Its file."""
    command: str | None
    """The command line of its program, if it names one."""
    steps: tuple[tuple[int, Step], ...]
    """What to do, each step with its line number."""

    @property
    def is_remote(self) -> bool:
        """Whether it needs another program to play against."""
        return any(isinstance(step, Await) and step.remote for _, step in self.steps)

    @property
    def expected(self) -> str | None:
        """The output to compare with, from the file beside it that ends in `.std`; `None` without one."""
        path = self.path.with_suffix(".std")
        return _read(path) if path.is_file() else None


def read_script(path: Path) -> Script:
    """Read a script file.

    Raises:
        TaflError: If the file cannot be read, or has an unknown instruction.
    """
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


def _read(path: Path) -> str:
    return read_small_file(path, "a script").decode("utf-8", "surrogateescape")


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


def group_scripts(paths: Iterable[Path]) -> list[list[Script]]:
    """Read scripts and group those that run together: alone, or two that play each other.

    Two scripts belong together by their names, `NAME-1.in` and `NAME-2.in`, if both are given or one needs the other.
    Two remaining scripts that need another program belong together whatever their names.

    Raises:
        TaflError: If a script cannot be read.
    """
    scripts = {path: read_script(path) for path in paths}
    groups: list[list[Script]] = []
    taken: set[Path] = set()
    for path, script in scripts.items():
        if path in taken:
            continue
        group = [script]
        other = _partner(path)
        if other is not None and (other in scripts or (script.is_remote and other.is_file())):
            group.append(scripts.get(other) or read_script(other))
            group.sort(key=lambda script: script.path.name)
        taken |= {script.path for script in group}
        groups.append(group)
    lonely = [group for group in groups if len(group) == 1 and group[0].is_remote]
    if len(lonely) == 2:
        groups = [group for group in groups if group not in lonely]
        groups.append([script for group in lonely for script in group])
    return groups


def _partner(path: Path) -> Path | None:
    """The path of the other script of a pair, judged by the name."""
    for own, other in (("-1", "-2"), ("-2", "-1")):
        if path.stem.endswith(own):
            return path.with_name(path.stem.removesuffix(own) + other + path.suffix)
    return None
