"""`PlainGame`, the base of plug-ins' games: kept answers, reasons, and games of any length."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import taflkit
from taflkit import GameOverError, IllegalMoveError, Side
from taflkit.games.picture import Look
from taflkit.games.plain import PlainGame, PlainKind, PlainVariant
from taflkit.testing import MAX_PLIES, check_kind
from tests.games.nim_kind import HEAP, NIM, NimGame
from tests.plugged import plugged_in
from tests.search.nim import Who
from tests.variant.files import write

LONG = 1_000


class WalkVariant(PlainVariant):
    """A variant of the walk."""


class Walk(PlainGame[str]):
    """Both sides step a piece of their own to and fro, until one has counted to the end."""

    variant: WalkVariant
    to_move: Side

    def find_moves(self) -> list[str]:
        """To the empty square of one's own row."""
        row, name = (0, "2") if self.to_move is Side.ATTACKERS else (1, "1")
        here = "ab"[self.rows[row].index("-") ^ 1]
        return [f"{here}{name}-{'ab'[self.rows[row].index('-')]}{name}"]

    def find_outcome(self) -> None:
        """It goes on for ever."""

    def after(self, move: str) -> Walk:
        """The piece stands on the other square."""
        rows = [row[::-1] if move[1] == str(2 - number) else row for number, row in enumerate(self.rows)]
        return Walk(self.variant, rows, self.to_move.other)


class WalkKind(PlainKind[Walk]):
    """A walk without an end."""

    name = "walk"
    game_type = Walk
    variant_type = WalkVariant
    players = (Side.ATTACKERS, Side.DEFENDERS)
    looks = {"x": Look.BLACK, "o": Look.WHITE}  # noqa: RUF012 - nothing changes it


WALK = WalkKind()
VARIANT = WalkVariant(name="walk", title="Walk", start=("x-", "-o"), first=Side.ATTACKERS)


def walked(plies: int) -> Walk:
    """A game of so many moves."""
    game = WALK.start(VARIANT)
    for _ in range(plies):
        game = game.follow(game.legal_moves[0])
    return game


class TestLongGames:
    """A game of 1,000 plies does what a short one does."""

    def test_it_is_pickled_compared_and_printed(self) -> None:
        """The copy has the same past; moves, not games, are pickled."""
        game = walked(LONG)
        written = pickle.dumps(game)
        copy = pickle.loads(written)
        assert copy == game
        assert hash(copy) == hash(game)
        assert (copy.ply, copy.moves) == (LONG, game.moves)
        assert [before.rows for before in copy.history()] == [before.rows for before in game.history()]
        assert len(written) < 20 * LONG
        assert str(game).splitlines() == ["x -", "- o", "attackers to move"]
        assert repr(game) == "<Walk walk, ply 1000, attackers to move>"

    def test_it_keeps_the_laws(self, tmp_path: Path) -> None:
        """`check_kind` plays a game of 1,000 plies where the rules allow it."""
        with plugged_in(walk=WALK):
            file = write(tmp_path, 'name = "walk"\ngame = "walk"\nstart = """\nx-\n-o\n"""\n', "walk")
            assert MAX_PLIES == LONG
            assert check_kind(taflkit.load_variant(file, WalkVariant), max_examples=2) >= 1


class TestAnswers:
    """What a game is asked twice is found once."""

    def test_moves_and_outcome_are_found_once(self) -> None:
        """However often they are asked."""
        asked = []

        class Counted(NimGame):
            """Notes what is asked."""

            def find_moves(self) -> range:
                """The moves."""
                asked.append("moves")
                return super().find_moves()

            def find_outcome(self) -> Any:
                """The outcome."""
                asked.append("outcome")
                return super().find_outcome()

        game = Counted(HEAP, HEAP.start, Who.FIRST)
        for _ in range(3):
            assert len(game.legal_moves) == game.count_moves() == 3
            assert game.outcome is None
            game.play("3")
        assert asked == ["outcome", "moves"]

    def test_games_that_go_on_alike_are_equal(self) -> None:
        """The key decides, and not how a game came about."""
        one, other = (NIM.start(HEAP).play_all(moves) for moves in ([1, 2, 1], [2, 1, 1]))
        assert one == other
        assert hash(one) == hash(other)
        assert one.moves != other.moves
        assert one != one.play(1)
        assert one != 3

    def test_a_text_is_played_as_the_move_that_prints_so(self) -> None:
        """Letter case and blanks around it do not matter."""
        game = walked(0)
        assert game.play(" A2-B2 ").last == "a2-b2"
        assert "A2-B2" in game.legal_moves
        assert "b1-a1" not in game.legal_moves
        assert game.moves_from("a2") == ("a2-b2",)
        assert game.moves_from("b2") == ()

    def test_the_reason_of_the_author_is_shown(self) -> None:
        """`why_illegal` says why a move is refused, given as a text or not; after the end, the outcome does."""
        game = NIM.start(HEAP)
        for move in (4, "4"):
            with pytest.raises(IllegalMoveError, match="illegal move 4: there are 7 matches, and one to three are"):
                game.play(move)
        with pytest.raises(GameOverError, match="the game is over"):
            game.play_all([3, 3, 1, 1])

    def test_captures_are_what_the_board_has_fewer_of(self) -> None:
        """A letter that the board keeps has moved; one that it loses was captured."""
        assert NIM.start(HEAP).captures(2) == {taflkit.Square(5, 0), taflkit.Square(6, 0)}
        assert walked(0).captures("a2-b2") == frozenset()
