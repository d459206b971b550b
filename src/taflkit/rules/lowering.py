"""What the compiled kernel can do, in the words of the rules.

A strategy with a method `lower` says in these words what it does, and the kernel then answers exactly as it would
itself. A strategy without that method is no worse: its rules run in Python.
"""

from __future__ import annotations

from typing import Protocol, TypeGuard, runtime_checkable

from taflkit.rules.play import Verdict
from taflkit.rules.protocols import Capture, Hostility

#: Of pieces or areas.
Names = tuple[str, ...]


class Lowering(Protocol):
    """Every rule that the kernel knows; each means what the built-in strategy of that name does."""

    def slide(self, pieces: Names, distance: int | None) -> None:
        """Pieces slide along lines."""

    def jump(self, pieces: Names, over: Names, area: Names) -> None:
        """Pieces leap over an enemy; an area that is empty of names is no restriction."""

    def hostile_enemies(self, armed: Names) -> None:
        """The squares of armed enemies are hostile."""

    def hostile_area(self, area: Names, to: Names) -> None:
        """An area is hostile, whether it is empty or not."""

    def hostile_empty_area(self, area: Names, to: Names) -> None:
        """An area is hostile while it is empty."""

    def hostile_edge(self, to: Names) -> None:
        """What is beyond the edge is hostile."""

    def hostile_beset_king(self, area: Names, enemies: int, to: Names) -> None:
        """The square of a king in an area is hostile when so many attackers stand beside him."""

    def custodial(self, victims: Names, by: Names, hostility: tuple[Hostility, ...] | None) -> None:
        """Pieces are captured between two hostile squares; `hostility` replaces that of the rules."""

    def surrounded(self, victims: Names, sides: int) -> None:
        """Pieces are captured by hostile squares on so many sides."""

    def by_area(self, area: Names, inside: Capture, outside: Capture) -> None:
        """One way of capture in an area, another elsewhere; both are asked how they are lowered."""

    def shieldwall(self, victims: Names, closed_by: Names, flanking: bool) -> None:
        """Rows of pieces on the edge are captured together."""

    def jump_capture(self, pieces: Names) -> None:
        """Pieces capture what they leap over."""

    def king_captured(self) -> None:
        """The attackers win by capturing the last king."""

    def king_reaches(self, area: Names) -> None:
        """The defenders win when a king stands on the area."""

    def encirclement(self) -> None:
        """The attackers win when no defender can reach the edge."""

    def all_men_captured(self, king_alone: bool) -> None:
        """A side without men loses."""

    def open_ways(self, area: Names, ways: int) -> None:
        """The defenders win when the king has so many ways to the area."""

    def exit_fort(self) -> None:
        """The defenders win when the king is in a fort on the edge."""

    def repetition_ends(self, occurrences: int, result: Verdict, symmetric: bool) -> None:
        """The game ends when a position occurs so many times."""

    def repetition_forbidden(self) -> None:
        """No move may bring back a position."""

    def repetition_ignored(self) -> None:
        """Positions may come back."""

    def no_moves_loses(self) -> None:
        """A side that cannot move loses."""

    def no_moves_draws(self) -> None:
        """The game is a draw when the side to move cannot."""

    def one_move(self) -> None:
        """A turn is one move."""

    def berserk(self, escape: Names) -> None:
        """A piece that has captured goes on capturing; a king may also go on to `escape`."""

    def captureless_limit(self, plays: int, result: Verdict) -> None:
        """The game ends after so many plays without a capture."""

    def turn_limit(self, turns: int, result: Verdict) -> None:
        """The game ends after so many turns."""


@runtime_checkable
class Lowers(Protocol):
    """A strategy that says how it is lowered."""

    def lower(self, to: Lowering) -> None:
        """Say in the kernel's words what the strategy does, on any board."""


def says_how_it_is_lowered(strategy: object) -> TypeGuard[Lowers]:
    """Whether a strategy's own class says so: a subclass may do something else than the class it inherits from."""
    return isinstance(strategy, Lowers) and "lower" in vars(type(strategy))
