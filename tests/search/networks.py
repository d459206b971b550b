"""Networks with numbers from a seed, for tests."""

from __future__ import annotations

import random
from array import array

from taflkit.evaluation.network import INPUT_ROLES, Network


def random_network(width: int, height: int, seed: int, hidden: int = 16) -> Network:
    """A network that has learned nothing; its units are now below, now within and now above their range."""
    rng = random.Random(seed)
    inputs = array("h", (rng.randint(-90, 90) for _ in range(INPUT_ROLES * width * height * hidden)))

    def numbers(bound: int) -> tuple[int, ...]:
        return tuple(rng.randint(-bound, bound) for _ in range(hidden))

    return Network(
        width=width,
        height=height,
        clip=255,
        divisor=1000,
        bias=numbers(400),
        output=(numbers(900), numbers(900)),
        output_bias=(rng.randint(-9000, 9000), rng.randint(-9000, 9000)),
        inputs=inputs.tobytes(),
    )
