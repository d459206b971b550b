"""Driving engines: a scripted fake of the field's UCI engines, and our own."""

from __future__ import annotations

import asyncio
import math
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflkit
from taflkit import Move, TaflError, start
from taflkit.engines import (
    Clocks,
    EngineError,
    EngineProtocolError,
    EngineSearcher,
    EngineTerminatedError,
    EngineTimeoutError,
    UciEngine,
    open_engine,
)
from taflkit.engines.background import Background
from taflkit.engines.ucioptions import parse_option
from taflkit.engines.ucitext import parse_info
from taflkit.search import AlphaBeta, Cancel, SearchLimit, SearchReport, Stop, check_searcher

FAKE = Path(__file__).with_name("fake_uci.py")
OURS = (sys.executable, "-m", "taflkit", "uci")
DEPTH = SearchLimit(depth=2)
INFO_WORDS = ("depth", "multipv", "score", "cp", "mate", "nodes", "pv", "1", "-1", "9" * 30, "d1d4", "x", "string")
OPTION_WORDS = ("name", "type", "default", "min", "max", "var", "spin", "3", "-x", "Hash", "<empty>")

Opener = Callable[..., EngineSearcher]


@pytest.fixture
def fake() -> Iterator[Opener]:
    """Starts fakes that are ended with the test."""
    opened: list[EngineSearcher] = []

    def open_fake(manner: str, *moves: str) -> EngineSearcher:
        opened.append(open_engine((sys.executable, str(FAKE), manner, *moves), timeout=120.0))
        return opened[-1]

    yield open_fake
    for engine in opened:
        engine.close()


@pytest.fixture(scope="module")
def ours() -> Iterator[EngineSearcher]:
    """`taflkit uci`, kept for all tests of this file."""
    with open_engine(OURS) as engine:
        yield engine


def test_an_engine_is_a_searcher(fake: Opener) -> None:
    """Its last report becomes ours: score, line up to the first illegal move, depth and nodes."""
    game = start("copenhagen")
    engine = fake("good", "d1d4")
    assert check_searcher(engine) is engine
    reports: list[SearchReport[Move]] = []
    found = engine.search(game, DEPTH, on_report=reports.append)
    assert str(found.best) == "d1-d4"
    assert [str(move) for move in found.line] == ["d1-d4"]
    assert (found.depth, found.nodes, found.score.win_in) == (4, 900, 3)
    assert [report.depth for report in reports] == [3, 4]
    assert found.engine == engine.name == "bearing"


def test_options_after_uciok_are_heard(fake: Opener) -> None:
    """Options that come late are there, and can be set by any spelling of their names."""
    engine = fake("good")
    assert set(engine.options) == {"NNFile", "Move Overhead"}
    assert engine.options["Move Overhead"].maximum == 5000
    engine.configure({"nnfile": "net.onnx"})
    assert "< setoption name NNFile value net.onnx" in engine.transcript


@pytest.mark.parametrize(
    ("option", "value", "error"),
    [
        ("Hush", 1, "has no option 'Hush'; did you mean 'hash'?"),
        ("hash", 99999, "the option Hash is a whole number (spin) from 1 to 4096, not '99999'"),
        ("Hash", "much", "the option Hash is a whole number (spin) from 1 to 4096, not 'much'"),
        ("Depth", -1, "the option Depth is a whole number (spin) from 0, not '-1'"),
        ("OwnBook", 1, "the option OwnBook is true or false (check), not '1'"),
        ("Style", "Wild", "the option Style is one of a list (combo), not 'Wild'; did you mean 'Mild'?"),
        ("Clear Hash", 3, "the option Clear Hash is pressed by True (button), not '3'"),
    ],
)
def test_a_wrong_option_is_refused_before_it_is_sent(fake: Opener, option: str, value: object, error: str) -> None:
    """The sentence names the option, its type and its bounds or the nearest word; the options beside it are not set."""
    engine = fake("options")
    with pytest.raises(EngineError, match=re.escape(error)):
        engine.configure({"NNFile": "net.onnx", option: value})
    assert not any("setoption" in line for line in engine.transcript)


def test_options_are_sent_as_their_types_are_written(fake: Opener) -> None:
    """Words are sent as the engine spells them, a button without a value, and as often as it is pressed."""
    engine = fake("options")
    engine.configure({"hash": 16, "OwnBook": True, "Style": "mild", "Clear Hash": True})
    engine.configure({"OwnBook": "False", "Clear Hash": True})
    sent = [line.partition(" name ")[2] for line in engine.transcript if line.startswith("< setoption")]
    first = ["Hash value 16", "OwnBook value true", "Style value Mild", "Clear Hash"]
    assert sent == [*first, "OwnBook value false", "Clear Hash"]


