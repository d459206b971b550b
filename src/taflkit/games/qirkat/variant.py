"""`QirkatVariant`: a game of Qirkat with its start and its description."""

from __future__ import annotations

import attrs

from taflkit.games.qirkat.position import START, Position
from taflkit.variant.digest import digest_of
from taflkit.variant.examples import Example
from taflkit.variant.pickling import PickledByName


@attrs.frozen
class QirkatVariant(PickledByName):
    """A variant of Qirkat; by default the usual game, without a description."""

    name: str = "qirkat"
    """The name by which it is loaded."""
    title: str = "Qirkat"
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
    """The start position."""
    examples: tuple[Example[Position], ...] = ()
    """Facts that hold under the rules."""

    @property
    def digest(self) -> str | None:
        """What tells the start position from others."""
        return digest_of("qirkat", {"start": self.start.picture, "first": self.start.to_move})

    def __str__(self) -> str:
        """Print the title."""
        return self.title or self.name

    def _repr_html_(self) -> str:
        """Show the start position and the rules in a notebook."""
        from taflkit.render.notebook import variant_html

        return variant_html(self)
