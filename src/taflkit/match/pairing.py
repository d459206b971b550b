"""`Pairing`: everything that decides the two games of an opening, as a value that other processes can be sent."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

import attrs

from taflkit.games import AnyKind, RecordedGame, find_kind
from taflkit.games.history import start_of
from taflkit.match.programs import command_words

GameT = TypeVar("GameT", bound=RecordedGame[Any])

#: Two command lines, as words.
CommandPair = tuple[tuple[str, ...], tuple[str, ...]]


def command_pair(commands: Iterable[str | Sequence[str]]) -> CommandPair:
    """The words of two command lines.

    Raises:
        ProgramError: If a text cannot be split.
        TypeError: If there are not exactly two commands.
    """
    found = commands if isinstance(commands, str) else tuple(commands)
    if isinstance(found, str) or len(found) != 2:
        raise TypeError(f"two programs play, so two commands are needed, not {found!r}")
    return command_words(found[0]), command_words(found[1])


@attrs.frozen
class GameLimits:
    """How long a game and a move may take."""

    max_plies: int = 500
    """A game that is not over after so many moves is a draw."""
    move_seconds: float = 60.0
    """A program that takes longer for a move loses."""

    def __attrs_post_init__(self) -> None:
        if type(self.max_plies) is not int:
            raise TypeError(f"max_plies is a whole number, not {self.max_plies!r}")
        if type(self.move_seconds) not in (int, float):
            raise TypeError(f"move_seconds is a number, not {self.move_seconds!r}")
        if self.max_plies < 1 or not 0 < self.move_seconds < math.inf:
            raise ValueError(f"limits are finite and above 0, not {self.max_plies} plies and {self.move_seconds:g} s")


@attrs.frozen
class Pairing(Generic[GameT]):
    """Two programs that play an opening twice, each on both sides."""

    commands: CommandPair = attrs.field(converter=command_pair)
    """The command lines of both programs, each as a text or as its words."""
    opening: GameT
    """Where both games begin."""
    seed: int = 0
    """The seed that both programs are given."""
    limits: GameLimits = attrs.field(factory=GameLimits)
    """How long a game and a move may take."""
    variant_name: str | None = None
    """The name or path by which the programs load the variant; `None` if they play it without being told."""

    kind: AnyKind = attrs.field(kw_only=True)
    """The kind of game; found by the class of the opening unless given."""

    @kind.default
    def _kind_of_opening(self) -> AnyKind:
        return kind_of_opening(self.opening)

    def __attrs_post_init__(self) -> None:
        check_opening(self.opening, self.kind)


def kind_of_opening(opening: object) -> AnyKind:
    """The kind of game of an opening.

    Raises:
        TypeError: If it is not a game.
    """
    kind = find_kind(opening)
    if kind is None or not isinstance(opening, kind.game_type):
        raise TypeError(f"an opening is a Game, not {opening!r}")
    return kind


def check_opening(opening: RecordedGame[Any], kind: AnyKind) -> None:
    """Refuse what games cannot begin with.

    Raises:
        TypeError: If it is not a game of that kind.
        ValueError: If the game is over, or commands cannot set up its start.
    """
    if not isinstance(opening, kind.game_type):
        raise TypeError(f"an opening is a Game, not {opening!r}")
    if opening.outcome is not None:
        raise ValueError(f"the opening is over: {opening.outcome}")
    begin, variant = start_of(opening), kind.variant_of(opening)
    if begin.key == kind.start(variant).key:
        return
    if kind.set_up(variant, begin.to_move, kind.format_set_up(begin).split()).key != begin.key:
        raise ValueError(f"the command set cannot set up the start of the opening, {kind.format_position(begin)}")
