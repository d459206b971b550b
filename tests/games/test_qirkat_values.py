"""Games, positions and moves of Qirkat as values, and their texts."""

from __future__ import annotations

import copy
import pickle
import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import IllegalMoveError, TaflError
from taflkit.errors import NotationError, PositionError
from taflkit.games.qirkat import (
    START,
    Move,
    Player,
    Position,
    QirkatGame,
    evaluate,
    parse_move,
    promising,
)
from tests.games.reading import read

WHITE, BLACK = Player.WHITE, Player.BLACK
START_ROWS = "wwwww wwwww bb-ww bbbbb bbbbb"
#: Texts that are nearly moves or positions, so that readers are tried where it matters.
nearly_moves = st.text("abeEf-0126 ²é", max_size=10) | st.lists(
    st.text("abcde", min_size=1, max_size=1).flatmap(lambda column: st.sampled_from("12345").map(column.__add__)),
    max_size=4,
).map("-".join)
nearly_rows = st.text("wbWB- \tx²", min_size=20, max_size=32) | st.text(max_size=30)


def random_game(seed: int, plies: int) -> QirkatGame:
    """A game of random moves."""
    chance, game = random.Random(seed), QirkatGame()
    for _ in range(plies):
        if game.legal_moves:
            game = game.play(chance.choice(game.legal_moves))
    return game


class TestMoves:
    """Moves are values that print as they are written."""

    @pytest.mark.parametrize(
        ("text", "is_jump", "is_sideways"),
        [
            ("c2-c3", False, False),
            ("c3-d3", False, True),
            ("c3-d4", False, False),
            ("c3-e3", True, False),
            ("c3-a5-a3", True, False),
        ],
    )
    def test_text(self, text: str, is_jump: bool, is_sideways: bool) -> None:
        """A move reads from its text, whatever the letter case, and prints as it."""
        move = parse_move(f" {text.upper()} ")
        assert (str(move), move.is_jump, move.is_sideways) == (text, is_jump, is_sideways)
        assert move == parse_move(text)
        assert hash(move) == hash(parse_move(text))

    def test_the_path_matters(self) -> None:
        """The same jumps in another order are another move."""
        one, other = parse_move("c1-a3-c5-e3-c1"), parse_move("c1-e3-c5-a3-c1")
        assert one != other
        assert one.jumped_mask == other.jumped_mask

    @pytest.mark.parametrize(
        ("text", "column", "expected"),
        [
            ("", 1, "a column from a to e"),
            ("f1-a1", 1, "a column from a to e"),
            ("a6-a1", 2, "a row from 1 to 5"),
            ("c3", 3, "a hyphen and another point"),
            ("c3-", 4, "a column from a to e"),
            ("c3d3", 3, "a hyphen"),
            ("c3-c3", 4, "one step or jumps along the lines"),
            ("c2-d3", 4, "one step or jumps along the lines"),
            ("c3-d3-e3", 4, "one step or jumps along the lines"),
            ("-", 1, "a column from a to e"),
        ],
    )
    def test_errors(self, text: str, column: int, expected: str) -> None:
        """An error names the column and what is expected there."""
        with pytest.raises(NotationError) as caught:
            parse_move(text)
        assert (caught.value.column, caught.value.expected) == (column, expected)

    @pytest.mark.parametrize("path", [(), (3,), (0, 25), (-1, 0), (0, 3), (1, 7), (0, 1, 2)])
    def test_moves_that_cannot_be(self, path: tuple[int, ...]) -> None:
        """A move is not built from points that no piece can go along."""
        with pytest.raises(TaflError):
            Move(path)

    @given(nearly_moves)
    def test_any_text_is_a_move_or_an_error(self, text: str) -> None:
        """A text reads as a move that prints as an equal one, or is a notation error within the text."""
        move = read(parse_move, text)
        assert move is None or parse_move(str(move)) == move

    @given(nearly_moves, st.integers(0, 20), st.integers(0, 9))
    def test_any_text_is_played_or_an_error(self, text: str, plies: int, seed: int) -> None:
        """A game plays exactly its legal moves, and refuses any other text with an error of taflkit."""
        game = random_game(seed, plies)
        try:
            after = game.play(text)
        except (NotationError, IllegalMoveError):
            assert text.strip() not in map(str, game.legal_moves)
        else:
            assert after.last in game.legal_moves


