"""The searcher API: scores, limits, reports, cancellation, and games that are not tafl."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Game, Move, Side, TaflError, load_variant, start
from taflkit.games.knowledge import Effort
from taflkit.kernel import installed
from taflkit.rules import RepetitionIgnored
from taflkit.search import (
    AlphaBeta,
    Automaton,
    Cancel,
    MonteCarlo,
    Random,
    Score,
    Searcher,
    SearcherError,
    SearchLimit,
    SearchReport,
    Stop,
    WinFinder,
    check_searcher,
    registry,
)
from taflkit.search.levels import MAX_LEVEL, level_searcher
from taflkit.search.registry import searcher_named, searcher_names
from taflkit.search.table import EXACT, TranspositionTable
from taflkit.search.winfirst import default_effort, effort_after
from tests.drawn import drawn
from tests.examples import examples
from tests.search.nim import Nim
from tests.search.plain import random_game

SEARCHERS = [
    AlphaBeta(),
    AlphaBeta(reductions=False),
    AlphaBeta(kernel=False),
    MonteCarlo(seed=1),
    Random(seed=1),
    WinFinder(),
    WinFinder(kernel=False),
]
EVERY = pytest.mark.parametrize("searcher", SEARCHERS, ids=lambda s: type(s).__name__)

ESCAPE = """
    .........
    .........
    .........
    .........
    ......K..
    .........
    .........
    .B.......
    .........
