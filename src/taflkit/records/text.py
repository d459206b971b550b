"""Records as text with tags, numbered moves, annotations and variations, similar to the PGN of chess.

Files of this kind by other programs are read too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import attrs

from taflkit.errors import NotationError, TaflError, VariantError, check_type
from taflkit.games import AnyKind, GameVariant
from taflkit.records.annotations import GLYPHS, MAX_SIGN, format_signs, with_commands
from taflkit.records.own_rules import MARK, format_rules, named_variant, parse_rules
from taflkit.records.record import (
    MAX_LIMIT,
    MAX_MOVE,
    MAX_RECORDED_MOVES,
    RESERVED,
    WORD,
    Record,
    RecordedMove,
    Result,
    kind_of_variant,
    one_line,
    tag_name,
)
from taflkit.records.source import Source
from taflkit.variant.problems import said

WIDTH = 88
"""The width at which lines of moves are broken."""
MAX_VARIATION_DEPTH = 20
"""How deep variations may be nested."""

# The counts and the possessive sign (*+) keep the time for hostile texts linear.
_TAG = re.compile(r'\[[ \t]{0,99}([^\s"\]]{1,99})[ \t]{1,99}"((?:[^"\\\n]|\\["\\])*+)"[ \t]{0,99}\]')
_RULES = re.compile(rf"{MARK} ?([^\n]*+)(?:\n|\Z)")
_COMMENT = re.compile(r"\{((?:[^}\\]|\\.)*+)\}", re.DOTALL)
_REST_OF_LINE = re.compile(r";([^\n]*+)")
_NUMBER = re.compile(r"\d{1,6}\.+", re.ASCII)
_POINTS = re.compile(r"(1-0|0-1|1/2-1/2|\*)(?![^\s\[{(;])")
_SIGN = re.compile(r"\$(\d{1,3})(?!\d)|([!?]{1,2})(?![!?])", re.ASCII)
_LIMIT = re.compile(r"\d{1,8}", re.ASCII)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def format_record(record: Record) -> str:
    """Write a record as text, which `parse_record` reads.

    Raises:
        TaflError: The variant does not come with taflkit, and no variant file can describe it.
    """
    check_type(record, Record, "a Record (Record.of makes one of a game)")
    tags = [("Variant", record.variant.name)]
    tags += [("Position", record.position)] if record.position else []
    tags += [*record.tags, ("Result", record.result.value)]
    tags += [("Termination", record.termination)] if record.termination else []
    tags += [("Limit", str(record.limit))] if record.limit is not None else []
    rules, digest = format_rules(record.variant), record.variant.digest
    tags += [("Digest", digest)] if rules and digest is not None else []
    lines = ['[{} "{}"]'.format(name, _escape(value, '"')) for name, value in tags]
    lines += [f"{MARK} {line}" if line else MARK for line in rules.split("\n")[:-1]]
    words = [_comment(record.comment), *_Words(record).line(record.line), record.result.value]
    return "\n".join([*lines, "", *_filled(words), ""])


def _escape(text: str, end: str) -> str:
    return text.replace("\\", "\\\\").replace(end, f"\\{end}")


def _comment(text: str) -> str:
    return f"{{{_escape(text, '}')}}}" if text else ""


class _Words:
    """Writes the lines of a record."""

    def __init__(self, record: Record) -> None:
        continues = getattr(record.kind, "continues_turn", None)
        self._continues: Callable[[str, str], bool] = (
            (lambda before, text: False) if continues is None else partial(continues, record.variant)
        )

    def line(self, line: tuple[RecordedMove, ...], turn: int = 0) -> Iterator[str]:
        """Iterate over the words of a line whose first turn has this number, from 0; the players take turns."""
        numbered = False
        before: str | None = None
        for recorded in line:
            is_new = before is None or not self._continues(before, recorded.text)
            turn += before is not None and is_new
            before = recorded.text
            number = f"{turn // 2 + 1}{'...' if turn % 2 else '.'} "
            glyph, signs = format_signs(recorded.signs)
            # The second player's move is numbered at the beginning of a line and after a comment or variation.
            yield (number if is_new and (turn % 2 == 0 or not numbered) else "") + recorded.text + glyph
            yield from signs
            numbered = True
            if said := with_commands(recorded.comment, recorded.evaluation, recorded.clock):
                yield _comment(said)
                numbered = False
            for variation in recorded.variations:
                yield from _bracketed(list(self.line(variation, turn)))
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


def parse_record(text: str, variant: GameVariant | None = None, *, default: GameVariant | None = None) -> Record:
    """Read one record.

    Args:
        text: The record.
        variant: The variant to use instead of the one that the record names.
        default: The variant of a record that names none.

    Raises:
        RecordError: The text is not a record; the error says where.
    """
    source = Source(text)
    record = _read_record(source, variant, default)
    source.skip_space()
    if not source.at_end:
        raise source.error("the end of the text, after one record")
    return record


def parse_records(
    text: str, variant: GameVariant | None = None, *, default: GameVariant | None = None
) -> Iterator[Record]:
    """Iterate over the records of a text; arguments and errors are those of `parse_record`."""
    source = Source(text)
    source.skip_space()
    while not source.at_end:
        yield _read_record(source, variant, default)
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
        if source.take(_TAG) is not None or (not in_moves and source.take(_RULES) is not None):
            continue
        in_moves = True
        if sign == "{":
            if source.take(_COMMENT) is None:
                break  # It never ends; reading this record reports that.
        elif source.take(_REST_OF_LINE) is None and source.take(WORD) is None:
            source.at += 1
    if source.text[start:].strip():
        yield line, source.text[start:]


def _read_record(source: Source, variant: GameVariant | None, default: GameVariant | None) -> Record:
    source.skip_space()
    start = source.at
    tags, places = source.take_tags(_TAG, '[Event "Midsummer"]', partial(_tag, source))
    rules = _take_rules(source)
    if variant is None and "Variant" not in tags:
        variant = default
    if variant is None:
        variant = _variant(source, tags, places, start, rules)
        if "Digest" in tags and tags["Digest"] != variant.digest:
            other = f"those of {variant.name} have {variant.digest or 'none'}"
            raise source.error(f"rules with the digest {said(tags['Digest'])}, and {other}", places["Digest"])
    kind = kind_of_variant(variant)
    position = tags.get("Position", "")
    if position:
        position = source.read_at(places["Position"], _parse_position, kind, variant, position)
    limit = source.read_at(places["Limit"], _parse_limit, kind, tags["Limit"]) if "Limit" in tags else None
    comment, line = _Reader(source, partial(kind.spell_move, variant)).read()
    result = _read_result(source, tags, places)
    return Record(
        variant=variant,
        line=line,
        position=position,
        result=result,
        termination=tags.get("Termination", ""),
        limit=limit,
        tags=[(name, value) for name, value in tags.items() if name not in RESERVED],
        comment=comment,
    )


def _take_rules(source: Source) -> tuple[int, str] | None:
    """Read the lines with the rules after the tags; return their place and their text, without the marks."""
    source.skip_space()
    start, lines = source.at, []
    while match := source.take(_RULES):
        lines.append(match[1])
    return (start, "".join(f"{line}\n" for line in lines)) if lines else None


def _variant(
    source: Source, tags: Mapping[str, str], places: Mapping[str, int], start: int, rules: tuple[int, str] | None
) -> GameVariant:
    """Return the variant that a record names, by the rules in it if there are any."""
    if "Variant" not in tags:
        raise source.error('a tag that names the variant, such as [Variant "tablut"]', start)
    if rules is None:
        return source.read_at(places["Variant"], named_variant, tags["Variant"])
    try:
        found: GameVariant = parse_rules(rules[1], tags["Variant"])
    except VariantError as error:
        raise source.error(f"the rules as a variant file ({'; '.join(error.problems[:3])})", rules[0]) from None
    return found


def _parse_position(kind: AnyKind, variant: GameVariant, text: str) -> str:
    try:
        kind.parse_position(variant, text)
    except NotationError:
        raise
    except TaflError as error:
        raise NotationError(text, 1, f"a position ({error})") from None
    return text


def _read_result(source: Source, tags: Mapping[str, str], places: Mapping[str, int]) -> Result:
    """Read the result after the moves; without one the tag says it, and without a tag it is not known."""
    source.skip_space()
    at = source.at
    stated = tags.get("Result")
    token = source.take(_POINTS)
    if token is None:
        if not source.at_end and source.text[at] != "[":
            raise source.error("a move or the result (1-0, 0-1, 1/2-1/2 or *)")
        if stated is not None and stated not in _RESULTS:
            raise source.error("a result: 1-0, 0-1, 1/2-1/2 or *", places["Result"])
        return _RESULTS[stated or Result.UNKNOWN.value]
    if stated not in (None, token[1]):
        raise source.error(f"the result that the tag says, {stated}", at)
    return _RESULTS[token[1]]


_RESULTS = {result.value: result for result in Result}


def _tag(source: Source, match: re.Match[str]) -> tuple[str, str]:
    try:
        return tag_name(match[1]), one_line(_ESCAPED.sub(r"\1", match[2]))
    except NotationError as error:
        raise source.error(error.expected, match.start()) from None


def _parse_limit(kind: AnyKind, text: str) -> int:
    if _LIMIT.fullmatch(text) is None or not 1 <= int(text) <= MAX_LIMIT:
        raise NotationError(text, 1, f"a number of moves from 1 to {MAX_LIMIT}")
    if not hasattr(kind.game_type, "with_limit"):
        raise NotationError(text, 1, f"no limit, since games of {kind.name} have none")
    return int(text)


@attrs.define
class _Open:
    """A line that is being read: its moves, and what is said about each so far."""

    texts: list[str] = attrs.field(factory=list)
    signs: list[list[int]] = attrs.field(factory=list)
    said: list[list[str]] = attrs.field(factory=list)
    variations: list[list[tuple[RecordedMove, ...]]] = attrs.field(factory=list)
    # The comments before the first move.
    before: list[str] = attrs.field(factory=list)

    def add(self, text: str) -> None:
        self.texts.append(text)
        self.signs.append([])
        self.said.append([])
        self.variations.append([])

    def say(self, comment: str) -> None:
        (self.said[-1] if self.said else self.before).append(comment)

    def close(self) -> tuple[RecordedMove, ...]:
        return tuple(
            RecordedMove(text, "\n".join(said), variations, signs)
            for text, said, variations, signs in zip(self.texts, self.said, self.variations, self.signs, strict=True)
        )


class _Reader:
    """Reads the moves of a record, with variations, comments and signs, up to the result."""

    def __init__(self, source: Source, spell: Callable[[str], str]) -> None:
        self._source = source
        self._spell = spell
        self._lines = [_Open()]
        self._count = 0

    def read(self) -> tuple[str, tuple[RecordedMove, ...]]:
        """Read the comment before the first move, and the moves."""
        source = self._source
        while True:
            source.skip_space()
            sign = source.text[source.at : source.at + 1]
            if sign == "{":
                match = source.take(_COMMENT)
                if match is None:
                    raise source.error("a } that ends the comment", len(source.text))
                self._lines[-1].say(_ESCAPED.sub(r"\1", match[1]))
            elif rest := source.take(_REST_OF_LINE):
                self._lines[-1].say(rest[1])
            elif sign in ("$", "!", "?"):
                self._read_sign()
            elif sign == "(":
                self._begin_variation()
            elif sign == ")":
                self._end_variation()
            elif source.take(_NUMBER) is None and not self._read_move():
                break
        if len(self._lines) > 1:
            raise source.error("a ) that ends the variation")
        first = self._lines[0]
        return "\n".join(first.before), first.close()

    def _read_sign(self) -> None:
        at, here = self._source.at, self._lines[-1]
        match = self._source.take(_SIGN)
        number = None if match is None else int(match[1]) if match[1] else GLYPHS.get(match[2])
        if number is None or number > MAX_SIGN:
            raise self._source.error(f"a sign: {', '.join(GLYPHS)}, or $0 to ${MAX_SIGN}", at)
        if not here.texts:
            raise self._source.error("a move before its sign", at)
        here.signs[-1].append(number)

    def _begin_variation(self) -> None:
        has_move = bool(self._lines[-1].texts)
        if not has_move or len(self._lines) > MAX_VARIATION_DEPTH:
            raise self._source.error("no deeper variation" if has_move else "a move before its variation")
        self._source.at += 1
        self._lines.append(_Open())

    def _end_variation(self) -> None:
        here = self._lines[-1]
        if len(self._lines) == 1 or not here.texts:
            raise self._source.error("a move")
        self._source.at += 1
        self._lines.pop()
        if here.before:
            here.said[0][:0] = here.before
        self._lines[-1].variations[-1].append(here.close())

    def _read_move(self) -> bool:
        """Read a move; return whether there was one."""
        source, at = self._source, self._source.at
        if _POINTS.match(source.text, at) or not (word := source.take(WORD)):
            return False
        self._count += 1
        if self._count > MAX_RECORDED_MOVES:
            raise source.error(f"at most {MAX_RECORDED_MOVES} moves", at)
        if len(word[0]) > MAX_MOVE:
            raise source.error(f"a move of at most {MAX_MOVE} characters", at)
        self._lines[-1].add(source.read_at(at, self._spell, word[0]))
        return True
