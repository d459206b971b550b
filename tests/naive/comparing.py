"""Playing games in taflkit and in the naive engine at the same time, and finding where they part."""

from __future__ import annotations

import random
from collections.abc import Sequence

from taflkit import Game, Move, Outcome, Play, Position, SquareSet, Variant
from tests.naive import board as naive
from tests.naive.endings import End
from tests.naive.engine import Engine
from tests.naive.history import History


def as_naive(move: Move) -> naive.Move:
    """A move as the naive engine writes it."""
    return naive.Move((move.origin.column, move.origin.row), (move.target.column, move.target.row))


def as_end(outcome: Outcome | None) -> End | None:
    """An outcome as the naive engine writes it."""
    if outcome is None:
        return None
    return End(outcome.winner.value if outcome.winner else None, outcome.reason.name)


def check_moves(found: Sequence[Move], expected: list[naive.Move], position: Position) -> None:
    """Both list the same moves, each once."""
    assert sorted(map(as_naive, found)) == sorted(expected), f"the moves differ in\n{position}"


def check_play(play: Play, engine: Engine) -> None:
    """Both say the same of a move: what it takes, what is left, who goes on, and whether the game is over."""
    result = engine.play(naive.read_situation(play.before), as_naive(play.move))
    taken = {(square.column, square.row) for square in SquareSet(play.move.grid, play.taken_mask)}
    told = (taken, as_end(play.outcome), naive.read_situation(play.position))
    assert told == (result.taken, result.end, result.after), f"{play.move} differs in\n{play.before}"


def check_position(variant: Variant, engine: Engine, position: Position) -> int:
    """Both say the same of every move in a position; how many moves that are."""
    moves = variant.rules.legal_moves(position)
    check_moves(moves, engine.moves(naive.read_situation(position)), position)
    for move in moves:
        check_play(variant.rules.play(position, move), engine)
    return len(moves)


def check_move(variant: Variant, engine: Engine, position: Position, move: Move) -> Play | None:
    """Both say the same of one move; the play, if it is legal."""
    is_legal = variant.rules.is_legal(position, move)
    situation = naive.read_situation(position)
    assert is_legal is (as_naive(move) in engine.moves(situation)), f"only one allows {move} in\n{position}"
    if not is_legal:
        return None
    play = variant.rules.play(position, move)
    check_play(play, engine)
    return play


def check_game(game: Game, engine: Engine, chance: random.Random, plies: int) -> Game:
    """Both play a random game alike, to its end or for so many plies; the game at its end."""
    history = History(engine, naive.read_situation(game.position))
    for _ in range(plies):
        check_moves(game.legal_moves, [] if game.outcome else history.moves(), game.position)
        if game.outcome is not None:
            break
        game = game.play(lively(game, chance))
        assert game.last is not None
        result = history.play(as_naive(game.last.move))
        check_play(game.last, engine)
        assert as_end(game.outcome) == history.end(), f"the outcome differs after {game.last} in\n{game.last.before}"
        assert result.after == naive.read_situation(game.position)
    return game


def lively(game: Game, chance: random.Random) -> Move:
    """A random move; every other time one that captures or that a king makes, so that more happens."""
    moves = game.legal_moves
    if chance.randrange(2):
        rules, position = game.variant.rules, game.position
        lively = [m for m in moves if m.origin_mask & position.kings_mask or rules.taken_by(position, m)]
        return chance.choice(lively or moves)
    return chance.choice(moves)
