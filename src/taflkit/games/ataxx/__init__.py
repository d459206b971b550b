"""Ataxx: lay down pieces next to your own or jump, and turn the enemies beside them; most pieces win."""

from taflkit.games.ataxx.endings import JUMPS_25, PLIES_100, Counted, ExtendLimit, Outcome, Reason
from taflkit.games.ataxx.evaluation import evaluate, promising
from taflkit.games.ataxx.fen import Fen, parse_fen
from taflkit.games.ataxx.game import AtaxxGame
from taflkit.games.ataxx.moves import PASS, Move, MoveKind, parse_move
from taflkit.games.ataxx.position import START, Player, Position
from taflkit.games.ataxx.variant import AtaxxVariant

__all__ = [
    "JUMPS_25",
    "PASS",
    "PLIES_100",
    "START",
    "AtaxxGame",
    "AtaxxVariant",
    "Counted",
    "ExtendLimit",
    "Fen",
    "Move",
    "MoveKind",
    "Outcome",
    "Player",
    "Position",
    "Reason",
    "evaluate",
    "parse_fen",
    "parse_move",
    "promising",
]
