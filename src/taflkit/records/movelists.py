"""Lists of moves on one line: `d11-d9 f8-i8 k7-i7xi8 resigned`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache, partial

from taflkit.errors import NotationError, check_type
from taflkit.games import GameVariant
from taflkit.records.recorded import RecordedMove
from taflkit.records.records import MAX_RECORDED_MOVES, RESIGNED, TIMEOUT, Record, Result, kind_of_variant

_NUMBER = re.compile(r"\d{1,6}\.+", re.ASCII)

# Moves without annotations are shared: collections have the same moves again and again.
_plain_move = lru_cache(maxsize=1 << 14)(RecordedMove)

MAX_LIST = 1_000_000
"""The characters of a list of moves."""


def format_move_list(record: Record) -> str:
    """Write the moves of a record on one line, and `resigned` or `timeout`; everything else is left out."""
    check_type(record, Record, "a Record (Record.of makes one of a game)")
    words = list(record.moves)
    return " ".join([*words, record.termination] if record.termination in (RESIGNED, TIMEOUT) else words)


def parse_move_list(
    text: str, variant: GameVariant, *, result: Result = Result.UNKNOWN, tags: Iterable[tuple[str, str]] = ()
) -> Record:
    """Read moves with spaces between them, and `resigned` or `timeout` at the end.

    Args:
        text: The moves. They may be numbered.
        variant: The variant that was played.
        result: Who won, which the list does not say.
        tags: Facts about the game.

    Raises:
        NotationError: The text is not a list of moves on the board of the variant.
    """
    check_type(text, str, "the text of a list of moves")
    spell = partial(kind_of_variant(variant).spell_move, variant)
    if len(text) > MAX_LIST:
        raise NotationError(text[:100], 1, f"no more than {MAX_LIST} characters")
    line: list[RecordedMove] = []
    termination = ""
    for word in re.finditer(r"\S+", text):
        name = word[0]
        if termination or len(line) >= MAX_RECORDED_MOVES:
            raise NotationError(text, word.start() + 1, f"the end after {termination or f'{MAX_RECORDED_MOVES} moves'}")
        if name.lower() in (RESIGNED, TIMEOUT):
            termination = name.lower()
        elif _NUMBER.fullmatch(name) is None:
            try:
                line.append(_plain_move(spell(name)))
            except NotationError as error:
                raise NotationError(text, word.start() + error.column, error.expected) from None
    return Record(variant, line, result=result, termination=termination, tags=tags)
