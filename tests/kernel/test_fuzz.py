"""The kernel takes nothing on trust, stops when it is told to, and can be shared."""

from __future__ import annotations

import importlib.util
import os
import random
import sys
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest

from taflkit import IllegalMoveError, load_variant, start
from taflkit.kernel.encoding import encode_position
from taflkit.kernel.lowering import (
    ANY_DISTANCE,
    MAX_OCCURRENCES,
    EndingEntry,
    EndingKind,
    GameEntry,
    Hostility,
    KindEntry,
    Lowered,
    Movement,
    RepetitionKind,
    Squares,
    lower,
)
from tests.kernel.strange import StrangeRules
from tests.packages import run

native = pytest.importorskip("taflkit.kernel._native", reason="the extension is not installed")
from tests.kernel.fuzzing import WEIGHTS, run_round  # noqa: E402 (it needs the kernel)

#: What has not come back after so many seconds never will.
HANGS = 300
BRANDUBH = load_variant("brandubh")
RECORD = lower(BRANDUBH.rules).record
STATE = encode_position(BRANDUBH.start)
LINE = (STATE, 0, 0, 0)
KERNEL = native.Kernel(RECORD)


def corners(width: int, height: int) -> set[int]:
    """The squares of the corners."""
    return {0, width - 1, (height - 1) * width, height * width - 1}


ATTACKER, DEFENDER, KING = KindEntry(side=0), KindEntry(side=1), KindEntry(side=1, is_king=1)


def simple_rules(width: int, height: int) -> Lowered:
    """Attackers (kind 1), defenders (2) and kings (3) slide anywhere, nothing is captured, a king wins in a corner."""
    squares = width * height
    everywhere = squares * [Squares((1 << squares) - 1)]
    goal = Squares(sum(1 << square for square in corners(width, height)))
    return Lowered(
        width=width,
        height=height,
        pieces=(ATTACKER, DEFENDER, KING),
        movement=3 * (Movement(distance=ANY_DISTANCE, stops=everywhere, crosses=everywhere),),
        hostility=(3 * (Hostility(),),),
        endings=(EndingEntry(type=EndingKind.KING_REACHES, area=goal),),
    )


def simple_record(width: int, height: int, /, **changes: Any) -> bytes:
    """The record of the simple rules with some entries changed."""
    return attrs.evolve(simple_rules(width, height), **changes).record


def with_words(data: bytes, changes: dict[int, int]) -> bytes:
    """A record with other words in some places."""
    words = array("I", data)
    for place, word in changes.items():
        words[place] = word
    return words.tobytes()


def with_bytes(changes: dict[int, int]) -> bytes:
    """The start of Brandubh with other bytes in some places."""
    state = bytearray(STATE)
    for place, byte in changes.items():
        state[place] = byte
    return bytes(state)


@pytest.mark.parametrize(
    "block", [pytest.param(block, marks=() if block < 3 else pytest.mark.slow) for block in range(8)]
)
def test_strange_input_is_answered_or_refused(block: int) -> None:
    """Whatever the rules, the positions and the arguments are, what comes is an answer or a plain error."""
    for number in range(25):
        run_round(1, 25 * block + number)


def test_strange_rules_are_rules() -> None:
    """Rules that nobody plays by are let in all the same, so that strange input gets further than the door."""
    for number in range(20):
        native.Kernel(StrangeRules(random.Random(number)).record)


