"""Records of tafl: how they write moves, `d8-d6xc5xc6` or the old `h1h3`, and replaying them.

Captures are checked, and the players may not have kept every rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

import attrs

from taflkit.board import Grid, Move, Position, SquareSet
from taflkit.errors import GameOverError, IllegalMoveError, NotationError, check_type
from taflkit.game import Game
from taflkit.records.record import MAX_MOVE, RESIGNED, TIMEOUT, Record, RecordedMove, Result, termination_of
from taflkit.records.replaying import Disagreement, Problem, Replay, WentOn
from taflkit.rules import Play, Reason

MAX_PATHS = 256
"""Records of berserk games leave out how a turn continued; this many possibilities are followed."""
MAX_TRIED = 10_000
"""The moves that are tried to find these possibilities."""
TERMINATIONS: Mapping[str, Reason] = {termination_of(reason): reason for reason in Reason}
"""The reasons for which a game ends on the board, by how records write them."""


@attrs.frozen
class WrittenMove:
    """A move of tafl with the captures that a record mentions."""

    move: Move
    """The move."""
    taken_mask: int | None = 0
    """The squares of the pieces taken; `None` where the record does not say, as old ones do not."""

    def __attrs_post_init__(self) -> None:
        check_type(self.move, Move, "a Move, such as one of game.legal_moves")

    @classmethod
    def of(cls, play: Play) -> WrittenMove:
        """Return what a record keeps of a play."""
        return cls(play.move, play.taken_mask)

    def __str__(self) -> str:
        """Print with what it took: `d8-d6xc5xc6`; without a hyphen, `h1h3`, if the record does not say."""
        move = f"{self.move.origin}{self.move.target}" if self.taken_mask is None else str(self.move)
        return "".join([move, *(f"x{square}" for square in self.captured)])

    @property
    def captured(self) -> SquareSet:
        """The squares of the pieces taken, as far as the record says."""
        return SquareSet(self.move.grid, self.taken_mask or 0)


_SQUARE = r"[a-s]\d{1,2}"
_TARGET = rf"{_SQUARE}|[a-s]|\d{{1,2}}"
_PIECE = "[tcnkmg]?"
_HYPHEN = r"\^=|[-^=]"
_CAPTURES = rf"(?:[x/]{_PIECE}{_SQUARE})*"
_FLAGS = re.ASCII | re.IGNORECASE
_MOVE = re.compile(
    rf"{_PIECE}(?P<origin>{_SQUARE})(?:(?P<far>{_SQUARE})|(?:{_HYPHEN})(?P<target>{_TARGET}))"
    rf"(?P<captures>{_CAPTURES})[-+]{{0,2}}",
    _FLAGS,
)
_CAPTURED = re.compile(rf"[x/]{_PIECE}(?P<square>{_SQUARE})", _FLAGS)
# The parts of a move in their order, and what to expect where one is missing.
_PARTS = (
    (rf"{_PIECE}{_SQUARE}", "a move such as e5-e8"),
    (rf"{_HYPHEN}|(?={_SQUARE})", "a hyphen and the square to go to"),
    (_TARGET, "a square, row or column to go to"),
    (_CAPTURES, ""),  # There may be none.
    ("[x/]", "x and a square, or the end of the move"),
)


@lru_cache(maxsize=1 << 14)
def parse_written(grid: Grid, text: str) -> WrittenMove:
    """Read a move in any notation that records use; letters of pieces and signs of threats are ignored.

    Raises:
        NotationError: The text is not a move on this grid.
    """
    check_type(text, str, "the text of a move such as 'e5-e8'")
    match = _MOVE.fullmatch(text) if len(text) <= MAX_MOVE else None
    if match is None:
        raise _where_it_breaks(text)
    to = "far" if match["far"] else "target"
    try:
        move = grid.parse_move(f"{match['origin']}-{match[to]}")
    except NotationError as error:
        raise NotationError(text, match.start("origin" if error.column == 1 else to) + 1, error.expected) from None
    taken = 0
    for captured in _CAPTURED.finditer(text, *match.span("captures")):
        taken |= grid.mask([grid.square_in(text, captured.start("square") + 1, captured["square"])])
    return WrittenMove(move, None if match["far"] and not taken else taken)


@lru_cache(maxsize=1 << 14)
def spell_written(grid: Grid, text: str) -> str:
    """Return the usual spelling of a move in any notation that records use.

    Raises:
        NotationError: The text is not a move on this grid.
    """
    return str(parse_written(grid, text))


def continues_turn(grid: Grid, before: str, text: str) -> bool:
    """Whether a move continues the turn of the one before: it starts where that one ended.

    No opponent can move that piece.
    """
    return parse_written(grid, text).move.origin == parse_written(grid, before).move.target


def with_captures(record: Record) -> Record:
    """Return the record of a tafl game with the captures that it does not mention.

    Raises:
        IllegalMoveError: A move is illegal.
    """
    check_type(record, Record, "a Record (Record.of makes one of a game)")
    return attrs.evolve(record, line=_with_captures(record.start_game(), record.line))


def _with_captures(game: Game, line: tuple[RecordedMove, ...]) -> tuple[RecordedMove, ...]:
    found = []
    for recorded in line:
        variations = tuple(_with_captures(game, variation) for variation in recorded.variations)
        written = parse_written(game.variant.board.grid, recorded.text)
        game = game.play(written.move)
        assert game.last is not None
        text = str(game.last) if written.taken_mask is None else recorded.text
        found.append(attrs.evolve(recorded, text=text, variations=variations))
    return tuple(found)


def _where_it_breaks(text: str) -> NotationError:
    """Return the error that a part of a move is missing."""
    text = text if len(text) <= MAX_MOVE else f"{text[:MAX_MOVE]}..."
    at = 0
    for pattern, expected in _PARTS:
        match = re.compile(pattern, _FLAGS).match(text, at)
        if match is None:
            return NotationError(text, at + 1, expected)
        at = match.end()
    return NotationError(text, at + 1, "the square of a captured piece")


@attrs.frozen
class _Path:
    """One way in which the moves so far may have been played, and what the players did in it against the rules."""

    game: Game
    ended_early: tuple[int, ...] = ()
    went_on: tuple[WentOn, ...] = ()

    @property
    def oddities(self) -> int:
        """The fewer there are, the likelier is the path."""
        return len(self.ended_early) + len(self.went_on)


@attrs.define
class _DiffersError(Exception):
    """A game does not go on as the record says."""

    problem: Problem
    says: str


def replay_record(record: Record) -> Replay:
    """Replay a record of tafl as `taflkit.records.replay` describes it."""
    start: Game = record.start_game()
    if not start.variant.rules.goes_on:
        return _replay_single_moves(record, start)
    grid = start.variant.board.grid
    paths = [_Path(start)]
    for ply, recorded in enumerate(record.line, 1):
        written = parse_written(grid, recorded.text)
        reached: dict[Position, _Path] = {}
        differs: _DiffersError | None = None
        for path in paths:
            try:
                for after in _after_move(path, written, ply):
                    known = reached.setdefault(after.game.position, after)
                    if after.oddities < known.oddities:
                        reached[after.game.position] = after
            except _DiffersError as found:
                differs = differs or found
        if not reached:
            assert differs is not None
            path = paths[0]
            trouble = Disagreement(differs.problem, ply, recorded.text, differs.says, path.game)
            return Replay(record, path.game, ply - 1, trouble, path.ended_early, path.went_on)
        paths = sorted(reached.values(), key=lambda path: path.oddities)[:MAX_PATHS]
    return _with_result(record, paths)


def _replay_single_moves(record: Record, game: Game) -> Replay:
    """Replay a record of rules by which every turn is one move, so that there is only one way to read it."""
    grid = game.variant.board.grid
    went_on: tuple[WentOn, ...] = ()
    for ply, recorded in enumerate(record.line, 1):
        ended = _lenient_ending(game)
        try:
            after = _played(game, parse_written(grid, recorded.text), ended)
        except _DiffersError as differs:
            trouble = Disagreement(differs.problem, ply, recorded.text, differs.says, game)
            return Replay(record, game, ply - 1, trouble, (), went_on)
        if ended is not None:
            went_on = (*went_on, WentOn(ply - 1, ended))
        game = after
    return _with_result(record, [_Path(game, (), went_on)])


def _with_result(record: Record, paths: list[_Path]) -> Replay:
    """Return the replay of the whole record along the likeliest path that agrees with its result."""
    found: list[tuple[bool, int, bool, Replay]] = []
    plies = len(record.line)
    given_up = record.termination in (RESIGNED, TIMEOUT)
    agreed = record.result is Result.DRAW and record.termination not in TERMINATIONS
    for path in paths:
        # The last turn may have continued after what is written, or a player gave up in the middle of it.
        ends = (later for later, _ in _further_moves(path.game) if _turn_is_over(later))
        for end in [*islice(ends, MAX_PATHS), path.game]:
            trouble = _result_trouble(record, end)
            went_on = path.went_on
            ended = _lenient_ending(end)
            if ended is not None and (given_up or (agreed and trouble is not None)):
                trouble, went_on = None, (*went_on, WentOn(plies, ended))
            it = Replay(record, end, plies, trouble, path.ended_early, went_on)
            found.append((trouble is not None, path.oddities, given_up is (end.outcome is not None), it))
    return min(found, key=lambda each: each[:3])[3]


def _after_move(path: _Path, recorded: WrittenMove, ply: int) -> list[_Path]:
    """Return the paths after a recorded move: one, unless turns continue and not everything is written."""
    found: list[_Path] = []
    differs: _DiffersError | None = None
    for start in _turns_over(path, recorded, ply):
        games: list[Game] = []
        try:
            games.append(_played(start.game, recorded, _lenient_ending(start.game)))
        except _DiffersError as trouble:
            differs = differs or trouble
        if not games or recorded.taken_mask is None:
            games += islice(_several_moves_as_one(start.game, recorded), MAX_PATHS)
        before = _noted(start, ply)
        found += [attrs.evolve(before, game=game) for game in games]
    if not found:
        assert differs is not None
        raise differs
    return found


def _noted(path: _Path, ply: int) -> _Path:
    """Return the path before a further move, with a note if the game had ended in a way that players may ignore."""
    ended = _lenient_ending(path.game)
    return path if ended is None else attrs.evolve(path, went_on=(*path.went_on, WentOn(ply - 1, ended)))


def _turns_over(path: _Path, recorded: WrittenMove, ply: int) -> list[_Path]:
    """Return the paths along which the turn before a recorded move may have ended, if it had not."""
    game = path.game
    if game.position.going_on_mask in (0, recorded.move.origin_mask):
        return [path]
    further = [game, *(later for later, _ in _further_moves(game))]
    over = [attrs.evolve(path, game=end) for end in further if _turn_is_over(end)]
    ended_early = (*path.ended_early, ply - 1)
    # The position in which nothing more was moved comes first, so that a disagreement is about that one.
    early = [
        attrs.evolve(path, game=_cut_short(stop), ended_early=ended_early)
        for stop in further
        if not _turn_is_over(stop)
    ]
    return early[:MAX_PATHS] + over[:MAX_PATHS]


def _cut_short(game: Game) -> Game:
    """Return the game in which the piece that has to continue its turn does not, and the other side moves."""
    return game.end_turn()


def _played(game: Game, recorded: WrittenMove, ended: Reason | None) -> Game:
    """Return the game after a recorded move, which must take what is written; the king may be left out.

    The game may have `ended` in a way that players may ignore.
    """
    try:
        after = game.play(recorded.move) if ended is None else _play_on(game, recorded.move)
    except GameOverError as error:
        raise _DiffersError(Problem.OVER, error.reason) from None
    except IllegalMoveError as error:
        raise _DiffersError(Problem.ILLEGAL, error.reason) from None
    # Most moves take nothing, which is known without asking what exactly the move did.
    taken = _taken(after) if not after.captureless else 0
    said = recorded.taken_mask
    if said is not None and said != taken and said | taken & game.position.kings_mask != taken:
        squares = " ".join(map(str, SquareSet(game.variant.board.grid, taken)))
        raise _DiffersError(Problem.CAPTURES, f"it captures {squares or 'nothing'}")
    return after


def _taken(game: Game) -> int:
    """Return the squares where the last move captured pieces."""
    assert game.last is not None
    return game.last.taken_mask


def _play_on(game: Game, move: Move) -> Game:
    """Play a move as `Game.play` does, after an ending that players may ignore."""
    rules, position = game.variant.rules, game.position
    if not rules.is_legal(position, move):
        raise _DiffersError(Problem.ILLEGAL, rules.why_illegal(position, move))
    return game.follow(move)


def _lenient_ending(game: Game) -> Reason | None:
    """Return why a game is over if real games went on after that: repetition, or what the variant has as disputed."""
    if game.outcome is None:
        return None
    reason = game.outcome.reason
    return reason if reason is Reason.REPETITION or reason in game.variant.disputed else None


def _several_moves_as_one(game: Game, recorded: WrittenMove) -> Iterator[Game]:
    """Return the games after several moves of a turn that the record has as one."""
    # A game that is over has no legal moves, but the rules still know those of its position.
    moves = game.legal_moves if _lenient_ending(game) is None else game.variant.rules.legal_moves(game.position)
    for move in moves:
        if move.origin_mask != recorded.move.origin_mask:
            continue
        first = game.follow(move)
        assert first.last is not None
        at_first = first.last.taken_mask
        for later, more in _further_moves(first):
            assert later.last is not None
            taken = at_first | more
            written = taken if recorded.taken_mask is None else recorded.taken_mask | taken & game.position.kings_mask
            to_the_last = later.last.move.target_mask == recorded.move.target_mask and written == taken
            to_the_second = move is recorded.move and not (at_first & ~written or written & ~taken)
            if to_the_last or to_the_second:
                yield later


def _turn_is_over(game: Game) -> bool:
    return not game.position.going_on_mask or game.outcome is not None


def _further_moves(game: Game) -> Iterator[tuple[Game, int]]:
    """Iterate over what a game may become within the turn of a piece, with the squares of what it takes."""
    waiting = [(game, move, 0) for move in game.legal_moves] if game.position.going_on_mask else []
    for _ in range(MAX_TRIED):
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
    """Return what is wrong with the result of a record whose moves have been replayed."""
    outcome, reason = game.outcome, TERMINATIONS.get(record.termination)
    says = None
    if outcome is None:
        # A player resigned or ran out of time, or a draw was agreed: the board does not say who won.
        if reason is not None:
            says = f"the record says that {reason.value}, and the game goes on"
    elif record.result not in (Result.UNKNOWN, Result.of(game)):
        says = str(outcome)
    elif reason is not None and reason is not outcome.reason:
        says = f"the record says that {reason.value}, but {outcome}"
    if says is None:
        return None
    return Disagreement(Problem.RESULT, len(record.line), record.result.value, says, game)
