"""A playthrough of OpenSpiel, kept as golden data.

    python -m tests.rl.playthroughs

writes it anew.
"""

from __future__ import annotations

import pyspiel

import taflkit.rl.openspiel as _registers  # noqa: F401 - importing it registers the games

NAME = "taflkit_brandubh"
PLIES = 8


def playthrough() -> str:
    """Play the game whose every action is the middle one of the legal actions, as text: state, actions, tensors."""
    game = pyspiel.load_game(f"{NAME}(max_plies={PLIES})")
    state, lines = game.new_initial_state(), [f"game: {game}", f"actions: {game.num_distinct_actions()}"]
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions()
        tensor = state.observation_tensor(player)
        chosen = legal[len(legal) // 2]
        lines += [
            f"\nply {state.move_number()}, player {player}",
            str(state),
            "legal: " + " ".join(f"{action}={state.action_to_string(player, action)}" for action in legal),
            "tensor: " + "".join(f"{int(value)}" for value in tensor),
            f"history: {state.history()}",
            f"plays {chosen}, {state.action_to_string(player, chosen)}",
        ]
        state.apply_action(chosen)
    return "\n".join([*lines, f"\n{state}", f"returns: {state.returns()}", ""])