SIMPLE = simple_rules(2, 2)
SLIDES = SIMPLE.movement[0]
RECORDS = {
    "no words": (b"abc", "a record of rules is made of words of four bytes"),
    "nothing": (b"", "word 0 of the record of rules: it ends where the mark of a record is expected"),
    "noise": (b"noise is no rule", "word 0 of the record of rules: the mark of a record must be"),
    "another version": (with_words(RECORD, {1: 99}), "word 1 of .* the version must be from 2 to 2, not 99"),
    "too wide": (simple_record(2, 2, width=20), "word 2 of .* the width must be from 1 to 19, not 20"),
    "no height": (simple_record(2, 2, height=0), "the height must be from 1 to 19, not 0"),
    "too many kinds": (
        simple_record(2, 2, pieces=9 * (ATTACKER,)),
        "the number of kinds of piece must be from 1 to 8, not 9",
    ),
    "no side": (simple_record(2, 2, pieces=(KindEntry(side=2), DEFENDER, KING)), "a side must be from 0 to 1, not 2"),
    "a king of the attackers": (
        simple_record(2, 2, pieces=(KindEntry(is_king=1), DEFENDER, KING)),
        "a king of the attackers",
    ),
    "no such kind": (
        simple_record(2, 2, pieces=(KindEntry(becomes=4), DEFENDER, KING)),
        "what a turncoat becomes must be from 0 to 3, not 4",
    ),
    "no turncoat": (
        simple_record(2, 2, pieces=(ATTACKER, KindEntry(side=1, becomes=3), KING)),
        "kind 2 cannot turn into kind 3",
    ),
    "less than no distance": (
        simple_record(2, 2, movement=(SLIDES._replace(distance=2**32 - 1), SLIDES, SLIDES)),
        "how far a piece slides must be .*, not -1",
    ),
    "off the board": (
        simple_record(2, 2, movement=(SLIDES._replace(stops=4 * [Squares(16)]), SLIDES, SLIDES)),
        "a set has a square that is not on the board",
    ),
    "cut off": (RECORD[:400], "it ends where a set of squares is expected"),
    "too long": (RECORD + RECORD[:4], "it goes on after its end"),
    "never there": (
        simple_record(2, 2, game=GameEntry(repetition=RepetitionKind.ENDS, occurrences=1)),
        "a position must be allowed to stand once",
    ),
    "no images": (
        simple_record(2, 2, game=GameEntry(repetition=RepetitionKind.ENDS, occurrences=2, symmetric=1)),
        "symmetric repetition needs symmetries",
    ),
    "two in one": (simple_record(2, 2, symmetries=((0, 1, 1, 3),)), "two squares have the same image"),
}


@pytest.mark.parametrize(("record", "problem"), RECORDS.values(), ids=RECORDS.keys())
def test_a_record_that_is_none_is_refused(record: bytes, problem: str) -> None:
    """The error says what is wrong with the rules, and at which word."""
    with pytest.raises(ValueError, match=problem):
        native.Kernel(record)


STATES = {
    "too short": (STATE[:-1], "a state has 52 bytes, not 51"),
    "empty": (b"", "a state has 52 bytes, not 0"),
    "too long": (STATE * 2, "a state has 52 bytes, not 104"),
    "no such kind": (with_bytes({5: 4}), "square 5 of the state holds 4; kinds of piece go up to 3"),
    "no such side": (with_bytes({49: 2}), "the side to move is 0 or 1, not 2"),
    "nobody goes on": (with_bytes({50: 1}), "the square that goes on holds no piece of the side to move"),
    "off the board": (with_bytes({51: 255}), "the square that goes on holds no piece of the side to move"),
    "nine kings": (with_bytes(dict.fromkeys(range(9), 3)), "there are more than 8 kings"),
}


@pytest.mark.parametrize(("state", "problem"), STATES.values(), ids=STATES.keys())
@pytest.mark.parametrize("method", ["moves", "count", "hash", "outcome", "step", "perft"])
def test_a_state_that_is_none_is_refused(method: str, state: bytes, problem: str) -> None:
    """Every method looks at the state first, and says what is wrong with it."""
    more = {"step": (0, 1), "perft": (2,)}.get(method, ())
    with pytest.raises(ValueError, match=problem):
        getattr(KERNEL, method)(state, *more)


LINES = {
    "no states": ((b"", 0, 0, 0), "the states of a line are a multiple of 52 bytes, not 0"),
    "half a state": ((STATE * 2 + STATE[:9], 0, 0, 0), "the states of a line are a multiple of 52 bytes, not 113"),
    "a broken past": ((with_bytes({49: 7}) + STATE, 0, 0, 0), "the side to move is 0 or 1, not 7"),
    "no turns": ((STATE, -1, 0, 0), "turns must be from 0 to 2146483647, not -1"),
    "a long time": ((STATE, 0, 2**31 - 1, 0), "captureless must be from 0 to 2146483647, not 2147483647"),
    "no limit": ((STATE, 0, 0, -1), "move_limit must be from 0 to 2147483647, not -1"),
    "huge": ((STATE, 0, 0, 2**70), "move_limit must be from 0 to 2147483647, not 1180591620717411303424"),
}


@pytest.mark.parametrize(("line", "problem"), LINES.values(), ids=LINES.keys())
def test_a_line_that_is_none_is_refused(line: tuple[Any, ...], problem: str) -> None:
    """The same holds of positions with a past."""
    for method, more in (("line_moves", ()), ("line_outcome_after", (0, 1)), ("playouts", (0, 1, 0, 100))):
        with pytest.raises(ValueError, match=problem):
            getattr(KERNEL, method)(line, *more)


