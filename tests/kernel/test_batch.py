"""`Batch` of the extension, called directly with what it must refuse; `tests/rl` tests what it computes."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from taflkit import load_variant
from taflkit.kernel import installed, runner_for
from taflkit.kernel.encoding import encode_line

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(not installed(), reason="there is no kernel")


def _parts(count: int = 3) -> dict[str, Any]:
    """The arguments of a batch of Brandubh."""
    variant = load_variant("brandubh")
    kernel = runner_for(variant.rules).kernel_for(variant.start)
    line = encode_line([variant.start], 0, 0, None)
    numbers = {
        "count": count, "width": 7, "height": 7, "kinds": 3, "planes": 10, "history": 0, "random_plies": 0,
        "max_plies": 50, "threads": 1, "balanced": 0, "autoreset": 1, "floats": 0, "packed": 0,
    }  # fmt: skip
    arrays = [np.zeros(count * 490, np.uint8), np.zeros(count * 1176, np.bool_), np.zeros(count * 2, np.float32)]
    arrays += [np.zeros(count, np.uint8) for _ in range(4)]
    games = ((kernel, bytes([0, 1, 2]), bytes([0, 1, 2]), ((line, b""),)),)
    return {"games": games, "numbers": numbers, "seed": 1, "arrays": tuple(arrays)}


def _batch(**parts: Any) -> Any:
    from taflkit.kernel._native import Batch

    return Batch(**{**_parts(), **parts})


def _with_game(**changes: Any) -> tuple[Any, ...]:
    kernel, attackers, defenders, starts = _parts()["games"][0]
    names = {"kernel": kernel, "attackers": attackers, "defenders": defenders, "starts": starts} | changes
    return ((names["kernel"], names["attackers"], names["defenders"], names["starts"]),)


def _numbers(**changes: Any) -> dict[str, Any]:
    numbers: dict[str, Any] = _parts()["numbers"] | changes
    return numbers


def test_arguments_that_do_not_fit_are_refused() -> None:
    """Every wrong size, number, type or start is an error before anything is played."""
    line = encode_line([load_variant("brandubh").start], 0, 0, None)
    read_only = np.zeros(3, np.uint8)
    read_only.flags.writeable = False
    arrays = _parts()["arrays"]
    wrong: list[dict[str, Any]] = [
        {"games": ()},
        {"games": (1,)},
        {"games": [1]},
        {"games": _with_game(kernel=3)},
        {"games": _with_game(attackers=b"\0\1")},
        {"games": _with_game(attackers=b"\0\1\3")},
        {"games": _with_game(defenders="012")},
        {"games": _with_game(starts=())},
        {"games": _with_game(starts=(3,))},
        {"games": _with_game(starts=((line,),))},
        {"games": _with_game(starts=((line, b"x"),))},
        {"games": _with_game(starts=((b"", b""),))},
        {"games": _with_game(starts=(((b"\0" * 52, 0, 0, 0), b""),))},
        {"numbers": {}},
        {"numbers": _numbers(count=0)},
        {"numbers": _numbers(count=2)},
        {"numbers": _numbers(width=8)},
        {"numbers": _numbers(planes=7)},
        {"numbers": _numbers(planes=9)},
        {"numbers": _numbers(kinds=2)},
        {"numbers": _numbers(history=1)},
        {"numbers": _numbers(max_plies=0)},
        {"numbers": _numbers(threads=1000)},
        {"numbers": _numbers(floats=1)},
        {"numbers": _numbers(packed=1)},
        {"numbers": _numbers(balanced=2)},
        {"numbers": _numbers(count=2**80)},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": "1"},
        {"arrays": arrays[:6]},
        {"arrays": (*arrays[:6], read_only)},
        {"arrays": (*arrays[:6], b"123")},
        {"arrays": (*arrays[:6], np.zeros((3, 2), np.uint8)[:, 0])},
        {"arrays": (arrays[0][:-1], *arrays[1:])},
        {"arrays": (*arrays[:2], np.zeros(25, np.uint8)[1:], *arrays[3:])},
    ]
    for parts in wrong:
        with pytest.raises((TypeError, ValueError, BufferError)):
            _batch(**parts)


def test_calls_that_do_not_fit_are_refused() -> None:
    """Buffers of another length, type or layout, and boards that there are not, change nothing."""
    batch = _batch()
    wrong: list[Any] = [None, 3, b"", b"123", np.zeros(2, np.int32), np.zeros(3, np.float64), np.zeros(3, np.int8)]
    wrong += [np.zeros((3, 2), np.int64)[:, 0], np.zeros(25, np.uint8)[1:].view(np.int64)]
    for actions in wrong:
        for method in (batch.step, batch.draw, batch.advance):
            with pytest.raises((TypeError, ValueError, BufferError)):
                method(actions)
    for board in (-1, 3, 2**70, "0"):
        with pytest.raises((TypeError, ValueError)):
            batch.played(board)
    with pytest.raises((TypeError, ValueError)):
        batch.reset(-1)
    assert batch.step(np.array([5, -7, 2**60])) == 0
    assert [batch.played(board) for board in range(3)] == [(0, ())] * 3


def test_random_numbers_as_actions_never_break_anything() -> None:
    """Any numbers are either all legal and played, or refused with the first board that has an illegal one."""
    batch, chance, drawn = _batch(), random.Random(1), np.zeros(3, np.int32)
    for _ in range(300):
        batch.draw(drawn)
        actions = drawn.astype(np.int64)
        board = chance.randrange(3)
        actions[board] = chance.choice([chance.randrange(-5, 1200), chance.getrandbits(63), -1])
        refused = batch.step(actions)
        assert refused in (-1, board)


def test_threads_that_share_a_batch_take_turns_or_are_refused() -> None:
    """Two threads that step one batch at once never meet inside: one of them gets an error, or both are served."""
    from taflkit.kernel._native import Batch

    batch: Any = Batch(**_parts(count=200))

    def run() -> set[str]:
        drawn, refusals = np.zeros(200, np.int32), set()
        for _ in range(50):
            try:
                batch.draw(drawn)
                batch.step(drawn)
            except RuntimeError as error:
                refusals.add(str(error))
        return refusals

    with ThreadPoolExecutor(2) as executor:
        refusals = [executor.submit(run) for _ in range(2)]
    assert set().union(*(each.result() for each in refusals)) <= {"another thread is using this batch"}
