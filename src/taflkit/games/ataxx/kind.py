"""Ataxx as a kind of game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

from taflkit.errors import PositionError
from taflkit.games.ataxx.board import NAMES, SIZE
from taflkit.games.ataxx.build import INHERITANCE, build_variant
from taflkit.games.ataxx.endings import Counted
from taflkit.games.ataxx.fen import Fen
from taflkit.games.ataxx.game import AtaxxGame
from taflkit.games.ataxx.knowledge import AtaxxKnowledge
from taflkit.games.ataxx.moves import Move, parse_move
from taflkit.games.ataxx.picture import picture_of
from taflkit.games.ataxx.position import BLUE, RED, Player, Position
from taflkit.games.ataxx.schema import AtaxxTable
from taflkit.games.ataxx.variant import AtaxxVariant
from taflkit.games.knowledge import Effort
from taflkit.games.picture import BoardPicture
from taflkit.games.squares import squares_in
from taflkit.variant.convert import file_word
from taflkit.variant.examples import Example, failed_examples
from taflkit.variant.extends import Inheritance
from taflkit.variant.jsonschema import file_schema
from taflkit.variant.tables import description_table
from taflkit.variant.toml import TomlTable

#: A few tenths of a second a move; a game has about a hundred.
EFFORT: Final = Effort(nodes=4_000, win_within=2, win_nodes=4_000)


@attrs.frozen
class AtaxxKind:
    """Ataxx: lay down pieces next to your own or jump, and turn the enemies beside them."""

    name: str = "ataxx"
    """The name in variant files."""
    game_type: type[AtaxxGame] = AtaxxGame
    """The class of its games."""
    variant_type: type[AtaxxVariant] = AtaxxVariant
    """The class of its variants."""
    players: tuple[Player, Player] = (RED, BLUE)
    """The two players, in the order in which they are listed."""
    dialect: str = "ataxx"
    """The dialect of its command language."""
    effort: Effort = EFFORT
    """How much the default player looks at before a move."""

    @property
    def inheritance(self) -> Inheritance:
        """The start, the player who begins and the limit are taken over."""
        return INHERITANCE

    def build(self, lineage: Sequence[tuple[Path, TomlTable]]) -> AtaxxVariant:
        """Build the variant of the last file of a lineage."""
        return build_variant(lineage)

    def schema(self) -> dict[str, object]:
        """The JSON Schema of its variant files."""
        return file_schema(AtaxxTable, self.inheritance)

    def board_size(self, variant: AtaxxVariant) -> tuple[int, int]:
        """Seven by seven."""
        return SIZE, SIZE

    def example_game(self, variant: AtaxxVariant, example: Example[Fen]) -> AtaxxGame:
        """The game in which an example begins."""
        return AtaxxGame(variant, example.position.position, example.position.count)

    def failed_examples(self, variant: AtaxxVariant) -> list[str]:
        """A sentence for each example that does not hold."""
        return failed_examples(variant.examples, lambda example: self.example_game(variant, example))

    def explain(self, variant: AtaxxVariant) -> list[str]:
        """Sentences about the board, the pieces and the rules."""
        return list(_sentences(variant))

    def variant_table(self, variant: AtaxxVariant) -> TomlTable:
        """The tables of a file that describes the variant."""
        return {
            **description_table(variant, self.name),
            "start": f"{variant.start.picture}\n",
            "first": file_word(variant.start.to_move),
            "limit": {"maximum": variant.limit.maximum, "counted": file_word(variant.limit.counted)},
        }

    def start(self, variant: AtaxxVariant) -> AtaxxGame:
        """A new game."""
        return AtaxxGame(variant)

    def variant_of(self, game: AtaxxGame) -> AtaxxVariant:
        """The variant that a game is played by."""
        return game.variant

    def player_name(self, variant: AtaxxVariant, player: Player) -> str:
        """Red or Blue."""
        return str(player)

    def player_words(self, variant: AtaxxVariant) -> Mapping[str, Player]:
        """The players by their names."""
        return {player.value: player for player in self.players}

    def format_reason(self, game: AtaxxGame) -> str:
        """Why a finished game ended."""
        return "" if game.outcome is None else game.outcome.reason.value

    def knowledge(self, game: AtaxxGame, exact_past: bool) -> AtaxxKnowledge:
        """What searchers know of Ataxx."""
        return AtaxxKnowledge(exact_past)

    def parse_move(self, game: AtaxxGame, text: str) -> Move:
        """Read a legal move: `g1-f2`, `-`, or as programs write it."""
        return game.parse_move(text)

    def format_move(self, move: Move) -> str:
        """A move in full."""
        return str(move)

    def spell_move(self, variant: AtaxxVariant, text: str) -> str:
        """A move in full."""
        return str(parse_move(text))

    def written_moves(self, game: AtaxxGame) -> list[str]:
        """The moves in full."""
        return [str(move) for move in game.moves]

    def moves_from(self, game: AtaxxGame, square: str) -> Sequence[Move]:
        """The legal moves that can be written from a square."""
        return game.moves_from(square)

    def format_position(self, game: AtaxxGame) -> str:
        """The position as the field's programs write it: `x5o/7/7/7/7/7/o5x x 0 1`."""
        return game.fen

    def parse_position(self, variant: AtaxxVariant, text: str) -> AtaxxGame:
        """A game that begins with a position as programs write it."""
        return AtaxxGame.from_fen(text, variant)

    def picture(self, game: AtaxxGame) -> BoardPicture:
        """What is to be seen of a game."""
        return picture_of(game)

    def dump_rows(self, game: AtaxxGame) -> list[str]:
        """The rows from the top: `r`, `b`, `X` for a block and `-`."""
        return game.position.picture.replace(" ", "").splitlines()

    def set_up(self, variant: AtaxxVariant, player: Player, rows: Sequence[str]) -> AtaxxGame:
        """A game that begins with the rows of a position from the top."""
        squares = "".join("".join(rows).split())
        if len(squares) != SIZE**2:
            raise PositionError(f"the board has {SIZE**2} squares, but {len(squares)} were given")
        picture = "\n".join(squares[at : at + SIZE] for at in range(0, SIZE**2, SIZE))
        return AtaxxGame(variant, Position.from_picture(picture, player))

    def format_set_up(self, game: AtaxxGame) -> str:
        """The rows by which `set_up` brings a position back."""
        return " ".join(self.dump_rows(game))


def _sentences(variant: AtaxxVariant) -> Iterator[str]:
    start, limit = variant.start, variant.limit
    yield f"The board has {SIZE} by {SIZE} squares."
    if start.blocks_mask:
        yield f"There are blocks, which are never filled, on {_listed(start.blocks_mask)}."
    yield f"Red begins on {_listed(start.red_mask)}, Blue on {_listed(start.blue_mask)}."
    yield f"{start.to_move} moves first."
    yield (
        "A player lays down a piece on an empty square next to one of the player's own (extend), or moves one to an "
        "empty square that is not next to it and at most two columns and two rows away (jump)."
    )
    yield "Then every enemy piece next to the square that was filled changes sides."
    yield "A player who has pieces and no move passes; nobody else may."
    counted = "jumps in a row" if limit.counted is Counted.JUMPS else "moves in a row, passes included,"
    yield (
        "The game is over when neither player can move, when a player has no pieces, or after "
        f"{limit.maximum} {counted} without an extend."
    )
    yield "The player with more pieces wins; equal numbers are a draw."


def _listed(mask: int) -> str:
    return " ".join(map(NAMES.name, squares_in(mask)))


ATAXX: Final = AtaxxKind()
