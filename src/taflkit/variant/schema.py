"""What stands in a variant file: one class for each table, one attribute for each key.

The loader, the JSON Schema and the documentation are made from these classes; `help` says what a key means.
"""

from __future__ import annotations

import enum
import typing
from typing import Any

import attrs

from taflkit.board import Side
from taflkit.rules import OneMove, Reason
from taflkit.rules.protocols import Access, Capture, Ending, GameLimit, Hostility, Movement, NoMoves, Repetition, Turn

HELP = "help"
#: The key of a strategy's table that names its rule.
RULE = "rule"
#: The range of TOML's integers, and of every program's that may read the same file.
LARGEST_INT = 2**63 - 1
#: The names of variants: they are names of files and words of position strings.
NAME_PATTERN = "[a-z0-9]+(-[a-z0-9]+)*"


def file_word(member: enum.Enum) -> str:
    """How a variant file spells a member of an enumeration."""
    return member.name.lower().replace("_", "-")


def is_list(kind: Any) -> bool:
    """Whether the values of a type are lists in a file."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    return origin in (list, set, frozenset) or (origin is tuple and arguments[1:] == (Ellipsis,))


def key(text: str, default: Any = attrs.NOTHING, **more: Any) -> Any:
    """A key of a table with its explanation."""
    return attrs.field(default=default, metadata={HELP: text}, **more)


@attrs.frozen(kw_only=True)
class PieceTable:
    """A kind of piece."""

    side: Side = key("whose piece it is")
    kind: str = key("`man`, `king`, or another kind such as `knight`", "man")


@attrs.frozen(kw_only=True)
class NamesTable:
    """What the players are called."""

    attackers: str = key("the attacking player, for example `Black`", "Attackers")
    defenders: str = key("the player with the king, for example `White`", "Defenders")


@attrs.frozen(kw_only=True)
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


#: The kernel has no room for larger ones, and nobody has use for them.
LARGEST_WEIGHT = 10_000


def weight(text: str, default: int) -> Any:
    """A weight, in hundredths of an attacker, with its explanation."""
    return key(text, default, validator=[attrs.validators.ge(-LARGEST_WEIGHT), attrs.validators.le(LARGEST_WEIGHT)])


@attrs.frozen(kw_only=True)
class Weights:
    """How much searchers make of each feature of a position; a variant may say otherwise."""

    attacker: int = weight("an attacker on the board", 100)
    defender: int = weight("a defender on the board, the king not counted", 50)
    open_way: int = weight("one way by which the king can escape with his next move", 130)
    open_ways: int = weight("two or more such ways", 650)
    threat: int = weight("each square, up to four, from which the king could escape if he moved there first", 8)
    fork: int = weight("such a square with two or more ways", 30)
    king_move: int = weight("each square that the king can move to", 4)
    besieger: int = weight("each attacker beside the king, for the attackers", 0)
    hunter: int = weight("each attacker within two squares of the king, for the attackers", 10)
    roaming: int = weight("each row and column that the king is away from the middle", -9)
    open_line: int = weight("each empty row or column that ends on a square of escape", 2)
    guard: int = weight("each row and column that has an attacker, for the attackers", 5)
    way_out: int = weight("each square of escape that the king could walk to if his men made way", 0)
    enclosed: int = weight("no such square, for the attackers", 0)
    blockade: int = weight("each attacker diagonally before a corner of escape, for the attackers", 25)


@attrs.frozen(kw_only=True)
class ExampleTable:
    """A fact that must hold under the rules of the file; the tests and `taflkit variants check` run it."""

    says: str = key("the fact, in a sentence")
    position: str | None = key("the board, drawn like `start`; the start position if left out", None)
    to_move: Side | None = key("the side to move in `position`; the side that begins if left out", None)
    before: tuple[str, ...] = key("moves to play first", ())
    move: str = key("the move that shows the rule")
    legal: bool = key("whether the move is legal", True)
    captures: tuple[str, ...] | None = key("the squares where pieces are captured, `[]` for none", None)
    over: bool | None = key("whether the move ends the game", None)
    winner: Side | None = key("who wins, if the game is over and not a draw", None)
    reason: Reason | None = key("why the game is over", None)


@attrs.frozen(kw_only=True)
class VariantTable:
    """A variant file."""

    name: str = key("the name, which is also the file's name without `.toml`")
    title: str = key("the name as printed; made from `name` if left out", "")
    summary: str = key("one or two sentences about the variant", "")
    extends: str | None = key(
        "the variant whose start, first, regions, pieces, names, rules and evaluation are taken over", None
    )
    aliases: tuple[str, ...] = key("other names", ())
    sources: tuple[str, ...] = key("where the rules come from", ())
    doubtful: tuple[str, ...] = key("what is not certain", ())
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
    evaluation: Weights = key("what searchers make of a position, in hundredths of an attacker", factory=Weights)
    examples: tuple[ExampleTable, ...] = key("facts that must hold", ())
