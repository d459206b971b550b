"""Comparing `VectorEnv` with `Game`: planes, mask, reward and outcome after every step.

    python -m tests.rl.comparing [STEPS] [SEED]
    python -m tests.rl.comparing symmetries [POSITIONS]

compares so many steps, 10^6 unless told, spread over all tafl variants and all options; or positions, 10^5 unless told,
with their images under the symmetries.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np

from taflkit import Game, Side, load_variant, variant_names
from taflkit.rl import OUTCOMES, VectorEnv, symmetry_tables

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"dtype": np.float32, "history": 2},
    {"packed": True, "mover_first": True, "history": 1},
    {"random_plies": 6, "balanced": True, "max_plies": 40},
    {"autoreset": False, "move_limit": 30, "dtype": np.float32},
)


def check(env: VectorEnv, games: list[Game]) -> None:
    """Check that the arrays show these games."""
    dtype = np.float32 if env.observations.dtype == np.float32 else np.uint8
    for number, game in enumerate(games):
        expected = env.encoder.observe(game, dtype)
        np.testing.assert_array_equal(env.observations[number], expected)
        mask = env.masks[number]
        if mask.dtype == np.uint8:
            mask = np.unpackbits(mask, count=env.actions.size, bitorder="little").astype(bool)
        is_over = env.terminated[number] or env.truncated[number]
        if is_over and not mask.any():
            continue
        np.testing.assert_array_equal(mask, env.encoder.mask(game))
        assert env.to_move[number] == (game.to_move is Side.DEFENDERS)


def check_rewards(env: VectorEnv, number: int, game: Game) -> None:
    """Check what a board says of a game that a step has led to."""
    assert OUTCOMES[env.outcomes[number]] == game.outcome
    assert env.terminated[number] == (game.outcome is not None)
    winner = game.outcome.winner if game.outcome is not None else None
    expected = {None: (0, 0), Side.ATTACKERS: (1, -1), Side.DEFENDERS: (-1, 1)}[winner]
    assert tuple(env.rewards[number]) == expected


def compare(env: VectorEnv, steps: int, chance: random.Random) -> int:
    """Step an environment with random legal actions beside games that `Game` plays; return how many games ended."""
    env.reset(chance.getrandbits(64))
    games = [env.game(number) for number in range(len(env))]
    ended = 0
    check(env, games)
    for _ in range(steps):
        actions = np.array([chance.choice(env.encoder.legal_actions(game)) for game in games], dtype=np.int32)
        env.step(actions)
        for number, action in enumerate(actions):
            after = games[number].play(env.actions.decode(action))
            check_rewards(env, number, after)
            has_ended = after.outcome is not None or bool(env.truncated[number])
            ended += has_ended
            games[number] = after
            if has_ended and env.masks[number].any():
                games[number] = env.game(number)
        check(env, games)
        over = env.terminated | env.truncated
        if over.any() and not env.masks[over].any():
            env.reset_boards(over)
            games = [env.game(number) if over[number] else game for number, game in enumerate(games)]
            check(env, games)
    return ended


def compare_images(name: str, boards: int, steps: int, seed: int = 0) -> int:
    """Step boards beside boards with the images of their actions, for each symmetry; return how many were compared."""
    variant = load_variant(name)
    for symmetry in symmetry_tables(variant):
        # Not every start position is symmetric.
        image = Game(variant, variant.start.transformed(symmetry.symmetry))
        env, mirrored = VectorEnv(variant, boards, seed=seed), VectorEnv(variant, boards, starts=[image])
        for _ in range(steps):
            actions = env.sample()
            env.step(actions)
            mirrored.step(np.array([symmetry.action(action) for action in actions], dtype=np.int32))
            np.testing.assert_array_equal(symmetry.planes(env.observations), mirrored.observations)
            np.testing.assert_array_equal(symmetry.policy(env.masks), mirrored.masks)
            np.testing.assert_array_equal(env.outcomes, mirrored.outcomes)
    return len(symmetry_tables(variant)) * boards * steps


def _all_images(positions: int) -> None:
    names, done = variant_names("tafl"), 0
    steps = max(1, positions // (len(names) * 8 * 2))
    for name in names:
        done += compare_images(name, 2, steps, seed=done)
        sys.stdout.write(f"{name}: {done} positions and their images\n")
        sys.stdout.flush()


def main() -> None:
    """Compare over all variants."""
    if sys.argv[1:2] == ["symmetries"]:
        _all_images(int(sys.argv[2]) if len(sys.argv) > 2 else 10**5)
        return
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 10**6
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    names = variant_names("tafl")
    boards = 4
    each = max(1, steps // (len(names) * len(OPTIONS) * boards))
    done = ended = 0
    for name in names:
        # Where moves may not repeat a position, `Game` tries every move: there few steps take as long.
        plies = max(1, each // 20) if load_variant(name).rules.repetition.forbids_moves else each
        for options in OPTIONS:
            env = VectorEnv(load_variant(name), boards, **options)
            assert env.engine == "kernel", name
            ended += compare(env, plies, chance)
            done += plies * boards
        sys.stdout.write(f"{name}: {done} steps, {ended} games ended\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
