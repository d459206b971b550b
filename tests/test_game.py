"""Games: a position with its past."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import taflkit
from taflkit import (
    Game,
    GameOverError,
    IllegalMoveError,
    NotationError,
    Outcome,
    Position,
    PositionError,
    Reason,
    Side,
    TaflError,
    load_variant,
    start,
)
from taflkit.rules import Berserk, CapturelessLimit, Custodial, Enemies, RepetitionIgnored
from tests.drawn import drawn
from tests.rules.boards import small
from tests.runners import game_in_python

REPEATED = ("h5-7", "f5-4", "h7-5", "f4-5")


BERSERK = small(hostility=(Enemies(),), captures=(Custodial(),), turn=Berserk())


class OwnGame(Game):
    """A class of a user's own."""


def long_game(plies: int) -> Game:
    """A game of so many plies in which both sides go to and fro, which this variant of tablut allows."""
    variant = load_variant("tablut")
    endless = attrs.evolve(variant, rules=attrs.evolve(variant.rules, repetition=RepetitionIgnored()))
    game = start(endless)
    for ply in range(plies):
        game = game.play(REPEATED[ply % 4])
    return game


class TestStart:
    """A game is started from a name, a file or a variant, and from any position of it."""

    def test_by_name(self) -> None:
        """A game starts with the variant's own position, its first side to move, and no past."""
        game = start("tablut")
        assert game.variant.name == "tablut"
        assert game.position == game.variant.start == game.start
        assert game.to_move is Side.ATTACKERS
        assert (game.previous, game.last, game.move_limit, game.ply, game.turns, game.moves) == (
            None,
            None,
            None,
            0,
            0,
            (),
        )

    def test_by_variant_or_file(self) -> None:
        """A variant may be handed in, or the path of its file."""
        variant = load_variant("brandubh")
        assert start(variant).variant is variant
        path = Path(__file__).parents[1] / "variants" / "brandubh.toml"
        assert start(path).position == variant.start

    def test_from_another_position(self) -> None:
        """A game may start from any position of the variant."""
        position = start("tablut").play("e2-a").position
        game = start("tablut", position)
        assert game.position is position
        assert game.to_move is Side.DEFENDERS
        assert game.previous is None

    def test_another_board(self) -> None:
        """A position of another board is refused."""
        with pytest.raises(TaflError, match="the position is not one of the variant tablut: it has another board"):
            start("tablut", load_variant("brandubh").start)

    def test_nobody_has_to_go_on(self) -> None:
        """A position in which a piece has to go on is refused where the rules know no such thing."""
        position = attrs.evolve(start("tablut").position, going_on_mask=load_variant("tablut").board.grid.mask(["e2"]))
        with pytest.raises(PositionError, match=r"^no piece has to go on in this position under these rules$"):
            start("tablut", position)

    def test_limit(self) -> None:
        """A game may start with a move limit."""
        assert start("tablut", move_limit=7).move_limit == 7

    def test_a_position_that_is_over(self) -> None:
        """A position that is set up with the game already decided has its outcome and no moves."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            K . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . B . . . . .
            . . . . . . . . .
            """,
        )
        assert game.outcome == Outcome(Side.DEFENDERS, Reason.KING_ESCAPED)
        assert len(game.legal_moves) == 0
        assert len(game.variant.rules.legal_moves(game.position)) == 16
        with pytest.raises(GameOverError):
            game.play("d2-1")


