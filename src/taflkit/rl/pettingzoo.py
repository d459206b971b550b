"""Tafl for PettingZoo: an AEC environment of attackers and defenders. It needs the extra `pettingzoo`.

```python
from taflkit.rl import pettingzoo

env = pettingzoo.env("tablut")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    over = termination or truncation
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
```
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("taflkit.rl.pettingzoo needs PettingZoo: pip install 'taflkit[pettingzoo]'") from error

from taflkit.board import Side
from taflkit.errors import TaflError, wrong_type
from taflkit.game import Game
from taflkit.games.starting import start
from taflkit.rl.observation import Encoder
from taflkit.rl.picture import rgb_picture
from taflkit.rl.selfplay import rewards
from taflkit.variant import Variant

AGENTS = tuple(f"{side}_0" for side in Side)
"""The agents: `attackers_0` and `defenders_0`, named as PettingZoo names agents."""


def env(variant: str | Path | Variant, **options: Any) -> AECEnv[str, Any, int]:
    """Return the environment in the wrappers that PettingZoo's games have: an illegal action loses.

    Args:
        variant: A variant or its name.
        **options: What `TaflAEC` takes.
    """
    wrapped = wrappers.TerminateIllegalWrapper(TaflAEC(variant, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class TaflAEC(AECEnv[str, Any, int]):  # type: ignore[misc]
    """A game of tafl, without wrappers: an illegal action is an error that changes nothing.

    An observation is a dictionary: `observation` holds the planes, see `taflkit.rl.Encoder`; `action_mask` is 1 for
    legal actions of the agent whose turn it is.

    Args:
        variant: A variant or its name.
        render_mode: `ansi` for a text, `rgb_array` for pixels, `human` to print the text.
        history: How many earlier positions an observation holds.
        mover_first: Whether the planes of the side to move come first.
        max_plies: After so many plies the game is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "taflkit",
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
        "is_parallelizable": False,
    }
    """What PettingZoo asks about the environment."""

    def __init__(
        self,
        variant: str | Path | Variant,
        *,
        render_mode: str | None = None,
        history: int = 0,
        mover_first: bool = False,
        max_plies: int = 1000,
    ) -> None:
        """Load the variant."""
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise TaflError(f"render_mode is one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}")
        self.render_mode = render_mode
        self._start = start(variant, game_type=Game)
        self._encoder = Encoder(self._start.variant, history=history, mover_first=mover_first)
        self._max_plies = max_plies
        self.possible_agents = list(AGENTS)
        shape, size = self._encoder.shape, self._encoder.actions.size
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, shape, dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (size,), dtype=np.int8),
                }
            )
            for agent in AGENTS
        }
        self._actions = {agent: spaces.Discrete(size) for agent in AGENTS}
        self._begin()

    def _begin(self) -> None:
        self.game = self._start
        self.agents = list(AGENTS)
        self.agent_selection = self._mover()
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}

    def _mover(self) -> str:
        return AGENTS[tuple(Side).index(self.game.to_move)]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations, which is the same for both agents."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions, which is the same for both agents."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Nothing is random in it, so that the seed does not matter."""
        self._begin()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the game as planes, and the legal actions of an agent."""
        mask = np.zeros(self._encoder.actions.size, dtype=np.int8)
        if agent == self.agent_selection and not (self.terminations[agent] or self.truncations[agent]):
            mask[self._encoder.legal_actions(self.game)] = 1
        return {"observation": self._encoder.observe(self.game), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is.

        Raises:
            TypeError: The action is not a whole number; `None` is for an agent whose game has ended.
            TaflError: The action is not a legal move; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise wrong_type("the number of an action", action)
        self.game = self.game.play(self._encoder.actions.decode(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(AGENTS, rewards(self.game), strict=True))
        self.terminations = dict.fromkeys(AGENTS, self.game.outcome is not None)
        truncated = self.game.outcome is None and self.game.ply >= self._max_plies
        self.truncations = dict.fromkeys(AGENTS, truncated)
        if self.game.outcome is not None:
            self.infos = {each: {"outcome": str(self.game.outcome)} for each in AGENTS}
        over = self.game.outcome is not None or truncated
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)] if over else self._mover()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Draw the game as the render mode says."""
        if self.render_mode == "rgb_array":
            return rgb_picture(self.game)
        if self.render_mode == "human":
            print(self.game)  # noqa: T201 - what this mode is for
            return None
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""
