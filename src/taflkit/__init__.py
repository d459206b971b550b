"""taflkit: the tafl family of board games, with rules as composable values."""

from taflkit import startup as _startup

_startup.watch()  # Before the imports below, during which Ctrl-C may be pressed.

# ruff: noqa: E402
from typing import TYPE_CHECKING

from taflkit import lazy as _lazy

if TYPE_CHECKING:
    from taflkit import engines, games, match, notation, render, search, shell
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
    from taflkit.game import Game, start
    from taflkit.notation import format_position, parse_position
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
    "games",
    "load_variant",
    "match",
    "notation",
    "parse_position",
    "perft",
    "playouts",
    "render",
    "search",
    "shell",
    "start",
    "variant_names",
]

# Imported at first use, so that programs and commands that use little of the library start quickly.
_MODULES = {
    "board": (
        "ATTACKER",
        "DEFENDER",
        "KING",
        "Board",
        "Geometry",
        "Move",
        "Piece",
        "Position",
        "Side",
        "Square",
        "SquareSet",
    ),
    "counting": ("divide", "perft"),
    "errors": (
        "GameOverError",
        "GeometryError",
        "IllegalMoveError",
        "NotationError",
        "PluginWarning",
        "PositionError",
        "RulesError",
        "TaflError",
        "VariantError",
        "VariantWarning",
    ),
    "game": ("Game", "start"),
    "notation": ("format_position", "parse_position"),
    "random_games": ("Playouts", "playouts"),
    "rules": ("LegalMoves", "Outcome", "Play", "Reason", "Rules"),
    "search": ("SearchLimit",),
    "variant": ("Variant",),
    "variant.catalogue": ("load_variant", "variant_names"),
}
_SUBMODULES = (
    "board",
    "collection",
    "counting",
    "engines",
    "errors",
    "evaluation",
    "game",
    "games",
    "kernel",
    "match",
    "notation",
    "random_games",
    "render",
    "review",
    "rl",
    "rules",
    "search",
    "shell",
    "testing",
    "variant",
    "web",
)

if not TYPE_CHECKING:  # so that type checkers see the imports above, and typing mistakes
    __getattr__ = _lazy.names_of(__name__, _MODULES, submodules=_SUBMODULES)


def __dir__() -> list[str]:
    return sorted({*__all__, *_SUBMODULES, "__version__"})
