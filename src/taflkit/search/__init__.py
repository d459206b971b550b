"""Searchers: what every searcher is asked and answers, the searchers of taflkit, and the default player.

A searcher asks a game for nothing but `taflkit.games.Playable`, so it plays any game that has that; what it knows of
tafl is in `taflkit.search.tafl`.
"""

from taflkit.games import Playable
from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.automaton import Automaton
from taflkit.search.knowledge import Knowledge
from taflkit.search.levels import MAX_LEVEL, level_searcher
from taflkit.search.limits import Cancel, SearchLimit, Stop
from taflkit.search.montecarlo import MonteCarlo
from taflkit.search.puct import PUCT
from taflkit.search.random import Random
from taflkit.search.registry import SearcherMaker, check_searcher, searcher_named, searcher_names
from taflkit.search.reports import OnReport, SearchReport
from taflkit.search.scores import Score
from taflkit.search.searcher import Searcher, SearcherError, search_each
from taflkit.search.tafl import Evaluation
from taflkit.search.winfinder import ForcedWin, WinFinder
from taflkit.search.winfirst import WinFirst

__all__ = [
    "MAX_LEVEL",
    "PUCT",
    "AlphaBeta",
    "Automaton",
    "Cancel",
    "Evaluation",
    "ForcedWin",
    "Knowledge",
    "MonteCarlo",
    "OnReport",
    "Playable",
    "Random",
    "Score",
    "SearchLimit",
    "SearchReport",
    "Searcher",
    "SearcherError",
    "SearcherMaker",
    "Stop",
    "WinFinder",
    "WinFirst",
    "check_searcher",
    "level_searcher",
    "search_each",
    "searcher_named",
    "searcher_names",
]
