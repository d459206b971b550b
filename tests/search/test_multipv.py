"""Several best lines, restricted root moves, and searches that are ended later."""

import math
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import taflkit
from taflkit import Game, Move, start
from taflkit.games import MoveT, Playable
from taflkit.match import Match
from taflkit.records import Record, review_record
from taflkit.search import (
    AlphaBeta,
    Automaton,
    Cancel,
    MonteCarlo,
    OnReport,
    Random,
    Score,
    Searcher,
    SearcherError,
    SearchLimit,
    SearchReport,
    Stop,
    WinFinder,
    check_searcher,
    level_searcher,
    search_each,
)

KERNEL_OR_NOT = pytest.mark.parametrize("kernel", [True, False], ids=["kernel", "python"])
ALL = pytest.mark.parametrize(
    "searcher",
    [AlphaBeta(), AlphaBeta(kernel=False), MonteCarlo(seed=1), Random(seed=1), WinFinder()],
    ids=["kernel", "python", "montecarlo", "random", "winfinder"],
)
SMALL = SearchLimit(depth=1, nodes=2000)


@ALL
@pytest.mark.parametrize("variant", ["brandubh", "ataxx", "qirkat"])
def test_lines_are_distinct_legal_and_ordered(searcher: Searcher, variant: str) -> None:
    """Each line begins with another legal move and can be played, and no line is better than the one before."""
    game: Any = taflkit.start(variant)
    found = searcher.search(game, SMALL, lines=3).lines
    assert len({report.best for report in found}) == 3
    for report in found:
        after = game
        for move in report.line:
            after = after.play(move)
        assert report.line[0] == report.best
        assert report.score.side == game.to_move
    if not isinstance(searcher, MonteCarlo):  # It orders by visits.
        assert sorted(found, key=lambda report: report.score, reverse=True) == list(found)


@ALL
def test_only_the_given_moves_are_chosen_from(searcher: Searcher) -> None:
    """With moves given, every line begins with one of them, and there are no more lines than moves."""
    game = start("brandubh")
    some = game.legal_moves[3:5]
    found = searcher.search(game, SMALL, lines=3, moves=some).lines
    assert {report.best for report in found} == set(some)


@KERNEL_OR_NOT
def test_the_lines_are_those_of_full_width_search(kernel: bool) -> None:
    """Without reductions the scores of all moves are those of searching the position after each move."""
    game = start("brandubh")
    searcher = AlphaBeta(reductions=False, quiescence=False, kernel=kernel)
    found = searcher.search(game, SearchLimit(depth=2), lines=100).lines
    assert len(found) == len(game.legal_moves)
    for report in found:
        assert report.best is not None
        alone = searcher.search(game.play(report.best), SearchLimit(depth=1))
        assert report.score == -alone.score


@KERNEL_OR_NOT
def test_one_line_is_the_search_itself(kernel: bool) -> None:
    """One line of all moves is what `search` finds, to the last node."""
    game, limit = start("tablut"), SearchLimit(nodes=3000)
    searcher = AlphaBeta(kernel=kernel)
    (found,) = searcher.search(game, limit, lines=1, moves=game.legal_moves).lines
    alone = searcher.search(game, limit)
    assert (found.line, found.score, found.nodes, found.depth) == (alone.line, alone.score, alone.nodes, alone.depth)


def _escape() -> Game:
    """The king on d7 of a brandubh board can go to two corners."""
    return start("brandubh", "3K3/7/A6/7/7/7/6A defenders")


@KERNEL_OR_NOT
def test_forced_results_are_told_for_every_line(kernel: bool) -> None:
    """Both ways to a corner win at once; the third line is another move."""
    game = _escape()
    found = AlphaBeta(kernel=kernel).search(game, SearchLimit(depth=1), lines=3).lines
    assert [report.score for report in found[:2]] == [Score.win(1), Score.win(1)]
    assert {str(report.best) for report in found[:2]} == {"d7-a7", "d7-g7"}


def test_a_refused_win_is_not_told() -> None:
    """A win that is not among the moves to choose from does not count."""
    game = _escape()
    quiet = [move for move in game.legal_moves if str(move) == "d7-d6"]
    found = AlphaBeta().search(game, SearchLimit(depth=1), moves=quiet)
    assert found.best == quiet[0]
    assert found.score.win_in != 1


def test_depths_are_reported_one_after_the_other() -> None:
    """`on_report` gets all lines of depth 1, then of depth 2."""
    heard: list[SearchReport[Move]] = []
    AlphaBeta().search(start("brandubh"), SearchLimit(depth=2), lines=2, on_report=heard.append)
    assert [[line.depth for line in report.lines] for report in heard] == [[1, 1], [2, 2]]


class OneLine:
    """A searcher of one's own that finds one line, and several by searching after each move."""

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit | None = None,
        *,
        lines: int = 1,
        moves: Sequence[MoveT] | None = None,
        on_report: OnReport[MoveT] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """Leave several lines to `search_each`."""
        limit = limit or SearchLimit(depth=2)
        if lines > 1 or moves is not None:
            return search_each(self, game, limit, lines=lines, moves=moves, on_report=on_report, cancel=cancel)
        return AlphaBeta(reductions=False).search(game, limit, on_report=on_report, cancel=cancel)


