"""Games, positions and moves of Ataxx as values, and their texts."""

from __future__ import annotations

import copy
import pickle
import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import GameOverError, IllegalMoveError, TaflError
from taflkit.errors import NotationError, PositionError
from taflkit.games.ataxx import (
    JUMPS_25,
    PASS,
    PLIES_100,
    START,
    AtaxxGame,
    AtaxxVariant,
    Fen,
    Move,
    MoveKind,
    Player,
    Position,
    evaluate,
    parse_fen,
    parse_move,
    promising,
)
from tests.games.reading import read

START_FEN = "x5o/7/7/7/7/7/o5x x 0 1"
#: Texts that are nearly moves or positions, so that readers are tried where it matters.
nearly = st.text("abgGhxo-/0123478 \t²é", max_size=12) | st.text(max_size=6)
nearly_fens = st.one_of(
    st.text("xo-/1237 08", max_size=40),
    st.tuples(st.text("xo-7/1", max_size=20), st.text("xob", max_size=2), st.text("019", max_size=12), nearly).map(
        " ".join
    ),
    st.tuples(st.integers(0, len(START_FEN)), st.integers(0, len(START_FEN)), st.text("xo-/17 ²", max_size=2)).map(
        lambda cut: START_FEN[: cut[0]] + cut[2] + START_FEN[cut[1] :]
    ),
)


def random_game(seed: int, plies: int) -> AtaxxGame:
    """A game of random moves."""
    chance, game = random.Random(seed), AtaxxGame().with_block("c3")
    for _ in range(plies):
        if game.legal_moves:
            game = game.play(chance.choice(game.legal_moves))
    return game


