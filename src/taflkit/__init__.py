"""taflkit: the tafl family of board games, with rules as composable values."""

from taflkit import startup as _startup

_startup.watch()  # Before the imports below, during which Ctrl-C may be pressed.

# ruff: noqa: E402
from importlib import import_module
from typing import TYPE_CHECKING, Any

from taflkit.board import (
    ATTACKER,
    DEFENDER,
    KING,
    Board,
    Geometry,
    Move,
    Piece,
    Position,
    Side,
    Square,
    SquareSet,
)
from taflkit.counting import divide, perft
from taflkit.errors import (
    GameOverError,
    GeometryError,
    IllegalMoveError,
    NotationError,
    PluginWarning,
    PositionError,
    RulesError,
    TaflError,
    VariantError,
    VariantWarning,
)
from taflkit.game import Game, start
from taflkit.random_games import Playouts, playouts
from taflkit.rules import LegalMoves, Outcome, Play, Reason, Rules
from taflkit.variant import Variant

if TYPE_CHECKING:
    from taflkit import games, match, notation, protocol, render, search, shell
    from taflkit import rl as rl  # it needs an extra, so `import *` leaves it out
    from taflkit import testing as testing  # as above
    from taflkit.notation import format_position, parse_position
    from taflkit.search import SearchLimit
    from taflkit.variant.catalogue import load_variant, variant_names

__version__ = "0.1.0"

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "KING",
    "Board",
    "Game",
    "GameOverError",
    "Geometry",
    "GeometryError",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "NotationError",
    "Outcome",
    "Piece",
    "Play",
    "Playouts",
    "PluginWarning",
    "Position",
    "PositionError",
    "Reason",
    "Rules",
    "RulesError",
    "SearchLimit",
    "Side",
    "Square",
    "SquareSet",
    "TaflError",
    "Variant",
    "VariantError",
    "VariantWarning",
    "divide",
    "format_position",
    "games",
    "load_variant",
    "match",
    "notation",
    "parse_position",
    "perft",
    "playouts",
    "protocol",
    "render",
    "search",
    "shell",
    "start",
    "variant_names",
]

# What playing does not need is imported at first use, so that the command line starts quickly.
_SUBMODULES = (
    "collection",
    "games",
    "match",
    "notation",
    "protocol",
    "render",
    "review",
    "rl",
    "search",
    "shell",
    "testing",
    "web",
)
_LATER = {
    "format_position": "taflkit.notation",
    "load_variant": "taflkit.variant.catalogue",
    "parse_position": "taflkit.notation",
    "SearchLimit": "taflkit.search",
    "variant_names": "taflkit.variant.catalogue",
}


if not TYPE_CHECKING:  # so that type checkers see the imports above, and typing mistakes

    def __getattr__(name: str) -> Any:
        if name in _SUBMODULES:
            return import_module(f"taflkit.{name}")
        if name not in _LATER:
            raise AttributeError(f"module 'taflkit' has no attribute {name!r}")
        found = getattr(import_module(_LATER[name]), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*__all__, *_SUBMODULES, "__version__"})