def test_positions_are_sent_as_the_field_reads_them(fake: Opener) -> None:
    """An engine that does not know our variants is sent the start as a FEN, then the moves."""
    engine = fake("good", "x", "f8f9")
    engine.search(start("copenhagen").play("d1-d4"), DEPTH)
    fen = "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3 a"
    assert f"< position fen {fen} moves d1d4" in engine.transcript


def test_what_engines_print_is_kept_without_control_characters(fake: Opener) -> None:
    """The transcript shows escapes as text."""
    engine = fake("good", "d1d4")
    engine.search(start("copenhagen"), DEPTH)
    assert r"> position set \x1b[31m0" in engine.transcript


def test_an_illegal_move_is_a_protocol_error_with_the_transcript(fake: Opener) -> None:
    """The move is not believed."""
    with pytest.raises(EngineProtocolError, match=r"plays 'd1k9'.*illegal") as caught:
        fake("good", "d1k9").search(start("copenhagen"), DEPTH)
    assert caught.value.transcript[-1] == "> bestmove d1k9"


@pytest.mark.parametrize("said", ["xyzzy", "d1d4x", "x", "e2:e4"])
def test_what_is_no_move_is_quoted_as_it_was_sent(fake: Opener, said: str) -> None:
    """The error has the whole word, also where it holds the sign of a capture."""
    with pytest.raises(EngineProtocolError) as caught:
        fake("good", said).search(start("copenhagen"), DEPTH)
    assert str(caught.value).startswith(f"'bearing' plays {said!r}: ")
    assert "''" not in str(caught.value)


def test_an_engine_without_a_move_is_an_error(fake: Opener) -> None:
    """`a1a1` is no move."""
    with pytest.raises(EngineError, match="has no move"):
        fake("good", "a1a1").search(start("copenhagen"), DEPTH)


def test_a_crash_is_told_with_the_status_and_the_last_words(fake: Opener) -> None:
    """What it printed on standard error is in the transcript."""
    engine = fake("crash")
    with pytest.raises(EngineTerminatedError, match="ended with status 3") as caught:
        engine.search(start("copenhagen"), DEPTH)
    assert "! out of luck" in caught.value.transcript
    with pytest.raises(EngineTerminatedError):
        engine.search(start("copenhagen"), DEPTH)


