"""The naive engine held against what the variant files say by example."""

from __future__ import annotations

from taflkit import Square, Variant, load_variant
from taflkit.board import Position, Side
from taflkit.variant import Example
from tests.naive.board import read_situation
from tests.naive.comparing import as_naive
from tests.naive.engine import Engine
from tests.naive.history import History
from tests.variants import TAFL, each_of


@each_of(TAFL)
def test_the_examples_hold(name: str) -> None:
    """What a file says of a move is so: whether it is legal, what it captures, and how the game ends."""
    variant = load_variant(name)
    assert [example.says for example in variant.examples if not holds(variant, example)] == []


def holds(variant: Variant, example: Example[Position]) -> bool:
    """Whether an example is so in the naive engine."""
    history = History(Engine(variant), read_situation(example.position))
    *before, move = [as_naive(variant.board.grid.parse_move(text)) for text in (*example.before, example.move)]
    for earlier in before:
        assert earlier in history.moves()
        history.play(earlier)
    if move not in history.moves() or not example.legal:
        return move not in history.moves() and not example.legal
    taken, end = history.play(move).taken, history.end()
    if example.captures is not None:
        squares = map(Square.parse, example.captures)
        if taken != {(square.column, square.row) for square in squares}:
            return False
    if example.over is None or end is None:
        return not example.over
    winner = example.winner.value if isinstance(example.winner, Side) else None
    return example.over and end.winner == winner and (example.reason is None or end.reason == example.reason.name)
