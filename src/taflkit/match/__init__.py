"""Matches between programs and searchers: who is stronger? And test scripts for programs."""

from taflkit.match.balance import Balance, measure_balance
from taflkit.match.clocks import TimeControl
from taflkit.match.compliance import Check, check_compliance, check_games, check_program
from taflkit.match.engine_seat import EngineEntrant
from taflkit.match.entrants import (
    Answer,
    Entrant,
    EntrantError,
    Fault,
    SearcherEntrant,
    Seat,
    TimeLeft,
)
from taflkit.match.generating import generate_openings, random_openings
from taflkit.match.limits import Adjudication, GameLimits
from taflkit.match.matches import Match
from taflkit.match.openings import parse_opening, read_openings
from taflkit.match.pairing import AnyEntrant, Pairing, entrant
from taflkit.match.programs import (
    Dumped,
    Event,
    Exited,
    Moved,
    Program,
    Won,
)
from taflkit.match.records import MatchRecorder, read_results, record_file, record_of
from taflkit.match.referee import play_game, play_pairing
from taflkit.match.reliability import Reliability
from taflkit.match.results import GameResult, PairResult, Thought
from taflkit.match.script_runs import ScriptError, ScriptReport, run_scripts
from taflkit.match.scripts import Script, group_scripts, read_script
from taflkit.match.sprt import Sprt, Verdict
from taflkit.match.statistics import Elo, PairCounts, Standing
from taflkit.match.tally import Tally

__all__ = [
    "Adjudication",
    "Answer",
    "AnyEntrant",
    "Balance",
    "Check",
    "Dumped",
    "Elo",
    "EngineEntrant",
    "Entrant",
    "EntrantError",
    "Event",
    "Exited",
    "Fault",
    "GameLimits",
    "GameResult",
    "Match",
    "MatchRecorder",
    "Moved",
    "PairCounts",
    "PairResult",
    "Pairing",
    "Program",
    "Reliability",
    "Script",
    "ScriptError",
    "ScriptReport",
    "SearcherEntrant",
    "Seat",
    "Sprt",
    "Standing",
    "Tally",
    "Thought",
    "TimeControl",
    "TimeLeft",
    "Verdict",
    "Won",
    "check_compliance",
    "check_games",
    "check_program",
    "entrant",
    "generate_openings",
    "group_scripts",
    "measure_balance",
    "parse_opening",
    "play_game",
    "play_pairing",
    "random_openings",
    "read_openings",
    "read_results",
    "read_script",
    "record_file",
    "record_of",
    "run_scripts",
]