class TestPlay:
    """Playing checks the move and returns a new game."""

    def test_a_new_game(self) -> None:
        """Playing changes nothing in place: the old game is the new one's previous."""
        game = start("tablut")
        after = game.play("e2-a")
        assert game.ply == 0
        assert game.position == game.variant.start
        assert after.previous is game
        assert after.variant is game.variant
        assert str(after.last) == "e2-a2"
        assert after.position["a2"] is not None
        assert (after.ply, after.turns) == (1, 1)

    def test_two_futures(self) -> None:
        """Two games may share a past."""
        game = start("tablut").play("e2-a")
        one, other = game.play("e4-h"), game.play("e3-i")
        assert one.previous is other.previous is game
        assert one != other

    @pytest.mark.parametrize("text", ["e2-a2", "e2-a", "E2-A", "E2-a2", " e2-a ", "e2-a\n"])
    def test_text(self, text: str) -> None:
        """A move may be given in the long form or the short, in letters of any case, with space around it."""
        assert str(start("tablut").play(text).last) == "e2-a2"

    def test_move(self) -> None:
        """A move may be given as a `Move`."""
        game = start("tablut")
        move = game.variant.board.grid.parse_move("e2-a")
        assert game.play(move) == game.play("e2-a")

    @pytest.mark.parametrize("text", ["", "e2", "e2a2", "e2-", "e2-z", "e2-e2", "e2-a99", "i9-j9"])
    def test_no_move_at_all(self, text: str) -> None:
        """A text that is no move is an error of notation."""
        with pytest.raises(NotationError):
            start("tablut").play(text)

    def test_illegal(self) -> None:
        """An illegal move is refused with the reason; the error keeps game, position and move."""
        game = start("tablut").play("e2-a")
        with pytest.raises(IllegalMoveError) as refused:
            game.play("e5-9")
        error = refused.value
        assert str(error) == "illegal move e5-e9: blocked by e6"
        assert error.reason == "blocked by e6"
        assert error.game is game
        assert error.position is game.position
        assert error.move is game.variant.board.grid.parse_move("e5-9")
        assert not isinstance(error, GameOverError)

    def test_over(self) -> None:
        """A game that is over refuses every move, and says how it ended."""
        game = start("tablut").play_all(REPEATED)
        for move in ["e2-a", "e5-9"]:
            with pytest.raises(GameOverError) as refused:
                game.play(move)
            assert refused.value.reason == "the game is over, the attackers win: the position was repeated"
            assert refused.value.game is game
            assert refused.value.position is game.position
            assert refused.value.move is game.variant.board.grid.parse_move(move)

    def test_errors_pickle(self) -> None:
        """The errors come back from a pickle as they were."""
        game = start("tablut").play_all(REPEATED)
        with pytest.raises(GameOverError) as refused:
            game.play("e2-a")
        back = pickle.loads(pickle.dumps(refused.value))
        assert str(back) == str(refused.value)
        assert back.game == game

    def test_play_all(self) -> None:
        """Several moves may be played at once, as texts or moves; the first illegal one is refused."""
        game = start("tablut")
        assert game.play_all([]) is game
        first = game.variant.board.grid.parse_move("e2-a")
        assert game.play_all([first, "e4-h"]) == game.play("e2-a").play("e4-h")
        with pytest.raises(IllegalMoveError, match="illegal move a1-a2"):
            game.play_all(["e2-a", "e4-h", "a1-2", "e2-a"])

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [(5, "for example ['e5-e8'], not 5"), ("e2-a2 e3-f3", "for example ['e2-a2', 'e3-f3'], not one")],
    )
    def test_play_all_takes_several_moves(self, wrong: Any, said: str) -> None:
        """One text, or nothing that can be gone through, is refused with what would be right."""
        with pytest.raises(TypeError, match=f"^play_all takes several moves, {re.escape(said)}"):
            start("tablut").play_all(wrong)

    def test_follow_takes_moves_alone(self) -> None:
        """A text is refused in a sentence: `follow` reads nothing."""
        with pytest.raises(TypeError, match=r"^follow takes a Move, such as parse_move returns, not 'e2-a2'$"):
            start("tablut").follow("e2-a2")  # type: ignore[arg-type]

    def test_follow(self) -> None:
        """A move that is known to be legal may be followed without a check, to the same game."""
        game = start("tablut").play_all(["i6-g", "d5-7"])
        for move in game.legal_moves:
            followed, played = game.follow(move), game.play(move)
            assert followed == played
            assert followed.outcome == played.outcome
            assert [*followed.repeatable()] == [*played.repeatable()]


