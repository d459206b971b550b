"""What searchers know of a game is asked of its kind."""

from __future__ import annotations

from collections.abc import Sequence

from taflkit import Game, start
from taflkit.search import AlphaBeta, MonteCarlo, SearchLimit
from taflkit.search.knowledge import PlainKnowledge, knowledge_of
from taflkit.search.tafl import TaflKnowledge
from tests.search.nim import Nim


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
    assert AlphaBeta().search(Nim(5), SearchLimit(depth=3)).engine == "python: PlainKnowledge has no compiled version"
    assert MonteCarlo(seed=1).search(Nim(5), SearchLimit(depth=1)).engine == "python"
