"""What the default evaluation of positions weighs, in hundredths of an attacker."""

from __future__ import annotations

import attrs


def weight(text: str, default: int) -> int:
    """A weight with its explanation."""
    value: int = attrs.field(
        default=default,
        validator=[attrs.validators.ge(-10_000), attrs.validators.le(10_000)],
        metadata={"help": text},
    )
    return value


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
