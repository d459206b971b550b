"""Exit forts, whatever captures there are: the rules, the compiled kernel and the naive engine judge them alike."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from taflkit import Position, Reason, Side, Variant
from taflkit.board import Board
from taflkit.kernel import installed
from taflkit.kernel.encoding import encode_position
from taflkit.rules import Enemies, ExitFort
from taflkit.testing import variants
from tests.kernel.compositions import captures, hostility
from tests.naive.board import DEFENDERS, read_ground, read_situation
from tests.naive.captures import Captures
from tests.naive.endings import Endings
from tests.naive.moves import Moves
from tests.runners import kernel_of

pytest.importorskip("taflkit.kernel._native", reason="the extension is not installed")


def _hostility(draw: DrawFn, board: Board) -> Any:
    return (Enemies(), *hostility(draw, board))


FORTS = variants(
    hostility=_hostility,
    captures=lambda draw, board: tuple(captures(draw, board)),
    endings=lambda draw, board: (ExitFort(),),
)


@st.composite
def besieged(draw: DrawFn) -> tuple[Variant, Position]:
    """A king on the edge among many defenders, in a game that only an exit fort ends."""
    variant = draw(FORTS)
    board = variant.board
    kinds = [0] * len(board.pieces)
    shore = [square for square in range(len(board.grid.squares)) if board.grid.edge_mask >> square & 1]
    king = draw(st.sampled_from(shore))
    kinds[board.king_indices[0]] = 1 << king
    near = draw(st.integers(1, 4))
    for number, square in enumerate(board.grid.squares):
        distance = max(abs(square.column - king % board.grid.width), abs(square.row - king // board.grid.width))
        if number == king:
            continue
        # An open room, a wall around it, and little beyond.
        men = {True: 2, False: 9 if distance == near else 4}[distance < near]
        drawn = draw(st.integers(0, 11))
        if drawn < men:
            kinds[
                draw(
                    st.sampled_from(
                        [n for n, p in enumerate(board.pieces) if p.side is Side.DEFENDERS and not p.is_king]
                    )
                )
            ] |= 1 << number
        elif drawn == 11 and distance > near:
            kinds[0] |= 1 << number
    return variant, Position(board, tuple(kinds), Side.ATTACKERS)


@settings(max_examples=50, suppress_health_check=list(HealthCheck))
@given(besieged())
def test_a_fort_is_one_for_everybody(drawn: tuple[Variant, Position]) -> None:
    """The rules, the kernel and the naive engine agree on whether a fort can be broken."""
    variant, position = drawn
    outcome = variant.rules.outcome(position)
    kernel = kernel_of(variant.rules)
    assert (kernel is not None) is bool(installed())
    if kernel is not None:
        number = 0 if outcome is None else list(Reason).index(Reason.EXIT_FORT) * 3 + 2
        assert kernel.outcome(encode_position(position)) == number
    ground = read_ground(variant)
    board = read_situation(position).board
    naive = Endings(ground, variant.rules, Moves(ground, variant.rules), Captures(ground, variant.rules))
    assert (naive.end(board, board, DEFENDERS) is not None) is (outcome is not None)
