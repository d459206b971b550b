"""Moves as numbers, and symmetries as index tables."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from taflkit import Game, TaflError, load_variant, start
from taflkit.board import grid
from taflkit.rl import Encoder, action_table, symmetry_tables
from tests.rl.comparing import compare_images
from tests.rl.playing import some_games


def test_the_numbering_is_origin_direction_distance() -> None:
    """On a 9x9 board every square has 4 directions of 8 distances: up, right, down, left."""
    table, moves = action_table(grid(9, 9)), grid(9, 9)
    assert table.size == 81 * 4 * 8
    assert table.encode(moves.move("a1", "a2")) == 0
    assert table.encode(moves.move("a1", "a9")) == 7
    assert table.encode(moves.move("a1", "b1")) == 8
    assert table.encode(moves.move("b1", "a1")) == 32 + 24
    assert table.encode(moves.move("i9", "i1")) == 80 * 32 + 16 + 7


@pytest.mark.parametrize("size", [(7, 7), (11, 11), (19, 19), (6, 9)])
def test_every_move_along_a_line_has_one_number(size: tuple[int, int]) -> None:
    """Numbers on the board and moves along rows and columns correspond one to one."""
    board = grid(*size)
    table = action_table(board)
    moves = {board.move_between(n, target) for n, rays in enumerate(board.rays) for ray in rays for target in ray}
    assert {table.decode(table.encode(move)) for move in moves} == moves
    assert int((table.targets >= 0).sum()) == len(moves)


def test_wrong_actions_and_moves_are_refused_in_a_sentence() -> None:
    """Numbers out of range, off the board or of a wrong type, and moves of other boards, are errors that say so."""
    table = action_table(grid(7, 7))
    with pytest.raises(TaflError, match=re.escape("numbered from 0 to 1175, not 1176")):
        table.decode(1176)
    with pytest.raises(TaflError, match="from 0 to 1175, not -1"):
        table.decode(-1)
    with pytest.raises(TaflError, match="from a1 off the board"):
        table.decode(12)
    with pytest.raises(TypeError, match="number of an action"):
        table.decode("e5-e8")  # type: ignore[arg-type]
    with pytest.raises(TaflError, match="9x9"):
        table.encode(grid(9, 9).move("a1", "a2"))
    with pytest.raises(TaflError, match="no row or column"):
        table.encode(grid(7, 7).move("a1", "b2"))
    with pytest.raises(TypeError, match="a Move"):
        table.encode("a1-a2")  # type: ignore[arg-type]


def test_a_jump_is_a_move_of_two_squares() -> None:
    """The commander of berserk hnefatafl leaps over a man: distance 2."""
    variant = load_variant("berserk")
    position = variant.board.parse(
        "\n".join(["..........."] * 4 + ["...CD......"] + ["..........."] * 5 + [".......K..."]),
        variant.start.to_move,
    )
    encoder, game = Encoder(variant), Game(variant, position)
    leap = variant.board.grid.move("d7", "f7")
    assert leap in game.legal_moves
    assert encoder.mask(game)[encoder.actions.encode(leap)]
    assert encoder.actions.encode(leap) % encoder.actions.per_square == encoder.actions.distances + 1


@pytest.mark.parametrize("name", ["copenhagen", "berserk", "poprad-tablut"])
def test_symmetries_commute_with_steps(name: str) -> None:
    """The same for boards that are stepped at once; `python -m tests.rl.comparing symmetries` compares 10^5."""
    assert compare_images(name, 2, 6) == 96


@pytest.mark.parametrize("name", ["brandubh", "tablut", "berserk", "ashton-tablut"])
def test_symmetries_commute_with_play(name: str) -> None:
    """The image of the planes and the mask of a game are those of the game with the images of its moves."""
    variant, chance = load_variant(name), random.Random(1)
    encoder = Encoder(variant, history=1)
    tables = symmetry_tables(variant)
    assert len(tables) == 8
    for symmetry in tables:
        # Not every start position is symmetric.
        game, image = start(variant), start(variant, variant.start.transformed(symmetry.symmetry))
        for _ in range(12):
            if game.outcome is not None:
                break
            action = chance.choice(encoder.legal_actions(game))
            game = game.play(encoder.actions.decode(action))
            image = image.play(encoder.actions.decode(symmetry.action(action)))
            np.testing.assert_array_equal(symmetry.planes(encoder.observe(game)), encoder.observe(image))
            np.testing.assert_array_equal(symmetry.policy(encoder.mask(game)), encoder.mask(image))


def test_a_batch_of_policies_is_turned_at_once() -> None:
    """Tables apply to the last axis, whatever is before it; the image of an action's entry is at its image."""
    for symmetry in symmetry_tables(load_variant("brandubh")):
        policies = np.arange(2 * 1176).reshape(2, 1176)
        turned = symmetry.policy(policies)
        assert turned[1, symmetry.action(100)] == policies[1, 100]


def test_the_mask_has_exactly_the_legal_moves() -> None:
    """Decoding the set numbers of a mask gives the legal moves."""
    for game in some_games("tablut", 20):
        encoder = Encoder(game.variant)
        decoded = {encoder.actions.decode(int(action)) for action in np.flatnonzero(encoder.mask(game))}
        assert decoded == set(game.legal_moves)
