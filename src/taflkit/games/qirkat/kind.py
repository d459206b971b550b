"""Qirkat as a kind of game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

from taflkit.games.knowledge import Effort
from taflkit.games.picture import BoardPicture
from taflkit.games.qirkat.board import SIZE
from taflkit.games.qirkat.build import INHERITANCE, build_variant
from taflkit.games.qirkat.game import QirkatGame
from taflkit.games.qirkat.knowledge import QirkatKnowledge
from taflkit.games.qirkat.lines import format_line, parse_line
from taflkit.games.qirkat.moves import Move, parse_move
from taflkit.games.qirkat.picture import picture_of
from taflkit.games.qirkat.position import BLACK, WHITE, Player, Position
from taflkit.games.qirkat.schema import QirkatTable
from taflkit.games.qirkat.variant import QirkatVariant
from taflkit.variant.convert import file_word
from taflkit.variant.examples import Example, failed_examples
from taflkit.variant.extends import Inheritance
from taflkit.variant.jsonschema import file_schema
from taflkit.variant.tables import description_table
from taflkit.variant.toml import TomlTable

#: Less than a second a move; a game has about forty.
EFFORT: Final = Effort(nodes=8_000, win_within=4, win_nodes=8_000)


@attrs.frozen
class QirkatKind:
    """Qirkat: step along the lines, jump where you can; who cannot move loses."""

    name: str = "qirkat"
    """The name in variant files."""
    game_type: type[QirkatGame] = QirkatGame
    """The class of its games."""
    variant_type: type[QirkatVariant] = QirkatVariant
    """The class of its variants."""
    players: tuple[Player, Player] = (WHITE, BLACK)
    """The two players, in the order in which they are listed."""
    dialect: str = "qirkat"
    """The dialect of its command language."""
    effort: Effort = EFFORT
    """How much the default player looks at before a move."""

    @property
    def inheritance(self) -> Inheritance:
        """The start and the player who begins are taken over."""
        return INHERITANCE

    def build(self, lineage: Sequence[tuple[Path, TomlTable]]) -> QirkatVariant:
        """Build the variant of the last file of a lineage."""
        return build_variant(lineage)

    def schema(self) -> dict[str, object]:
        """The JSON Schema of its variant files."""
        return file_schema(QirkatTable, self.inheritance)

    def board_size(self, variant: QirkatVariant) -> tuple[int, int]:
        """Five by five."""
        return SIZE, SIZE

    def example_game(self, variant: QirkatVariant, example: Example[Position]) -> QirkatGame:
        """The game in which an example begins."""
        return QirkatGame(variant, example.position)

    def failed_examples(self, variant: QirkatVariant) -> list[str]:
        """A sentence for each example that does not hold."""
        return failed_examples(variant.examples, lambda example: self.example_game(variant, example))

    def explain(self, variant: QirkatVariant) -> list[str]:
        """Sentences about the board, the pieces and the rules."""
        return list(_sentences(variant))

    def variant_table(self, variant: QirkatVariant) -> TomlTable:
        """The tables of a file that describes the variant."""
        return {
            **description_table(variant, self.name),
            "start": f"{variant.start.picture}\n",
            "first": file_word(variant.start.to_move),
        }

    def start(self, variant: QirkatVariant) -> QirkatGame:
        """A new game."""
        return QirkatGame(variant)

    def variant_of(self, game: QirkatGame) -> QirkatVariant:
        """The variant that a game is played by."""
        return game.variant

    def player_name(self, variant: QirkatVariant, player: Player) -> str:
        """White or Black."""
        return str(player)

    def player_words(self, variant: QirkatVariant) -> Mapping[str, Player]:
        """The players by their names."""
        return {player.value: player for player in self.players}

    def format_reason(self, game: QirkatGame) -> str:
        """Why a finished game ended."""
        return "" if game.outcome is None else game.outcome.reason.value

    def knowledge(self, game: QirkatGame, exact_past: bool) -> QirkatKnowledge:
        """What searchers know of Qirkat."""
        return QirkatKnowledge()

    def parse_move(self, game: QirkatGame, text: str) -> Move:
        """Read a legal move: `c2-c3`, `c3-a5-a3`."""
        return game.parse_move(text)

    def format_move(self, move: Move) -> str:
        """A move in full."""
        return str(move)

    def spell_move(self, variant: QirkatVariant, text: str) -> str:
        """A move in full."""
        return str(parse_move(text))

    def written_moves(self, game: QirkatGame) -> list[str]:
        """The moves in full."""
        return [str(move) for move in game.moves]

    def moves_from(self, game: QirkatGame, square: str) -> Sequence[Move]:
        """The legal moves of the piece on a point."""
        return game.moves_from(square)

    def format_position(self, game: QirkatGame) -> str:
        """The player to move, the points from row 1, and the pieces that last went sideways."""
        return format_line(game.position)

    def parse_position(self, variant: QirkatVariant, text: str) -> QirkatGame:
        """A game that begins with a position on one line."""
        return QirkatGame(variant, parse_line(text))

    def picture(self, game: QirkatGame) -> BoardPicture:
        """What is to be seen of a game."""
        return picture_of(game)

    def dump_rows(self, game: QirkatGame) -> list[str]:
        """The rows from the top: `w`, `b` and `-`."""
        return game.position.picture.replace(" ", "").splitlines()

    def set_up(self, variant: QirkatVariant, player: Player, rows: Sequence[str]) -> QirkatGame:
        """A game that begins with 25 points, row by row from row 1; every sideways move is free."""
        return QirkatGame(variant, Position.from_rows(" ".join(rows), player))

    def format_set_up(self, game: QirkatGame) -> str:
        """The rows by which `set_up` brings the pieces back."""
        return game.position.rows


def _sentences(variant: QirkatVariant) -> Iterator[str]:
    start = variant.start
    yield f"The board has {SIZE} by {SIZE} points."
    yield (
        "Lines join every point to its neighbours in its row and column; diagonal lines go only through every other "
        "point, a1 among them."
    )
    yield f"White has {start.white_mask.bit_count()} pieces, Black {start.black_mask.bit_count()}."
    yield f"{start.to_move} moves first."
    yield (
        "A piece moves one step along a line to an empty point, forwards or sideways; on the enemy's base row it does "
        "not move."
    )
    yield (
        "A piece jumps over an enemy next to it along a line to the empty point right behind it, in any direction, and "
        "the enemy is removed at once."
    )
    yield "A player who can jump must, and a piece that can jump on must go on, all in one move."
    yield (
        "A piece that moved sideways does not move sideways the other way when it is next played, unless it has jumped "
        "in between."
    )
    yield "A player who cannot move loses."


QIRKAT: Final = QirkatKind()
