"""OpenTafl's game files: tags, the rules, numbered turns with comments below them, and variations by address.

`1b.1.1a.` is the first turn of the first variation of the second move of turn 1; five dots stand for the move before.
docs/records.md shows such a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain, islice
from string import ascii_lowercase

import attrs

from taflkit.board import Grid, Piece, Position, indices_of
from taflkit.board.pieces import MAN_KIND
from taflkit.board.rows import format_rows, format_side
from taflkit.errors import NotationError, check_type
from taflkit.records.opentafl.positions import format_opentafl_position, opentafl_letter, parse_opentafl_position
from taflkit.records.opentafl.rules import parse_opentafl_rules
from taflkit.records.opentafl.writing import format_opentafl_rules
from taflkit.records.record import MAX_RECORDED_MOVES, RESIGNED, Record, RecordedMove, Result, one_line, tag_name
from taflkit.records.source import Source
from taflkit.records.tafl import WrittenMove, continues_turn, parse_written, spell_written, with_captures
from taflkit.variant import Variant

_TAG = re.compile(r"\[([^\s:\]]{1,60}):\s*+([^\]]*+)\]")
_ADDRESS = re.compile(r"(?P<in>(?:\d{1,5}[a-z]\.\d{1,4}\.){0,20})(?P<turn>\d{1,5})(?P<slot>a?)\.(?=\s)", re.ASCII)
_STEP = re.compile(r"(\d+)([a-z])\.(\d+)\.", re.ASCII)
_WORD = re.compile(r"[^\s\[\]]+")
_COMMENT = re.compile(r"\[([^\]]*+)\]")
_DOTS = re.compile(r"\.{2,10}")
_RESULTS = {Result.FIRST: "1", Result.SECOND: "-1", Result.DRAW: "0", Result.UNKNOWN: "?"}
_RESIGNS = "---"
_PLACEHOLDER = "....."
# Tags that a record has elsewhere.
_OWN = ("rules", "position", "result", "termination", "limit", "start-comment", "variant")


@attrs.frozen
class _Address:
    """The address of a turn: the variations that lead to it, and its number in the last of them.

    A variation is given by a turn, the letter of a move of that turn, from a on, and a number.
    """

    path: tuple[tuple[int, str, int], ...]
    turn: int

    def __str__(self) -> str:
        """Print as files have it: `1.` or `2a.1.1a.`."""
        path = "".join(f"{turn}{slot}.{number}." for turn, slot, number in self.path)
        return f"{path}{self.turn}{'a' if path else ''}."

    def variation(self, index: int, number: int) -> _Address:
        """Return the first turn of a variation of the turn's move with this index."""
        if index >= len(ascii_lowercase):
            raise NotationError(str(self), 1, f"variations of the first {len(ascii_lowercase)} moves of a turn alone")
        return _Address((*self.path, (self.turn, ascii_lowercase[index], number)), 1)


@attrs.define
class _Slot:
    """A place for a move in a turn; it is empty where dots stand for the move before a variation."""

    move: RecordedMove | None
    comment: str
    variations: list[list[list[_Slot]]] = attrs.field(factory=list)


# Turns with their places for moves.
_Line = list[list[_Slot]]


def _add_turn(line: _Line, address: _Address, moves: list[RecordedMove | None], comments: list[str]) -> None:
    """Add a turn to the main line; an impossible address is a `ValueError` that says what would be right."""
    for turn, letter, number in address.path:
        slots = line[turn - 1] if 1 <= turn <= len(line) else []
        index = ascii_lowercase.index(letter)
        if index >= len(slots) or slots[index].move is None:
            raise ValueError(f"a variation of a move that is there; {turn}{letter} is not")
        variations = slots[index].variations
        if number == len(variations) + 1:
            variations.append([])
        elif not 1 <= number <= len(variations):
            raise ValueError(f"variation {len(variations) + 1} of {turn}{letter}, not {number}")
        line = variations[number - 1]
    if address.turn != len(line) + 1:
        raise ValueError(f"turn {len(line) + 1} of this line, not {address.turn}")
    said = [*comments, *[""] * len(moves)]
    for index, move in enumerate(moves[:-1]):
        if move is None:  # A comment on dots is one on the move after them.
            said[index + 1] = f"{said[index]}\n{said[index + 1]}"
    line.append([_Slot(move, comment) for move, comment in zip(moves, said, strict=False)])


