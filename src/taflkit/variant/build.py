"""Building tafl variants from the tables of their files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import attrs

from taflkit.board import ATTACKER, DEFENDER, KING, Board, Geometry, Piece, Position, Side, grid
from taflkit.board.pieces import KING_KIND
from taflkit.errors import CODE_ERRORS, RulesError, TaflError, VariantError
from taflkit.evaluation.network import Network
from taflkit.files import read_small_file
from taflkit.pictures import picture_rows
from taflkit.rules import Rules
from taflkit.rules.fields import AREA, PIECES, check_names
from taflkit.rules.protocols import ONE_ANSWER, QUESTIONS
from taflkit.rules.registry import choices, strategy
from taflkit.variant.book import Book
from taflkit.variant.convert import Hook, StrictConverter, unlike
from taflkit.variant.examples import Example, build_example, example_position
from taflkit.variant.extends import Inheritance, build_last
from taflkit.variant.files import built_in_directory, check_name
from taflkit.variant.problems import place_below, problems_at, said, variant_error
from taflkit.variant.schema import RULE, ExampleTable, PieceTable, RulesTable, VariantTable
from taflkit.variant.toml import TomlTable
from taflkit.variant.variant import Variant

# Names by which rules refer to several kinds of piece, so that no kind can have them.
_GROUPS = ("everyone", "men", "attackers", "defenders")
# The question that each protocol stands for. Captures of men and of the king share one.
_QUESTION_OF = {protocol: question for question, protocol in QUESTIONS.items() if question != "king"}

_Built = TypeVar("_Built")


def _name_rules(table: TomlTable) -> None:
    """Give each strategy without a `rule` the rule that its label names."""
    rules = table.get("rules")
    for question, strategies in rules.items() if isinstance(rules, dict) else ():
        if question not in ONE_ANSWER and isinstance(strategies, dict):
            for label, strategy in strategies.items():
                if isinstance(strategy, dict):
                    strategy.setdefault(RULE, label)


INHERITANCE = Inheritance(
    keys=("start", "first", "regions", "pieces", "names", "rules", "evaluation"),
    selector=RULE,
    removable=("regions",),
    complete=_name_rules,
)
"""How tafl's variant files inherit."""


def build_variant(lineage: Sequence[tuple[Path, TomlTable]]) -> Variant:
    """Build the variant of the last file of a lineage.

    Raises:
        VariantError: A file is wrong; the error names the first that is wrong on its own.
    """
    return build_last(lineage, _build)


def _build(path: Path, table: TomlTable) -> Variant:
    return _Builder(path).variant(_converter().read(path, table, VariantTable))


