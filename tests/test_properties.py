"""What holds of every game: of tablut, of brandubh, and of variants that are made up at random."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Game, GameOverError, IllegalMoveError, Move, Side, format_position, game_from_text, load_variant
from taflkit.testing import games, positions, variants
from tests.examples import examples

bounded = examples(30)

KNOWN = [load_variant("tablut"), load_variant("brandubh")]
played = st.sampled_from(KNOWN).flatmap(games)
set_up = st.sampled_from(KNOWN).flatmap(lambda variant: games(variant, max_plies=4, start=positions(variant)))
made_up = variants().flatmap(games)
any_game = played | set_up | made_up
unfinished = any_game.map(lambda game: game.previous if game.outcome and game.previous else game).filter(
    lambda game: game.outcome is None
)


def refusal(game: Game, move: Move) -> IllegalMoveError | None:
    """The error with which the game refuses the move, if it does."""
    try:
        game.play(move)
    except IllegalMoveError as error:
        return error
    return None


@bounded
@given(unfinished, st.data())
def test_playing_and_taking_back_returns_the_same_game(game: Game, data: st.DataObject) -> None:
    """After a play the game before is unchanged and is `previous` of the game after."""
    before, outcome, moves = str(game.position), game.outcome, game.moves
    move = data.draw(st.sampled_from(game.legal_moves))
    after = game.play(move)
    assert after.previous is game
    assert after.moves == (*moves, move)
    assert (str(game.position), game.outcome, game.moves) == (before, outcome, moves)
    assert after.position != game.position


@bounded
@given(any_game)
def test_the_legal_moves_are_those_that_play_accepts(game: Game) -> None:
    """Of all moves between two squares of the board, `play` accepts exactly the legal ones."""
    board, legal = game.variant.board.grid, game.legal_moves
    own = [square for square, piece in game.position.pieces() if piece.side is game.to_move]
    tried = {board.move(origin, target) for origin in own for target in board.squares if origin != target}
    # From every other square, a move to the next one will do.
    tried |= {board.move(origin, board.squares[i - 1]) for i, origin in enumerate(board.squares) if origin not in own}
    refusals = {move: error for move in tried if (error := refusal(game, move))}
    assert tried - refusals.keys() == set(legal)
    assert len(legal) == len(set(legal))
    for move, error in refusals.items():
        assert error.reason
        assert (error.move, error.game, error.position) == (move, game, game.position)


@bounded
@given(any_game)
def test_whether_there_are_moves_agrees(game: Game) -> None:
    """Whether there are any moves agrees with the moves themselves."""
    rules, position = game.variant.rules, game.position
    moves = rules.legal_moves(position)
    assert rules.has_moves(position) is bool(moves)


@bounded
@given(any_game)
def test_captures_take_enemies_and_nothing_else(game: Game) -> None:
    """A play moves one piece, takes the enemies that it says it captured, and leaves all others where they were."""
    rules, position = game.variant.rules, game.position
    standing = dict(position.pieces())
    for move in rules.legal_moves(position):
        play = rules.play(position, move)
        captured = {taken.square: taken.piece for taken in play.captured}
        assert all(piece.side is not position.to_move for piece in captured.values())
        assert captured.items() <= standing.items()
        expected = {square: piece for square, piece in standing.items() if square not in captured}
        expected[move.target] = expected.pop(move.origin)
        after = dict(play.position.pieces())
        turned = {square: after.pop(square) for square in captured if square in after}
        assert after == expected
        assert all(piece.side is position.to_move for piece in turned.values())
        assert not turned or rules.turncoats
        assert play.piece == standing[move.origin]


@bounded
@given(any_game)
def test_piece_counts_never_grow(game: Game) -> None:
    """From one position of a game to the next, pieces leave the board or change sides, and none is added."""
    for play in game.plays():
        mover = play.before.to_move
        lost = play.before.side_mask(mover.other).bit_count() - play.position.side_mask(mover.other).bit_count()
        gained = play.position.side_mask(mover).bit_count() - play.before.side_mask(mover).bit_count()
        assert lost == len(play.captured)
        assert 0 <= gained <= (lost if game.variant.rules.turncoats else 0)
        assert play.irreversible is (lost > gained)


@bounded
@given(any_game)
def test_positions_have_equal_hashes_if_and_only_if_they_are_equal(game: Game) -> None:
    """Two positions with the same hash are the same pieces on the same squares with the same side to move."""
    reached = [game.variant.rules.play(game.position, move).position for move in game.legal_moves]
    reached += [play.position for play in game.plays()]
    by_hash = {hash(position): position for position in reached}
    for position in reached:
        twin = by_hash[hash(position)]
        assert (dict(twin.pieces()), twin.to_move) == (dict(position.pieces()), position.to_move)
        assert twin == position
    shown = {(tuple(position.pieces()), position.to_move) for position in reached}
    assert len(set(reached)) == len(shown) == len(by_hash)


@bounded
@given(any_game)
def test_a_game_can_be_pickled_and_copied(game: Game) -> None:
    """Pickled and copied games have the same position, moves and outcome, and go on alike."""
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert other == game
        assert hash(other) == hash(game)
        assert (other.position, other.moves, other.outcome) == (game.position, game.moves, game.outcome)
        assert other.legal_moves == game.legal_moves


@bounded
@given(any_game)
def test_a_position_is_read_back_from_its_text(game: Game) -> None:
    """Writing a position as a line and reading it gives the position again."""
    text = format_position(game)
    read = game_from_text(text, game.variant)
    assert read.position == game.position
    assert format_position(read) == text


@bounded
@given(unfinished)
def test_every_play_is_read_back_from_its_text(game: Game) -> None:
    """A move can be played from its long form, its short form, and the form that states its captures."""
    for move in game.legal_moves:
        after = game.play(move)
        assert after.last is not None
        for text in (str(move), move.short, str(after.last), f" {str(move).upper()} "):
            assert game.play(text).position == after.position


@bounded
@given(any_game, st.data())
def test_symmetries_of_the_board_are_symmetries_of_the_game(game: Game, data: st.DataObject) -> None:
    """Where a symmetry leaves the regions in place, moves, captures and outcomes are those of the image."""
    rules, position = game.variant.rules, game.position
    fitting = [
        symmetry
        for symmetry in game.variant.board.grid.symmetries
        if all(symmetry.mask(mask) == mask for _, mask in game.variant.geometry.regions)
    ]
    assert len(fitting) == 8 or game.variant not in KNOWN
    symmetry = data.draw(st.sampled_from(fitting))
    image = position.transformed(symmetry)
    moves = rules.legal_moves(position)
    assert {symmetry.move(move) for move in moves} == set(rules.legal_moves(image))
    assert rules.outcome(image) == rules.outcome(position)
    for move in moves:
        play, seen = rules.play(position, move), rules.play(image, symmetry.move(move))
        assert seen.position == play.position.transformed(symmetry)
        assert seen.taken_mask == symmetry.mask(play.taken_mask)
        assert seen.outcome == play.outcome


@bounded
@given(any_game)
def test_a_game_is_over_when_there_is_no_legal_move(game: Game) -> None:
    """A game has legal moves until it is over; from then on it refuses all moves."""
    assert bool(game.legal_moves) is (game.outcome is None)
    if game.outcome is not None:
        for move in game.variant.rules.legal_moves(game.position)[:5]:
            with pytest.raises(GameOverError):
                game.play(move)


@bounded
@given(any_game)
def test_the_same_moves_lead_to_the_same_game(game: Game) -> None:
    """Played again from its start, a game comes to the same position and outcome, whoever won."""
    again = Game(game.variant, game.start).play_all(map(str, game.moves))
    assert again == game
    assert (again.position, again.outcome) == (game.position, game.outcome)
    assert again.outcome is None or again.outcome.winner in (None, *Side)