def _recorded(line: _Line) -> tuple[RecordedMove, ...]:
    return tuple(
        attrs.evolve(slot.move, comment=slot.comment, variations=tuple(map(_recorded, slot.variations)))
        for slots in line
        for slot in slots
        if slot.move is not None
    )


def parse_opentafl_game(text: str, variant: Variant | None = None, *, as_opentafl_reads: bool = False) -> Record:
    """Read a game file.

    Args:
        text: The file.
        variant: The variant to use instead of the rules that the file states.
        as_opentafl_reads: Whether to read the rules as OpenTafl itself does, and not as its specification says.

    Raises:
        RecordError: The text is not a game file; the error says where.
    """
    check_type(variant, Variant | None, "the Variant of a game")
    source = Source(text)
    tags, places = source.take_tags(_TAG, "[event:Midsummer]", partial(_tag, source))
    if variant is None:
        if "rules" not in tags:
            raise source.error("a tag with the rules, such as [rules:dim:7 start:/.../]")
        title = tags.get("variant", "")
        rules = partial(parse_opentafl_rules, as_opentafl_reads=as_opentafl_reads, title=title)
        variant = source.read_at(places["rules"], rules, tags["rules"])
    start = variant.start
    if "position" in tags:
        at = places["position"]
        start = source.read_at(at, parse_opentafl_position, tags["position"], variant.board, start.to_move)
    results = {text: result for result, text in _RESULTS.items()}
    if tags.get("result", "?") not in results:
        raise source.error("a result: 1, 0, -1 or ?", places["result"])
    limit = tags.get("limit", "")
    if limit and not re.fullmatch(r"[1-9]\d{0,5}", limit, re.ASCII):
        raise source.error("a number of moves", places["limit"])
    line, resigned = _read_turns(source, variant)
    return Record(
        variant=variant,
        position=f"{format_rows(start)} {format_side(start)}",
        line=_recorded(line),
        result=results[tags.get("result", "?")],
        termination=tags.get("termination") or (RESIGNED if resigned else ""),
        limit=int(limit) if limit else None,
        tags=[(name, value) for name, value in tags.items() if name not in _OWN],
        comment=tags.get("start-comment", ""),
    )


def _tag(source: Source, match: re.Match[str]) -> tuple[str, str]:
    name, value = match[1].lower(), match[2].strip()
    try:
        tag_name(name)
        # Only a comment may have several lines; those of other tags are joined.
        return name, value if name == "start-comment" else one_line(re.sub(r" *\n\s*", " ", value))
    except NotationError as error:
        raise source.error(error.expected, match.start(1)) from None


def _read_turns(source: Source, variant: Variant) -> tuple[_Line, bool]:
    line: _Line = []
    resigned = False
    count = 0
    while True:
        source.skip_space()
        if source.at_end:
            return line, resigned
        at = source.at
        match = source.take(_ADDRESS)
        if match is None or bool(match["in"]) != bool(match["slot"]):
            raise source.error("the number of a turn, such as 1. or 2a.1.1a.", at)
        path = tuple((int(n), slot, int(v)) for n, slot, v in _STEP.findall(match["in"]))
        words, resigns = _read_moves(source, variant)
        resigned |= resigns and not path
        count += len(words)
        if count > MAX_RECORDED_MOVES:
            raise source.error(f"at most {MAX_RECORDED_MOVES} moves", at)
        comments = _read_comments(source, len(words))
        try:
            _add_turn(line, _Address(path, int(match["turn"])), words, comments)
        except ValueError as error:
            raise source.error(str(error), at) from None


