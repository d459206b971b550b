"""The rules: answers to the questions of `taflkit.rules.protocols`, composed by `Rules`.

`movement` answers access and turn too, `capture` captures and king, `endings` no moves and limits too.
"""

from taflkit.rules.capture import ByArea, Custodial, JumpCapture, Shieldwall, Surrounded
from taflkit.rules.endings import (
    AllMenCaptured,
    CapturelessLimit,
    Encirclement,
    ExitFort,
    KingCaptured,
    KingReaches,
    NoMovesDraws,
    NoMovesLoses,
    OpenWays,
    TurnLimit,
)
from taflkit.rules.hostility import Area, BesetKing, Edge, EmptyArea, Enemies
from taflkit.rules.movement import Berserk, Camp, Jump, OneMove, Reserved, Slide
from taflkit.rules.play import Captured, LegalMoves, Outcome, Play, Reason, Verdict
from taflkit.rules.repetition import RepetitionEnds, RepetitionForbidden, RepetitionIgnored
from taflkit.rules.ruleset import Rules

__all__ = [
    "AllMenCaptured",
    "Area",
    "Berserk",
    "BesetKing",
    "ByArea",
    "Camp",
    "Captured",
    "CapturelessLimit",
    "Custodial",
    "Edge",
    "EmptyArea",
    "Encirclement",
    "Enemies",
    "ExitFort",
    "Jump",
    "JumpCapture",
    "KingCaptured",
    "KingReaches",
    "LegalMoves",
    "NoMovesDraws",
    "NoMovesLoses",
    "OneMove",
    "OpenWays",
    "Outcome",
    "Play",
    "Reason",
    "RepetitionEnds",
    "RepetitionForbidden",
    "RepetitionIgnored",
    "Reserved",
    "Rules",
    "Shieldwall",
    "Slide",
    "Surrounded",
    "TurnLimit",
    "Verdict",
]
