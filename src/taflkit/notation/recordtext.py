"""Records as text with tags, numbered moves, comments and variations, similar to the PGN of chess.

Files of this kind by other programs are read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import attrs

from taflkit.errors import NotationError, check_type
from taflkit.notation.positions import format_rows, format_side, named_variant, parse_position
from taflkit.notation.recorded import RecordedMove, parse_recorded, turns_of
from taflkit.notation.records import MAX_RECORDED_MOVES, RESERVED, Record, Result, one_line, tag_name
from taflkit.notation.source import Source
from taflkit.variant import Variant

WIDTH = 88
"""The width at which lines of moves are broken."""
MAX_LIMIT = 1_000_000
"""The largest number of moves that a game may be limited to."""
MAX_VARIATION_DEPTH = 20
"""How deep variations may be nested."""

# The counts and the possessive sign (*+) keep the time for hostile texts linear.
_TAG = re.compile(r'\[[ \t]{0,99}([^\s"\]]{1,99})[ \t]{1,99}"((?:[^"\\\n]|\\["\\])*+)"[ \t]{0,99}\]')
_COMMENT = re.compile(r"\{((?:[^}\\]|\\.)*+)\}", re.DOTALL)
_NUMBER = re.compile(r"\d{1,6}\.+", re.ASCII)
_POINTS = re.compile(r"(1-0|0-1|1/2-1/2|\*)(?![^\s\[{(])")
_WORD = re.compile(r"[^\s(){}\[\]]+")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def format_record(record: Record) -> str:
    """Write a record as text, which `parse_record` reads."""
    check_type(record, Record, "a Record (Record.of makes one of a game)")
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
    """Iterate over the words of a line whose first turn has this number, from 0; the sides take turns."""
    numbered = False
    for turn, moves in enumerate(turns_of(line), first):
        for leg, recorded in enumerate(moves):
            number = f"{turn // 2 + 1}{'...' if turn % 2 else '.'} "
            # The second side's move is numbered at the beginning of a line and after a comment or variation.
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
    """Break words into lines; a comment may have several lines of its own."""
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
    """Read one record.

    Args:
        text: The record.
        variant: The variant to use instead of the one that the record names.

    Raises:
        RecordError: The text is not a record; the error says where.
    """
    source = Source(text)
    record = _read_record(source, variant)
    source.skip_space()
    if not source.at_end:
        raise source.error("the end of the text, after one record")
    return record


def parse_records(text: str, variant: Variant | None = None) -> Iterator[Record]:
    """Iterate over the records of a text; arguments and errors are those of `parse_record`."""
    source = Source(text)
    source.skip_space()
    while not source.at_end:
        yield _read_record(source, variant)
        source.skip_space()


def split_records(text: str) -> Iterator[tuple[int, str]]:
    """Iterate over the texts of the single records of a text, each with the number of its first line."""
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
            break  # It never ends; reading this record reports that.
        if sign != "{" and source.take(_WORD) is None:
            source.at += 1
    if source.text[start:].strip():
        yield line, source.text[start:]


def _read_record(source: Source, variant: Variant | None) -> Record:
    check_type(variant, Variant | None, "the Variant of a record")
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
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:8]) <= MAX_LIMIT:
        raise NotationError(text, 1, f"a number of moves from 1 to {MAX_LIMIT}")
    return int(text)


@attrs.define
class _Open:
    """A line that is being read: its moves, each with its comments and variations so far."""

    moves: list[RecordedMove] = attrs.field(factory=list)
    said: list[list[str]] = attrs.field(factory=list)
    variations: list[list[tuple[RecordedMove, ...]]] = attrs.field(factory=list)
    # The comments before the first move.
    before: list[str] = attrs.field(factory=list)

    def say(self, comment: str) -> None:
        (self.said[-1] if self.said else self.before).append(comment)

    def close(self) -> tuple[RecordedMove, ...]:
        return tuple(
            attrs.evolve(move, comment="\n".join(said), variations=tuple(variations)) if said or variations else move
            for move, said, variations in zip(self.moves, self.said, self.variations, strict=True)
        )


def _read_line(source: Source, variant: Variant) -> tuple[str, tuple[RecordedMove, ...]]:
    """Read the comment before the first move, and the moves up to the result."""
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
            if not here.moves or len(lines) > MAX_VARIATION_DEPTH:
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
            if count > MAX_RECORDED_MOVES:
                raise source.error(f"at most {MAX_RECORDED_MOVES} moves", at)
            here.moves.append(source.read_at(at, parse_recorded, variant.board.grid, word[0]))
            here.said.append([])
            here.variations.append([])
    if len(lines) > 1:
        raise source.error("a ) that ends the variation")
    return "\n".join(lines[0].before), lines[0].close()
