"""Laws: of the games of every kind, and of the rules of tafl. `taflkit.testing` checks them with random games."""

from taflkit.conformance.kinds import KIND_LAWS, check_any_game, check_variant
from taflkit.conformance.reports import ConformanceError, scene
from taflkit.conformance.tafl import GAME_LAWS, PLAY_LAWS, check_tafl_game, check_values, play_checked

__all__ = [
    "GAME_LAWS",
    "KIND_LAWS",
    "PLAY_LAWS",
    "ConformanceError",
    "check_any_game",
    "check_tafl_game",
    "check_values",
    "check_variant",
    "play_checked",
    "scene",
]