class _Builder:
    """Builds the parts of one file's variant."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _problem(self, place: str, text: object) -> VariantError:
        return variant_error(self._path, [f"{place}: {text}"])

    def _at(self, place: str, build: Callable[[], _Built]) -> _Built:
        """Return what `build` builds; an error of it becomes one at that place of the file."""
        with problems_at(self._path, place):
            return build()

    def variant(self, table: VariantTable) -> Variant:
        """Build the whole variant."""
        check_name(self._path, table.name)
        board = self._board(table)
        start = self._at("start", lambda: board.parse(table.start, table.first))
        kings = start.kings_mask.bit_count()
        if kings != 1:
            raise self._problem("start", f"the picture has {kings or 'no'} kings, and there must be one king")
        evaluation, network = table.evaluation, self._network(table.network, board)
        variant = Variant(
            **table.description,
            rules=self._rules(board, table.rules),
            start=start,
            disputed=table.disputed,
            attackers=table.names.attackers,
            defenders=table.names.defenders,
            weights=evaluation.weights,
            network=network if evaluation.learned else None,
            book=self._book(table.book, board),
            examples=tuple(
                self._example(place_below("examples", index), start, example)
                for index, example in enumerate(table.examples)
            ),
        )
        if variant.book is not None and variant.book.digest not in ("", variant.digest):
            made_for = f"the book was made for rules with the digest {said(variant.book.digest)}"
            raise self._problem("book", f"{made_for}, and these have {variant.digest or 'none'}")
        return variant

    def _network(self, name: str | None, board: Board) -> Network | None:
        """Read the learned evaluation of a board."""
        if name is None:
            return None
        data = self._named_file("network", name)
        network = self._at("network", lambda: Network.from_bytes(data))
        self._at("network", lambda: network.check(board.grid))
        return network

    def _book(self, name: str | None, board: Board) -> Book | None:
        """Read the opening book of a board."""
        if name is None:
            return None
        data = self._named_file("book", name)
        book = self._at("book", lambda: Book.from_bytes(data))
        self._at("book", lambda: book.check(board))
        return book

    def _named_file(self, kind: str, name: str) -> bytes:
        """Read a file that the variant names, such as a `network`, which is also the ending of its name.

        Raises:
            VariantError: There is no such file.
        """
        with problems_at(self._path, kind):
            if re.fullmatch(rf"[a-z0-9-]{{1,60}}\.{kind}", name) is None:
                raise TaflError(f"expected the name of a file such as 'tablut.{kind}', not {said(name)}")
            beside, coming_with_taflkit = self._path.with_name(name), built_in_directory() / name
            # A copy of a variant that comes with taflkit names files that are not beside it.
            path = beside if beside.exists() or not coming_with_taflkit.exists() else coming_with_taflkit
            return read_small_file(path, f"a {kind}", name)

    def _board(self, table: VariantTable) -> Board:
        """Build the board that the picture, the regions and the pieces describe."""
        rows = picture_rows(table.start)
        size = self._at("start", lambda: grid(max(map(len, rows), default=0), len(rows)))
        geometry = self._at("regions", lambda: Geometry.from_regions(size, table.regions))
        pieces = tuple(self._piece(letter, entry) for letter, entry in table.pieces.items())
        return self._at("pieces", lambda: Board(geometry, pieces or (ATTACKER, DEFENDER, KING)))

    def _piece(self, letter: str, table: PieceTable) -> Piece:
        place = place_below("pieces", letter)
        if table.kind == KING_KIND and table.side is Side.ATTACKERS:
            raise self._problem(place, "the king is one of the defenders")
        if table.kind in _GROUPS or not table.kind.strip():
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
        except TaflError as error:
            raise self._problem("rules", error) from None
        except CODE_ERRORS as error:  # raised by a rule of a plug-in, whose author needs the traceback
            raise self._problem("rules", f"{type(error).__name__}: {error}") from error

    def _example(self, place: str, start: Position, table: ExampleTable) -> Example[Position]:
        """Build an example with its position."""
        board = start.board
        position = example_position(self._path, place, table, start, start.to_move, board.parse)
        check_move, check_square = partial(_check_move, board), lambda text: board.grid.mask([text])
        return build_example(self._path, place, table, "captures", position, check_move, check_square)


def _answers(table: RulesTable) -> Iterator[tuple[str, object]]:
    """Iterate over the strategies with their places in the file."""
    for question in QUESTIONS:
        place, answer = f"rules.{question}", getattr(table, question)
        if question in ONE_ANSWER:
            yield place, answer
        else:
            yield from ((place_below(place, label), each) for label, each in answer.items())


def _check_move(board: Board, text: str) -> None:
    """Refuse a move that `Game.play` cannot read."""
    move, *captured = text.strip().replace("X", "x").split("x")
    board.grid.parse_move(move)
    board.grid.mask(captured)


@cache
def _converter() -> StrictConverter:
    """Return the converter for the classes of `schema` and of rules."""
    hooks: dict[object, Hook] = {
        protocol: partial(_to_strategy, question) for protocol, question in _QUESTION_OF.items()
    }
    return StrictConverter(hooks, takes_names=lambda field: field.metadata in (AREA, PIECES))


def _to_strategy(question: str, value: object) -> object:
    """Build the strategy that a table's `rule` names from its other keys."""
    if not isinstance(value, Mapping):
        raise unlike(f"a table with a {RULE}", value)
    if RULE not in value:
        raise TypeError(f"expected a table with a {RULE}, which names the rule; {choices(question)}")
    name = value[RULE]
    if type(name) is not str:
        raise TypeError(f"expected the name of a {RULE}, not {said(name)}; {choices(question)}")
    options = {key: item for key, item in value.items() if key != RULE}
    return _converter().build(options, strategy(name, question))
