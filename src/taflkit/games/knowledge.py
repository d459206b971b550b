"""What a searcher may know of a game beyond `Playable`: how good a position is, which moves come first.

Searchers know no game. They ask a `Knowledge`, which the game's kind provides; a game without a kind is searched with
`PlainKnowledge`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, Protocol, TypeVar

import attrs

from taflkit.games.kind import MoveT, Playable
from taflkit.games.traits import follow

GameT = TypeVar("GameT")

#: Not `None`: its hash is an address before Python 3.12, and would decide by chance what a table keeps.
NO_PAST = ()


@attrs.frozen
class Effort:
    """How much the default player looks at before a move."""

    nodes: int
    """How many nodes its search visits."""

    win_within: int
    """Forced wins within so many moves are looked for first; 0 for none. The search itself looks for longer ones."""

    win_nodes: int
    """How many nodes looking for them may take."""


#: A second or two a move in Python, in a game such as tafl.
DEFAULT_EFFORT: Final = Effort(nodes=20_000, win_within=3, win_nodes=100_000)


class Knowledge(Protocol[GameT, MoveT]):
    """What a searcher asks about a game of a certain kind.

    One that has something faster to search with is a `taflkit.search.runners.HasRunner` too.
    Where its evaluation has a learned part, a property `classic` is the same knowledge without that. With a method
    `openings` it has an opening book: from a game to what may be played, each a tuple of moves that are as good as each
    other, and what they are worth.
    """

    def evaluate(self, game: GameT, /) -> int:
        """How good the position is for the player to move, in hundredths of a man."""

    def winning_move(self, game: GameT, /) -> MoveT | None:
        """A move that wins at once, `None` if there is none; exact."""

    def quick_win(self, game: GameT, /) -> MoveT | None:
        """A move that wins at once, if one is cheap to find; asked far more often than `winning_move`."""

    def promising(self, game: GameT, moves: Sequence[MoveT], /) -> list[MoveT]:
        """The moves, the most promising first."""

    def forcing(self, game: GameT, /) -> Sequence[MoveT]:
        """The moves that change much, such as captures; they are followed beyond the depth."""

    def follow(self, game: GameT, move: MoveT, /) -> GameT:
        """The game after a move that is known to be legal."""

    def pass_turn(self, game: GameT, /) -> GameT | None:
        """The game as if the player to move had passed, `None` where that makes no sense."""

    def past(self, game: GameT, /) -> Hashable:
        """What of the history can change how the game goes on; equal for states that go on alike."""

    def ended_by_past(self, game: GameT, /) -> bool:
        """Whether a finished game may owe its outcome to its history, such as a repetition.

        Such a result says nothing about the same position with another history, and is not put into a table.
        """


class _OnlyItself:
    """Equal for the very same game alone."""

    __slots__ = ("_game",)

    def __init__(self, game: object) -> None:
        self._game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _OnlyItself) and self._game is other._game

    def __hash__(self) -> int:
        return 0  # not an address, as with `NO_PAST`


class PlainKnowledge:
    """Knows nothing but `Playable`, so it serves any game. A kind of game may override what it knows better."""

    exact_past: bool = False
    """Whether the history may matter, such as repetitions of which the game's `key` says nothing.

    Searches that must be exact then remember no position. A kind whose `key` says everything need not pass it on.
    """

    def __init__(self, exact_past: bool = False) -> None:
        """Know nothing."""
        self.exact_past = exact_past

    def evaluate(self, game: Playable[MoveT]) -> int:
        """Every position is even."""
        return 0

    def winning_move(self, game: Playable[MoveT]) -> MoveT | None:
        """The first winning move, found by trying all."""
        for move in game.legal_moves:
            outcome = follow(game, move).outcome
            if outcome is not None and outcome.winner == game.to_move:
                return move
        return None

    def quick_win(self, game: Playable[MoveT]) -> MoveT | None:
        """None is cheap to find."""
        return None

    def promising(self, game: Playable[MoveT], moves: Sequence[MoveT]) -> list[MoveT]:
        """The moves in their order."""
        return list(moves)

    def forcing(self, game: Playable[MoveT]) -> Sequence[MoveT]:
        """No moves."""
        return ()

    def follow(self, game: Playable[MoveT], move: MoveT) -> Playable[MoveT]:
        """Play the move."""
        return follow(game, move)

    def pass_turn(self, game: Playable[MoveT]) -> Playable[MoveT] | None:
        """Nobody passes."""
        return None

    def past(self, game: Playable[MoveT]) -> Hashable:
        """Nothing, or with `exact_past` everything: no state goes on like another."""
        return _OnlyItself(game) if self.exact_past else NO_PAST

    def ended_by_past(self, game: Playable[MoveT]) -> bool:
        """It is not known; with `exact_past` it need not be, because no result is used for another state."""
        return False
