"""Engines that think while their opponents do: a scripted fake, and our own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from taflkit import Game, start
from taflkit.engines import Clocks, EngineError, EngineSearcher, EngineTerminatedError, open_engine
from taflkit.search import SearchLimit

FAKE = Path(__file__).with_name("fake_uci.py")
OTHER_FAKES = Path(__file__).with_name("fake_tafl_engines.py")
OURS = (sys.executable, "-m", "taflkit", "uci")
MOVES = ("d1d4", "f8f9", "d4d3", "f9f8", "d3d4")
DEPTH = SearchLimit(depth=2)


def fake(manner: str = "good", moves: tuple[str, ...] = MOVES) -> EngineSearcher:
    """A fake that plays these moves, and expects the reply that stands next."""
    return open_engine((sys.executable, str(FAKE), manner, *moves))


def sent(engine: EngineSearcher) -> list[str]:
    """What the engine was sent about searches, the positions without the start."""
    lines = [line.removeprefix("< ") for line in engine.transcript if line.startswith("< ")]
    words = ("go", "stop", "ponderhit", "setoption", "position")
    return [line.partition(" moves ")[2] or line for line in lines if line.split()[:1][0] in words]


def ponder(engine: EngineSearcher) -> Game:
    """Let an engine play the first move and think about the reply; the game after its move."""
    game = start("copenhagen")
    answer = engine.play(game, DEPTH, ponder=True)
    assert (str(answer.move), str(answer.ponder)) == ("d1-d4", "f8-f9")
    return game.play(answer.move)


def test_the_expected_reply_continues_the_search() -> None:
    """`ponderhit` takes the place of a new question, and the reports so far are not lost."""
    with fake() as engine:
        game = ponder(engine).play("f8-f9")
        assert sent(engine)[-2:] == ["d1d4 f8f9", "go ponder depth 2"]
        answer = engine.play(game, DEPTH)
        assert str(answer.move) == "d4-d3"
        assert (answer.lines[0].depth, answer.lines[0].nodes) == (9, 77)
        assert sent(engine)[-2:] == ["go ponder depth 2", "ponderhit"]


def test_reports_are_read_while_the_engine_ponders() -> None:
    """An engine that reports more than a pipe holds is not blocked, and its answer is understood."""
    with fake("talks-pondering") as engine:
        answer = engine.play(ponder(engine).play("f8-f9"), DEPTH)
        assert (str(answer.move), answer.lines[0].depth) == ("d4-d3", 9)


def test_another_reply_begins_a_new_search() -> None:
    """What was found about the expected reply is thrown away."""
    with fake() as engine:
        game = ponder(engine).play("f8-g8")
        answer = engine.play(game, DEPTH)
        assert str(answer.move) == "d4-d3"
        assert answer.lines[0].depth == 4
        assert sent(engine)[-4:] == ["go ponder depth 2", "stop", "d1d4 f8g8", "go depth 2"]


def test_another_limit_begins_a_new_search() -> None:
    """The engine thinks with the limit that it was given first, so only that one is continued."""
    with fake() as engine:
        engine.play(ponder(engine).play("f8-f9"), SearchLimit(depth=3))
        assert sent(engine)[-3:] == ["stop", "d1d4 f8f9", "go depth 3"]


def test_other_moves_to_choose_from_begin_a_new_search() -> None:
    """`searchmoves` cannot be told to a search that runs."""
    with fake() as engine:
        game = ponder(engine).play("f8-f9")
        engine.play(game, DEPTH, moves=game.legal_moves[:2])
        assert sent(engine)[-3] == "stop"


def test_setting_an_option_ends_the_search() -> None:
    """Options are set while the engine waits."""
    with fake() as engine:
        ponder(engine)
        engine.configure({"NNFile": "net"})
        assert sent(engine)[-2:] == ["stop", "setoption name NNFile value net"]


def test_a_ping_does_not_disturb_the_search() -> None:
    """The engine answers, and goes on."""
    with fake() as engine:
        game = ponder(engine).play("f8-f9")
        engine.ping()
        engine.play(game, DEPTH)
        assert sent(engine)[-1] == "ponderhit"


def test_nothing_is_pondered_without_being_asked_for() -> None:
    """A move without `ponder` leaves the engine idle, also after one that was expected."""
    with fake() as engine:
        game = ponder(engine).play("f8-f9")
        engine.play(game, DEPTH)
        assert sent(engine)[-1] == "ponderhit"
    with fake() as engine:
        engine.play(start("copenhagen"), DEPTH)
        assert sent(engine)[-1] == "go depth 2"


def test_an_engine_that_expects_no_reply_does_not_ponder() -> None:
    """There is nothing to think about."""
    with fake(moves=MOVES[:1]) as engine:
        assert engine.play(start("copenhagen"), DEPTH, ponder=True).ponder is None
        assert sent(engine)[-1] == "go depth 2"


def test_the_end_of_the_game_is_not_pondered() -> None:
    """The expected reply wins."""
    game = start("brandubh", "3K3/7/A6/7/7/7/6A attackers")
    with fake(moves=("a5b5", "d7a7")) as engine:
        assert str(engine.play(game, DEPTH, ponder=True).ponder) == "d7-a7"
        assert sent(engine)[-1] == "go depth 2"


def test_an_engine_that_ends_while_it_ponders_is_noticed_by_the_next_question() -> None:
    """The error says how it ended."""
    with fake("dies-pondering") as engine:
        game = ponder(engine).play("f8-f9")
        with pytest.raises(EngineTerminatedError, match="ended with status 4"):
            engine.play(game, DEPTH)


def test_clocks_are_those_after_the_move() -> None:
    """The engine's own time is less by what it took, and more by the increment; the opponent's is as it was."""
    with fake() as engine:
        game = start("copenhagen")
        engine.play(game, clocks=Clocks(60.0, 50.0, 2.0, 3.0, 7), ponder=True)
        words = sent(engine)[-1].split()
        assert words[:2] == ["go", "ponder"]
        numbers = dict(zip(words[2::2], map(int, words[3::2]), strict=True))
        assert numbers.pop("wtime") <= 62_000
        assert numbers == {"btime": 50_000, "winc": 2000, "binc": 3000, "movestogo": 6}
        # Other clocks are no other question.
        engine.play(game.play("d1-d4").play("f8-f9"), clocks=Clocks(59.0, 47.0, 2.0, 3.0, 6))
        assert sent(engine)[-1] == "ponderhit"


def test_clocks_after_a_move() -> None:
    """Only the clock of who moved changes; it never goes below the increment."""
    clocks = Clocks(10.0, 20.0, 1.0, 2.0, 2)
    assert clocks.after_move(4.0, first=True) == Clocks(7.0, 20.0, 1.0, 2.0, 1)
    assert clocks.after_move(4.0, first=False) == Clocks(10.0, 18.0, 1.0, 2.0, 1)
    assert clocks.after_move(40.0, first=True).first == 1.0
    assert clocks.after_move(4.0, first=True).after_move(1.0, first=True).moves_to_go is None


def test_a_player_who_moves_twice_does_not_ponder_between() -> None:
    """The move after the engine's own may be its own again, which it will be asked for at once."""
    game = start("berserk", "11/11/1K6A2/11/11/11/11/3NA1A4/11/11/11 defenders")
    assert game.play("d4-f4").to_move == game.to_move
    with fake(moves=("d4f4", "f4h4")) as engine:
        engine.play(game, DEPTH, ponder=True)
        assert sent(engine)[-1] == "go depth 2"


def test_our_engine_ponders() -> None:
    """A game with pondering has the moves of one without."""
    with open_engine(OURS) as engine, open_engine(OURS) as plain:
        game, hits = start("brandubh"), 0
        while game.outcome is None and game.ply < 8:
            answer = engine.play(game, DEPTH, ponder=True)
            assert answer.move == plain.play(game, DEPTH).move
            hits += sent(engine).count("ponderhit") > hits
            game = game.play(answer.move)
            if game.outcome is None:
                # The expected reply, or now and then another one.
                game = game.play(game.legal_moves[0] if answer.ponder is None or game.ply % 4 == 3 else answer.ponder)
        assert "ponderhit" in sent(engine)
        assert "stop" in sent(engine)


def test_protocols_without_pondering_say_so() -> None:
    """It is refused, not forgotten."""
    with (
        open_engine((sys.executable, str(OTHER_FAKES), "htp", "good"), "htp") as engine,
        pytest.raises(EngineError, match="the protocol htp has no pondering"),
    ):
        engine.play(start("copenhagen"), DEPTH, ponder=True)
