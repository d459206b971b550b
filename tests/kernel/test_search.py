"""The compiled searchers find what the searchers in Python find."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from taflkit import Game, Move, Position, Side, Variant, load_variant, start
from taflkit.board import indices_of
from taflkit.evaluation.table import WEIGHTS
from taflkit.evaluation.terms import KernelEvaluation
from taflkit.kernel import installed
from taflkit.kernel.knowledge import knowledge_words
from taflkit.rules import (
    CapturelessLimit,
    Custodial,
    Enemies,
    KingCaptured,
    KingReaches,
    RepetitionEnds,
    RepetitionIgnored,
    Reserved,
    Rules,
    Slide,
)
from taflkit.search import AlphaBeta, Automaton, Cancel, Evaluation, SearchLimit, SearchReport, Stop, WinFinder
from taflkit.search.limits import Clock
from taflkit.search.tafl import Besiegers, Evaluator, Material, Stifled, TaflKnowledge, Term, default_terms
from taflkit.variant import Weights
from tests.drawn import drawn
from tests.examples import examples
from tests.kernel.compositions import compositions
from tests.kernel.searches import HANGS, TWO_WAYS, search_of
from tests.rules.boards import small
from tests.runners import kernel_of, line_of
from tests.search.plain import random_game, wins_within
from tests.variants import TAFL, each_of

pytestmark = pytest.mark.skipif(not installed(), reason=f"compiled kernel: {installed()}")

SEEDS = st.integers(0, 10**6)
VARIANTS = st.sampled_from(TAFL)


LATE_DEFENCE = """
    . A . . . . .
    . A . A . . .
    . . . . D . .
    A K D . . A A
    . . D . . . .
    . . . . . . A
    . A . . . . .
"""


@attrs.frozen
class Nothing:
    """A term of a user's own, worth nothing."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Nothing."""
        return lambda position: 0


class Besieging(Besiegers):
    """A term that inherits one of the kernel's, and may compute something else."""


def engine_of(game: Game, *terms: Term) -> str:
    """What runs a search with an evaluation of these terms."""
    knowledge = TaflKnowledge(game.variant, Evaluation(terms))
    return AlphaBeta(knowledge=knowledge, megabytes=1).search(game, SearchLimit(depth=1)).engine