class TestMoves:
    """What a user asks about moves before playing one."""

    def test_parse_move(self) -> None:
        """A text is read as the legal move that it names."""
        game = start("tablut")
        assert game.parse_move("e2-a") is game.variant.board.grid.move("e2", "a2")
        assert game.play(game.parse_move(" E2-a2 ")) == game.play("e2-a")

    @pytest.mark.parametrize(
        ("text", "error"), [("e2-", NotationError), ("e2-e9", IllegalMoveError), ("a1-a2", IllegalMoveError)]
    )
    def test_parse_nonsense(self, text: str, error: type[TaflError]) -> None:
        """A text that is no move, or no legal one, is refused as by `play`."""
        game = start("tablut")
        with pytest.raises(error) as refused:
            game.parse_move(text)
        with pytest.raises(error) as played:
            game.play(text)
        assert str(refused.value) == str(played.value)

    def test_moves_from(self) -> None:
        """The moves of one piece, sorted; none from an empty square or of a piece that is not to move."""
        game = start("brandubh")
        assert " ".join(map(str, game.moves_from("a4"))) == "a4-a2 a4-a3 a4-a5 a4-a6"
        assert game.moves_from("d4") == game.moves_from("a1") == ()
        assert {move for square in game.variant.board.grid.squares for move in game.moves_from(square)} == set(
            game.legal_moves
        )
        with pytest.raises(NotationError):
            game.moves_from("z9")

    def test_captures(self) -> None:
        """What a move would capture is known before it is played."""
        game = start("tablut").play_all(["i6-g", "d5-7"])
        assert " ".join(map(str, game.captures("i4-g"))) == "g5"
        assert game.is_capture("i4-g")
        assert not game.is_capture("i4-h")
        assert not game.captures(game.parse_move("i4-h"))
        with pytest.raises(IllegalMoveError):
            game.is_capture("e5-e9")

    def test_nonsense_is_no_legal_move(self) -> None:
        """Asking whether something is among the legal moves never fails."""
        game = start("tablut")
        legal: object = "e2-a2"
        illegal: object = "e2-e9"
        assert legal in game.legal_moves
        assert illegal not in game.legal_moves


class TestText:
    """A game is begun from a position on one line, and writes its own."""

    def test_there_and_back(self) -> None:
        """What a game writes is the same position again; the past is not part of it."""
        game = start("brandubh").play_all(["d6-c", "d5-c"])
        again = Game.from_text(game.to_text())
        assert again.position == game.position
        assert again.variant is game.variant
        assert (again.ply, again.previous) == (0, None)

    def test_wherever_a_position_is_taken(self) -> None:
        """`start` takes a text in place of a position, with the variant's name in it or without."""
        game = start("brandubh").play("d6-c")
        name, _, rest = game.to_text().partition(" ")
        assert name == "brandubh"
        assert start("brandubh", rest).position == start("brandubh", game.to_text()).position == game.position
        limited = Game.from_text(rest, "brandubh", move_limit=9)
        assert (limited.move_limit, limited.position) == (9, game.position)

    @pytest.mark.parametrize("text", ["9/9", "", "brandubh", "7/7/7/7/7/7/7 nobody"])
    def test_nonsense(self, text: str) -> None:
        """A text that is no position of the variant is an error of notation."""
        with pytest.raises(NotationError):
            start("brandubh", text)


