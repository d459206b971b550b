"""Replaying records: is every move legal, did it take what the record says, did the game end as it says?"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from itertools import islice

import attrs

from taflkit.board import Move, Position
from taflkit.errors import GameOverError, IllegalMoveError
from taflkit.game import Game
from taflkit.notation.records import RESIGNED, TERMINATIONS, TIMEOUT, Record, RecordedMove, Result
from taflkit.rules import Reason

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
    #: The moves, numbered from 1, after which a piece had to go on, and the other side moved instead.
    ended_early: tuple[int, ...] = ()
    #: The moves, numbered from 1, after which the game was over by repetition, and the players did not heed it.
    went_on: tuple[int, ...] = ()

    def checked(self) -> Game:
        """The game; a move that does not agree with the rules is an error, a result that does not is none."""
        found = self.disagreement
        if found is None or found.problem is Problem.RESULT:
            return self.game
        error = GameOverError if found.problem is Problem.OVER else IllegalMoveError
        raise error(found.written, found.says, found.game.position, found.game)


@attrs.frozen
class _Way:
    """A way in which the moves so far may have been played, with what the players did in it against the rules."""

    game: Game
    ended_early: tuple[int, ...] = ()
    went_on: tuple[int, ...] = ()

    @property
    def oddities(self) -> int:
        """The fewer there are, the likelier is the way."""
        return len(self.ended_early) + len(self.went_on)


@attrs.define
class _DiffersError(Exception):
    """A game does not go on as the record says."""

    problem: Problem
    says: str


def replay(record: Record) -> Replay:
    """Replay a record up to its end, or to the first move or result that does not agree with the rules.

    The capture of the king need not be written. In a game in which a piece that has captured goes on, the record may
    have a turn of several moves as one: from the first square to the second, or to the last. The turn then went on
    in a way that agrees with what follows.

    Two things are noted and are no disagreement, because players do them where nobody holds them to the rules. They
    end a turn early, so that the other side moves while a piece has to go on (`ended_early`), and they go on, resign
    or agree on a draw after a repetition that has ended the game (`went_on`).
    """
    ways = [_Way(record.start_game())]
    for ply, recorded in enumerate(record.line, 1):
        reached: dict[Position, _Way] = {}
        differs: _DiffersError | None = None
        for way in ways:
            try:
                for after in _after_move(way, recorded, ply):
                    known = reached.setdefault(after.game.position, after)
                    if after.oddities < known.oddities:
                        reached[after.game.position] = after
            except _DiffersError as found:
                differs = differs or found
        if not reached:
            assert differs is not None
            way = ways[0]
            trouble = Disagreement(differs.problem, ply, str(recorded), differs.says, way.game)
            return Replay(record, way.game, ply - 1, trouble, way.ended_early, way.went_on)
        ways = sorted(reached.values(), key=lambda way: way.oddities)[:MOST_WAYS]
    return _with_result(record, ways)


def _with_result(record: Record, ways: list[_Way]) -> Replay:
    """The whole record, replayed in the likeliest way that agrees with its result."""
    found: list[tuple[bool, int, bool, Replay]] = []
    plies = len(record.line)
    given_up = record.termination in (RESIGNED, TIMEOUT)
    agreed = record.result is Result.DRAW and record.termination not in TERMINATIONS
    for way in ways:
        # The last turn may have gone on after what is written, or somebody gave up in its midst.
        ends = (later for later, _ in _further_moves(way.game) if _turn_is_over(later))
        for end in [*islice(ends, MOST_WAYS), way.game]:
            trouble = _result_trouble(record, end)
            went_on = way.went_on
            if trouble is not None and _is_repeated(end) and (given_up or agreed):
                trouble, went_on = None, (*went_on, plies)
            it = Replay(record, end, plies, trouble, way.ended_early, went_on)
            found.append((trouble is not None, way.oddities, given_up is (end.outcome is not None), it))
    return min(found, key=lambda each: each[:3])[3]


def _after_move(way: _Way, recorded: RecordedMove, ply: int) -> list[_Way]:
    """The ways to play a recorded move: one, unless pieces go on and not all of that is written."""
    if not way.game.variant.rules.goes_on:
        way = _heedless(way, ply)
        return [_Way(_played(way.game, recorded), (), way.went_on)]
    found: list[_Way] = []
    differs: _DiffersError | None = None
    for start in _turns_over(way, recorded, ply):
        games: list[Game] = []
        try:
            games.append(_played(start.game, recorded))
        except _DiffersError as trouble:
            differs = differs or trouble
        if not games or recorded.taken is None:
            games += islice(_several_moves_as_one(start.game, recorded), MOST_WAYS)
        before = _heedless(start, ply)
        found += [attrs.evolve(before, game=game) for game in games]
    if not found:
        assert differs is not None
        raise differs
    return found


def _heedless(way: _Way, ply: int) -> _Way:
    """The way before a further move, with a note if the game was over by repetition."""
    return attrs.evolve(way, went_on=(*way.went_on, ply - 1)) if _is_repeated(way.game) else way


def _turns_over(way: _Way, recorded: RecordedMove, ply: int) -> list[_Way]:
    """The ways in which the turn before a recorded move may have come to its end, if it had not."""
    game = way.game
    if game.position.going_on_mask in (0, recorded.move.origin_mask):
        return [way]
    further = [game, *(later for later, _ in _further_moves(game))]
    over = [attrs.evolve(way, game=end) for end in further if _turn_is_over(end)]
    ended_early = (*way.ended_early, ply - 1)
    # What the board shows if nothing more was moved comes first, so that a disagreement speaks of it.
    early = [
        attrs.evolve(way, game=_cut_short(stop), ended_early=ended_early) for stop in further if not _turn_is_over(stop)
    ]
    return early[:MOST_WAYS] + over[:MOST_WAYS]


def _cut_short(game: Game) -> Game:
    """The game if the piece that has to go on does not, and the other side moves."""
    return game.end_turn()


def _played(game: Game, recorded: RecordedMove) -> Game:
    """The game after a recorded move, which must have taken what is written; the king's capture may be left out."""
    try:
        after = _play(game, recorded.move)
    except GameOverError as error:
        raise _DiffersError(Problem.OVER, error.reason) from None
    except IllegalMoveError as error:
        raise _DiffersError(Problem.ILLEGAL, error.reason) from None
    assert after.last is not None
    king = after.last.taken_mask & game.position.kings_mask
    if recorded.taken is not None and recorded.taken | king != after.last.taken_mask:
        squares = " ".join(str(captured.square) for captured in after.last.captured)
        raise _DiffersError(Problem.CAPTURES, f"it captures {squares or 'nothing'}")
    return after


