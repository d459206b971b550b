"""The rules: answers to the questions of `taflkit.rules.protocols`, composed by `Rules`."""

from typing import TYPE_CHECKING

from taflkit import lazy as _lazy

if TYPE_CHECKING:
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

# Imported at first use: a variant has few of the rules, and the class of each takes its time to be made. The names of a
# module stand in its order, in which `taflkit.rules.registry` lists rules.
_MODULES = {
    "movement": ("Slide", "Jump"),
    "access": ("Reserved", "Camp"),
    "hostility": ("Enemies", "EmptyArea", "Area", "Edge", "BesetKing"),
    "capture": ("Custodial", "ByArea", "JumpCapture"),
    "king": ("Surrounded",),
    "shieldwall": ("Shieldwall",),
    "endings": ("KingCaptured", "KingReaches", "Encirclement", "AllMenCaptured", "OpenWays"),
    "forts": ("ExitFort",),
    "repetition": ("RepetitionEnds", "RepetitionForbidden", "RepetitionIgnored"),
    "no_moves": ("NoMovesLoses", "NoMovesDraws"),
    "turn": ("OneMove", "Berserk"),
    "limits": ("CapturelessLimit", "TurnLimit"),
    "play": ("Captured", "LegalMoves", "Outcome", "Play", "Reason", "Verdict"),
    "ruleset": ("Rules",),
}

if not TYPE_CHECKING:  # so that type checkers see the imports above, and typing mistakes
    __getattr__ = _lazy.names_of(__name__, _MODULES, submodules=("fields", "lines", "protocols", *_MODULES))


def __dir__() -> list[str]:
    return __all__