class TestWrongTypes:
    """What is of a wrong type is refused at the door, in a sentence that says what would be right."""

    @pytest.mark.parametrize(
        ("call", "sentence"),
        [
            (lambda: start(5), "expected a variant, its name or the path of its file, not int 5"),  # type: ignore[call-overload]
            (lambda: start("tablut", 5), "a game begins with a Position, not 5"),  # type: ignore[call-overload]
            (lambda: Game("tablut"), "a game is played by a Variant, not 'tablut'; taflkit.start takes names"),  # type: ignore[arg-type]
            (lambda: start("tablut").play(5), "a move is a Move or a text such as 'e5-e8', not 5"),  # type: ignore[arg-type]
            (
                lambda: start("tablut").play_all("i6-g d5-7"),
                "play_all takes several moves, for example ['i6-g', 'd5-7']",
            ),
            (lambda: taflkit.perft("tablut", 2), "expected a game, such as taflkit.start('tablut')"),  # type: ignore[arg-type]
            (lambda: taflkit.perft("tablut", 0), "expected a game, such as taflkit.start('tablut')"),  # type: ignore[arg-type]
            (lambda: taflkit.divide(None, 2), "expected a game, such as"),  # type: ignore[arg-type]
            (lambda: taflkit.playouts("tablut", 2), "expected a game, such as"),  # type: ignore[call-overload]
            (lambda: taflkit.perft(start("tablut"), "2"), "whole numbers, not '2' and 0"),  # type: ignore[arg-type]
            (lambda: taflkit.divide(start("tablut"), 1.5), "whole numbers, not 1.5 and 0"),  # type: ignore[arg-type]
            (lambda: taflkit.playouts(start("tablut"), "2"), "games must be a whole number, not '2'"),  # type: ignore[call-overload]
            (lambda: taflkit.playouts(start("tablut"), 2, seed=0.5), "seed must be a whole number, not 0.5"),  # type: ignore[call-overload]
            (lambda: start("tablut").parse_move(5), "a move is read from a text such as 'e5-e8', not 5"),  # type: ignore[arg-type]
        ],
    )
    def test_refused(self, call: Callable[[], object], sentence: str) -> None:
        """The error names what was expected and what was given."""
        with pytest.raises(TypeError, match=re.escape(sentence)):
            call()


class TestStatedCaptures:
    """A text may state what the move captures, which is checked."""

    GAME = drawn(
        "tablut",
        "attackers",
        """
        . . . . . . . . .
        . . . B . . . . .
        . . . . . . . . .
        . B W . W B . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . K .
        . . . . . . . . .
        . . . . . . . . .
        """,
    )

    @pytest.mark.parametrize(
        "text",
        ["d8-d6xc6xe6", "d8-d6xe6xc6", "d8-6xc6xe6", "d8-6", "D8-D6XC6XE6", "d8-d6xC6Xe6", " d8-d6xc6xe6 "],
    )
    def test_right(self, text: str) -> None:
        """The captures may be stated in any order, in the short form too, or left out."""
        assert str(self.GAME.play(text).last) == "d8-d6xc6xe6"

    @pytest.mark.parametrize("text", ["d8-d6xc6", "d8-d6xc6xe6xh3", "d8-d6xa1", "d8-d6xd6"])
    def test_wrong(self, text: str) -> None:
        """Other captures than those of the move are refused, and the right ones are named."""
        with pytest.raises(IllegalMoveError) as refused:
            self.GAME.play(text)
        assert str(refused.value) == f"illegal move {text}: it captures c6 e6"
        assert refused.value.game is self.GAME
        assert refused.value.position is self.GAME.position

    def test_stated_where_there_are_none(self) -> None:
        """A capture that is stated for a move without any is refused."""
        with pytest.raises(IllegalMoveError, match=r"it captures nothing$"):
            self.GAME.play("d8-d7xc7")

    @pytest.mark.parametrize(
        ("text", "column"),
        [
            ("d8-d6x", 7),
            ("d8-d6xc", 7),
            ("d8-d6xc6xq", 10),
            ("d8-6xc6xe6xk11", 12),
            ("d8-d6xx", 7),
            ("  d8-d6xc6 xe6", 7),
            ("d8-d6xc6xe66", 10),
        ],
    )
    def test_no_square(self, text: str, column: int) -> None:
        """A stated capture that is no square of the board is an error of notation, which names the column."""
        with pytest.raises(NotationError) as refused:
            self.GAME.play(text)
        assert refused.value.text == text.strip()
        assert refused.value.column == column
        assert refused.value.expected == "a square from a1 to i9"


