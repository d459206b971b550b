"""The Tablut contest of the University of Bologna: its messages, a player and a referee."""

from taflkit.engines.bologna.contest import ContestResult, ContestRules, Standing, standings
from taflkit.engines.bologna.messages import (
    BLACK_PORT,
    WHITE_PORT,
    ContestError,
    contest_variant,
    format_contest_move,
    format_state,
    parse_contest_move,
    parse_state,
)
from taflkit.engines.bologna.player import ContestPlayer, search_seconds
from taflkit.engines.bologna.referee import ContestReferee

__all__ = [
    "BLACK_PORT",
    "WHITE_PORT",
    "ContestError",
    "ContestPlayer",
    "ContestReferee",
    "ContestResult",
    "ContestRules",
    "Standing",
    "contest_variant",
    "format_contest_move",
    "format_state",
    "parse_contest_move",
    "parse_state",
    "search_seconds",
    "standings",
]
