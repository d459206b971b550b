"""The kernel answers as Python does; `tests.kernel.agreement` does the same at length."""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import attrs
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from taflkit import Game, Side, Variant, load_variant
from taflkit.board import bits_of
from taflkit.kernel import installed
from taflkit.kernel.encoding import OUTCOMES, decode_position, encode_position
from taflkit.kernel.lowering import KindEntry, lower
from taflkit.rules import (
    Custodial,
    Encirclement,
    Enemies,
    Jump,
    KingReaches,
    RepetitionEnds,
    RepetitionIgnored,
    Slide,
    TurnLimit,
)
from tests.drawn import drawn
from tests.kernel import agreement
from tests.kernel.agreement import compare
from tests.kernel.comparison import Comparison, Tally
from tests.kernel.compositions import compositions
from tests.rules.boards import listed, small
from tests.runners import kernel_of
from tests.variants import TAFL, each_of

if TYPE_CHECKING:
    from taflkit.kernel._native import Kernel

Events = dict[int, tuple[bytes, bytes, int]]
Steps = tuple[bytes, Events]

pytestmark = pytest.mark.skipif(not installed(), reason=f"compiled kernel: {installed()}")


@each_of(TAFL)
def test_the_kernel_plays_every_variant_as_python_does(name: str) -> None:
    """Moves, captures and outcomes are the same in random games and positions of each variant."""
    tally = Tally()
    compare(load_variant(name), random.Random(name), tally, plies=12)
    assert tally.positions > 4


