"""Strategies and rules are values: they print as the line that builds them, compare, hash and pickle."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from taflkit import Outcome, Reason, Rules, Side, load_variant, rules
from taflkit.rules import (
    AllMenCaptured,
    Area,
    Berserk,
    BesetKing,
    ByArea,
    Camp,
    CapturelessLimit,
    Custodial,
    Edge,
    EmptyArea,
    Encirclement,
    Enemies,
    ExitFort,
    Jump,
    JumpCapture,
    KingCaptured,
    KingReaches,
    NoMovesDraws,
    NoMovesLoses,
    OneMove,
    OpenWays,
    RepetitionEnds,
    RepetitionForbidden,
    RepetitionIgnored,
    Reserved,
    Shieldwall,
    Slide,
    Surrounded,
    TurnLimit,
    Verdict,
)
from taflkit.rules.fields import say_rule
from tests.rules.boards import small
from tests.rules.test_composition import strategies

#: Strategies, no two of them equal, with what each says.
SENTENCES = {
    Slide(): "Every piece may move any number of squares along a row or column, never over or onto another piece.",
    Slide(pieces="men"): "Men may move any number of squares along a row or column, never over or onto another piece.",
    Reserved("throne"): "Only the king may stop on the throne; every piece may pass over it while it is empty.",
    Reserved("corners", cross="king"): "Only the king may enter the corners.",
    Reserved("throne", stop="king", cross="attackers"): (
        "Only the king may stop on the throne; only attackers may pass over it while it is empty."
    ),
    Reserved("throne", stop="everyone", cross=()): (
        "Every piece may stop on the throne; no piece may pass over it while it is empty."
    ),
    Reserved(("throne", "corners"), stop=(), cross=()): "No piece may enter the throne and the corners.",
    Enemies(): "A square is hostile to a piece if an enemy piece stands on it.",
    Enemies(armed="men"): "A square is hostile to a piece if an enemy piece stands on it (only men can make it so).",
    Enemies(armed=()): "A square is hostile to a piece if an enemy piece stands on it (no piece can make it so).",
    EmptyArea("throne"): "Every piece can be captured against the throne when empty.",
    EmptyArea(("throne", "corners"), to=("king", "knight")): (
        "The king and the knights can be captured against the throne and the corners when empty."
    ),
    BesetKing("throne"): (
        "Defenders can be captured against the king on the throne when attackers stand on 3 of the squares around him."
    ),
    BesetKing("throne", enemies=2, to=("attackers", "defenders", "king")): (
        "Attackers, defenders and the king can be captured against the king on the throne when attackers stand on 2 "
        "of the squares around him."
    ),
    Custodial(): (
        "Men can be captured between two hostile squares on opposite sides, by the move of an enemy onto one of them."
    ),
    Custodial(victims="king", by="attackers"): (
        "The king can be captured between two hostile squares on opposite sides, by the move of an enemy onto one of "
        "them (only attackers can do so)."
    ),
    Surrounded(): (
        "The king can be captured when all four squares around are hostile, by the move of an enemy onto one of them."
    ),
    Surrounded(victims="men"): (
        "Men can be captured when all four squares around are hostile, by the move of an enemy onto one of them."
    ),
    ByArea(("throne", "beside throne"), Surrounded(), Custodial(victims="king")): (
        "On the throne and beside the throne: The king can be captured when all four squares around are hostile, by "
        "the move of an enemy onto one of them. Elsewhere: The king can be captured between two hostile squares on "
        "opposite sides, by the move of an enemy onto one of them."
    ),
    KingCaptured(): "The attackers win by capturing the king.",
    KingReaches("edge"): "The defenders win when the king stands on the edge.",
    KingReaches(("corners", "camp", "edge")): (
        "The defenders win when the king stands on the corners, the camp and the edge."
    ),
    Encirclement(): "The attackers win when they encircle all defenders, so that none can ever reach the edge.",
    RepetitionEnds(): "When a position occurs three times in a game, the game is a draw.",
    RepetitionEnds(2, Verdict.MOVER_LOSES): (
        "When a position occurs twice in a game, the side that made the last move loses."
    ),
    RepetitionEnds(4, Verdict.MOVER_WINS): (
        "When a position occurs 4 times in a game, the side that made the last move wins."
    ),
    RepetitionEnds(2, "attackers-lose"): "When a position occurs twice in a game, the attackers lose.",
    RepetitionEnds(3, "defenders-lose"): "When a position occurs three times in a game, the defenders lose.",
    RepetitionForbidden(): "No move may bring back an earlier position of the game.",
    RepetitionIgnored(): "Positions may be repeated without limit.",
    NoMovesLoses(): "A side that has no legal move on its turn loses.",
    NoMovesDraws(): "The game is a draw when the side to move has no legal move.",
    Slide(distance=1): "Every piece may move one square along a row or column, never over or onto another piece.",
    Slide("king", distance=3): (
        "The king may move up to 3 squares along a row or column, never over or onto another piece."
    ),
    Custodial(hostility=(Enemies(), EmptyArea("throne"))): (
        "Men can be captured between two hostile squares on opposite sides, by the move of an enemy onto one of them. "
        "For this, a square is hostile to a piece if an enemy piece stands on it. For this, every piece can be "
        "captured against the throne when empty."
    ),
    Surrounded(sides=3): (
        "The king can be captured when three of the four squares around are hostile, by the move of an enemy onto one "
        "of them."
    ),
    Surrounded(sides=2): (
        "The king can be captured when two of the four squares around are hostile, by the move of an enemy onto one "
        "of them."
    ),
    RepetitionEnds(2, symmetric=True): (
        "When a position, or its mirror image or turned round, occurs twice in a game, the game is a draw."
    ),
    Area("corners"): "Every piece can be captured against the corners, empty or not.",
    Area("corners", to="king"): "The king can be captured against the corners, empty or not.",
    Edge(): "The king can be captured against the edge of the board.",
    Edge(to="men"): "Men can be captured against the edge of the board.",
    AllMenCaptured(): "A side loses when it has no men left.",
    AllMenCaptured(king_alone=True): "A side loses when it has no men left; the king may go on alone.",
    OpenWays("edge"): "The defenders win when the king has 2 open ways to the edge.",
    OpenWays("edge", ways=1): "The defenders win when the king has an open way to the edge.",
    OneMove(): "The players move in turn.",
    Berserk(): "A piece that has captured must go on in the same turn as long as it can capture again.",
    Berserk(escape="edge"): (
        "A piece that has captured must go on in the same turn as long as it can capture again; the king may also go "
        "on to the edge."
    ),
    CapturelessLimit(50): "After 50 plays without a capture, the game is a draw.",
    TurnLimit(50, "attackers-lose"): "After 50 turns, the attackers lose.",
    Camp("camp"): (
        "Only attackers that start in the camp may move there; who has left does not come back, and nobody else "
        "enters or crosses."
    ),
    Jump("commander"): "The commanders may also leap over one enemy (ordinary men) to the empty square right behind.",
    Jump("commander", over=("man", "king"), area=("throne", "corners")): (
        "The commanders may also leap over one enemy (ordinary men and the king) to the empty square right behind, "
        "from or to the throne and the corners."
    ),
    JumpCapture("knight"): "The knights capture the enemy they leap over.",
    ExitFort(): "The defenders win when the king is on the edge, can move, and is in a fort that cannot be broken.",
    Shieldwall(): (
        "Two or more pieces side by side on the edge, each with an enemy in front of it, are captured together when "
        "both ends of the row are closed by enemies, by a move that closes an end; only men are taken."
    ),
    Shieldwall(victims="defenders", closed_by="corners", flanking=False): (
        "Two or more pieces side by side on the edge, each with an enemy in front of it, are captured together when "
        "both ends of the row are closed by enemies or the empty corners; only defenders are taken."
    ),
}
EACH = pytest.mark.parametrize("strategy", SENTENCES, ids=repr)


@EACH
def test_prints_as_the_line_that_builds_it(strategy: object) -> None:
    """What a strategy prints builds an equal one."""
    built = eval(repr(strategy), dict(vars(rules)))
    assert type(built) is type(strategy)
    assert built == strategy
    assert repr(built) == repr(strategy)


def test_printed_lines() -> None:
    """The line is what one would write."""
    assert repr(Reserved("throne")) == "Reserved(area=('throne',), stop=('king',), cross=('everyone',))"
    assert "result=Verdict.MOVER_LOSES" in repr(RepetitionEnds(2, "mover-loses"))
    nested = ByArea("throne", Surrounded(), Custodial())
    assert repr(nested) == f"ByArea(area=('throne',), inside={Surrounded()!r}, outside={Custodial()!r})"


@EACH
def test_equal_to_its_like_alone(strategy: object) -> None:
    """A strategy equals its copies, hashes as they do, and equals no other strategy."""
    copied = copy.deepcopy(strategy)
    assert copied == strategy
    assert hash(copied) == hash(strategy)
    assert [other for other in SENTENCES if other == strategy] == [strategy]


@EACH
def test_pickles(strategy: object) -> None:
    """A strategy comes back from a pickle as it was."""
    assert pickle.loads(pickle.dumps(strategy)) == strategy


@EACH
def test_frozen(strategy: object) -> None:
    """A strategy cannot be changed."""
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        strategy.area = ("edge",)  # type: ignore[attr-defined]


@settings(max_examples=20, deadline=None)
@given(strategies())
def test_whatever_the_recipes_draw_is_a_value(drawn: list[object]) -> None:
    """Every built-in strategy prints as it is built, equals its copies, pickles and is frozen, whatever its options."""
    for strategy in drawn:
        if attrs.has(type(strategy)):
            test_prints_as_the_line_that_builds_it(strategy)
            assert copy.deepcopy(strategy) == strategy
            test_pickles(strategy)
            test_frozen(strategy)


@pytest.mark.parametrize(("strategy", "sentence"), SENTENCES.items(), ids=repr)
def test_says_its_rule(strategy: object, sentence: str) -> None:
    """A strategy says its rule in a sentence."""
    assert say_rule(strategy) == sentence


def test_a_strategy_without_a_sentence_prints_itself() -> None:
    """Of a strategy of one's own that says nothing one sees how it prints, also inside another."""

    class Silent:
        """Says nothing."""

        def __repr__(self) -> str:
            """A line."""
            return "Silent()"

        def captor(self, rules: object) -> None:
            """Not asked here."""

    assert say_rule(Silent()) == "Silent()."
    nested = ByArea("throne", Silent(), Surrounded())  # type: ignore[arg-type]
    Silent.sentence = "not a method"  # type: ignore[attr-defined]
    assert say_rule(Silent()) == "Silent()."
    assert nested.sentence().startswith("On the throne: Silent(). Elsewhere: The king")


