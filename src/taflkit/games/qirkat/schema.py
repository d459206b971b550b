"""The schema of Qirkat's variant files: one class for each table, one field for each key."""

from __future__ import annotations

import attrs

from taflkit.games.qirkat.endings import Reason
from taflkit.games.qirkat.position import Player
from taflkit.variant.description import DescriptionTable, key
from taflkit.variant.examples import ExampleKeys


@attrs.frozen(kw_only=True)
class QirkatExampleTable(ExampleKeys):
    """A fact that must hold under the rules of the file; the tests and `taflkit variants check` run it."""

    to_move: Player | None = key("the player to move in `position`; the one who begins if left out", None)
    captures: tuple[str, ...] | None = key("the points where pieces are captured, `[]` for none", None)
    winner: Player | None = key("who wins, if the game is over", None)
    reason: Reason | None = key("why the game is over", None)


@attrs.frozen(kw_only=True)
class QirkatTable(DescriptionTable):
    """A variant file of the kind qirkat."""

    start: str = key("the start position, drawn: a line for each row, `w`, `b` and `-` for empty")
    first: Player = key("the player who begins", Player.WHITE)
    examples: tuple[QirkatExampleTable, ...] = key("facts that must hold", ())
