"""Searchers: an API that others can implement, and players."""

from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.api import Cancel, Playable, Searcher, SearchLimit, SearchReport, Stop
from taflkit.search.player import Automaton
from taflkit.search.score import Score
from taflkit.search.winfinder import ForcedWin, WinFinder

__all__ = [
    "AlphaBeta",
    "Automaton",
    "Cancel",
    "ForcedWin",
    "Playable",
    "Score",
    "SearchLimit",
    "SearchReport",
    "Searcher",
    "Stop",
    "WinFinder",
]
