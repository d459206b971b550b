"""A variant: a named game with its rules, its start position, and what is to be said about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from taflkit.board import Board, Geometry, Position, Side
from taflkit.rules import Reason, Rules
from taflkit.rules.fields import say_rule
from taflkit.variant.schema import Weights

if TYPE_CHECKING:
    from taflkit.engine import KernelStatus


@attrs.frozen
class Example:
    """A fact about a variant: a position, a move, and what must happen."""

    says: str
    position: Position
    #: Moves that are played first, and the move that shows the rule.
    before: tuple[str, ...]
    move: str
    legal: bool = True
    #: The squares where pieces are captured; `None` when the example does not speak of captures.
    captures: tuple[str, ...] | None = None
    #: Whether the game is over after the move, who won (`None` for a draw) and why; all unsaid when `over` is `None`.
    over: bool | None = None
    winner: Side | None = None
    reason: Reason | None = None


@attrs.frozen
class Variant:
    """A named game: its rules, its start position, and what is to be said about it."""

    name: str
    rules: Rules
    start: Position
    title: str = ""
    summary: str = ""
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    #: What is not certain about these rules.
    doubtful: tuple[str, ...] = ()
    #: What the players are called.
    attackers: str = "Attackers"
    defenders: str = "Defenders"
    examples: tuple[Example, ...] = ()
    #: What the default evaluation weighs in this variant.
    weights: Weights = attrs.field(factory=Weights)

    @property
    def board(self) -> Board:
        """The board with its kinds of piece."""
        return self.rules.board

    @property
    def geometry(self) -> Geometry:
        """The board's size and regions."""
        return self.rules.board.geometry

    @property
    def kernel(self) -> KernelStatus:
        """Whether the compiled kernel runs these rules, and if not, why."""
        from taflkit.engine import engine_for

        return engine_for(self.rules).status

    def side_name(self, side: Side) -> str:
        """What a player is called."""
        return self.attackers if side is Side.ATTACKERS else self.defenders

    def __str__(self) -> str:
        """Print the title."""
        return self.title or self.name


def explain(variant: Variant) -> list[str]:
    """Sentences about the board, the pieces and every rule."""
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
