"""The schema of tafl's variant files: one class for each table, one field for each key.

Files are converted into these classes, and the JSON Schema and the documentation are generated from them. Tables live
only while a file is read: they are neither compared nor printed, and so take less time to import. Their annotations are
types and not texts, which would be compiled when the first file is converted.
"""

from typing import Any

import attrs

from taflkit.board import Side
from taflkit.evaluation.table import MAX_WEIGHT, WEIGHTS
from taflkit.rules import OneMove, Reason
from taflkit.rules.protocols import Access, Capture, Ending, GameLimit, Hostility, Movement, NoMoves, Repetition, Turn
from taflkit.variant.description import DescriptionTable, key
from taflkit.variant.examples import ExampleKeys

RULE = "rule"
"""The key of a strategy's table that names its rule."""


@attrs.frozen(kw_only=True, eq=False, repr=False)
class PieceTable:
    """A kind of piece."""

    side: Side = key("whose piece it is")
    kind: str = key("`man`, `king`, or another kind such as `knight`", "man")


@attrs.frozen(kw_only=True, eq=False, repr=False)
class NamesTable:
    """What the players are called."""

    attackers: str = key("the attacking player, for example `Black`", "Attackers")
    defenders: str = key("the player with the king, for example `White`", "Defenders")


@attrs.frozen(kw_only=True, eq=False, repr=False)
class RulesTable:
    """The rules: for each question a table of strategies, each under a label of your choice.

    A strategy without `rule` is the rule that its label names. A label set to `false` removes what a variant
    inherits under it.
    """

    movement: dict[str, Movement] = key("how pieces move")
    access: dict[str, Access] = key("squares that are closed to some pieces", factory=dict)
    hostility: dict[str, Hostility] = key("squares that help to capture", factory=dict)
    captures: dict[str, Capture] = key("how men are captured", factory=dict)
    king: dict[str, Capture] = key("how the king is captured", factory=dict)
    endings: dict[str, Ending] = key("what ends the game on the board", factory=dict)
    repetition: Repetition = key("what happens when a position comes back")
    no_moves: NoMoves = key("what happens when the side to move cannot move")
    turn: Turn = key("whose turn it is after a move; the opponent's if left out", factory=OneMove)
    limits: dict[str, GameLimit] = key("limits on the length of a game", factory=dict)
    turncoats: tuple[str, ...] = key("pieces that change sides when they are captured", ())


_WEIGHTS = {row.name: row for row in WEIGHTS}
_WITHIN_BOUNDS = attrs.validators.and_(attrs.validators.ge(-MAX_WEIGHT), attrs.validators.le(MAX_WEIGHT))


def weight(name: str) -> Any:
    """A weight of the evaluation's table."""
    row = _WEIGHTS[name]
    return key(row.counts, row.default, validator=_WITHIN_BOUNDS)


@attrs.frozen(kw_only=True)
class Weights:
    """How much searchers make of each feature of a position, in hundredths of an attacker.

    The defaults and what each weight counts are in the table of `taflkit.evaluation.table`.
    """

    attacker: int = weight("attacker")
    defender: int = weight("defender")
    open_way: int = weight("open_way")
    open_ways: int = weight("open_ways")
    king_move: int = weight("king_move")
    threat: int = weight("threat")
    fork: int = weight("fork")
    besieger: int = weight("besieger")
    hunter: int = weight("hunter")
    roaming: int = weight("roaming")
    open_line: int = weight("open_line")
    guard: int = weight("guard")
    way_out: int = weight("way_out")
    enclosed: int = weight("enclosed")
    stifled: int = weight("stifled")
    blockade: int = weight("blockade")


assert [field.name for field in attrs.fields(Weights)] == list(_WEIGHTS), "Weights has the weights of the table"


@attrs.frozen(kw_only=True, eq=False, repr=False)
class EvaluationTable(Weights):
    """What searchers make of a position: the weights of the terms, and whether something learned is added."""

    learned: bool = key("whether the network, if there is one, is added to the terms", True)

    @property
    def weights(self) -> Weights:
        """The weights alone."""
        return Weights(**{name: getattr(self, name) for name in _WEIGHTS})


@attrs.frozen(kw_only=True, eq=False, repr=False)
class ExampleTable(ExampleKeys):
    """A fact that must hold under the rules of the file; the tests and `taflkit variants check` run it."""

    to_move: Side | None = key("the side to move in `position`; the side that begins if left out", None)
    captures: tuple[str, ...] | None = key("the squares where pieces are captured, `[]` for none", None)
    winner: Side | None = key("who wins, if the game is over and not a draw", None)
    reason: Reason | None = key("why the game is over", None)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class VariantTable(DescriptionTable):
    """A variant file of the kind tafl."""

    disputed: tuple[Reason, ...] = key(
        "endings of the rules after which real games also went on; `replay` accepts and counts both", ()
    )
    start: str = key("the start position, drawn: a line for each row, a letter for each piece, `.` for empty")
    first: Side = key("the side that begins", Side.ATTACKERS)
    regions: dict[str, str | tuple[str, ...]] = key(
        "named regions: a list of squares, or `centre`, `corners`, `corners 2x2`", factory=dict
    )
    pieces: dict[str, PieceTable] = key(
        "the letters of the picture; `A` attacker, `D` defender, `K` king if left out", factory=dict
    )
    names: NamesTable = key("what the players are called", factory=NamesTable)
    rules: RulesTable = key("the rules")
    evaluation: EvaluationTable = key(
        "what searchers make of a position: weights of terms, and whether the network is used", factory=EvaluationTable
    )
    network: str | None = key(
        "the file, beside this one or with taflkit, of a learned evaluation of this variant; it is not inherited", None
    )
    book: str | None = key(
        "the file, beside this one or with taflkit, of an opening book of this variant; it is not inherited", None
    )
    examples: tuple[ExampleTable, ...] = key("facts that must hold", ())
