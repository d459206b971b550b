"""The names of the squares of a square board: columns are letters from the left, rows numbers from the bottom."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from taflkit.errors import NotationError, PositionError


@attrs.frozen
class SquareNames:
    """Names for the squares of a board of `size` columns and rows; squares are numbers, from 0 for a1, row by row."""

    size: int
    """The number of columns, and of rows; at most nine, so that a name has two characters."""

    @property
    def columns(self) -> str:
        """The letters of the columns, from the left."""
        return "abcdefghi"[: self.size]

    @property
    def rows(self) -> str:
        """The digits of the rows, from the bottom."""
        return "123456789"[: self.size]

    def name(self, square: int) -> str:
        """The name of a square: `a1` for 0."""
        row, column = divmod(square, self.size)
        return self.columns[column] + self.rows[row]

    def read(self, text: str, start: int = 0) -> int:
        """The square whose name stands in a text; letter case does not matter.

        Args:
            text: The whole text, which an error quotes.
            start: Where the two characters of the name begin, from 0.

        Raises:
            NotationError: There is no name of a square at this place.
        """
        column = self.columns.find(text[start : start + 1].lower() or "?")
        if column < 0:
            raise NotationError(text, start + 1, f"a column from {self.columns[0]} to {self.columns[-1]}")
        row = self.rows.find(text[start + 1 : start + 2] or "?")
        if row < 0:
            raise NotationError(text, start + 2, f"a row from {self.rows[0]} to {self.rows[-1]}")
        return row * self.size + column

    def parse(self, text: str) -> int:
        """The square of a text that is nothing but its name.

        Raises:
            NotationError: The text is anything else.
        """
        square = self.read(text)
        if len(text) > 2:
            raise NotationError(text, 3, "nothing more")
        return square

    def read_path(self, text: str) -> tuple[int, ...]:
        """The squares of a text such as `c3-a5-a3`, at least one.

        Raises:
            NotationError: The text is not a list of squares with hyphens between them.
        """
        squares = [self.read(text)]
        for start in range(2, len(text), 3):
            if text[start] != "-":
                raise NotationError(text, start + 1, "a hyphen")
            squares.append(self.read(text, start + 1))
        return tuple(squares)

    def path_name(self, squares: tuple[int, ...]) -> str:
        """The squares with hyphens between them."""
        return "-".join(map(self.name, squares))

    def read_picture(self, picture: str, letters: str) -> dict[str, int]:
        """The squares, as a mask, that each letter marks in a picture: a line per row, the top row first.

        Args:
            picture: The drawn board. Blanks and empty lines are ignored, and so is letter case.
            letters: The letters that may occur, in lower case.

        Raises:
            PositionError: The picture has too few or too many squares, or a letter that means nothing.
        """
        rows = [row for line in picture.splitlines() if (row := "".join(line.split()).lower())]
        if len(rows) != self.size:
            raise PositionError(f"a picture of the board has {self.size} rows, this one has {len(rows)}")
        masks = dict.fromkeys(letters, 0)
        for index, row in enumerate(reversed(rows)):
            if len(row) != self.size:
                raise PositionError(f"a row has {self.size} squares, row {index + 1} of the picture has {len(row)}")
            for column, letter in enumerate(row):
                if letter not in masks:
                    known = ", ".join(letters)
                    raise PositionError(f"{letter!r} in row {index + 1} of the picture means nothing; there is {known}")
                masks[letter] |= 1 << index * self.size + column
        return masks

    def draw(self, letter_masks: dict[str, int], empty: str) -> str:
        """The picture of a board, the top row first: squares in no mask are drawn as `empty`."""
        letters = [empty] * self.size**2
        for letter, mask in letter_masks.items():
            for square in squares_in(mask):
                letters[square] = letter
        rows = [letters[start : start + self.size] for start in range(0, len(letters), self.size)]
        return "\n".join(" ".join(row) for row in reversed(rows))


def squares_in(mask: int) -> Iterator[int]:
    """The squares of a mask, from the lowest."""
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit.bit_length() - 1
