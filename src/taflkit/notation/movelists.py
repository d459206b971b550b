"""Games as mere lists of moves, `d11-d9 f8-i8 k7-i7xi8 resigned`, alone or in lines of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from taflkit.errors import NotationError
from taflkit.notation.records import RESIGNED, TIMEOUT, Record, RecordedMove, Result, parse_recorded
from taflkit.notation.source import MOST_MOVES
from taflkit.variant import Variant

#: A longer line is no game.
LONGEST = 1_000_000
#: The tag under which the `id` of a line of JSON is kept.
ID = "Id"

#: The keys of a line of JSON that may name the type of the game.
_TYPE_KEYS = ("variant", "type")

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"\d{1,6}\.+", re.ASCII)
#: How lines of JSON name the winner; those of the site with the most games go by the colours of the pieces.
_WINNERS = {
    Result.ATTACKERS: ("Black", "attackers"),
    Result.DEFENDERS: ("White", "defenders"),
    Result.DRAW: ("Draw",),
    Result.UNKNOWN: ("Ongoing", "", "unknown"),
}
_RESULTS = {name.lower(): result for result, names in _WINNERS.items() for name in names}


def format_move_list(record: Record) -> str:
    """The moves of a record in one line, and whether it ended by resignation or on time; the rest is left out."""
    words = [str(recorded) for recorded in record.line]
    return " ".join([*words, record.termination] if record.termination in (RESIGNED, TIMEOUT) else words)


def parse_move_list(
    text: str, variant: Variant, *, result: Result = Result.UNKNOWN, tags: Iterable[tuple[str, str]] = ()
) -> Record:
    """Read moves with spaces between them, and `resigned` or `timeout` at the end; who won is not among them."""
    if len(text) > LONGEST:
        raise NotationError(text[:100], 1, f"no more than {LONGEST} characters")
    line: list[RecordedMove] = []
    termination = ""
    for word in _WORD.finditer(text):
        name = word[0]
        if termination or len(line) >= MOST_MOVES:
            raise NotationError(text, word.start() + 1, f"the end after {termination or f'{MOST_MOVES} moves'}")
        if name.lower() in (RESIGNED, TIMEOUT):
            termination = name.lower()
        elif _NUMBER.fullmatch(name) is None:
            try:
                line.append(parse_recorded(variant.board.grid, name))
            except NotationError as error:
                raise NotationError(text, word.start() + error.column, error.expected) from None
    return Record(variant, variant.start, line, result=result, termination=termination, tags=tags)


def format_json_line(record: Record) -> str:
    """A record as one line of JSON with `id`, `moves` and `winner`; what these do not hold is left out."""
    facts = {"moves": format_move_list(record), "winner": _WINNERS[record.result][0]}
    return json.dumps({"id": record.tag(ID), **facts} if record.tag(ID) else facts)


def parse_json_line(text: str, variant: Variant) -> Record:
    """Read one line of JSON: an object with `moves`, and perhaps `id` and `winner`; other keys are passed over.

    The winner is one of Black (the attackers), White (the defenders), Draw, Ongoing. Which side begins is for the
    variant to say.
    """
    facts = _facts(text)
    moves = facts.get("moves") if isinstance(facts, dict) else None
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        moves = " ".join(moves)
    if not isinstance(moves, str):
        raise NotationError(text, 1, 'an object with a text of "moves"')
    winner, name = facts.get("winner") or "", facts.get("id", "")
    if not isinstance(winner, str) or winner.lower() not in _RESULTS:
        raise NotationError(text, text.find('"winner"') + 1, f'a "winner" that is one of {", ".join(winners())}')
    if not isinstance(name, str | int):
        raise NotationError(text, text.find('"id"') + 1, 'an "id" that is a text or a number')
    tags = [(ID, str(name))] if name != "" else []
    return parse_move_list(moves, variant, result=_RESULTS[winner.lower()], tags=tags)


def type_of_line(text: str) -> str | None:
    """The type of game that a line of JSON names as its `variant` or `type`, if it does."""
    if not any(f'"{key}"' in text for key in _TYPE_KEYS):
        return None
    try:
        facts = _facts(text)
    except NotationError:
        return None  # What is wrong with the line is said when it is read.
    named = [facts.get(key) for key in _TYPE_KEYS] if isinstance(facts, dict) else []
    return next((name for name in named if isinstance(name, str)), None)


def _facts(text: str) -> Any:
    if len(text) > LONGEST:
        raise NotationError(text[:100], 1, f"no more than {LONGEST:,} characters")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        says = error.msg.removesuffix(" starting at").lower()
        raise NotationError(text, error.pos + 1, f"a line of JSON ({says})") from None
    except (ValueError, RecursionError):
        raise NotationError(text, 1, "a line of JSON, and no deeper lists or longer numbers than games need") from None


def winners() -> list[str]:
    """The names by which lines of JSON call a winner."""
    return [name for names in _WINNERS.values() for name in names if name]
