"""The games of a match as records, written as they end, and read again to go on with a match that was interrupted."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import attrs

from taflkit.engines.channel import printable
from taflkit.errors import TaflError
from taflkit.files import reason_of, write_whole
from taflkit.games import AnyKind, Player
from taflkit.games.history import start_of
from taflkit.match.entrants import Fault
from taflkit.match.matches import Match
from taflkit.match.results import GameResult, PairResult, Thought
from taflkit.notation import Record, RecordedMove, Result, format_record, parse_record
from taflkit.notation.annotations import format_clock
from taflkit.notation.records import TIMEOUT, termination_of_game
from taflkit.notation.recordtext import split_records
from taflkit.review.evaluations import evaluation_of
from taflkit.search import Score
from taflkit.shell import fixed_word

#: In bytes: larger files of records are not read.
_MAX_BYTES = 1 << 30
#: The time that a move took, as the comments of records have it.
_ELAPSED = re.compile(r"\[%emt (\d+):(\d+):([\d.]+)\]", re.ASCII)
_ROUND = re.compile(r"(\d{1,9})\.([12])", re.ASCII)


def match_name(match: Match[Any]) -> str:
    """A text that is the same for matches that play the same games."""
    openings = [(match.kind.format_position(start_of(game)), [*map(str, game.moves)]) for game in match.openings]
    variant = match.kind.variant_of(match.openings[0]).name
    described = [[entrant.name for entrant in match.entrants], variant, openings, match.seed, match.gauntlet]
    return hashlib.sha256(repr((described, match.limits)).encode()).hexdigest()[:16]


def record_of(result: GameResult[Any], match: Match[Any]) -> Record:
    """The record of a game of a match, with what is known about every move."""
    kind, game = result.kind, result.game
    plain = Record.of(game)
    opening = len(plain.line) - len(result.thoughts)
    thoughts = [None] * opening + [*result.thought_by_player]
    names = {
        fixed_word(kind, result.variant, player): printable(match.entrants[number].name)
        for player, number in result.entrants.items()
    }
    tags = {
        **names,
        "Round": f"{(result.number - 1) // 2 + 1}.{(result.number - 1) % 2 + 1}",
        "Match": match_name(match),
        "Opening": str(opening),
        "Reason": printable(result.reason),
    }
    if result.fault is not None:
        tags["Fault"] = result.fault.name.lower()
    if result.disagreeing is not None:
        tags["Disagreeing"] = str(result.disagreeing + 1)
    if match.limits.clock is not None:
        tags["Time-Control"] = str(match.limits.clock)
    termination = termination_of_game(game)
    if not termination and result.fault is Fault.TIME:
        termination = TIMEOUT
    return attrs.evolve(
        plain,
        line=[_recorded(move, known, kind) for move, known in zip(plain.line, thoughts, strict=True)],
        result=Result.won_by(kind, result.winning_player),
        termination=termination,
        tags=tags,
    )


def _recorded(move: RecordedMove, known: tuple[Player, Thought] | None, kind: AnyKind) -> RecordedMove:
    if known is None:
        return move
    player, thought = known
    score, comment = thought.score, f"[%emt {format_clock(thought.seconds)}]"
    evaluation = None if score is None else evaluation_of(score, player == kind.players[0], thought.depth)
    return attrs.evolve(move, comment=comment, evaluation=evaluation)


def _thought(move: RecordedMove, player: Player, is_first: bool) -> Thought:
    found = _ELAPSED.search(move.comment)
    seconds = 0.0 if found is None else int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3])
    evaluation, sign = move.evaluation, 1 if is_first else -1
    if evaluation is None:
        return Thought(seconds)
    if evaluation.win_in is None:
        score = Score(round(sign * evaluation.men * 100), player)
    else:
        plies = 2 * abs(evaluation.win_in)
        wins = sign * evaluation.win_in > 0
        score = Score.win(plies - 1, player) if wins else Score.loss(plies, player)
    return Thought(seconds, score, evaluation.depth)


def _result(record: Record, match: Match[Any]) -> GameResult[Any]:
    """The result of a game, from its record."""
    kind = match.kind
    found = _ROUND.fullmatch(record.tag("Round"))
    if found is None or int(found[1]) < 1:
        raise TaflError(f"the record has no round of a match, such as 1.2, but {record.tag('Round')!r}")
    pair, changed = int(found[1]) - 1, found[2] == "2"
    indices = match.encounters[pair % len(match.encounters)]
    first, second = reversed(indices) if changed else indices
    game = record.game()
    winner = record.result.winner(kind)
    thoughts = []
    at: Any = game
    opening = record.tag("Opening")
    for move in reversed(record.line[int(opening) if opening.isdecimal() else 0 :]):
        at = at.previous
        thoughts.append(_thought(move, at.to_move, at.to_move == kind.players[0]))
    fault, disagreeing = record.tag("Fault").upper(), record.tag("Disagreeing")
    return GameResult(
        2 * pair + 1 + changed,
        first,
        second,
        None if winner is None else first if winner == kind.players[0] else second,
        record.tag("Reason"),
        game,
        kind,
        tuple(reversed(thoughts)),
        Fault[fault] if fault in Fault.__members__ else None,
        int(disagreeing) - 1 if disagreeing.isdecimal() else None,
    )


def _complete_result(text: str, match: Match[Any], name: str) -> GameResult[Any]:
    """The result of a game of a match, from the text of its record.

    Raises:
        TaflError: If the record is not complete, or of another match.
    """
    record = parse_record(text, match.kind.variant_of(match.openings[0]))
    if record.tag("Match") != name:
        raise TaflError("this is a game of another match, or of one with other entrants, openings or limits")
    if not text.rstrip().endswith(record.result.value):
        raise TaflError("the record is not complete")
    return _result(record, match)


def read_results(path: Path, match: Match[Any]) -> list[PairResult[Any]]:
    """The pairs of a match whose records are in a file, as far as both games are there.

    A record that is not complete, as an interruption may leave it at the end of the file, is left out.

    Raises:
        TaflError: If the file cannot be read, or has games of another match.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise TaflError(f"{path}: too large for the records of a match")
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise TaflError(f"cannot read {path}: {reason_of(error)}") from None
    name, found = match_name(match), dict[int, GameResult[Any]]()
    records = list(split_records(text))
    for number, (line, game) in enumerate(records, 1):
        try:
            result = _complete_result(game, match, name)
        except TaflError as error:
            # A file that is not of this match is an error also where its only record is broken.
            if number == len(records) and (found or f'[Match "{name}"]' in text):
                break
            raise TaflError(f"{path}:{line}: {error}") from None
        found[result.number] = result
    pairs = []
    for number in sorted({(game - 1) // 2 for game in found}):
        first, second = (found.get(2 * number + 1 + changed) for changed in (0, 1))
        if first is not None and second is not None:
            indices = match.encounters[number % len(match.encounters)]
            pairs.append(PairResult(number, indices, (first, second)))
    return pairs


@contextmanager
def record_file(path: Path, match: Match[Any], done: Iterable[PairResult[Any]] = ()) -> Iterator[MatchRecorder]:
    """A file to which the games of a match are written as they end.

    Args:
        path: The file; it is replaced.
        match: The match.
        done: The results of an earlier run, which are written first.

    Raises:
        TaflError: If the file cannot be written.
    """
    done = list(done)
    try:
        write_whole(path, "".join(_text(result, match) for result in done).encode())
        with path.open("ab") as file:
            yield MatchRecorder(file, match, {result.number for result in done})
    except (OSError, ValueError) as error:
        raise TaflError(f"cannot write {path}: {reason_of(error)}") from None


class MatchRecorder:
    """Writes the results of a match to a file."""

    def __init__(self, file: IO[bytes], match: Match[Any], known: set[int]) -> None:
        """Write results to an open file, but for the pairs whose numbers are known."""
        self._file = file
        self._match = match
        self._known = known

    def add(self, result: PairResult[Any]) -> None:
        """Write both games of a pair, so that they survive a crash of the machine."""
        if result.number not in self._known:
            self._file.write(_text(result, self._match).encode())
            self._file.flush()
            os.fsync(self._file.fileno())


def _text(result: PairResult[Any], match: Match[Any]) -> str:
    return "".join(f"{format_record(record_of(game, match)).rstrip()}\n\n" for game in result.games)