class TestPositions:
    """Positions are frozen values, read from rows and from pictures."""

    def test_rows(self) -> None:
        """Rows are read from row 1, blanks and letter case ignored."""
        assert Position.from_rows(START_ROWS) == Position.from_rows(START_ROWS.upper().replace(" ", "")) == START
        assert START.rows == START_ROWS
        assert START.piece_at(0) is WHITE
        assert START.piece_at(10) is BLACK
        assert START.piece_at(12) is None

    def test_pictures(self) -> None:
        """A picture is read from the top row, and reads as the position that draws it."""
        assert Position.from_picture(START.picture) == START
        assert START.picture.startswith("b b b b b\n")
        assert str(START).endswith("White to move")

    @pytest.mark.parametrize(
        ("text", "column", "expected"),
        [
            (START_ROWS[:-1], 29, "25 points, not 24,"),
            (START_ROWS + " w", 31, "no more than 25 points"),
            ("wwx", 3, "w, b or -"),
            ("", 1, "25 points, not 0,"),
        ],
    )
    def test_errors(self, text: str, column: int, expected: str) -> None:
        """An error names the column and what is expected there, in one line."""
        with pytest.raises(NotationError) as caught:
            Position.from_rows(text)
        assert (caught.value.column, caught.value.expected) == (column, expected)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("masks", [(1 << 25, 0), (0, -1), (1, 1)])
    def test_positions_that_cannot_be(self, masks: tuple[int, int]) -> None:
        """Every point is on the board and has at most one piece."""
        with pytest.raises(PositionError):
            Position.of(*masks)

    @pytest.mark.parametrize(("left", "right"), [(4, 0), (0, 4), (1, 1)])
    def test_only_pieces_remember(self, left: int, right: int) -> None:
        """An empty point did not go sideways, and a piece went one way."""
        with pytest.raises(PositionError):
            Position(1, 2, WHITE, left, right)

    @given(nearly_rows)
    def test_any_text_is_a_position_or_an_error(self, text: str) -> None:
        """A text reads as a position that is written and read as the same, or is a notation error within the text."""
        position = read(lambda rows: Position.from_rows(rows, BLACK), text)
        assert position is None or Position.from_rows(position.rows, BLACK) == position


