"""Limits on the length of a game, turncoats, and endings that count."""

from __future__ import annotations

import pytest

from taflkit import ATTACKER, DEFENDER, KING, Outcome, Piece, Reason, RulesError, Side
from taflkit.rules import (
    AllMenCaptured,
    CapturelessLimit,
    Custodial,
    Edge,
    Enemies,
    OpenWays,
    RepetitionEnds,
    Slide,
    Surrounded,
    TurnLimit,
    Verdict,
)
from tests.drawn import captured, drawn
from tests.rules.boards import small, targets

PICTURE = """
    A . . . D
    . . . . .
    . . K . .
    . . . . .
    . . . . .
"""
MOVES = ["a5-4", "e5-4", "a4-3", "e4-3", "a3-2", "e3-2"]


def test_a_game_without_captures_ends() -> None:
    """After so many plays without a capture the game is a draw, or what the rules say."""
    variant = small(limits=(CapturelessLimit(4),), captures=(Custodial(),), hostility=(Enemies(),))
    game = drawn(variant, "attackers", PICTURE).play_all(MOVES[:3])
    assert game.outcome is None
    assert game.play(MOVES[3]).outcome == Outcome(None, Reason.CAPTURELESS)


@pytest.mark.parametrize("limit", [CapturelessLimit, TurnLimit])
@pytest.mark.parametrize(
    ("verdict", "after_attackers", "after_defenders"),
    [
        (Verdict.DRAW, None, None),
        (Verdict.MOVER_LOSES, Side.DEFENDERS, Side.ATTACKERS),
        (Verdict.MOVER_WINS, Side.ATTACKERS, Side.DEFENDERS),
        (Verdict.ATTACKERS_LOSE, Side.DEFENDERS, Side.DEFENDERS),
        (Verdict.DEFENDERS_LOSE, Side.ATTACKERS, Side.ATTACKERS),
    ],
)
def test_who_wins_at_the_limit(
    limit: type[CapturelessLimit | TurnLimit],
    verdict: Verdict,
    after_attackers: Side | None,
    after_defenders: Side | None,
) -> None:
    """Who wins depends on the verdict, and for some on who made the last move."""
    for count, winner in [(3, after_attackers), (4, after_defenders)]:
        game = drawn(small(limits=(limit(count, verdict),)), "attackers", PICTURE).play_all(MOVES[: count - 1])
        assert game.outcome is None
        end = game.play(MOVES[count - 1]).outcome
        assert end is not None
        assert end.winner is winner


@pytest.mark.parametrize("limit", [CapturelessLimit, TurnLimit])
def test_a_verdict_may_be_given_by_its_word(limit: type[CapturelessLimit | TurnLimit]) -> None:
    """The words of variant files mean the same as the verdicts, and other words mean nothing."""
    assert limit(3, "mover-loses") == limit(3, Verdict.MOVER_LOSES)
    with pytest.raises(ValueError, match="nobody-loses"):
        limit(3, "nobody-loses")


@pytest.mark.parametrize("limit", [CapturelessLimit, TurnLimit])
def test_a_limit_is_one_at_least(limit: type[CapturelessLimit | TurnLimit]) -> None:
    """A game cannot be over before anyone has moved; it can be after one move."""
    with pytest.raises(ValueError, match="must be >= 1"):
        limit(0)
    game = drawn(small(limits=(limit(1),)), "attackers", PICTURE)
    assert game.outcome is None
    assert game.play(MOVES[0]).outcome is not None


def test_a_capture_starts_the_count_anew() -> None:
    """The plays before the last capture are forgotten."""
    variant = small(limits=(CapturelessLimit(2),), captures=(Custodial(),), hostility=(Enemies(),))
    game = drawn(variant, "attackers", PICTURE.replace(". . . . .\n", "A D . . A\n", 1))
    game = game.play("e4-c")
    assert game.last is not None
    assert len(game.last.captured) == 1
    assert game.play("e5-4").outcome is None


def test_a_game_ends_after_so_many_turns() -> None:
    """A limit on turns counts those of both players."""
    variant = small(limits=(TurnLimit(5, Verdict.MOVER_LOSES),))
    game = drawn(variant, "attackers", PICTURE).play_all(MOVES[:4])
    assert game.outcome is None
    assert game.play(MOVES[4]).outcome == Outcome(Side.DEFENDERS, Reason.MOVE_LIMIT)


