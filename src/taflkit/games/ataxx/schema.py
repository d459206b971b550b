"""The schema of Ataxx's variant files: one class for each table, one field for each key."""

from __future__ import annotations

import attrs

from taflkit.games.ataxx.endings import JUMPS_25, ExtendLimit, Reason
from taflkit.games.ataxx.position import Player
from taflkit.variant.description import DescriptionTable, key
from taflkit.variant.examples import ExampleKeys


@attrs.frozen(kw_only=True)
class AtaxxExampleTable(ExampleKeys):
    """A fact that must hold under the rules of the file; the tests and `taflkit variants check` run it."""

    to_move: Player | None = key("the player to move in `position`; the one who begins if left out", None)
    count: int = key("what the limit has counted before", 0, validator=attrs.validators.ge(0))
    turns: tuple[str, ...] | None = key("the squares where pieces change sides, `[]` for none", None)
    winner: Player | None = key("who wins, if the game is over and not a draw", None)
    reason: Reason | None = key("why the game is over", None)


@attrs.frozen(kw_only=True)
class AtaxxTable(DescriptionTable):
    """A variant file of the kind ataxx."""

    start: str = key("the start position, drawn: a line for each row, `r`, `b`, `X` for a block and `-` for empty")
    first: Player = key("the player who begins", Player.RED)
    limit: ExtendLimit = key("how much may be played without an extend", JUMPS_25)
    examples: tuple[AtaxxExampleTable, ...] = key("facts that must hold", ())