class TestMoves:
    """Moves are values that print in both notations."""

    @pytest.mark.parametrize(
        ("text", "uai", "kind"),
        [("g1-f2", "f2", MoveKind.EXTEND), ("g1-g3", "g1g3", MoveKind.JUMP), ("-", "0000", MoveKind.PASS)],
    )
    def test_notations(self, text: str, uai: str, kind: MoveKind) -> None:
        """A move reads from either notation and prints in both."""
        move = parse_move(text)
        assert move == parse_move(uai) == parse_move(f" {text.upper()}\n")
        assert (str(move), move.uai, move.kind) == (text, uai, kind)

    def test_extends_to_a_square_are_equal(self) -> None:
        """It makes no difference from where an extend is written; for a jump it does."""
        assert parse_move("g1-f2") == parse_move("f1-f2") == parse_move("f2")
        assert len({parse_move("g1-f2"), parse_move("f1-f2"), parse_move("f2")}) == 1
        assert parse_move("g1-g3") != parse_move("f1-g3")
        assert parse_move("f2") != parse_move("f3")
        assert parse_move("f2") != "f2"

    def test_all_moves_differ(self) -> None:
        """No two moves are confused: 49 extends, the jumps of every square, the pass."""
        jumps = {
            Move(target, origin)
            for origin in range(49)
            for target in range(49)
            if max(abs(origin // 7 - target // 7), abs(origin % 7 - target % 7)) == 2
        }
        assert len({PASS, *map(Move, range(49)), *jumps}) == 1 + 49 + len(jumps)
        # Straight, as a knight, and diagonally.
        assert len(jumps) == 4 * 7 * 5 + 8 * 6 * 5 + 4 * 5 * 5

    def test_order(self) -> None:
        """Moves sort as the pass, extends by target, then jumps by origin and target."""
        texts = ["b1-b3", "a1-c2", "g7", "0000", "a1-c1", "b1"]
        assert [move.uai for move in sorted(map(parse_move, texts))] == ["0000", "b1", "g7", "a1c1", "a1c2", "b1b3"]

    @pytest.mark.parametrize(
        ("text", "column", "expected"),
        [
            ("", 1, "a column from a to g"),
            ("h1-a1", 1, "a column from a to g"),
            ("a0-a1", 2, "a row from 1 to 7"),
            ("a1-", 4, "a column from a to g"),
            ("a1-b", 5, "a row from 1 to 7"),
            ("a1+b1", 3, "a hyphen"),
            ("a1-b1-c1", 6, "the end of the move"),
            ("a1-d1", 4, "another square, at most two columns and two rows away"),
            ("a1a1", 3, "another square, at most two columns and two rows away"),
            ("--", 1, "a column from a to g"),
            ("00000", 1, "a column from a to g"),
        ],
    )
    def test_errors(self, text: str, column: int, expected: str) -> None:
        """An error names the column and what is expected there."""
        with pytest.raises(NotationError) as caught:
            parse_move(text)
        assert (caught.value.column, caught.value.expected) == (column, expected)

    @pytest.mark.parametrize("squares", [(49,), (-1,), (0, 0), (0, 3), (None, 3), (0, 77)])
    def test_moves_that_cannot_be(self, squares: tuple[int | None, ...]) -> None:
        """A move is not built from squares that no piece can use."""
        with pytest.raises(TaflError):
            Move(*squares)

    @given(nearly)
    def test_any_text_is_a_move_or_an_error(self, text: str) -> None:
        """A text reads as a move that prints as an equal one, or is a notation error within the text."""
        move = read(parse_move, text)
        assert move is None or parse_move(str(move)) == parse_move(move.uai) == move

    @given(nearly)
    def test_any_text_is_played_or_an_error(self, text: str) -> None:
        """A game plays a text or refuses it with an error of taflkit."""
        game = AtaxxGame()
        try:
            after = game.play(text)
        except (NotationError, IllegalMoveError):
            return
        assert after.last in game.legal_moves


class TestFen:
    """Positions as the field's programs write them."""

    def test_start(self) -> None:
        """The start is written as programs write it."""
        assert AtaxxGame().fen == START_FEN
        assert AtaxxGame.from_fen(START_FEN) == AtaxxGame()

    def test_counts(self) -> None:
        """The count grows with each jump and ends with an extend, the number grows after each move of Blue."""
        game = AtaxxGame().with_block("d4")
        fens = []
        for move in ["a7-a5", "a1-c1", "g1-f2"]:
            game = game.play(move)
            fens.append(game.fen)
        assert fens == [
            "6o/7/x6/3-3/7/7/o5x o 1 1",
            "6o/7/x6/3-3/7/7/2o3x x 2 2",
            "6o/7/x6/3-3/7/5x1/2o3x o 0 2",
        ]

    def test_the_count_is_the_games(self) -> None:
        """A game goes on from the count of its FEN, under its own limit."""
        fen = "x5o/7/7/7/7/7/o5x x 25 30"
        assert AtaxxGame.from_fen(fen, AtaxxVariant(limit=JUMPS_25)).outcome is not None
        assert AtaxxGame.from_fen(fen, AtaxxVariant(limit=PLIES_100)).outcome is None
        assert AtaxxGame.from_fen(fen).number == 30

    @pytest.mark.parametrize("seed", range(10))
    def test_round_trip(self, seed: int) -> None:
        """What is written is read again."""
        game = random_game(seed, 4 * seed)
        fen = parse_fen(game.fen)
        assert fen == Fen(game.position, game.count, game.number)
        assert str(fen) == game.fen

    @pytest.mark.parametrize(
        ("text", "column", "expected"),
        [
            ("", 1, "seven rows"),
            ("x5o/7/7/7/7/7/o5x", 18, "the side to move, x or o"),
            ("x5o/7/7/7/7/7/o5x x", 20, "a count"),
            ("x5o/7/7/7/7/7/o5x x 0", 22, "the number of the move"),
            (START_FEN + " 5", 25, "nothing more"),
            ("x5o/7/7/7/7/o5x x 0 1", 16, "7 rows of 7 squares"),
            ("x5o/7/7/7/7/7/7/o5x x 0 1", 16, "no row below row 1"),
            ("x5/7/7/7/7/7/o5x x 0 1", 3, "7 squares in row 7"),
            ("x6o/7/7/7/7/7/o5x x 0 1", 3, "7 squares in row 7"),
            ("x5o/8/7/7/7/7/o5x x 0 1", 5, "x, o, -, / or a number from 1 to 7"),
            ("x5o/7/7/7/7/7/o5x r 0 1", 19, "the side to move, x or o"),
            ("x5o/7/7/7/7/7/o5x x -1 1", 21, "a number from 0 to 999999999"),
            ("x5o/7/7/7/7/7/o5x x 0 0", 23, "a number from 1 to 999999999"),
            ("x5o/7/7/7/7/7/o5x x 0 1234567890", 23, "a number from 1 to 999999999"),
        ],
    )
    def test_errors(self, text: str, column: int, expected: str) -> None:
        """An error names the column and what is expected there."""
        with pytest.raises(NotationError) as caught:
            AtaxxGame.from_fen(text)
        assert (caught.value.column, caught.value.expected) == (column, expected)

    @given(nearly_fens | nearly)
    def test_any_text_is_a_position_or_an_error(self, text: str) -> None:
        """A text reads as a position that is written and read as the same, or is a notation error within the text."""
        fen = read(parse_fen, text)
        assert fen is None or parse_fen(str(fen)) == fen


class TestPositions:
    """Positions are frozen values."""

    def test_pictures(self) -> None:
        """A picture reads as the position that draws it."""
        position = random_game(5, 20).position
        assert Position.from_picture(position.picture, position.to_move) == position
        assert "X" in position.picture
        assert str(position).endswith("to move")

    @pytest.mark.parametrize(
        ("picture", "problem"),
        [
            ("", "has 7 rows, this one has 0"),
            ("-------\n" * 6, "has 7 rows, this one has 6"),
            ("-------\n" * 6 + "------", "row 1 of the picture has 6"),
            ("-------\n" * 6 + "---q---", "'q' in row 1"),
        ],
    )
    def test_broken_pictures(self, picture: str, problem: str) -> None:
        """A picture that is not a board is refused with its row."""
        with pytest.raises(PositionError, match=problem):
            Position.from_picture(picture)

    @pytest.mark.parametrize("masks", [(1 << 49, 0, 0), (0, -1, 0), (1, 1, 0), (1, 2, 2)])
    def test_positions_that_cannot_be(self, masks: tuple[int, int, int]) -> None:
        """Every square is on the board and has at most one thing on it."""
        with pytest.raises(PositionError):
            Position.of(*masks)

    def test_what_is_on_a_square(self) -> None:
        """A position knows whose piece stands on a square, whoever is to move."""
        for position in (START, AtaxxGame().play("g1-f2").position):
            assert [position.piece_at(square) for square in (0, 6, 24)] == [Player.BLUE, Player.RED, None]


class TestGames:
    """Games are frozen, hashable, picklable values."""

    def test_equality(self) -> None:
        """Games are equal that start alike and have the same moves."""
        one, other = AtaxxGame().play("g1-f2").play("a1-b1"), AtaxxGame().play("f2").play("b1")
        assert one == other
        assert hash(one) == hash(other)
        assert one != AtaxxGame().play("g1-f2").play("a1-b2")
        assert AtaxxGame() != AtaxxGame(AtaxxVariant(limit=PLIES_100))
        assert AtaxxGame() != START_FEN

    def test_undo(self) -> None:
        """The game before a move is unchanged, and is `previous` of the one after."""
        before = random_game(1, 10)
        fen = before.fen
        after = before.play(before.legal_moves[0])
        assert after.previous is before
        assert before.fen == fen
        assert (after.ply, len(after.moves), after.moves[-1]) == (11, 11, after.last)

    @pytest.mark.parametrize("plies", [0, 1, 60])
    def test_copies(self, plies: int) -> None:
        """A game that is pickled or copied is equal, with its past, its limit and its texts."""
        game = random_game(2, plies)
        for same in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
            assert same == game
            assert (same.key, same.fen, same.ply, same.previous) == (game.key, game.fen, game.ply, game.previous)
        for value in (game.position, *game.legal_moves, game.outcome, Fen(game.position)):
            assert pickle.loads(pickle.dumps(value)) == value

    def test_long_games_pickle(self) -> None:
        """Pickling does not depend on the depth of recursion."""
        limit = attrs.evolve(PLIES_100, maximum=10_000)
        game = AtaxxGame(AtaxxVariant(limit=limit)).play_all(["a7-a5", "a1-c1", "a5-a7", "c1-a1"] * 500)
        assert pickle.loads(pickle.dumps(game)).ply == 2000

    def test_moves_replay(self) -> None:
        """The moves of a game, as text of either notation, play it again."""
        game = random_game(4, 80)
        start = AtaxxGame().with_block("c3")
        assert start.play_all(map(str, game.moves)) == game
        assert start.play_all(move.uai for move in game.moves) == game

    def test_frozen(self) -> None:
        """Nothing of a game, a position or a move can be set."""
        for value, name in ((AtaxxGame(), "count"), (START, "to_move"), (PASS, "target")):
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(value, name, 1)

    def test_keys(self) -> None:
        """The key tells apart what goes on differently: the count, the blocks, the side to move."""
        jumped = AtaxxGame().play_all(["a7-a5", "a1-c1", "a5-a7", "c1-a1"])
        assert jumped.position == AtaxxGame().position
        assert jumped.key != AtaxxGame().key
        assert AtaxxGame().with_block("d4").key != AtaxxGame().key
        assert AtaxxGame.from_fen("x5o/7/7/7/7/7/o5x o 0 1").key != AtaxxGame().key
        assert AtaxxGame().play("b6").play("b2").play("f2").key == AtaxxGame().play("f2").play("b2").play("b6").key

    def test_a_wrong_type_is_refused(self) -> None:
        """A move is a `Move` or a text, a start is a position."""
        with pytest.raises(TypeError, match="a move is a Move or a text such as 'g1-f2', not 5"):
            AtaxxGame().play(5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a game starts with a Position"):
            AtaxxGame(position=START_FEN)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="expected an AtaxxVariant, not str"):
            AtaxxGame(START_FEN)  # type: ignore[arg-type]

    def test_errors_carry_their_facts(self) -> None:
        """A refused move names the move, the reason, the position and the game."""
        game = AtaxxGame()
        with pytest.raises(IllegalMoveError) as caught:
            game.play("-")
        error = caught.value
        facts: tuple[object, ...] = (error.move, error.position, error.game)
        assert facts == (PASS, game.position, game)
        assert str(error) == "illegal move -: there is a move, and only a player without one passes"
        assert not isinstance(error, GameOverError)

    def test_text(self) -> None:
        """A game draws its board and says whose turn it is, or who has won."""
        assert str(AtaxxGame()).splitlines()[0] == "r - - - - - b"
        assert str(AtaxxGame()).splitlines()[-1] == "Red to move"
        assert str(AtaxxGame.from_fen("7/7/7/7/7/7/x6 o 0 1")).endswith("Red wins: a side has no pieces")
        assert repr(AtaxxGame()) == f"<AtaxxGame {START_FEN}, ply 0>"


class TestKnowledge:
    """What searchers are told of Ataxx."""

    def test_symmetry(self) -> None:
        """A position is worth to one side what it costs the other."""
        for seed in range(10):
            position = random_game(seed, 30).position
            turned = Position(position.others_mask, position.movers_mask, position.blocks_mask, position.to_move.other)
            assert evaluate(AtaxxGame(position=turned)) == -evaluate(AtaxxGame(position=position))

    def test_pieces_count_most(self) -> None:
        """A side with many more pieces is better off."""
        assert evaluate(AtaxxGame.from_fen("xxxxx1o/7/7/7/7/7/o5x x 0 1")) > 0
        assert evaluate(AtaxxGame.from_fen("xxxxx1o/7/7/7/7/7/o5x o 0 1")) < 0

    def test_gains_come_first(self) -> None:
        """The move that turns most enemies is tried first, and no move is lost."""
        game = AtaxxGame.from_fen("7/7/2ooo2/2o1o2/2oxo2/7/o5x x 0 1")
        ordered = promising(game, game.legal_moves)
        assert ordered[0] == parse_move("d4")
        assert sorted(ordered) == sorted(game.legal_moves)
