"""What searchers know of tafl: evaluation, wins at once, promising moves."""

from taflkit.evaluation.terms import (
    Besiegers,
    Blockade,
    Enclosure,
    Escapes,
    Evaluator,
    Guards,
    Hunters,
    KingDistance,
    KingMobility,
    Material,
    OpenLines,
    Roaming,
    Stifled,
    Term,
)
from taflkit.search.tafl.evaluation import Evaluation, default_terms
from taflkit.search.tafl.knowledge import TaflKnowledge

__all__ = [
    "Besiegers",
    "Blockade",
    "Enclosure",
    "Escapes",
    "Evaluation",
    "Evaluator",
    "Guards",
    "Hunters",
    "KingDistance",
    "KingMobility",
    "Material",
    "OpenLines",
    "Roaming",
    "Stifled",
    "TaflKnowledge",
    "Term",
    "default_terms",
]