def test_a_searcher_of_one_line_finds_several_by_searching_each_move() -> None:
    """`search_each` finds the scores that a search for several lines finds."""
    game, limit = start("brandubh"), SearchLimit(depth=2)
    each = OneLine().search(game, limit, lines=4)
    at_once = AlphaBeta(reductions=False).search(game, limit, lines=4)
    assert [line.score for line in each.lines] == [line.score for line in at_once.lines]
    assert OneLine().search(game, moves=game.legal_moves[:1]).best == game.legal_moves[0]


def test_without_a_limit_a_searcher_takes_its_usual_effort() -> None:
    """Nobody has to say how far to look."""
    game = start("brandubh")
    for searcher in (AlphaBeta(), Random(seed=1), level_searcher(3, seed=2)):
        found = searcher.search(game)
        assert found.best in game.legal_moves
        assert found.lines == (found,)


class Other:
    """Something with a method of the same name."""

    def search(self, game: object, seed: int) -> None:
        """Nothing."""


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (AlphaBeta, r"not the class AlphaBeta; did you mean AlphaBeta\(\)\?"),
        ("alphabta", r"not the text 'alphabta'; did you mean searcher_named\('alphabeta'\)\(0\)\?"),
        (3, "an object with a method search, not 3"),
        (
            Other(),
            "that of Other does not fit: .*lines",
        ),
        (Automaton(), "that of Automaton does not fit"),
    ],
)
def test_what_is_no_searcher_is_refused_at_every_door(wrong: Any, said: str) -> None:
    """A class, a text, a player or anything else is refused in a sentence before anything is searched."""
    record = Record.of(start("brandubh").play(start("brandubh").legal_moves[0]))
    doors: list[Callable[[], object]] = [
        lambda: check_searcher(wrong),
        lambda: review_record(record, wrong, SMALL),
        lambda: Automaton(searcher=lambda seed: wrong).search(start("brandubh"), 0),
    ]
    if not isinstance(wrong, str | int):  # A text is the name of a program there.
        doors.append(lambda: Match([wrong, "random"], [start("brandubh")]))
    for door in doors:
        with pytest.raises(SearcherError, match=said):
            door()


def test_a_finished_game_has_no_lines() -> None:
    """There is no move in a game that is over."""
    game = _escape()
    over = game.play(next(move for move in game.legal_moves if str(move) == "d7-a7"))
    assert AlphaBeta().search(over, SearchLimit(depth=1), lines=3).lines == ()


@ALL
def test_wrong_questions_are_refused(searcher: Searcher) -> None:
    """Illegal moves, moves given twice, no moves and no lines are errors that say so."""
    game = start("brandubh")
    foreign = start("tablut").legal_moves[0]
    move = game.legal_moves[0]
    with pytest.raises(ValueError, match="is not a legal move here"):
        searcher.search(game, SMALL, moves=[foreign])
    with pytest.raises(ValueError, match="given twice"):
        searcher.search(game, SMALL, moves=[move, move])
    with pytest.raises(ValueError, match="no moves to choose from"):
        searcher.search(game, SMALL, moves=[])
    with pytest.raises(ValueError, match="at least 1, not 0"):
        searcher.search(game, SMALL, lines=0)
    with pytest.raises(TypeError, match="whole number"):
        searcher.search(game, SMALL, lines="3")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="SearchLimit"):
        searcher.search(game, 3)  # type: ignore[arg-type]


@KERNEL_OR_NOT
def test_an_endless_search_becomes_a_timed_one(kernel: bool) -> None:
    """`Cancel.after` ends a search without a limit; the lines found by then are returned."""
    cancel = Cancel()
    lines = (
        AlphaBeta(kernel=kernel)
        .search(
            start("tablut"),
            SearchLimit(seconds=math.inf),
            lines=2,
            on_report=lambda found: cancel.after(0.01),
            cancel=cancel,
        )
        .lines
    )
    assert [report.stopped for report in lines] == [Stop.CANCELLED] * 2
    assert all(report.depth >= 1 for report in lines)


def test_using_the_switch_ends_the_wait() -> None:
    """No timer is left behind by a search that was cancelled before its time."""
    cancel = Cancel()
    cancel.after(3600)
    cancel()
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join(5)
            assert not thread.is_alive()
    cancel.after(3600)
    assert not any(isinstance(thread, threading.Timer) for thread in threading.enumerate())


@KERNEL_OR_NOT
def test_reports_say_how_deep_and_how_full(kernel: bool) -> None:
    """The longest line is at least as long as the depth, and a small table fills where a large one does not."""
    game, limit = start("tablut"), SearchLimit(depth=3)
    found = {}
    for megabytes in (1, 64):
        report = AlphaBeta(megabytes=megabytes, kernel=kernel).search(game, limit)
        assert report.reached is not None
        assert report.table_filled is not None
        assert report.reached >= 3
        found[megabytes] = report.table_filled
    assert 0 <= found[64] <= found[1] <= 1
    assert found[1] > 0
