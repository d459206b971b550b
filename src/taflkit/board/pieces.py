"""Sides and kinds of piece."""

from __future__ import annotations

import enum

import attrs

from taflkit.errors import wrong_type

KING_KIND = "king"
"""The kind of every king."""
MAN_KIND = "man"
"""The kind of plain men, of either side."""


class Side(enum.Enum):
    """The attackers, who surround, or the defenders, who have the king."""

    ATTACKERS = "attackers"
    """The side without a king."""
    DEFENDERS = "defenders"
    """The side of the king."""

    # The hash of `Enum` runs Python code, and sides are hashed in hot code.
    __hash__ = object.__hash__

    @property
    def other(self) -> Side:
        """The opponent."""
        return _OTHER[self]

    def __str__(self) -> str:
        """Print the plain word."""
        return self.value


_OTHER = {Side.ATTACKERS: Side.DEFENDERS, Side.DEFENDERS: Side.ATTACKERS}


@attrs.frozen
class Piece:
    """A kind of piece of one side, and the letter that stands for it in pictures.

    Rules refer to pieces by `names`: every piece is one of `everyone`; an attackers' piece one of the
    `attackers`; a king is `king`; any other piece of the king's side is one of the `defenders`; all but kings are
    `men`; and each kind has its own name, such as `knight`.
    """

    side: Side
    """The side that moves it."""
    kind: str
    """The kind: `man`, `king` or another such as `knight`."""
    letter: str = attrs.field(eq=False)
    """The letter in pictures and position texts."""
    names: frozenset[str] = attrs.field(init=False, eq=False, repr=False)
    """The names by which rules refer to it."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.side, Side):
            raise wrong_type("a Side, such as Side.ATTACKERS", self.side)
        for text in (self.kind, self.letter):
            if not isinstance(text, str):
                raise wrong_type("the kind and the letter of a piece as texts", text)
        names = {"everyone", self.kind}
        if not self.is_king:
            names |= {"men", self.side.value}
        object.__setattr__(self, "names", frozenset(names))

    @property
    def is_king(self) -> bool:
        """Whether it is a king, the piece that the game is about."""
        return self.kind == KING_KIND

    def is_one_of(self, names: tuple[str, ...]) -> bool:
        """Whether any of the names refers to this piece."""
        return not self.names.isdisjoint(names)

    def __str__(self) -> str:
        """Print as a player would say it: `attacker`, `king`, `defending knight`."""
        if self.is_king:
            return self.kind
        if self.kind == MAN_KIND:
            return self.side.value[:-1]
        return f"{self.side.value[:-3]}ing {self.kind}"


ATTACKER = Piece(Side.ATTACKERS, MAN_KIND, "A")
"""A plain man of the attackers."""
DEFENDER = Piece(Side.DEFENDERS, MAN_KIND, "D")
"""A plain man of the defenders."""
KING = Piece(Side.DEFENDERS, KING_KIND, "K")
"""The king."""
