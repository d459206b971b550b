"""The arrays that a batch of games writes, and the numbers that say how it is set up."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from taflkit.rl.observation import Encoder


@attrs.frozen(kw_only=True)
class BatchOptions:
    """The numbers of a batch, as the kernel takes them; flags are 0 or 1."""

    count: int
    """How many boards there are."""
    width: int
    """The columns of the boards."""
    height: int
    """The rows of the boards."""
    kinds: int
    """How many kinds of piece have planes."""
    planes: int
    """How many planes there are."""
    history: int
    """How many earlier positions an observation holds."""
    random_plies: int
    """Up to so many random plies are played before a game begins."""
    max_plies: int
    """A longer game is truncated."""
    threads: int
    """How many threads step the boards."""
    balanced: int
    """Whether games begin, by turns, with each side to move."""
    autoreset: int
    """Whether a game that has ended is followed by another in the same step."""
    floats: int
    """Whether observations are `float32`."""
    packed: int
    """Whether masks have a bit for each action."""


@attrs.frozen(eq=False)
class Arrays:
    """What a batch writes for each board, in the order in which the kernel takes them."""

    observations: NDArray[Any]
    """The games as planes."""
    masks: NDArray[Any]
    """The legal actions."""
    rewards: NDArray[np.float32]
    """What the last step brought the attackers and the defenders."""
    terminated: NDArray[np.bool_]
    """Which games ended with the last step."""
    truncated: NDArray[np.bool_]
    """Which games were truncated by the last step."""
    outcomes: NDArray[np.uint8]
    """How games ended with the last step."""
    to_move: NDArray[np.uint8]
    """Whose turn it is."""


def make_arrays(encoder: Encoder, options: BatchOptions) -> Arrays:
    """Allocate the arrays; the planes of regions, which never change, are filled in."""
    count, size = options.count, encoder.actions.size
    observations = np.zeros((count, *encoder.shape), dtype=np.float32 if options.floats else np.uint8)
    for number, variant in enumerate(encoder.variants):
        observations[number :: len(encoder.variants), encoder.region_planes] = encoder.regions_of(variant)
    return Arrays(
        observations,
        np.zeros((count, (size + 7) // 8), dtype=np.uint8) if options.packed else np.zeros((count, size), np.bool_),
        np.zeros((count, 2), dtype=np.float32),
        np.zeros(count, dtype=np.bool_),
        np.zeros(count, dtype=np.bool_),
        np.zeros(count, dtype=np.uint8),
        np.zeros(count, dtype=np.uint8),
    )
