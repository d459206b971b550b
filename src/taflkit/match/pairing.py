"""`Pairing`: everything that decides the two games of an opening, as a value that other processes can be sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import attrs

from taflkit.engines.play import CommandEngine
from taflkit.games import AnyKind, RecordedGame, find_kind
from taflkit.games.history import start_of
from taflkit.match.engine_seat import EngineEntrant
from taflkit.match.entrants import Entrant, SearcherEntrant
from taflkit.match.limits import GameLimits
from taflkit.players import parse_player
from taflkit.search import Searcher

GameT = TypeVar("GameT", bound=RecordedGame[Any])

AnyEntrant = Entrant | Searcher | Callable[[int], Searcher] | str | Sequence[str]
"""What can be made an entrant: see `entrant`."""


def entrant(given: AnyEntrant, *, restart: bool = False) -> Entrant:
    """Make an entrant.

    Args:
        given: An entrant; a searcher, or a function that makes one from a seed; a text such as `alphabeta`,
            `alphabeta:nodes=2000` or `level:3`; a protocol, a colon and a command line, such as `uci:./my-engine`; the
            command line of a program that speaks the command language, as any other text or as its words.
        restart: Whether a program is started anew for every game.

    Raises:
        TaflError: If a text cannot be read.
        TypeError: If it is something else.
    """
    if isinstance(given, Entrant):
        return given
    if isinstance(given, str):
        read = parse_player(given)
        if read is None:
            return EngineEntrant(given, CommandEngine.protocol, restart, name=given)
        if read.command is not None:
            return EngineEntrant(read.command, read.name, restart, name=given)
        return SearcherEntrant(read.name, read.limit)
    if callable(given) or hasattr(given, "search"):
        return SearcherEntrant(given)
    return EngineEntrant(given, CommandEngine.protocol, restart)


def _entrants(given: Iterable[AnyEntrant]) -> tuple[Entrant, Entrant]:
    found = entrants(given)
    if len(found) != 2:
        raise TypeError(f"two entrants play a pairing, not {len(found)}")
    return found[0], found[1]


def entrants(given: Iterable[AnyEntrant]) -> tuple[Entrant, ...]:
    """Make several entrants.

    Raises:
        TaflError: If a text cannot be read.
        TypeError: If one of them is something else, or a text stands alone.
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise TypeError(f"expected the entrants of a match, such as ('alphabeta', './my-program'), not {given!r}")
    return tuple(entrant(each) for each in given)


@attrs.frozen
class Pairing(Generic[GameT]):
    """Two entrants who play an opening twice, each on both sides."""

    entrants: tuple[Entrant, Entrant] = attrs.field(converter=_entrants)
    """Both entrants, each as `entrant` accepts it."""
    opening: GameT
    """Where both games begin."""
    seed: int = 0
    """The seed that both entrants are given."""
    limits: GameLimits = attrs.field(factory=GameLimits)
    """How long a game and its moves may take."""
    variant_name: str | None = None
    """The name or path by which the programs load the variant; `None` if they play it without being told."""

    number: int = attrs.field(default=0, kw_only=True)
    """The number of the pairing in its match, from 0."""
    indices: tuple[int, int] = attrs.field(default=(0, 1), kw_only=True)
    """The numbers of the entrants in their match, from 0."""
    kind: AnyKind = attrs.field(kw_only=True)
    """The kind of game; found by the class of the opening unless given."""

    @kind.default
    def _kind_of_opening(self) -> AnyKind:
        return kind_of_opening(self.opening)

    def __attrs_post_init__(self) -> None:
        check_opening(self.opening, self.kind)


def kind_of_opening(opening: object) -> AnyKind:
    """The kind of game of an opening.

    Raises:
        TypeError: If it is not a game.
    """
    kind = find_kind(opening)
    if kind is None or not isinstance(opening, kind.game_type):
        raise TypeError(f"an opening is a Game, not {opening!r}")
    return kind


def check_opening(opening: RecordedGame[Any], kind: AnyKind) -> None:
    """Refuse what games cannot begin with.

    Raises:
        TypeError: If it is not a game of that kind.
        ValueError: If the game is over, or commands cannot set up its start.
    """
    if not isinstance(opening, kind.game_type):
        raise TypeError(f"an opening is a Game, not {opening!r}")
    if opening.outcome is not None:
        raise ValueError(f"the opening is over: {opening.outcome}")
    begin, variant = start_of(opening), kind.variant_of(opening)
    if begin.key == kind.start(variant).key:
        return
    if kind.set_up(variant, begin.to_move, kind.format_set_up(begin).split()).key != begin.key:
        raise ValueError(f"the command set cannot set up the start of the opening, {kind.format_position(begin)}")
