"""Building variants from the tables of their files, strictly: what is wrong is said with its place.

A converter first makes the classes of `schema` of the tables, and refuses wrong types and unknown keys. The parts of
the variant are made of those.
"""

from __future__ import annotations

import enum
import re
import types
import typing
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, override

from taflkit.board import ATTACKER, DEFENDER, KING, Board, Geometry, Piece, Position, Side, grid
from taflkit.board.pieces import KING_KIND
from taflkit.board.position import _picture_rows
from taflkit.errors import RulesError, TaflError, VariantError, nearest
from taflkit.rules import Rules
from taflkit.rules.fields import AREA, PIECES, check_names
from taflkit.rules.protocols import ONE_ANSWER, QUESTIONS
from taflkit.rules.registry import choices, strategy
from taflkit.variant.problems import place_below, problems_of, said, variant_error
from taflkit.variant.read import Table
from taflkit.variant.schema import (
    LARGEST_INT,
    NAME_PATTERN,
    RULE,
    ExampleTable,
    PieceTable,
    RulesTable,
    VariantTable,
    file_word,
    is_list,
)
from taflkit.variant.variant import Example, Variant

#: The names by which the rules speak of several kinds of piece, so that no kind can have them.
GROUPS = ("everyone", "men", "attackers", "defenders")
#: The type of each value that TOML has a word for.
_TYPE_NAMES = {str: "a text", bool: "true or false", int: "a whole number"}
#: `QUESTIONS` turned round, where one protocol answers for men and the king.
_QUESTION_OF = {protocol: question for question, protocol in QUESTIONS.items() if question != "king"}

_Built = TypeVar("_Built")


def build_variant(lineage: Sequence[tuple[Path, Table]]) -> Variant:
    """The variant of the last of the files; those before it are the variants that it extends, the first one first."""
    path, table = lineage[-1]
    try:
        return _build(path, table)
    except VariantError:
        # What is wrong may be inherited: the file to blame is the first that is wrong on its own.
        for ancestor, inherited in lineage[:-1]:
            _build(ancestor, inherited)
        raise


def _build(path: Path, table: Table) -> Variant:
    try:
        structured = _converter().structure(table, VariantTable)
    except Exception as error:  # noqa: BLE001 - the converter collects whatever its hooks raise
        raise variant_error(path, problems_of(error)) from None
    try:
        return _Builder(path).variant(structured)
    except RecursionError:
        raise variant_error(path, ["nested too deeply"]) from None


