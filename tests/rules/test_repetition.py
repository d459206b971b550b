"""What happens when a position comes back."""

from __future__ import annotations

import attrs
import pytest

from taflkit import Game, IllegalMoveError, Outcome, Reason, Side, Variant
from taflkit.rules import (
    Custodial,
    Enemies,
    NoMovesDraws,
    NoMovesLoses,
    RepetitionEnds,
    RepetitionForbidden,
    RepetitionIgnored,
    Verdict,
)
from taflkit.rules.protocols import History
from taflkit.rules.repetition import occurrences
from tests.drawn import drawn
from tests.rules.boards import small, targets
from tests.runners import history_of

PICTURE = """
    . . . . .
    . A . . .
    . . . . .
    . . . K .
    . . . . .
    """
#: Both sides go to and fro; the last move brings the first position back, and is the defenders'.
ROUND = ("b4-3", "d2-3", "b3-4", "d3-2")


def repeating(rule: object) -> Game:
    """A game that starts from the picture with the attackers to move."""
    return drawn(small(repetition=rule), "attackers", PICTURE)


class TestEnds:
    """The game ends when a position occurs for the given time."""

    @pytest.mark.parametrize("times", [2, 3, 4])
    def test_how_often(self, times: int) -> None:
        """The game goes on until the position stands there for the given time, the first one counted."""
        game = repeating(RepetitionEnds(times))
        for _ in range(times - 2):
            game = game.play_all(ROUND)
            assert game.outcome is None
        game = game.play_all(ROUND[:3])
        assert game.outcome is None
        assert game.play(ROUND[3]).outcome == Outcome(None, Reason.REPETITION)

    def test_three_times_and_a_draw_unless_it_says_otherwise(self) -> None:
        """Unless it says otherwise the third occurrence ends the game in a draw."""
        game = repeating(RepetitionEnds()).play_all(ROUND)
        assert game.outcome is None
        assert game.play_all(ROUND).outcome == Outcome(None, Reason.REPETITION)

    @pytest.mark.parametrize("times", [1, 0, -1])
    def test_once_is_no_repetition(self, times: int) -> None:
        """A position must occur twice at least to be repeated."""
        with pytest.raises(ValueError, match="occurrences"):
            RepetitionEnds(times)

    @pytest.mark.parametrize(
        ("verdict", "attackers_repeat", "defenders_repeat"),
        [
            (Verdict.DRAW, None, None),
            (Verdict.MOVER_LOSES, Side.DEFENDERS, Side.ATTACKERS),
            (Verdict.MOVER_WINS, Side.ATTACKERS, Side.DEFENDERS),
            (Verdict.ATTACKERS_LOSE, Side.DEFENDERS, Side.DEFENDERS),
            (Verdict.DEFENDERS_LOSE, Side.ATTACKERS, Side.ATTACKERS),
        ],
    )
    def test_verdict(self, verdict: Verdict, attackers_repeat: Side | None, defenders_repeat: Side | None) -> None:
        """Who wins depends on the verdict, and for some on who brought the position back."""
        rule = RepetitionEnds(2, verdict)
        by_defenders = repeating(rule).play_all(ROUND)
        assert by_defenders.outcome == Outcome(defenders_repeat, Reason.REPETITION)
        by_attackers = drawn(small(repetition=rule), "defenders", PICTURE).play_all(["d2-3", "b4-3", "d3-2", "b3-4"])
        assert by_attackers.outcome == Outcome(attackers_repeat, Reason.REPETITION)

    def test_verdicts_are_named_in_files(self) -> None:
        """A verdict may be given by the word that variant files use."""
        assert RepetitionEnds(2, "mover-loses") == RepetitionEnds(2, Verdict.MOVER_LOSES)
        with pytest.raises(ValueError, match="nobody-loses"):
            RepetitionEnds(2, "nobody-loses")

    def test_positions_need_not_follow_each_other(self) -> None:
        """A position counts whenever it occurred, other positions between."""
        game = repeating(RepetitionEnds(3)).play_all(ROUND)
        game = game.play_all(["b4-a", "d2-e", "a4-a3", "e2-e3", "a3-b", "e3-d", "b3-4"])
        assert game.outcome is None
        assert game.play("d3-2").outcome == Outcome(None, Reason.REPETITION)

    def test_a_middle_position_counts(self) -> None:
        """The position that comes back need not be the first."""
        game = repeating(RepetitionEnds(2)).play("b4-5")
        game = game.play_all(["d2-1", "b5-a", "d1-2"])
        assert game.outcome is None
        assert game.play("a5-b").outcome == Outcome(None, Reason.REPETITION)

    def test_after_a_capture(self) -> None:
        """After a capture repetitions are counted anew, since no earlier position can come back."""
        variant = small(repetition=RepetitionEnds(2), hostility=(Enemies(),), captures=(Custodial(),))
        game = drawn(
            variant,
            "attackers",
            """
            . . . . .
            A D . A .
            . . . . .
            . . . K .
            . . . . .
            """,
        )
        game = game.play("d4-c")
        assert str(game.last) == "d4-c4xb4"
        assert [*game.repeatable()] == [game.position]
        game = game.play_all(["d2-3", "c4-5", "d3-2"])
        assert game.outcome is None
        assert game.play("c5-4").outcome == Outcome(None, Reason.REPETITION)


