"""The rules: one module for each question, composed by `Rules`."""

from taflkit.rules.capture import ByArea, Custodial, Surrounded
from taflkit.rules.endings import Encirclement, KingCaptured, KingReaches, NoMovesDraws, NoMovesLoses
from taflkit.rules.hostility import BesetKing, EmptyArea, Enemies
from taflkit.rules.movement import Reserved, Slide
from taflkit.rules.outcome import Outcome, Reason, Verdict
from taflkit.rules.play import Captured, LegalMoves, Play
from taflkit.rules.repetition import RepetitionEnds, RepetitionForbidden, RepetitionIgnored
from taflkit.rules.ruleset import Rules

__all__ = [
    "BesetKing",
    "ByArea",
    "Captured",
    "Custodial",
    "EmptyArea",
    "Encirclement",
    "Enemies",
    "KingCaptured",
    "KingReaches",
    "LegalMoves",
    "NoMovesDraws",
    "NoMovesLoses",
    "Outcome",
    "Play",
    "Reason",
    "RepetitionEnds",
    "RepetitionForbidden",
    "RepetitionIgnored",
    "Reserved",
    "Rules",
    "Slide",
    "Surrounded",
    "Verdict",
]
