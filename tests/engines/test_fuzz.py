"""Random lines for every protocol that is served: never an exception, and afterwards it still answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from taflkit import load_variant
from taflkit.engines import HtpServer, Server, UciServer
from taflkit.search import AlphaBeta, SearchLimit

UCI = """
uci isready ucinewgame setoption name value Hash Threads MultiPV Level UCI_Variant VariantPath Ponder OwnBook true
position startpos fen moves go depth nodes movetime wtime btime winc movestogo infinite ponder mate searchmoves stop
ponderhit debug 1 2 3 0 -1 99999999999 d1c1 d1-c1 a4a3 d7a7 3k3/7/a6/7/7/7/6a 7/7/7/7/7/7/7 d a
brandubh tablut ataxx nowhere.toml nonsense
"""
HTP = """
board_size final_status generate_move known_command list_commands name play play_from play_to play_undo
protocol_version reset_board show_board time_settings version attacker defender black white d1 c1 a4 a3 d7
fischer un-timed 0 1 7 11 1000 99999999999999999999 resigns _ # 5 nonsense
"""
COMMON = ["", " ", "\t", "\x00", "\x1b[2J", "é", "\udcff", "=", "?", "x" * 300, "9" * 400, "٣", "%s", "{}", "-", "/"]
#: Commands that think, which take longer than all others.
THINKING = ("go", "generate_move", "play")


def line_of(chance: random.Random, words: Sequence[str]) -> str:
    """A line: a few words, most of them known to the protocol, now and then with a letter changed."""
    chosen = [chance.choice(words if chance.random() < 0.9 else COMMON) for _ in range(chance.randrange(1, 9))]
    if chosen[0] in THINKING and chance.random() < 0.9:
        chosen[0] = chance.choice(words)
    line = " ".join(chosen)
    if line and chance.random() < 0.1:
        at = chance.randrange(len(line))
        line = line[:at] + chance.choice("a1 -/\\\x7f") + line[at + chance.randrange(2) :]
    return line


def fuzz(
    make: Callable[[Callable[[str], None]], Server],
    words: str,
    count: int,
    question: str,
    answer: str,
) -> None:
    """Send lines; every thousandth time, ask a question that must be answered."""
    said: list[str] = []
    chance, known = random.Random(count), words.split()
    server = make(said.append)
    for number in range(count):
        line = line_of(chance, known)
        if "quit" in line.split():
            continue
        assert server.obey(line), line
        if number % 1000 == 999:
            server.close()
            said.clear()
            server.obey(question)
            server.close()
            assert any(each.startswith(answer) for each in said), line
            said.clear()
    server.close()


def _uci(write: Callable[[str], None]) -> Server:
    return UciServer(write, "brandubh")


def _htp(write: Callable[[str], None]) -> Server:
    return HtpServer(write, load_variant("brandubh"), AlphaBeta(depth=1, megabytes=1), SearchLimit(nodes=50))


SERVED = pytest.mark.parametrize(
    ("make", "words", "question", "answer"),
    [
        (_uci, UCI, "isready", "readyok"),
        (_htp, HTP, "name", "= taflkit"),
    ],
    ids=["uci", "htp"],
)


@SERVED
def test_some_lines(make: Callable[[Callable[[str], None]], Server], words: str, question: str, answer: str) -> None:
    """A short run."""
    fuzz(make, words, 2000, question, answer)


@pytest.mark.slow
@SERVED
def test_a_hundred_thousand_lines(
    make: Callable[[Callable[[str], None]], Server], words: str, question: str, answer: str
) -> None:
    """The bar of every protocol."""
    fuzz(make, words, 100_000, question, answer)