def _read_moves(source: Source, variant: Variant) -> tuple[list[RecordedMove | None], bool]:
    """Read the moves of a turn, `None` for dots, and whether a player resigns."""
    words: list[RecordedMove | None] = []
    while True:
        source.skip_space()
        at = source.at
        if source.at_end or source.text[at] == "[" or _ADDRESS.match(source.text, at):
            if not words:
                raise source.error("a move")
            return words, False
        word = source.take(_WORD)
        if word is None:
            raise source.error("a move")
        if word[0] == _RESIGNS:
            return words, True
        if _DOTS.fullmatch(word[0]):
            if any(move is not None for move in words):
                raise source.error("dots before the first move alone", at)
            words.append(None)
            continue
        words.append(RecordedMove(source.read_at(at, spell_written, variant.board.grid, word[0])))


def _read_comments(source: Source, most: int) -> list[str]:
    """Read the comments below a turn, if there are any."""
    source.skip_space()
    at = source.at
    match = source.take(_COMMENT)
    if match is None:
        if source.text.startswith("[", at):
            raise source.error("a ] that ends the comments", len(source.text))
        return []
    comments = [comment.strip() for comment in match[1].split("|")]
    if any(comments[most:]):
        raise source.error(f"comments on {most} moves", at)
    return comments[:most]


@attrs.frozen
class _Place:
    """The place of a move in its turn: whose it is, counted from the side that begins, and whether it continues one."""

    move: RecordedMove
    written: WrittenMove
    half: int
    goes_on: bool


def _turns_of(grid: Grid, line: tuple[RecordedMove, ...]) -> Iterator[list[RecordedMove]]:
    """Iterate over the turns of a line, each with its moves."""
    turn: list[RecordedMove] = []
    for recorded in line:
        if turn and not continues_turn(grid, turn[-1].text, recorded.text):
            yield turn
            turn = []
        turn.append(recorded)
    if turn:
        yield turn


def _turns(grid: Grid, line: tuple[RecordedMove, ...], half: int) -> Iterator[list[_Place | None]]:
    """Iterate over the turns of both sides, with `None` where a line begins with the second half of a turn."""
    sides = iter(enumerate(_turns_of(grid, line), half))
    waiting: list[_Place | None] = [None] if half else []
    while both := list(islice(sides, 1 if waiting else 2)):
        for number, moves in both:
            waiting += [
                _Place(move, parse_written(grid, move.text), number % 2, leg > 0) for leg, move in enumerate(moves)
            ]
        yield waiting
        waiting = []


def format_opentafl_game(record: Record, *, nearest: bool = False) -> str:
    """Write a game file, which `parse_opentafl_game` reads. Signs, evaluations and clocks are left out.

    Args:
        record: The game.
        nearest: As for `format_opentafl_rules`.

    Raises:
        VariantError: OpenTafl cannot express the rules.
        NotationError: OpenTafl cannot express something else in the record.
        IllegalMoveError: The record does not say what a move took, and one of its moves is illegal.
    """
    check_type(record, Record, "a Record (Record.of makes one of a game)")
    variant = record.variant
    if not isinstance(variant, Variant):
        raise NotationError(variant.name, 1, "a variant of tafl, the only kind of game in OpenTafl's files")
    start, grid = record.start_game().position, variant.board.grid
    if start.to_move is not variant.start.to_move or start.going_on_mask:
        raise NotationError(repr(start), 1, f"the {variant.start.to_move} to move, since no tag says whose turn")
    if any(parse_written(grid, text).taken_mask is None for text in record.moves):
        record = with_captures(record)
    for name, _ in record.tags:
        if name.lower() in _OWN:
            raise NotationError(name, 1, f"another tag: {name.lower()} is one of the file's own")
    tags = [(name.lower(), value) for name, value in record.tags]
    tags += [("variant", str(variant)), ("result", _RESULTS[record.result])]
    tags += [("termination", record.termination)] if record.termination else []
    tags += [("limit", str(record.limit))] if record.limit is not None else []
    tags += [("start-comment", record.comment)] if record.comment else []
    if record.position:
        tags.append(("position", format_opentafl_position(start)))
    tags.append(("rules", format_opentafl_rules(variant, nearest=nearest)))
    lines = [f"[{name}:{_refuse_sign(']', value)}]" for name, value in tags]
    return "\n".join([*lines, "", *_lines(_Puppets.of(variant, start), record.line, _Address((), 1), 0)])