@pytest.mark.slow
# What fails is shown as the position and the rules; making them smaller takes minutes.
@settings(
    max_examples=60,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(compositions(), st.integers(0, 2**32))
def test_the_kernel_plays_whatever_is_composed(variant: Variant, number: int) -> None:
    """The same holds under random rules, however strange."""
    compare(variant, random.Random(number), Tally(), plies=12)


def test_who_jumps_into_a_ring_is_encircled_by_any_move() -> None:
    """A jump can complete the encirclement on the defenders' own move; the attackers win with their next, wherever."""
    variant = small(
        width=7, height=7, movement=(Slide(), Jump("defenders", over="attackers")), endings=(Encirclement(),)
    )
    picture = """
        . . . . . . A
        . . A A A . .
        . A . . . A .
        D A . K . A .
        . A . . . A .
        . . A A A . .
        . . . . . . .
    """
    Comparison(variant, Tally()).check_counts(drawn(variant, "defenders", picture).position)


CAPTURES_AND_WINS = """
    . . . . .
    D . . . .
    . . A . .
    . . D . .
    . . . K .
"""


def corner_game() -> Game:
    """Defenders to move, who can capture one man and reach two corners."""
    variant = small(
        regions={"corners": "corners"},
        hostility=(Enemies(),),
        captures=(Custodial(),),
        endings=(KingReaches("corners"),),
    )
    return drawn(variant, "defenders", CAPTURES_AND_WINS)


def test_moves_that_do_more_than_move_a_piece_are_described() -> None:
    """The kernel lists all moves, and says of those that capture or win what they take and where they lead."""
    game = corner_game()
    kernel, board = kernel_of(game.variant.rules), game.variant.board
    assert kernel is not None
    found, events = kernel.steps(encode_position(game.position))
    moves = [board.grid.move_between(*divmod(number, 25)) for number in array("I", found)]
    assert moves == sorted(game.legal_moves, key=lambda move: move.number)
    described = {}
    for number, (after, taken, outcome) in events.items():
        move = board.grid.move_between(*divmod(number, 25))
        assert decode_position(board, after) == game.play(move).position
        described[str(move)] = (listed(game.variant, int.from_bytes(taken, "little")), str(OUTCOMES[outcome]))
    won = "the defenders win: the king escaped"
    assert described == {"a4-c4": ("c3", "None"), "d1-a1": ("", won), "d1-e1": ("", won)}


class Lying:
    """A kernel that is wrong about the moves of a position."""

    def __init__(self, kernel: Kernel, lie: Callable[[Steps], Steps]) -> None:
        """Lie in this way."""
        self._kernel = kernel
        self._lie = lie

    def __getattr__(self, name: str) -> object:
        """Tell the truth about everything else."""
        return getattr(self._kernel, name)

    def steps(self, state: bytes) -> Steps:
        """Lie."""
        return self._lie(self._kernel.steps(state))


def without(events: Events, number: int) -> Events:
    """Events with one left out."""
    return {other: event for other, event in events.items() if other != number}


#: The numbers of a4-c4, which captures, and of a4-b4, which does not.
CAPTURING, PLAIN = 15 * 25 + 17, 15 * 25 + 16
LIES: dict[str, Callable[[bytes, Events], Steps]] = {
    "a move too few": lambda moves, events: (moves[4:], events),
    "a move twice": lambda moves, events: (moves + moves[-4:], events),
    "no capture": lambda moves, events: (moves, without(events, CAPTURING)),
    "another outcome": lambda moves, events: (moves, events | {CAPTURING: (*events[CAPTURING][:2], 1)}),
    "another victim": lambda moves, events: (moves, events | {CAPTURING: (events[CAPTURING][0], b"\1", 0)}),
    "another position": lambda moves, events: (moves, events | {CAPTURING: (bytes(28), *events[CAPTURING][1:])}),
    "a capture too many": lambda moves, events: (moves, events | {PLAIN: events[CAPTURING]}),
}


@pytest.mark.parametrize("lie", LIES)
def test_whatever_the_kernel_gets_wrong_is_a_difference(lie: str) -> None:
    """Moves, outcomes, captures and positions after moves are compared, so that no mistake is overlooked."""
    game = corner_game()
    comparison = Comparison(game.variant, Tally())
    comparison.check_position(game.position)
    comparison.kernel = cast("Kernel", Lying(comparison.kernel, lambda steps: LIES[lie](*steps)))
    with pytest.raises(AssertionError, match=r"differs: .* in Python, .* in the kernel"):
        comparison.check_position(game.position)


@pytest.mark.parametrize("lie", [lie for lie in LIES if lie != "no capture"])
def test_what_the_kernel_says_of_moves_is_compared_in_every_position(lie: str) -> None:
    """Only moves of which the kernel says nothing are sampled."""
    game = corner_game()
    comparison = Comparison(game.variant, Tally())
    comparison.kernel = cast("Kernel", Lying(comparison.kernel, lambda steps: LIES[lie](*steps)))
    for number in range(10):
        with pytest.raises(AssertionError, match="differs"):
            comparison.check_sample(game.position, encode_position(game.position), random.Random(number))


def test_what_the_kernel_does_not_say_of_moves_is_found_in_samples() -> None:
    """A capture that the kernel overlooks is a difference when Python happens to play it."""
    game = corner_game()
    comparison = Comparison(game.variant, Tally())
    comparison.kernel = cast("Kernel", Lying(comparison.kernel, lambda steps: LIES["no capture"](*steps)))
    found = 0
    for number in range(100):
        try:
            comparison.check_sample(game.position, encode_position(game.position), random.Random(number))
        except AssertionError:
            found += 1
    assert 0 < found < 100


class WrongAbout:
    """A kernel that answers one question wrongly."""

    def __init__(self, kernel: Kernel, question: str, wrong: Callable[[Any], object]) -> None:
        """Make a wrong answer of each right one."""
        self._kernel = kernel
        self._question = question
        self._wrong = wrong

    def __getattr__(self, name: str) -> object:
        """Answer everything else as the kernel does."""
        ask = getattr(self._kernel, name)
        return (lambda *given, **named: self._wrong(ask(*given, **named))) if name == self._question else ask


WRONG_ANSWERS: dict[str, Callable[[Any], object]] = {
    "moves": lambda moves: moves[1:],
    "step": lambda step: (step[0], step[1], step[2] + 1),
    "outcome": lambda number: number + 1,
    "count": lambda count: count + 1,
    "hash": lambda number: 0,
    "perft": lambda count: count + 1,
    "line_moves": lambda moves: moves[1:],
    "line_outcome_after": lambda number: number + 1,
}


@pytest.mark.parametrize("question", WRONG_ANSWERS)
def test_every_question_to_the_kernel_is_compared(question: str) -> None:
    """A wrong answer to any one question is a difference; right answers to all are none."""
    game = corner_game()
    comparison = Comparison(game.variant, Tally())

    def compare_all() -> None:
        for position in (game.position, game.play("a4-b4").position):
            comparison.check_position(position)
        comparison.check_counts(game.position)
        comparison.check_game(game.position, random.Random(1), 6)

    compare_all()
    comparison.kernel = cast("Kernel", WrongAbout(comparison.kernel, question, WRONG_ANSWERS[question]))
    with pytest.raises(AssertionError, match="differs"):
        compare_all()


@pytest.mark.parametrize(
    "other", [{"repetition": RepetitionEnds(2)}, {"limits": (TurnLimit(4),)}, {"captures": ()}], ids=str
)
def test_games_under_other_rules_differ(other: dict[str, Any]) -> None:
    """Repetition, limits and captures are compared in games with their past: another rule in one of them shows."""
    variant = load_variant("brandubh")
    variant = attrs.evolve(variant, rules=attrs.evolve(variant.rules, repetition=RepetitionIgnored(), limits=()))

    def compare_games(compiled: Variant) -> None:
        comparison = Comparison(variant, Tally())
        comparison.compiled = compiled
        for number in range(8):
            comparison.check_game(variant.start, random.Random(number), 40)

    compare_games(variant)
    with pytest.raises(AssertionError, match="differs"):
        compare_games(attrs.evolve(variant, rules=attrs.evolve(variant.rules, **other)))


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks that take no time."""
    for name, number in {"VARIANT_POSITIONS": 20, "COMPOSITIONS": 2, "COMPOSITION_POSITIONS": 20, "PLIES": 6}.items():
        monkeypatch.setattr(agreement, name, number)


def read_progress(path: Path) -> dict[str, object]:
    """What a checkpoint says, except how long it took."""
    content: dict[str, object] = json.loads(path.read_text())
    del content["seconds"]
    return content


@pytest.mark.usefixtures("small_chunks")
def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Two runs with one checkpoint compare what one long run does."""
    run, parts, whole = CliRunner(), tmp_path / "parts.json", tmp_path / "whole.json"
    for enough in ("1", "200"):
        run.invoke(agreement.main, ["--positions", enough, "--checkpoint", str(parts)], catch_exceptions=False)
    told = run.invoke(agreement.main, ["--positions", "200", "--checkpoint", str(whole)], catch_exceptions=False)
    assert read_progress(parts) == read_progress(whole)
    assert "positions, no difference" in told.output


@pytest.mark.usefixtures("small_chunks")
def test_a_difference_names_the_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one must type to see it again stands below the position and the rules."""
    monkeypatch.setattr(Comparison, "check_counts", lambda self, position: self._same("perft", 1, 2, position))
    with pytest.raises(AssertionError, match="perft differs: 1 in Python, 2 in the kernel") as found:
        agreement.compare_chunk(3, 7)
    assert found.value.__notes__ == ["To see it again: --seed 3 --first 7 --positions 1"]


def test_positions_are_told_apart_by_whose_turn_it_is_and_who_goes_on() -> None:
    """The hash of a state is that of all that makes a position."""
    variant = load_variant("berserk")
    kernel, start = kernel_of(variant.rules), variant.start
    assert kernel is not None
    positions = []
    for side in Side:
        own = list(bits_of(start.side_mask(side)))
        positions += [attrs.evolve(start, to_move=side, going_on_mask=mover) for mover in (0, own[0], own[-1])]
    assert len({kernel.hash(encode_position(position)) for position in positions}) == 6


def test_a_damaged_record_is_refused() -> None:
    """Whatever word of a record is changed to nonsense, and wherever it is cut off, the kernel says what is wrong."""
    from taflkit.kernel._native import Kernel

    record = array("I", lower(load_variant("copenhagen").rules).record)
    sets = 5 + 3 * len(KindEntry._fields)
    for at in (*range(sets), len(record) - 1):
        damaged = record[:]
        damaged[at] = 0x7FFFFFFF
        with pytest.raises(ValueError, match=r"word \d+ of the record"):
            Kernel(damaged.tobytes())
    for length in (0, 1, sets, len(record) // 2, len(record) - 1):
        with pytest.raises(ValueError, match="it ends where"):
            Kernel(record[:length].tobytes())
    with pytest.raises(ValueError, match="it goes on after its end"):
        Kernel(record.tobytes() + bytes(4))
    with pytest.raises(ValueError, match="four bytes"):
        Kernel(record.tobytes()[:-1])


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (b"", "a state has 84 bytes, not 0"),
        (bytes([4]) + bytes(83), "square 0 of the state holds 4"),
        (bytes(81) + b"\2\0\0", "the side to move is 0 or 1, not 2"),
        (bytes(81) + b"\0\1\0", "the square that goes on holds no piece of the side to move"),
        (bytes(81) + b"\0\xff\xff", "the square that goes on holds no piece of the side to move"),
        (bytes([3] * 81) + bytes(3), "there are more than 8 kings"),
    ],
)
def test_a_state_that_cannot_be_is_refused(state: bytes, message: str) -> None:
    """The kernel checks what it is given."""
    kernel = kernel_of(load_variant("tablut").rules)
    assert kernel is not None
    for ask in (
        kernel.moves,
        kernel.steps,
        kernel.count,
        kernel.hash,
        kernel.outcome,
        lambda s: kernel.line_moves((s, 0, 0, 0)),
    ):
        with pytest.raises(ValueError, match=message if state else "bytes"):
            ask(state)


def test_a_move_that_is_not_legal_is_refused() -> None:
    """So are moves, also those of squares that are not there."""
    variant = load_variant("tablut")
    kernel, state = kernel_of(variant.rules), encode_position(variant.start)
    assert kernel is not None
    for origin, target in ((0, 1), (40, 41), (3, 3), (-1, 5), (3, 81), (2**31 - 1, 0)):
        with pytest.raises(ValueError, match="there is no legal move"):
            kernel.step(state, origin, target)
