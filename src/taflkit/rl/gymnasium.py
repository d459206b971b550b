"""Tafl for Gymnasium: one agent against a fixed opponent. It needs the extra `gymnasium`.

```python
from taflkit.rl.gymnasium import TaflEnv

env = TaflEnv("brandubh", opponent=2, side="attackers")
observation, info = env.reset(seed=1)
observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
```
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("taflkit.rl.gymnasium needs Gymnasium: pip install 'taflkit[gymnasium]'") from error

from taflkit.board import Side
from taflkit.errors import TaflError
from taflkit.game import Game
from taflkit.games.starting import start
from taflkit.rl.observation import Encoder
from taflkit.rl.picture import rgb_picture
from taflkit.rl.selfplay import rewards
from taflkit.search import Random, Searcher, SearchLimit, check_searcher
from taflkit.search.levels import level_searcher
from taflkit.variant import Variant

SIDES = ("attackers", "defenders", "either")
"""The sides that an agent may play; `either` is drawn for each game."""


class TaflEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game of tafl against a fixed opponent.

    Observations are the planes of `taflkit.rl.Encoder`. `info["action_mask"]`, which is also what the method
    `action_masks` returns, is 1 for legal actions; `info["side"]` is the agent's side. The reward is 1 for a won game
    and -1 for a lost one.

    Args:
        variant: A variant or its name.
        opponent: A searcher, such as an engine of `taflkit.engines`; a level from 1 to 10; or 0 for random moves.
        limit: How far the opponent searches; as far as it usually does if left out.
        side: The side of the agent: `attackers`, `defenders` or `either`.
        history: How many earlier positions an observation holds.
        mover_first: Whether the planes of the side to move come first.
        max_plies: After so many plies the game is truncated.
        illegal_loses: Whether an illegal action loses the game, instead of being an error that changes nothing.
        render_mode: `ansi` for a text, `rgb_array` for pixels.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 - as in the base class
    """What Gymnasium asks about rendering."""

    def __init__(
        self,
        variant: str | Path | Variant,
        *,
        opponent: Searcher | int = 0,
        limit: SearchLimit | None = None,
        side: str = "either",
        history: int = 0,
        mover_first: bool = False,
        max_plies: int = 1000,
        illegal_loses: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Load the variant."""
        if side not in SIDES:
            raise TaflError(f"side is one of {', '.join(SIDES)}, not {side!r}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise TaflError(f"render_mode is one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}")
        if not isinstance(opponent, int):
            check_searcher(opponent)
        elif opponent:
            level_searcher(opponent)  # so that a wrong level is refused here
        self.render_mode = render_mode
        self.game = start(variant, game_type=Game)
        self._start = self.game
        self._opponent = opponent
        self._limit = limit
        self._sides = tuple(Side) if side == "either" else (Side(side),)
        self._side = self._sides[0]
        self._encoder = Encoder(self.game.variant, history=history, mover_first=mover_first)
        self._max_plies = max_plies
        self._illegal_loses = illegal_loses
        self._ended = False
        self.observation_space = spaces.Box(0, 255, self._encoder.shape, dtype=np.uint8)
        self.action_space = spaces.Discrete(self._encoder.actions.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a new game; the seed decides the side and what is random in the opponent."""
        super().reset(seed=seed)
        self._side = self._sides[int(self.np_random.integers(len(self._sides)))]
        self.game = self._start
        self._ended = False
        self._reply()
        return self._observation(), self._info()

    def step(self, action: SupportsIndex) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play an action and the opponent's reply.

        Raises:
            TypeError: The action is not a whole number.
            TaflError: The action is not a legal move, and `illegal_loses` is false, or the game has ended; nothing has
                changed.
        """
        if self._ended:
            raise TaflError("the game has ended; reset begins another")
        try:
            self.game = self.game.play(self._encoder.actions.decode(action))
        except TaflError as error:
            if not self._illegal_loses:
                raise
            self._ended = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._reply()
        reward = rewards(self.game)[tuple(Side).index(self._side)]
        over = self.game.outcome is not None
        truncated = not over and self.game.ply >= self._max_plies
        self._ended = over or truncated
        return self._observation(), reward, over, truncated, self._info()

    def _reply(self) -> None:
        """Let the opponent move, until it is the agent's turn or the game is over."""
        while self.game.outcome is None and self.game.to_move is not self._side and self.game.ply < self._max_plies:
            move = self._searcher().search(self.game, self._limit).best
            assert move is not None
            self.game = self.game.play(move)

    def _searcher(self) -> Searcher:
        opponent, seed = self._opponent, int(self.np_random.integers(2**31))
        if not isinstance(opponent, int):
            return opponent
        return level_searcher(opponent, seed=seed) if opponent else Random(seed)

    def _observation(self) -> NDArray[np.uint8]:
        return self._encoder.observe(self.game)

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.action_masks().astype(np.int8), "side": str(self._side)}
        return info if self.game.outcome is None else {**info, "outcome": str(self.game.outcome)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as `MaskablePPO` of sb3-contrib asks for them."""
        return self._encoder.mask(self.game)

    def render(self) -> Any:
        """Draw the game as the render mode says."""
        if self.render_mode == "rgb_array":
            return rgb_picture(self.game)
        return str(self.game) if self.render_mode == "ansi" else None


def as_game(env: gymnasium.Env[Any, Any]) -> Game:
    """Return the game that an environment, wrapped or not, is playing."""
    found = env.unwrapped
    if not isinstance(found, TaflEnv):
        raise TypeError(f"expected an environment of taflkit, not {env!r}")
    return found.game


gymnasium.register("taflkit/Tafl-v0", entry_point="taflkit.rl.gymnasium:TaflEnv")
