"""HTP and the command language, driven and served."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import taflkit
from taflkit import Game, load_variant, start
from taflkit.engines import (
    EngineError,
    EngineProtocolError,
    EngineSearcher,
    EngineTimeoutError,
    HtpServer,
    open_engine,
    serve,
)
from taflkit.search import Cancel, Random, SearchLimit

FAKE = Path(__file__).with_name("fake_tafl_engines.py")
SECOND = SearchLimit(seconds=1)
Opener = Callable[..., EngineSearcher]


@pytest.fixture
def fake() -> Iterator[Opener]:
    """Starts fakes that are ended with the test."""
    opened: list[EngineSearcher] = []

    def open_fake(protocol: str, manner: str, *moves: str) -> EngineSearcher:
        command = (sys.executable, str(FAKE), protocol, manner, *moves)
        opened.append(open_engine(command, protocol, timeout=120.0))
        return opened[-1]

    yield open_fake
    for engine in opened:
        engine.close()


def sent(engine: EngineSearcher) -> list[str]:
    """The lines that an engine was sent."""
    return [line[2:] for line in engine.transcript if line.startswith("< ")]


# Driven.


def test_htp_is_told_every_move_once(fake: Opener) -> None:
    """The first question replays the game; the next one sends only what is new."""
    engine = fake("htp", "good", "play attacker A4 A3", "attacker D1 B1")
    game = start("copenhagen").play("d1-c1").play("f8-e8")
    assert str(engine.search(game, SECOND).best) == "a4-a3"
    assert sent(engine)[1:-2] == ["reset_board", "board_size 11", "play attacker d1 c1", "play defender f8 e8"]
    assert sent(engine)[-2:] == ["time_settings fischer 1000 0", "generate_move attacker"]
    with pytest.raises(EngineProtocolError, match="no piece on d1"):
        engine.search(game.play("a4-a3").play("e8-f8"), SECOND)
    assert "play defender e8 f8" in sent(engine)
    assert sent(engine).count("reset_board") == 1


def test_htp_engines_that_refuse_are_told(fake: Opener) -> None:
    """`? …` is an error with its text."""
    with pytest.raises(EngineError, match="refuses 'generate_move attacker': unable to generate move"):
        fake("htp", "refuse").search(start("copenhagen"), SECOND)


def test_htp_has_limits(fake: Opener) -> None:
    """It cannot set up positions, play on boards that the engine does not know, or restrict moves."""
    engine = fake("htp", "good")
    with pytest.raises(EngineError, match="cannot set up a position"):
        engine.search(Game(load_variant("copenhagen"), start("copenhagen").play("d1-c1").position), SECOND)
    with pytest.raises(EngineError, match="does not play on 7 by 7"):
        engine.search(start("brandubh"), SECOND)
    with pytest.raises(EngineError, match="cannot restrict"):
        engine.search(start("copenhagen"), SECOND, moves=start("copenhagen").legal_moves[:2])
    with pytest.raises(EngineError, match="tells one move, not 2 lines"):
        engine.search(start("copenhagen"), SECOND, lines=2)
    with pytest.raises(EngineError, match="no other game than tafl"):
        engine.search(taflkit.start("ataxx"), SECOND)


def test_a_late_answer_is_not_taken_for_the_next_one(fake: Opener) -> None:
    """An engine that was too late once is asked again, and its first answer is dropped."""
    engine = fake("htp", "late", "play attacker d1 c1", "play attacker a4 a3")
    engine._engine.timeout = 0.1
    with pytest.raises(EngineTimeoutError):
        engine.search(start("copenhagen"), SearchLimit(seconds=0.01))
    engine._engine.timeout = 120.0
    assert str(engine.search(start("copenhagen"), SECOND).best) == "a4-a3"


def test_programs_of_the_command_language(fake: Opener) -> None:
    """Moves behind a prompt are read; the opponent's move alone is sent in a game that goes on."""
    engine = fake("play", "good", "d1-c", "a4-3")
    game = start("brandubh")
    assert str(engine.search(game, SECOND).best) == "d1-c1"
    after = game.play("d1-c1").play("d3-c3")
    assert sent(engine)[-1] == "auto attackers"
    engine._engine.timeout = 0.1
    with pytest.raises(EngineTimeoutError):
        engine.search(after, SearchLimit(seconds=0.01))
    assert sent(engine)[-1] == "d3-c"


