"""A simple session of Ataxx; its rules are those of the plain implementation."""

from __future__ import annotations

import attrs

from tests.naive.ataxx import START, State, Writing, drawn, name, steps_between
from tests.shell.model import Refused
from tests.shell.model_staged import StagedModel

NAMES = {"r": "red", "b": "blue", "draw": "draw"}


class AtaxxModel(StagedModel[State]):
    """Ataxx: set-up, playing, finished."""

    players = ("red", "blue")

    def initial(self) -> State:
        """Four pieces in the corners."""
        return START

    def side(self, state: State) -> str:
        """Red or blue."""
        return NAMES[state.side]

    def result(self, state: State) -> str | None:
        """Who has more pieces, when the game is over."""
        return None if state.result is None else NAMES[state.result]

    def writings(self, state: State) -> dict[str, State]:
        """An extend may be written from every neighbour."""
        return {_text(writing): state.after(writing) for writing in state.legal_writings()}

    def listed(self, state: State) -> list[str]:
        """An extend is printed from the lowest and leftmost neighbour."""
        seen: dict[tuple[object, ...], Writing] = {}
        for writing in sorted(state.legal_writings(), key=lambda found: found[0][::-1] if found else (0, 0)):
            extends = writing is not None and steps_between(*writing) == 1
            seen.setdefault((writing[1],) if extends and writing else (writing,), writing)
        return sorted(map(_text, seen.values()))

    def rows(self, state: State) -> list[str]:
        """The picture."""
        return state.picture.splitlines()

    def check(self, command: str) -> None:
        """Moves are made in the first two states, everything else is for the first."""
        if self.stage == "finished" or (self.stage == "playing" and command != "move"):
            raise Refused

    def end(self) -> None:
        """The session is in the finished state, which the board shows."""

    def block(self, column: int, row: int) -> None:
        """Set a block and its reflections, columns and rows from zero."""
        self.check("block")
        spots = {(c, r) for c in (column, 6 - column) for r in (row, 6 - row)}
        if len(self.states) > 1 or any(self.now.board[spot] in "rb" for spot in spots):
            raise Refused
        self.begin(attrs.evolve(self.now, board={**self.now.board, **dict.fromkeys(spots, "X")}))

    def set_up(self, player: str, rows: list[str]) -> None:
        """Set up a position, the rows from the top."""
        self.check("set")
        self.begin(drawn("\n".join(" ".join(row) for row in rows), player[0]))


def _text(writing: Writing) -> str:
    return "-" if writing is None else f"{name(writing[0])}-{name(writing[1])}"
