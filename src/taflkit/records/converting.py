"""Writing records in any format, and what a format cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

import attrs

from taflkit.errors import NotationError, TaflError
from taflkit.records.formats import Format, parse_game
from taflkit.records.movelists import format_json_line, format_move_list
from taflkit.records.opentafl import format_opentafl_game
from taflkit.records.record import Record, RecordedMove, Result, termination_of_game
from taflkit.records.replaying import replay
from taflkit.records.text import format_record
from taflkit.variant.catalogue import load_variant

VARIANT_NAME = "the name of the variant"
"""What lists of moves lose, unless their file is named after the variant."""

ONE_GAME = (Format.OPENTAFL, Format.MOVES)
"""The formats whose files hold one game."""


def write_game(
    record: Record, kind: Format, *, lossy: bool = False, named: Callable[[], Container[str]] = tuple
) -> str:
    """Write a record in a format, with the end of its last line.

    Args:
        record: The game.
        kind: The format.
        lossy: Whether to leave out, or to replace by the nearest, what the format cannot hold.
        named: Returns the names of the variants that the file for the text is named after.

    Raises:
        TaflError: The format cannot hold something; the error says what.
    """
    try:
        text = _WRITERS[kind](record, lossy)
    except NotationError as error:
        raise TaflError(f"the format {kind.value} cannot hold this game: expected {error.expected}") from None
    if lossy:
        return text
    lost = losses(record, kind, text)
    if VARIANT_NAME in lost and record.variant.name in named():
        lost.remove(VARIANT_NAME)
    if lost:
        *others, last = lost
        raise TaflError(
            f"the format {kind.value} would lose {' and '.join([', '.join(others), last] if others else [last])}"
        )
    return text


def _with_end(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


_WRITERS: dict[Format, Callable[[Record, bool], str]] = {
    Format.RECORD: lambda record, lossy: format_record(record),
    Format.OPENTAFL: lambda record, lossy: _with_end(
        format_opentafl_game(_without_signs(record, lossy), nearest=lossy)
    ),
    Format.JSON_LINES: lambda record, lossy: _with_end(format_json_line(record)),
    Format.MOVE_LIST: lambda record, lossy: _with_end(format_move_list(record)),
    Format.MOVES: lambda record, lossy: _with_end(format_move_list(record).replace(" ", "\n")),
}


def _without_signs(record: Record, lossy: bool) -> Record:
    """Return a record whose texts have no sign that ends texts in OpenTafl's files."""
    if not lossy:
        return record
    signs = str.maketrans({"]": ")", "|": "/"})

    def cleaned(line: tuple[RecordedMove, ...]) -> tuple[RecordedMove, ...]:
        return tuple(
            attrs.evolve(
                recorded, comment=recorded.comment.translate(signs), variations=map(cleaned, recorded.variations)
            )
            for recorded in line
        )

    tags = [(name, value.translate(signs)) for name, value in record.tags]
    return attrs.evolve(
        record,
        line=cleaned(record.line),
        comment=record.comment.translate(signs),
        termination=record.termination.translate(signs),
        tags=tags,
    )


def losses(record: Record, kind: Format, text: str) -> list[str]:
    """Return the parts of a record that a text in another format has lost, each as a few words."""
    return [] if kind is Format.RECORD else list(_losses(record, parse_game(text, kind, record.variant), kind))


def _losses(record: Record, again: Record, kind: Format) -> Iterator[str]:
    if kind is Format.JSON_LINES and not _is_loaded_by_name(record):
        yield "the rules of the variant"
    if kind in (Format.MOVE_LIST, Format.MOVES):
        yield VARIANT_NAME
    if record.position != again.position:
        yield "the position at the start"
    if record.limit != again.limit:
        yield "the limit of moves"
    if record.tags != again.tags:
        kept = set(again.tags)
        yield "the tags " + " ".join(name for name, value in record.tags if (name, value) not in kept)
    if (record.result, record.termination) != (again.result, again.termination) and not _is_on_the_board(record, again):
        yield "the result" if record.result is not again.result else "why the game ended"
    if record.comment != again.comment:
        yield "the comment before the first move"
    if record.moves != again.moves and kind is not Format.OPENTAFL:  # It adds captures that a record leaves open.
        yield "moves"
    for part, has in _PARTS.items():
        if _any(has, record.line) and not _any(has, again.line):
            yield part


_PARTS: dict[str, Callable[[RecordedMove], object]] = {
    "comments": lambda move: move.comment,
    "variations": lambda move: move.variations,
    "signs": lambda move: move.signs,
    "evaluations": lambda move: move.evaluation is not None,
    "clocks": lambda move: move.clock is not None,
}


def _any(has: Callable[[RecordedMove], object], line: tuple[RecordedMove, ...]) -> bool:
    return any(has(move) or any(_any(has, variation) for variation in move.variations) for move in line)


def _is_loaded_by_name(record: Record) -> bool:
    try:
        return bool(load_variant(record.variant.name) == record.variant)
    except TaflError:
        return False


def _is_on_the_board(record: Record, again: Record) -> bool:
    """Whether the moves themselves say how the game ended, so that the result need not be written."""
    if again.result not in (Result.UNKNOWN, record.result):
        return False
    found = replay(record)
    return (
        found.disagreement is None
        and found.game.outcome is not None
        and Result.of(found.game) is record.result
        and record.termination in ("", termination_of_game(found.game))
    )