def knowledge(kernel: Any, width: int, height: int) -> Any:
    """What a searcher is told of the simple rules: all weights 1, the king's kind, facts, the goal, and no network."""
    goal = corners(width, height)
    squares = (square in goal for square in range(width * height))
    return native.Knowledge(kernel, array("i", [*[1] * WEIGHTS, 0, 3, 1, 1, *squares, 0]).tobytes())


def find_win(**limits: Any) -> tuple[object, ...]:
    """A win within a move from the start of Brandubh, under some limits: there is none."""
    found: tuple[object, ...] = KERNEL.find_win(
        LINE, knowledge(KERNEL, 7, 7), native.Table(1), limits.pop("first", 1), 1, **limits
    )
    return found


def search(depth: int, worker: int = 0) -> tuple[object, ...]:
    """A search from the start of Brandubh."""
    order = array("I", [origin * 49 + target for origin, target in KERNEL.moves(STATE)]).tobytes()
    found: tuple[object, ...] = KERNEL.search(
        LINE, knowledge(KERNEL, 7, 7), native.Table(1), order, depth, True, True, worker
    )
    return found


NUMBERS: dict[str, tuple[Callable[[], object], str]] = {
    "no move": (lambda: KERNEL.step(STATE, 0, 1), "there is no legal move from square 0 to square 1"),
    "off the board": (lambda: KERNEL.step(STATE, -1, 49), "there is no legal move from square -1 to square 49"),
    "no such move": (lambda: KERNEL.line_outcome_after(LINE, 0, 999), "there is no legal move from square 0 to"),
    "far off the board": (lambda: KERNEL.step(STATE, 0, 2**70), "from square 0 to square 1180591620717411303424"),
    "too deep": (lambda: KERNEL.perft(STATE, 65), "depth must be from 0 to 64, not 65"),
    "not deep": (lambda: KERNEL.perft(STATE, -1), "depth must be from 0 to 64, not -1"),
    "a depth that wraps": (lambda: KERNEL.perft(STATE, 2**64 + 1), "depth must be .*, not 18446744073709551617"),
    "no memory": (lambda: native.Memory(0), "megabytes must be from 1 to 65536, not 0"),
    "too much memory": (lambda: native.Memory(2**64), "megabytes must be from 1 to 65536, not 1844"),
    "no table": (lambda: native.Table(0), "megabytes must be from 1 to 65536, not 0"),
    "too large a table": (lambda: native.Table(-(2**70)), "megabytes must be from 1 to 65536, not -1180"),
    "no plies": (lambda: KERNEL.playouts(LINE, 0, 1, 0, 0), "max_plies must be from 1 to 1000000, not 0"),
    "too many plies": (lambda: KERNEL.playouts(LINE, 0, 1, 0, 1_000_001), "max_plies must be .*, not 1000001"),
    "a first that wraps": (lambda: KERNEL.playouts(LINE, 2**64, 1, 0, 9), r"first must be less than 2\*\*64"),
    "less than no games": (lambda: KERNEL.playouts(LINE, 0, -1, 0, 9), "count must not be negative, and is -1"),
    "a count that wraps": (lambda: KERNEL.playouts(LINE, 0, 2**64, 0, 9), r"count must be less than 2\*\*64"),
    "a seed that wraps": (lambda: KERNEL.playouts(LINE, 0, 1, 2**64, 9), r"seed must be less than 2\*\*64"),
    "less than no nodes": (lambda: find_win(nodes=-1), "nodes must not be negative, and is -1"),
    "less than no time": (lambda: find_win(seconds=-0.5), "seconds must be a float of at least 0, not -0.5"),
    "no number": (lambda: find_win(seconds=float("nan")), "seconds must be a float of at least 0, not nan"),
    "no float": (lambda: find_win(seconds=10**400), "seconds must be a float of at least 0, not 1000"),
    "no moves": (lambda: find_win(first=2), "first must be from 1 to 1, not 2"),
    "no depth": (lambda: search(0), "depth must be from 1 to 200, not 0"),
    "no search is so deep": (lambda: search(2**32 + 1), "depth must be from 1 to 200, not 4294967297"),
    "no such worker": (lambda: search(1, -1), "worker must be from 0 to 31, not -1"),
    "the win finder's worker": (lambda: search(1, 32), "worker must be from 0 to 31, not 32"),
    "over": (lambda: KERNEL.playouts((bytes(52), 0, 0, 0), 0, 1, 0, 9), "the game is over"),
}