def _lines(puppets: _Puppets, line: tuple[RecordedMove, ...], address: _Address, half: int) -> Iterator[str]:
    """Iterate over the lines of text for a line of moves: each turn, its comments, a blank line, its variations."""
    for places in _turns(puppets.grid, line, half):
        words, comments = [], []
        variations: list[Iterator[str]] = []
        for index, place in enumerate(places):
            if place is None:
                words.append(_PLACEHOLDER)
                comments.append("")
                continue
            for number, variation in enumerate(place.move.variations, 1):
                variations.append(_lines(puppets, variation, address.variation(index, number), place.half))
            words.append(puppets.word(place))
            comments.append(_refuse_sign("]", _refuse_sign("|", place.move.comment)))
            puppets = puppets.after(place.written)
        yield f"{address} {' '.join(words)}"
        if any(comments):
            yield f"[{'|'.join(comments)}]"
        yield ""
        yield from chain(*variations)
        address = _Address(address.path, address.turn + 1)


def _refuse_sign(sign: str, text: str) -> str:
    if sign in text:
        raise NotationError(text, text.index(sign) + 1, f"a text without {sign}, which ends texts in OpenTafl's files")
    return text


@attrs.frozen
class _Puppets:
    """Where the pieces stand, moved as the record says, whether or not the rules allow it."""

    grid: Grid
    pieces: Mapping[int, Piece]
    turncoats: Mapping[Piece, Piece]

    @classmethod
    def of(cls, variant: Variant, start: Position) -> _Puppets:
        """Return the pieces before the first move."""
        board, rules = variant.board, variant.rules
        turned = {board.pieces[index]: board.pieces[other] for index, other in rules.turns_into.items()}
        return cls(board.grid, {board.grid.index(square): piece for square, piece in start.pieces()}, turned)

    def word(self, place: _Place) -> str:
        """Return the next move as OpenTafl writes it: `Ne6^=e8xce7/d8`."""
        move, squares = place.written.move, self.grid.squares
        between = self.grid.between(move.origin, move.target)
        jump = len(between) == 1 and between[0] in self.pieces
        kind = ("^" if jump else "") + ("=" if place.goes_on else "") or "-"
        captured = [f"{self._letter(i)}{squares[i]}" for i in indices_of(place.written.taken_mask or 0)]
        taken = f"x{'/'.join(captured)}" if captured else ""
        return f"{self._letter(self.grid.index(move.origin))}{move.origin}{kind}{move.target}{taken}"

    def _letter(self, square: int) -> str:
        """Return the letter of a piece that is no plain man."""
        piece = self.pieces.get(square)
        return "" if piece is None or piece.kind == MAN_KIND else opentafl_letter(piece)

    def after(self, written: WrittenMove) -> _Puppets:
        """Return where the pieces stand after a move."""
        pieces, grid = dict(self.pieces), self.grid
        mover = pieces.pop(grid.index(written.move.origin), None)
        if mover is not None:
            pieces[grid.index(written.move.target)] = mover
        for square in indices_of(written.taken_mask or 0):
            taken = pieces.pop(square, None)
            if taken is not None and taken in self.turncoats:
                pieces[square] = self.turncoats[taken]
        return attrs.evolve(self, pieces=pieces)
