"""What is reported when a law is broken: the law, how, and where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from taflkit.errors import TaflError
from taflkit.games import Playable, kind_of
from taflkit.games.starting import format_position


class ConformanceError(TaflError, AssertionError):
    """A game that breaks a law."""

    def __init__(self, law: str, detail: str, game: Playable[Any] | None = None, move: object = None) -> None:
        """Build the error from its facts."""
        super().__init__(law, detail, game, move)
        self.law = law
        """The law, as a sentence."""
        self.detail = detail
        """How it is broken."""
        self.game = game
        """The game in which it is broken, if there is one."""
        self.move = move
        """The move by which it is broken, if there is one."""

    def __str__(self) -> str:
        """Name the law, say how it is broken, and show the position and the move."""
        told = f"{self.law}\nBut {self.detail}."
        return told if self.game is None else f"{told}\n{scene(self.game, self.move)}"


def scene(game: Playable[Any], move: object = None) -> str:
    """Where a game stands and how it came there, and the move in question."""
    kind = kind_of(game)
    lines = [f"position: {format_position(game)}", str(getattr(game, "position", game))]
    moves = getattr(game, "moves", ())
    if moves:
        lines.append(f"moves so far: {' '.join(map(kind.format_move, moves))}")
    if move is not None:
        lines.append(f"move: {kind.format_move(move)}")
    return "\n".join(lines)


@contextmanager
def noting(game: Playable[Any], move: object = None) -> Iterator[None]:
    """Add to an error of the rules themselves where it happened."""
    try:
        yield
    except ConformanceError:
        raise
    except Exception as error:
        error.add_note(scene(game, move))
        raise
