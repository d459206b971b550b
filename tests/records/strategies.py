"""Records for tests: of random games, with tags, comments and variations made up at random."""

from __future__ import annotations

import attrs
from hypothesis import strategies as st

from taflkit import Variant, load_variant
from taflkit.board import Grid
from taflkit.records import Evaluation, Record, RecordedMove, Result, WrittenMove
from taflkit.testing import games, positions

KNOWN = [load_variant("tablut"), load_variant("brandubh")]

#: What is read as an evaluation or a clock, and what only looks like it.
commands = st.sampled_from(
    ["[%eval 0.5]", "[%eval #-3,9]", "[%clk 0:10:00.25]", "[%eval", "[%clk", "1.5]", "so", "0:01:00]"]
)
#: Any text, line ends and signs with a meaning among it.
anything = st.lists(commands, max_size=4).map(" ".join) | st.text(
    st.sampled_from('ab "\\{}()[]|:;.*1-0\n\té') | st.characters(codec="utf-8"), max_size=30
)
words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=20)
tag_names = st.sampled_from(["Attackers", "Defenders", "Date", "Event", "Time-Control", "X1"])
results = st.sampled_from(Result)
signs = st.just(()) | st.lists(st.integers(0, 255), max_size=3)
depths = st.none() | st.integers(0, 1000)
evaluations = (
    st.none()
    | st.builds(Evaluation, st.floats(-1e5, 1e5), depth=depths)
    | st.builds(Evaluation, win_in=st.integers(1, 1000) | st.integers(-1000, -1), depth=depths)
)
clocks = st.none() | st.floats(0, 999 * 3600)


@st.composite
def recorded_moves(draw: st.DrawFn, grid: Grid, deeper: int = 2) -> RecordedMove:
    """Any move of a board, as a record might have it."""
    origin, target = draw(st.lists(st.sampled_from(range(len(grid.squares))), min_size=2, max_size=2, unique=True))
    taken = draw(st.none() | st.just(0) | st.lists(st.sampled_from(grid.squares), max_size=3).map(grid.mask))
    return RecordedMove(
        str(WrittenMove(grid.move_between(origin, target), taken)),
        draw(st.just("") | anything),
        draw(variations(grid, deeper)),
        draw(signs),
        draw(evaluations),
        draw(clocks),
    )


def variations(grid: Grid, deeper: int) -> st.SearchStrategy[tuple[tuple[RecordedMove, ...], ...]]:
    """Up to two short lines, less and less often with lines of their own."""
    if not deeper:
        return st.just(())
    lines = st.lists(recorded_moves(grid, deeper - 1), min_size=1, max_size=3).map(tuple)
    return st.just(()) | st.lists(lines, max_size=2).map(tuple)


@st.composite
def records(draw: st.DrawFn, variant: Variant | None = None) -> Record:
    """The record of a random game, from the start or another position, annotated at random."""
    variant = variant or draw(st.sampled_from(KNOWN))
    start = draw(st.none() | st.just(positions(variant)))
    game = draw(games(variant, max_plies=6, start=start))
    record = Record.of(game, draw(st.dictionaries(tag_names, words, max_size=3)))
    grid = variant.board.grid
    line = [
        attrs.evolve(
            move,
            comment=draw(st.just("") | anything),
            variations=draw(variations(grid, 2)),
            signs=draw(signs),
            evaluation=draw(evaluations),
            clock=draw(clocks),
        )
        for move in record.line
    ]
    return attrs.evolve(
        record,
        line=line,
        result=draw(results),
        termination=draw(st.just(record.termination) | words),
        limit=draw(st.none() | st.integers(1, 1_000_000)),
        comment=draw(st.just("") | anything),
    )
