"""The rules: answers to the questions of `taflkit.rules.protocols`, composed by `Rules`."""

from taflkit.rules.access import Camp, Reserved
from taflkit.rules.capture import ByArea, Custodial, JumpCapture
from taflkit.rules.endings import AllMenCaptured, Encirclement, KingCaptured, KingReaches, OpenWays
from taflkit.rules.forts import ExitFort
from taflkit.rules.hostility import Area, BesetKing, Edge, EmptyArea, Enemies
from taflkit.rules.king import Surrounded
from taflkit.rules.limits import CapturelessLimit, TurnLimit
from taflkit.rules.movement import Jump, Slide
from taflkit.rules.no_moves import NoMovesDraws, NoMovesLoses
from taflkit.rules.play import Captured, LegalMoves, Outcome, Play, Reason, Verdict
from taflkit.rules.repetition import RepetitionEnds, RepetitionForbidden, RepetitionIgnored
from taflkit.rules.ruleset import Rules
from taflkit.rules.shieldwall import Shieldwall
from taflkit.rules.turn import Berserk, OneMove

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
