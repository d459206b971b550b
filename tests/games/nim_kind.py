"""The toy game of the tests as a kind of game: a heap is a row of matches."""

from __future__ import annotations

from typing import Any

from taflkit import PositionError
from taflkit.games.picture import Look
from taflkit.games.plain import PlainKind, PlainVariant, Rows
from tests.search.nim import Nim, Who

FILE = """
name = "nim"
game = "nim"
title = "Nim"
summary = "Take one to three matches; who takes the last one wins."
sources = ["an old game"]
start = "|||||||"

[[examples]]
says = "Up to three matches are taken."
move = "3"

[[examples]]
says = "Four are too many."
move = "4"
legal = false

[[examples]]
says = "Who takes the last match wins."
position = "||-----"
to_move = "second"
move = "2"
winner = "second"
"""


class NimVariant(PlainVariant):
    """A variant of nim."""


class NimKind(PlainKind[Nim]):
    """Nim: take one to three matches."""

    name = "nim"
    game_type = Nim
    variant_type = NimVariant
    players = (Who.FIRST, Who.SECOND)
    looks = {"|": Look.BLACK}  # noqa: RUF012 - nothing changes it
    rules = ("A player takes one to three matches.", "Who takes the last match wins.")

    def rows(self, game: Nim) -> list[str]:
        """One row: the matches that are left, and empty squares."""
        return ["|" * game.heap + "-" * (self._size(game.variant) - game.heap)]

    def from_rows(self, variant: Any, rows: Rows, player: Any) -> Nim:
        """A heap."""
        heap = "".join(rows).count("|")
        if not "".join(rows).startswith("|" * heap):
            raise PositionError("the matches lie side by side")
        return Nim(heap, player, variant)

    def _size(self, variant: Any) -> int:
        return self.board_size(variant)[0]


NIM = NimKind()
#: The variant of the file, without reading one.
HEAP = NimVariant(name="nim", title="Nim", start=("|||||||",), first=Who.FIRST)