class TestOccurrences:
    """Positions are counted in a game's past."""

    def test_counts(self) -> None:
        """A position is counted as often as it stands in the past, but no further than asked."""
        game = repeating(RepetitionIgnored()).play_all(ROUND * 3)
        assert occurrences(history_of(game), game.position, 10) == 4
        assert occurrences(history_of(game), game.position, 2) == 2
        assert occurrences(history_of(game), game.position, 1) == 1

    def test_never(self) -> None:
        """A position that never occurred is counted zero times, one with the other side to move included."""
        game = repeating(RepetitionIgnored()).play_all(ROUND)
        other = attrs.evolve(game.position, to_move=Side.DEFENDERS)
        assert occurrences(history_of(game), other, 5) == 0
        assert occurrences(history_of(game), game.play("b4-b5").position, 5) == 0


class TestForbidden:
    """A move that would bring back an earlier position is not allowed."""

    def test_the_move_is_missing_and_refused(self) -> None:
        """The move that repeats is not among the legal moves, and playing it is refused with the reason."""
        game = repeating(RepetitionForbidden()).play_all(ROUND[:3])
        assert game.outcome is None
        moves = [str(move) for move in game.legal_moves]
        assert "d3-d2" not in moves
        assert len(moves) == len(game.variant.rules.legal_moves(game.position)) - 1
        with pytest.raises(IllegalMoveError) as refused:
            game.play("d3-2")
        assert refused.value.reason == "it would bring back an earlier position"
        assert refused.value.game is game
        assert refused.value.position is game.position
        assert str(refused.value.move) == "d3-d2"
        assert game.play("d3-4").outcome is None

    def test_the_legal_moves_are_those_that_can_be_played(self) -> None:
        """Every move that is left can be played."""
        game = repeating(RepetitionForbidden()).play_all(ROUND[:3])
        assert {str(game.play(move).last) for move in game.legal_moves} == {str(move) for move in game.legal_moves}

    @pytest.mark.parametrize(("no_moves", "winner"), [(NoMovesLoses(), Side.DEFENDERS), (NoMovesDraws(), None)])
    def test_a_side_with_forbidden_moves_only_cannot_move(self, no_moves: object, winner: Side | None) -> None:
        """A side whose every move would repeat has no legal move."""
        game = drawn(
            small(repetition=RepetitionForbidden(), no_moves=no_moves),
            "defenders",
            """
            . A D . .
            D D . . .
            . . . . .
            . . . K .
            . . . . .
            """,
        )
        game = game.play("d2-1").play("b5-a")
        assert game.play("d1-e").outcome is None
        assert targets(game.play("d1-e"), "a5") == "b5"
        stuck = game.play("d1-2")
        assert stuck.variant.rules.has_moves(stuck.position)
        assert stuck.outcome == Outcome(winner, Reason.NO_MOVES)


@pytest.mark.parametrize("rule", [RepetitionEnds(2), RepetitionIgnored()])
def test_rules_that_forbid_nothing(rule: RepetitionEnds | RepetitionIgnored) -> None:
    """A rule that ends games, or ignores repetition, forbids no move."""
    game = repeating(rule).play_all(ROUND[:3])
    assert not rule.forbids_moves
    assert not rule.forbids(history_of(game), game.start)
    assert "d3-d2" in map(str, game.legal_moves)


class TestIgnored:
    """Positions may come back as often as the players like."""

    def test_nothing_happens(self) -> None:
        """However often a position comes back, the game goes on."""
        game = repeating(RepetitionIgnored()).play_all(ROUND * 5)
        assert game.outcome is None
        assert len(game.legal_moves) == 8
        assert small().rules.repetition == RepetitionIgnored()


def test_a_rule_of_one_s_own() -> None:
    """A repetition rule needs no base class: it is asked about the game and its past."""

    class ThirdPlyLoses:
        """Not about repetition at all: whoever makes the third play loses."""

        forbids_moves = False

        def repeated(self, history: History) -> Outcome | None:
            """Count the plays."""
            return Outcome(history.position.to_move, Reason.REPETITION) if history.reversible == 3 else None

        def forbids(self, history: History, reached: object) -> bool:
            """Nothing."""
            return False

    variant: Variant = small(repetition=ThirdPlyLoses())
    game = drawn(variant, "attackers", PICTURE).play_all(ROUND[:2])
    assert game.outcome is None
    assert game.play(ROUND[2]).outcome == Outcome(Side.DEFENDERS, Reason.REPETITION)


def test_a_subclass_is_asked_about_new_positions_too() -> None:
    """What a rule states about repeated positions is not trusted of a subclass that ends games otherwise."""

    class SecondPlyDraws(RepetitionEnds):
        def repeated(self, history: History) -> Outcome | None:
            return Outcome(None, Reason.REPETITION) if history.turns == 2 else None

    game = drawn(small(repetition=SecondPlyDraws()), "attackers", PICTURE)
    assert game.play_all(ROUND[:1]).outcome is None
    assert game.play_all(ROUND[:2]).outcome == Outcome(None, Reason.REPETITION)
