"""Traits: what rules state about themselves is true, and a shortcut trusts nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from taflkit import Board, Game, Move, Outcome, Piece, Position, Reason, Side, Variant
from taflkit.board import indices_of, union
from taflkit.rules import (
    AllMenCaptured,
    ByArea,
    CapturelessLimit,
    Custodial,
    EmptyArea,
    Encirclement,
    Enemies,
    ExitFort,
    KingCaptured,
    KingReaches,
    NoMovesLoses,
    OneMove,
    OpenWays,
    RepetitionEnds,
    RepetitionForbidden,
    RepetitionIgnored,
    Shieldwall,
    Slide,
    Surrounded,
    TurnLimit,
    Verdict,
)
from taflkit.rules.capture import anvils_of, sides_of, spares_kings
from taflkit.rules.hostility import hostile_places
from taflkit.rules.protocols import Captor, Composition, GoesOn, History, HostileSquares, Judge, MayMove
from taflkit.rules.traits import CaptureTraits, EndingTraits, RepetitionTraits, traits_of
from taflkit.search import AlphaBeta, SearchLimit, WinFinder
from taflkit.search.tafl import TaflKnowledge
from taflkit.testing import RECIPES, variants
from tests.drawn import captured, drawn
from tests.kernel.compositions import compositions
from tests.kernel.scenes import SCENES
from tests.rules.boards import small
from tests.runners import game_in_python
from tests.search.plain import EITHER_WAY, affordable_depth, minimax, wins_within

ATTACKERS_WIN = Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)
DEFENDERS_WIN = Outcome(Side.DEFENDERS, Reason.KING_ESCAPED)


class Wide(KingReaches):
    """Any defender on the area wins."""

    def judge(self, rules: Composition) -> Judge:
        """Judge positions so."""
        goal = rules.board.geometry.area_mask(*self.area)
        return lambda _before, after: DEFENDERS_WIN if after.defending_mask & goal else None


class Narrow(KingReaches):
    """The king wins on the area only where no attacker stands beside him."""

    def judge(self, rules: Composition) -> Judge:
        """Judge positions so."""
        goal, grid = rules.board.geometry.area_mask(*self.area), rules.board.grid

        def judged(_before: Position | None, after: Position) -> Outcome | None:
            alone = not grid.spread(after.kings_mask) & after.attacking_mask
            return DEFENDERS_WIN if after.kings_mask & goal and alone else None

        return judged


class Unguarded(KingCaptured):
    """A king without a man beside him is lost."""

    def judge(self, rules: Composition) -> Judge:
        """Judge positions so."""
        grid = rules.board.grid

        def judged(_before: Position | None, after: Position) -> Outcome | None:
            guards = after.defending_mask & ~after.kings_mask
            return ATTACKERS_WIN if not grid.spread(after.kings_mask) & guards else None

        return judged


class Hemmed(Encirclement):
    """Defenders are encircled when none of them is on the two outer rings."""

    def judge(self, rules: Composition) -> Judge:
        """Judge positions so."""
        outer = rules.board.grid.spread(rules.board.grid.edge_mask)
        return lambda _before, after: None if after.defending_mask & outer else ATTACKERS_WIN


class Hut(ExitFort):
    """A king between two of his men has a fort, wherever he stands."""

    def judge(self, rules: Composition) -> Judge:
        """Judge positions so."""
        grid = rules.board.grid

        def judged(_before: Position | None, after: Position) -> Outcome | None:
            men = after.defending_mask & ~after.kings_mask
            beside = grid.beside(after.kings_mask) & men
            return DEFENDERS_WIN if beside.bit_count() >= 2 else None

        return judged


class Scattered(AllMenCaptured):
    """The defenders have lost when no two of them stand side by side."""

    def judge(self, rules: Composition) -> Judge:
        """Judge positions so."""
        grid = rules.board.grid

        def judged(_before: Position | None, after: Position) -> Outcome | None:
            own = after.defending_mask
            together = any(grid.neighbour_masks[square] & own for square in indices_of(own))
            return None if together else ATTACKERS_WIN

        return judged


@attrs.frozen
class Roaming:
    """A king who comes beside an attacker wins, wherever that is."""

    traits = EndingTraits(only_kings=True)

    def judge(self, rules: Composition) -> Judge:
        """Look beside the kings."""
        grid = rules.board.grid

        def judged(before: Position | None, after: Position) -> Outcome | None:
            if before is None or before.kings_mask == after.kings_mask or not after.kings_mask:
                return None
            return DEFENDERS_WIN if grid.spread(after.kings_mask) & after.attacking_mask else None

        return judged


@attrs.frozen
class Touching:
    """Whoever is beside the mover is captured; it states no more than that."""

    traits = CaptureTraits(only_beside=True)

    def captor(self, rules: Composition) -> Captor:
        """All enemies beside the square moved to."""
        grid = rules.board.grid

        def captured(after: Position, move: Move) -> int:
            return grid.beside(move.target_mask) & after.side_mask(after.to_move)

        return captured


def _row(rules: Composition) -> Captor:
    grid = rules.board.grid

    def captured(after: Position, move: Move) -> int:
        return grid.row_masks[move.target.row] & after.side_mask(after.to_move)

    return captured


class Sweeping(Custodial):
    """A whole row of enemies is captured at once."""

    def captor(self, rules: Composition) -> Captor:
        """Take pieces so."""
        return _row(rules)


class Storm(Shieldwall):
    """So it is here, on any row."""

    def captor(self, rules: Composition) -> Captor:
        """Take pieces so."""
        return _row(rules)


class Grabbing(Surrounded):
    """Whoever is beside the mover is captured."""

    def captor(self, rules: Composition) -> Captor:
        """Take pieces so."""
        return Touching().captor(rules)


class Haunted(EmptyArea):
    """Every empty square is hostile."""

    def against(self, board: Board, victim: Piece) -> HostileSquares | None:
        """Find hostile squares so."""
        everywhere = board.grid.everywhere_mask
        return lambda after: everywhere & ~after.occupied_mask


class Traitors(Enemies):
    """Every piece is hostile, those of the own side as well."""

    def against(self, board: Board, victim: Piece) -> HostileSquares | None:
        """Find hostile squares so."""
        return lambda after: after.occupied_mask


class Timid(Slide):
    """A piece moves only along lines on which no other piece stands."""

    def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
        """Find targets so."""
        found = super().reach(board, piece, origin, occupied, crossable)
        for line in board.grid.line_masks:
            if line >> origin & 1 and occupied & line & ~(1 << origin):
                found &= ~line
        return found


class Hasty(RepetitionEnds):
    """Whoever brings back any earlier position wins."""

    def repeated(self, history: History) -> Outcome | None:
        """Look for the position."""
        there = history.previous
        while there is not None:
            if there.position == history.position:
                assert history.previous is not None
                return Outcome(history.previous.position.to_move, Reason.REPETITION)
            there = there.previous
        return None


class Remembering(RepetitionIgnored):
    """So it is here."""

    def repeated(self, history: History) -> Outcome | None:
        """Look for the position."""
        return Hasty().repeated(history)


class Mercy(NoMovesLoses):
    """Who has no move wins."""

    def stuck(self, side: Side) -> Outcome:
        """Decide so."""
        return Outcome(side, Reason.NO_MOVES)


class Twice(OneMove):
    """Who captures moves again."""

    def goes_on(self, rules: Composition) -> GoesOn | None:
        """After a capture."""
        return lambda going, taken: bool(taken) and bool(rules.geometric_moves(going))

    def may_move(self, rules: Composition) -> MayMove | None:
        """Any move."""
        return None


def _oath(history: History) -> Outcome | None:
    """Whoever moves a piece twice in a row loses; the seventh ply decides, by what the defenders moved first."""
    positions = [history.position]
    there = history.previous
    while there is not None:
        positions.insert(0, there.position)
        there = there.previous
    if len(positions) >= 4:
        mover = positions[-2].to_move
        came = positions[-3].side_mask(mover) & ~positions[-4].side_mask(mover)
        if came == positions[-2].side_mask(mover) & ~positions[-1].side_mask(mover):
            return Outcome(mover.other, Reason.MOVE_LIMIT)
    if len(positions) < 8:
        return None
    return DEFENDERS_WIN if positions[1].kings_mask != positions[2].kings_mask else ATTACKERS_WIN


@attrs.frozen
class Oath:
    """A limit that depends on the order of the moves."""

    def reached(self, history: History) -> Outcome | None:
        """Decide so."""
        return _oath(history)


@attrs.frozen
class OathOfRepetition(RepetitionEnds):
    """A rule on repetition that depends on the order of the moves."""

    def repeated(self, history: History) -> Outcome | None:
        """Decide so."""
        return _oath(history)


def _some(draw: DrawFn, makers: list[Callable[[], Any]]) -> Iterator[Any]:
    for maker in makers:
        if draw(st.booleans()):
            yield maker()


def _endings(draw: DrawFn, board: Board) -> Iterator[Any]:
    """The endings of the recipes that state what brings them about: ways to escape are counted after any move."""
    return (ending for ending in RECIPES["endings"](draw, board) if not isinstance(ending, OpenWays))


def _exactly(*rules: Any) -> Callable[[DrawFn, Board], Any]:
    """What `variants` asks for an answer that is always the same."""
    return lambda _draw, _board: rules


#: Rules of which the searches know everything.
PLAIN: dict[str, Callable[[DrawFn, Board], Any]] = {
    "movement": _exactly(Slide()),
    "access": _exactly(),
    "hostility": _exactly(Enemies()),
    "captures": lambda draw, board: tuple(_some(draw, [Custodial, Shieldwall])),
    "king": lambda draw, board: (draw(st.sampled_from([Surrounded(), Custodial("king"), Surrounded(sides=3)])),),
    "endings": _endings,
    "repetition": lambda draw, board: draw(st.sampled_from([RepetitionIgnored(), RepetitionEnds(2, "mover-wins")])),
    "no_moves": lambda draw, board: NoMovesLoses(),
    "turn": lambda draw, board: OneMove(),
    "limits": _exactly(),
    "turncoats": _exactly(),
}
#: What is strange about a composition: answers to one question each.
TWISTS: list[tuple[str, Any]] = [
    ("movement", (Timid(),)),
    ("movement", (Slide("men"), Timid("king"))),
    ("hostility", (Enemies(), EmptyArea("edge"))),
    ("hostility", (Enemies(), Haunted("edge"))),
    ("hostility", (Traitors(),)),
    ("captures", (Surrounded("men", 3),)),
    ("captures", (Shieldwall("everyone"),)),
    ("captures", (Touching(),)),
    ("captures", (Sweeping(),)),
    ("captures", (Storm(),)),
    ("captures", (Custodial(), Grabbing("men"))),
    ("king", (Touching(),)),
    ("king", (Grabbing(),)),
    ("king", (Sweeping("king"),)),
    ("king", (Surrounded(sides=2),)),
    ("king", (ByArea("edge", Surrounded(), Touching()),)),
    ("endings", (Wide("edge"), KingCaptured())),
    ("endings", (Narrow("edge"), KingCaptured())),
    ("endings", (Unguarded(), KingReaches("edge"))),
    ("endings", (KingCaptured(), Hemmed())),
    ("endings", (KingCaptured(), Hut())),
    ("endings", (KingCaptured(), Scattered())),
    ("endings", (KingCaptured(), Roaming())),
    ("endings", (KingCaptured(), AllMenCaptured())),
    ("repetition", Hasty()),
    ("repetition", Remembering()),
    ("no_moves", Mercy()),
    ("turn", Twice()),
]


def _twisted(twist: tuple[str, Any]) -> SearchStrategy[Variant]:
    question, answer = twist
    return variants(largest=7, **{**PLAIN, question: lambda _draw, _board: answer})


STRANGE = st.sampled_from(TWISTS).flatmap(_twisted)


def _repetition(draw: DrawFn, _board: Board) -> Any:
    ends = [RepetitionEnds(2, verdict, symmetric) for verdict in Verdict for symmetric in (False, True)]
    return draw(st.sampled_from([*ends, RepetitionForbidden(), Hasty(), Remembering(), OathOfRepetition()]))


def _limits(draw: DrawFn, _board: Board) -> Iterator[Any]:
    for limit in (TurnLimit, CapturelessLimit):
        if draw(st.booleans()):
            yield limit(draw(st.integers(1, 6)), draw(st.sampled_from(Verdict)))
    yield from _some(draw, [Oath])


#: Small boards and short steps, so that trying everything gets far enough for the past to matter.
CRAMPED = {**PLAIN, "movement": _exactly(Slide(distance=1)), "repetition": _repetition, "limits": _limits}


def _cramped(twist: tuple[str, Any]) -> SearchStrategy[Variant]:
    question, answer = twist
    return variants(largest=5, **{**CRAMPED, question: lambda _draw, _board: answer})


CRAMPED_STRANGE = st.sampled_from([twist for twist in TWISTS if twist[0] != "movement"]).flatmap(_cramped)


def _games(variant: Variant, seed: int) -> Iterator[Game]:
    """Games that are not over, some of them a few plies old."""
    chance = random.Random(seed)
    for scene in SCENES:
        game = Game(variant, scene(variant, chance))
        for _ in range(chance.choice([0, 0, 2, 3])):
            after = game.play(chance.choice(game.legal_moves)) if game.outcome is None else game
            game = after if after.outcome is None else game
        if game.outcome is None:
            yield game


class TestStrangeRules:
    """Searches find what trying everything finds, whatever strange rules are plugged in."""

    @settings(deadline=None, max_examples=80, suppress_health_check=list(HealthCheck))
    @given(variant=STRANGE, seed=st.integers(0, 2**32))
    def test_wins_at_once(self, variant: Variant, seed: int) -> None:
        """The win finder finds a win with the next move if there is one, and says that there is none only then."""
        for game in _games(variant, seed):
            assert (WinFinder().find(game, 1).moves == 1) is wins_within(game, 1)

    @pytest.mark.slow
    @settings(deadline=None, max_examples=15, suppress_health_check=list(HealthCheck))
    @given(variant=STRANGE.filter(lambda variant: not variant.rules.goes_on), seed=st.integers(0, 2**32))
    def test_values(self, variant: Variant, seed: int) -> None:
        """Alpha-beta finds the value of plain minimax, where players take turns."""
        for game in _games(variant, seed):
            report = AlphaBeta(reductions=False, quiescence=False).search(game, SearchLimit(depth=2))
            expected = minimax(game, report.depth, TaflKnowledge(variant), quiescence=False)
            assert report.score.value == expected

    @EITHER_WAY
    @settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
    @given(variant=CRAMPED_STRANGE, seed=st.integers(0, 2**32))
    def test_wins_of_several_moves(self, kernel: bool, variant: Variant, seed: int) -> None:
        """Where repetitions and limits are near, a forced win of two moves is found, and none that is not there."""
        for game in islice(_games(variant, seed), 3):
            expected = next((moves for moves in (1, 2) if wins_within(game, moves)), None)
            assert WinFinder(kernel=kernel).find(game, 2).moves == expected

    @EITHER_WAY
    @settings(deadline=None, max_examples=12, suppress_health_check=list(HealthCheck))
    @given(variant=CRAMPED_STRANGE.filter(lambda variant: not variant.rules.goes_on), seed=st.integers(0, 2**32))
    def test_deeper_values(self, kernel: bool, variant: Variant, seed: int) -> None:
        """Three or four plies deep, where repetitions and limits are near, alpha-beta has the value of minimax."""
        for game in islice(_games(variant, seed), 3):
            search = AlphaBeta(kernel=kernel, reductions=False, quiescence=False)
            report = search.search(game, SearchLimit(depth=min(4, affordable_depth(game))))
            assert report.score.value == minimax(game, report.depth, TaflKnowledge(variant), quiescence=False)


def test_a_subclass_that_judges_more_widely_is_not_taken_for_its_base() -> None:
    """A man can go to the edge and win by it, though the king cannot."""
    variant = small(endings=(Wide("edge"),))
    game = drawn(variant, "defenders", ".....\n.AAA.\n.AKD.\n.AAA.\n.....")
    assert game.play("d3-e").outcome == DEFENDERS_WIN
    found = WinFinder().find(game, 1)
    assert (found.moves, str(found.best)) == (1, "d3-e3")


class ShortGame(Game):
    """The attackers have won after three plies, whatever the rules say."""

    @property
    def outcome(self) -> Outcome | None:
        """Decide so."""
        return ATTACKERS_WIN if self.ply >= 3 else super().outcome


def test_a_game_that_decides_more_than_its_rules() -> None:
    """What its own class calls a win is found, by every searcher that proves wins."""
    variant = small(endings=(KingCaptured(),))
    start = drawn(variant, "attackers", "A...A\n.....\n..K..\n.....\n.....").position
    game = ShortGame(variant, start)
    assert WinFinder().find(game, 2).moves == 2
    assert WinFinder().find(game.play_all(["a5-b", "c3-b"]), 1).moves == 1
    assert AlphaBeta().search(game, SearchLimit(depth=3)).score.win_in == 3


class TestUnknownPast:
    """What rules of one's own make of the past is not known: only games with the same moves are alike to a search."""

    @pytest.mark.parametrize(
        "rows",
        [".D...\n.....\n..AK.\n.....\n....A", "..D.A\n.....\n.....\n...A.\n....K", "....A\n.....\nA.K..\n.....\nD...."],
    )
    def test_a_limit_that_depends_on_the_order(self, rows: str) -> None:
        """The defenders hold by moving the king first: there is no forced win."""
        game = drawn(small(movement=(Slide(distance=1),), limits=(Oath(),)), "attackers", rows)
        assert WinFinder().find(game, 4).moves is None

    @pytest.mark.parametrize("strange", [{"limits": (Oath(),)}, {"repetition": OathOfRepetition()}])
    def test_states_with_another_order(self, strange: dict[str, Any]) -> None:
        """The same position after the same moves in another order is another state."""
        variant = small(movement=(Slide(distance=1),), **strange)
        game = drawn(variant, "attackers", "D...K\n.....\n.....\n.....\nA...A")
        know = TaflKnowledge(variant, exact_past=True)
        one, other = (game.play_all(moves.split()) for moves in ("a1-a2 a5-a4 e1-e2 e5-e4", "e1-e2 e5-e4 a1-a2 a5-a4"))
        assert one.position == other.position
        assert know.past(one) != know.past(other)
        assert know.past(one) == know.past(game.play_all(one.moves))

    def test_an_outcome_by_images(self) -> None:
        """A game that ends because the image of a position has come back owes that to its past."""
        variant = small(repetition=RepetitionEnds(2, "mover-wins", symmetric=True))
        game = drawn(variant, "attackers", ".....\n.....\n..K..\n.....\nA....").play_all(
            ["a1-e1", "c3-c4", "e1-e5", "c4-c3"]
        )
        for each in (game, game_in_python(game)):
            assert each.outcome == Outcome(Side.DEFENDERS, Reason.REPETITION)
            assert TaflKnowledge(variant).ended_by_past(each)


