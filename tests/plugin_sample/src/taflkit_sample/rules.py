"""A rule that taflkit does not have."""

from __future__ import annotations

import attrs

from taflkit.board import Position
from taflkit.rules.fields import PIECES, names, say_pieces


@attrs.frozen
class Step:
    """Pieces move one square along a row or column."""

    pieces: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """The empty squares beside the piece."""
        return position.board.grid.neighbour_masks[origin] & ~position.occupied_mask

    def sentence(self) -> str:
        """Say the rule."""
        return f"{say_pieces(self.pieces).capitalize()} may move one square along a row or column."
