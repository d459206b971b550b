"""Plain minimax and random positions: what searchers are checked against."""

from __future__ import annotations

import random

import pytest

from taflkit import Game, Piece, Position, Side, Square, Variant, start
from taflkit.search.scores import WIN
from taflkit.search.tafl import TaflKnowledge

#: For tests of what the compiled searchers and those in Python must both do.
EITHER_WAY = pytest.mark.parametrize("kernel", [True, False], ids=["kernel", "python"])


def minimax(game: Game, depth: int, know: TaflKnowledge, *, quiescence: bool, ply: int = 0) -> int:
    """The value of a game for the side to move, by looking at every line to the depth."""
    if game.outcome is not None:
        winner = game.outcome.winner
        return 0 if winner is None else WIN - ply if winner is game.to_move else ply - WIN
    if depth == 0:
        return quiet(game, know, ply, 4) if quiescence else know.evaluate(game)
    return max(
        -minimax(game.play(move), depth - 1, know, quiescence=quiescence, ply=ply + 1) for move in game.legal_moves
    )


def quiet(game: Game, know: TaflKnowledge, ply: int, left: int) -> int:
    """The value when captures are followed, by looking at every line of captures."""
    if know.quick_win(game) is not None:
        return WIN - ply - 1
    values = [know.evaluate(game)]
    for move in know.forcing(game) if left else ():
        after = game.play(move)
        if after.outcome is None:
            values.append(-quiet(after, know, ply + 1, left - 1))
        else:
            values.append(-minimax(after, 0, know, quiescence=False, ply=ply + 1))
    return max(values)


def affordable_depth(game: Game, most: int = 8000) -> int:
    """How deep minimax can look in a moment."""
    branching = max(2, len(game.legal_moves))
    depth = 1
    while branching ** (depth + 1) <= most:
        depth += 1
    return depth


def wins_within(game: Game, moves: int) -> bool:
    """Whether the side to move wins by force within so many of its moves, by trying everything."""
    return _wins(game.to_move, game, moves)


def _wins(side: Side, game: Game, moves: int) -> bool:
    if game.outcome is not None:
        return game.outcome.winner is side
    if moves == 0:
        return False
    if game.to_move is side:
        return any(_wins(side, game.play(move), moves - 1) for move in game.legal_moves)
    return all(_wins(side, game.play(reply), moves) for reply in game.legal_moves)


def random_game(
    variant: str | Variant, seed: int, *, plies: int, men: int | None = None, move_limit: int | None = None
) -> Game:
    """A game some random moves old; with `men`, from a position in which only so many men are left of each side."""
    chance = random.Random(seed)
    game = start(variant)
    if men is not None:
        game = start(variant, _thinned(game.position, men, chance), move_limit=move_limit)
    elif move_limit is not None:
        game = start(variant, move_limit=move_limit)
    for _ in range(plies):
        after = game.play(chance.choice(game.legal_moves)) if game.legal_moves else game
        if after.outcome is not None:
            break
        game = after
    return game


def _thinned(position: Position, men: int, chance: random.Random) -> Position:
    """The king on a square away from the edge, and a few men anywhere they may stand."""
    board = position.board
    inner = [s for s in board.grid.squares if not board.grid.mask([s]) & board.grid.edge_mask]
    special = board.geometry.squares(*(name for name, _ in board.geometry.regions))
    king = chance.choice(inner)
    free = [s for s in board.grid.squares if s != king and s not in special]
    chance.shuffle(free)
    attacker, defender, royal = board.pieces
    pieces: dict[Square | str, Piece] = {king: royal}
    pieces |= {free.pop(): attacker for _ in range(men + 2)}
    pieces |= {free.pop(): defender for _ in range(men)}
    return board.position(pieces, chance.choice([Side.ATTACKERS, Side.DEFENDERS]))
