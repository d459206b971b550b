"""Building variants from the tables of their files, strictly: what is wrong is said with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs

from taflkit.board import ATTACKER, DEFENDER, KING, Board, Geometry, Piece, Position, Side, grid
from taflkit.board.position import KING_KIND, picture_rows
from taflkit.errors import RulesError, TaflError, VariantError
from taflkit.rules import Rules
from taflkit.rules.fields import check_names
from taflkit.rules.protocols import ONE_ANSWER, QUESTIONS
from taflkit.variant.convert import converter
from taflkit.variant.problems import place_below, problems_of, said, variant_error
from taflkit.variant.read import Table
from taflkit.variant.schema import NAME_PATTERN, ExampleTable, PieceTable, RulesTable, VariantTable
from taflkit.variant.variant import Example, Variant

#: The names by which the rules speak of several kinds of piece, so that no kind can have them.
GROUPS = ("everyone", "men", "attackers", "defenders")

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
        structured = converter().structure(table, VariantTable)
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
        kings = start.kings.bit_count()
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
        rows = picture_rows(table.start)
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
        for place, strategy in _strategies(table):
            try:
                check_names(board, [strategy])
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
            self._at(f"{place}.{step}", lambda text=move: _check_move(start.board, text))  # type: ignore[misc]
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


def _strategies(table: RulesTable) -> Iterator[tuple[str, object]]:
    """Every strategy with its place in the file."""
    for question in QUESTIONS:
        place, answer = f"rules.{question}", getattr(table, question)
        if question in ONE_ANSWER:
            yield place, answer
        else:
            yield from ((place_below(place, label), strategy) for label, strategy in answer.items())


def _check_move(board: Board, text: str) -> None:
    """Refuse what `Game.play` could not read."""
    move, *captured = text.strip().replace("X", "x").split("x")
    board.grid.parse_move(move)
    board.grid.mask(captured)