def _play(game: Game, move: Move) -> Game:
    """As `Game.play`, but repetition does not keep the players from going on."""
    if not _is_repeated(game):
        return game.play(move)
    rules, position = game.variant.rules, game.position
    if not rules.is_legal(position, move):
        raise IllegalMoveError(move, rules.why_illegal(position, move), position, game)
    return game.follow(move)


def _is_repeated(game: Game) -> bool:
    return game.outcome is not None and game.outcome.reason is Reason.REPETITION


def _several_moves_as_one(game: Game, recorded: RecordedMove) -> Iterator[Game]:
    """The games after several moves of a turn, where one move to the second or last square has all that they took."""
    # A game that is over has no legal moves; if only repetition has ended it, the rules still have.
    moves = game.variant.rules.legal_moves(game.position) if _is_repeated(game) else game.legal_moves
    for move in moves:
        if move.origin_mask != recorded.move.origin_mask:
            continue
        first = game.follow(move)
        assert first.last is not None
        at_first = first.last.taken_mask
        for later, more in _further_moves(first):
            assert later.last is not None
            taken = at_first | more
            written = taken if recorded.taken is None else recorded.taken | taken & game.position.kings_mask
            to_the_last = later.last.move.target_mask == recorded.move.target_mask and written == taken
            to_the_second = move is recorded.move and not (at_first & ~written or written & ~taken)
            if to_the_last or to_the_second:
                yield later


def _turn_is_over(game: Game) -> bool:
    return not game.position.going_on_mask or game.outcome is not None


def _further_moves(game: Game) -> Iterator[tuple[Game, int]]:
    """What a game may become within the turn of a piece that goes on, with the squares of what that takes."""
    waiting = [(game, move, 0) for move in game.legal_moves] if game.position.going_on_mask else []
    for _ in range(MOST_TRIED):
        if not waiting:
            break
        here, move, taken = waiting.pop()
        after = here.follow(move)
        assert after.last is not None
        taken |= after.last.taken_mask
        yield after, taken
        if after.position.going_on_mask:
            waiting += [(after, further, taken) for further in after.legal_moves]


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
