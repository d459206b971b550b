"""The constants that Python and the compiled kernel share: bounds, enumerations and the fields of the record.

The kernel exports its own values (`native/python/constants.c`). An extension whose values differ was built from other
sources and is not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from taflkit.board.squares import MAX_SIZE
from taflkit.evaluation import network
from taflkit.evaluation.table import MAX_KINGS, MAX_THREATS, MAX_WEIGHT, SQUARES_A_MOVE, WEIGHTS
from taflkit.kernel import limits, lowering
from taflkit.rules import Reason, Verdict


def _names(members: Iterable[object]) -> tuple[str, ...]:
    return tuple(str(getattr(member, "name", member)) for member in members)


#: The constants of the extension module as Python has them.
EXPECTED: Mapping[str, int | tuple[str, ...]] = MappingProxyType(
    {
        "RECORD_MAGIC": lowering.MAGIC,
        "RECORD_VERSION": lowering.VERSION,
        "MAX_WIDTH": MAX_SIZE,
        "MAX_KINDS": lowering.MAX_KINDS,
        "MAX_KINGS": MAX_KINGS,
        "MAX_RULES": lowering.MAX_RULES,
        "MAX_TABLES": lowering.MAX_TABLES,
        "MAX_OCCURRENCES": lowering.MAX_OCCURRENCES,
        "MAX_COUNT": lowering.MAX_COUNT,
        "MAX_WAYS": lowering.MAX_WAYS,
        "MAX_DISTANCE": lowering.ANY_DISTANCE,
        "REASONS": _names(Reason),
        "VERDICTS": _names(Verdict),
        "CAPTURE_KINDS": _names(lowering.CaptureKind),
        "ENDING_KINDS": _names(lowering.EndingKind),
        "REPETITION_KINDS": _names(lowering.RepetitionKind),
        "LIMIT_KINDS": _names(lowering.LimitKind),
        "MAX_PLIES": limits.MAX_PLIES,
        "MAX_MEGABYTES": limits.MAX_MEGABYTES,
        "WIN": limits.WIN,
        "MAX_PLIES_TO_WIN": limits.MAX_PLIES_TO_WIN,
        "MAX_DEPTH": limits.MAX_SEARCH_DEPTH,
        "MAX_WIN_MOVES": limits.MAX_WIN_MOVES,
        "MAX_THREADS": limits.MAX_THREADS,
        "MAX_HIDDEN": network.MAX_HIDDEN,
        "MAX_NETWORK_BIAS": network.MAX_NETWORK_BIAS,
        "MAX_NETWORK_VALUE": network.MAX_NETWORK_VALUE,
        "MAX_BOARDS": limits.MAX_BOARDS,
        "MAX_HISTORY": limits.MAX_HISTORY,
        "EXTRA_PLIES": limits.EXTRA_PLIES,
        "OPENING_TRIES": limits.OPENING_TRIES,
        "TREE_DEPTH": limits.TREE_DEPTH,
        "CHILDREN_DEPTH": limits.CHILDREN_DEPTH,
        "MAX_TREE_PLIES": limits.MAX_TREE_PLIES,
        "WORTH_SCALE": limits.WORTH_SCALE,
        "PRIOR_SCALE": limits.PRIOR_SCALE,
        "TABLE_PRIOR": limits.TABLE_PRIOR,
        "MAX_OPEN_SCORE": limits.MAX_OPEN_SCORE,
        "CHOICE_MARGIN": limits.CHOICE_MARGIN,
        "WINDOW": limits.WINDOW,
        "WINDOW_GROWTH": limits.WINDOW_GROWTH,
        "MAX_WINDOW": limits.MAX_WINDOW,
        "WEIGHTS": _names(WEIGHTS),
        "MAX_WEIGHT": MAX_WEIGHT,
        "MAX_THREATS": MAX_THREATS,
        "SQUARES_A_MOVE": SQUARES_A_MOVE,
        **{f"{name}_FIELDS": entry._fields for name, entry in lowering.ENTRIES.items()},
    }
)


def differing(native: object) -> list[str]:
    """Return the names of the constants whose values in an extension module differ from those in Python."""
    return [name for name, value in EXPECTED.items() if getattr(native, name, None) != value]
