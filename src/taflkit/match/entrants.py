"""Entrants: who plays in a match, as values that can be sent to other processes."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeGuard, TypeVar, runtime_checkable

import attrs

from taflkit.errors import TaflError
from taflkit.games import Player
from taflkit.players import PlayerText, parse_player
from taflkit.search import (
    Score,
    Searcher,
    SearchLimit,
    check_searcher,
    searcher_named,
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
            return str(PlayerText(self.searcher, self.limit))
        return getattr(self.searcher, "__name__", None) or type(self.searcher).__name__

    def __attrs_post_init__(self) -> None:
        if isinstance(self.searcher, str):
            read = parse_player(self.searcher)
            if read is None or read.name != self.searcher:
                searcher_named(self.searcher)  # There is none; this says which there are.
        elif not _makes_searchers(self.searcher):
            check_searcher(self.searcher)

    @property
    def keeps_running(self) -> bool:
        """Nothing is started for it."""
        return False

    def make(self, seed: int) -> Searcher:
        """The searcher for a game."""
        if not isinstance(self.searcher, str):
            return check_searcher(self.searcher(seed) if _makes_searchers(self.searcher) else self.searcher)
        return PlayerText(self.searcher).make(seed)

    def sit(self) -> Seat:
        """Take a seat."""
        from taflkit.match.searcher_seat import SearcherSeat

        is_level = isinstance(self.searcher, str) and PlayerText(self.searcher).is_level
        return SearcherSeat(self.make, self.limit, has_usual_limit=is_level)


def _makes_searchers(given: Searcher | Callable[[int], Searcher]) -> TypeGuard[Callable[[int], Searcher]]:
    """Whether it is a function from a seed to a searcher, instead of a searcher. A class is neither."""
    return callable(given) and not isinstance(given, type) and not hasattr(given, "search")
