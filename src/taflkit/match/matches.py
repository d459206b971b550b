"""`Match`: a series of games between two programs that change sides after every game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from taflkit.game import Game
from taflkit.match.pairing import CommandPair, GameLimits, Pairing, check_opening, command_pair
from taflkit.match.referee import Referee
from taflkit.match.results import GameResult


def _openings(openings: Game | Iterable[Game]) -> tuple[Game, ...]:
    return (openings,) if isinstance(openings, Game) else tuple(openings)


@attrs.frozen
class Match:
    """Two programs, the openings they play, and the limits.

    Each opening serves for two games with the same seed, so that each program plays both sides of it. After the last
    opening the first is played again, with another seed.
    """

    commands: CommandPair = attrs.field(converter=command_pair)
    """The command lines of both programs, each as a text or as its words."""
    openings: tuple[Game, ...] = attrs.field(converter=_openings)
    """Where games begin: one game or several, all of the same variant."""
    seed: int = 0
    """The seed of the first two games; the next two have the next number."""
    limits: GameLimits = attrs.field(factory=GameLimits)
    """How long a game and a move may take."""
    variant_name: str | None = attrs.field(kw_only=True)
    """The name or path by which the programs load the variant; `None` if they play it without being told."""

    @variant_name.default
    def _name_of_the_variant(self) -> str | None:
        return self.openings[0].variant.name if self.openings and isinstance(self.openings[0], Game) else None

    def __attrs_post_init__(self) -> None:
        if not self.openings:
            raise ValueError("a match needs an opening")
        for opening in self.openings:
            check_opening(opening)
        names = {opening.variant.name for opening in self.openings}
        if len(names) > 1:
            raise ValueError(f"the openings of a match are games of one variant, not of {', '.join(sorted(names))}")

    def pairing(self, number: int) -> Pairing:
        """The pairing with a number, from 0."""
        opening = self.openings[number % len(self.openings)]
        return Pairing(self.commands, opening, self.seed + number, self.limits, self.variant_name)

    def play(self, games: int = 2, jobs: int = 1) -> Iterator[GameResult]:
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

        def play_game(index: int) -> GameResult:
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