class TestDeclaring:
    """Traits are values that a class declares, and that count for this very class alone."""

    def test_of_the_class_itself(self) -> None:
        """They may depend on the fields of the rule."""
        assert traits_of(Custodial("king"), CaptureTraits).victims == ("king",)
        assert traits_of(Surrounded(sides=4), CaptureTraits).only_between
        assert not traits_of(Surrounded(sides=3), CaptureTraits).only_between
        goal = traits_of(KingReaches("edge"), EndingTraits).goal
        assert goal is not None
        assert goal(small().board) == small().board.grid.edge_mask

    def test_of_a_subclass(self) -> None:
        """What it inherits is unknown, until it declares traits of its own."""

        class Quiet(Custodial):
            pass

        class Loud(Custodial):
            traits = CaptureTraits(only_beside=True)

        assert traits_of(Quiet("king"), CaptureTraits) == CaptureTraits()
        assert traits_of(Loud(), CaptureTraits) == CaptureTraits(only_beside=True)

    def test_of_an_object(self) -> None:
        """What is set on an object that is no field of its class does not count."""

        class Loose:
            pass

        loose = Loose()
        vars(loose)["traits"] = CaptureTraits(only_beside=True)
        assert traits_of(loose, CaptureTraits) == CaptureTraits()

    def test_of_a_field(self) -> None:
        """A class may leave its traits to who builds the rule."""

        @attrs.frozen
        class Open:
            traits: CaptureTraits | None = None

        assert traits_of(Open(CaptureTraits(only_beside=True)), CaptureTraits).only_beside
        assert not traits_of(Open(), CaptureTraits).only_beside

    def test_victims_of_two_ways(self) -> None:
        """A capture by area takes the victims of both of its ways; they are unknown if those of one are."""
        known = ByArea("throne", Surrounded("king"), Custodial("man"))
        assert traits_of(known, CaptureTraits).victims == ("king", "man")
        assert traits_of(ByArea("throne", Surrounded("king"), Touching()), CaptureTraits).victims is None

    def test_one_name(self) -> None:
        """A single victim may be named without a tuple, as in the fields of rules."""
        assert CaptureTraits(victims="king").victims == ("king",)

    def test_a_misspelt_trait(self) -> None:
        """A class that declares it cannot be defined."""
        with pytest.raises(TypeError, match="only_besides"):

            class Misspelt:
                traits = CaptureTraits(only_besides=True)  # type: ignore[call-arg] # the mistake in question

    @pytest.mark.parametrize(
        "wrong",
        [
            lambda value: CaptureTraits(only_beside=value),
            lambda value: CaptureTraits(anvils=value),
            lambda value: EndingTraits(winner=value),
            lambda value: EndingTraits(goal=value),
            lambda value: RepetitionTraits(ends_after=value),
        ],
    )
    def test_a_value_of_a_wrong_type(self, wrong: Callable[[Any], object]) -> None:
        """A trait that is no truth value, no function or no side is refused, so that nothing rests on it."""
        with pytest.raises(TypeError):
            wrong("yes")

    def test_of_another_question(self) -> None:
        """Rules refuse a capture that declares the traits of an ending, and say whose they are."""

        class Mistaken(Custodial):
            traits = EndingTraits(only_captures=True)  # type: ignore[assignment] # the mistake in question

        with pytest.raises(TypeError, match="expected CaptureTraits as the traits of Mistaken, not EndingTraits"):
            small(captures=(Mistaken(),))

    def test_of_another_question_within_a_rule(self) -> None:
        """They do so for a rule that another one holds."""

        class Mistaken(Custodial):
            traits = EndingTraits(only_captures=True)  # type: ignore[assignment] # the mistake in question

        with pytest.raises(TypeError, match="as the traits of Mistaken"):
            small(captures=(ByArea("throne", Mistaken(), Custodial()),))

    def test_the_function_of_a_rule(self) -> None:
        """A mistake in a property shows when the rules are composed."""

        class Late(Custodial):
            @property
            def traits(self) -> CaptureTraits:
                return CaptureTraits(only_besides=True)  # type: ignore[call-arg] # the mistake in question

        with pytest.raises(TypeError, match="only_besides"):
            small(captures=(Late(),))

    def test_captures_of_kings_alone(self) -> None:
        """A subclass of a capture of kings that takes men as well takes them."""

        class Greedy(Surrounded):
            traits = CaptureTraits(only_beside=True)

            def captor(self, rules: Composition) -> Captor:
                return Touching().captor(rules)

        game = drawn(small(king=(Greedy("king"),)), "attackers", "A....\n.....\n..K..\n.....\n.D...")
        assert captured(game, "a5-a1") == "b1"

    def test_hostility_that_states_no_places(self) -> None:
        """Any square may be hostile by a rule that does not state where."""

        class Everything(Enemies):
            def against(self, board: Board, victim: Piece) -> HostileSquares:
                return lambda _: board.grid.everywhere_mask

        variant = small(captures=(Custodial(),), hostility=(Everything(),))
        assert captured(drawn(variant, "attackers", "A....\n.....\n..K..\n.....\n.D..."), "a5-a1") == "b1"

    def test_of_a_strategy_that_does_not_have_it(self) -> None:
        """It is unknown."""
        assert not traits_of(Encirclement(), EndingTraits).only_kings

    def test_a_line_movement_by_inheritance(self) -> None:
        """A subclass that says anew where pieces go is asked for that, not for the inherited table of lines."""

        class Frozen(Slide):
            def targets(self, position: Position, origin: int, crossable: int) -> int:
                return 0

        assert drawn(small(movement=(Frozen(),)), "attackers", "A....\n.....\n..K..\n.....\n.....").legal_moves == ()


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(variant=compositions(), seed=st.integers(0, 2**32))
def test_what_built_in_captures_state_is_true(variant: Variant, seed: int) -> None:
    """In any composition and position, moves take only what the captures say they do."""
    rules, board = variant.rules, variant.board
    grid = board.grid
    captures = [(capture, capture.captor(rules)) for capture in (*rules.captures, *rules.king)]
    for game in _games(variant, seed):
        position = game.position
        for move in rules.geometric_moves(position):
            after = attrs.evolve(_moved(position, move), to_move=position.to_move.other, going_on_mask=0)
            own = after.side_mask(position.to_move)
            for capture, captor in captures:
                taken = captor(after, move)
                traits = traits_of(capture, CaptureTraits)
                if traits.only_beside:
                    assert not taken & ~grid.neighbour_masks[move.target_mask.bit_length() - 1]
                if traits.only_edge_rows and taken:
                    assert move.target_mask & grid.edge_mask
                    assert not taken & ~grid.edge_mask
                    assert (after.side_mask(after.to_move) & grid.edge_mask).bit_count() >= 2
                if spares_kings(capture, board):
                    assert not taken & position.kings_mask
                anvils = anvils_of(capture, rules)
                if anvils is None:
                    continue
                for square in indices_of(taken):
                    around = union(sides_of(grid)[square]) & ~move.target_mask
                    assert around & (own | anvils)
                    if traits.only_between:
                        assert _opposite(variant, square, move) & (own | anvils)


