"""Tafl for OpenSpiel: importing this module registers a game for each tafl variant. It needs the extra `openspiel`.

```python
import pyspiel
import taflkit.rl.openspiel

game = pyspiel.load_game("taflkit_tablut")
state = game.new_initial_state()
```

The names are those of the variants after `taflkit_`, with underscores for hyphens. Player 0 has the attackers. A game
that lasts longer than the parameter `max_plies` is drawn.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import attrs
import numpy as np

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise ImportError("taflkit.rl.openspiel needs OpenSpiel: pip install 'taflkit[openspiel]'") from error

from taflkit.board import Side
from taflkit.game import Game
from taflkit.rl.observation import Encoder
from taflkit.rl.selfplay import rewards
from taflkit.variant import Variant
from taflkit.variant.catalogue import load_variant, variant_names

PREFIX = "taflkit_"
"""What the names of the games begin with."""
MAX_PLIES = 1000
"""After how many plies a game is drawn unless the parameter says so."""


def game_type(variant: str) -> Any:
    """Return OpenSpiel's description of a variant."""
    return pyspiel.GameType(
        short_name=PREFIX + variant.replace("-", "_"),
        long_name=f"taflkit: {variant}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"max_plies": MAX_PLIES},
    )


class TaflGame(pyspiel.Game):  # type: ignore[misc]
    """A variant as a game of OpenSpiel; a subclass says which."""

    variant_name: str
    """The name of the variant."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Load the variant."""
        params = params or {}
        variant = self.variant_name
        self.max_plies = int(params.get("max_plies", MAX_PLIES))
        self.encoder = Encoder(load_variant(variant, Variant))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions.size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(game_type(variant), info, params)

    def new_initial_state(self, state: object = None) -> TaflState:
        """Return the start of a game."""
        return TaflState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what turns states into tensors."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlaneObserver(self.encoder, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


@attrs.frozen(eq=False)
class _Shared:
    """A game, which never changes, so that copies of a state share it."""

    game: Game

    def __deepcopy__(self, memory: object) -> _Shared:
        return copy(self)


class TaflState(pyspiel.State):  # type: ignore[misc]
    """A game in progress as a state of OpenSpiel."""

    def __init__(self, game: TaflGame) -> None:
        """Begin a game."""
        super().__init__(game)
        self._max_plies = game.max_plies
        self._shared = _Shared(Game(game.encoder.variants[0]))

    @property
    def tafl(self) -> Game:
        """The game as taflkit has it."""
        return self._shared.game

    @property
    def _encoder(self) -> Encoder:
        encoder: Encoder = self.get_game().encoder
        return encoder

    def current_player(self) -> Any:
        """Return the player to move: 0 has the attackers."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return int(self.tafl.to_move is Side.DEFENDERS)

    def _legal_actions(self, player: int) -> list[int]:
        return self._encoder.legal_actions(self.tafl)

    def _apply_action(self, action: int) -> None:
        self._shared = _Shared(self.tafl.play(self._encoder.actions.decode(action)))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._encoder.actions.decode(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.tafl.outcome is not None or self.tafl.ply >= self._max_plies

    def returns(self) -> list[float]:
        """Return what the game has brought the attackers and the defenders."""
        return list(rewards(self.tafl))

    def __str__(self) -> str:
        """Draw the board."""
        return str(self.tafl)


class PlaneObserver:
    """Turns states into the planes of `taflkit.rl.Encoder`."""

    def __init__(self, encoder: Encoder, params: Any) -> None:
        """Make the tensor."""
        if params:
            raise ValueError(f"there are no parameters of observations, such as {params}")
        self._encoder = encoder
        self.tensor = np.zeros(int(np.prod(encoder.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(encoder.shape)}

    def set_from(self, state: TaflState, player: int) -> None:
        """Fill the tensor; both players see the same."""
        self.dict["observation"][:] = self._encoder.observe(state.tafl, np.float32)

    def string_from(self, state: TaflState, player: int) -> str:
        """Return the observation as a text."""
        return str(state)


def _game_class(variant: str) -> type[TaflGame]:
    class VariantGame(TaflGame):
        variant_name = variant

    return VariantGame


def register() -> tuple[str, ...]:
    """Register a game for each tafl variant that is not registered yet; return their names.

    Importing the module does so; call it again for variants that were added since.
    """
    known, added = set(pyspiel.registered_names()), []
    for name in variant_names("tafl"):
        kind = game_type(name)
        if kind.short_name not in known:
            # A class and not a function: OpenSpiel drops it after the interpreter has ended, when nothing may be freed.
            pyspiel.register_game(kind, _game_class(name))
            added.append(kind.short_name)
    return tuple(added)


register()
