"""What searches in the kernel know: the evaluation, and facts about the rules."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from taflkit.board import Position, indices_of, union
from taflkit.evaluation.terms import KernelEvaluation, diagonal_of, goal_of, material
from taflkit.rules import Rules
from taflkit.rules.capture import spares_kings
from taflkit.rules.traits import CaptureTraits, traits_of

_GOAL, _SPECIAL, _DIAGONAL = 1, 2, 4


class CaptureFacts(NamedTuple):
    """What the captures of some rules state about themselves, for searches in Python and in the kernel."""

    only_beside: bool
    """Whether kings are captured only beside the square moved to, and only with another hostile square beside them."""
    plain_anvils: bool
    """Whether a piece beside the mover is captured only between it and an enemy or a special square."""
    special: int
    """The squares of regions, and those that captures may count as hostile without an enemy on them, as a mask."""

    @classmethod
    def of(cls, rules: Rules) -> CaptureFacts:
        """Ask the captures for their traits."""
        board, grid = rules.board, rules.board.grid
        stated = [(capture, traits_of(capture, CaptureTraits)) for capture in (*rules.captures, *rules.king)]
        anvils = union(traits.anvils(rules) for _, traits in stated if traits.anvils is not None)
        only_beside = all(
            spares_kings(capture, board) or (traits.only_beside and traits.anvils is not None)
            for capture, traits in stated
        )
        plain_anvils = not anvils & grid.outside_mask and all(
            traits.only_edge_rows or (traits.only_between and traits.anvils is not None) for _, traits in stated
        )
        special = union(mask for _, mask in board.geometry.regions) | anvils & grid.everywhere_mask
        return cls(only_beside, plain_anvils, special)


def knowledge_words(rules: Rules, start: Position, evaluation: KernelEvaluation) -> bytes:
    """Return what searches know, as the words that the kernel reads (`native/core/search.h`).

    Args:
        rules: The rules.
        start: The position with which the evaluation compares the men of others.
        evaluation: The evaluation.
    """
    facts = CaptureFacts.of(rules)
    flags = [0] * len(rules.board.grid.squares)
    for mask, flag in ((goal_of(rules), _GOAL), (facts.special, _SPECIAL), (diagonal_of(rules), _DIAGONAL)):
        for square in indices_of(mask):
            flags[square] += flag
    even = material(start, *evaluation.weights[:2])
    numbers = (even, rules.board.king_indices[0] + 1, facts.only_beside, facts.plain_anvils)
    network = array("i", [0]) if evaluation.network is None else evaluation.network.words()
    return (array("i", [*evaluation.weights, *numbers, *flags]) + network).tobytes()
