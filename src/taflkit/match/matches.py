"""`Match`: a series of games between two programs that change sides after every game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic

import attrs

from taflkit.games import AnyKind
from taflkit.match.pairing import (
    CommandPair,
    GameLimits,
    GameT,
    Pairing,
    check_opening,
    command_pair,
    kind_of_opening,
)
from taflkit.match.referee import Referee
from taflkit.match.results import GameResult


def _openings(openings: GameT | Iterable[GameT]) -> tuple[GameT, ...]:
    return tuple(openings) if isinstance(openings, Iterable) else (openings,)


@attrs.frozen
class Match(Generic[GameT]):
    """Two programs, the openings they play, and the limits.

    Each opening serves for two games with the same seed, so that each program plays both sides of it. After the last
    opening the first is played again, with another seed.
    """

    commands: CommandPair = attrs.field(converter=command_pair)
    """The command lines of both programs, each as a text or as its words."""
    openings: tuple[GameT, ...] = attrs.field(converter=_openings)
    """Where games begin: one game or several, all of the same variant."""
    seed: int = 0
    """The seed of the first two games; the next two have the next number."""
    limits: GameLimits = attrs.field(factory=GameLimits)
    """How long a game and a move may take."""
    kind: AnyKind = attrs.field(kw_only=True)
    """The kind of game; found by the class of the first opening unless given."""
    variant_name: str | None = attrs.field(kw_only=True)
    """The name or path by which the programs load the variant; `None` if they play it without being told."""

    @kind.default
    def _kind_of_openings(self) -> AnyKind:
        if not self.openings:
            raise ValueError("a match needs an opening")
        return kind_of_opening(self.openings[0])

    @variant_name.default
    def _name_of_the_variant(self) -> str | None:
        name: str = self.kind.variant_of(self.openings[0]).name
        return name

    def __attrs_post_init__(self) -> None:
        for opening in self.openings:
            check_opening(opening, self.kind)
        names = {self.kind.variant_of(opening).name for opening in self.openings}
        if len(names) > 1:
            raise ValueError(f"the openings of a match are games of one variant, not of {', '.join(sorted(names))}")

    def pairing(self, number: int) -> Pairing[GameT]:
        """The pairing with a number, from 0."""
        opening = self.openings[number % len(self.openings)]
        return Pairing(self.commands, opening, self.seed + number, self.limits, self.variant_name, kind=self.kind)

    def play(self, games: int = 2, jobs: int = 1) -> Iterator[GameResult[GameT]]:
        """Play a number of games. Closing the iterator early kills the programs that still run.

        Args:
            games: How many games to play.
            jobs: How many games are played at the same time.

        Yields:
            The results, in the order of the games.

        Raises:
            ProgramError: If a program cannot be started.
        """
        referee = Referee()

        def play_game(index: int) -> GameResult[GameT]:
            return referee.play(self.pairing(index // 2), index % 2, index + 1)

        if jobs == 1:
            yield from map(play_game, range(games))
            return
        from concurrent.futures import ThreadPoolExecutor

        executor = ThreadPoolExecutor(jobs)
        try:
            yield from executor.map(play_game, range(games))
        finally:
            referee.stop()  # After the last game there is nothing left to stop.
            executor.shutdown(wait=True, cancel_futures=True)
