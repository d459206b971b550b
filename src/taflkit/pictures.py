"""Drawn boards: a line for each row, a letter for each piece, whatever the kind of game."""

from __future__ import annotations

from taflkit.errors import wrong_type


def picture_rows(picture: str) -> list[str]:
    """Return the rows of a drawn board from the top, without spaces."""
    if not isinstance(picture, str):
        raise wrong_type("the picture of a board as a text", picture)
    return ["".join(line.split()) for line in picture.strip().splitlines()]
