"""Forced wins are found, with the right number of moves and a right first move."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.forced_wins import POSITIONS
from taflkit import Game, Variant, load_variant, start
from taflkit.rules import (
    AllMenCaptured,
    Area,
    Custodial,
    EmptyArea,
    Enemies,
    KingCaptured,
    KingReaches,
    Slide,
    Surrounded,
)
from taflkit.search import SearchLimit, WinFinder
from tests.drawn import drawn
from tests.kernel.compositions import compositions
from tests.kernel.scenes import SCENES
from tests.rules.boards import small
from tests.search.plain import EITHER_WAY, wins_within
from tests.search.wins_agreement import compare_chunk


def test_a_win_in_two_by_two_open_ways() -> None:
    """A king who gets two ways to the edge at once wins in two; no single move wins."""
    game = drawn(
        "tablut",
        "defenders",
        """
        . . . B B . . . .
        . . . B . . . . .
        . . . . . . . . .
        . . . . . . . . .
        B B . K . . . B .
        . . . . . . . . .
        . . . . . . . . .
        . . . B . . . . .
        . . . B . . . . .
        """,
    )
    found = WinFinder().find(game, 3)
    assert found.moves == 2
    assert len(found.line) == 3
    end = game.play_all(found.line).outcome
    assert end is not None
    assert end.winner is game.to_move


@EITHER_WAY
@pytest.mark.parametrize(
    "position",
    [
        "A6/ADA4/ADKA3/1DAA3/7/7/7 attackers",
        "D2A3/1DA4/1D1K3/7/7/7/7 defenders",
        "A6/1AKA3/AAD4/AAD4/7/7/7 attackers",
        "1AA4/2A4/7/KA1A3/7/7/7 attackers",
    ],
)
def test_stepping_back_is_a_defence(position: str, kernel: bool) -> None:
    """A side that moves one square at a time and has few of them saves itself by going back to the one it left."""
    variant = load_variant("brandubh")
    short = attrs.evolve(variant, name="short", rules=attrs.evolve(variant.rules, movement=(Slide(distance=1),)))
    game = start(short, position)
    found = WinFinder(kernel=kernel).find(game, 3)
    assert (found.moves, found.within) == (None, 3)
    assert not wins_within(game, 3)


@EITHER_WAY
@pytest.mark.parametrize(
    "position",
    [
        "5D1/6A/AA1DADD/2AKA2/3A1D1/7/7 attackers",
        "5D1/6A/A2DA2/2AKA2/3A3/1ADDA2/6D attackers",
        "7/1D5/A2AA2/ADAKA2/2AD3/A3A2/5D1 attackers",
    ],
)
def test_a_quiet_move_prepares_a_capture_from_the_side(position: str, kernel: bool) -> None:
    """Where men are surrounded by four, a move may help to take a man who is not between it and another."""
    variant = small(
        width=7,
        height=7,
        hostility=(Enemies(), Area("throne", "everyone")),
        captures=(Surrounded(("attackers", "defenders", "king"), 4),),
        king=(),
        endings=(KingCaptured(),),
    )
    assert WinFinder(kernel=kernel).find(start(variant, position), 3).moves == 3


@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=() if n < 48 else pytest.mark.slow) for n in range(0, 100, 12)]
)
def test_the_kernel_and_python_agree_in_middle_games(number: int) -> None:
    """What the compiled finder leaves out of a middle game, the one in Python does not win with either."""
    game = start("tablut").play_all(POSITIONS.read_text("utf-8").splitlines()[number].split())
    for move in game.legal_moves[::30]:
        after = game.play(move)
        if after.outcome is None:
            fast, slow = (WinFinder(kernel=kernel).find(after, 3) for kernel in (True, False))
            assert (fast.moves, fast.within) == (slow.moves, slow.within)


RING = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . A . . . . .
    . . . . A . A . . . .
    . . . A . . . A . . .
    . . A . D K . . {gap} . .
    . . . A . . . A . . .
    . A . . A . A . . . .
    . {outside} . . . A . . . . .
    . . . . . . . . . . A
    . . . . . . . . A . .
"""


@EITHER_WAY
@pytest.mark.parametrize(("gap", "outside", "best"), [(".", ".", "i1-i6"), ("A", "D", "k2-b2")])
def test_closing_the_ring_wins(kernel: bool, gap: str, outside: str, best: str) -> None:
    """In Copenhagen the attackers win by filling the last gap, or by taking the last defender outside."""
    game = drawn("copenhagen", "attackers", RING.format(gap=gap, outside=outside))
    found = WinFinder(kernel=kernel).find(game, 1)
    assert [str(move) for move in found.line] == [best]


@EITHER_WAY
def test_a_ring_with_two_gaps_is_not_closed_at_once(kernel: bool) -> None:
    """One move fills one gap: no win."""
    game = drawn("copenhagen", "attackers", RING.format(gap=".", outside="D"))
    assert WinFinder(kernel=kernel).find(game, 1).moves is None