def near_a_limit(game: Game, chance: random.Random) -> Game:
    """The game with a move limit a few moves away."""
    return game.with_limit((game.turns + 1) // 2 + chance.randint(1, 3))


def affordable(game: Game, depth: int) -> int:
    """Where every move must be held against the history, Python takes its time."""
    return 1 if game.variant.rules.repetition.forbids_moves else depth


@each_of(TAFL)
def test_every_variant_is_searched_by_the_kernel(name: str) -> None:
    """The kernel searches any variant, also after a move, and returns a line of legal moves."""
    game = start(name)
    search_of(game.play(game.legal_moves[0]))
    report = AlphaBeta(megabytes=1).search(game, SearchLimit(nodes=3000))
    assert report.engine == "kernel"
    assert game.play_all(report.line).ply == len(report.line) > 0


@each_of(TAFL)
def test_evaluations_are_those_of_python(name: str) -> None:
    """The best evaluation one move ahead is the same number, in random positions of every variant."""
    for seed in range(6):
        game = random_game(name, seed, plies=12 * seed)
        values = {
            AlphaBeta(reductions=False, quiescence=False, kernel=kernel).search(game, SearchLimit(depth=1)).score
            for kernel in (True, False)
        }
        assert len(values) == 1


@examples(40)
@given(name=VARIANTS, seed=SEEDS, plies=st.integers(0, 90), depth=st.integers(1, 2), quiescence=st.booleans())
def test_without_reductions_the_value_is_that_of_python(
    name: str, seed: int, plies: int, depth: int, quiescence: bool
) -> None:
    """In any variant, with a history and often with a limit near, both searches have the same value at any depth."""
    game = random_game(name, seed, plies=plies)
    depth = affordable(game, depth)
    if seed % 3 == 0:
        game = near_a_limit(game, random.Random(seed))
    reports = [
        AlphaBeta(reductions=False, quiescence=quiescence, kernel=kernel).search(game, SearchLimit(depth=depth))
        for kernel in (True, False)
    ]
    assert reports[0].score == reports[1].score
    assert reports[0].depth == reports[1].depth
    assert reports[0].best in game.legal_moves


@pytest.mark.parametrize("name", ["tablut", "brandubh"])
@examples(10)
@given(seed=SEEDS, men=st.integers(0, 2), plies=st.integers(0, 14), limited=st.booleans())
def test_deep_endgames_have_the_value_of_python(name: str, seed: int, men: int, plies: int, limited: bool) -> None:
    """The same holds three plies deep, where pieces go to and fro and limits end games."""
    game = random_game(name, seed, plies=plies, men=men)
    if limited:
        game = near_a_limit(game, random.Random(seed))
    reports = [
        AlphaBeta(reductions=False, kernel=kernel).search(game, SearchLimit(depth=3)) for kernel in (True, False)
    ]
    assert reports[0].score == reports[1].score


@examples(30)
@given(name=VARIANTS, seed=SEEDS, plies=st.integers(0, 120), within=st.integers(1, 2))
def test_the_win_finder_agrees_with_python(name: str, seed: int, plies: int, within: int) -> None:
    """In any variant both find the same forced wins, and prove where there are none."""
    game = random_game(name, seed, plies=plies)
    if seed % 3 == 0:
        game = near_a_limit(game, random.Random(seed))
    within = affordable(game, within)
    found, expected = (WinFinder(kernel=kernel).find(game, within) for kernel in (True, False))
    assert (found.moves, found.within) == (expected.moves, expected.within)
    if found.moves is not None:
        end = game.play_all(found.line).outcome
        assert end is not None
        assert end.winner is game.to_move


@examples(25)
@given(seed=SEEDS, name=st.sampled_from(["brandubh", "copenhagen"]))
def test_wins_at_once_are_found_in_strange_positions(seed: int, name: str) -> None:
    """Among men strewn about in rings, a win with the next move is found exactly where trying everything finds one."""
    chance = random.Random(seed)
    variant = load_variant(name)
    grid = variant.board.grid
    special = variant.geometry.squares(*(region for region, _ in variant.geometry.regions))
    attacker, defender, king = variant.board.pieces
    column, row, radius = chance.randrange(grid.width), chance.randrange(grid.height), chance.choice([1, 1.5, 2, 3])
    pieces = {}
    for square in grid.squares:
        distance = abs(complex(square.column - column, square.row - row))
        if square in special:
            continue
        if distance <= radius and chance.random() < 0.2:
            pieces[square] = defender
        elif radius < distance <= radius + 1.3 and chance.random() < 0.93:
            pieces[square] = attacker
    free = [s for s in grid.squares if s not in pieces and s not in special]
    pieces[min(free, key=lambda s: abs(complex(s.column - column, s.row - row)))] = king
    game = start(variant, variant.board.position(pieces, chance.choice(list(Side))))  # type: ignore[arg-type]
    if game.outcome is None:
        assert (WinFinder().find(game, 1).moves == 1) is wins_within(game, 1)


def test_a_win_in_two_is_found_and_shown() -> None:
    """A king who gets two ways to the edge at once wins in two, whoever looks."""
    game = drawn("tablut", "defenders", TWO_WAYS)
    found = WinFinder().find(game, 4)
    assert (found.moves, len(found.line), found.stopped) == (2, 3, Stop.DECIDED)
    report = AlphaBeta().search(game, SearchLimit(depth=9))
    assert report.score.win_in == 3
    assert Automaton()(game, 0) in game.legal_moves


@pytest.mark.parametrize("depth", [5, 7])
def test_no_win_is_claimed_where_only_a_late_move_defends(depth: int) -> None:
    """The most promising defences lose in seven plies, another does not: the last moves count while the others lose."""
    game = drawn("brandubh", "attackers", LATE_DEFENCE)
    assert WinFinder().find(game, 4).moves is None
    assert AlphaBeta().search(game, SearchLimit(depth=depth)).score.win_in is None


@examples(30)
@given(name=VARIANTS, seed=SEEDS, plies=st.integers(0, 100), nodes=st.integers(1, 5000), threads=st.integers(1, 3))
def test_no_search_plays_an_illegal_move(name: str, seed: int, plies: int, nodes: int, threads: int) -> None:
    """However little it may look at, and with however many threads, the line is one that can be played."""
    game = random_game(name, seed, plies=plies)
    report = AlphaBeta(seed=seed, threads=threads, megabytes=1).search(game, SearchLimit(nodes=nodes))
    assert report.best in game.legal_moves
    assert game.play_all(report.line).ply == game.ply + len(report.line)
    assert report.nodes <= nodes + threads


def test_one_thread_finds_the_same_again() -> None:
    """With one thread, the same seed and the same nodes, a search can be repeated to the last node."""
    game, limit = start("tablut"), SearchLimit(nodes=60_000)
    reports = [attrs.evolve(AlphaBeta(seed=5).search(game, limit), seconds=0.0) for _ in range(2)]
    assert reports[0] == reports[1]
    assert len({AlphaBeta(seed=seed).search(game, SearchLimit(depth=2)).best for seed in range(12)}) > 1


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
@pytest.mark.parametrize("began", [False, True])
def test_no_thread_outlives_a_search_that_could_not_begin(
    monkeypatch: pytest.MonkeyPatch, error: type[BaseException], began: bool
) -> None:
    """If the second helper cannot be started, or Ctrl-C is pressed meanwhile, all that run are stopped and joined."""
    started: list[threading.Thread] = []
    start_thread = threading.Thread.start

    def starting(thread: threading.Thread) -> None:
        started.append(thread)
        if len(started) == 1 or began:
            start_thread(thread)
        if len(started) == 2:
            raise error

    monkeypatch.setattr(threading.Thread, "start", starting)
    with pytest.raises(error):
        AlphaBeta(threads=4).search(start("tablut"), SearchLimit(depth=30))
    assert len(started) == 2
    assert not any(thread.is_alive() for thread in started)


def test_several_threads_search_together() -> None:
    """With two threads a depth is reached as with one, and the nodes of both are counted."""
    game = start("brandubh")
    report = AlphaBeta(threads=2).search(game, SearchLimit(depth=5))
    assert (report.depth, report.stopped) == (5, Stop.DEPTH)
    assert report.best in game.legal_moves


@examples(25)
@given(name=VARIANTS, seed=SEEDS, plies=st.integers(0, 90), threads=st.integers(2, 4))
def test_threads_do_not_change_the_value(name: str, seed: int, plies: int, threads: int) -> None:
    """Without reductions, threads that leave moves to each other find the value that one finds."""
    game = random_game(name, seed, plies=plies)
    scores = {
        AlphaBeta(reductions=False, threads=count, megabytes=1).search(game, SearchLimit(depth=3, nodes=10**6)).score
        for count in (1, threads)
    }
    assert len(scores) == 1


@examples(25)
@given(name=VARIANTS, seed=SEEDS, plies=st.integers(0, 120), threads=st.integers(2, 4))
def test_threads_share_a_proof(name: str, seed: int, plies: int, threads: int) -> None:
    """Threads that share the first moves out find a forced win exactly where one thread finds it."""
    game = random_game(name, seed, plies=plies)
    limit = SearchLimit(depth=5)
    one, several = (search_of(game).find_win(3, Clock(limit), threads=count) for count in (1, threads))
    assert (one[0], one[2:]) == (several[0], several[2:])
    if several[0]:
        end = game.play_all(several[1]).outcome
        assert end is not None
        assert end.winner is game.to_move


def test_a_proof_that_runs_out_of_nodes_is_not_cancelled() -> None:
    """The thread that spends its share first stops the others, and that is no reason for the search to end."""
    game = start("copenhagen")
    stops = {search_of(game).find_win(4, Clock(SearchLimit(nodes=4000)), threads=3)[3] for _ in range(30)}
    assert stops == {Stop.NODES}


def test_a_part_of_a_proof_says_nothing_of_the_others() -> None:
    """Some parts of the first moves have no win in two; the table does not say of the position that it has none."""
    game, parts = drawn("tablut", "defenders", TWO_WAYS), 8
    line, kernel = line_of(game), kernel_of(game.variant.rules)
    assert kernel is not None
    found = set()
    for number in range(parts):
        search = search_of(game)
        found.add(kernel.find_win(line, search.knowledge, search.table, 1, 2, part=number, parts=parts)[0])
        assert kernel.find_win(line, search.knowledge, search.table, 1, 2)[0] == 2
    assert found == {0, 2}
    for number in (-1, parts):
        with pytest.raises(ValueError, match="part must be from 0 to 7"):
            kernel.find_win(line, search.knowledge, search.table, 1, 2, part=number, parts=parts)


def test_reports_come_as_the_search_deepens() -> None:
    """Each depth is reported, with as many nodes as it took so far, and the last report is the answer."""
    heard: list[SearchReport[Move]] = []
    report = AlphaBeta().search(start("copenhagen"), SearchLimit(depth=5), on_report=heard.append)
    assert [each.depth for each in heard] == [1, 2, 3, 4, 5]
    assert heard[-1] == report


def test_a_cancelled_search_returns_what_it_has() -> None:
    """Cancelled from another thread, the search and the win finder return what they have."""
    game = start("tablut")
    for searcher in (AlphaBeta(), WinFinder(), AlphaBeta(threads=2)):
        cancel = Cancel()
        with ThreadPoolExecutor(1) as thread:
            running = thread.submit(searcher.search, game, SearchLimit(seconds=600), cancel=cancel)
            with pytest.raises(TimeoutError):
                running.result(0.1)
            cancel()
            report = running.result(timeout=HANGS)
        assert report.stopped is Stop.CANCELLED
        assert report.best in game.legal_moves


def test_the_time_is_kept() -> None:
    """A search with a limit in seconds stops because of it."""
    report = AlphaBeta().search(start("tablut"), SearchLimit(seconds=0.05))
    assert report.stopped is Stop.SECONDS


def test_the_table_keeps_its_bound() -> None:
    """A search takes no more memory than its table has, and a little for its lines."""
    resource = pytest.importorskip("resource")
    AlphaBeta(megabytes=1).search(start("tablut"), SearchLimit(nodes=1000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    AlphaBeta(megabytes=1).search(start("tablut"), SearchLimit(nodes=400_000))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 16 * 1024


def test_weights_of_ones_own_are_used() -> None:
    """The default terms with other weights run in the kernel, with the values that they have in Python."""
    game = random_game("tablut", 3, plies=20)
    terms = default_terms(Weights(defender=90, king_move=40))
    own = TaflKnowledge(game.variant, Evaluation(terms), exact_past=True)
    reports = [
        AlphaBeta(reductions=False, knowledge=own, kernel=kernel).search(game, SearchLimit(depth=2))
        for kernel in (True, False)
    ]
    assert reports[0].score == reports[1].score
    assert [report.engine for report in reports] == ["kernel", "python: turned off by kernel=False"]


@examples(25)
@given(seed=SEEDS, data=st.data())
def test_any_choice_of_terms_has_the_value_of_python(seed: int, data: st.DataObject) -> None:
    """Some of the default terms, in any order and more than once, have the same value in the kernel."""
    game = random_game("brandubh", seed, plies=seed % 40)
    weights = Weights(besieger=7, way_out=3, enclosed=20)
    terms = data.draw(st.lists(st.sampled_from(default_terms(weights)), max_size=8))
    own = TaflKnowledge(game.variant, Evaluation(tuple(terms)))
    settings = {"reductions": False, "quiescence": False, "knowledge": own}
    found, expected = (
        AlphaBeta(kernel=kernel, **settings).search(game, SearchLimit(depth=1))  # type: ignore[arg-type]
        for kernel in (True, False)
    )
    assert (found.engine, found.score) == ("kernel", expected.score)


@examples(80)
@given(
    variant=st.sampled_from(["tablut", "ard-ri", "berserk", "alea-evangelii"]).map(load_variant) | compositions(),
    seed=SEEDS,
    men=st.integers(0, 2),
)
def test_defenders_who_are_short_of_moves_count_as_in_python(variant: Variant, seed: int, men: int) -> None:
    """With kings and a man or two, the moves that the defenders lack are as many in the kernel as in Python."""
    game = random_game(variant, seed, plies=seed % 30)
    board, masks = game.position.board, list(game.position.kind_masks)
    for kind, piece in enumerate(board.pieces):
        if piece.side is Side.DEFENDERS and kind not in board.king_indices:
            masks[kind] = sum(1 << square for square in list(indices_of(masks[kind]))[:men])
    few = start(variant, Position(board, tuple(masks), Side.ATTACKERS))
    assume(few.outcome is None)
    own = TaflKnowledge(variant, Evaluation((Stifled(7),)))
    settings = {"reductions": False, "quiescence": False, "knowledge": own}
    found, expected = (
        AlphaBeta(kernel=kernel, **settings).search(few, SearchLimit(depth=1))  # type: ignore[arg-type]
        for kernel in (True, False)
    )
    assert found.score == expected.score
    assert (found.engine == "kernel") is (kernel_of(variant.rules) is not None)


@pytest.mark.parametrize(
    ("term", "reason"),
    [
        (Nothing(), "the kernel does not know the term Nothing"),
        (Besieging(1), "the kernel does not know the term Besieging"),
        (Besiegers(10_001), "the kernel has weights up to 10000, and besieger is 10001"),
        (Besiegers(2.5), "the kernel has whole numbers as weights, and besieger is 2.5"),  # type: ignore[arg-type]
        (Material(9_900, 9_900), "an evaluation could pass for a forced result"),
    ],
    ids=lambda value: type(value).__name__ if attrs.has(type(value)) else "",
)
def test_a_report_says_why_python_searched(term: Term, reason: str) -> None:
    """An evaluation that the kernel cannot run is searched in Python, and the report names the term."""
    engine = engine_of(start("brandubh"), *default_terms(Weights()), term)
    assert engine.startswith("python: ")
    assert reason in engine


def test_a_knowledge_of_ones_own_is_asked() -> None:
    """A class that inherits the knowledge of tafl may answer otherwise: the kernel leaves it to Python."""

    class Contrary(TaflKnowledge):
        def evaluate(self, game: Game) -> int:
            return -super().evaluate(game)

    game = start("brandubh")
    report = AlphaBeta(knowledge=Contrary(game.variant)).search(game, SearchLimit(depth=1))
    assert report.engine == "python: the kernel does not know Contrary"


def test_the_win_finder_says_what_ran_it() -> None:
    """A forced win tells, as a report does, whether the kernel found it."""
    game = drawn("tablut", "defenders", TWO_WAYS)
    assert WinFinder().find(game, 2).engine == "kernel"
    assert WinFinder(kernel=False).find(game, 2).engine == "python: turned off by kernel=False"


def test_what_is_wrong_is_refused() -> None:
    """The kernel's own functions check what they are given."""
    game = start("tablut")
    search, line = search_of(game), line_of(game)
    kernel = kernel_of(game.variant.rules)
    assert kernel is not None
    order = b"\0" * 4 * len(game.legal_moves)
    for knowledge, table, moves, depth, error in (
        (search.knowledge, search.table, order, 1, ValueError),
        (search.knowledge, search.table, b"", 1, ValueError),
        (search.knowledge, search.table, order, 0, ValueError),
        (search.knowledge, search.table, order, 201, ValueError),
        (search.knowledge, None, order, 1, TypeError),
        (b"", search.table, order, 1, TypeError),
        (search_of(start("brandubh")).knowledge, search.table, order, 1, ValueError),
    ):
        with pytest.raises(error):
            kernel.search(line, knowledge, table, moves, depth, True, True)  # type: ignore[arg-type]
    for first, within in ((0, 1), (2, 1), (1, 101)):
        with pytest.raises(ValueError, match="must be from"):
            kernel.find_win(line, search.knowledge, search.table, first, within)
    words = knowledge_words(game.variant.rules, game.start, KernelEvaluation((1,) * len(WEIGHTS)))
    for wrong in (words[:-4], words[:-3], b"\xff" * len(words)):
        with pytest.raises(ValueError, match=r"knowledge|network|king"):
            type(search.knowledge)(kernel, wrong)
    for megabytes in (0, -1, 65537):
        with pytest.raises(ValueError, match="megabytes"):
            type(search.table)(megabytes)


@pytest.mark.parametrize("kernel", [True, False], ids=["kernel", "python"])
def test_two_limits_that_count_alike(kernel: bool) -> None:
    """A second limit that is never reached changes nothing: states that differ in what it counts stay apart."""
    one, two = (CapturelessLimit(plays, result) for plays, result in ((4, "mover-loses"), (7, "draw")))
    rules: dict[str, Any] = {"movement": (Slide(distance=1),), "hostility": (Enemies(),), "captures": (Custodial(),)}
    rules |= {"king": (Custodial("king"),), "endings": (KingCaptured(),)}
    for limits in ((one,), (one, two)):
        game = drawn(small(**rules, limits=limits), "defenders", ".....\n.AD..\nD....\nA.A..\n.K...")
        assert WinFinder(kernel=kernel).find(game, 4).moves is None


def test_attackers_block_the_way_of_the_king() -> None:
    """A king with a free way to a corner is stopped on that way, if only until his man opens the other one."""
    picture = """
        . . . . . . .
        . . . . . . .
        A . . . . . .
        . . . . . . .
        . . . D . . .
        . . A A . . .
        . . . K D . .
    """
    report = AlphaBeta().search(drawn("brandubh", "attackers", picture), SearchLimit(depth=4))
    assert (str(report.best), report.score.loss_in) == ("c2-c1", 4)


def test_two_ways_out_cannot_be_blocked() -> None:
    """A king who comes to a square with free ways to two corners escapes, whatever the attackers do."""
    picture = """
        . . . . . . .
        . . . . . . .
        A . . K . . .
        . . . . . . .
        . . . . . . .
        . . A . . . .
        . . . . . . .
    """
    report = AlphaBeta().search(drawn("brandubh", "defenders", picture), SearchLimit(depth=4))
    assert (str(report.best), report.score.win_in) == ("d5-d1", 3)


def test_a_king_is_captured_before_he_escapes() -> None:
    """Ways out to two sides do not help a king who is captured first."""
    picture = """
        . . . . . . . . .
        . . . . . . . . .
        . . . B . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . B K . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    report = AlphaBeta().search(drawn("tablut", "attackers", picture), SearchLimit(depth=4))
    assert (str(report.best), report.score.win_in) == ("d7-d3", 1)


def test_a_capture_of_the_king_that_is_no_win_still_saves() -> None:
    """Where a captured king does not end the game, attackers who cannot block his ways capture him."""
    rules: dict[str, Any] = {"hostility": (Enemies(),), "captures": (Custodial(),), "king": (Custodial("king"),)}
    variant = small(width=7, height=7, **rules, endings=(KingReaches("edge"),), repetition=RepetitionIgnored())
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . A . . .
        . . D K D . .
        . . A . . . A
        . . . D . . .
    """
    assert not AlphaBeta().search(drawn(variant, "defenders", picture), SearchLimit(depth=4)).score.is_exact


@examples(60)
@given(name=st.sampled_from(["brandubh", "tablut"]), seed=SEEDS, men=st.integers(0, 3), plies=st.integers(0, 6))
def test_with_reductions_only_true_results_are_claimed(name: str, seed: int, men: int, plies: int) -> None:
    """A loss that is claimed is forced, and so is a win of two moves: trying everything shows it."""
    game = random_game(name, seed, plies=plies, men=men)
    if game.outcome is not None:
        return
    score = AlphaBeta().search(game, SearchLimit(depth=3)).score
    if score.loss_in == 2 or (score.loss_in == 4 and len(game.legal_moves) < 20):
        assert all(wins_within(game.play(move), score.loss_in // 2) for move in game.legal_moves)
    if score.win_in in (1, 3) and len(game.legal_moves) < 40:
        assert wins_within(game, (score.win_in + 1) // 2)


@pytest.mark.parametrize(
    ("result", "low", "high"), [("defenders-lose", 900, 5000), ("draw", 0, 0), ("attackers-lose", -5000, -900)]
)
def test_a_position_that_comes_back_counts_before_it_ends_the_game(result: str, low: int, high: int) -> None:
    """Where nobody can do anything but go to and fro, a search sees early how the third repetition will end it."""
    walls = {"around attackers": ("a2", "b2", "c1"), "around kings": ("c5", "d4", "e4")}
    access = tuple(Reserved(area, owners, owners) for area, owners in zip(walls, ("king", "attackers"), strict=True))
    variant = small(regions=walls, access=access, repetition=RepetitionEnds(3, result), endings=(KingCaptured(),))
    game = drawn(variant, "attackers", "....K\n.....\n.....\n.....\nA....")
    score = AlphaBeta().search(game, SearchLimit(depth=4)).score
    assert low <= score.value <= high
    assert not score.is_exact
    # Exactly, it takes eight plies.
    assert not low <= AlphaBeta(reductions=False).search(game, SearchLimit(depth=4)).score.value <= high
