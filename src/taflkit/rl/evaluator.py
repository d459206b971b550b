"""Evaluators for `taflkit.search.PUCT`: a network, and random games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from taflkit.board import Side
from taflkit.errors import TaflError
from taflkit.game import Game
from taflkit.random_games import playouts
from taflkit.rl.observation import Encoder

Predict: TypeAlias = Callable[[NDArray[np.float32]], tuple[NDArray[Any], NDArray[Any]]]
"""A network: takes a batch of observations `(games, planes, height, width)` and returns the logits of the actions
`(games, actions)` and the expected rewards of the attackers and the defenders `(games, 2)`, from -1 to 1."""


@attrs.frozen(eq=False)
class NetworkEvaluator:
    """Asks a network about games: the probabilities of their legal moves, and what they are worth.

    ```python
    evaluator = NetworkEvaluator(Encoder(variant), predict)
    searcher = PUCT(evaluator)
    ```
    """

    encoder: Encoder
    """Turns games into the planes that the network was trained on."""
    predict: Predict
    """The network."""

    def __call__(self, games: Sequence[Game]) -> list[tuple[Sequence[float], float]]:
        """Return, for each game, the probability of each of its `legal_moves` and its value for the side to move.

        Raises:
            TaflError: The network returns arrays of other shapes, or numbers that are not finite.
        """
        logits, values = self.predict(self.encoder.observe_all(games))
        actions = self.encoder.actions
        expected = (len(games), actions.size), (len(games), 2)
        if (np.shape(logits), np.shape(values)) != expected:
            raise TaflError(
                f"the network must return arrays of the shapes {expected[0]} and {expected[1]}, "
                f"not {np.shape(logits)} and {np.shape(values)}"
            )
        by_move = actions.by_move
        found: list[tuple[Sequence[float], float]] = []
        for game, policy, value in zip(games, logits, values, strict=True):
            chosen = policy[[by_move[move.number] for move in game.legal_moves]].astype(np.float64)
            worth = float(value[1 if game.to_move is Side.DEFENDERS else 0])
            if not (np.isfinite(chosen).all() and np.isfinite(worth)):
                raise TaflError("the network returned a number that is not finite")
            weights = np.exp(chosen - chosen.max())
            found.append(((weights / weights.sum()).tolist(), max(-1.0, min(1.0, worth))))
        return found


@attrs.frozen
class PlayoutEvaluator:
    """Evaluates games by random games, where there is no network: all moves are as probable, the value is the mean."""

    games: int = 8
    """How many random games are played from a position."""
    max_plies: int = 100
    """Longer ones are broken off, and count as drawn."""

    def __call__(self, games: Sequence[Game]) -> list[tuple[Sequence[float], float]]:
        """Return, for each game, the probability of each of its `legal_moves` and its value for the side to move."""
        found: list[tuple[Sequence[float], float]] = []
        for game in games:
            played = playouts(game, self.games, seed=game.ply, max_plies=self.max_plies)
            moves, mover = len(game.legal_moves), game.to_move
            value = (played.won_by(mover) - played.won_by(mover.other)) / self.games
            found.append(([1 / moves] * moves, value))
        return found
