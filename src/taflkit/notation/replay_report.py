"""Replaying whole files of games, in this process or in others, and what is reported of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor

import attrs

from taflkit.errors import TaflError
from taflkit.notation.files import Format, replay_game
from taflkit.notation.game_files import GameFile, GameText
from taflkit.notation.jsonlines import id_of_line
from taflkit.notation.positions import format_rows
from taflkit.notation.records import RESIGNED, TIMEOUT, termination_of
from taflkit.notation.replaying import Replay, WentOn
from taflkit.notation.source import RecordError
from taflkit.variant.catalogue import load_variant

#: How many games an executor is given at a time.
BATCH = 32
#: The problem of a game that cannot be read; the others are the values of `Problem`.
NOTATION = "notation"
#: The ending of a game that is not over on the board.
UNDECIDED = "undecided"


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


#: The number of a file, the format of its games, some of them, and how many come before these.
_Batch = tuple[int, Format, Sequence[GameText], int]


def check_files(
    files: Sequence[GameFile],
    *,
    executor: Executor | None = None,
    on_games: Callable[[int], None] | None = None,
) -> list[list[CheckedGame]]:
    """Replay the games of files.

    Args:
        files: The files. Games of a file whose type is unknown are not replayed.
        executor: Shares the work, if it is given.
        on_games: Called with the number of games replayed so far, again and again.

    Returns:
        The games of each file, in order.
    """
    batches: list[_Batch] = [
        (number, file.format, file.games[start : start + BATCH], start)
        for number, file in enumerate(files)
        for start in range(0, len(file.games), BATCH)
        if file.unknown is None
    ]
    checked: list[list[CheckedGame]] = [[] for _ in files]
    done = 0
    results: Iterator[list[CheckedGame]] = (map if executor is None else executor.map)(_check_batch, batches)
    for (number, *_), found in zip(batches, results, strict=True):
        checked[number] += found
        done += len(found)
        if on_games is not None:
            on_games(done)
    return checked


def _check_batch(batch: _Batch) -> list[CheckedGame]:
    _, kind, games, before = batch
    return [_check(kind, game, before + number) for number, game in enumerate(games, 1)]


def _check(kind: Format, game: GameText, number: int) -> CheckedGame:
    name, line = f"game {number}", game.line

    def unreadable(says: str) -> CheckedGame:
        known = id_of_line(game.text) if kind is Format.JSON_LINES else ""
        return CheckedGame(known or name, line, trouble=GameProblem(NOTATION, says))

    if game.unknown is not None:
        return unreadable(f"line {line}: no variant is called {game.unknown!r}; name the variant")
    try:
        found = replay_game(game.text, kind, [load_variant(variant) for variant in game.variants])
    except RecordError as error:
        moved = RecordError(error.text, error.column, error.expected, error.line + line - 1)
        return unreadable(str(moved))
    except TaflError as error:
        return unreadable(f"line {line}: {error}")
    outcome = found.game.outcome
    return CheckedGame(
        name=found.record.tag("Id") or name,
        line=line,
        variant=found.record.variant.name,
        plies=found.plies,
        ending=UNDECIDED if outcome is None else termination_of(outcome.reason),
        trouble=_trouble(found),
        ended_early=found.ended_early,
        went_on=found.went_on,
        unexplained=_unexplained(found),
    )


def _unexplained(found: Replay) -> str:
    record = found.record
    if found.disagreement or found.game.outcome or record.termination in (RESIGNED, TIMEOUT):
        return ""
    return str(record.result.winner or "")


def _trouble(found: Replay) -> GameProblem | None:
    differs = found.disagreement
    if differs is None:
        return None
    position = f"{format_rows(differs.game.position)} {differs.game.to_move}"
    return GameProblem(differs.problem.value, differs.says, differs.ply, differs.written, position, str(differs.game))