"""


def test_scores_are_ordered_by_how_good_they_are() -> None:
    """A quick win is better than a slow one, any win than any evaluation, and a late loss than an early one."""
    scores = [Score.loss(2), Score.loss(6), Score(-500), Score(0), Score(900), Score.win(7), Score.win(1)]
    assert sorted(scores, reverse=True) == scores[::-1]


def test_a_score_turns_round_for_the_other_side() -> None:
    """A win in seven plies for one side is a loss in seven for the other."""
    score = Score.win(in_plies=7, side=Side.ATTACKERS)
    assert score.for_side(Side.ATTACKERS) == score
    assert score.for_side(Side.DEFENDERS) == Score.loss(7)
    assert score.for_side(Side.DEFENDERS).side is Side.DEFENDERS
    assert (score.win_in, score.loss_in) == (7, None)
    assert (-score).loss_in == 7


def test_a_score_says_itself() -> None:
    """Evaluations print in men, forced results in plies."""
    assert [str(s) for s in (Score(125), Score(-20), Score.win(3), Score.loss(4))] == [
        "+1.25",
        "-0.20",
        "win in 3",
        "loss in 4",
    ]


def test_a_score_without_a_side_cannot_be_turned() -> None:
    """Asking an anonymous score for a side is an error."""
    with pytest.raises(ValueError, match="whose"):
        Score(3).for_side(Side.ATTACKERS)


@pytest.mark.parametrize("seconds", [float("inf"), 10**400], ids=["inf", "int"])
def test_a_limit_as_good_as_none(seconds: float) -> None:
    """A time that is too large for a float limits nothing."""
    assert AlphaBeta().search(start("brandubh"), SearchLimit(depth=1, seconds=seconds)).stopped is Stop.DEPTH


@pytest.mark.parametrize(
    "wrong",
    [{}, {"depth": 0}, {"nodes": 0}, {"seconds": 0.0}, {"depth": -3}, {"seconds": float("nan")}],
    ids=str,
)
def test_a_limit_must_limit(wrong: dict[str, int]) -> None:
    """A search without any limit, or with one that is not positive, is refused."""
    with pytest.raises(ValueError, match=r"limit|must be"):
        SearchLimit(**wrong)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seconds": "5"}, "seconds must be a number, not '5'"),
        ({"depth": 2.5}, "depth must be a whole number, not 2.5"),
        ({"depth": True}, "depth must be a whole number, not True"),
        ({"nodes": "many"}, "nodes must be a whole number, not 'many'"),
    ],
    ids=str,
)
def test_a_limit_is_a_number(wrong: dict[str, Any], sentence: str) -> None:
    """A limit of another type is refused where it is made, not in the middle of a search."""
    with pytest.raises(TypeError, match=sentence):
        SearchLimit(**wrong)


@EVERY
def test_a_search_needs_a_limit(searcher: Searcher) -> None:
    """A bare number is no limit, because it does not say of what."""
    with pytest.raises(TypeError, match=r"expected a SearchLimit such as SearchLimit\(depth=3\), not 3"):
        searcher.search(start("brandubh"), 3)  # type: ignore[arg-type]


@EVERY
@pytest.mark.parametrize("wrong", ["brandubh", None, start("brandubh").position, Nim], ids=lambda w: type(w).__name__)
def test_a_search_needs_a_game(searcher: Searcher, wrong: Any) -> None:
    """The name of a variant, a position and a class are no games."""
    with pytest.raises(TypeError, match="expected a game"):
        searcher.search(wrong, SearchLimit(depth=1))
    with pytest.raises(TypeError, match="expected a game"):
        WinFinder().find(wrong, 1)
    with pytest.raises(TypeError, match="expected a game"):
        Automaton()(wrong, 0)


def test_late_moves_of_a_long_game_take_little() -> None:
    """The first hundred moves take the full effort, all those after them about as much again."""
    effort = Effort(nodes=800_000, win_within=4, win_nodes=100_000)
    efforts = [effort_after(effort, plies) for plies in range(3000)]
    assert {given.nodes for given in efforts[:101]} == {800_000}
    assert efforts == sorted(efforts, key=lambda given: -given.nodes)
    assert sum(given.nodes for given in efforts[101:1001]) < 110 * 800_000
    assert efforts[-1].nodes == 8000
    assert effort_after(Effort(nodes=20_000, win_within=3, win_nodes=0), 3000).nodes == 500
    assert {(given.win_within, given.win_nodes) for given in efforts} == {(4, 100_000)}
    assert effort_after(Effort(nodes=3, win_within=0, win_nodes=0), 10**6).nodes == 3


def test_the_default_player_hurries_in_a_long_game() -> None:
    """After hundreds of moves it visits fewer positions, also as the highest level; with a limit it does not hurry."""
    variant = load_variant("brandubh")
    rules = attrs.evolve(variant.rules, repetition=RepetitionIgnored())
    first = late = start(attrs.evolve(variant, name="endless", rules=rules))
    for _ in range(150):
        late = late.play_all(["d6-c6", "d5-c5", "c6-d6", "c5-d5"])
    assert late.position == first.position
    assert late.ply == 600

    def nodes(game: Game, limit: SearchLimit | None) -> int:
        return Automaton(limit=limit, win_within=0, book=False).search(game, 1).nodes

    full = default_effort(first)
    assert default_effort(late) == full
    assert nodes(late, None) * 30 < nodes(first, None) <= full.nodes
    limit = SearchLimit(nodes=full.nodes // 10)
    assert nodes(late, limit) == nodes(first, limit) == full.nodes // 10
    highest = level_searcher(MAX_LEVEL).search(late)
    assert highest.nodes <= full.nodes // 30 + full.win_nodes
    assert highest.nodes < level_searcher(MAX_LEVEL).search(first).nodes // 5


@EVERY
def test_a_search_is_cancelled_by_a_switch(searcher: Searcher) -> None:
    """What is not a `Cancel` is refused before the search begins."""
    with pytest.raises(TypeError, match="cancel must be a Cancel, not True"):
        searcher.search(start("brandubh"), SearchLimit(depth=1), cancel=True)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "make",
    [
        lambda: AlphaBeta(depth="3"),  # type: ignore[arg-type]
        lambda: AlphaBeta(megabytes=1.5),  # type: ignore[arg-type]
        lambda: AlphaBeta(threads=None),  # type: ignore[arg-type]
        lambda: MonteCarlo(megabytes="64"),  # type: ignore[arg-type]
        lambda: WinFinder(megabytes="32"),  # type: ignore[arg-type]
        lambda: WinFinder().find(Nim(3), "2"),  # type: ignore[arg-type]
    ],
)
def test_settings_are_whole_numbers(make: Callable[[], object]) -> None:
    """A setting of another type is refused by name."""
    with pytest.raises(TypeError, match=r"(depth|megabytes|threads|within) must be a whole number"):
        make()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: AlphaBeta(threads=0), "threads must be a whole number from 1 to 32, not 0"),
        (lambda: Automaton(threads=0), "threads must be a whole number from 1 to 32, not 0"),
        (lambda: AlphaBeta(threads=33), "threads must be a whole number from 1 to 32, not 33"),
        (lambda: AlphaBeta(megabytes=2**31), "megabytes must be a whole number from 1 to 65536, not 2147483648"),
        (lambda: WinFinder(megabytes=2**31), "megabytes must be a whole number from 1 to 65536, not 2147483648"),
        (lambda: MonteCarlo(exploration=float("nan")), "exploration must be at least 0, not nan"),
        (lambda: MonteCarlo(exploration=-1), "exploration must be at least 0, not -1"),
    ],
)
def test_a_setting_out_of_range_is_refused(make: Callable[[], object], sentence: str) -> None:
    """The error names the range."""
    with pytest.raises(ValueError, match=sentence):
        make()


@pytest.mark.parametrize("searcher", [AlphaBeta, MonteCarlo, Random])
@pytest.mark.parametrize("seed", ["3", float("nan"), True])
def test_a_seed_is_a_whole_number(searcher: Any, seed: object) -> None:
    """Anything else is refused."""
    with pytest.raises(TypeError, match="seed must be a whole number, not"):
        searcher(seed=seed)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: MonteCarlo(exploration="x"), "exploration must be a number, not 'x'"),  # type: ignore[arg-type]
        (lambda: AlphaBeta(reductions="no"), "reductions must be True or False, not 'no'"),  # type: ignore[arg-type]
        (lambda: AlphaBeta(knowledge=3), "knowledge must be a Knowledge; 3 has no method eval"),  # type: ignore[arg-type]
        (lambda: Automaton(limit=3), "limit must be a SearchLimit, not 3"),  # type: ignore[arg-type]
        (lambda: Automaton(searcher="random"), "searcher must be a function .*, not 'random'"),  # type: ignore[arg-type]
    ],
)
def test_a_setting_of_another_type_is_refused(make: Callable[[], object], sentence: str) -> None:
    """The error names the setting and what it must be."""
    with pytest.raises(TypeError, match=sentence):
        make()


@EVERY
def test_who_follows_a_search_can_be_called(searcher: Searcher) -> None:
    """What cannot be called is refused before the search begins."""
    with pytest.raises(TypeError, match="on_report is called with reports, and 3 cannot be called"):
        searcher.search(start("brandubh"), SearchLimit(depth=1), on_report=3)  # type: ignore[arg-type]


@EVERY
def test_built_in_searchers_satisfy_the_protocol(searcher: Searcher) -> None:
    """Every searcher is one by its methods alone."""
    assert check_searcher(searcher) is searcher


@EVERY
def test_an_immediate_win_is_found(searcher: Searcher) -> None:
    """Every searcher but chance plays the king to the edge when he can get there."""
    game = drawn("tablut", "defenders", ESCAPE)
    report = searcher.search(game, SearchLimit(depth=3, nodes=20_000))
    assert report.best in game.legal_moves
    if not isinstance(searcher, Random):
        assert report.score == Score.win(1)
        assert report.best is not None
        assert game.play(report.best).outcome is not None
        assert report.stopped is Stop.DECIDED


@EVERY
@pytest.mark.parametrize("heap", range(1, 12))
def test_every_searcher_plays_a_game_that_is_not_tafl(searcher: Searcher, heap: int) -> None:
    """In nim, searchers find the move to a multiple of four where there is one; chance finds a legal one."""
    game = Nim(heap)
    report = searcher.search(game, SearchLimit(depth=12, nodes=30_000))
    assert report.best is not None
    assert report.best in game.legal_moves
    if heap % 4 and not isinstance(searcher, Random):
        assert (heap - report.best) % 4 == 0


@EVERY
def test_a_finished_game_has_no_best_move(searcher: Searcher) -> None:
    """Where the game is over there is nothing to play."""
    game = drawn("tablut", "defenders", ESCAPE).play("g5-9")
    assert searcher.search(game, SearchLimit(depth=2)).best is None


@EVERY
@examples(8)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 60), variant=st.sampled_from(["tablut", "brandubh"]))
def test_no_search_returns_an_illegal_move(searcher: Searcher, seed: int, plies: int, variant: str) -> None:
    """However little it may look at, a searcher returns a legal move, and its line can be played."""
    game = random_game(variant, seed, plies=plies)
    report = searcher.search(game, SearchLimit(nodes=1 + seed % 300, depth=5))
    assert report.best in game.legal_moves
    assert report.line[0] is report.best
    assert game.play_all(report.line).ply == game.ply + len(report.line)


def test_reports_come_as_the_search_deepens() -> None:
    """Alpha-beta reports each depth, the last report being its answer."""
    heard: list[SearchReport[Move]] = []
    report = AlphaBeta().search(start("brandubh"), SearchLimit(depth=3), on_report=heard.append)
    assert [each.depth for each in heard] == [1, 2, 3]
    assert heard[-1] == report
    assert report.stopped is Stop.DEPTH
    assert all(before.nodes < after.nodes for before, after in itertools.pairwise(heard))


@pytest.mark.parametrize("nodes", [1, 7, 500])
def test_the_node_limit_is_kept(nodes: int) -> None:
    """A search looks at no more positions than it may."""
    for searcher in (AlphaBeta(), MonteCarlo(seed=1)):
        report = searcher.search(start("tablut"), SearchLimit(nodes=nodes))
        assert report.nodes <= nodes
        assert report.stopped is Stop.NODES


def test_a_cancelled_search_returns_its_best_so_far() -> None:
    """Cancelling from another thread ends a search that would go on for ever, with a legal move."""
    game = start("tablut")
    cancel = Cancel()
    reached = threading.Event()
    found: list[SearchReport[Move]] = []

    def search() -> None:
        limit = SearchLimit(depth=90)
        found.append(AlphaBeta().search(game, limit, on_report=lambda _: reached.set(), cancel=cancel))

    thread = threading.Thread(target=search)
    thread.start()
    assert reached.wait(60)
    cancel()
    thread.join(60)
    assert not thread.is_alive()
    assert found[0].stopped is Stop.CANCELLED
    assert found[0].best in game.legal_moves


@EVERY
def test_a_search_cancelled_beforehand_still_answers(searcher: Searcher) -> None:
    """A search that is cancelled before it begins returns a legal move at once."""
    cancel = Cancel()
    cancel()
    report = searcher.search(start("tablut"), SearchLimit(depth=9), cancel=cancel)
    assert report.best in start("tablut").legal_moves


@pytest.mark.parametrize("kernel", [True, False])
def test_a_win_finder_that_was_stopped_beforehand_is_certain_of_nothing(kernel: bool) -> None:
    """Where nothing was looked at, nothing is said about wins."""
    cancel = Cancel()
    cancel()
    found = WinFinder(kernel=kernel).find(start("tablut"), 3, cancel=cancel)
    assert (found.moves, found.within, found.stopped) == (None, 0, Stop.CANCELLED)


@pytest.mark.slow
def test_a_table_keeps_its_states_in_the_same_places_in_every_process() -> None:
    """Nothing that a process has by chance, addresses and the hashes of texts, decides which results are kept."""
    code = """if True:
        from taflkit import start
        from taflkit.search.tafl import TaflKnowledge

        for game in (start("tablut"), start("tablut", move_limit=9), start("copenhagen")):
            for exact in (False, True):
                print(hash((game.key, TaflKnowledge(game.variant, exact_past=exact).past(game))))
    """
    runs = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True) for _ in range(3)]
    assert len({run.stdout for run in runs}) == 1


def test_the_same_seed_gives_the_same_search() -> None:
    """A seeded search can be repeated; other seeds choose otherwise among equal moves."""
    game, limit = start("tablut"), SearchLimit(nodes=600)
    again = [AlphaBeta(seed=3).search(game, limit).best for _ in range(2)]
    assert again[0] is again[1]
    assert len({AlphaBeta(seed=seed).search(game, limit).best for seed in range(8)}) > 1


def test_the_table_keeps_its_bound() -> None:
    """However many results are put into it, the transposition table stays below its megabytes."""
    game = start("tablut")
    table: TranspositionTable[Move] = TranspositionTable(megabytes=1)
    lines = [random_game("tablut", seed, plies=60).moves for seed in range(60)]
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        put = 0
        for moves in lines:
            there = game
            for move in moves:
                there = there.play(move)
                table.put((there.position, None), 1, 0, EXACT, move)
                put += 1
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert put > 1200
    assert after - before < 1024 * 1024


def test_the_automaton_takes_a_win_that_needs_no_search() -> None:
    """The automated player wins where it can, and plays the only move where there is but one."""
    game = drawn("tablut", "defenders", ESCAPE)
    move = Automaton(SearchLimit(nodes=10))(game, 0)
    assert game.play(move).outcome is not None


class FirstMove:
    """A searcher that forgets to write a report."""

    def search(self, game: Game, limit: SearchLimit | None = None, **question: object) -> Move:
        """The first move."""
        return game.legal_moves[0]


def make_first_move(seed: int) -> FirstMove:
    """What a plug-in names."""
    return FirstMove()


def make_nothing(seed: int) -> object:
    """What a plug-in names that makes no searcher."""
    return "a searcher"


@pytest.fixture
def plugged_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Searchers of this module, as if a plug-in named them."""
    names = ("first_move", "nothing")
    points = [EntryPoint(name, f"{__name__}:make_{name}", registry.GROUP) for name in names]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [p for p in points if p.group == group])
    registry._makers.cache_clear()
    yield
    registry._makers.cache_clear()


