"""Tafl as a kind of game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from taflkit.board import Grid, Move, Position, Side
from taflkit.board.symmetry import Symmetry
from taflkit.game import Game
from taflkit.games.knowledge import DEFAULT_EFFORT, Effort, Knowledge
from taflkit.games.tafl.picture import picture_of
from taflkit.games.tafl.rows import dump_rows, parse_set_rows
from taflkit.variant import Example, Variant
from taflkit.variant.build import INHERITANCE, build_variant
from taflkit.variant.examples import failed_examples
from taflkit.variant.extends import Inheritance
from taflkit.variant.jsonschema import tafl_schema
from taflkit.variant.tables import variant_table
from taflkit.variant.toml import TomlTable
from taflkit.variant.variant import explain

if TYPE_CHECKING:
    from taflkit.games.picture import BoardPicture
    from taflkit.records.record import Record
    from taflkit.records.replaying import Replay


@attrs.frozen
class TaflKind:
    """Tafl: a king and his defenders against attackers, by the rules that a variant composes."""

    name: str = "tafl"
    """The name in variant files."""
    game_type: type[Game] = Game
    """The class of its games."""
    variant_type: type[Variant] = Variant
    """The class of its variants."""
    players: tuple[Side, Side] = (Side.ATTACKERS, Side.DEFENDERS)
    """The two players, in the order in which they are listed."""
    dialect: str = "tafl"
    """The dialect of its command language."""
    # The longest proof of a win that was seen took a fifth of these nodes.
    effort: Effort = DEFAULT_EFFORT
    """How much the default player looks at before a move."""

    @property
    def inheritance(self) -> Inheritance:
        """The board, the players' names, the rules and the evaluation are taken over."""
        return INHERITANCE

    def build(self, lineage: Sequence[tuple[Path, TomlTable]]) -> Variant:
        """Build the variant of the last file of a lineage."""
        return build_variant(lineage)

    def schema(self) -> dict[str, object]:
        """The JSON Schema of its variant files."""
        return tafl_schema()

    def board_size(self, variant: Variant) -> tuple[int, int]:
        """The size of the board."""
        grid = variant.board.grid
        return grid.width, grid.height

    def example_game(self, variant: Variant, example: Example[Position]) -> Game:
        """The game in which an example begins."""
        return Game(variant, example.position)

    def failed_examples(self, variant: Variant) -> list[str]:
        """A sentence for each example that does not hold."""
        return failed_examples(variant.examples, lambda example: self.example_game(variant, example))

    def explain(self, variant: Variant) -> list[str]:
        """Sentences about the board, the pieces and every rule."""
        return explain(variant)

    def variant_table(self, variant: Variant) -> TomlTable:
        """The tables of a file that describes the variant."""
        return variant_table(variant)

    def start(self, variant: Variant) -> Game:
        """A new game."""
        return Game(variant)

    def variant_of(self, game: Game) -> Variant:
        """The variant that a game is played by."""
        return game.variant

    def player_name(self, variant: Variant, player: Side) -> str:
        """What the variant calls a player."""
        return variant.side_name(player)

    def player_words(self, variant: Variant) -> Mapping[str, Side]:
        """The sides by the variant's names, by their own, and by Black, who attacks, and White."""
        own = {variant.side_name(side).lower(): side for side in self.players}
        usual = {"black": Side.ATTACKERS, "white": Side.DEFENDERS}
        return usual | own | {side.value: side for side in self.players}

    def format_reason(self, game: Game) -> str:
        """Why a finished game ended."""
        return "" if game.outcome is None else game.outcome.reason.value

    def knowledge(self, game: Game, exact_past: bool) -> Knowledge[Game, Move]:
        """What searchers know of tafl. It is kept for the next search, since finding it out takes milliseconds."""
        from taflkit.search.tafl import TaflKnowledge

        key = id(game.variant), exact_past
        with _KNOWLEDGE_LOCK:
            found = _KNOWLEDGE.get(key)
            if found is None:
                found = TaflKnowledge(game.variant, exact_past=exact_past)
                while len(_KNOWLEDGE) >= _MAX_KNOWLEDGE:
                    del _KNOWLEDGE[next(iter(_KNOWLEDGE))]
                # It has the variant, so no other one gets the same identity meanwhile.
                _KNOWLEDGE[key] = found
        return found

    def parse_move(self, game: Game, text: str) -> Move:
        """Read a legal move: `e5-e8`, `e5-8`, or with what it captures."""
        return game.parse_move(text)

    def format_move(self, move: Move) -> str:
        """A move in full."""
        return str(move)

    def spell_move(self, variant: Variant, text: str) -> str:
        """A move with its captures: `d8-d6xc5xc6`; `h1h3` where it is not known what it took."""
        return _speller()(variant.rules.board.grid, text)

    def written_moves(self, game: Game) -> Sequence[str]:
        """The moves with their captures."""
        return [str(play) for play in game.plays()][::-1]

    def continues_turn(self, variant: Variant, before: str, text: str) -> bool:
        """Whether a move of a record continues the turn of the one before."""
        from taflkit.records.tafl import continues_turn

        return continues_turn(variant.board.grid, before, text)

    def replay_record(self, record: Record) -> Replay:
        """Replay a record as players write them, where not every rule is enforced."""
        from taflkit.records.tafl import replay_record

        return replay_record(record)

    def symmetries(self, variant: Variant) -> list[tuple[Callable[[Position], Position], Callable[[Move], Move]]]:
        """For each symmetry of the board, what maps a position, and what maps a move of the image back."""
        found = variant.geometry.symmetries
        pairs: list[tuple[Callable[[Position], Position], Callable[[Move], Move]]] = []
        for one in found:
            squares = variant.board.grid.squares
            back = next(
                other for other in found if all(other.square(one.square(square)) == square for square in squares)
            )
            pairs.append((partial(_transformed, one), back.move))
        return pairs

    def moves_from(self, game: Game, square: str) -> Sequence[Move]:
        """The legal moves of the piece on a square."""
        return game.moves_from(square)

    def format_position(self, game: Game) -> str:
        """The rows from the top and the side to move."""
        return game.to_text().partition(" ")[2]

    def parse_position(self, variant: Variant, text: str) -> Game:
        """A game that begins with a position on one line."""
        return Game.from_text(text, variant)

    def picture(self, game: Game) -> BoardPicture:
        """What is to be seen of a game."""
        return picture_of(game)

    def dump_rows(self, game: Game) -> list[str]:
        """The rows from the top: the letters of the pieces, and `-`."""
        return dump_rows(game.position)

    def set_up(self, variant: Variant, player: Side, rows: Sequence[str]) -> Game:
        """A game that begins with the rows of a position from the top."""
        return Game(variant, parse_set_rows(variant, rows, player))

    def format_set_up(self, game: Game) -> str:
        """The rows by which `set_up` brings a position back."""
        return " ".join(dump_rows(game.position))


#: What is known of the variants that were searched last, by the identity of the variant.
_KNOWLEDGE: Final[dict[tuple[int, bool], Knowledge[Game, Move]]] = {}
_KNOWLEDGE_LOCK: Final = threading.Lock()
_MAX_KNOWLEDGE: Final = 8


@cache
def _speller() -> Callable[[Grid, str], str]:
    from taflkit.records.tafl import spell_written

    return spell_written


def _transformed(symmetry: Symmetry, position: Position) -> Position:
    return position.transformed(symmetry)


TAFL: Final = TaflKind()
