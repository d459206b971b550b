"""Reading variant files, strictly: what is wrong is said with its place, and nothing is executed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from taflkit.board import ATTACKER, DEFENDER, KING, Board, Geometry, Piece, Position, Side, grid
from taflkit.board.pieces import KING_KIND
from taflkit.board.position import picture_rows
from taflkit.errors import GeometryError, NotationError, PositionError, RulesError, VariantError
from taflkit.rules import Rules
from taflkit.variant.convert import RULE, converter
from taflkit.variant.problems import problems_of
from taflkit.variant.schema import ExampleTable, RulesTable, VariantTable
from taflkit.variant.variant import Example, Variant

#: A variant file is a page or two; what is larger is something else.
LARGEST_FILE = 256 * 1024
DEEPEST_EXTENDS = 8
#: What a variant takes over from the one it extends.
_INHERITED = ("start", "first", "regions", "pieces", "names", "rules")
_SINGLE = ("repetition", "no_moves")

Table = dict[str, Any]
#: Finds the file of a variant by its name, seen from the file that names it.
Finder = Callable[[str, Path], Path]


def read_table(path: Path) -> Table:
    """The tables of a TOML file."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise VariantError(str(path), [f"cannot be read: {error.strerror or error}"]) from None
    if len(data) > LARGEST_FILE:
        raise VariantError(str(path), [f"larger than {LARGEST_FILE // 1024} KiB, so it is no variant file"])
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise VariantError(str(path), [f"not UTF-8: byte {error.start + 1} cannot be read"]) from None
    except RecursionError:
        raise VariantError(str(path), ["nested too deeply"]) from None
    except ValueError as error:  # tomllib's own errors, and numbers of absurd length
        raise VariantError(str(path), [f"not TOML: {error}"]) from None


def load_file(path: Path, find: Finder) -> Variant:
    """The variant of a file; `find` looks up the file of a variant that it extends."""
    try:
        return _build(path, _inherit(path, find, ()))
    except RecursionError:
        raise VariantError(str(path), ["nested too deeply"]) from None


def _inherit(path: Path, find: Finder, children: tuple[Path, ...]) -> Table:
    """The tables of a file, completed by those of the variant it extends."""
    here = path.resolve()
    if here in children:
        chain = " extends ".join(child.stem for child in (*children[children.index(here) :], here))
        raise VariantError(str(path), [f"extends: goes round in a circle: {chain}"])
    if len(children) > DEEPEST_EXTENDS:
        raise VariantError(str(path), [f"extends: more than {DEEPEST_EXTENDS} variants deep"])
    table = read_table(path)
    rules = table.get("rules")
    if isinstance(rules, dict):
        _name_rules(rules)
    parent = table.get("extends")
    if not isinstance(parent, str):
        return table
    try:
        found = find(parent, path)
    except VariantError as error:
        raise VariantError(str(path), [f"extends: {problem}" for problem in error.problems]) from None
    inherited = _inherit(found, find, (*children, here))
    base = {key: value for key, value in inherited.items() if key in _INHERITED}
    return _merge(base, table)


def _name_rules(rules: Table) -> None:
    """Give each strategy without a `rule` the rule that its label names."""
    for question, strategies in rules.items():
        if question not in _SINGLE and isinstance(strategies, dict):
            for label, strategy in strategies.items():
                if isinstance(strategy, dict):
                    strategy.setdefault(RULE, label)


def _merge(base: Table, own: Table) -> Table:
    """What `own` says, and what `base` says where `own` is silent; `false` removes a table."""
    merged = dict(base)
    for key, value in own.items():
        inherited = base.get(key)
        if value is False and isinstance(inherited, dict):
            del merged[key]
        elif isinstance(value, dict) and isinstance(inherited, dict) and _same_rule(value, inherited):
            merged[key] = _merge(inherited, value)
        else:
            merged[key] = value
    return merged


def _same_rule(one: Table, other: Table) -> bool:
    return one.get(RULE) == other.get(RULE)


def _build(path: Path, raw: Table) -> Variant:
    try:
        table: VariantTable = converter().structure(raw, VariantTable)
    except RecursionError:
        raise
    except Exception as error:  # noqa: BLE001 - the converter collects whatever its hooks raise
        raise VariantError(str(path), list(dict.fromkeys(problems_of(error)))) from None
    problem = _Problem(path)
    if table.name != path.stem:
        raise problem("name", f"{table.name!r} must be the file's name, {path.stem!r}")
    board = problem.board(table)
    start = problem.picture(board, "start", table.start, table.first)
    kings = start.kings.bit_count()
    if kings != 1:
        raise problem("start", f"the picture has {kings or 'no'} kings, and there must be one king")
    try:
        rules = _compose(board, table.rules)
    except (RulesError, GeometryError) as error:
        raise problem("rules", str(error)) from None
    return Variant(
        name=table.name,
        rules=rules,
        start=start,
        title=table.title or table.name.replace("-", " ").capitalize(),
        summary=table.summary,
        aliases=table.aliases,
        sources=table.sources,
        doubtful=table.doubtful,
        attackers=table.names.attackers,
        defenders=table.names.defenders,
        examples=tuple(
            problem.example(board, start, index, example) for index, example in enumerate(table.examples, 1)
        ),
    )


def _compose(board: Board, table: RulesTable) -> Rules:
    return Rules(
        board=board,
        movement=tuple(table.movement.values()),
        access=tuple(table.access.values()),
        hostility=tuple(table.hostility.values()),
        captures=tuple(table.captures.values()),
        king=tuple(table.king.values()),
        endings=tuple(table.endings.values()),
        repetition=table.repetition,
        no_moves=table.no_moves,
    )


class _Problem:
    """Makes the errors of one file, and builds the parts of a variant in which they arise."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, place: str, text: str) -> VariantError:
        return VariantError(str(self._path), [f"{place}: {text}"])

    def board(self, table: VariantTable) -> Board:
        """The board that the picture, the regions and the pieces describe."""
        rows = picture_rows(table.start)
        try:
            size = grid(max(map(len, rows), default=0), len(rows))
        except GeometryError as error:
            raise self("start", str(error)) from None
        try:
            geometry = Geometry.from_regions(size, table.regions)
        except (GeometryError, NotationError) as error:
            raise self("regions", str(error)) from None
        pieces = tuple(Piece(entry.side, entry.kind, letter) for letter, entry in table.pieces.items())
        for piece in pieces:
            if piece.kind == KING_KIND and piece.side is Side.ATTACKERS:
                raise self(f"pieces.{piece.letter}", "the king is one of the defenders")
        try:
            return Board(geometry, pieces or (ATTACKER, DEFENDER, KING))
        except PositionError as error:
            raise self("pieces", str(error)) from None

    def picture(self, board: Board, place: str, picture: str, to_move: Side) -> Position:
        """A drawn position."""
        try:
            return board.parse(picture, to_move)
        except PositionError as error:
            raise self(place, str(error)) from None

    def example(self, board: Board, start: Position, index: int, table: ExampleTable) -> Example:
        """An example with its position."""
        position = start
        if table.position is not None:
            side = table.to_move or start.to_move
            position = self.picture(board, f"examples[{index}].position", table.position, side)
        elif table.to_move is not None:
            raise self(f"examples[{index}].to_move", "goes with a position")
        return Example(
            says=table.says,
            position=position,
            before=table.before,
            move=table.move,
            legal=table.legal,
            captures=table.captures,
            over=table.over if table.over is not None or table.reason is None else True,
            winner=table.winner,
            reason=table.reason,
        )