def test_positions_that_look_alike_when_the_board_is_turned_count_as_one() -> None:
    """With symmetric repetition, a mirrored position is the same position."""
    plain = small(repetition=RepetitionEnds(2))
    symmetric = small(repetition=RepetitionEnds(2, symmetric=True))
    picture = """
        A . . . .
        . . . . .
        . . K . .
        . . . . .
        . . . . .
    """
    moves = ["a5-e", "c3-4"]
    assert drawn(plain, "attackers", picture).play_all([*moves, "e5-a", "c4-3"]).outcome is not None
    game = drawn(symmetric, "attackers", picture).play_all([*moves, "e5-1"])
    assert game.outcome is None
    assert game.play("c4-3").outcome == Outcome(None, Reason.REPETITION)
    assert drawn(plain, "attackers", picture).play_all([*moves, "e5-1", "c4-3"]).outcome is None


MERCENARIES = (
    ATTACKER,
    DEFENDER,
    KING,
    Piece(Side.ATTACKERS, "mercenary", "m"),
    Piece(Side.DEFENDERS, "mercenary", "M"),
)


def test_a_captured_mercenary_changes_sides() -> None:
    """It stays on its square as a piece of the captor; nothing leaves the board, so positions can come back."""
    variant = small(pieces=MERCENARIES, captures=(Custodial(),), hostility=(Enemies(),), turncoats="mercenary")
    picture = """
        . . . . .
        . . . . .
        D m . D K
        . . . . .
        . . . . A
    """
    game = drawn(variant, "defenders", picture).play("d3-c")
    assert game.last is not None
    assert [str(c) for c in game.last.captured] == ["attacking mercenary on b3"]
    assert str(game.position["b3"]) == "defending mercenary"
    assert game.last.irreversible is False
    assert targets(game, "b3") == ""


def test_men_beside_a_mercenary_leave_the_board() -> None:
    """Only the turncoats stay: other captured pieces are removed."""
    variant = small(pieces=MERCENARIES, captures=(Custodial(),), hostility=(Enemies(),), turncoats="mercenary")
    picture = """
        . . D . .
        . . A . .
        D m . D K
        . . . . .
        . . . . A
    """
    game = drawn(variant, "defenders", picture).play("d3-c")
    assert game.last is not None
    assert game.last.irreversible is True
    assert game.position["c4"] is None
    assert str(game.position["b3"]) == "defending mercenary"


def test_a_turncoat_needs_a_counterpart() -> None:
    """A piece that the other side does not have cannot change to it, and an unknown one is refused."""
    with pytest.raises(RulesError, match="cannot change sides"):
        small(turncoats="king")
    with pytest.raises(RulesError, match="no piece called 'mercenery'"):
        small(pieces=MERCENARIES, turncoats="mercenery")


@pytest.mark.parametrize(
    ("picture", "side", "move", "outcome"),
    [
        ("DA.D.", "defenders", "d3-c", Outcome(Side.DEFENDERS, Reason.NO_MEN)),
        ("AD.A.", "attackers", "d3-c", Outcome(Side.ATTACKERS, Reason.NO_MEN)),
    ],
)
def test_a_side_without_men_has_lost(picture: str, side: str, move: str, outcome: Outcome) -> None:
    """When the last man is captured the game is over; the king does not count as a man."""
    rows = f"..K..\n.....\n{picture}\n.....\n....."
    variant = small(endings=(AllMenCaptured(),), captures=(Custodial(),), hostility=(Enemies(),))
    assert drawn(variant, side, rows).play(move).outcome == outcome
    alone = small(endings=(AllMenCaptured(king_alone=True),), captures=(Custodial(),), hostility=(Enemies(),))
    expected = outcome if outcome.winner is Side.DEFENDERS else None
    assert drawn(alone, side, rows).play(move).outcome == expected


WAYS = """
    . A . . A
    . . K . .
    D . . . .
    . . . . .
    . A . A .
"""


def test_two_open_ways_win_where_that_is_a_rule() -> None:
    """The king with two ways to the area has won when the defenders have moved; one way is not enough."""
    game = drawn(small(endings=(OpenWays("edge", ways=2),)), "defenders", WAYS)
    assert game.outcome == Outcome(Side.DEFENDERS, Reason.OPEN_WAYS)
    blocked = WAYS.replace(". . K . .", "A A K A .").replace(". A . A .", ". A A A .")
    game = drawn(small(endings=(OpenWays("edge", ways=2),)), "defenders", blocked)
    assert game.outcome is None
    assert game.play("a3-2").outcome is None
    assert drawn(small(endings=(OpenWays("edge", ways=1),)), "defenders", blocked).outcome is not None


