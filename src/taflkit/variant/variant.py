"""Variants: named games with their rules, start positions and descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from taflkit.board import Board, Geometry, Position, Side
from taflkit.errors import wrong_type
from taflkit.evaluation.network import Network
from taflkit.rules import Reason, Rules
from taflkit.rules.fields import say_rule
from taflkit.variant.book import Book
from taflkit.variant.digest import rules_digest
from taflkit.variant.examples import Example
from taflkit.variant.pickling import PickledByName
from taflkit.variant.schema import Weights

if TYPE_CHECKING:
    from taflkit.kernel import KernelStatus


@attrs.frozen
class Variant(PickledByName):
    """A named game: its rules, its start position and its description."""

    name: str
    """The name by which it is loaded."""
    rules: Rules
    """The rules."""
    start: Position
    """The start position."""
    title: str = ""
    """The name as printed; empty for the name itself."""
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
    disputed: tuple[Reason, ...] = ()
    """Endings of the rules after which real games also went on."""
    attackers: str = "Attackers"
    """What the attacking player is called."""
    defenders: str = "Defenders"
    """What the player with the king is called."""
    examples: tuple[Example[Position], ...] = ()
    """Facts that hold under the rules."""
    weights: Weights = attrs.field(factory=Weights)
    """The weights of the default evaluation in this variant."""
    network: Network | None = None
    """What the default evaluation has learned about this variant besides. One of another board is left out."""
    book: Book | None = None
    """What the default player plays in the opening. One of another board is left out."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise wrong_type("the Rules of a variant", self.rules)
        if not isinstance(self.start, Position):
            raise wrong_type("the start Position of a variant", self.start)
        # Files that do not fit are refused. Here a variant was taken to another board, as `attrs.evolve` does.
        if self.network is not None and not self.network.fits(self.board.grid):
            object.__setattr__(self, "network", None)
        if self.book is not None and not self.book.fits(self.board):
            object.__setattr__(self, "book", None)

    @property
    def board(self) -> Board:
        """The board with its kinds of piece."""
        return self.rules.board

    @property
    def geometry(self) -> Geometry:
        """The board's size and regions."""
        return self.rules.board.geometry

    @property
    def digest(self) -> str | None:
        """What tells the rules, the board and the start position from others; `None` if a rule is no attrs object.

        Neither the description nor the evaluation is part of it, nor how the file spells the rules.
        """
        return rules_digest(self.rules, self.start)

    @property
    def kernel(self) -> KernelStatus:
        """Whether the compiled kernel runs these rules, and if not, why."""
        from taflkit.kernel import runner_for

        return runner_for(self.rules).status

    def side_name(self, side: Side) -> str:
        """Return what a player is called."""
        return self.attackers if side is Side.ATTACKERS else self.defenders

    def __str__(self) -> str:
        """Print the title."""
        return self.title or self.name

    def __repr__(self) -> str:
        """Print the name and the size of the board."""
        grid = self.board.grid
        return f"<Variant {self.name}, {grid.width} by {grid.height}>"

    def _repr_html_(self) -> str:
        """Show the start position and the rules in a notebook."""
        from taflkit.render.notebook import variant_html

        return variant_html(self)


def explain(variant: Variant) -> list[str]:
    """Return sentences about the board, the pieces and every rule."""
    start = variant.start
    grid = variant.board.grid
    men = {side: (start.side_mask(side) & ~start.kings_mask).bit_count() for side in Side}
    return [
        f"The board has {grid.width} by {grid.height} squares.",
        *(
            f"The {name} {'is' if len(squares) == 1 else 'are'} {' '.join(map(str, squares))}."
            for name, _ in variant.geometry.regions
            for squares in [variant.geometry.squares(name)]
        ),
        f"The {_player(variant, Side.ATTACKERS)} have {men[Side.ATTACKERS]} men.",
        f"The {_player(variant, Side.DEFENDERS)} have {men[Side.DEFENDERS]} men and the king.",
        f"The {start.to_move} move first.",
        *(say_rule(strategy) for strategy in variant.rules.strategies),
    ]


def _player(variant: Variant, side: Side) -> str:
    name = variant.side_name(side)
    return str(side) if name.lower() == side.value else f"{side} ({name})"
