"""Sides and pieces."""

from __future__ import annotations

import enum

import attrs

KING_KIND = "king"
MAN_KIND = "man"


class Side(enum.Enum):
    """The attackers, who surround, or the defenders, who have the king."""

    ATTACKERS = "attackers"
    DEFENDERS = "defenders"

    # Enum's own hash goes through Python code; sides are hashed in hot code.
    __hash__ = object.__hash__

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.DEFENDERS if self is Side.ATTACKERS else Side.ATTACKERS

    def __str__(self) -> str:
        """Print the plain word."""
        return self.value


@attrs.frozen
class Piece:
    """A kind of piece of one side, and the letter that stands for it in pictures.

    The rules speak of pieces by `names`: every piece is one of `everyone`; an attackers' piece one of the
    `attackers`; a king is `king`; any other piece of the king's side is one of the `defenders`; all but kings are
    `men`; and each kind has its own name, such as `knight`.
    """

    side: Side
    kind: str
    letter: str = attrs.field(eq=False)
    names: frozenset[str] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        names = {"everyone", self.kind}
        if not self.is_king:
            names |= {"men", self.side.value}
        object.__setattr__(self, "names", frozenset(names))

    @property
    def is_king(self) -> bool:
        """Whether the game turns on this piece."""
        return self.kind == KING_KIND

    def is_one_of(self, names: tuple[str, ...]) -> bool:
        """Whether any of the names means this piece."""
        return not self.names.isdisjoint(names)

    def __str__(self) -> str:
        """Print as a player would say it: `attacker`, `king`, `defending knight`."""
        if self.is_king:
            return self.kind
        if self.kind == MAN_KIND:
            return self.side.value[:-1]
        return f"{self.side.value[:-3]}ing {self.kind}"


ATTACKER = Piece(Side.ATTACKERS, MAN_KIND, "A")
DEFENDER = Piece(Side.DEFENDERS, MAN_KIND, "D")
KING = Piece(Side.DEFENDERS, KING_KIND, "K")
