"""What searchers know of a game is asked of its kind."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from taflkit import Game, start
from taflkit.search import AlphaBeta, MonteCarlo, SearchLimit, WinFinder
from taflkit.search.knowledge import PlainKnowledge, knowledge_of
from taflkit.search.tafl import TaflKnowledge
from tests.search.nim import Nim, Result, Who


class Descending(PlainKnowledge):
    """Tries the largest move first."""

    def promising(self, game: Nim, moves: Sequence[int]) -> list[int]:  # type: ignore[override]
        """From the largest to the smallest."""
        return sorted(moves, reverse=True)


def test_a_searcher_is_given_its_knowledge() -> None:
    """Of two equal moves a searcher plays the one that its knowledge puts first."""
    # On a multiple of four every move loses as soon.
    limit = SearchLimit(depth=1)
    assert AlphaBeta(knowledge=Descending()).search(Nim(8), limit).best == 3
    assert AlphaBeta().search(Nim(8), limit).best == 1


def test_a_game_of_another_kind_has_plain_knowledge() -> None:
    """Without knowledge of a game, searchers ask the game alone."""
    assert type(knowledge_of(Nim(9))) is PlainKnowledge


def test_tafl_has_its_knowledge() -> None:
    """A game of tafl, and of a class that inherits from it, is searched with what is known of tafl."""

    class Own(Game):
        """A class of a user."""

    game = start("brandubh")
    for each in (game, Own(game.variant, game.position)):
        found: object = knowledge_of(each, exact_past=True)
        assert isinstance(found, TaflKnowledge)
        assert found.variant is game.variant
        assert found.exact_past


def test_a_report_says_that_nothing_compiled_plays_the_game() -> None:
    """Searches of other games run in Python, and their reports say why."""
    for searcher in (AlphaBeta(), MonteCarlo(seed=1)):
        report = searcher.search(Nim(5), SearchLimit(depth=1))
        assert report.engine == "python: PlainKnowledge has no compiled version"


class Circle(NamedTuple):
    """A token goes one or two places around a circle. Who brings it to a place where it was before loses."""

    places: int
    past: tuple[int, ...] = (0,)

    @property
    def to_move(self) -> Who:
        """The first player, then the other."""
        return Who.FIRST if len(self.past) % 2 else Who.SECOND

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """How far the token goes."""
        return () if self.outcome else (1, 2)

    @property
    def outcome(self) -> Result | None:
        """Whether the token has been here before."""
        *before, here = self.past
        return Result(self.to_move) if here in before else None

    @property
    def key(self) -> tuple[int, Who]:
        """The place and the player, without the past that decides the game."""
        return self.past[-1], self.to_move

    def play(self, move: int) -> Circle:
        """Move the token."""
        return Circle(self.places, (*self.past, (self.past[-1] + move) % self.places))


def winner(game: Circle) -> Who:
    """Who wins, by trying everything."""
    if game.outcome is not None:
        return game.outcome.winner
    wins = any(winner(game.play(move)) is game.to_move for move in game.legal_moves)
    return game.to_move if wins else game.to_move.other


@pytest.mark.parametrize("places", range(3, 15))
def test_a_past_that_the_key_leaves_out(places: int) -> None:
    """Searches that must be exact are, where nobody has told them how the past of a game matters."""
    game = Circle(places)
    won = winner(game) is game.to_move
    assert (WinFinder().find(game, places).moves is not None) is won
    score = AlphaBeta(reductions=False).search(game, SearchLimit(depth=2 * places)).score
    assert score.is_exact
    assert (score.value > 0) is won


@pytest.mark.parametrize("again", [copy.deepcopy, lambda searcher: pickle.loads(pickle.dumps(searcher))])
def test_a_searcher_is_copied_after_it_has_searched(again: Callable[[AlphaBeta], AlphaBeta]) -> None:
    """What its knowledge has found out stays behind: the copy searches as it did."""
    game, limit = start("brandubh"), SearchLimit(depth=2)
    searcher = AlphaBeta(knowledge=TaflKnowledge(game.variant), kernel=False)
    report = searcher.search(game, limit)
    assert again(searcher).search(game, limit).line == report.line
