"""Writing tafl variants: the tables of a variant file from which `build_variant` builds the same variant."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from taflkit.board import ATTACKER, DEFENDER, KING, Board, Piece, SquareSet
from taflkit.board.regions import PRESETS
from taflkit.errors import TaflError
from taflkit.rules.protocols import ONE_ANSWER, QUESTIONS
from taflkit.rules.registry import strategies
from taflkit.variant.convert import file_word
from taflkit.variant.schema import RULE, NamesTable, Weights
from taflkit.variant.toml import TomlTable
from taflkit.variant.variant import Variant


def description_table(variant: Any, game: str | None = None) -> TomlTable:
    """Return the keys that name and describe a variant of any kind of game.

    Args:
        variant: The variant, a `taflkit.games.GameVariant`.
        game: The kind of game, for kinds other than tafl.
    """
    table: TomlTable = {"name": variant.name, **({"game": game} if game else {}), "title": variant.title}
    table["summary"] = variant.summary or None
    for key in ("aliases", "sources", "doubtful"):
        table[key] = list(getattr(variant, key)) or None
    table["featured"] = getattr(variant, "featured", False) or None
    return table


def variant_table(variant: Variant) -> TomlTable:
    """Return the tables of a tafl variant; its examples are left out.

    Raises:
        TaflError: A rule has no name in variant files.
    """
    start, board = variant.start, variant.board
    names = NamesTable(attackers=variant.attackers, defenders=variant.defenders)
    return {
        **description_table(variant),
        "disputed": [file_word(reason) for reason in variant.disputed] or None,
        "start": f"{start.picture}\n",
        "first": file_word(start.to_move),
        "regions": {name: _region(board, mask) for name, mask in variant.geometry.regions},
        "pieces": _pieces(board),
        "names": _differing(names),
        "rules": _rules(variant),
        "evaluation": _differing(variant.weights),
    }


def _region(board: Board, mask: int) -> str | list[str]:
    preset = next((name for name, squares in PRESETS.items() if squares(board.grid) == mask), None)
    return preset or [str(square) for square in SquareSet(board.grid, mask)]


def _pieces(board: Board) -> TomlTable:
    # Pieces are equal whatever their letters are, and a file has the letters.
    if [repr(piece) for piece in board.pieces] == [repr(piece) for piece in (ATTACKER, DEFENDER, KING)]:
        return {}
    return {piece.letter: _piece(piece) for piece in board.pieces}


def _piece(piece: Piece) -> TomlTable:
    return {"side": file_word(piece.side), "kind": piece.kind}


def _differing(table: NamesTable | Weights) -> TomlTable:
    """Return the values of a table that are not the defaults."""
    default = type(table)()
    return {key: value for key, value in attrs.asdict(table).items() if value != getattr(default, key)}


def _rules(variant: Variant) -> TomlTable:
    table: TomlTable = {}
    for question in QUESTIONS:
        answer = getattr(variant.rules, question)
        table[question] = _strategy(answer) if question in ONE_ANSWER else dict(_labelled(answer))
    table["turncoats"] = list(variant.rules.turncoats) or None
    return table


def _labelled(answers: Iterable[object]) -> Iterator[tuple[str, TomlTable]]:
    """Iterate over strategies under labels: the rule's own name, with a number if there are several of that rule."""
    counts: dict[str, int] = {}
    for answer in answers:
        table = _strategy(answer)
        rule = table[RULE]
        counts[rule] = counts.get(rule, 0) + 1
        if counts[rule] == 1:
            del table[RULE]
            yield rule, table
        else:
            yield f"{rule}-{counts[rule]}", table


def _strategy(strategy: object) -> TomlTable:
    kind: type = type(strategy)
    name = next((name for name, known in strategies().items() if known is kind), None)
    if name is None:
        raise TaflError(f"the rule {kind.__name__} has no name in variant files, so no file can have it")
    table: TomlTable = {RULE: name}
    for field in attrs.fields(kind):
        value = getattr(strategy, field.name)
        if field.init and value is not None and value != field.default:
            table[field.alias] = _plain(value)
    return table


def _plain(value: Any) -> Any:
    """Return the value of a field as TOML has it."""
    if isinstance(value, enum.Enum):
        return file_word(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, str | int | float):
        return value
    return _strategy(value)