class TestPast:
    """A game knows its past."""

    MOVES = ("i6-g", "d5-7", "i4-g", "e6-f")

    def test_moves_and_plays(self) -> None:
        """The moves are listed from the first, the plays from the newest."""
        game = start("tablut").play_all(self.MOVES)
        assert [str(move) for move in game.moves] == ["i6-g6", "d5-d7", "i4-g4", "e6-f6"]
        assert [str(play) for play in game.plays()] == ["e6-f6", "i4-g4xg5", "d5-d7", "i6-g6"]
        assert game.ply == 4
        assert game.start == load_variant("tablut").start

    def test_undo(self) -> None:
        """Taking back leads through the same games to the first, which has no past."""
        first = start("tablut")
        game = first.play_all(self.MOVES)
        seen = []
        back: Game | None = game
        while back is not None:
            seen.append(back)
            back = back.previous
        assert len(seen) == 5
        assert seen[-1] is first
        assert seen[2] == first.play_all(self.MOVES[:2])
        assert seen[1].play("e6-f") == game

    def test_start_of_a_set_up_game(self) -> None:
        """The start of a game that was set up is the position that it was set up with."""
        position = start("tablut").play("e2-a").position
        game = start("tablut", position).play("e4-h")
        assert game.start is position
        assert game.ply == 1
        assert game.turns == 1

    def test_since_the_last_capture(self) -> None:
        """The positions that may occur again are those since pieces last left the board."""
        game = start("tablut")
        counts = [len([*game.repeatable()])]
        for move in ["i6-g", "d5-7", "i4-g", "e6-f", "a4-3"]:
            game = game.play(move)
            counts.append(len([*game.repeatable()]))
        assert counts == [1, 2, 3, 1, 2, 3]

    def test_seen_before(self) -> None:
        """A position that was there is known as such, and most new ones are known to be new at once."""
        game = long_game(4)
        assert game.may_be_repeated
        chance = random.Random(2)
        game, new, doubtful = start("tablut"), 0, 0
        positions: set[Position] = {game.position}
        assert not game.may_be_repeated
        while game.outcome is None and game.ply < 40:
            game = game.play(chance.choice(game.legal_moves))
            if game.position in positions:
                assert game.may_be_repeated
            new += not game.may_be_repeated
            doubtful += game.may_be_repeated
            positions.add(game.position)
        assert new > 4 * doubtful

    def test_a_capture_makes_everything_new(self) -> None:
        """After a capture the position has surely not been there."""
        game = start("tablut").play_all(["i6-g", "d5-7", "i4-g"])
        assert game.may_be_repeated is False


class TestKey:
    """What searchers ask of a game."""

    def test_key(self) -> None:
        """The key of a game is its position, whatever its past."""
        one = start("tablut").play_all(["a4-3", "e4-h", "i4-3"])
        other = start("tablut").play_all(["i4-3", "e4-h", "a4-3"])
        assert one.key == other.key == one.position
        assert one != other