def _moved(position: Position, move: Move) -> Position:
    kinds = tuple(
        kind & ~move.origin_mask | move.target_mask if kind & move.origin_mask else kind for kind in position.kind_masks
    )
    return Position(position.board, kinds, position.to_move)


def _opposite(variant: Variant, square: int, move: Move) -> int:
    """The square on the other side of a piece beside the target."""
    grid = variant.board.grid
    origin, there = grid.squares[square], move.target
    column, row = 2 * origin.column - there.column, 2 * origin.row - there.row
    inside = 0 <= column < grid.width and 0 <= row < grid.height
    return 1 << row * grid.width + column if inside else grid.outside_mask


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(variant=compositions(), seed=st.integers(0, 2**32))
def test_what_built_in_hostility_states_is_true(variant: Variant, seed: int) -> None:
    """Squares without an enemy are hostile only in the places that are stated."""
    for game in _games(variant, seed):
        for piece in variant.board.pieces:
            for rule in variant.rules.hostility:
                hostile = rule.against(variant.board, piece)
                enemies = game.position.side_mask(piece.side.other)
                if hostile is not None:
                    assert not hostile(game.position) & ~enemies & ~hostile_places([rule], variant.board)


@pytest.mark.parametrize("rule", [Haunted("edge"), Traitors()])
def test_unknown_hostility_may_be_anywhere(rule: Any) -> None:
    """So every square, and what is off the board, counts as special."""
    grid = small().board.grid
    assert hostile_places([rule], small().board) == grid.everywhere_mask | grid.outside_mask


def test_captures_state_the_empty_squares_they_count() -> None:
    """The throne and the corners count; a shieldwall states nothing, and where one may be meant, any square counts."""
    rules = small(
        regions={"throne": "centre", "corners": "corners"},
        hostility=(Enemies(), EmptyArea("throne"), EmptyArea("corners")),
        captures=(Custodial(),),
    ).rules
    special = rules.board.geometry.area_mask("throne", "corners")
    assert anvils_of(Custodial(), rules) == special
    assert anvils_of(Surrounded(), rules) == special
    assert anvils_of(ByArea("throne", Custodial(), Surrounded()), rules) == special
    assert anvils_of(Shieldwall(), rules) is None
    everywhere = rules.board.grid.everywhere_mask | rules.board.grid.outside_mask
    assert anvils_of(ByArea("throne", Custodial(), Shieldwall()), rules) == everywhere
