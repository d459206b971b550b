"""`AtaxxVariant`: a game of Ataxx with its start, its limit and its description."""

from __future__ import annotations

import attrs

from taflkit.games.ataxx.endings import JUMPS_25, ExtendLimit
from taflkit.games.ataxx.fen import Fen
from taflkit.games.ataxx.position import START, Position
from taflkit.variant.digest import digest_of
from taflkit.variant.examples import Example
from taflkit.variant.pickling import PickledByName


@attrs.frozen
class AtaxxVariant(PickledByName):
    """A variant of Ataxx; by default the board game itself, without a description."""

    name: str = "ataxx"
    """The name by which it is loaded."""
    title: str = "Ataxx"
    """The name as printed."""
    summary: str = ""
    """One or two sentences about the variant."""
    aliases: tuple[str, ...] = ()
    """Other names by which it is loaded."""
    sources: tuple[str, ...] = ()
    """Where the rules come from."""
    doubtful: tuple[str, ...] = ()
    """What is not certain about the rules."""
    featured: bool = False
    """Whether lists show it first."""
    start: Position = START
    """The start position, blocks included."""
    limit: ExtendLimit = JUMPS_25
    """How much may be played without an extend."""
    examples: tuple[Example[Fen], ...] = ()
    """Facts that hold under the rules."""

    @property
    def digest(self) -> str | None:
        """What tells the start position and the limit from others."""
        return digest_of("ataxx", {"start": self.start.picture, "first": self.start.to_move, "limit": self.limit})

    def __str__(self) -> str:
        """Print the title."""
        return self.title or self.name

    def _repr_html_(self) -> str:
        """Show the start position and the rules in a notebook."""
        from taflkit.render.notebook import variant_html

        return variant_html(self)
