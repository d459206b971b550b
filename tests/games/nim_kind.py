"""The toy game of the tests as a kind of game: a heap is a row of matches."""

from __future__ import annotations

from typing import Any

from taflkit import PositionError
from taflkit.games.picture import Look
from taflkit.games.plain import PlainGame, PlainKind, PlainVariant, Rows
from tests.search.nim import Result, Who

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


class NimGame(PlainGame[int]):
    """A heap in a row, and whose turn it is."""

    variant: NimVariant
    to_move: Who

    @property
    def heap(self) -> int:
        """How many matches are left."""
        return "".join(self.rows).count("|")

    def find_moves(self) -> range:
        """How many matches may be taken."""
        return range(1, min(3, self.heap) + 1)

    def find_outcome(self) -> Result | None:
        """Who took the last match."""
        return Result(self.to_move.other) if self.heap == 0 else None

    def after(self, move: int) -> NimGame:
        """Take matches."""
        row = "|" * (self.heap - move)
        return type(self)(self.variant, [row.ljust(len(self.rows[0]), "-")], self.to_move.other)

    def why_illegal(self, text: str) -> str:
        """A player takes one to three matches that are there."""
        return f"there are {self.heap} matches, and one to three are taken"


class NimKind(PlainKind[NimGame]):
    """Nim: take one to three matches."""

    name = "nim"
    game_type = NimGame
    variant_type = NimVariant
    players = (Who.FIRST, Who.SECOND)
    looks = {"|": Look.BLACK}  # noqa: RUF012 - nothing changes it
    rules = ("A player takes one to three matches.", "Who takes the last match wins.")

    def from_rows(self, variant: Any, rows: Rows, player: Any) -> NimGame:
        """A heap."""
        if "-|" in "".join(rows):
            raise PositionError("the matches lie side by side")
        return NimGame(variant, rows, player)


NIM = NimKind()
#: The variant of the file, without reading one.
HEAP = NimVariant(name="nim", title="Nim", start=("|||||||",), first=Who.FIRST)
