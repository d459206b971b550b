"""Boards as the command language prints them: for other programs (`dump`) and for people (`board`)."""

from __future__ import annotations

from collections.abc import Sequence

from taflkit.games import AnyKind, MoveT, RecordedGame, kind_of
from taflkit.shell.wording import state


def dump(game: object, legend: bool = False, kind: AnyKind | None = None) -> str:
    """The board in the exact form that other programs read.

    Args:
        game: The game whose position is printed.
        legend: Whether row numbers and column letters are printed too.
        kind: The kind of the game; found by its class if left out.
    """
    rows = (kind or kind_of(game)).dump_rows(game)
    lines = _with_coordinates(rows) if legend else [f"  {' '.join(row)}" for row in rows]
    return "\n".join(["===", *lines, "==="])


def board(game: RecordedGame[MoveT], kind: AnyKind | None = None) -> str:
    """The board in letters, with coordinates, the last move, and whose turn it is."""
    kind = kind or kind_of(game)
    rows = [line.replace("-", ".") for line in _with_coordinates(kind.dump_rows(game))]
    return "\n".join([*rows, *_below(game, kind)])


def _with_coordinates(rows: Sequence[str]) -> list[str]:
    lines = [f"{number:2} {' '.join(row)}" for number, row in zip(range(len(rows), 0, -1), rows, strict=True)]
    return [*lines, f"   {' '.join(chr(ord('a') + column) for column in range(len(rows[0])))}"]


def _below(game: RecordedGame[MoveT], kind: AnyKind) -> list[str]:
    return [*([] if game.last is None else [f"last move {game.last}"]), state(game, kind)]