class TestGames:
    """Games are frozen, hashable, picklable values."""

    def test_equality(self) -> None:
        """Games are equal that start alike and have the same moves."""
        one, other = QirkatGame().play("c2-c3"), QirkatGame().play(parse_move("c2-c3"))
        assert one == other
        assert hash(one) == hash(other)
        assert one != QirkatGame().play("d2-c3")
        assert one != QirkatGame(position=one.position)
        assert QirkatGame() != START_ROWS

    def test_undo(self) -> None:
        """The game before a move is unchanged, and is `previous` of the one after."""
        before = random_game(1, 10)
        rows = before.position.rows
        after = before.play(before.legal_moves[0])
        assert after.previous is before
        assert before.position.rows == rows
        assert (after.ply, len(after.moves), after.moves[-1]) == (11, 11, after.last)

    @pytest.mark.parametrize("plies", [0, 1, 100])
    def test_copies(self, plies: int) -> None:
        """A game that is pickled or copied is equal, with its past and what its pieces remember."""
        game = random_game(2, plies)
        for same in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
            assert same == game
            assert (same.key, same.ply, same.previous) == (game.key, game.ply, game.previous)
            assert same.legal_moves == game.legal_moves
        for value in (game.position, *game.legal_moves, game.outcome):
            assert pickle.loads(pickle.dumps(value)) == value

    def test_moves_replay(self) -> None:
        """The moves of a game, as text, play it again."""
        game = random_game(4, 100)
        assert game.outcome is not None
        assert QirkatGame().play_all(map(str, game.moves)) == game

    def test_frozen(self) -> None:
        """Nothing of a game, a position or a move can be set."""
        for value, name in ((QirkatGame(), "ply"), (START, "to_move"), (parse_move("c2-c3"), "path")):
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(value, name, 1)

    def test_the_key_remembers_sideways_moves(self) -> None:
        """The same pieces on the same points differ where one of them may not go back."""
        came = QirkatGame(position=Position.from_rows("--w-- ----- ----- ----- b----")).play("c1-b1")
        stood = QirkatGame(position=Position.from_rows("-w--- ----- ----- ----- b----", BLACK))
        assert came.position.rows == stood.position.rows
        assert came.key != stood.key
        assert came.position != stood.position

    def test_the_key_does_not_remember_how(self) -> None:
        """Two ways to the same pieces with the same memory have one key."""
        start = QirkatGame(position=Position.from_rows("w---w ----- ----- ----- b---b"))
        one = start.play_all(["a1-a2", "a5-a4", "e1-e2", "e5-e4"])
        other = start.play_all(["e1-e2", "e5-e4", "a1-a2", "a5-a4"])
        assert one.key == other.key
        assert one != other

    def test_a_wrong_type_is_refused(self) -> None:
        """A move is a `Move` or a text, a start is a position."""
        with pytest.raises(TypeError, match="a move is a Move or a text such as 'c2-c3', not 5"):
            QirkatGame().play(5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a game starts with a Position"):
            QirkatGame(position=START_ROWS)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="expected a QirkatVariant, not str"):
            QirkatGame(START_ROWS)  # type: ignore[arg-type]

    def test_errors_carry_their_facts(self) -> None:
        """A refused move names the move, the reason, the position and the game."""
        game = QirkatGame()
        with pytest.raises(IllegalMoveError) as caught:
            game.play(" a1-b1 ")
        error = caught.value
        facts: tuple[object, ...] = (error.move, error.position, error.game)
        assert facts == ("a1-b1", game.position, game)
        assert str(error) == "illegal move a1-b1: there is a piece on b1"

    def test_text(self) -> None:
        """A game draws its board and says whose turn it is, or who has won."""
        assert str(QirkatGame()).splitlines()[-1] == "White to move"
        assert str(random_game(4, 100)).splitlines()[-1].split(":")[0] in ("White wins", "Black wins")
        assert repr(QirkatGame()) == f"<QirkatGame {START_ROWS}, White to move, ply 0>"


class TestKnowledge:
    """What searchers are told of Qirkat."""

    def test_symmetry(self) -> None:
        """A position is worth to one side what it costs the other."""
        for seed in range(10):
            position = random_game(seed, 12).position
            turned = Position(
                position.others_mask,
                position.movers_mask,
                position.to_move.other,
                position.went_left_mask,
                position.went_right_mask,
            )
            if position.moves()[0].is_jump or turned.moves()[0].is_jump:
                continue  # What jumps lead to depends on who jumps first.
            assert evaluate(QirkatGame(position=turned)) == -evaluate(QirkatGame(position=position))

    def test_pieces_count_most(self) -> None:
        """A side with more pieces is better off."""
        assert evaluate(QirkatGame(position=Position.from_rows("www-- ----- ----- ----- ----b"))) > 0
        assert evaluate(QirkatGame(position=Position.from_rows("www-- ----- ----- ----- ----b", BLACK))) < 0

    def test_captures_come_first(self) -> None:
        """The move that captures most is tried first, and no move is lost."""
        game = QirkatGame(position=Position.from_rows("----- ----- --wb- bb--- -----"))
        ordered = promising(game, game.legal_moves)
        assert list(map(str, ordered)) == ["c3-a5-a3", "c3-e3"]

    def test_jumps_are_followed(self) -> None:
        """A player who must jump gets what the jumps lead to: here a piece, and then nothing is left to the enemy."""
        game = QirkatGame(position=Position.from_rows("----- ----- --w-- -b--- -----"))
        assert evaluate(game) == -evaluate(game.play("c3-a5")) > 1_000

    def test_who_cannot_move_has_lost(self) -> None:
        """Nothing is worse than to have no move."""
        assert evaluate(QirkatGame(position=Position.from_rows("----- ----- ----- ----- ----b"))) < -1_000