class TestMoveLimit:
    """A player loses who must make more moves than the limit."""

    def test_error_when_too_small(self) -> None:
        """A limit must be more than the moves that either player has made."""
        game = start("tablut")
        for limit in (0, -1):
            with pytest.raises(TaflError, match="the move limit must be more than the moves a player has made, 0"):
                game.with_limit(limit)
            with pytest.raises(TaflError, match="the move limit"):
                start("tablut", move_limit=limit)
        assert game.with_limit(1).move_limit == 1
        game = game.play("h5-7")
        with pytest.raises(TaflError, match=r"moves a player has made, 1$"):
            game.with_limit(1)
        game = game.play("f5-4")
        with pytest.raises(TaflError, match=r"moves a player has made, 1$"):
            game.with_limit(1)
        assert game.with_limit(2).play("h7-6").outcome is None
        game = game.play("h7-6")
        with pytest.raises(TaflError, match=r"moves a player has made, 2$"):
            game.with_limit(2)
        assert game.with_limit(3).outcome is None

    def test_the_same_game(self) -> None:
        """Setting a limit keeps the position and the past."""
        game = start("tablut").play_all(REPEATED[:3])
        limited = game.with_limit(9)
        assert limited.moves == game.moves
        assert limited.position == game.position
        assert limited.previous is game.previous
        assert (limited.turns, limited.captureless, len([*limited.repeatable()])) == (3, 3, 4)
        assert limited.play(REPEATED[3]).outcome == Outcome(Side.ATTACKERS, Reason.REPETITION)
        assert limited != game
        assert limited.with_limit(None) == game

    def test_the_limit_goes_on(self) -> None:
        """A limit holds for the games that follow, and playing it out ends the game."""
        game = start("tablut").play_all(REPEATED[:2]).with_limit(2)
        game = game.play("h7-6")
        assert game.move_limit == 2
        assert game.outcome is None
        game = game.play("f4-3")
        assert game.outcome == Outcome(Side.DEFENDERS, Reason.MOVE_LIMIT)
        assert not game.legal_moves
        with pytest.raises(GameOverError, match="the defenders win: the move limit was reached"):
            game.play("a4-3")

    def test_taking_the_limit_off(self) -> None:
        """A game that ended by the limit goes on without it, or with a higher one."""
        game = start("tablut", move_limit=1).play("h5-7").play("f5-4")
        assert game.outcome == Outcome(Side.DEFENDERS, Reason.MOVE_LIMIT)
        assert game.with_limit(None).outcome is None
        assert game.with_limit(2).outcome is None
        assert game.outcome == Outcome(Side.DEFENDERS, Reason.MOVE_LIMIT)


class TestLimitsOfTheRules:
    """Rules may limit the length of games themselves: after everything else on the board, before the move limit."""

    PICTURE = """
        A D . . .
        . . . . .
        . . . K .
        . . . . .
        . . . . .
        """
    OVER = Outcome(None, Reason.CAPTURELESS)

    def test_order(self) -> None:
        """No legal move is found before such a limit, the limit before the move limit, and the first limit decides."""
        variant = small(limits=(CapturelessLimit(2), CapturelessLimit(1, "attackers-lose")))
        game = drawn(variant, "attackers", self.PICTURE)
        assert game.outcome is None
        assert game.play("a5-4").outcome == Outcome(Side.DEFENDERS, Reason.CAPTURELESS)
        later = small(limits=(CapturelessLimit(2),))
        game = drawn(later, "attackers", self.PICTURE).play("a5-4")
        assert game.outcome is None
        assert game.with_limit(2).play("d3-1").outcome == self.OVER
        limited = drawn(later, "attackers", self.PICTURE).with_limit(1).play("a5-4").play("d3-1")
        assert limited.outcome == self.OVER
        stuck = drawn(
            small(limits=(CapturelessLimit(1),)), "defenders", "AD... ..... ..... D.... .....".replace(" ", "\n")
        )
        assert stuck.play("a2-4").outcome == Outcome(Side.DEFENDERS, Reason.NO_MOVES)


