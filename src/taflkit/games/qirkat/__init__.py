"""Qirkat: step forwards or sideways, jump whenever you can; a player who cannot move loses."""

from taflkit.games.qirkat.endings import Outcome, Reason
from taflkit.games.qirkat.evaluation import evaluate, promising
from taflkit.games.qirkat.game import QirkatGame
from taflkit.games.qirkat.moves import Move, parse_move
from taflkit.games.qirkat.position import START, Player, Position
from taflkit.games.qirkat.variant import QirkatVariant

__all__ = [
    "START",
    "Move",
    "Outcome",
    "Player",
    "Position",
    "QirkatGame",
    "QirkatVariant",
    "Reason",
    "evaluate",
    "parse_move",
    "promising",
]
