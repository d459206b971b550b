"""Traits: what rules state about themselves, so that searches and other rules may take shortcuts.

A class declares its traits in an attribute `traits`, whose value is the traits of the question that it answers:

    traits = CaptureTraits(only_beside=True)

Where they depend on the fields of the rule, `traits` is a property. Every trait is optional, and what is not stated is
unknown: nobody relies on it. Traits count only if the strategy's own class declares them: what a class inherits says
nothing about what its subclass does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

import attrs

from taflkit.board import Board, Position, Side
from taflkit.errors import wrong_type
from taflkit.rules.fields import names
from taflkit.rules.play import Verdict
from taflkit.rules.protocols import Composition, HostileSquares

_Traits = TypeVar("_Traits")
_NAME = "traits"

SquaresOf = Callable[[Board], int]
"""From a board to some of its squares."""


def _yes_or_no() -> bool:
    return attrs.field(default=False, validator=attrs.validators.instance_of(bool))


_FUNCTION = attrs.validators.optional(attrs.validators.is_callable())


@attrs.frozen(kw_only=True)
class MovementTraits:
    """What a `Movement` may state about itself."""

    steps: bool = _yes_or_no()
    """A piece can always go to an empty square beside it, unless that square is closed to it."""


@attrs.frozen(kw_only=True)
class HostilityTraits:
    """What a `Hostility` may state about itself."""

    places: SquaresOf | None = attrs.field(default=None, validator=_FUNCTION)
    """All squares that may be hostile by this rule while no enemy of the victim stands on them.

    `board.grid.outside_mask` stands for what is off the board.
    """


@attrs.frozen
class Siege:
    """A position in which one side can bring its pieces to some squares and not to others."""

    standing: int
    """The men of the besieged side that have not been captured."""
    reached: int
    """The squares that the besiegers can reach."""
    bare: Position
    """The standing men and the kings alone, without any besieger."""
    held: tuple[Position, ...]
    """For each kind of besieging piece: the same position with such a piece on every square of `reached`."""

    def hostile(self, hostile: HostileSquares) -> int:
        """The squares that may be hostile, wherever the besiegers stand."""
        found = hostile(self.bare)
        for position in self.held:
            found |= hostile(position)
        return found


CouldTake = Callable[[Siege], int]
"""From a siege to the squares of the standing men that the besiegers may capture."""


@attrs.frozen(kw_only=True)
class CaptureTraits:
    """What a `Capture` may state about itself."""

    victims: tuple[str, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(names))
    """The names of the only pieces that it takes."""
    only_beside: bool = _yes_or_no()
    """It takes only pieces beside the square moved to."""
    only_between: bool = _yes_or_no()
    """It takes only pieces beside the square moved to for which the opposite square is hostile."""
    only_edge_rows: bool = _yes_or_no()
    """It takes only pieces on the edge, by a move to the edge, where two or more of them stand."""
    anvils: Callable[[Composition], int] | None = attrs.field(default=None, validator=_FUNCTION)
    """From the rules to the only squares that it counts as hostile, besides those held by enemies of the victim.

    A capture that states this takes only pieces with a hostile square beside them that is not the square moved to.
    """
    could_take: Callable[[Composition, Side], CouldTake] | None = attrs.field(default=None, validator=_FUNCTION)
    """From the rules to the function that finds which men of a side its enemies may capture so in a siege.

    It must name every man that they may capture; it may name others.
    """


@attrs.frozen(kw_only=True)
class EndingTraits:
    """What an `Ending` may state about itself."""

    winner: Side | None = attrs.field(
        default=None, validator=attrs.validators.optional(attrs.validators.instance_of(Side))
    )
    """The only side that can win by it."""
    only_kings: bool = _yes_or_no()
    """It comes only of a move or a capture of a king."""
    only_captures: bool = _yes_or_no()
    """It comes only of a capture."""
    only_encircled: bool = _yes_or_no()
    """It comes only of a move after which no defender can walk over empty squares to the edge."""
    goal: SquaresOf | None = attrs.field(default=None, validator=_FUNCTION)
    """The squares where the defenders win when a king stands on one of them, and only then."""
    king_squares: SquaresOf | None = attrs.field(default=None, validator=_FUNCTION)
    """The squares on one of which a king must stand for the game to end so."""


@attrs.frozen(kw_only=True)
class RepetitionTraits:
    """What a `Repetition` may state about itself."""

    ignored: bool = _yes_or_no()
    """Repetition has no effect."""
    ends_after: tuple[int, Verdict] | None = attrs.field(
        default=None, validator=attrs.validators.optional(attrs.validators.instance_of(tuple))
    )
    """At which occurrence of the same position the game ends, and who wins, if this is the whole rule."""
    only_occurrences: bool = _yes_or_no()
    """Of the past only this matters: how often each position has occurred since pieces last left the board."""


@attrs.frozen(kw_only=True)
class GameLimitTraits:
    """What a `GameLimit` may state about itself."""

    only_counts: bool = _yes_or_no()
    """Of the past only two counts matter: the turns taken, and the moves since the last capture."""


TRAITS: Mapping[str, type] = MappingProxyType(
    {
        "movement": MovementTraits,
        "hostility": HostilityTraits,
        "captures": CaptureTraits,
        "king": CaptureTraits,
        "endings": EndingTraits,
        "repetition": RepetitionTraits,
        "limits": GameLimitTraits,
    }
)
"""The traits of the questions that have some, by the names of the questions in `QUESTIONS`."""


def traits_of(strategy: object, wanted: type[_Traits]) -> _Traits:
    """The traits that the strategy's own class declares; all are unknown if it declares none.

    Args:
        strategy: A rule.
        wanted: The traits of the question that it answers, such as `CaptureTraits`.

    Raises:
        TypeError: The class declares something else than traits of this question.
    """
    found = getattr(strategy, _NAME) if _NAME in vars(type(strategy)) else None
    if found is None:
        return wanted()
    if not isinstance(found, wanted):
        raise wrong_type(f"{wanted.__name__} as the traits of {type(strategy).__name__}", found)
    return found