class TestValue:
    """Games are values: they compare, hash, copy, pickle and print."""

    def test_equality(self) -> None:
        """Games are equal when variant, start, moves and limit are."""
        game = start("tablut").play_all(["e2-a", "e4-h"])
        assert game == start("tablut").play_all(["e2-a", "e4-h"])
        assert game != start("tablut").play_all(["e2-a", "e4-g"])
        assert game != start("tablut", game.position)
        assert game != game.with_limit(5)
        assert game != game.previous
        assert start("tablut") != start("brandubh")
        assert game != "a game"
        renamed = attrs.evolve(game.variant, name="other")
        assert start(renamed).play_all(["e2-a", "e4-h"]) != game

    def test_hash(self) -> None:
        """Equal games have equal hashes, and games can be members of sets."""
        game = start("tablut").play_all(["e2-a", "e4-h"])
        again = start("tablut").play_all(["e2-a", "e4-h"])
        assert hash(game) == hash(again)
        assert len({game, again, game.previous}) == 2
        assert len({hash(start("tablut").play(move)) for move in start("tablut").legal_moves}) == 80

    def test_pickle(self) -> None:
        """A game comes back from a pickle with its past."""
        game = start("tablut", move_limit=30).play_all(["i6-g", "d5-7", "i4-g"])
        back = pickle.loads(pickle.dumps(game))
        assert back == game
        assert back.move_limit == 30
        assert [str(play) for play in back.plays()] == ["i4-g4xg5", "d5-d7", "i6-g6"]
        assert back.previous == game.previous

    def test_pickle_of_a_set_up_game(self) -> None:
        """A game that was set up comes back with the start that it had."""
        game = start("tablut", start("tablut").play("e2-a").position).play("e4-h")
        back = pickle.loads(pickle.dumps(game))
        assert back == game
        assert back.start == game.start

    def test_pickle_of_a_game_that_is_over(self) -> None:
        """A game that is over comes back as such, one ended by the limit included."""
        game = start("tablut").play_all(REPEATED)
        assert pickle.loads(pickle.dumps(game)).outcome == game.outcome is not None
        limited = start("tablut", move_limit=1).play("h5-7").play("f5-4")
        assert pickle.loads(pickle.dumps(limited)).outcome == limited.outcome is not None

    def test_pickle_of_a_game_that_went_on(self) -> None:
        """A game that was followed past its end, as records do, comes back with all its moves."""
        game = start("tablut").play_all(REPEATED)
        on = game.follow(game.variant.board.grid.parse_move("e2-a2"))
        back = pickle.loads(pickle.dumps(on))
        assert back.moves == on.moves
        assert back.position == on.position
        assert back.previous.outcome == game.outcome

    def test_a_turn_that_was_ended(self) -> None:
        """A game in which a piece did not go on differs from the one in which it must, and comes back from a pickle."""
        must = drawn(BERSERK, "attackers", "K....\n..A..\n..D..\n.....\nAD..A").play("e1-c")
        assert must.position.going_on_mask
        game = must.end_turn()
        assert (game.to_move, game.turns, game.moves) == (Side.DEFENDERS, 1, must.moves)
        assert game != must
        on = game.play("c3-d")
        for each in (game, on, on.with_limit(9)):
            back = pickle.loads(pickle.dumps(each))
            assert (back, back.position, hash(back)) == (each, each.position, hash(each))
        with pytest.raises(PositionError, match="no piece has to go on"):
            on.end_turn()

    def test_pickle_of_a_subclass(self) -> None:
        """A game of a subclass comes back as one, from a pickle and from a copy."""
        game = OwnGame(load_variant("tablut")).play("e2-a")
        assert [type(each) for each in (game, pickle.loads(pickle.dumps(game)), copy.copy(game))] == [OwnGame] * 3

    def test_copy(self) -> None:
        """A game can be copied."""
        game = start("tablut").play_all(["e2-a", "e4-h"])
        assert copy.copy(game) == game
        assert copy.deepcopy(game) == game

    def test_frozen(self) -> None:
        """A game cannot be changed."""
        game = start("tablut")
        with pytest.raises(AttributeError):
            game.turns = 5  # type: ignore[misc]

    def test_text(self) -> None:
        """A game prints as its board with the side to move, or with the outcome when it is over."""
        game = start("tablut")
        lines = str(game).splitlines()
        assert lines[0] == " 9 . . . B B B . . ."
        assert lines[-2:] == ["   a b c d e f g h i", "attackers to move"]
        over = str(game.play_all(REPEATED)).splitlines()
        assert over[:-1] == lines[:-1]
        assert over[-1] == "the attackers win: the position was repeated"

    def test_repr(self) -> None:
        """On one line a game says its variant, its length and how it stands."""
        game = start("tablut").play("e2-a")
        assert repr(game) == "<Game tablut, ply 1, defenders to move>"
        assert repr(start("tablut").play_all(REPEATED)) == (
            "<Game tablut, ply 4, the attackers win: the position was repeated>"
        )

    def test_pretty(self) -> None:
        """Programs that print values prettily print a game on one line too."""
        printed: list[str] = []
        game = start("tablut")
        game._repr_pretty_(SimpleNamespace(text=printed.append), False)
        assert printed == [repr(game)]


