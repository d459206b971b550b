"""Matches between programs that speak the command language, and test scripts for them."""

from taflkit.match.matches import Match
from taflkit.match.openings import parse_opening, read_openings
from taflkit.match.pairing import GameLimits, Pairing
from taflkit.match.programs import (
    Dumped,
    Ended,
    Event,
    Moved,
    Program,
    ProgramError,
    Trace,
    Won,
    split_command,
)
from taflkit.match.referee import Referee
from taflkit.match.results import GameResult
from taflkit.match.script_runs import ScriptError, ScriptReport, run_scripts
from taflkit.match.scripts import Script, group_scripts, read_script
from taflkit.match.statistics import Elo, Standing

__all__ = [
    "Dumped",
    "Elo",
    "Ended",
    "Event",
    "GameLimits",
    "GameResult",
    "Match",
    "Moved",
    "Pairing",
    "Program",
    "ProgramError",
    "Referee",
    "Script",
    "ScriptError",
    "ScriptReport",
    "Standing",
    "Trace",
    "Won",
    "group_scripts",
    "parse_opening",
    "read_openings",
    "read_script",
    "run_scripts",
    "split_command",
]
