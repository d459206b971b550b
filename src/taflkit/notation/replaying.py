"""Replaying records: is every move legal, did it take what the record says, did the game end as it says?"""

from __future__ import annotations

import enum

import attrs

from taflkit.board import Position
from taflkit.errors import GameOverError, IllegalMoveError
from taflkit.game import Game
from taflkit.notation.recorded import RecordedMove
from taflkit.notation.records import TERMINATIONS, Record, Result

#: Records of berserk games leave out how a turn went on. So many ways in which it may have gone are followed.
MOST_WAYS = 256
#: And no more moves than this are tried to find them.
MOST_TRIED = 10_000


class Problem(enum.Enum):
    """What a record and the rules can disagree about; the value is how reports say it."""

    ILLEGAL = "illegal"
    CAPTURES = "captures"
    OVER = "over"
    RESULT = "result"


@attrs.frozen
class Disagreement:
    """The first thing in a record that does not agree with the rules."""

    problem: Problem
    #: The number of the move from 1; for the result, that of the last move.
    ply: int
    #: The move, or the result, as the record has it.
    written: str
    #: What is wrong, as a clause.
    says: str
    #: The game as far as it agrees.
    game: Game

    def __str__(self) -> str:
        """Say where and what."""
        return f"ply {self.ply}, {self.written}: {self.says}"


@attrs.frozen
class Replay:
    """A record that has been replayed: the game as far as it agrees with the rules, and the first disagreement."""

    record: Record
    game: Game
    #: How many moves of the record agree.
    plies: int
    disagreement: Disagreement | None = None

    def checked(self) -> Game:
        """The game; a move that does not agree with the rules is an error, a result that does not is none."""
        found = self.disagreement
        if found is None or found.problem is Problem.RESULT:
            return self.game
        error = GameOverError if found.problem is Problem.OVER else IllegalMoveError
        raise error(found.written, found.says, found.game.position, found.game)


class _DiffersError(Exception):
    """A game does not go on as the record says."""

    def __init__(self, problem: Problem, says: str) -> None:
        super().__init__(problem, says)
        self.problem = problem
        self.says = says


def replay(record: Record) -> Replay:
    """Replay a record up to its end, or to the first move or result that does not agree with the rules.

    The capture of the king need not be written. In a game in which a piece that has captured goes on, the record may
    have a turn of several moves as one: from the first square to the second, or to the last. The turn then went on
    in a way that agrees with what follows.
    """
    rules = record.variant.rules
    played = _played if rules.turn.goes_on(rules) is None else _played_in_turns
    ways = [record.start_game()]
    for ply, recorded in enumerate(record.line, 1):
        reached: dict[Position, Game] = {}
        differs: _DiffersError | None = None
        for game in ways:
            try:
                for after in played(game, recorded):
                    reached.setdefault(after.position, after)
            except _DiffersError as found:
                differs = differs or found
        if not reached:
            assert differs is not None
            trouble = Disagreement(differs.problem, ply, str(recorded), differs.says, ways[0])
            return Replay(record, ways[0], ply - 1, trouble)
        ways = list(reached.values())[:MOST_WAYS]
    ends = [end for game in ways for end, _ in _turn_ends(game)]
    troubles = [_result_trouble(record, game) for game in ends]
    agreeing = next((game for game, trouble in zip(ends, troubles, strict=True) if trouble is None), None)
    if agreeing is not None:
        return Replay(record, agreeing, len(record.line))
    return Replay(record, ends[0], len(record.line), troubles[0])


def _played(game: Game, recorded: RecordedMove) -> list[Game]:
    """The game after a recorded move, which must have taken what is written; the king's capture may be left out."""
    after = _after(game, recorded)
    assert after.last is not None
    king = after.last.taken & game.position.kings
    if recorded.taken is not None and recorded.taken | king != after.last.taken:
        squares = " ".join(str(captured.square) for captured in after.last.captured)
        raise _DiffersError(Problem.CAPTURES, f"it captures {squares or 'nothing'}")
    return [after]


def _after(game: Game, recorded: RecordedMove) -> Game:
    try:
        return game.play(recorded.move)
    except GameOverError as error:
        raise _DiffersError(Problem.OVER, error.reason) from None
    except IllegalMoveError as error:
        raise _DiffersError(Problem.ILLEGAL, error.reason) from None


def _played_in_turns(game: Game, recorded: RecordedMove) -> list[Game]:
    """The games that a recorded move may lead to, where a turn can have several moves and not all are written."""
    found: list[Game] = []
    differs: _DiffersError | None = None
    goes_on = game.position.going_on and game.position.going_on != recorded.move.origin_bit
    for start in [end for end, _ in _turn_ends(game)] if goes_on else [game]:
        try:
            found += _played(start, recorded)
        except _DiffersError as trouble:
            differs = differs or trouble
            found += _whole_turns(start, recorded)
        else:
            if recorded.taken is None:
                found += _whole_turns(start, recorded)
    if not found:
        raise differs or _DiffersError(Problem.ILLEGAL, "the turn before goes on without an end")
    return found


def _whole_turns(game: Game, recorded: RecordedMove) -> list[Game]:
    """The ends of turns of several moves that may be meant by one move and all that it took."""
    found = []
    for move in game.legal_moves:
        if move.origin_bit != recorded.move.origin_bit:
            continue
        first = game.follow(move)
        assert first.last is not None
        if not first.position.going_on:
            continue
        for end, more in _turn_ends(first):
            assert end.last is not None
            taken, king = first.last.taken | more, (first.last.taken | more) & game.position.kings
            written = taken if recorded.taken is None else recorded.taken | king
            to_the_last = end.last.move.target_bit == recorded.move.target_bit and written == taken
            to_the_second = move is recorded.move and not (first.last.taken & ~written or written & ~taken)
            if to_the_last or to_the_second:
                found.append(end)
    return found


def _turn_ends(game: Game) -> list[tuple[Game, int]]:
    """How the turn of a piece that goes on may end, with the squares of what it takes until then."""
    ends: list[tuple[Game, int]] = []
    waiting = [(game, 0)]
    for _ in range(MOST_TRIED):
        if not waiting or len(ends) >= MOST_WAYS:
            break
        here, taken = waiting.pop()
        if not here.position.going_on or here.outcome is not None:
            ends.append((here, taken))
            continue
        for move in here.legal_moves:
            after = here.follow(move)
            assert after.last is not None
            waiting.append((after, taken | after.last.taken))
    return ends or [(game, 0)]


def _result_trouble(record: Record, game: Game) -> Disagreement | None:
    """What is wrong with the result that a record gives to a game that has been replayed."""
    outcome, reason = game.outcome, TERMINATIONS.get(record.termination)
    says = None
    if outcome is None:
        # Resigned, out of time, agreed: nothing on the board says who has won, unless the record itself says so.
        if reason is not None:
            says = f"the record says that {reason.value}, and the game goes on"
    elif record.result not in (Result.UNKNOWN, Result.of(outcome)):
        says = str(outcome)
    elif reason is not None and reason is not outcome.reason:
        says = f"the record says that {reason.value}, but {outcome}"
    if says is None:
        return None
    return Disagreement(Problem.RESULT, len(record.line), record.result.value, says, game)
