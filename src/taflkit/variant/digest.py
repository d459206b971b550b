"""Digests of rules: a short text that two variants share if they are played by the same rules on the same board."""

from __future__ import annotations

import enum
import hashlib
import json
from collections.abc import Mapping
from typing import Any

import attrs

from taflkit.board import Board, Position, SquareSet
from taflkit.rules import Rules
from taflkit.rules.fields import AREA, PIECES
from taflkit.rules.protocols import ONE_ANSWER, QUESTIONS

LENGTH = 16
"""The letters and digits of a digest."""

#: The questions whose first answer decides. Other answers are united, so that their order does not matter.
_ORDERED = ("endings", "limits")


def digest_of(kind: str, facts: Mapping[str, object]) -> str | None:
    """Return the digest of facts about the rules of a variant; `None` if one of them has no digest.

    A fact is a text, a number, a member of an enumeration, a list, a set, a mapping, or an object of an attrs class. Of
    an object, the class counts and the fields that differ from their defaults, so that a class may get further fields.

    Args:
        kind: The kind of game.
        facts: What the rules and the start position are, by names.
    """
    try:
        text = _text({"kind": kind, **facts})
    except (_NoDigestError, RecursionError, ValueError):  # a value within itself, or one that cannot be compared
        return None
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]


def rules_digest(rules: Rules, start: Position) -> str | None:
    """Return the digest of rules of tafl with a start position; `None` if a rule is no object of an attrs class."""
    answers = {question: _answers(question, getattr(rules, question)) for question in QUESTIONS}
    board = {"board": _board(rules.board), "start": _position(start)}
    return digest_of("tafl", {**board, **answers, "turncoats": frozenset(rules.turncoats)})


def _answers(question: str, answers: object) -> object:
    return answers if question in ONE_ANSWER or question in _ORDERED else _United(answers)


def _board(board: Board) -> Mapping[str, object]:
    return {
        "columns": board.grid.width,
        "rows": board.grid.height,
        "regions": {name: _squares(board, mask) for name, mask in board.geometry.regions},
        "pieces": frozenset(f"{piece.side} {piece.kind}" for piece in board.pieces),
    }


def _position(position: Position) -> Mapping[str, object]:
    board = position.board
    pieces = zip(board.pieces, position.kind_masks, strict=True)
    return {
        "pieces": {f"{piece.side} {piece.kind}": _squares(board, mask) for piece, mask in pieces},
        "to_move": position.to_move,
        "going_on": _squares(board, position.going_on_mask),
    }


def _squares(board: Board, mask: int) -> list[str]:
    return [str(square) for square in SquareSet(board.grid, mask)]


class _NoDigestError(Exception):
    """What a value is cannot be told from its fields."""


@attrs.frozen
class _United:
    """Answers whose order does not matter; they need not be hashable, as the members of sets are."""

    answers: object


def _text(value: object) -> str:
    """Return a value as JSON in which everything that has no order is sorted."""
    return json.dumps(_plain(value), sort_keys=True)


def _plain(value: object) -> object:
    if isinstance(value, enum.Enum):
        return value.name
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(map(_text, value))
    if isinstance(value, _United) and isinstance(value.answers, tuple):
        return sorted({_text(answer) for answer in value.answers})
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    cls: type = type(value)
    if "__attrs_attrs__" not in vars(cls):  # A subclass may have state that its fields do not tell.
        raise _NoDigestError
    own = cls.__module__.split(".")[0] == __name__.split(".")[0]  # taflkit's own classes may move between its modules
    return {
        "class": cls.__qualname__ if own else f"{cls.__module__}.{cls.__qualname__}",
        **{
            field.name: _plain(_unordered(field.metadata, getattr(value, field.name)))
            for field in attrs.fields(cls)
            if field.init and field.eq and getattr(value, field.name) != _default(field)
        },
    }


def _unordered(metadata: Mapping[object, object], value: object) -> object:
    """Return the names of areas and pieces as a set."""
    return frozenset(value) if metadata in (AREA, PIECES) and isinstance(value, tuple) else value


def _default(field: attrs.Attribute[Any]) -> object:
    """Return the default of a field; what equals no value if it has none, or one that depends on other fields."""
    default: Any = field.default
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # attrs types the class as a function
        return attrs.NOTHING if default.takes_self else default.factory()
    return default
