"""Records as lines of JSON with a list of moves, as sites of games publish them."""

from __future__ import annotations

import json
import re
from typing import Any

from taflkit.errors import NotationError, check_type
from taflkit.notation.movelists import MAX_LIST, format_move_list, parse_move_list
from taflkit.notation.records import Record, Result
from taflkit.variant import Variant

ID = "Id"
"""The tag under which the `id` of a line of JSON is kept."""
MAX_ID = 100
"""The characters of an `id` by which a line that cannot be read is still called."""
# Finds the id of a line that is not JSON as a whole.
_ID = re.compile(r'"id"\s*:\s*(?:"([^"\\]{1,200})"|(\d{1,20}))')

# How lines of JSON name the winner; the first of each is that of the site with the most games.
_WINNERS = {
    Result.ATTACKERS: ("Black", "attackers"),
    Result.DEFENDERS: ("White", "defenders"),
    Result.DRAW: ("Draw",),
    Result.UNKNOWN: ("Ongoing", "", "unknown"),
}
_RESULT_BY_WINNER = {name.lower(): result for result, names in _WINNERS.items() for name in names}


def format_json_line(record: Record) -> str:
    """Write a record as one line of JSON with `id`, `moves` and `winner`; everything else is left out."""
    facts = {"moves": format_move_list(record), "winner": _WINNERS[record.result][0]}
    return json.dumps({"id": record.tag(ID), **facts} if record.tag(ID) else facts)


def parse_json_line(text: str, variant: Variant) -> Record:
    """Read one line of JSON: an object with `moves`, and perhaps `id` and `winner`; other keys are ignored.

    The winner is one of Black (the attackers), White (the defenders), Draw, Ongoing. The variant says which side
    begins.

    Raises:
        NotationError: The text is not such a line.
    """
    facts = _facts(text)
    moves = facts.get("moves") if isinstance(facts, dict) else None
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        moves = " ".join(moves)
    if not isinstance(moves, str):
        raise NotationError(text, 1, 'an object with a text of "moves"')
    winner, name = facts.get("winner") or "", facts.get("id", "")
    if not isinstance(winner, str) or winner.lower() not in _RESULT_BY_WINNER:
        known = ", ".join(word for words in _WINNERS.values() for word in words if word)
        raise NotationError(text, text.find('"winner"') + 1, f'a "winner" that is one of {known}')
    if not isinstance(name, str | int):
        raise NotationError(text, text.find('"id"') + 1, 'an "id" that is a text or a number')
    tags = [(ID, str(name))] if name != "" else []
    return parse_move_list(moves, variant, result=_RESULT_BY_WINNER[winner.lower()], tags=tags)


# The keys of a line of JSON that may name the type of the game.
_TYPE_KEYS = ("variant", "type")


def type_of_line(text: str) -> str | None:
    """Return the type of game that a line of JSON names as its `variant` or `type`, if it does."""
    if not any(f'"{key}"' in text for key in _TYPE_KEYS):
        return None
    try:
        facts = _facts(text)
    except NotationError:
        return None  # Reading the line reports what is wrong with it.
    named = [facts.get(key) for key in _TYPE_KEYS] if isinstance(facts, dict) else []
    return next((name for name in named if isinstance(name, str)), None)


def id_of_line(text: str) -> str:
    """Return the `id` of a line of JSON, even of one that cannot be read; empty if it has none that can be printed."""
    try:
        facts = _facts(text)
        found = facts.get("id", "") if isinstance(facts, dict) else ""
    except NotationError:
        match = _ID.search(text)
        found = match[1] or match[2] if match else ""
    name = str(found) if isinstance(found, str | int) else ""
    return name if name.isprintable() and len(name) <= MAX_ID else ""


def _facts(text: str) -> Any:
    check_type(text, str, "the text of a line of JSON")
    if len(text) > MAX_LIST:
        raise NotationError(text[:100], 1, f"no more than {MAX_LIST:,} characters")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        says = error.msg.removesuffix(" starting at").lower()
        raise NotationError(text, error.pos + 1, f"a line of JSON ({says})") from None
    except (ValueError, RecursionError):
        raise NotationError(text, 1, "a line of JSON, and no deeper lists or longer numbers than games need") from None
