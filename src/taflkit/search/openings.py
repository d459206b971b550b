"""Moves of an opening book, for any kind of game whose knowledge has one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from taflkit.games import MoveT, Playable
from taflkit.search.knowledge import knowledge_of
from taflkit.search.limits import Clock, Stop
from taflkit.search.reports import BOOK, SearchReport, report_of


def book_report(game: Playable[MoveT], clock: Clock, seed: int) -> SearchReport[MoveT] | None:
    """The report of a move of the opening book; `None` if there is no book, or it does not know the position.

    Args:
        game: The game, whose player to move asks.
        clock: Has counted what was searched before.
        seed: Chooses among the moves of the book.
    """
    openings = getattr(knowledge_of(game), "openings", None)
    known: Sequence[tuple[Sequence[MoveT], int]] = () if openings is None else openings(game)
    if not known:
        return None
    chance = random.Random(seed)
    moves, worth = chance.choice(known)
    return report_of(game, clock, worth, (chance.choice(moves),), 0, Stop.DECIDED, BOOK)
