"""Batches of games: the same as games played one by one."""

from __future__ import annotations

import gc
import os
import random
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Side, TaflError, load_variant, start
from taflkit.kernel import in_python, installed
from taflkit.rl import OUTCOMES, ActionError, VectorEnv
from tests.examples import examples
from tests.rl.comparing import OPTIONS, compare
from tests.rl.playing import some_games
from tests.variants import TAFL

needs_kernel = pytest.mark.skipif(not installed(), reason="there is no kernel")


def _in_python(name: str) -> Any:
    import attrs

    variant = load_variant(name)
    return attrs.evolve(variant, rules=in_python(variant.rules))


@examples(15)
@given(st.sampled_from(TAFL), st.sampled_from(OPTIONS), st.integers(0, 2**64 - 1))
def test_the_arrays_show_what_games_say(name: str, options: dict[str, Any], seed: int) -> None:
    """Planes, masks, rewards and outcomes are those of `Game`, whatever the variant and the options."""
    compare(VectorEnv(name, 2, **options), 12, random.Random(seed))


@needs_kernel
@pytest.mark.slow
def test_the_kernel_agrees_with_games_over_all_variants() -> None:
    """The same for every variant and until games end; `python -m tests.rl.comparing` compares a million steps."""
    ended = 0
    for number, name in enumerate(TAFL):
        env = VectorEnv(name, 2, max_plies=50, **{"history": 1} | OPTIONS[number % 3])
        assert env.engine == "kernel"
        ended += compare(env, 60, random.Random(number))
    assert ended > 50


@needs_kernel
@pytest.mark.parametrize("options", OPTIONS)
def test_python_gives_the_same_numbers_as_the_kernel(options: dict[str, Any]) -> None:
    """Without the kernel, the same seed gives the same games: random openings and sampled actions included."""
    kernel, python = (
        VectorEnv("brandubh", 4, seed=5, **options),
        VectorEnv(_in_python("brandubh"), 4, seed=5, **options),
    )
    assert (kernel.engine, python.engine) == ("kernel", "python")
    for _ in range(60):
        over = kernel.terminated | kernel.truncated
        if not options.get("autoreset", True) and over.any():
            kernel.reset_boards(over)
            python.reset_boards(over)
        for array in ("observations", "masks", "rewards", "terminated", "truncated", "outcomes", "to_move"):
            np.testing.assert_array_equal(getattr(kernel, array), getattr(python, array), array)
        actions = kernel.sample().copy()
        np.testing.assert_array_equal(actions, python.sample())
        kernel.step(actions)
        python.step(actions)


def _digest(env: VectorEnv, steps: int) -> list[bytes]:
    env.reset(9)
    return [b"".join(array.tobytes() for array in env.step(env.sample())) for _ in range(steps)]


@needs_kernel
def test_threads_do_not_change_the_games() -> None:
    """The same seed gives the same games for any number of threads."""
    options: dict[str, Any] = {"random_plies": 4, "balanced": True, "history": 1}
    one = _digest(VectorEnv("tablut", 130, threads=1, **options), 40)
    assert _digest(VectorEnv("tablut", 130, threads=2, **options), 40) == one
    assert _digest(VectorEnv("tablut", 130, threads=5, **options), 40) == one


@needs_kernel
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_can_go_on() -> None:
    """A process that was forked off has no threads of its parent, and starts its own."""
    env = VectorEnv("brandubh", 100, threads=3)
    child = os.fork()
    if not child:
        env.step(env.sample())
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    env.step(env.sample())


def test_seeds_choose_the_games() -> None:
    """A seed gives the same games again, another seed other games; boards play different games."""
    env = VectorEnv("brandubh", 3)
    first = _digest(env, 30)
    assert _digest(env, 30) == first
    env.reset(10)
    assert [b"".join(array.tobytes() for array in env.step(env.sample())) for _ in range(30)] != first
    assert len({env.game(number).moves for number in range(3)}) == 3


def test_boards_of_different_variants_share_a_batch() -> None:
    """Variants of one size take boards by turns; each keeps its own rules and pieces."""
    names = ["copenhagen", "berserk", "tawlbwrdd-bell"]
    env = VectorEnv(names, 6)
    assert [env.game(board).variant.name for board in range(6)] == names * 2
    compare(env, 10, random.Random(0))


def test_games_begin_with_what_is_asked_for() -> None:
    """Games begin with the given games, with their past, or with positions."""
    games = some_games("brandubh", 5, seed=1)
    env = VectorEnv("brandubh", 40, starts=games, history=2)
    begun = [env.game(board) for board in range(40)]
    assert set(begun) == set(games)
    for board, game in enumerate(begun):
        np.testing.assert_array_equal(env.observations[board], env.encoder.observe(game))
    positions = VectorEnv("brandubh", 10, starts=[games[0].position])
    assert {positions.game(board).position for board in range(10)} == {games[0].position}


def test_random_openings_have_up_to_so_many_plies() -> None:
    """With `random_plies=3`, games begin after 0 to 3 random moves, all of which occur."""
    env = VectorEnv("tablut", 60, random_plies=3)
    assert {env.game(board).ply for board in range(60)} == {0, 1, 2, 3}


def test_balanced_games_begin_with_each_side_by_turns() -> None:
    """Half of the boards begin with the attackers to move, and each board's next game with the other side."""
    env = VectorEnv("tablut", 10, balanced=True, autoreset=False)
    assert env.to_move.tolist() == [0, 1] * 5
    env.reset_boards(np.ones(10, dtype=bool))
    assert env.to_move.tolist() == [1, 0] * 5
    listed = VectorEnv("tablut", 10, balanced=True, starts=some_games("tablut", 8, seed=2))
    assert {side: {game.to_move for game in map(listed.game, range(side, 10, 2))} for side in (0, 1)} == {
        0: {Side.ATTACKERS},
        1: {Side.DEFENDERS},
    }


