"""Games played step by step: the compiled kernel's are those of Python, object for object."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import sys
import types
from typing import Any

import attrs
import pytest

from taflkit import (
    Game,
    IllegalMoveError,
    Play,
    Position,
    Reason,
    Side,
    TaflError,
    load_variant,
    perft,
    playouts,
    start,
)
from taflkit.board import Move
from taflkit.errors import GameOverError
from taflkit.kernel import in_python, installed, runner_for
from taflkit.kernel._native import State as KernelState
from taflkit.kernel._native import Stepper
from taflkit.kernel.encoding import OUTCOMES
from taflkit.kernel.python_runner import PythonCounter, PythonState
from taflkit.rules import LegalMoves, RepetitionEnds, RepetitionIgnored
from taflkit.search import AlphaBeta, SearchLimit
from tests.drawn import drawn
from tests.runners import game_in_python, history_of, kernel_of, line_of
from tests.variants import TAFL, each_of

pytestmark = pytest.mark.skipif(not installed(), reason=f"compiled kernel: {installed()}")


def facts(game: Game) -> tuple[object, ...]:
    """What a user can see of a game."""
    last = game.last
    told = None if last is None else (last, last.taken_mask, last.irreversible, last.outcome, str(last), last.captured)
    moves = sorted(game.legal_moves)
    counts = game.ply, game.turns, game.captureless, game.move_limit
    return game.position, told, game.outcome, counts, [*game.repeatable()], moves, str(game), repr(game)


@each_of(TAFL)
def test_a_random_game(name: str) -> None:
    """Every game along a random one is the same, whether it was made by the kernel or by Python."""
    chance = random.Random(name)
    compiled = start(load_variant(name), move_limit=40)
    plain = game_in_python(compiled)
    while plain.outcome is None and plain.ply < 70:
        move = chance.choice(sorted(plain.legal_moves))
        compiled, plain = compiled.play(move), plain.play(move)
        assert isinstance(plain._state, PythonState)
        assert facts(compiled) == facts(plain)
        assert compiled.moves == plain.moves
        assert hash(compiled) == hash(plain)
    assert facts(compiled) == facts(plain)


def test_moves_are_interned() -> None:
    """The moves that the kernel lists are the objects that the grid has."""
    game = start("tablut")
    grid = game.variant.board.grid
    assert all(move is grid.move(move.origin, move.target) for move in game.legal_moves)


def test_lists_of_moves_are_tuples() -> None:
    """What the kernel lists is equal to a list made in Python and hashes alike, as does the empty one after the end."""
    game = start("tablut")
    over = game.play_all(["e2-a", "e4-d", "a2-e", "d4-e"])
    for moves in (game.legal_moves, game.play("e2-a").legal_moves, over.legal_moves):
        assert type(moves) is LegalMoves
        for same in (LegalMoves(list(moves)), tuple(moves)):
            assert moves == same
            assert hash(moves) == hash(same)
    assert not over.legal_moves


def test_lists_of_moves_hold_their_moves_once() -> None:
    """Each list holds its moves once, until nobody holds the list."""
    games = [start("tablut").play("e2-a") for _ in range(10)]
    move = games[0].legal_moves[0]
    over = start("brandubh").legal_moves, start("tablut").play("e2-b").legal_moves
    held = sys.getrefcount(move)
    lists = [game.legal_moves for game in games]
    assert sys.getrefcount(move) == held + 10
    del lists
    # The moves of the game that was asked last are still known.
    assert sys.getrefcount(move) == held + 1
    games.clear()
    assert sys.getrefcount(move) == held
    assert all(over)


def test_the_moves_are_listed_once_if_they_are_asked_for_again() -> None:
    """A game that is asked again gives the same list; one that is asked after another game gives an equal one."""
    game = start("tablut")
    other = game.play("e2-a")
    first = game.legal_moves
    assert game.legal_moves is first
    assert other.legal_moves != first
    assert game.legal_moves == first


def no_position(_: bytes) -> Position:
    """Describes nothing."""
    raise AssertionError


def no_play(_: Position, state: KernelState) -> Play:
    """Describes nothing."""
    raise AssertionError


@pytest.mark.parametrize("outcomes", [OUTCOMES[:-1], (), list(OUTCOMES), None])
def test_a_stepper_needs_every_outcome(outcomes: Any) -> None:
    """The tuple of outcomes must be one, and complete."""
    kernel = kernel_of(load_variant("brandubh").rules)
    with pytest.raises((TypeError, ValueError)):
        Stepper(kernel, LegalMoves, None, None, None, outcomes)  # type: ignore[arg-type]


@pytest.mark.parametrize("foreign", [types.FunctionType, int, "no move", 5, None, object()])
def test_foreign_types_are_refused(foreign: Any) -> None:
    """What is no kernel, or no move, is refused without a crash; what cannot be called fails when it is called."""
    game = start("brandubh")
    kernel = kernel_of(game.variant.rules)
    assert kernel is not None
    with pytest.raises(TypeError):
        Stepper(foreign, LegalMoves, foreign, foreign, foreign, OUTCOMES)
    assert game._state.play(foreign) is None
    state = Stepper(kernel, foreign, foreign, foreign, foreign, OUTCOMES).state(line_of(game), 0, history_of(game))
    with pytest.raises((TypeError, ValueError)):
        assert state.moves


def test_an_error_in_the_middle_of_a_list() -> None:
    """If a move cannot be made, the error is passed on, and the moves before it are let go of."""
    game = start("brandubh")
    kernel = kernel_of(game.variant.rules)
    made: list[Move] = []

    def between(origin: int, target: int) -> Move:
        if len(made) == 5:
            raise MemoryError
        made.append(game.variant.board.grid.move_between(origin, target))
        return made[-1]

    assert kernel is not None
    stepper = Stepper(kernel, LegalMoves, between, no_position, no_play, OUTCOMES)
    state = stepper.state(line_of(game), 0, history_of(game))
    held = []
    for _ in range(3):
        with pytest.raises(MemoryError):
            assert state.moves
        held.append([sys.getrefcount(move) for move in made])
    assert held[0] == held[1] == held[2]
    assert len(made) == 5


def test_illegal_moves() -> None:
    """What is not legal is refused in the same words: off the lines, another board, the other side, after the end."""
    game = start("tablut").play("e2-a")
    plain = game_in_python(start("tablut")).play("e2-a")
    grid = game.variant.board.grid
    wrong = [("e4", "a2"), ("e4", "e9"), ("a4", "a3"), ("b5", "b6"), ("e5", "e9")]
    moves = [start("copenhagen").legal_moves[0], *(grid.move(origin, target) for origin, target in wrong)]
    for move in moves:
        told = []
        for one in (game, plain):
            with pytest.raises(IllegalMoveError) as error:
                one.play(move)
            told.append(str(error.value))
        assert told[0] == told[1]
    over = start("tablut").play_all(["e2-a", "e4-d", "a2-e", "d4-e"])
    with pytest.raises(GameOverError, match="repeated"):
        over.play("e2-a")
    with pytest.raises(TaflError):
        over.play("nonsense")


def test_copies_and_pickles() -> None:
    """A game of the kernel's is copied and pickled as any other is."""
    game = start("brandubh", move_limit=50).play_all(["d6-c", "d5-c", "c6-d"])
    for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert facts(twin) == facts(game)
    assert game.with_limit(60).play("c5-d").move_limit == 60


