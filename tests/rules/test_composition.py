"""Compositions that cannot be, and strategies of a user's own that can."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import attrs
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from taflkit import (
    Board,
    Game,
    Move,
    NotationError,
    Position,
    PositionError,
    RulesError,
    TaflError,
    game_from_text,
    load_variant,
    perft,
    start,
)
from taflkit.board import grid
from taflkit.rules import (
    Area,
    Berserk,
    BesetKing,
    ByArea,
    CapturelessLimit,
    Custodial,
    EmptyArea,
    Enemies,
    Jump,
    KingCaptured,
    RepetitionEnds,
    Slide,
    Surrounded,
)
from taflkit.rules.protocols import Captor, Composition, Hostility
from taflkit.rules.registry import BUILT_IN
from taflkit.testing import RECIPES, Recipe, check_tafl_game, games, variants
from tests.drawn import drawn
from tests.rules.boards import small
from tests.rules.test_limits import MERCENARIES


@dataclasses.dataclass
class Peace:
    """Nothing is captured; it is a plain class that cannot even be hashed."""

    def captor(self, rules: Composition) -> Captor:
        """Nothing."""

        def captured(after: Position, move: Move) -> int:
            return 0

        return captured


def test_a_strategy_need_not_be_hashable() -> None:
    """Perft counts under rules with any object that has the right method."""
    game = start("brandubh")
    variant = attrs.evolve(game.variant, rules=attrs.evolve(game.variant.rules, captures=(Peace(),)))
    assert perft(start(variant), 2) == 960


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"captures": [Custodial()]}, "captures: expected a tuple of strategies"),
        ({"captures": Custodial()}, "captures: expected a tuple of strategies"),
        ({"captures": (3,)}, "captures: 3 lacks the methods of Capture"),
        ({"captures": (Custodial,)}, "lacks the methods of Capture"),
        ({"endings": (Custodial(),)}, "lacks the methods of Ending"),
        ({"repetition": KingCaptured()}, "lacks the methods of Repetition"),
    ],
)
def test_what_does_not_answer_the_question_is_refused(wrong: dict[str, Any], message: str) -> None:
    """A strategy under the wrong name, or no strategy at all, is refused when the rules are composed."""
    with pytest.raises(RulesError, match=message):
        small(**wrong)


@pytest.mark.parametrize("enemies", [0, 5, -5])
def test_a_king_has_four_sides(enemies: int) -> None:
    """He cannot be beset from more than four sides, nor from none."""
    with pytest.raises(ValueError, match="enemies"):
        BesetKing("throne", enemies=enemies)


def test_moves_are_found_by_text() -> None:
    """A list of legal moves can be asked for a move as players write it."""
    moves = start("tablut").legal_moves
    after = start("tablut").play("i6-g").legal_moves
    found = {text: moves.__contains__(text) for text in ("i6-g6", "i6-g", "e5-e8")}
    assert found == {"i6-g6": True, "i6-g": True, "e5-e8": False}
    assert not after.__contains__("i6-g")


def test_no_piece_goes_on_where_a_turn_is_one_move() -> None:
    """A position in which a piece must go on is refused under rules that know no such thing."""
    game = start("tablut")
    going = attrs.evolve(game.position, going_on_mask=game.variant.board.grid.mask(["i6"]))
    with pytest.raises(PositionError, match="has to go on"):
        start("tablut", going)
    with pytest.raises(NotationError, match="must continue its turn under these rules"):
        game_from_text("tablut 3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 attackers@i6")


def test_a_limit_is_a_whole_number() -> None:
    """Half a move is no limit."""
    with pytest.raises(TaflError, match="whole number"):
        start("tablut", move_limit=2.5)  # type: ignore[call-overload]


def test_a_mercenary_that_changes_sides_was_captured() -> None:
    """A limit on play without captures begins anew when a piece changes sides."""
    variant = small(
        pieces=MERCENARIES,
        captures=(Custodial(),),
        hostility=(Enemies(),),
        turncoats="mercenary",
        limits=(CapturelessLimit(3),),
    )
    picture = """
        A . . . .
        . . . . .
        D m . D K
        . . . . .
        . . . . .
    """
    game = drawn(variant, "attackers", picture).play_all(["a5-4", "e3-4", "a4-5"])
    assert game.outcome is not None
    game = drawn(variant, "attackers", picture).play_all(["a5-4", "d3-c", "a4-5", "e3-4"])
    assert game.outcome is None


def test_shared_tables_cannot_be_changed() -> None:
    """The grid, which all games of its size share, refuses to be changed, and so do its symmetries."""
    board = grid(9, 9)
    with pytest.raises(AttributeError, match="cannot be changed"):
        board.width = 7
    with pytest.raises(AttributeError, match="cannot be changed"):
        board.symmetries[0].name = "other"


def test_plays_compare_by_what_they_did() -> None:
    """The same move in the same position is the same play."""
    one, other = (start("tablut").play("i6-g").last for _ in range(2))
    assert one == other
    assert one != start("tablut").play("i6-f").last


def test_symmetric_repetition_respects_the_regions() -> None:
    """Where a region is not symmetric, a mirrored position is another position."""
    picture = """
        A . . . .
        . . . . .
        . . K . .
        . . . . .
        . . . . .
    """
    moves = ["a5-e", "c3-4", "e5-1", "c4-3"]
    symmetric = small(repetition=RepetitionEnds(2, symmetric=True))
    lopsided = small(repetition=RepetitionEnds(2, symmetric=True), regions={"camp": ["a5"]})
    assert drawn(symmetric, "attackers", picture).play_all(moves).outcome is not None
    assert drawn(lopsided, "attackers", picture).play_all(moves).outcome is None


def test_a_game_says_which_piece_goes_on() -> None:
    """A drawn position names the piece that must go on."""
    game = start("tablut")
    going = attrs.evolve(game.position, going_on_mask=game.variant.board.grid.mask(["i6"]))
    assert str(going).endswith("attackers to move, the piece on i6 goes on")


def slides_and_leaps(draw: DrawFn, board: Board) -> Iterator[object]:
    """Some pieces slide, and some leap from or to an area."""
    anyone, area = st.sampled_from(["everyone", *board.names]), st.sampled_from(board.geometry.names)
    yield Slide(draw(anyone))
    yield Jump(draw(anyone), over=draw(anyone), area=draw(area))


def hostility_of_its_own(draw: DrawFn, board: Board) -> Iterator[object]:
    """Men are captured between squares of which their capture itself says which are hostile."""
    ways: list[tuple[Hostility, ...]] = [(), (Enemies("men"),), (Enemies(), Area("edge")), (EmptyArea("everywhere"),)]
    yield Custodial(hostility=draw(st.sampled_from(ways)))


def strong_outside(draw: DrawFn, board: Board) -> Iterator[object]:
    """The king is captured between two enemies in an area, and between three or four elsewhere."""
    area = draw(st.sampled_from(board.geometry.names))
    yield ByArea(area, inside=Custodial("king"), outside=Surrounded(sides=draw(st.integers(3, 4))))


#: What the recipes of the kit leave out.
FURTHER: Mapping[str, Recipe] = {
    "movement": slides_and_leaps,
    "captures": hostility_of_its_own,
    "king": strong_outside,
    "turn": lambda draw, board: Berserk(),
}


@settings(max_examples=20, deadline=None)
@given(variants(largest=7, **FURTHER).flatmap(lambda variant: games(variant, max_plies=20)))
def test_further_random_compositions_keep_the_laws(game: Game) -> None:
    """Options that the recipes of the kit leave out keep the laws as well, whatever else holds."""
    check_tafl_game(game)


@st.composite
def strategies(draw: DrawFn) -> list[object]:
    """What the recipes make for one board."""
    drawn = [recipe(draw, load_variant("berserk").board) for recipe in (*RECIPES.values(), *FURTHER.values())]
    return [strategy for answer in drawn for strategy in (answer if isinstance(answer, Iterator) else [answer])]


def test_random_compositions_have_every_strategy_and_option() -> None:
    """Among random compositions there is every strategy that a file can name, and no option is always the same."""
    seen: dict[type, defaultdict[str, set[object]]] = {}

    @settings(max_examples=100, derandomize=True, database=None, deadline=None, phases=[Phase.generate])
    @given(strategies())
    def look_at(drawn: list[object]) -> None:
        for strategy in drawn:
            kind: type = type(strategy)
            options = seen.setdefault(kind, defaultdict(set))
            for field in attrs.fields(kind) if attrs.has(kind) else ():
                options[field.name].add(getattr(strategy, field.name))

    look_at()
    assert set(BUILT_IN.values()) <= seen.keys()
    always = [(cls.__name__, name) for cls, options in seen.items() for name in options if len(options[name]) == 1]
    assert always == []
