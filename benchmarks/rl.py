"""How fast environments for learning are: `VectorEnv`, PettingZoo, and pgx where it is installed.

    python -m benchmarks.rl [--steps N] [--growth N]

Every step includes drawing a random legal action, the planes and the mask. Rates are by processor time, so that other
programs on the machine do not count. `--growth` steps so often at the end, and says how much memory that took; the bar
is for 10,000,000.
"""

from __future__ import annotations

import argparse
import gc
import resource
import statistics
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from taflkit.rl import VectorEnv

BOARDS = 256


def vector(name: str, steps: int, threads: int = 1) -> float:
    """Return the steps in a second of processor time of all threads together."""
    env = VectorEnv(name, BOARDS, threads=threads)
    return _best(lambda: _run(env, max(1, steps // BOARDS)))


def _run(env: VectorEnv, steps: int) -> float:
    started = time.process_time()
    for _ in range(steps):
        env.step(env.sample())
    return steps * len(env) / (time.process_time() - started)


def _best(measure: Callable[[], float], times: int = 3) -> float:
    return max(measure() for _ in range(times))


def speedup(name: str, steps: int) -> tuple[float, float]:
    """Return how much faster two threads are than one: by the clock, and by the processor time of the longer share.

    The second is what two idle processors would give, since the clock also counts what other programs take.
    """
    one, two = (VectorEnv(name, 4 * BOARDS, threads=threads) for threads in (1, 2))

    def measure(env: VectorEnv) -> tuple[float, float]:
        clock, whole, own = time.perf_counter(), time.process_time(), time.thread_time()
        for _ in range(max(1, steps // len(env))):
            env.step(env.sample())
        own, whole = time.thread_time() - own, time.process_time() - whole
        return time.perf_counter() - clock, max(own, whole - own)

    pairs = [(measure(one), measure(two)) for _ in range(9)]
    clock, processor = (statistics.median(first[n] / second[n] for first, second in pairs) for n in (0, 1))
    return clock, processor


def pettingzoo(name: str, steps: int) -> float:
    """Return the steps in a second of processor time of the PettingZoo environment."""
    from taflkit.rl.pettingzoo import TaflAEC

    env, chance = TaflAEC(name), np.random.default_rng(1)
    env.reset()

    def run() -> float:
        started = time.process_time()
        for _ in range(steps):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        return steps / (time.process_time() - started)

    return _best(run)


def pgx(name: str, steps: int) -> float | None:
    """Return the steps in a second of processor time of an environment of pgx; `None` if it is not installed."""
    try:
        import jax
        import pgx as library
    except ImportError:
        return None
    env = library.make(name)

    def one(state: object, key: object) -> object:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)  # type: ignore[attr-defined]
        action = jax.random.categorical(key, logits)
        after = env.step(state, action)
        begun = env.init(key)
        over = after.terminated | after.truncated
        return jax.tree_util.tree_map(lambda a, b: jax.numpy.where(over, a, b), begun, after)

    step = jax.jit(jax.vmap(one))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BOARDS))
    keys = [jax.random.split(jax.random.PRNGKey(n), BOARDS) for n in range(max(1, steps // BOARDS))]
    state = jax.block_until_ready(step(state, keys[0]))

    def run() -> float:
        nonlocal state
        started = time.process_time()
        for key in keys:
            state = step(state, key)
        jax.block_until_ready(state)
        return len(keys) * BOARDS / (time.process_time() - started)

    return _best(run)


def growth(name: str, steps: int) -> tuple[int, int]:
    """Return the bytes of Python's memory and of the process that so many steps took for good."""
    env = VectorEnv(name, BOARDS)
    for _ in range(200):
        env.step(env.sample())
    gc.collect()
    tracemalloc.start()
    traced, resident = tracemalloc.get_traced_memory()[0], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(steps // BOARDS):
        env.step(env.sample())
    traced = tracemalloc.get_traced_memory()[0] - traced
    tracemalloc.stop()
    return traced, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - resident) * 1024


def main() -> None:
    """Measure, and print rates and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200_000, help="steps of each measurement (default: 200,000)")
    parser.add_argument("--growth", type=int, default=0, metavar="N", help="also look for growth over N steps")
    options = parser.parse_args()
    rates = {name: vector(name, options.steps) for name in ("tablut", "copenhagen", "brandubh")}
    for name, rate in rates.items():
        print(f"VectorEnv {name}, one thread: {rate:,.0f} steps/s")
    peer = pettingzoo("tablut", max(1, options.steps // 50))
    print(f"PettingZoo tablut: {peer:,.0f} steps/s; VectorEnv is {rates['tablut'] / peer:.0f} times as fast")
    for name in ("chess", "othello"):
        found = pgx(name, max(BOARDS, options.steps // 20))
        if found is None:
            print(f"pgx {name}: not measured, pgx is not installed")
        else:
            print(f"pgx {name}: {found:,.0f} steps/s; VectorEnv tablut is {rates['tablut'] / found:.1f} times as fast")
    clock, processor = speedup("tablut", options.steps)
    print(f"two threads: {clock:.2f} times one by the clock, {processor:.2f} times by processor time")
    if options.growth:
        traced, resident = growth("tablut", options.growth)
        print(f"growth over {options.growth:,} steps: {traced:,} bytes traced, {resident:,} bytes of the process")


if __name__ == "__main__":
    main()