def test_the_past_is_remembered_wherever_it_was_made() -> None:
    """A repetition counts whether its first occurrences were played in Python or in the kernel."""
    moves = ["e2-a", "e4-d", "a2-e"]
    plain = game_in_python(start("tablut")).play_all(moves)
    mixed = start("tablut").play_all(moves[:2]).with_limit(50).with_limit(None).play(moves[2])
    assert isinstance(mixed.play("d4-e")._state, KernelState)
    assert mixed.play("d4-e").outcome == plain.play("d4-e").outcome
    assert mixed.play("d4-e").outcome is not None


@pytest.mark.parametrize("repetition", [RepetitionEnds(3), RepetitionEnds(4, symmetric=True), RepetitionIgnored()])
def test_positions_that_come_back(repetition: RepetitionEnds | RepetitionIgnored) -> None:
    """A position that comes back is found however long ago it was, in lines that branch, and after moves taken back."""
    chance = random.Random(6)
    brandubh = load_variant("brandubh")
    variant = attrs.evolve(brandubh, rules=attrs.evolve(brandubh.rules, repetition=repetition))
    game = drawn(variant, "attackers", "A......\n.......\n..D....\n...K...\n.......\n.......\n.......")
    lines, longest, again = [game], 0, 0
    for _ in range(700):
        if chance.random() < 0.02:
            del lines[max(1, len(lines) - chance.randrange(20)) :]
        game = lines[-1] if chance.random() < 0.95 else chance.choice(lines)
        moves: tuple[Move, ...] = game.legal_moves
        own = game.previous.last if game.previous else None
        if own and chance.random() < 0.5:  # Let pieces go to and fro.
            moves = tuple(m for m in moves if (m.origin, m.target) == (own.move.target, own.move.origin)) or moves
        after = game.play(chance.choice(moves))
        past = [*after.repeatable()][1:]
        images = [after.position.transformed(symmetry) for symmetry in variant.board.geometry.symmetries]
        if not getattr(repetition, "symmetric", False):
            images = [after.position]
        found = sum(position in images for position in past)
        assert after.may_be_repeated is (found > 0)
        enough = getattr(repetition, "occurrences", 10**9)
        if after.outcome is None or after.outcome.reason is Reason.REPETITION:
            assert (after.outcome is not None) is (found + 1 >= enough)
        if after.outcome is None:
            lines.append(after)
            longest, again = max(longest, len(past)), again + (found > 0)
    assert longest > 100
    assert again > 50


