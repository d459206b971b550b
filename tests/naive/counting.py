"""How many lines of play there are, counted by playing them."""

from __future__ import annotations

from tests.naive.board import Board, Move, Situation, Turning
from tests.naive.engine import Engine


def perft(engine: Engine, depth: int) -> int:
    """The lines of exactly `depth` plies from the start; a game that is over does not go on."""
    return sum(divide(engine, depth).values())


def divide(engine: Engine, depth: int) -> dict[Move, int]:
    """The same for each first move; of those that are each other's image one is counted."""
    counts: dict[Move, int] = {}
    for move, images in first_moves(engine).items():
        counts |= dict.fromkeys(images, _lines_after(engine, engine.start, move, depth))
    return counts


def first_moves(engine: Engine) -> dict[Move, set[Move]]:
    """The first moves, one of each, with its images, itself among them.

    Where the start looks the same when the board is turned or mirrored, so do the games: the images of a move have as
    many lines.
    """
    board = engine.start.board
    symmetries = [turning for turning in engine.ground.symmetries if _turned(board, turning) == board]
    found: dict[Move, set[Move]] = {}
    seen: set[Move] = set()
    for move in engine.moves(engine.start):
        if move not in seen:
            found[move] = {_image(move, turning) for turning in symmetries}
            seen |= found[move]
    return found


def _lines_after(engine: Engine, situation: Situation, move: Move, depth: int) -> int:
    result = engine.play(situation, move)
    if depth == 1:
        return 1
    return 0 if result.end is not None else count(engine, result.after, depth - 1)


def count(engine: Engine, situation: Situation, depth: int) -> int:
    """The lines of a game that is not over; the last move of each is not made, only listed."""
    moves = engine.moves(situation)
    if depth == 1:
        return len(moves)
    return sum(_lines_after(engine, situation, move, depth) for move in moves)


def _turned(board: Board, turning: Turning) -> Board:
    return {turning(spot): piece for spot, piece in board.items()}


def _image(move: Move, turning: Turning) -> Move:
    return Move(turning(move.origin), turning(move.target))