def test_the_end_of_a_game_is_no_answer_to_the_next_question(fake: Opener) -> None:
    """A program announces that its move has won; when it is asked about another game, that is not held against it."""
    game = start("brandubh", "3K3/7/A6/7/7/7/6A defenders")
    engine = fake("play", "wins", "d7-a7", "d1-c1")
    assert str(engine.search(game, SECOND).best) == "d7-a7"
    assert str(engine.search(start("brandubh"), SECOND).best) == "d1-c1"
    engine = fake("play", "claims", "d1-c1")
    with pytest.raises(EngineProtocolError, match=r"says '\* White wins.' while the game goes on"):
        engine.search(start("brandubh"), SECOND)


def test_an_answer_of_a_program_may_come_with_the_next_question(fake: Opener) -> None:
    """The answer to a question that was given up is dropped, and the game is set up again for the next one."""
    engine = fake("play", "late", "d1-c1", "d3-c3")
    game = start("brandubh")
    with pytest.raises(EngineTimeoutError, match=r"gave no answer within 0\.1 s"):
        engine.play(game, within=0.1)
    after = game.play("d1-b1")
    assert str(engine.search(after, SECOND).best) == "d3-c3"
    assert sent(engine)[-4:] == ["new", "variant brandubh", "d1-b", "auto defenders"]


@pytest.mark.parametrize("protocol", ["htp", "play"])
def test_protocols_without_a_word_for_it_stop_too(fake: Opener, protocol: str) -> None:
    """Who cancels a search does not wait longer than the timeout: then the engine is ended."""
    engine, cancel = fake(protocol, "hang"), Cancel()
    engine._engine.timeout = 0.2
    cancel()
    with pytest.raises(EngineTimeoutError, match="'stop'"):
        engine.search(start("copenhagen"), SearchLimit(seconds=math.inf), cancel=cancel)
    assert engine.has_ended


@pytest.mark.parametrize(
    ("protocol", "command", "variant"),
    [
        ("htp", "taflkit htp --seconds 0.01", "copenhagen"),
        ("play", "taflkit play --nodes 50", "brandubh"),
        ("play", "taflkit play --nodes 50", "ataxx"),
    ],
)
def test_our_own_engines_play_a_game(protocol: str, command: str, variant: str) -> None:
    """Served by us and driven by us: legal moves on both sides, in the middle of a game too."""
    game: Any = taflkit.start(variant)
    with open_engine(command, protocol) as engine:
        for number in range(6):
            searcher = engine if number % 2 else Random(seed=number)
            game = game.play(searcher.search(game, SearchLimit(seconds=0.05)).best)
        assert engine.search(taflkit.start(variant), SearchLimit(seconds=0.05)).best is not None
    assert game.ply == 6


# Served.


def htp(*lines: str) -> list[str]:
    """The answers of our HTP engine."""
    said: list[str] = []
    serve(HtpServer(said.append, load_variant("brandubh"), Random(seed=1)), lines)
    return "\n".join(said).removesuffix("\n").split("\n\n")


def test_htp_answers_every_command() -> None:
    """`=` with an answer, `?` with what is wrong, and an empty line after each; numbers are repeated."""
    lines = "7 name", "", "# a comment", "play attacker d1 c1", "play attacker d1 c1", "fly", "board_size 9", "quit"
    answers = htp(*lines)
    assert answers[:2] == ["=7 taflkit", "="]
    assert answers[2].startswith("? it is the defender's turn")
    assert answers[3].startswith("? unknown command 'fly'")
    assert "7 by 7" in answers[4]
    assert answers[5] == "="


def test_htp_plays_undoes_and_resigns() -> None:
    """A generated move is played; undoing brings the turn back; who resigns has lost."""
    answers = htp("generate_move attacker", "generate_move attacker", "play_undo", "play_from", "play_to attacker d1")
    assert answers[0].startswith("= play attacker ")
    assert answers[1].startswith("? it is the defender's turn")
    assert answers[2] == "="
    assert "d1" in answers[3].split()
    assert answers[4] == "= b1 c1 e1 f1"
    answers = htp("play attacker resigns _", "final_status", "generate_move")
    assert answers[1:3] == ["= defender_wins", "? the game is over"]


def test_htp_tells_captures_and_clocks() -> None:
    """Clocks are set in the form of the protocol; `play` answers with the squares of what was taken."""
    answers = htp("time_settings fischer 60000 5", "time_settings un-timed", "time_settings glass", "known_command fly")
    assert answers[:2] == ["=", "="]
    assert answers[2].startswith("? time_settings needs")
    assert answers[3] == "= false"
    moves = "attacker b4 b3", "defender d3 c3", "attacker d2 d3"
    assert htp(*(f"play {move}" for move in moves))[-1] == "= c3"