def test_names_are_tuples() -> None:
    """One name may be given as a text, several in any collection."""
    assert Reserved("throne") == Reserved(["throne"]) == Reserved(("throne",))
    assert Enemies(armed=iter(["men", "king"])).armed == ("men", "king")


class TestRules:
    """A composition is a value as well."""

    def test_equality(self) -> None:
        """Rules are equal when board and strategies are."""
        first, second = small(captures=(Custodial(),)).rules, small(captures=(Custodial(),)).rules
        assert first is not second
        assert first == second
        assert hash(first) == hash(second)
        assert first != small(captures=(Custodial(by="king"),)).rules
        assert first != small(width=7, captures=(Custodial(),)).rules

    @pytest.mark.parametrize(
        "change",
        [
            {"movement": (Slide("king"),)},
            {"access": (Reserved("throne", cross="king"),)},
            {"hostility": (Enemies(),)},
            {"captures": ()},
            {"king": ()},
            {"endings": ()},
            {"repetition": RepetitionIgnored()},
            {"no_moves": NoMovesDraws()},
        ],
        ids=lambda change: next(iter(change)),
    )
    def test_every_answer_counts(self, change: dict[str, object]) -> None:
        """Rules that differ in the answer to any one question are not equal."""
        original = load_variant("tablut").rules
        changed: Rules = attrs.evolve(original, **change)  # type: ignore[arg-type]
        assert changed != original
        assert attrs.evolve(original) == original

    def test_pickle(self) -> None:
        """Rules come back from a pickle as they were, and work."""
        original = load_variant("tablut")
        back = pickle.loads(pickle.dumps(original.rules))
        assert back == original.rules
        assert hash(back) == hash(original.rules)
        assert sorted(back.legal_moves(original.start)) == sorted(original.rules.legal_moves(original.start))

    def test_the_pickle_holds_no_tables(self) -> None:
        """A pickle is no larger for the games that have been played."""
        variant = small(captures=(Custodial(),))
        before = len(pickle.dumps(variant.rules))
        for side in Side:
            position = variant.board.parse("A.D.. ..K.. ..... .A.D. ....A".replace(" ", "\n"), side)
            assert variant.rules.legal_moves(position)
        assert len(pickle.dumps(variant.rules)) == before

    def test_copy(self) -> None:
        """Rules can be copied."""
        original = load_variant("brandubh").rules
        assert copy.copy(original) == original
        assert copy.deepcopy(original) == original
        assert len(copy.deepcopy(original).legal_moves(load_variant("brandubh").start)) == 40