@pytest.mark.usefixtures("plugged_in")
def test_a_plug_in_must_return_a_report() -> None:
    """A searcher of a plug-in that returns a move is refused with its name and the move."""
    searcher = searcher_named("first_move")(0)
    with pytest.raises(SearcherError, match=r"returns a SearchReport; FirstMove returned <Move .*>"):
        searcher.search(start("brandubh"), SearchLimit(depth=1))
    with pytest.raises(SearcherError, match="FirstMove returned"):
        Automaton(win_within=0, searcher=make_first_move)(start("brandubh"), 0)  # type: ignore[arg-type]


@pytest.mark.usefixtures("plugged_in")
def test_a_plug_in_must_make_a_searcher() -> None:
    """What has no method `search` is refused when it is made."""
    with pytest.raises(SearcherError, match=r"the plug-in 'nothing' made no searcher: .* not the text 'a searcher'"):
        searcher_named("nothing")(0)


@pytest.mark.parametrize("threads", [1, 3])
def test_each_thread_looks_at_as_much_as_one_alone(threads: int) -> None:
    """The default player with threads has so many times the nodes for its search, and as many for forced wins."""
    game = start("brandubh")
    alone, effort = default_effort(game), default_effort(game, threads)
    assert effort.nodes == (threads if installed() else 1) * alone.nodes
    assert (effort.win_within, effort.win_nodes) == (alone.win_within, alone.win_nodes)


def test_a_limit_is_for_all_threads_together() -> None:
    """The threads of the default player share the nodes that it is given."""
    report = Automaton(SearchLimit(nodes=5000), threads=3).search(start("tablut"), 0)
    assert report.best is not None
    assert report.nodes <= 5000 + 3


def test_a_finished_game_has_no_move_to_play() -> None:
    """The automated player refuses a game that is over."""
    with pytest.raises(ValueError, match="the game is over"):
        Automaton()(Nim(0), 0)


def test_searchers_have_names() -> None:
    """Searchers are found by name, and an unknown name is answered with the nearest."""
    assert {"alphabeta", "classic", "montecarlo", "random", "winfinder"} <= set(searcher_names())
    assert searcher_named("random")(5) == Random(seed=5)
    with pytest.raises(TaflError, match="did you mean 'alphabeta'"):
        searcher_named("alphabet")


@pytest.mark.parametrize("wrong", [None, 5, ["alphabeta"]], ids=repr)
def test_a_searcher_is_named_by_a_text(wrong: Any) -> None:
    """What is no text is refused as one, also if it cannot be looked up."""
    with pytest.raises(TypeError, match=r"^expected the name of a searcher, not "):
        searcher_named(wrong)
