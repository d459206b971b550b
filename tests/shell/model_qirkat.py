"""A simple session of Qirkat; its rules are those of the plain implementation."""

from __future__ import annotations

from tests.naive.qirkat import ENEMY, START, State, from_rows
from tests.shell.model_staged import StagedModel


class QirkatModel(StagedModel[State]):
    """Qirkat: set-up and playing."""

    players = ("white", "black")

    def initial(self) -> State:
        """The full board but for the middle."""
        return START

    def side(self, state: State) -> str:
        """White or black."""
        return state.side

    def result(self, state: State) -> str | None:
        """Who cannot move has lost."""
        return None if state.moves() else ENEMY[state.side]

    def writings(self, state: State) -> dict[str, State]:
        """There is one text for each move."""
        return {"-".join(path): state.after(path) for path in state.moves()}

    def listed(self, state: State) -> list[str]:
        """All of them."""
        return sorted("-".join(path) for path in state.moves())

    def rows(self, state: State) -> list[str]:
        """The rows from row 5."""
        return [" ".join(row) for row in reversed(state.rows.split())]

    def check(self, command: str) -> None:
        """Every command is accepted in every state."""

    def end(self) -> None:
        """Back to the set-up state, with the board as it stands."""
        self.playing = False

    def set_player(self, name: str, automated: bool) -> None:
        """Players are changed in the set-up state."""
        super().set_player(name, automated)
        self.playing = False

    def set_up(self, player: str, rows: str) -> None:
        """Set up a position, the rows from row 1."""
        self.begin(from_rows(rows, player))
