"""Replaying whole files of games, in this process or in others, and what is reported of each game."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial

import attrs

from taflkit.errors import TaflError
from taflkit.records.files import GameFile, GameText
from taflkit.records.formats import Format
from taflkit.records.movelists import id_of_line
from taflkit.records.record import RESIGNED, TIMEOUT, termination_of, termination_of_game
from taflkit.records.replaying import Replay, WentOn
from taflkit.tasks import in_order

#: How many games an executor is given at a time.
BATCH = 32
#: In characters: a batch with more text is given away at once.
MAX_BATCH_TEXT = 256 * 1024
#: In characters, of the identifier of a game.
MAX_NAME = 200
#: How many games are listed, of all files together.
MAX_LISTED = 100_000
#: The problem of a game that cannot be read; the others are the values of `Problem`.
NOTATION = "notation"
#: The ending of a game that is not over on the board.
UNDECIDED = "undecided"
#: The ending of a game that is over on the board for a reason that its kind does not name.
OVER = "over"


@attrs.frozen
class GameProblem:
    """Why a game disagrees with the rules, in plain values that another process can send."""

    problem: str
    """The kind: a value of `Problem`, or `NOTATION` for a game that cannot be read."""
    says: str
    """What is wrong, as a clause."""
    ply: int | None = None
    """The number of the move, from 1; `None` for a game that cannot be read."""
    written: str = ""
    """The move or the result, as the game has it."""
    position: str = ""
    """The position before the move, on one line."""
    board: str = ""
    """The same position as a picture."""


@attrs.frozen
class CheckedGame:
    """A game that has been replayed."""

    name: str
    """Its identifier, or its number in the file."""
    line: int
    """The line of the file where it begins, from 1."""
    variant: str = ""
    """The name of the variant under which it was replayed; empty if it could not be read."""
    plies: int = 0
    """How many of its moves agree with the rules."""
    ending: str = UNDECIDED
    """How it ended on the board, as records write it."""
    trouble: GameProblem | None = None
    """The first disagreement with the rules; `None` if it agrees."""
    ended_early: tuple[int, ...] = ()
    """As in `Replay`."""
    went_on: tuple[WentOn, ...] = ()
    """As in `Replay`."""
    unexplained: str = ""
    """The side that won although neither the board nor a resignation nor a timeout says why; empty for other games."""
    unknown: str | None = None
    """The type of the game, if no variant of that type is known."""

    def plies_after(self, reason: enum.Enum) -> list[int]:
        """The moves, numbered from 1, after which players went on although the game was over for this reason."""
        return [each.ply for each in self.went_on if each.reason is reason]


class Room:
    """How many more games may be kept, of all files together."""

    def __init__(self, games: int) -> None:
        """Begin with room for so many games."""
        self._left = games

    def take(self) -> bool:
        """Whether there was room for one more."""
        self._left -= 1
        return self._left >= 0


@attrs.define
class FileTally:
    """What is to be said of the games of a file. Its size does not depend on how many games there are."""

    path: str
    """The path of the file."""
    format: Format
    """The format of its games."""
    chosen: bool
    """As in `GameFile`."""
    every: bool
    """Whether `listed` has every game that disagrees or has something odd, not only the first that disagrees."""
    _room: Room
    games: int = 0
    """How many games there are."""
    plies: int = 0
    """How many of their moves agree with the rules."""
    disagreeing: int = 0
    """How many games disagree with the rules."""
    variants: Counter[str] = attrs.field(factory=Counter)
    """How many games were replayed under each variant."""
    endings: Counter[str] = attrs.field(factory=Counter)
    """How many games that agree ended in which way."""
    turns_ended_early: int = 0
    """How many turns ended early."""
    games_that_went_on: int = 0
    """How many games went on after their end."""
    went_on: Counter[enum.Enum] = attrs.field(factory=Counter)
    """How many games went on although they were over, by the reason."""
    unexplained: dict[str, Counter[str]] = attrs.field(factory=dict)
    """How many games a side won for no reason that is known, by variant and side."""
    first_early: str = ""
    """Where the first turn ended early."""
    first_after: dict[enum.Enum, str] = attrs.field(factory=dict)
    """Where the first game went on, by the reason."""
    listed: list[CheckedGame] = attrs.field(factory=list)
    """Games to be listed, in order."""
    not_listed: int = 0
    """How many more games should have been listed."""
    _untyped: int = 0
    _first_type: str | None = None
    _ended_later: Counter[enum.Enum] = attrs.field(factory=Counter)

    @property
    def unknown(self) -> str | None:
        """The type of its games if no variant is known for any of them; such a file cannot be replayed."""
        return self._first_type if self.games and self._untyped == self.games else None

    def ended_at_once(self, reason: enum.Enum) -> int:
        """How many games ended for this reason, the first time that it applied."""
        return self.endings[termination_of(reason)] - self._ended_later[reason]

    def add(self, game: CheckedGame) -> None:
        """Count a game, and keep it if it is to be listed."""
        self.games += 1
        self.plies += game.plies
        if game.unknown is not None:
            self._untyped += 1
            self._first_type = self._first_type or game.unknown
        if game.variant:
            self.variants[game.variant] += 1
        if game.trouble is None:
            self.endings[game.ending] += 1
        if game.unexplained:
            self.unexplained.setdefault(game.variant, Counter())[game.unexplained] += 1
        self._add_oddities(game)
        self._list(game)
        self.disagreeing += game.trouble is not None

    def _add_oddities(self, game: CheckedGame) -> None:
        if game.ended_early:
            self.first_early = self.first_early or f"{game.name}, ply {game.ended_early[0]}"
            self.turns_ended_early += len(game.ended_early)
        self.games_that_went_on += bool(game.went_on)
        for reason in dict.fromkeys(each.reason for each in game.went_on):
            self.first_after.setdefault(reason, f"{game.name}, ply {game.plies_after(reason)[0]}")
            self.went_on[reason] += 1
            self._ended_later[reason] += game.trouble is None and game.ending == termination_of(reason)

    def _list(self, game: CheckedGame) -> None:
        if game.trouble is not None and not self.disagreeing:
            self.listed.append(game)
        elif self.every and (game.trouble or game.ended_early or game.went_on):
            if self._room.take():
                # Only the first of a file is shown with its board, which is larger than all the rest.
                self.listed.append(attrs.evolve(game, trouble=game.trouble and attrs.evolve(game.trouble, board="")))
            else:
                self.not_listed += 1


def check_files(
    files: Iterable[GameFile],
    *,
    every: bool = False,
    executor: Executor | None = None,
    look_ahead: int = 16,
    on_batch: Callable[[GameFile], None] | None = None,
) -> list[FileTally]:
    """Replay the games of files. Memory is bounded, however many games there are.

    Args:
        files: The files, as `read_game_files` yields them.
        every: Whether to keep every game that disagrees or has something odd; else only the first of each file is.
        executor: Shares the work, if it is given.
        look_ahead: How many pieces of work, of a few games each, the executor has at a time.
        on_batch: Called with the file after some of its games have been replayed, again and again.

    Returns:
        What is to be said of each file, in order.

    Raises:
        TaflError: A file cannot be read.
    """
    tallies: dict[GameFile, FileTally] = {}
    room = Room(MAX_LISTED)
    for file, games in replay_files(files, executor=executor, look_ahead=look_ahead):
        tally = tallies.setdefault(file, FileTally(file.path, file.format, file.chosen, every, room))
        for game in games:
            tally.add(game)
        if on_batch is not None:
            on_batch(file)
    return list(tallies.values())


#: A file, some of its games, and how many come before these.
_Batch = tuple[GameFile, list[GameText], int]


def batches_of(files: Iterable[GameFile]) -> Iterator[_Batch]:
    """The games of files in small pieces, at least one for each file."""
    for file in files:
        start, size = 0, 0
        games: list[GameText] = []
        for game in file.games:
            games.append(game)
            size += len(game.text)
            if len(games) == BATCH or size >= MAX_BATCH_TEXT:
                yield file, games, start
                start, size, games = start + len(games), 0, []
        if games or not start:
            yield file, games, start


def replay_files(
    files: Iterable[GameFile], *, executor: Executor | None = None, look_ahead: int = 16
) -> Iterator[tuple[GameFile, list[CheckedGame]]]:
    """Iterate over the games of files, a few at a time, each replayed; there is at least one list for each file.

    Args:
        files: The files, as `read_game_files` yields them.
        executor: Shares the work, if it is given.
        look_ahead: How many pieces of work, of a few games each, the executor has at a time.

    Raises:
        TaflError: A file cannot be read.
    """
    tasks = ((file, partial(_check_batch, games, start)) for file, games, start in batches_of(files))
    return in_order(tasks, executor, look_ahead)


def _check_batch(games: Sequence[GameText], before: int) -> list[CheckedGame]:
    return [_check(game, before + number) for number, game in enumerate(games, 1)]


def _check(game: GameText, number: int) -> CheckedGame:
    name = f"game {number}"
    try:
        found = game.replay()
    except TaflError as error:
        known = id_of_line(game.text) if game.format is Format.JSON_LINES else ""
        return CheckedGame(known or name, game.line, trouble=GameProblem(NOTATION, str(error)), unknown=game.unknown)
    return CheckedGame(
        name=found.record.tag("Id")[:MAX_NAME] or name,
        line=game.line,
        variant=found.record.variant.name,
        plies=found.plies,
        ending=UNDECIDED if found.game.outcome is None else termination_of_game(found.game) or OVER,
        trouble=_trouble(found),
        ended_early=found.ended_early,
        went_on=found.went_on,
        unexplained=_unexplained(found),
    )


def _unexplained(found: Replay) -> str:
    record = found.record
    if found.disagreement or found.game.outcome or record.termination in (RESIGNED, TIMEOUT):
        return ""
    return str(record.result.winner(record.kind) or "")


def _trouble(found: Replay) -> GameProblem | None:
    differs = found.disagreement
    if differs is None:
        return None
    position = found.record.kind.format_position(differs.game)
    return GameProblem(differs.problem.value, differs.says, differs.ply, differs.written, position, str(differs.game))