def test_long_games_are_truncated() -> None:
    """After `max_plies` a game is truncated: it has no outcome and no rewards, and another begins."""
    env = VectorEnv("tablut", 4, max_plies=3)
    for _ in range(3):
        env.step(env.sample())
    assert env.truncated.all()
    assert not env.terminated.any()
    assert not env.outcomes.any()
    assert not env.rewards.any()
    assert [env.game(board).ply for board in range(4)] == [0] * 4


def test_every_legal_action_is_drawn_as_often_as_the_others() -> None:
    """On 4,000 boards, each of the legal first moves is drawn as often as expected, within 5 sigma."""
    env = VectorEnv("brandubh", 4000, seed=3)
    legal = np.flatnonzero(env.masks[0])
    drawn = np.bincount(env.sample(), minlength=env.actions.size)
    assert drawn.sum() == drawn[legal].sum()
    expected = 4000 / len(legal)
    assert (abs(drawn[legal] - expected) < 5 * expected**0.5).all()


def _state(env: VectorEnv) -> list[bytes]:
    arrays = (env.observations, env.masks, env.rewards, env.terminated, env.truncated, env.outcomes, env.to_move)
    return [array.tobytes() for array in arrays]


@pytest.mark.parametrize("python", [False, True])
def test_bad_actions_are_refused_and_change_nothing(python: bool) -> None:
    """Illegal, out of range, of another type or shape: an error that says what is wrong, and nothing has changed."""
    env = VectorEnv(_in_python("brandubh") if python else "brandubh", 3)
    before, good = _state(env), env.sample().copy()
    bad = good.copy()
    bad[1] = env.actions.encode(start("brandubh").variant.board.grid.move("d4", "d5"))
    with pytest.raises(ActionError, match=r"board 1: action .* d4-d5: ") as caught:
        env.step(bad)
    assert (caught.value.board, caught.value.action) == (1, bad[1])
    for action in (1176, -1, 2**62, -(2**62)):
        with pytest.raises(ActionError, match="numbered from 0 to 1175"):
            env.step([int(good[0]), int(good[1]), action])
    with pytest.raises(ActionError, match="off the board"):
        env.step([12, *good[1:].tolist()])
    wrongs: list[Any] = [good.astype(np.float64), good.astype(bool), np.array(["a"] * 3), [None] * 3]
    for wrong in wrongs:
        with pytest.raises(TypeError, match="actions are whole numbers"):
            env.step(wrong)
    others: list[Any] = [good[:2], good.reshape(3, 1), np.int64(3), []]
    for shaped in others:
        with pytest.raises((ValueError, TypeError), match=r"shape|whole numbers"):
            env.step(shaped)
    assert _state(env) == before
    env.step(good.astype(np.uint16))  # any type of whole number will do
    assert _state(env) != before


def test_a_finished_board_waits_for_its_reset() -> None:
    """Without autoreset a finished board has no legal action, and an action on it is an error that says so."""
    env = VectorEnv("brandubh", 2, autoreset=False, max_plies=1)
    action = env.sample().copy()
    env.step(action)
    assert not env.masks.any()
    assert env.sample().tolist() == [-1, -1]
    for actions in (action, env.sample()):
        with pytest.raises(ActionError, match="the game is over; reset_boards begins another"):
            env.step(actions)
    over = VectorEnv("brandubh", 2, autoreset=False, move_limit=1)
    over.step(over.sample())
    over.step(over.sample())
    assert {str(OUTCOMES[number]) for number in over.outcomes} == {"the defenders win: the move limit was reached"}
    with pytest.raises(ActionError, match="the game is over"):
        over.step(action)
    over.reset_boards(np.array([True, False]))
    assert over.masks.any(axis=1).tolist() == [True, False]
    with pytest.raises(TypeError, match="bools"):
        over.reset_boards(np.array([1, 0]))
    with pytest.raises(ValueError, match=r"shape \(2,\)"):
        over.reset_boards(np.array([True]))


def test_wrong_settings_are_refused_in_a_sentence() -> None:
    """Numbers out of range, wrong types, finished games to begin with."""
    with pytest.raises(TaflError, match="n must be from 1 to 1,000,000, not 0"):
        VectorEnv("tablut", 0)
    with pytest.raises(TypeError, match="threads must be a whole number"):
        VectorEnv("tablut", 1, threads=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"numpy\.uint8 or numpy\.float32"):
        VectorEnv("tablut", 1, dtype=np.int64)  # type: ignore[arg-type]
    with pytest.raises(TaflError, match="no game of tablut"):
        VectorEnv("tablut", 1, starts=[start("brandubh")])
    game = start("brandubh", move_limit=1).play_all(["d1-c1", "d3-c3"])
    assert game.outcome is not None
    with pytest.raises(TaflError, match="is over"):
        VectorEnv("brandubh", 1, starts=[game])
    with pytest.raises(IndexError, match="from 0 to 0"):
        VectorEnv("brandubh", 1).game(1)


@needs_kernel
def test_steps_allocate_nothing() -> None:
    """Hundreds of steps leave no memory behind, and need no more than a few small objects at a time."""
    env = VectorEnv("tablut", 32)
    for _ in range(20):
        env.step(env.sample())
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(300):
            env.step(env.sample())
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 2000
    assert peak - before < 4000