@pytest.mark.parametrize("manner", ["hang", "flood", "chatter"])
def test_an_engine_that_does_not_answer_is_given_up(fake: Opener, manner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither silence nor endless output holds the caller, or fills its memory."""
    monkeypatch.setattr("taflkit.engines.engine._QUIT_SECONDS", 0.1)
    engine = fake(manner)
    engine._engine.timeout = 0.2
    with pytest.raises(EngineTimeoutError, match="gave no answer to 'go movetime 1'"):
        engine.search(start("copenhagen"), SearchLimit(seconds=0.001))
    assert sum(map(len, engine.transcript)) < 200_000
    engine.close()


def test_an_engine_that_goes_on_after_stop_is_ended(fake: Opener) -> None:
    """It has its timeout to stop, and its process is gone then; a search without a limit does not wait for ever."""
    engine, cancel = fake("stubborn", "d1d4"), Cancel()
    pid = engine._engine.channel._process.pid
    engine._engine.timeout = 0.2
    with pytest.raises(EngineTimeoutError, match="gave no answer to 'stop' in time"):
        engine.search(
            start("copenhagen"), SearchLimit(seconds=math.inf), on_report=lambda report: cancel(), cancel=cancel
        )
    assert not Path(f"/proc/{pid}").exists()
    with pytest.raises(EngineTerminatedError):
        engine.ping()


def test_an_engine_that_goes_on_with_an_old_question_is_ended(fake: Opener) -> None:
    """A question that was given up is stopped before the next one, and the engine has its timeout for that as well."""
    engine = fake("stubborn", "d1d4")
    pid = engine._engine.channel._process.pid
    engine._engine.timeout = 0.2
    for command in ("go movetime 1", "stop"):
        with pytest.raises(EngineTimeoutError, match=f"gave no answer to '{command}' in time"):
            engine.search(start("copenhagen"), SearchLimit(seconds=0.001))
    assert not Path(f"/proc/{pid}").exists()


def test_an_analysis_of_an_engine_that_does_not_stop_can_be_left(fake: Opener) -> None:
    """Leaving the block ends the engine."""
    engine = fake("stubborn", "d1d4")
    engine._engine.timeout = 0.2
    with pytest.raises(EngineTimeoutError, match="'stop'"), engine.analysis(start("copenhagen")) as infos:
        next(iter(infos))
    assert sum(line == "< stop" for line in engine.transcript) == 2


def test_an_engine_that_is_never_ready_cannot_be_opened() -> None:
    """The handshake has a time limit."""

    class Impatient(UciEngine):
        async def ping(self) -> None:
            self.timeout = 0.1  # Only here: on a busy machine it takes long until a program has started.
            await super().ping()

    with pytest.raises(EngineTimeoutError, match="gave no answer to 'isready'"):
        EngineSearcher((sys.executable, str(FAKE), "deaf"), Impatient)


@pytest.mark.parametrize(
    ("command", "about"),
    [("no-such-program-anywhere", "cannot start"), ("", "no command"), ("'", "cannot read the command")],
)
def test_what_cannot_be_started_is_told(command: str, about: str) -> None:
    """A wrong command is an error at once."""
    with pytest.raises(EngineTerminatedError, match=about):
        open_engine(command)


def test_an_unknown_protocol_is_refused() -> None:
    """With the names that there are."""
    with pytest.raises(TaflError, match="uci"):
        open_engine("true", protocol="ucci")


def test_a_cancelled_search_stops_the_engine(fake: Opener) -> None:
    """`Cancel` sends `stop`, and the best move so far is the answer."""
    cancel = Cancel()
    engine = fake("endless", "d1d4")
    endless = SearchLimit(seconds=math.inf)
    found = engine.search(start("copenhagen"), endless, on_report=lambda report: cancel(), cancel=cancel)
    assert (str(found.best), found.stopped) == ("d1-d4", Stop.CANCELLED)


def test_a_search_that_was_cancelled_before_it_began_ends(fake: Opener) -> None:
    """The switch may be used before the engine is asked, or while it is told the position."""
    cancel = Cancel()
    cancel()
    found = fake("endless", "d1d4").search(start("copenhagen"), SearchLimit(seconds=math.inf), cancel=cancel)
    assert (str(found.best), found.stopped) == ("d1-d4", Stop.CANCELLED)


@pytest.mark.parametrize("manner", ["good", "endless"])
def test_an_error_of_who_follows_a_search_is_his(fake: Opener, manner: str) -> None:
    """What the callback raises comes out of the search; the engine can be asked again, still thinking or not."""
    engine = fake(manner, "d1d4")

    def refuse(report: SearchReport[Move]) -> None:
        raise LookupError(str(report.best))

    with pytest.raises(LookupError, match="d1-d4"):
        engine.search(start("copenhagen"), DEPTH, on_report=refuse)
    cancel = Cancel()
    again = engine.search(start("copenhagen"), DEPTH, on_report=lambda report: cancel(), cancel=cancel)
    assert str(again.best) == "d1-d4"


def test_a_wrong_option_ends_the_engine() -> None:
    """An engine that cannot be set up as asked for is not left running."""
    before = set(threading.enumerate())
    with pytest.raises(EngineError, match="no option 'Hush'"):
        open_engine((sys.executable, str(FAKE), "good"), options={"Hush": 1})
    for thread in set(threading.enumerate()) - before:
        thread.join(20)
        assert not thread.is_alive()


def test_our_engine_finds_what_our_search_finds(ours: EngineSearcher) -> None:
    """Through pipes and text, the same moves, scores and nodes."""
    for name in ("brandubh", "tablut", "ataxx", "qirkat"):
        game = taflkit.start(name)
        limit = SearchLimit(depth=2)
        theirs = ours.search(game, limit, lines=2).lines
        direct = AlphaBeta().search(game, limit, lines=2).lines
        assert [(each.line, each.score, each.nodes) for each in theirs] == [
            (each.line, each.score, each.nodes) for each in direct
        ]


def test_our_engine_keeps_to_the_given_moves(ours: EngineSearcher) -> None:
    """`searchmoves` is passed on."""
    game = start("brandubh")
    some = game.legal_moves[5:7]
    assert {report.best for report in ours.search(game, DEPTH, lines=5, moves=some).lines} == set(some)


def test_our_engine_plays_on_a_clock(ours: EngineSearcher) -> None:
    """`play` passes clocks on, and answers with a legal move and the reply it expects."""
    game = start("brandubh")
    answer = ours.play(game, clocks=Clocks(0.3, 60.0))
    assert answer.move in game.legal_moves
    assert any(line.startswith("< go wtime 300 btime 60000") for line in ours.transcript)


def test_an_analysis_can_be_left_at_once(ours: EngineSearcher) -> None:
    """Leaving the block before the engine has begun to search stops the search all the same."""
    with ours.analysis(start("brandubh")):
        pass
    assert ours.play(start("brandubh"), SearchLimit(nodes=1)).move in start("brandubh").legal_moves


def test_an_analysis_goes_on_until_it_is_left(ours: EngineSearcher) -> None:
    """Infos come while the engine thinks, and the next question is answered as usual."""
    game = start("brandubh")
    with ours.analysis(game, lines=2) as infos:
        for lines in infos:
            if len(lines) == 2 and lines[0].depth >= 2:
                break
    assert len(lines) == 2
    assert ours.search(game, DEPTH).depth == 2


def test_an_engine_answers_a_ping_while_it_thinks(ours: EngineSearcher) -> None:
    """Neither answer is taken for the other."""
    with ours.analysis(start("brandubh")) as infos:
        next(iter(infos))
        ours.ping()
    assert infos.answer().move in start("brandubh").legal_moves


def test_an_analysis_with_a_limit_ends_by_itself(ours: EngineSearcher) -> None:
    """The loop over its infos ends, and the answer is there."""
    with ours.analysis(start("brandubh"), SearchLimit(depth=2)) as infos:
        depths = [lines[0].depth for lines in infos]
        assert infos.answer().move is not None
    assert depths == [1, 2]


def test_a_finished_game_is_not_asked_about(ours: EngineSearcher) -> None:
    """`search` reports no move; `play` refuses."""
    over = start("brandubh", "3K3/7/A6/7/7/7/6A defenders").play("d7-a7")
    assert ours.search(over, DEPTH).best is None
    with pytest.raises(EngineError, match="the game is over"):
        ours.play(over, DEPTH)


def test_a_closed_engine_says_so(fake: Opener) -> None:
    """After `close`, which may be repeated, there is nobody to ask; no thread and no process is left."""
    before = set(threading.enumerate())
    engine = fake("good")
    pid = engine._engine.channel._process.pid
    engine.close()
    engine.close()
    for thread in set(threading.enumerate()) - before:
        thread.join(20)  # asyncio's own, which waited for the process, may have a line left to run
        assert not thread.is_alive()
    assert not Path(f"/proc/{pid}").exists()
    with pytest.raises(EngineTerminatedError, match="closed"):
        engine.ping()


def test_engines_with_asyncio() -> None:
    """The core: open, analyse in the background, play, quit."""

    async def talk() -> int:
        async with await UciEngine.open(OURS) as engine:
            game = start("brandubh")
            async with engine.analysis(game) as infos:
                async for lines in infos:
                    if lines[0].depth >= 2:
                        break
            answer = await engine.play(game, DEPTH)
            assert answer.move in game.legal_moves
            return (await engine.analyse(game, DEPTH))[0].depth

    assert asyncio.run(talk()) == 2


@given(st.lists(st.sampled_from(INFO_WORDS)))
def test_no_info_line_breaks_the_reader(words: list[str]) -> None:
    """Any words are a report of a legal line, or none."""
    game = start("copenhagen")
    found = parse_info(words, game)
    assert found is None or str(found[1].best) == "d1-d4"


@given(st.lists(st.sampled_from(OPTION_WORDS)))
def test_no_option_line_breaks_the_reader(words: list[str]) -> None:
    """Any words are an option with a name, or none."""
    option = parse_option(words)
    assert option is None or option.name


def test_what_is_opened_in_the_moment_of_an_interruption_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C may come when an engine has been started and its starter does not know yet."""
    background = Background()
    wait_for, ended = background.wait_for, list[str]()

    def interrupted(work: Any) -> Any:
        found = wait_for(work)
        if found is not None:
            raise KeyboardInterrupt
        return found

    async def opening() -> str:
        return "engine"

    async def end(opened: str) -> None:
        ended.append(opened)

    monkeypatch.setattr(background, "wait_for", interrupted)
    with pytest.raises(KeyboardInterrupt):
        background.open(opening(), end)
    assert (ended, background.is_closed) == (["engine"], True)
