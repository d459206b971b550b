"""Which moves were played from a position in recorded games of any kind, how often, and with what results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import lru_cache, partial
from typing import Any

import attrs

from taflkit.errors import TaflError
from taflkit.games import kind_of
from taflkit.games.starting import start
from taflkit.records.checking import batches_of
from taflkit.records.files import GameFile, GameText
from taflkit.records.record import Result, termination_of_game
from taflkit.records.replaying import Replay
from taflkit.tasks import in_order


@attrs.define
class Statistics:
    """Counts of the games of one variant."""

    games: int = 0
    """How many games there are."""
    results: Counter[Result] = attrs.field(factory=Counter)
    """How many games ended with each result."""
    lengths: Counter[int] = attrs.field(factory=Counter)
    """How many games have how many moves."""
    endings: Counter[str] = attrs.field(factory=Counter)
    """How many games ended in which way, as records write it: on the board, or by `resigned` and the like."""
    disagreeing: int = 0
    """How many of them do not agree with the rules; they are counted as far as they do."""

    def add(self, result: Result, plies: int, ending: str, agrees: bool = True) -> None:
        """Count a game."""
        self.games += 1
        self.results[result] += 1
        self.lengths[plies] += 1
        self.endings[ending] += 1
        self.disagreeing += not agrees

    def share(self, result: Result) -> float:
        """The share of the games with a result, of those whose result is known; 0 if there are none."""
        known = self.games - self.results[Result.UNKNOWN]
        return self.results[result] / known if known else 0.0

    def length_at(self, share: float) -> int:
        """The number of moves that this share of the games does not exceed: 0.5 gives the median; 0 without games."""
        seen = 0
        for plies in sorted(self.lengths):
            seen += self.lengths[plies]
            if seen >= share * self.games:
                return plies
        return 0

    @property
    def mean_length(self) -> float:
        """The mean number of moves; 0 without games."""
        return sum(plies * count for plies, count in self.lengths.items()) / self.games if self.games else 0.0


#: The ending of a game of which neither the board nor the record says how it ended.
UNKNOWN_ENDING = "unknown"
#: The ending of games that were given up, agreed or lost on time, where the record does not say which.
GIVEN_UP = "not on the board"


@attrs.frozen
class Wanted:
    """The position whose moves are looked for, in games of every variant in which it exists."""

    position: str | None = None
    """The position on one line, as the kind of game writes it; the start of each variant if left out."""
    moves: tuple[str, ...] = ()
    """Moves that lead from there to the position."""
    symmetric: bool = False
    """Whether mirrored and turned positions count as the same."""


@attrs.frozen
class SeenGame:
    """What is kept of one game: plain values that another process can send."""

    variant: str
    """The name of the variant; empty for a game that could not be read."""
    result: Result = Result.UNKNOWN
    """The result, by the record or else by the board."""
    plies: int = 0
    """How many moves agree with the rules."""
    ending: str = UNKNOWN_ENDING
    """How it ended."""
    agrees: bool = True
    """Whether the whole game agrees with the rules."""
    moves: tuple[str, ...] = ()
    """The moves that were played from the wanted position; several if it came back."""


@attrs.define
class MoveTally:
    """How often a move was played, and with what results."""

    games: int = 0
    """How many games have it; a game counts once."""
    results: Counter[Result] = attrs.field(factory=Counter)
    """How these games ended."""


@attrs.define
class Explorer:
    """Counts of games and moves by variant. Its size does not depend on how many games there are."""

    statistics: dict[str, Statistics] = attrs.field(factory=dict)
    """The statistics of each variant."""
    moves: dict[str, dict[str, MoveTally]] = attrs.field(factory=dict)
    """For each variant, the moves from the wanted position."""
    reached: Counter[str] = attrs.field(factory=Counter)
    """How many games of each variant reached the position and went on."""
    unreadable: int = 0
    """How many games could not be read, or have no known variant."""
    is_complete: bool = True
    """Whether all games were counted; not after an interruption."""

    def add(self, game: SeenGame) -> None:
        """Count a game."""
        if not game.variant:
            self.unreadable += 1
            return
        statistics = self.statistics.setdefault(game.variant, Statistics())
        statistics.add(game.result, game.plies, game.ending, game.agrees)
        if game.moves:
            self.reached[game.variant] += 1
        tallies = self.moves.setdefault(game.variant, {})
        for move in dict.fromkeys(game.moves):
            tally = tallies.setdefault(move, MoveTally())
            tally.games += 1
            tally.results[game.result] += 1

    def ranked(self, variant: str) -> list[tuple[str, MoveTally]]:
        """The moves of a variant, the most frequent first."""
        return sorted(self.moves.get(variant, {}).items(), key=lambda each: (-each[1].games, each[0]))


def explore_files(
    files: Iterable[GameFile],
    wanted: Wanted | None = None,
    *,
    executor: Executor | None = None,
    look_ahead: int = 16,
    on_batch: Callable[[GameFile], None] | None = None,
) -> Explorer:
    """Read the games of files and count what was played. Memory is bounded, however many games there are.

    Ctrl-C ends the counting; what has been counted until then is returned.

    Args:
        files: The files, as `read_game_files` yields them.
        wanted: The position whose moves are counted; without one, games are counted alone.
        executor: Shares the work, if it is given.
        look_ahead: How many pieces of work, of a few games each, the executor has at a time.
        on_batch: Called with the file after some of its games have been counted, again and again.

    Raises:
        TaflError: A file cannot be read.
    """
    explorer = Explorer()
    try:
        tasks = ((file, partial(_look_at, games, wanted)) for file, games, _ in batches_of(files))
        with closing(in_order(tasks, executor, look_ahead)) as seen:
            for file, games in seen:
                for game in games:
                    explorer.add(game)
                if on_batch is not None:
                    on_batch(file)
    except KeyboardInterrupt:
        explorer.is_complete = False
    return explorer


def _look_at(games: Sequence[GameText], wanted: Wanted | None) -> list[SeenGame]:
    return [_look_at_game(game, wanted) for game in games]


def _look_at_game(game: GameText, wanted: Wanted | None) -> SeenGame:
    try:
        found = game.replay()
    except TaflError:
        return SeenGame("")
    record = found.record
    on_board = None if found.game.outcome is None else Result.of(found.game)
    result = record.result if record.result is not Result.UNKNOWN else on_board or Result.UNKNOWN
    return SeenGame(
        record.variant.name,
        result,
        found.plies,
        _ending(found, result),
        found.disagreement is None,
        () if wanted is None else tuple(_moves_from(found, wanted)),
    )


def _ending(found: Replay, result: Result) -> str:
    record = found.record
    if found.game.outcome is not None:
        return termination_of_game(found.game) or "over"
    return record.termination or (GIVEN_UP if result is not Result.UNKNOWN else UNKNOWN_ENDING)


def _moves_from(found: Replay, wanted: Wanted) -> Iterator[str]:
    """Iterate over the moves that were played from the wanted position, as they would be written there."""
    variant: Any = found.record.variant
    targets = _targets(variant, wanted)
    if not targets:
        return
    kind = found.record.kind
    later: Any = found.game
    while (state := later.previous) is not None:
        back = targets.get(state.key)
        if back is not None:
            move = getattr(later.last, "move", later.last)  # Some games know more of what was played than the move.
            yield min(kind.format_move(symmetry(move)) for symmetry in back)
        later = state


#: What brings a move of an image of a position back to the position.
_Back = Callable[[Any], Any]


def wanted_game(variant: Any, wanted: Wanted) -> Any:
    """A game of a variant that has come to the wanted position.

    Raises:
        TaflError: There is no such position in that variant.
    """
    game: Any = start(variant, wanted.position)
    for text in wanted.moves:
        game = game.play(text)
    return game


@lru_cache(maxsize=256)
def _targets(variant: Any, wanted: Wanted) -> dict[Hashable, list[_Back]]:
    """The keys of the wanted position and of its images, with what brings moves back; none if there is no such one."""
    kind = kind_of(variant)
    try:
        game = wanted_game(variant, wanted)
    except TaflError:
        return {}
    if not wanted.symmetric:
        return {game.key: [lambda move: move]}
    symmetries = getattr(kind, "symmetries", None)
    if symmetries is None:
        raise TaflError(f"the symmetries of {kind.name} are not known: leave out --symmetric")
    found: dict[Hashable, list[_Back]] = {}
    for transform, back in symmetries(variant):
        found.setdefault(transform(game.key), []).append(back)
    return found
