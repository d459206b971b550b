"""PettingZoo, Gymnasium and OpenSpiel: their own tests pass."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taflkit import Game, TaflError, start
from taflkit.search import AlphaBeta, SearchLimit

GOLDEN = Path(__file__).parent / "playthroughs"


def test_adapters_are_imported_only_when_asked_for() -> None:
    """`import taflkit.rl` imports numpy, and none of the libraries that it adapts to."""
    code = "import sys, taflkit.rl; print([n for n in ('pettingzoo', 'gymnasium', 'pyspiel') if n in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# PettingZoo's test says of every dictionary, its own games excepted, that it is no array; the mask has its place there.
@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably"
)
def test_pettingzoo_passes_its_tests(capsys: pytest.CaptureFixture[str]) -> None:
    """`api_test`, `seed_test` and `render_test` pass, without other warnings."""
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, render_test, seed_test

    from taflkit.rl.pettingzoo import env

    def make(render_mode: str | None = None) -> Any:
        return env("brandubh", render_mode=render_mode, history=1)

    api_test(make(), num_cycles=60)
    seed_test(make, num_cycles=20)
    render_test(make)
    assert "Passed API test" in capsys.readouterr().out


def test_pettingzoo_plays_to_the_end() -> None:
    """The agents move as the game says, the rewards of the end are opposite, and a raw illegal action is refused."""
    pytest.importorskip("pettingzoo")
    from taflkit.rl.pettingzoo import TaflAEC

    env = TaflAEC("brandubh", max_plies=400)
    env.reset()
    with pytest.raises(TaflError, match="illegal move d4-e4"):
        env.step(env._encoder.actions.encode(env.game.variant.board.grid.move("d4", "e4")))
    assert env.game == start("brandubh")
    chance = np.random.default_rng(1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    assert sorted(totals.values()) == [-1, 1]


def test_gymnasium_passes_its_test() -> None:
    """`check_env` passes for the registered environment, where illegal actions lose."""
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import taflkit.rl.gymnasium

    assert taflkit.rl.gymnasium.SIDES
    env = gymnasium.make("taflkit/Tafl-v0", variant="brandubh", illegal_loses=True, disable_env_checker=True)
    check_env(env.unwrapped)


@pytest.mark.parametrize("opponent", [0, 1, AlphaBeta(depth=1)])
def test_gymnasium_plays_a_fixed_opponent(opponent: Any) -> None:
    """After each step it is the agent's turn or the game is over; the reward is that of the agent's side."""
    pytest.importorskip("gymnasium")
    from taflkit.rl.gymnasium import TaflEnv, as_game

    env = TaflEnv("brandubh", opponent=opponent, limit=SearchLimit(nodes=500), side="defenders", max_plies=300)
    _, info = env.reset(seed=2)
    assert as_game(env).ply == 1
    over, reward = False, 0.0
    while not over:
        _, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        over = terminated or truncated
        assert over or str(env.game.to_move) == info["side"] == "defenders"
    outcome = env.game.outcome
    if outcome is not None:
        assert reward == (0 if outcome.winner is None else 1 if str(outcome.winner) == "defenders" else -1)


def test_gymnasium_refuses_bad_settings_and_actions() -> None:
    """Sides, opponents and actions that there are not are errors, and change nothing."""
    pytest.importorskip("gymnasium")
    from taflkit.rl.gymnasium import TaflEnv

    with pytest.raises(TaflError, match="attackers, defenders, either, not 'white'"):
        TaflEnv("brandubh", side="white")
    with pytest.raises(TypeError, match="expected a searcher such as AlphaBeta"):
        TaflEnv("brandubh", opponent="alphabeta")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="from 1 to 10"):
        TaflEnv("brandubh", opponent=11)
    env = TaflEnv("brandubh", side="attackers")
    env.reset(seed=0)
    before = env.game
    with pytest.raises(TaflError, match="numbered from 0"):
        env.step(np.int64(99999))
    assert env.game is before


def test_gymnasium_waits_for_a_reset() -> None:
    """After a game has ended, by the rules, by its length or by an illegal action, only `reset` goes on."""
    pytest.importorskip("gymnasium")
    from taflkit.rl.gymnasium import TaflEnv

    for options, choose in (({"max_plies": 2}, True), ({"illegal_loses": True}, False)):
        env = TaflEnv("brandubh", side="attackers", **options)
        _, info = env.reset(seed=0)
        legal = int(info["action_mask"].argmax())
        assert any(env.step(legal if choose else 0)[2:4])
        before = env.game
        with pytest.raises(TaflError, match="reset begins another"):
            env.step(legal)
        assert env.game is before
        env.reset(seed=0)
        env.step(legal)


def test_actions_that_are_no_whole_numbers() -> None:
    """A float is refused by both adapters and not rounded, even where an illegal action loses."""
    pytest.importorskip("pettingzoo")
    from taflkit.rl.gymnasium import TaflEnv
    from taflkit.rl.pettingzoo import TaflAEC

    env = TaflEnv("brandubh", side="attackers", illegal_loses=True)
    _, info = env.reset(seed=0)
    aec = TaflAEC("brandubh")
    for wrong in (float(info["action_mask"].argmax()), None, "3"):
        with pytest.raises(TypeError, match="number of an action"):
            env.step(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="number of an action"):
            aec.step(wrong)  # type: ignore[arg-type]
    assert env.game.ply == aec.game.ply == 0


def _spiel() -> Any:
    spiel = pytest.importorskip("pyspiel")
    import taflkit.rl.openspiel

    assert taflkit.rl.openspiel.PREFIX == "taflkit_"
    return spiel


@pytest.mark.parametrize("name", ["taflkit_brandubh(max_plies=40)", "taflkit_berserk(max_plies=12)"])
def test_openspiel_passes_random_simulations(name: str) -> None:
    """`random_sim_test` passes, with serialisation."""
    spiel = _spiel()
    spiel.random_sim_test(spiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_openspiel_knows_every_variant() -> None:
    """There is a game for each tafl variant, and its actions are those of the encoder."""
    spiel = _spiel()
    assert {"taflkit_tablut", "taflkit_copenhagen", "taflkit_sea_battle_9_t"} <= set(spiel.registered_names())
    game = spiel.load_game("taflkit_tablut")
    state = game.new_initial_state()
    assert (game.num_distinct_actions(), len(state.legal_actions())) == (2592, 80)
    assert isinstance(state.tafl, Game)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (state.tafl.ply, twin.tafl.ply) == (0, 1)


def test_openspiel_plays_the_golden_game() -> None:
    """A playthrough of Brandubh is the one that was kept.

    To make it anew: `python -m tests.rl.playthroughs`.
    """
    _spiel()
    from tests.rl.playthroughs import NAME, playthrough

    assert playthrough() == (GOLDEN / f"{NAME}.txt").read_text("utf-8")


def test_openspiel_bots_play_tafl() -> None:
    """OpenSpiel's MCTS finds a legal move."""
    spiel = _spiel()
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = spiel.load_game("taflkit_brandubh(max_plies=30)")
    state, chance = game.new_initial_state(), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.5, 10, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert bot.step(state) in state.legal_actions()
