"""The rules of a variant in plain sentences; each strategy says its own."""

from __future__ import annotations

from taflkit.board import Side
from taflkit.rules.capture import say
from taflkit.variant.variant import Variant


def explain(variant: Variant) -> list[str]:
    """Sentences about the board, the pieces and every rule."""
    start = variant.start
    grid = variant.board.grid
    men = {side: (start.of(side) & ~start.kings).bit_count() for side in Side}
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
        *(say(strategy) for strategy in variant.rules.strategies),
    ]


def _player(variant: Variant, side: Side) -> str:
    name = variant.side_name(side)
    return str(side) if name.lower() == side.value else f"{side} ({name})"
