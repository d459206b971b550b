"""taflkit: the tafl family of board games, with rules as composable values."""

from taflkit import startup as _startup

_startup.watch()  # Before the imports below, during which Ctrl-C may be pressed.

# ruff: noqa: E402
from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec
from pkgutil import iter_modules as _iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from taflkit import engines, games, match, players, records, render, search, shell
    from taflkit import rl as rl  # it needs an extra, so `import *` leaves it out
    from taflkit import testing as testing  # as above
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
    from taflkit.game import Game
    from taflkit.games.starting import format_position, game_from_text, start
    from taflkit.random_games import Playouts, playouts
    from taflkit.rules import LegalMoves, Outcome, Play, Reason, Rules
    from taflkit.search import SearchLimit
    from taflkit.variant import Variant
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
    "engines",
    "format_position",
    "game_from_text",
    "games",
    "load_variant",
    "match",
    "perft",
    "players",
    "playouts",
    "records",
    "render",
    "search",
    "shell",
    "start",
    "variant_names",
]

#: The modules that the names above come from, each before those that import it.
_HOMES = (
    "errors",
    "board",
    "rules",
    "variant",
    "variant.catalogue",
    "game",
    "games.starting",
    "search",
    "counting",
    "random_games",
)

if not TYPE_CHECKING:  # so that type checkers see the imports above, and typing mistakes

    def __getattr__(name):
        """Import a room of the library, or what stands in `__all__`, when it is first used."""
        if name.isidentifier() and not name.startswith("_"):
            if _find_spec(f"taflkit.{name}") is not None:
                return _import_module(f"taflkit.{name}")
            for home in _HOMES if name in __all__ else ():
                module = _import_module(f"taflkit.{home}")
                if hasattr(module, name):
                    globals()[name] = found = getattr(module, name)
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    rooms = (module.name for module in _iter_modules(__path__) if not module.name.startswith("_"))
    return sorted({*__all__, *rooms, "__version__"})
