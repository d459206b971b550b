"""A simple session of a game that is set up before it is played, to compare with: lists of states, and plain rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from tests.shell.model import Refused

StateT = TypeVar("StateT")


class StagedModel(ABC, Generic[StateT]):
    """The commands that Ataxx and Qirkat share; `printed` is what must have been printed so far."""

    #: The names of the players, the one who moves first in front.
    players: tuple[str, str]

    def __init__(self) -> None:
        self.printed: list[str] = []
        self.clear()

    @abstractmethod
    def initial(self) -> StateT:
        """The state in which a game begins."""

    @abstractmethod
    def side(self, state: StateT) -> str:
        """The name of the player whose turn it is."""

    @abstractmethod
    def result(self, state: StateT) -> str | None:
        """The name of the winner, or `draw`; `None` while the game goes on."""

    @abstractmethod
    def writings(self, state: StateT) -> dict[str, StateT]:
        """The state after each legal move, by every text for it."""

    @abstractmethod
    def listed(self, state: StateT) -> list[str]:
        """The legal moves, each as it is printed, in the order of their texts."""

    @abstractmethod
    def rows(self, state: StateT) -> list[str]:
        """The rows of the board from the top, blanks between the squares."""

    @abstractmethod
    def check(self, command: str) -> None:
        """Refuse a command in a state where it is an error."""

    @abstractmethod
    def end(self) -> None:
        """Do what the end of a game does beyond announcing it."""

    def clear(self) -> None:
        """Begin again, with the second player automated."""
        self.begin(self.initial())
        self.automated = {self.players[1]}

    def begin(self, state: StateT) -> None:
        """Set up a position."""
        #: Every state of the game; the last is the present one.
        self.states = [state]
        self.playing = False

    @property
    def now(self) -> StateT:
        """The present state."""
        return self.states[-1]

    @property
    def stage(self) -> str:
        """The name of the state of the session."""
        if not self.playing:
            return "set-up"
        return "playing" if self.result(self.now) is None else "finished"

    def start(self) -> None:
        """Play from here."""
        self.check("start")
        if not self.playing:
            self.playing = True
            self._judge()

    def move(self, text: str) -> None:
        """Make a move."""
        self.check("move")
        after = {} if self.result(self.now) else self.writings(self.now)
        if text not in after:
            raise Refused
        self.states.append(after[text])
        self._judge()

    def _judge(self) -> None:
        result = self.result(self.now)
        if self.playing and result is not None:
            self.printed.append("Draw." if result == "draw" else f"{result.capitalize()} wins.")
            self.end()

    def undo(self) -> None:
        """Take back two moves, or one where there is but one."""
        if len(self.states) == 1:
            raise Refused
        del self.states[max(1, len(self.states) - 2) :]

    def set_player(self, name: str, automated: bool) -> None:
        """Make a player automated or manual."""
        self.check("auto")
        self.automated = self.automated | {name} if automated else self.automated - {name}

    def dump(self) -> None:
        """Print the board."""
        self.printed += ["===", *(f"  {row}" for row in self.rows(self.now)), "==="]

    def let_play(self) -> None:
        """Let automated players move: which move depends on how many have been made."""
        while self.stage == "playing" and self.side(self.now) in self.automated:
            moves = self.listed(self.now)
            move = moves[7 * (len(self.states) - 1) % len(moves)]
            name = self.side(self.now).capitalize()
            self.printed.append(f"{name} passes." if move == "-" else f"{name} moves {move}.")
            self.move(move)