class TestOutcome:
    """An outcome is a value that prints itself."""

    @pytest.mark.parametrize(
        ("outcome", "text"),
        [
            (Outcome(Side.ATTACKERS, Reason.KING_CAPTURED), "the attackers win: the king was captured"),
            (Outcome(Side.DEFENDERS, Reason.KING_ESCAPED), "the defenders win: the king escaped"),
            (Outcome(Side.ATTACKERS, Reason.ENCIRCLED), "the attackers win: the defenders are encircled"),
            (Outcome(None, Reason.REPETITION), "a draw: the position was repeated"),
            (Outcome(None, Reason.NO_MOVES), "a draw: there is no legal move"),
            (Outcome(Side.DEFENDERS, Reason.MOVE_LIMIT), "the defenders win: the move limit was reached"),
        ],
    )
    def test_text(self, outcome: Outcome, text: str) -> None:
        """It says who won, and why."""
        assert str(outcome) == text

    def test_value(self) -> None:
        """Outcomes compare by value and pickle."""
        outcome = Outcome(Side.ATTACKERS, Reason.ENCIRCLED)
        assert outcome == pickle.loads(pickle.dumps(outcome))
        assert outcome != Outcome(Side.DEFENDERS, Reason.ENCIRCLED)
        assert outcome != Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)

    def test_verdicts(self) -> None:
        """A verdict names the winner when one side or the other made the last move."""
        attackers, defenders = Side.ATTACKERS, Side.DEFENDERS
        assert {verdict.value: (verdict.winner(attackers), verdict.winner(defenders)) for verdict in Verdict} == {
            "draw": (None, None),
            "mover-loses": (defenders, attackers),
            "mover-wins": (attackers, defenders),
            "attackers-lose": (defenders, defenders),
            "defenders-lose": (attackers, attackers),
        }


@pytest.mark.parametrize("wrong", [2.5, True, "3", [3]], ids=repr)
@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda n: Slide(distance=n), "distance"),
        (lambda n: OpenWays("edge", n), "ways"),
        (lambda n: Surrounded(sides=n), "sides"),
        (lambda n: BesetKing("throne", n), "enemies"),
        (CapturelessLimit, "plays"),
        (TurnLimit, "turns"),
        (lambda n: RepetitionEnds(occurrences=n), "occurrences"),
    ],
)
def test_what_is_counted_is_a_whole_number(make: Callable[[Any], object], field: str, wrong: Any) -> None:
    """Two and a half plays are refused where the rule is built, not in the middle of a game."""
    with pytest.raises(TypeError, match=f"^expected a whole number for '{field}', not "):
        make(wrong)


@pytest.mark.parametrize("wrong", [None, 5, ["king", None], object()], ids=lambda wrong: type(wrong).__name__)
def test_pieces_and_areas_are_named_by_texts(wrong: Any) -> None:
    """A field that names pieces or areas refuses anything else in a sentence."""
    for make in (Slide, Jump, Reserved, KingReaches, Area):
        with pytest.raises(TypeError, match=r"^expected a name or several, such as 'king' or .*, not "):
            make(wrong)
