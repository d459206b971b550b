"""Entrants: who plays in a match, as values that can be sent to other processes."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeGuard, TypeVar, runtime_checkable

import attrs

from taflkit.errors import TaflError, check_type, near
from taflkit.games import Player
from taflkit.search import (
    MAX_LEVEL,
    Score,
    Searcher,
    SearchLimit,
    check_searcher,
    level_searcher,
    searcher_named,
    searcher_names,
)

if TYPE_CHECKING:
    from taflkit.match.pairing import Pairing

MoveT_co = TypeVar("MoveT_co", covariant=True)


class Fault(enum.Enum):
    """What an entrant did wrong; the value says it as a clause."""

    CRASH = "crashed"
    TIME = "took too long"
    ILLEGAL = "made an illegal move"
    PROTOCOL = "broke the protocol"


class EntrantError(TaflError):
    """An entrant that failed in a game, which loses it."""

    def __init__(self, message: str, fault: Fault) -> None:
        """Keep what went wrong."""
        super().__init__(message)
        self.fault = fault

    def __reduce__(self) -> tuple[type[EntrantError], tuple[str, Fault]]:
        return type(self), (str(self), self.fault)


@attrs.frozen
class Answer(Generic[MoveT_co]):
    """What an entrant answers when it is asked for a move."""

    move: MoveT_co
    """The move, which is legal."""
    score: Score | None = None
    """How good it finds the position for itself, if it says so."""
    depth: int | None = None
    """How many plies it looked ahead, if it says so."""
    said_seconds: float | None = None
    """How long it says that it took."""


@attrs.frozen
class TimeLeft:
    """What an entrant may know of the clock when it is asked for a move."""

    move_seconds: float
    """Who takes longer for this move loses."""
    own: float | None = None
    """The seconds on its own clock, if there is one."""
    opponents: float | None = None
    """The seconds on the clock of its opponent."""


class Seat(Protocol):
    """An entrant at a board. It plays one game after another."""

    def begin(self, pairing: Pairing[Any], player: Player, /) -> None:
        """Begin a game of a pairing, as one of the players.

        Raises:
            EntrantError: If that fails.
        """

    def move(self, game: Any, left: TimeLeft, /) -> Answer[Any]:
        """The legal move that it makes in a game; the game goes on from the one that it was asked about before.

        Raises:
            EntrantError: If there is none.
        """

    def finish(self, game: Any, /) -> str:
        """Hear that the game is over by the rules; a remark if it does not agree, or an empty text."""

    @property
    def is_fit(self) -> bool:
        """Whether it can play another game."""

    @property
    def last_words(self) -> str:
        """What it said last about a failure, if anything."""

    def close(self) -> None:
        """Leave, and end what was started for it."""


@runtime_checkable
class Entrant(Protocol):
    """A participant in matches. It is a value: hashable, and picklable where games are played elsewhere."""

    @property
    def name(self) -> str:
        """What tables and records call it."""

    @property
    def keeps_running(self) -> bool:
        """Whether its seat is worth keeping for the next game, since taking it starts a program."""

    def sit(self) -> Seat:
        """Take a seat.

        Raises:
            TaflError: If a program cannot be started.
        """


@attrs.frozen
class SearcherEntrant:
    """A searcher in this process: by its name, or any object that is a `Searcher` or makes one from a seed."""

    searcher: str | Searcher | Callable[[int], Searcher]
    """The name of a searcher, `level:3` and the like, a searcher, or a function from a seed to a searcher."""
    limit: SearchLimit | None = None
    """How far it looks, instead of what the match says."""
    name: str = attrs.field(kw_only=True)
    """What tables and records call it."""

    @name.default
    def _own_name(self) -> str:
        if isinstance(self.searcher, str):
            return self.searcher if self.limit is None else f"{self.searcher}:{_limit_text(self.limit)}"
        return getattr(self.searcher, "__name__", None) or type(self.searcher).__name__

    def __attrs_post_init__(self) -> None:
        if isinstance(self.searcher, str):
            self.make(0)  # An unknown name is refused here.
        elif not _makes_searchers(self.searcher):
            check_searcher(self.searcher)

    @property
    def keeps_running(self) -> bool:
        """Nothing is started for it."""
        return False

    def make(self, seed: int) -> Searcher:
        """The searcher for a game.

        Raises:
            TaflError: If there is none of that name.
        """
        if not isinstance(self.searcher, str):
            return check_searcher(self.searcher(seed) if _makes_searchers(self.searcher) else self.searcher)
        name, _, level = self.searcher.partition(":")
        if name != _LEVEL:
            return searcher_named(self.searcher)(seed)
        if not level.isdecimal() or len(level) > len(str(MAX_LEVEL)) or not 1 <= int(level) <= MAX_LEVEL:
            raise TaflError(f"{self.searcher!r} is no level; write {_LEVEL}:1 to {_LEVEL}:{MAX_LEVEL}")
        return level_searcher(int(level), seed=seed)

    def sit(self) -> Seat:
        """Take a seat."""
        from taflkit.match.searcher_seat import SearcherSeat

        is_level = isinstance(self.searcher, str) and self.searcher.startswith(_LEVEL)
        return SearcherSeat(self.make, self.limit, has_usual_limit=is_level)


def _makes_searchers(given: Searcher | Callable[[int], Searcher]) -> TypeGuard[Callable[[int], Searcher]]:
    """Whether it is a function from a seed to a searcher, instead of a searcher. A class is neither."""
    return callable(given) and not isinstance(given, type) and not hasattr(given, "search")


#: What comes before the number of a level.
_LEVEL = "level"
_LIMITS: dict[str, Callable[[str], Any]] = {"depth": int, "nodes": int, "seconds": float}


def _limit_text(limit: SearchLimit) -> str:
    return ",".join(
        f"{name}={value:g}" if name == "seconds" else f"{name}={value}"
        for name in _LIMITS
        if (value := getattr(limit, name)) is not None
    )


def parse_searcher(text: str) -> SearcherEntrant | None:
    """Read `alphabeta`, `alphabeta:nodes=2000`, `montecarlo:depth=3,seconds=0.1` or `level:3`.

    Returns:
        The entrant, or `None` if the text does not begin with the name of a searcher.

    Raises:
        TaflError: If the limits after the name cannot be read.
    """
    check_type(text, str, "the name of a searcher and its limits as a text")
    name, colon, rest = text.strip().partition(":")
    if name == _LEVEL:
        level, _, rest = rest.partition(":")
        name, colon = f"{_LEVEL}:{level}", rest
    elif name not in searcher_names():
        return None
    return SearcherEntrant(name, _parse_limit(rest, text) if colon else None)


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
