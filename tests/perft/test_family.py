"""The table of how many lines of play every variant has."""

from __future__ import annotations

import pytest

from taflkit import load_variant, perft, start, variant_names
from taflkit.kernel import installed
from taflkit.kernel.python_runner import PythonCounter
from tests.cli.running import taflkit
from tests.naive import counting
from tests.naive.engine import Engine
from tests.perft.compute import TABLE, depth_of, names, read
from tests.perft.deeper import count_deeper
from tests.variants import each_of

COUNTS = read()
#: The counts of the variants of other kinds than tafl.
SISTERS = TABLE.with_name("sisters.toml")
#: How many lines are counted again at the most: in Python, in Python when there is time, by the naive engine, by the
#: compiled kernel.
QUICK, SLOW, NAIVE, COMPILED = 1_000_000, 6_000_000, 100_000, 1_000_000_000
#: How many leaves are played one by one at the most; beyond that they are counted in bulk.
PLAYED = 100_000


def test_every_variant_is_in_the_table() -> None:
    """There is a line for each variant file, in order, and none for anything else."""
    assert list(COUNTS) == names()
    assert sorted([*COUNTS, *read(SISTERS)]) == list(variant_names())


def test_the_command_checks_games_of_other_kinds() -> None:
    """`perft --check` finds the counts of Ataxx and Qirkat, and says which are too deep."""
    run = taflkit("perft", "--check", SISTERS, "3")
    assert run.code == 0
    assert "ataxx 3: 6,460 as expected, every move made" in run.lines
    assert "qirkat 12: not counted, deeper than 3" in run.lines


@pytest.mark.slow
def test_the_command_checks_games_of_other_kinds_in_depth() -> None:
    """All counts are found, five plies of Ataxx and twelve of Qirkat."""
    run = taflkit("perft", "--check", SISTERS, "12")
    assert run.code == 0
    assert "ataxx 5: 4,752,668 as expected, counted in bulk" in run.lines
    assert "qirkat 12: 857,709 as expected, every move made" in run.lines


@each_of(COUNTS)
def test_every_variant_has_the_counts_for_its_board(name: str) -> None:
    """Boards have counts for five plies, large ones for four."""
    assert len(COUNTS[name]) == depth_of(load_variant(name)) + 1


@each_of(COUNTS)
def test_counting_finds_the_counts(name: str) -> None:
    """Every count is found again; where there is no compiled kernel, those that do not take long."""
    game = start(name)
    most = COMPILED if game.variant.kernel else QUICK
    counts = [found for found in COUNTS[name] if found <= most]
    assert [perft(game, depth, bulk=found > PLAYED) for depth, found in enumerate(counts, 1)] == counts


@each_of(COUNTS)
def test_counting_in_python_finds_the_counts(name: str) -> None:
    """Also without the kernel the counts are found again."""
    variant = load_variant(name)
    counts = [found for found in COUNTS[name] if found <= QUICK]
    counter = PythonCounter(variant.rules)
    assert [counter.count(variant.start, depth, bulk=True) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "depth"),
    [(name, depth) for name in COUNTS for depth, found in enumerate(COUNTS[name], 1) if QUICK < found <= SLOW],
)
def test_counting_in_python_finds_larger_counts(name: str, depth: int) -> None:
    """The counts of some more lines take longer."""
    variant = load_variant(name)
    assert PythonCounter(variant.rules).count(variant.start, depth, bulk=True) == COUNTS[name][depth - 1]


@each_of(COUNTS)
def test_the_naive_engine_finds_the_counts(name: str) -> None:
    """Playing the lines one by one gives the counts."""
    engine = Engine(load_variant(name))
    counts = [found for found in COUNTS[name] if found <= NAIVE]
    assert [counting.perft(engine, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", ["brandubh", "berserk", "sea-battle-9-star", "ashton-tablut"])
def test_moves_that_are_images_of_each_other_have_as_many_lines(name: str) -> None:
    """The naive engine may count one of several first moves that a turned board makes the same, and multiply."""
    engine = Engine(load_variant(name))
    assert counting.perft(engine, 2) == counting.count(engine, engine.start, 2)


def test_the_command_verifies_the_table() -> None:
    """`taflkit perft --check` reads the table as it is."""
    run = taflkit("perft", "--check", TABLE, "1")
    assert run.code == 0
    assert "tablut 1: 80 as expected, every move made" in run.lines


@pytest.mark.skipif(not installed(), reason=f"compiled kernel: {installed()}")
def test_three_ways_of_counting_agree() -> None:
    """The last counts of the table are those that taflkit finds in bulk, leaf by leaf and in Python."""
    found = count_deeper(load_variant("ashton-tablut"), 3, seconds=600)
    assert (found.lines, found.in_python, found.difference) == (248616, 248616, "")