class _Builder:
    """Makes the parts of one file's variant, and its errors."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _problem(self, place: str, text: object) -> VariantError:
        return variant_error(self._path, [f"{place}: {text}"])

    def _at(self, place: str, build: Callable[[], _Built]) -> _Built:
        """What `build` makes; what is wrong with it is wrong at that place."""
        try:
            return build()
        except VariantError:
            raise
        except TaflError as error:
            raise self._problem(place, error) from None

    def variant(self, table: VariantTable) -> Variant:
        """The whole variant."""
        self._check_name(table.name)
        board = self._board(table)
        start = self._at("start", lambda: board.parse(table.start, table.first))
        kings = start.kings_mask.bit_count()
        if kings != 1:
            raise self._problem("start", f"the picture has {kings or 'no'} kings, and there must be one king")
        return Variant(
            name=table.name,
            rules=self._rules(board, table.rules),
            start=start,
            title=table.title or table.name.replace("-", " ").capitalize(),
            summary=table.summary,
            aliases=table.aliases,
            sources=table.sources,
            doubtful=table.doubtful,
            attackers=table.names.attackers,
            defenders=table.names.defenders,
            weights=table.evaluation,
            examples=tuple(
                self._example(place_below("examples", index), start, example)
                for index, example in enumerate(table.examples)
            ),
        )

    def _check_name(self, name: str) -> None:
        if name != self._path.stem:
            raise self._problem("name", f"{said(name)} must be the file's name, {said(self._path.stem)}")
        if re.fullmatch(NAME_PATTERN, name, re.ASCII) is None:
            raise self._problem("name", f"{said(name)} must be small letters and digits, with hyphens between")

    def _board(self, table: VariantTable) -> Board:
        """The board that the picture, the regions and the pieces describe."""
        rows = _picture_rows(table.start)
        size = self._at("start", lambda: grid(max(map(len, rows), default=0), len(rows)))
        geometry = self._at("regions", lambda: Geometry.from_regions(size, table.regions))
        pieces = tuple(self._piece(letter, entry) for letter, entry in table.pieces.items())
        return self._at("pieces", lambda: Board(geometry, pieces or (ATTACKER, DEFENDER, KING)))

    def _piece(self, letter: str, table: PieceTable) -> Piece:
        place = place_below("pieces", letter)
        if table.kind == KING_KIND and table.side is Side.ATTACKERS:
            raise self._problem(place, "the king is one of the defenders")
        if table.kind in GROUPS or not table.kind.strip():
            raise self._problem(f"{place}.kind", f"no single kind of piece can be called {said(table.kind)}")
        return Piece(table.side, table.kind, letter)

    def _rules(self, board: Board, table: RulesTable) -> Rules:
        if not table.movement:
            raise self._problem("rules.movement", "at least one way to move is needed")
        problems = []
        for place, answer in _answers(table):
            try:
                check_names(board, [answer])
            except RulesError as error:
                problems.append(f"{place}: {error}")
        if problems:
            raise variant_error(self._path, problems)
        try:
            parts: dict[str, Any] = attrs.asdict(table, recurse=False)
            labelled = {name: tuple(part.values()) for name, part in parts.items() if isinstance(part, dict)}
            return Rules(board, **(parts | labelled))
        except RecursionError:
            raise
        except TaflError as error:
            raise self._problem("rules", error) from None
        except Exception as error:  # a rule of a plug-in; its author can follow the chain
            raise self._problem("rules", f"{type(error).__name__}: {error}") from error

    def _example(self, place: str, start: Position, table: ExampleTable) -> Example:
        """An example with its position."""
        position = start
        if table.position is not None:
            picture, side = table.position, table.to_move or start.to_move
            position = self._at(f"{place}.position", lambda: start.board.parse(picture, side))
        elif table.to_move is not None:
            raise self._problem(f"{place}.to_move", "goes with a position")
        self._check_claims(place, table)
        for step, move in (*((f"before[{n}]", text) for n, text in enumerate(table.before, 1)), ("move", table.move)):
            self._at(f"{place}.{step}", partial(_check_move, start.board, move))
        self._at(f"{place}.captures", lambda: start.board.grid.mask(table.captures or ()))
        return Example(
            says=table.says,
            position=position,
            before=table.before,
            move=table.move,
            legal=table.legal,
            captures=table.captures,
            over=True if table.winner is not None or table.reason is not None else table.over,
            winner=table.winner,
            reason=table.reason,
        )

    def _check_claims(self, place: str, table: ExampleTable) -> None:
        """Refuse what cannot be true together, which would never be looked at."""
        for name in ("captures", "over", "winner", "reason"):
            if not table.legal and getattr(table, name) is not None:
                raise self._problem(f"{place}.{name}", "does not go with legal = false: nothing comes of that move")
        for name in ("winner", "reason"):
            if table.over is False and getattr(table, name) is not None:
                raise self._problem(f"{place}.{name}", "does not go with over = false")


def _answers(table: RulesTable) -> Iterator[tuple[str, object]]:
    """Every strategy with its place in the file."""
    for question in QUESTIONS:
        place, answer = f"rules.{question}", getattr(table, question)
        if question in ONE_ANSWER:
            yield place, answer
        else:
            yield from ((place_below(place, label), each) for label, each in answer.items())


def _check_move(board: Board, text: str) -> None:
    """Refuse what `Game.play` could not read."""
    move, *captured = text.strip().replace("X", "x").split("x")
    board.grid.parse_move(move)
    board.grid.mask(captured)


@cache
def _converter() -> cattrs.Converter:
    """The strict converter: TOML values into the classes of `schema`, wrong types refused."""
    made = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind in _TYPE_NAMES:
        made.register_structure_hook(kind, _exactly(kind))
    made.register_structure_hook(float, _to_number)
    made.register_structure_hook(enum.Enum, _to_member)
    made.register_structure_hook_func(lambda kind: kind == str | tuple[str, ...], _to_text_or_texts)
    made.register_structure_hook_func(_is_optional, _to_optional)
    made.register_structure_hook_func(lambda kind: isinstance(kind, type) and kind in _QUESTION_OF, _to_strategy)
    made.register_structure_hook_factory(attrs.has, _table_hook)
    made.register_structure_hook_func(is_list, _to_list)
    made.register_structure_hook_func(_is_mapping, _to_mapping)
    return made


def _unlike(expected: str, value: object) -> TypeError:
    return TypeError(f"expected {expected}, not {said(value)}")


def _exactly(kind: type) -> Any:
    def structure(value: Any, _: object) -> Any:
        if type(value) is not kind:
            raise _unlike(_TYPE_NAMES[kind], value)
        if isinstance(value, str):
            _check_text(value)
        if isinstance(value, int) and abs(value) > LARGEST_INT:
            raise ValueError(f"expected a whole number of at most 64 bits, not {said(value)}")
        return value

    return structure


def _check_text(text: str) -> None:
    """Refuse control characters: texts of a file are printed, and must not play tricks on a terminal."""
    if any(unicodedata.category(letter) == "Cc" and letter not in "\n\t" for letter in text):
        raise ValueError(f"{said(text)} has control characters")


def _to_number(value: Any, _: object) -> float:
    if type(value) not in (int, float):
        raise _unlike("a number", value)
    return float(value)


def _to_member(value: Any, members: type[enum.Enum]) -> enum.Enum:
    words = {file_word(member): member for member in members}
    if type(value) is not str:
        raise _unlike(f"one of {', '.join(words)}", value)
    if value not in words:
        raise ValueError(f"{said(value)} is not right; {nearest(value, words)}")
    return words[value]


def _to_text_or_texts(value: Any, _: object) -> str | tuple[str, ...]:
    if type(value) is str:
        return value
    if type(value) is not list:
        raise _unlike("a text or a list of texts", value)
    return tuple(_each(enumerate(value), _exactly(str), str).values())


def _each(items: Iterable[tuple[Any, Any]], structure: Callable[[Any, Any], Any], kind: Any) -> dict[Any, Any]:
    """The items structured, under their keys or numbers; what is wrong with any of them is collected."""
    found, errors = {}, []
    for step, item in items:
        try:
            found[step] = structure(item, kind)
        except RecursionError:
            raise
        except Exception as error:  # noqa: BLE001 - collected, as the converter itself does it
            error.add_note(cattrs.IterableValidationNote(f"at {step}", step, kind))
            errors.append(error)
    if errors:
        raise cattrs.IterableValidationError("while reading a table or list", errors, kind)
    return found


def _is_optional(kind: Any) -> bool:
    return typing.get_origin(kind) in (types.UnionType, typing.Union) and type(None) in typing.get_args(kind)


def _to_optional(value: Any, kind: Any) -> Any:
    (inner,) = (argument for argument in typing.get_args(kind) if argument is not type(None))
    return _converter().structure(value, inner)


def _to_list(value: Any, kind: Any) -> Any:
    origin: Any = typing.get_origin(kind)
    inner = typing.get_args(kind)[0]
    if type(value) is not list:
        raise _unlike(f"a list of {'tables' if attrs.has(inner) else 'texts' if inner is str else 'values'}", value)
    return origin(_each(enumerate(value), _converter().structure, inner).values())


def _is_mapping(kind: Any) -> bool:
    return typing.get_origin(kind) is dict


def _to_mapping(value: Any, kind: Any) -> dict[str, Any]:
    """A table whose keys are names."""
    if not isinstance(value, Mapping):
        raise _unlike("a table", value)
    inner = typing.get_args(kind)[1]
    for name in value:
        _check_text(name)

    def structure(item: Any, kind: Any) -> Any:
        if item is False and inner is not bool:
            # Whoever merges tables has taken out what `false` removed.
            raise ValueError("false removes what is inherited under this name, and nothing is")
        return _converter().structure(item, kind)

    return _each(value.items(), structure, inner)


def _table_hook(cls: type) -> Any:
    """A class from a table; fields that name areas or pieces may be one text or a list."""
    attrs.resolve_types(cls)
    hooks: dict[str, Any] = {
        field.name: override(struct_hook=_to_text_or_texts)
        for field in attrs.fields(cls)
        if field.metadata in (AREA, PIECES)
    }
    inner: Any = make_dict_structure_fn(
        cls, _converter(), _cattrs_forbid_extra_keys=True, _cattrs_use_alias=True, **hooks
    )

    def structure(value: Any, kind: Any) -> Any:
        if not isinstance(value, Mapping):
            raise _unlike("a table", value)
        return inner(value, kind)

    return structure


def _to_strategy(value: Any, kind: type) -> object:
    """The strategy that a table's `rule` names, built from the other keys."""
    question = _QUESTION_OF[kind]
    if not isinstance(value, Mapping):
        raise _unlike(f"a table with a {RULE}", value)
    if RULE not in value:
        raise TypeError(f"expected a table with a {RULE}, which names the rule; {choices(question)}")
    name = value[RULE]
    if type(name) is not str:
        raise TypeError(f"expected the name of a {RULE}, not {said(name)}; {choices(question)}")
    options = {key: item for key, item in value.items() if key != RULE}
    return _converter().structure(options, strategy(name, question))