@pytest.mark.parametrize(("call", "problem"), NUMBERS.values(), ids=NUMBERS.keys())
def test_a_number_out_of_bounds_is_refused(call: Callable[[], object], problem: str) -> None:
    """The error says how far the bounds go."""
    with pytest.raises(ValueError, match=problem):
        call()


@pytest.mark.parametrize("limits", [{"nodes": 2**64 + 1}, {"nodes": 2**64 - 1}, {"seconds": float("inf")}])
def test_huge_limits_do_not_wrap(limits: dict[str, Any]) -> None:
    """A limit that no run reaches is no limit: 2**64 + 1 nodes are not one node."""
    assert find_win(**limits) == find_win()
    assert find_win(nodes=1) != find_win()


TYPES: dict[str, Callable[[], object]] = {
    "no record": native.Kernel,
    "a text for a record": lambda: native.Kernel("TAFL"),
    "a bytearray for a record": lambda: native.Kernel(bytearray(RECORD)),
    "no state": lambda: KERNEL.moves(None),
    "a list for a line": lambda: KERNEL.line_moves(list(LINE)),
    "a short line": lambda: KERNEL.line_moves((STATE, 0, 0)),
    "a text for a square": lambda: KERNEL.step(STATE, "a1", 1),
    "half a ply": lambda: KERNEL.perft(STATE, 1.5),
    "no control": lambda: KERNEL.perft(STATE, 1, control=object()),
    "a control for a memory": lambda: KERNEL.perft(STATE, 1, memory=native.Control()),
    "an argument too many": lambda: native.Control(1),
    "a kernel made otherwise": lambda: native.Kernel.__new__(native.Control),
    "a kernel out of nothing": lambda: object.__new__(native.Kernel),
    "a subclass": lambda: type("Mine", (native.Kernel,), {}),
}


@pytest.mark.parametrize("call", TYPES.values(), ids=TYPES.keys())
def test_what_is_of_another_type_is_refused(call: Callable[[], object]) -> None:
    """Nothing is taken for what it is not."""
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("kind", [native.Kernel, native.Control, native.Memory, native.Table, native.Tree])
def test_the_compiled_types_are_documented(kind: type) -> None:
    """`help` says what a type and each of its methods and properties is for."""
    assert kind.__doc__
    assert all(getattr(kind, name).__doc__ for name in dir(kind) if not name.startswith("_"))


def test_no_game_is_played_where_every_move_is_forbidden() -> None:
    """Who may go only where the game has been cannot move, though there are empty squares."""
    kernel = native.Kernel(simple_record(3, 1, game=GameEntry(repetition=RepetitionKind.FORBIDDEN)))
    state = bytes([1, 0, 0, 0, 0, 0])
    past = [kernel.step(state, *move)[0] for move in kernel.moves(state)]
    line = (b"".join([*past, state]), 0, 0, 0)
    assert kernel.moves(state)
    assert not kernel.line_moves(line)
    with pytest.raises(ValueError, match="the game is over"):
        kernel.playouts(line, 0, 1, 0, 9)


def test_an_illegal_move_leaves_the_legal_ones_alone() -> None:
    """Moves are kept by their squares; one that is on no line takes no other's place."""
    game = start("brandubh")
    with pytest.raises(IllegalMoveError):
        game.play("a4-b6")
    assert "a4-a6" in map(str, start("brandubh").legal_moves)


def test_a_table_of_other_rules_does_no_harm() -> None:
    """Searches that find each other's moves in their table play none that is illegal on their board."""
    sizes = [(7, 6), (6, 7)]
    kernels = [native.Kernel(simple_record(*size)) for size in sizes]
    for number in range(40):
        chance = random.Random(number)
        table = native.Table(1)
        pieces = {(chance.randrange(5), chance.randrange(5)): chance.choice([1, 1, 2]) for _ in range(7)}
        pieces[chance.randrange(1, 5), chance.randrange(1, 5)] = 3
        for kernel, (width, height) in zip(kernels, sizes, strict=True):
            state = bytearray(width * height) + b"\1\0\0"
            for (row, column), kind in pieces.items():
                state[row * width + column] = kind
            found = kernel.find_win((bytes(state), 0, 0, 0), knowledge(kernel, width, height), table, 1, 3, 2000)
            for move in found[1]:
                state = kernel.step(bytes(state), *move)[0]