class TestLongGames:
    """Games of any length are compared, hashed, copied, pickled and forgotten."""

    def test_thousands_of_plies(self) -> None:
        """A game of three thousand plies is as good a value as a short one."""
        game = long_game(3000)
        back = pickle.loads(pickle.dumps(game))
        assert back == game
        assert hash(back) == hash(game)
        assert copy.deepcopy(game) == game
        assert (back.ply, len(back.moves), back.turns) == (3000, 3000, 3000)
        assert game != long_game(2996)
        assert repr(back) == "<Game tablut, ply 3000, attackers to move>"
        assert back.start == game.start

    def test_a_long_game_is_forgotten(self) -> None:
        """A game whose past nobody else holds can be dropped, however long it is."""
        game: Game | None = long_game(20_000)
        assert game is not None
        assert game.turns == 20_000
        position = game.position
        game = None
        assert position == load_variant("tablut").start


class TestOutcomeIsFoundOnce:
    """The outcome is worked out when it is asked for."""

    def test_once(self) -> None:
        """Asking again gives the same outcome."""
        game = start("tablut").play_all(REPEATED)
        assert game.outcome == game.outcome is not None
        assert start("tablut").outcome is None

    def test_not_before_it_is_asked_for(self) -> None:
        """Following moves asks for no outcomes: a line may be followed past one that history would give."""
        game = start("tablut")
        grid = game.variant.board.grid
        for text in (*REPEATED, "e2-a"):
            game = game.follow(grid.parse_move(text))
        assert game.ply == 5
        assert game.previous is not None
        assert game.previous.outcome == Outcome(Side.ATTACKERS, Reason.REPETITION)


@pytest.mark.parametrize("name", ["tablut", "berserk"])
def test_earlier_games_keep_their_moves(name: str) -> None:
    """The moves of games long ago, and of games that branch off there, are those of their positions."""
    chance, game = random.Random(3), game_in_python(start(name))
    games = [game]
    for _ in range(30):
        if not game.legal_moves:
            break
        game = game.play(chance.choice(sorted(game.legal_moves)))
        games.append(game)
    for earlier in games[:-1]:
        rules = earlier.variant.rules
        assert sorted(earlier.legal_moves) == sorted(rules.legal_moves(earlier.position))
        other = earlier.play(chance.choice(sorted(earlier.legal_moves)))
        if other.outcome is None:
            assert sorted(other.legal_moves) == sorted(rules.legal_moves(other.position))


def test_listing_the_legal_moves_does_not_change_which_are_accepted() -> None:
    """In Python, `play` accepts the same moves whether or not the legal moves have been asked for before."""
    asked = game_in_python(start("brandubh").play_all(["d2-b2", "d5-b5"]))
    unasked = game_in_python(asked)
    legal = set(asked.legal_moves)
    grid = asked.variant.board.grid
    everywhere = [grid.move(a, b) for a in grid.squares for b in grid.squares if a != b]
    elsewhere = [start("tablut").variant.board.grid.move("i9", other) for other in ("i1", "a9", "b2")]
    for move in [*everywhere, *elsewhere]:
        accepted = [game._state.play(move) is not None for game in (asked, unasked)]
        assert accepted == [move in legal] * 2, move
