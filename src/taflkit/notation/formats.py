"""How a record is written as text and read: in full, as a list of moves, or as a line of JSON with such a list.

In full it looks like the PGN of chess, and other programs' files of that kind are read too. A list is
`d11-d9 f8-i8 k7-i7xi8 resigned`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import attrs

from taflkit.errors import NotationError
from taflkit.notation.positions import format_rows, format_side, named_variant, parse_position
from taflkit.notation.records import (
    MOST_MOVES,
    RESERVED,
    RESIGNED,
    TIMEOUT,
    Record,
    RecordedMove,
    Result,
    one_line,
    parse_recorded,
    tag_name,
    turns_of,
)
from taflkit.notation.source import Source
from taflkit.variant import Variant

#: Where lines of moves are broken.
WIDTH = 88
LARGEST_LIMIT = 1_000_000
#: How deep variations may go.
DEEPEST = 20

# The counts and the possessive sign (*+) are there for hostile texts: no place is looked at again and again.
_TAG = re.compile(r'\[[ \t]{0,99}([^\s"\]]{1,99})[ \t]{1,99}"((?:[^"\\\n]|\\["\\])*+)"[ \t]{0,99}\]')
_COMMENT = re.compile(r"\{((?:[^}\\]|\\.)*+)\}", re.DOTALL)
_NUMBER = re.compile(r"\d{1,6}\.+", re.ASCII)
_POINTS = re.compile(r"(1-0|0-1|1/2-1/2|\*)(?![^\s\[{(])")
_WORD = re.compile(r"[^\s(){}\[\]]+")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def format_record(record: Record) -> str:
    """Write a record as text, which `parse_record` reads back."""
    tags = [("Variant", record.variant.name)]
    if record.start != record.variant.start:
        tags.append(("Position", f"{format_rows(record.start)} {format_side(record.start)}"))
    tags += [*record.tags, ("Result", record.result.value)]
    tags += [("Termination", record.termination)] if record.termination else []
    tags += [("Limit", str(record.limit))] if record.limit is not None else []
    words = [_comment(record.comment), *_words(record.line), record.result.value]
    lines = ['[{} "{}"]'.format(name, _escape(value, '"')) for name, value in tags]
    return "\n".join([*lines, "", *_filled(words), ""])


def _escape(text: str, end: str) -> str:
    return text.replace("\\", "\\\\").replace(end, f"\\{end}")


def _comment(text: str) -> str:
    return f"{{{_escape(text, '}')}}}" if text else ""


def _words(line: tuple[RecordedMove, ...], first: int = 0) -> Iterator[str]:
    """The words of a line that begins with a turn of that number, from 0; the sides take turns."""
    numbered = False
    for turn, moves in enumerate(turns_of(line), first):
        for leg, recorded in enumerate(moves):
            number = f"{turn // 2 + 1}{'...' if turn % 2 else '.'} "
            # The second side's move has a number of its own at the beginning and after something that is said.
            yield (number if not leg and (turn % 2 == 0 or not numbered) else "") + str(recorded)
            numbered = True
            if recorded.comment:
                yield _comment(recorded.comment)
                numbered = False
            for variation in recorded.variations:
                yield from _bracketed(list(_words(variation, turn)))
                numbered = False


def _bracketed(words: list[str]) -> list[str]:
    words[0] = f"({words[0]}"
    words[-1] = f"{words[-1]})"
    return words


def _filled(words: list[str]) -> Iterator[str]:
    """Lines of words, none longer than need be; a comment may go over several."""
    line = ""
    for word in filter(None, words):
        first, *rest = word.split("\n")
        if line and len(line) + 1 + len(first) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
        if rest:
            *whole, line = line.split("\n")
            yield from whole
    if line:
        yield line


def parse_record(text: str, variant: Variant | None = None) -> Record:
    """Read one record; a variant that is handed in counts instead of the one that the record names."""
    source = Source(text)
    record = _read_record(source, variant)
    source.skip_space()
    if not source.at_end:
        raise source.error("the end of the text, after one record")
    return record


def parse_records(text: str, variant: Variant | None = None) -> Iterator[Record]:
    """Read the records of a text one by one."""
    source = Source(text)
    source.skip_space()
    while not source.at_end:
        yield _read_record(source, variant)
        source.skip_space()


def split_records(text: str) -> Iterator[tuple[int, str]]:
    """The texts of the single records of a text, each with the number of its first line; nothing else is read."""
    source = Source(text)
    start, line, in_moves = 0, 1, False
    while not source.at_end:
        source.skip_space()
        sign = source.text[source.at : source.at + 1]
        if in_moves and sign == "[":
            yield line, source.text[start : source.at]
            line += source.text.count("\n", start, source.at)
            start, in_moves = source.at, False
        if source.take(_TAG) is not None:
            continue
        in_moves = True
        if sign == "{" and source.take(_COMMENT) is None:
            break  # It never ends, which is said when this record is read.
        if sign != "{" and source.take(_WORD) is None:
            source.at += 1
    if source.text[start:].strip():
        yield line, source.text[start:]


def _read_record(source: Source, variant: Variant | None) -> Record:
    source.skip_space()
    start = source.at
    tags, places = source.take_tags(_TAG, '[Event "Midsummer"]', partial(_tag, source))
    if variant is None:
        if "Variant" not in tags:
            raise source.error('a tag that names the variant, such as [Variant "tablut"]', start)
        variant = source.read_at(places["Variant"], named_variant, tags["Variant"])
    position = variant.start
    if "Position" in tags:
        position = source.read_at(places["Position"], parse_position, tags["Position"], variant).position
    limit = source.read_at(places["Limit"], _parse_limit, tags["Limit"]) if "Limit" in tags else None
    comment, line = _read_line(source, variant)
    source.skip_space()
    at = source.at
    token = source.take(_POINTS)
    if token is None:
        raise source.error("a move or the result (1-0, 0-1, 1/2-1/2 or *)")
    if tags.get("Result", token[1]) != token[1]:
        raise source.error(f"the result that the tag says, {tags['Result']}", at)
    return Record(
        variant=variant,
        start=position,
        line=line,
        result=Result(token[1]),
        termination=tags.get("Termination", ""),
        limit=limit,
        tags=[(name, value) for name, value in tags.items() if name not in RESERVED],
        comment=comment,
    )


def _tag(source: Source, match: re.Match[str]) -> tuple[str, str]:
    try:
        return tag_name(match[1]), one_line(_ESCAPED.sub(r"\1", match[2]))
    except NotationError as error:
        raise source.error(error.expected, match.start()) from None


def _parse_limit(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:8]) <= LARGEST_LIMIT:
        raise NotationError(text, 1, f"a number of moves from 1 to {LARGEST_LIMIT}")
    return int(text)


@attrs.define
class _Open:
    """A line that is being read: its moves, each with what has been said about it and its variations."""

    moves: list[RecordedMove] = attrs.field(factory=list)
    said: list[list[str]] = attrs.field(factory=list)
    variations: list[list[tuple[RecordedMove, ...]]] = attrs.field(factory=list)
    #: What is said before the first move.
    before: list[str] = attrs.field(factory=list)

    def say(self, comment: str) -> None:
        (self.said[-1] if self.said else self.before).append(comment)

    def close(self) -> tuple[RecordedMove, ...]:
        return tuple(
            attrs.evolve(move, comment="\n".join(said), variations=tuple(variations)) if said or variations else move
            for move, said, variations in zip(self.moves, self.said, self.variations, strict=True)
        )


def _read_line(source: Source, variant: Variant) -> tuple[str, tuple[RecordedMove, ...]]:
    """The comment before the first move, and the moves up to the result."""
    lines = [_Open()]
    count = 0
    while True:
        source.skip_space()
        at = source.at
        here = lines[-1]
        sign = source.text[at : at + 1]
        if sign == "{":
            match = source.take(_COMMENT)
            if match is None:
                raise source.error("a } that ends the comment", len(source.text))
            here.say(_ESCAPED.sub(r"\1", match[1]))
        elif sign == "(":
            if not here.moves or len(lines) > DEEPEST:
                raise source.error("a move before its variation" if not here.moves else "no deeper variation")
            source.at += 1
            lines.append(_Open())
        elif sign == ")":
            if len(lines) == 1 or not here.moves:
                raise source.error("a move")
            source.at += 1
            lines.pop()
            if here.before:
                here.said[0][:0] = here.before
            lines[-1].variations[-1].append(here.close())
        elif source.take(_NUMBER) is None:
            if _POINTS.match(source.text, at) or not (word := source.take(_WORD)):
                break
            count += 1
            if count > MOST_MOVES:
                raise source.error(f"at most {MOST_MOVES} moves", at)
            here.moves.append(source.read_at(at, parse_recorded, variant.board.grid, word[0]))
            here.said.append([])
            here.variations.append([])
    if len(lines) > 1:
        raise source.error("a ) that ends the variation")
    return "\n".join(lines[0].before), lines[0].close()


#: A longer line is no game.
LONGEST_LINE = 1_000_000


def format_move_list(record: Record) -> str:
    """The moves of a record in one line, and whether it ended by resignation or on time; the rest is left out."""
    words = [str(recorded) for recorded in record.line]
    return " ".join([*words, record.termination] if record.termination in (RESIGNED, TIMEOUT) else words)


def parse_move_list(
    text: str, variant: Variant, *, result: Result = Result.UNKNOWN, tags: Iterable[tuple[str, str]] = ()
) -> Record:
    """Read moves with spaces between them, and `resigned` or `timeout` at the end; who won is not among them."""
    if len(text) > LONGEST_LINE:
        raise NotationError(text[:100], 1, f"no more than {LONGEST_LINE} characters")
    line: list[RecordedMove] = []
    termination = ""
    for word in re.finditer(r"\S+", text):
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


#: The tag under which the `id` of a line of JSON is kept.
ID = "Id"

#: How lines of JSON name the winner; those of the site with the most games go by the colours of the pieces.
_WINNERS = {
    Result.ATTACKERS: ("Black", "attackers"),
    Result.DEFENDERS: ("White", "defenders"),
    Result.DRAW: ("Draw",),
    Result.UNKNOWN: ("Ongoing", "", "unknown"),
}
_RESULT_BY_WINNER = {name.lower(): result for result, names in _WINNERS.items() for name in names}


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
    if not isinstance(winner, str) or winner.lower() not in _RESULT_BY_WINNER:
        known = ", ".join(word for words in _WINNERS.values() for word in words if word)
        raise NotationError(text, text.find('"winner"') + 1, f'a "winner" that is one of {known}')
    if not isinstance(name, str | int):
        raise NotationError(text, text.find('"id"') + 1, 'an "id" that is a text or a number')
    tags = [(ID, str(name))] if name != "" else []
    return parse_move_list(moves, variant, result=_RESULT_BY_WINNER[winner.lower()], tags=tags)


#: The keys of a line of JSON that may name the type of the game.
_TYPE_KEYS = ("variant", "type")


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
    if len(text) > LONGEST_LINE:
        raise NotationError(text[:100], 1, f"no more than {LONGEST_LINE:,} characters")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        says = error.msg.removesuffix(" starting at").lower()
        raise NotationError(text, error.pos + 1, f"a line of JSON ({says})") from None
    except (ValueError, RecursionError):
        raise NotationError(text, 1, "a line of JSON, and no deeper lists or longer numbers than games need") from None