def test_threads_share_a_kernel() -> None:
    """A kernel and a memory used by several threads at once give the answers that they give to one."""
    memory = native.Memory(1)

    def answers(_: int) -> tuple[object, ...]:
        moves = KERNEL.moves(STATE)
        steps = [KERNEL.step(STATE, *move) for move in moves]
        games = KERNEL.playouts(LINE, 0, 40, 7, 200)
        return KERNEL.perft(STATE, 3), KERNEL.perft(STATE, 4, memory=memory), moves, steps, games

    alone = answers(0)
    with ThreadPoolExecutor(4) as threads:
        assert all(found == alone for found in threads.map(answers, range(8)))


def long_game(control: Any) -> None:
    """One game that takes minutes: it asks again and again what of a long past has come back."""
    game = GameEntry(repetition=RepetitionKind.ENDS, occurrences=MAX_OCCURRENCES)
    kernel = native.Kernel(simple_record(5, 5, game=game))
    kernel.playouts((bytes([1, 2, *[0] * 26]), 0, 0, 0), 0, 1, 0, 1_000_000, control)


RUNS: dict[str, Callable[[Any], object]] = {
    "perft": lambda control: KERNEL.perft(STATE, 30, control=control),
    "perft, one by one": lambda control: KERNEL.perft(STATE, 30, bulk=False, control=control),
    "playouts": lambda control: KERNEL.playouts(LINE, 0, 10**12, 0, 1000, control),
    "a long game": long_game,
}


@pytest.mark.parametrize("work", RUNS.values(), ids=RUNS.keys())
def test_another_thread_stops_a_run(work: Callable[[Any], object]) -> None:
    """A run that would go on for minutes is told to stop, and does, with an error of its own."""
    control = native.Control()
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(work, control)
        with pytest.raises(TimeoutError):
            running.result(0.1)
        assert not running.done()
        control.stop()
        with pytest.raises(InterruptedError, match="the run was stopped"):
            running.result(timeout=HANGS)


def test_a_run_says_how_far_it_is() -> None:
    """The control counts while the run goes on."""
    control = native.Control()
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(KERNEL.perft, STATE, 30, control=control)
        for _ in range(100 * HANGS):
            with pytest.raises(TimeoutError):
                running.result(0.01)
            if control.nodes:
                break
        reached = control.nodes
        control.stop()
        assert isinstance(running.exception(), InterruptedError)
    assert 0 < reached <= control.nodes


PREPARE = """
import sys, signal, threading
from taflkit import load_variant
from taflkit.kernel import _native
from taflkit.kernel.encoding import encode_position
from taflkit.kernel.lowering import lower
variant = load_variant("brandubh")
kernel, state = _native.Kernel(lower(variant.rules).record), encode_position(variant.start)
"""
INTERRUPT = """
threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
try:
    {run}
except KeyboardInterrupt:
    print("interrupted")
"""


def printed(code: str) -> str:
    """What a new process prints, which finds taflkit where this one does."""
    return run(sys.executable, "-c", code, PYTHONPATH=os.pathsep.join(filter(None, sys.path))).stdout.strip()


@pytest.mark.parametrize("work", ["kernel.perft(state, 30)", "kernel.playouts((state, 0, 0, 0), 0, 10**12, 0, 1000)"])
def test_ctrl_c_interrupts_a_run(work: str) -> None:
    """A signal in the main thread is heeded, though the kernel has been running all the time."""
    assert printed(PREPARE + INTERRUPT.format(run=work)) == "interrupted"


WITHIN = f"""
try:
    {"    ".join(PREPARE.strip().splitlines(keepends=True))}
    print(kernel.perft(state, 3), flush=True)
except ImportError as error:
    print(error, flush=True)
"""
SUBINTERPRETER = f"""
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    import _interpreters as interpreters
number = interpreters.create()
problem = interpreters.run_string(number, {WITHIN!r})
if problem is not None:
    raise SystemExit(str(problem))
interpreters.destroy(number)
"""


@pytest.mark.skipif(
    not any(importlib.util.find_spec(name) for name in ("_xxsubinterpreters", "_interpreters")),
    reason="this Python has no module for subinterpreters",
)
@pytest.mark.skipif(
    (3, 12, 0) <= sys.version_info[:3] <= (3, 12, 1), reason="these versions of Python crash by themselves"
)
def test_a_subinterpreter_has_a_kernel_of_its_own_or_none() -> None:
    """Where subinterpreters share a lock the kernel works in each; where they do not, Python refuses to load it."""
    within, after = printed(f"{SUBINTERPRETER}{PREPARE}print(kernel.perft(state, 3))").splitlines()
    assert after == str(KERNEL.perft(STATE, 3))
    assert within == after or "does not support loading in subinterpreters" in within
