"""The formats of OpenTafl: positions, rules strings and game files."""

from taflkit.records.opentafl.games import format_opentafl_game, parse_opentafl_game
from taflkit.records.opentafl.positions import format_opentafl_position, parse_opentafl_position
from taflkit.records.opentafl.rules import parse_opentafl_rules
from taflkit.records.opentafl.writing import format_opentafl_rules

__all__ = [
    "format_opentafl_game",
    "format_opentafl_position",
    "format_opentafl_rules",
    "parse_opentafl_game",
    "parse_opentafl_position",
    "parse_opentafl_rules",
]