@EITHER_WAY
def test_a_repetition_that_the_opponent_pays_for_wins(kernel: bool) -> None:
    """In Copenhagen the attackers win by bringing about a position for the third time."""
    game = start("copenhagen")
    for moves in ("d1-b1 f8-e8", "b1-c1 e8-f8", "c1-d1 f8-e8", "d1-c1 e8-d8", "c1-d1 d8-e8"):
        game = game.play_all(moves.split())
    found = WinFinder(kernel=kernel).find(game, 1)
    assert [str(move) for move in found.line] == ["d1-c1"]


EMPTY_EDGE = (Enemies(), EmptyArea("edge", "everyone"))
CLOSE_CATCH: dict[str, Any] = {"captures": (Custodial(),), "king": (Custodial("king"),), "access": ()}


@EITHER_WAY
@pytest.mark.parametrize(
    ("rules", "picture", "best"),
    [
        pytest.param(
            {"hostility": EMPTY_EDGE, "endings": (KingCaptured(),)},
            ".......\n.......\n.......\n.K..A..\n.......\n...D...\n.......",
            ["e4-c4"],
            id="the king against the empty edge, which is no region",
        ),
        pytest.param(
            {"hostility": (Enemies(), Area("throne", "everyone")), "endings": (KingCaptured(),)},
            ".......\n.......\n.......\n...DK.A\n.......\n.......\nA......",
            ["g4-f4"],
            id="the king against a hostile throne on which his own man stands",
        ),
        pytest.param(
            {"hostility": EMPTY_EDGE, "endings": (KingCaptured(), AllMenCaptured(king_alone=False))},
            ".......\n.......\n.......\n.D..A..\n.......\n....K..\n.......",
            ["e4-c4", "e4-e3"],
            id="the last man, or the king, against the empty edge",
        ),
    ],
)
def test_captures_against_squares_win(kernel: bool, rules: dict[str, Any], picture: str, best: list[str]) -> None:
    """A capture that ends the game is found, whatever makes the square behind hostile."""
    game = drawn(small(width=7, height=7, **CLOSE_CATCH, **rules), "attackers", picture)
    found = WinFinder(kernel=kernel).find(game, 1)
    assert len(found.line) == 1
    assert str(found.best) in best


@EITHER_WAY
@pytest.mark.parametrize(
    ("picture", "best"),
    [
        ("......A\n.A...A.\nAK.A...\n.....A.\n.AAA...\n....KA.\nAAA..A.", "d3-d2"),
        (".....A.\nAA...A.\n.......\n.A..AKA\nAAK...A\n...A...\n....AA.", "d2-d3"),
    ],
)
def test_the_capture_of_one_of_two_kings_keeps_him_from_escaping(kernel: bool, picture: str, best: str) -> None:
    """Attackers who take a king with a free way to the edge, and not the last one, win with their next move."""
    endings = (KingCaptured(), KingReaches("edge"))
    variant = small(width=7, height=7, hostility=(Enemies(),), endings=endings, **CLOSE_CATCH)
    assert WinFinder(kernel=kernel).find(drawn(variant, "defenders", picture), 1).moves == 1
    found = WinFinder(kernel=kernel).find(drawn(variant, "attackers", picture), 2)
    assert (found.moves, str(found.best)) == (2, best)


@EITHER_WAY
@settings(deadline=None, max_examples=15, suppress_health_check=list(HealthCheck))
@given(variant=compositions(), seed=st.integers(0, 2**32))
def test_wins_at_once_are_found_under_any_rules(kernel: bool, variant: Variant, seed: int) -> None:
    """Whatever rules are composed and whoever stands where, a win with the next move is found if there is one."""
    chance = random.Random(seed)
    for scene in SCENES:
        game = Game(variant, scene(variant, chance))
        if game.outcome is None and game.legal_moves:
            assert (WinFinder(kernel=kernel).find(game, 1).moves == 1) is wins_within(game, 1)


@pytest.mark.parametrize("chunk", [0, 40])
def test_wins_are_those_that_trying_everything_finds(chunk: int) -> None:
    """On small positions with a past, under known and under random rules, the finder agrees with trying every line."""
    tally = compare_chunk(2, chunk)
    assert tally["positions"] > 0
    assert tally["compositions"] > 1


def test_no_win_is_proved_where_there_is_none() -> None:
    """From a start position nobody wins in two, and the finder says that this is certain."""
    game = drawn("brandubh", "attackers", "...A...\n...A...\n...D...\nAADKDAA\n...D...\n...A...\n...A...")
    found = WinFinder().find(game, 2)
    assert (found.moves, found.line, found.within) == (None, (), 2)


def test_a_finder_that_is_stopped_says_how_far_it_is_certain() -> None:
    """With too few nodes nothing is claimed beyond what was proved."""
    game = drawn("brandubh", "attackers", "...A...\n...A...\n...D...\nAADKDAA\n...D...\n...A...\n...A...")
    found = WinFinder().find(game, 4, SearchLimit(nodes=50))
    assert found.moves is None
    assert found.within == 1
