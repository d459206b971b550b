"""`player`: who picks the moves, by level or as a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs

from taflkit.engines.enginesearcher import PROTOCOLS, open_engine
from taflkit.errors import TaflError, check_type, near, nearest
from taflkit.games import MoveT, Playable
from taflkit.search import (
    MAX_LEVEL,
    Cancel,
    OnReport,
    Searcher,
    SearchLimit,
    SearchReport,
    level_searcher,
    searcher_named,
    searcher_names,
)

#: What comes before the number of a level.
_LEVEL: Final = "level"
_LIMITS: Final[dict[str, Callable[[str], Any]]] = {"depth": int, "nodes": int, "seconds": float}


@attrs.frozen
class PlayerText:
    """A player as a text, read: a level or the name of a searcher, or an engine."""

    name: str
    """`level` with its number, such as `level:3`; the name of a searcher; or the protocol of an engine."""
    limit: SearchLimit | None = None
    """How far it looks, if the text says so."""
    command: str | None = None
    """The command line of the engine; `None` for a searcher of taflkit or of a plug-in."""

    @property
    def is_level(self) -> bool:
        """Whether it is a level."""
        return self.name.startswith(f"{_LEVEL}:")

    def __str__(self) -> str:
        if self.command is not None:
            return f"{self.name}:{self.command}"
        return self.name if self.limit is None else f"{self.name}:{_limit_text(self.limit)}"

    def make(self, seed: int = 0) -> Searcher:
        """The player. An engine is started, and runs until it is closed.

        Args:
            seed: Decides between equally good moves, and when and how a level goes wrong.

        Raises:
            EngineError: If the engine cannot be started, or does not speak the protocol.
        """
        if self.command is not None:
            made: Searcher = open_engine(self.command, self.name)
        elif self.is_level:
            made = level_searcher(int(self.name.partition(":")[2]), seed=seed)
        else:
            made = searcher_named(self.name)(seed)
        return made if self.limit is None else _Limited(made, self.limit)


def player(which: int | str = MAX_LEVEL, *, seed: int = 0) -> Searcher:
    """A player: a searcher whose usual effort is known, so that `search(game)` needs no limit.

    Args:
        which: A level from 1, for beginners, to `MAX_LEVEL`; or a text: `level:3`, `montecarlo`,
            `alphabeta:nodes=2000`, `uci:./engine` and so on. An engine is started, and runs until it is closed.
        seed: Decides between equally good moves, and when and how a level goes wrong. An engine has a seed of its own.

    Raises:
        TypeError: if it is neither a number nor a text.
        ValueError: if there is no such level.
        TaflError: if the text cannot be read, or there is no searcher of that name.
        EngineError: if the engine cannot be started, or does not speak the protocol.
    """
    if isinstance(which, int):
        return level_searcher(which, seed=seed)
    read = parse_player(which)
    if read is None:
        name = which.partition(":")[0]
        hint = nearest(name, (*searcher_names(), _LEVEL, *PROTOCOLS))
        raise TaflError(f"there is no searcher called {which!r}; {hint}")
    return read.make(seed)


def parse_player(text: str) -> PlayerText | None:
    """Read `level:3`, `alphabeta`, `alphabeta:nodes=2000`, `montecarlo:depth=3,seconds=0.1` or `uci:./engine`.

    Returns:
        The player, or `None` if the text begins with neither `level` nor the name of a searcher nor a protocol.

    Raises:
        TypeError: If it is no text.
        TaflError: If there is no such level, or the limits after a name cannot be read.
    """
    check_type(text, str, "the name of a player as a text")
    name, colon, rest = text.strip().partition(":")
    if colon and name in PROTOCOLS:
        return PlayerText(name, command=rest)
    if name == _LEVEL:
        level, _, rest = rest.partition(":")
        if not level.isdecimal() or len(level) > len(str(MAX_LEVEL)) or not 1 <= int(level) <= MAX_LEVEL:
            raise TaflError(f"{text!r} is no level; write {_LEVEL}:1 to {_LEVEL}:{MAX_LEVEL}")
        name, colon = f"{_LEVEL}:{level}", rest
    elif name not in searcher_names():
        return None
    return PlayerText(name, _parse_limit(rest, text) if colon else None)


@attrs.frozen
class _Limited:
    """A searcher that is given a limit for searches without one."""

    searcher: Searcher
    limit: SearchLimit

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit | None = None,
        *,
        lines: int = 1,
        moves: Sequence[MoveT] | None = None,
        on_report: OnReport[MoveT] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """Look for the best move; see `Searcher.search`."""
        limit = self.limit if limit is None else limit
        return self.searcher.search(game, limit, lines=lines, moves=moves, on_report=on_report, cancel=cancel)


def _limit_text(limit: SearchLimit) -> str:
    return ",".join(
        f"{name}={value:g}" if name == "seconds" else f"{name}={value}"
        for name in _LIMITS
        if (value := getattr(limit, name)) is not None
    )


def _parse_limit(text: str, whole: str) -> SearchLimit:
    values = {}
    for word in text.split(","):
        key, _, value = word.partition("=")
        if key not in _LIMITS:
            hint = "".join(f"; did you mean {found!r}?" for found in near(key, _LIMITS)[:1])
            raise TaflError(
                f"{whole!r}: expected {' or '.join(f'{name}=NUMBER' for name in _LIMITS)}, not {word!r}{hint}"
            )
        try:
            values[key] = _LIMITS[key](value)
        except ValueError:
            raise TaflError(f"{whole!r}: {value!r} is not a number") from None
    try:
        return SearchLimit(**values)
    except ValueError as error:
        raise TaflError(f"{whole!r}: {error}") from None