def test_long_games_are_forgotten() -> None:
    """A chain of many games is let go of without deep recursion."""
    tablut = load_variant("tablut")
    endless = attrs.evolve(tablut, rules=attrs.evolve(tablut.rules, repetition=RepetitionIgnored()))
    game = start(endless)
    for _ in range(5000):
        game = game.play_all(["e2-a", "e4-d", "a2-e", "d4-e"])
    assert game.turns == 20_000
    del game
    gc.collect()


def test_more_kings_than_the_kernel_takes() -> None:
    """A position with many kings is played in Python, counted and searched there too."""
    variant = load_variant("tablut")
    rows = [".........", ".KBK.KBK.", ".........", ".KBK.KBK.", ".........", ".KBK.....", *["........."] * 3]
    game = start(variant, variant.board.parse("\n".join(rows), Side.ATTACKERS))
    assert game.outcome is None
    assert {type(game.play(move)._state) for move in game.legal_moves} == {PythonState}
    assert perft(game, 1) == len(game.legal_moves)
    assert playouts(game, 3).games == 3


def test_a_game_that_goes_on_after_its_end() -> None:
    """Followed past a repetition that ended it, as by players who do not heed the rule, a game goes on as in Python."""
    moves = ["h5-7", "f5-4", "h7-5", "f4-5", "a4-c"]
    grid = load_variant("tablut").board.grid
    games = [start("tablut"), game_in_python(start("tablut"))]
    for text in moves:
        games = [game.follow(grid.parse_move(text)) for game in games]
    assert facts(games[0]) == facts(games[1])
    assert len(games[0].legal_moves) == 50


def test_a_class_of_ones_own() -> None:
    """A kind of game that overrides what is legal is asked itself, by searchers too."""

    class Lefty(Game):
        @property
        def legal_moves(self) -> LegalMoves:
            return LegalMoves(move for move in super().legal_moves if move.target.column < move.origin.column)

    game = Lefty(load_variant("tablut"), load_variant("tablut").start)
    assert type(game.play(game.legal_moves[0])) is Lefty
    assert AlphaBeta().search(game, SearchLimit(depth=1)).best in game.legal_moves


def test_counting_in_python_is_counting_in_python() -> None:
    """Rules that are set apart from the kernel are counted in Python, also after equal ones in the kernel."""
    variant = load_variant("brandubh")
    apart = attrs.evolve(variant, rules=in_python(variant.rules))
    assert perft(start(variant), 3) == perft(start(apart), 3) == 39512
    assert isinstance(runner_for(apart.rules).counter(apart.start), PythonCounter)
