"""`Match`: two entrants or more who play openings, each on both sides."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Generic

import attrs

from taflkit.games import AnyKind
from taflkit.match.entrants import Entrant
from taflkit.match.limits import GameLimits
from taflkit.match.pairing import AnyEntrant, GameT, Pairing, check_opening, entrants, kind_of_opening
from taflkit.match.referee import play_pairing
from taflkit.match.results import PairResult
from taflkit.match.seats import POOL
from taflkit.match.sprt import Sprt
from taflkit.match.statistics import PairCounts
from taflkit.tasks import in_order

if TYPE_CHECKING:
    from concurrent.futures import Executor


def _openings(openings: GameT | Iterable[GameT]) -> tuple[GameT, ...]:
    return tuple(openings) if isinstance(openings, Iterable) else (openings,)


def _entrants(given: Iterable[AnyEntrant]) -> tuple[Entrant, ...]:
    found = entrants(given)
    if len(found) < 2:
        raise TypeError(f"a match needs at least two entrants, not {len(found)}")
    return found


@attrs.frozen
class Match(Generic[GameT]):
    """Entrants, the openings they play, and the limits.

    The two games of a pairing have the same opening and the same seed, and each entrant plays both sides. With more
    than two entrants everybody plays everybody (a round robin), or the first plays all others (a gauntlet): all
    pairings of an opening come first, then the next opening. After the last opening the first is played again. Every
    time an opening is taken, the seed is the next number.

    Raises:
        TaflError: If an entrant is a text that cannot be read.
        TypeError: If an argument is of another type.
        ValueError: If there is no opening, or one that cannot be played.
    """

    entrants: tuple[Entrant, ...] = attrs.field(converter=_entrants)
    """Who plays, each as `entrant` accepts it."""
    openings: tuple[GameT, ...] = attrs.field(converter=_openings)
    """Where games begin: one game or several, all of the same variant."""
    seed: int = 0
    """The seed of the first opening."""
    limits: GameLimits = attrs.field(factory=GameLimits)
    """How long games and moves may take."""
    gauntlet: bool = attrs.field(default=False, kw_only=True)
    """Whether the first entrant plays all others, and they do not play each other."""
    kind: AnyKind = attrs.field(kw_only=True)
    """The kind of game; found by the class of the first opening unless given."""
    variant_name: str | None = attrs.field(kw_only=True)
    """The name or path by which programs load the variant; `None` if they play it without being told."""

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

    @property
    def encounters(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom in every opening, by their numbers."""
        count = len(self.entrants)
        return (
            tuple((0, other) for other in range(1, count))
            if self.gauntlet
            else tuple(itertools.combinations(range(count), 2))
        )

    def pairing(self, number: int) -> Pairing[GameT]:
        """The pairing with a number, from 0."""
        round_number, encounter = divmod(number, len(self.encounters))
        first, second = indices = self.encounters[encounter]
        return Pairing(
            (self.entrants[first], self.entrants[second]),
            self.openings[round_number % len(self.openings)],
            self.seed + round_number,
            self.limits,
            self.variant_name,
            number=number,
            indices=indices,
            kind=self.kind,
        )

    def play(
        self,
        pairs: int = 1,
        *,
        sprt: Sprt | None = None,
        executor: Executor | None = None,
        ahead: int = 8,
        done: Iterable[PairResult[GameT]] = (),
    ) -> Iterator[PairResult[GameT]]:
        """Play pairs of games. Closing the iterator early ends the programs that run in this process.

        Args:
            pairs: How many pairs to play, at most.
            sprt: Ends the match when this test of the first two entrants is decided.
            executor: Plays pairs elsewhere or at the same time; any of `concurrent.futures`' kind. Results come in the
                same order as without, and are the same as long as entrants are not bounded by time.
            ahead: How many pairs the executor has at a time.
            done: The results of an earlier run of the same match, which are not played again.

        Yields:
            The results, in the order of the pairings, those of an earlier run included.

        Raises:
            TaflError: If a program cannot be started.
            ValueError: If a test is asked for that has not exactly two entrants.
        """
        if sprt is not None and len(self.entrants) != 2:
            raise ValueError(f"an SPRT has two entrants, not {len(self.entrants)}")
        known = {result.number: result for result in done}
        counts = [0] * 5
        tasks = (
            (number, partial(play_pairing, self.pairing(number))) for number in range(pairs) if number not in known
        )
        played = in_order(tasks, executor, ahead)
        try:
            for number in range(pairs):
                result = known[number] if number in known else next(played)[1]
                yield result
                if sprt is not None:
                    counts[round(2 * result.points(0))] += 1
                    if sprt.verdict(PairCounts(counts)) is not None:
                        return
        finally:
            played.close()
            POOL.close()