def test_two_ways_unless_it_says_otherwise() -> None:
    """Without a number, two ways are enough and one is not."""
    two_ways = """
        . . A . .
        . . K . .
        D . A . .
        . . . . .
        . . . . .
    """
    variant = small(endings=(OpenWays("edge"),))
    assert drawn(variant, "defenders", two_ways).outcome is not None
    assert drawn(variant, "defenders", two_ways.replace(". . K", ". A K")).outcome is None


def test_there_must_be_a_way() -> None:
    """No way at all is no reason to win."""
    with pytest.raises(ValueError, match="ways"):
        OpenWays("edge", ways=0)


def test_open_ways_are_looked_at_when_the_defenders_have_moved() -> None:
    """An attackers' move that opens ways does not end the game."""
    blocked = WAYS.replace(". . K . .", "A A K A .").replace(". A . A .", ". A A A .")
    game = drawn(small(endings=(OpenWays("edge", ways=2),)), "attackers", blocked)
    assert game.play("d4-e").outcome is None


def test_three_sides_are_enough_where_the_rules_say_so() -> None:
    """A king captured by three hostile sides need not be surrounded on the fourth."""
    picture = """
        . . A . .
        . A K . .
        . . . A .
        . . . . .
        . . . . .
    """
    three = small(regions={}, king=(Surrounded(sides=3),), hostility=(Enemies(),))
    four = small(regions={}, king=(Surrounded(),), hostility=(Enemies(),))
    assert captured(drawn(three, "attackers", picture), "d3-4") == "c4"
    assert captured(drawn(four, "attackers", picture), "d3-4") == ""
    assert captured(drawn(three, "attackers", picture.replace(". A K", ". . K")), "d3-4") == ""


def test_two_sides_are_enough_where_the_rules_say_so() -> None:
    """Two hostile sides need not lie opposite each other; one is not enough."""
    picture = """
        . . A . .
        . . K . A
        . . . . .
        . . . . .
        . . . . .
    """
    two = small(regions={}, king=(Surrounded(sides=2),), hostility=(Enemies(),))
    assert captured(drawn(two, "attackers", picture), "e4-d") == "c4"
    assert captured(drawn(two, "attackers", picture.replace(". . A . .", "A . . . .")), "e4-d") == ""


@pytest.mark.parametrize("sides", [1, 5])
def test_between_two_and_four_sides(sides: int) -> None:
    """Nobody is captured from one side alone, and there are no more than four."""
    with pytest.raises(ValueError, match="sides"):
        Surrounded(sides=sides)


def test_the_edge_is_hostile_to_whom_the_rules_name() -> None:
    """A king on the edge is captured by three attackers where the edge is hostile to him, and not where it is not."""
    picture = """
        . . K A .
        . A . . .
        . . A . .
        . . . . .
        . . . . .
    """.replace(". . K A .", ". A K A .").replace(". A . . .", ". . . . .")
    hostile = small(regions={}, king=(Surrounded(),), hostility=(Enemies(), Edge("king")))
    friendly = small(regions={}, king=(Surrounded(),), hostility=(Enemies(), Edge("men")))
    assert captured(drawn(hostile, "attackers", picture), "c3-4") == "c5"
    assert captured(drawn(friendly, "attackers", picture), "c3-4") == ""


def test_a_slide_of_limited_distance_stops_there() -> None:
    """A king who moves one square at a time has four moves at most; men are not held back by it."""
    variant = small(regions={}, movement=(Slide("men"), Slide("king", distance=1)))
    picture = """
        . . . . .
        . . . . .
        . . K . .
        . . . . .
        D . . . .
    """
    game = drawn(variant, "defenders", picture)
    assert targets(game, "c3") == "b3 c2 c4 d3"
    assert targets(game, "a1") == "a2 a3 a4 a5 b1 c1 d1 e1"
    further = drawn(small(regions={}, movement=(Slide(distance=2),)), "defenders", picture)
    assert targets(further, "a1") == "a2 a3 b1 c1"
