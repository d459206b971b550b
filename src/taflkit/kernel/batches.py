"""Batches of games that the compiled kernel steps at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from taflkit.kernel.runner import runner_for
from taflkit.kernel.state import State
from taflkit.rules import Rules

if TYPE_CHECKING:
    from taflkit.kernel._native import Batch


class BatchStarts(NamedTuple):
    """How the games by some rules begin in a batch."""

    rules: Rules
    """The rules."""
    planes: tuple[Sequence[int], Sequence[int]]
    """The plane of each kind of piece, seen by the attackers and by the defenders."""
    states: Sequence[tuple[State, bytes]]
    """The states with which they begin, each with the squares of the positions before."""


def compiled_batch(
    starts: Sequence[BatchStarts], options: Mapping[str, int], seed: int, arrays: tuple[Any, ...]
) -> Batch | None:
    """Return a batch that the kernel steps, `None` if Python must.

    Args:
        starts: How games begin; board `i` has the starts number `i % len(starts)`.
        options: The fields of `taflkit.rl.arrays.BatchOptions`.
        seed: A number of 64 bits.
        arrays: The arrays that it writes, as buffers.
    """
    games: list[tuple[Any, ...]] = []
    for each in starts:
        runner = runner_for(each.rules)
        kernels = {runner.kernel_for(state.position) for state, _ in each.states}
        kernel = kernels.pop()
        if kernel is None or kernels:
            return None
        lines = tuple((runner.line(state), before) for state, before in each.states)
        games.append((kernel, *map(bytes, each.planes), lines))
    from taflkit.kernel._native import Batch

    return Batch(tuple(games), dict(options), seed, arrays)
