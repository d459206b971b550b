"""AlphaZero-style training of a small tafl game, for two cores and an hour.

    python -m alphazero.train RUN --hours 1
    python -m alphazero.train RUN --hours 1          goes on where the last run stopped
    python -m alphazero.train RUN --match 100        plays the bars: Random and a level

RUN is a directory: `network.pt` is the network, `games-*.npz` the positions of self-play (the schema of
`taflkit dataset`), `curve.csv` and `curve.svg` the points against opponents. Run it from the directory `examples`. It
needs taflkit with its extra `rl`, and PyTorch; no graphics card.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch

from alphazero.curve import draw
from alphazero.network import Network, load_network, save_network
from alphazero.playing import play_games, play_match
from alphazero.training import train
from taflkit import load_variant
from taflkit.rl import Encoder, Samples, SelfPlay

GAMES = 128
"""How many games of self-play there are in one iteration."""
RANDOM_PLIES = 6
"""Before each of them, up to so many random plies are played: the network shall know more than one opening."""
WINDOW = 12
"""The network is trained on the games of so many iterations."""
STEPS = 100
"""How many batches it is trained on in one iteration."""
EVERY = 10
"""After so many iterations it plays against opponents."""
MATCH = 20
"""How many games it plays against each of them."""
VISITS = 400
"""How many positions it visits for a move against them."""


def main() -> None:
    """Train, or play a match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, metavar="RUN", help="the directory of the run")
    parser.add_argument("--variant", default="brandubh", help="the game (default: brandubh)")
    parser.add_argument("--hours", type=float, default=1.0, help="how long to train (default: 1)")
    parser.add_argument("--workers", type=int, default=2, help="how many processes play games (default: 2)")
    parser.add_argument("--visits", type=int, default=64, help="positions visited for a move in training (default: 64)")
    parser.add_argument("--level", type=int, default=3, help="the level of the stronger opponent (default: 3)")
    parser.add_argument("--seed", type=int, default=0, help="decides what is random (default: 0)")
    parser.add_argument("--match", type=int, default=0, metavar="GAMES", help="do not train: play so many games")
    options = parser.parse_args()
    options.run.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)  # The games need the other processors.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the processes are ended as on Ctrl-C
    with ProcessPoolExecutor(options.workers, mp_context=multiprocessing.get_context("spawn")) as executor:
        try:
            work(options, executor)
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def work(options: argparse.Namespace, executor: ProcessPoolExecutor) -> None:
    """Train until the time is up, or play the match that was asked for."""
    run = Run(options, executor)
    if options.match:
        for name, share in run.matches(options.match).items():
            print(f"{name}: {share * options.match:g} of {options.match}")
        return
    finish = time.monotonic() + options.hours * 3600
    while time.monotonic() < finish:
        run.iterate()


class Run:
    """A training run, kept in a directory."""

    def __init__(self, options: argparse.Namespace, executor: ProcessPoolExecutor) -> None:
        """Begin, or go on where the last run stopped."""
        self._options = options
        self._executor = executor
        self._variant = load_variant(options.variant)
        self._weights = options.run / "network.pt"
        self._state = options.run / "optimizer.pt"
        resumed = self._weights.exists()
        self._network = load_network(self._weights) if resumed else Network(Encoder(self._variant))
        if self._network.encoder.variants[0].name != self._variant.name:
            raise SystemExit(f"{options.run} is a run of {self._network.encoder.variants[0].name}; choose another")
        self._optimizer = torch.optim.AdamW(self._network.parameters(), lr=2e-3, weight_decay=1e-4)
        if self._state.exists():
            self._optimizer.load_state_dict(torch.load(self._state, weights_only=True))
        if not resumed:
            save_network(self._network, self._weights)

    def _shards(self) -> list[Path]:
        return sorted(self._options.run.glob("games-*.npz"))

    def iterate(self) -> None:
        """Play games, train on the latest, and now and then play against opponents."""
        options, started = self._options, time.monotonic()
        done = len(self._shards())
        settings = SelfPlay(visits=options.visits, parallel=GAMES // options.workers, random_plies=RANDOM_PLIES)
        share = GAMES // options.workers
        first = done * GAMES
        parts = [range(first + n * share, first + (n + 1) * share) for n in range(options.workers)]
        runs = [self._executor.submit(play_games, self._weights, part, options.seed, settings) for part in parts]
        samples = Samples.joined([run.result() for run in runs])
        samples.save(options.run / f"games-{done:05}.npz")
        window = Samples.joined([Samples.load(path) for path in self._shards()[-WINDOW:]])
        steps = min(STEPS, max(1, len(window) // 40))
        policy, value = train(self._network, self._optimizer, window, self._variant, steps, options.seed + done)
        save_network(self._network, self._weights)
        temporary = self._state.with_suffix(".part")
        torch.save(self._optimizer.state_dict(), temporary)
        temporary.replace(self._state)
        _, one = np.unique(samples.game, return_index=True)
        won = [float((samples.reward[one, side] > 0).mean()) for side in (0, 1)]
        print(
            f"iteration {done + 1}: {GAMES} games, {len(samples)} positions, attackers won {won[0]:.0%}, defenders "
            f"{won[1]:.0%}; policy loss {policy:.3f}, value loss {value:.3f}; {time.monotonic() - started:.0f} s",
            flush=True,
        )
        if done % EVERY == 0:
            self._measure((done + 1) * GAMES)

    def _measure(self, games: int) -> None:
        row: dict[str, Any] = {"games": games, **{f"against {n}": s for n, s in self.matches(MATCH).items()}}
        path = self._options.run / "curve.csv"
        is_new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(row))
            if is_new:
                writer.writeheader()
            writer.writerow(row)
        draw(path, self._options.run / "curve.svg")
        print(", ".join(f"{name} {value}" for name, value in row.items()), flush=True)

    def matches(self, games: int) -> dict[str, float]:
        """Play against Random and the level; return the share of the points."""
        options, found = self._options, dict[str, float]()
        for name, level in (("Random", 0), (f"level {options.level}", options.level)):
            parts = [range(n, games, options.workers) for n in range(options.workers)]
            runs = [self._executor.submit(play_match, self._weights, level, part, VISITS) for part in parts]
            found[name] = sum(run.result() for run in runs) / games
        return found


if __name__ == "__main__":
    main()
