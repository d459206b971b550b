"""Searchers: an API that others can implement, and players.

A searcher asks a game only for the small protocol `Playable`, so it plays any game that satisfies it.
"""

from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.api import Cancel, Playable, Score, Searcher, SearchLimit, SearchReport, Stop
from taflkit.search.evaluation import Evaluation
from taflkit.search.montecarlo import MonteCarlo
from taflkit.search.players import Automaton, Random
from taflkit.search.winfinder import ForcedWin, WinFinder

__all__ = [
    "AlphaBeta",
    "Automaton",
    "Cancel",
    "Evaluation",
    "ForcedWin",
    "MonteCarlo",
    "Playable",
    "Random",
    "Score",
    "SearchLimit",
    "SearchReport",
    "Searcher",
    "Stop",
    "WinFinder",
]
