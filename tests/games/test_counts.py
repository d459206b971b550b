"""Leaf counts of Ataxx and Qirkat, found by taflkit and by the plain implementations."""

from __future__ import annotations

import pytest

from taflkit.games.ataxx import AtaxxGame
from taflkit.games.qirkat import Position, QirkatGame
from tests.games.counting import count_leaves, count_lines
from tests.naive import ataxx, qirkat

#: The count of each depth, from one ply.
START = (16, 256, 6_460, 155_888, 4_752_668)
START_AS_WRITTEN = (16, 256, 6_652, 165_656, 5_313_188)
BLOCKED = (14, 196, 4_184, 86_528, 2_266_352)
PASSING = (1, 75, 249, 14_270, 452_980)
PASSING_FEN = "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1"
QIRKAT_START = (4, 5, 6, 12, 27, 97, 416, 1_826, 7_818, 36_283, 172_950, 857_709)
FEW_PIECES = (6, 24, 144, 888, 4_791)
FEW_PIECES_ROWS = "w---w ----- ----- ----- bb---"

ATAXX = {
    "start": (AtaxxGame(), ataxx.START, START),
    "blocks": (
        AtaxxGame().with_block("c3"),
        ataxx.drawn("""
            r - - - - - b
            - - - - - - -
            - - X - X - -
            - - - - - - -
            - - X - X - -
            - - - - - - -
            b - - - - - r
        """),
        BLOCKED,
    ),
    "pass": (
        AtaxxGame.from_fen(PASSING_FEN),
        ataxx.drawn("""
            - - - - - - -
            - - - - - - -
            - - - - - - -
            - - - - - - -
            b b b b b b b
            b b b b b b b
            r r r r r r r
        """),
        PASSING,
    ),
}
QIRKAT = {
    "start": (QirkatGame(), qirkat.START, QIRKAT_START),
    "few pieces": (
        QirkatGame(position=Position.from_rows(FEW_PIECES_ROWS)),
        qirkat.from_rows(FEW_PIECES_ROWS),
        FEW_PIECES,
    ),
}
#: Up to these depths a count takes less than a second or two.
ATAXX_QUICK, QIRKAT_QUICK = 3, 9


@pytest.mark.parametrize("name", ATAXX)
def test_ataxx_lines(name: str) -> None:
    """The library and the plain implementation count the same lines of Ataxx."""
    game, state, counts = ATAXX[name]
    for depth, count in enumerate(counts[:ATAXX_QUICK], 1):
        assert count_lines(game, depth) == count_leaves(game, depth) == ataxx.count_lines(state, depth) == count


def test_ataxx_writings() -> None:
    """There are more lines where every way of writing an extend counts."""
    counted = tuple(ataxx.count_writings(ataxx.START, depth) for depth in range(1, ATAXX_QUICK + 1))
    assert counted == START_AS_WRITTEN[:ATAXX_QUICK]


@pytest.mark.slow
@pytest.mark.parametrize("name", ATAXX)
def test_ataxx_lines_in_depth(name: str) -> None:
    """The library counts five plies of Ataxx, and four by making every move."""
    game, _, counts = ATAXX[name]
    assert [count_lines(game, depth) for depth in (4, 5)] == list(counts[3:])
    assert count_leaves(game, 4) == counts[3]


@pytest.mark.slow
@pytest.mark.parametrize("name", ATAXX)
def test_ataxx_lines_in_depth_plainly(name: str) -> None:
    """The plain implementation counts the same five plies."""
    _, state, counts = ATAXX[name]
    assert ataxx.count_lines(state, 5) == counts[4]


@pytest.mark.slow
def test_ataxx_writings_in_depth() -> None:
    """So do five plies in which every way of writing an extend counts."""
    assert ataxx.count_writings(ataxx.START, 4) == START_AS_WRITTEN[3]
    assert ataxx.count_writings(ataxx.START, 5) == START_AS_WRITTEN[4]


@pytest.mark.parametrize("name", QIRKAT)
def test_qirkat_lines(name: str) -> None:
    """The library and the plain implementation count the same lines of Qirkat."""
    game, state, counts = QIRKAT[name]
    for depth, count in enumerate(counts[:QIRKAT_QUICK], 1):
        assert count_lines(game, depth) == count_leaves(game, depth) == qirkat.count_lines(state, depth) == count


@pytest.mark.slow
def test_qirkat_lines_in_depth() -> None:
    """The library counts twelve plies of Qirkat."""
    assert [count_lines(QirkatGame(), depth) for depth in (10, 11, 12)] == list(QIRKAT_START[9:])


@pytest.mark.slow
def test_qirkat_lines_in_depth_plainly() -> None:
    """The plain implementation counts the same twelve plies."""
    assert qirkat.count_lines(qirkat.START, 12) == QIRKAT_START[11]
