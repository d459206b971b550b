"""Logs of the contest of Bologna."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Game, NotationError, Side, load_variant
from taflkit.records import (
    Format,
    Result,
    detect_format,
    format_contest_log,
    parse_contest_log,
    read_game_files,
    read_games,
    replay,
)

START = """\
OOOBBBOOO
OOOOBOOOO
OOOOWOOOO
BOOOWOOOB
BBWWKWWBB
BOOOWOOOB
OOOOWOOOO
OOOOBOOOO
OOOBBBOOO
-
W
"""


def _entry(text: str, method: str = "checkMove", level: str = "BUONO") -> str:
    """An entry as the contest's referee writes it on an Italian machine."""
    return f"nov 16, 2020 1:32:24 PM it.unibo.ai.didattica.tablut.domain.GameAshtonTablut {method}\n{level}: {text}\n"


#: A refused move, then two moves.
LOG = (
    _entry("Players:\tWhite:\tThor\tvs\tLoki", "<init>")
    + _entry(f"Stato:\n{START}", "<init>")
    + _entry("Turn: W Pawn from e4 to e9")
    + _entry("Mossa sopra una casella occupata", level="AVVERTENZA")
    + _entry("Turn: W Pawn from e4 to f4")
    + _entry(f"Stato:\n{START.replace('W', 'B')}")
    + _entry("Turn: B Pawn from D9 to c9")
    + _entry(f"Stato:\n{START}")
)


def test_moves_that_were_refused_are_left_out() -> None:
    """A move counts if a state follows it; names and variant are known."""
    record = parse_contest_log(LOG)
    assert record.moves == ("e4f4", "d9c9")
    assert (record.tag("Attackers"), record.tag("Defenders")) == ("Loki", "Thor")
    assert (record.variant.name, record.result) == ("ashton-tablut-bologna", Result.UNKNOWN)
    assert replay(record).disagreement is None


def test_logs_are_recognised(tmp_path: Path) -> None:
    """`replay` and everything else that reads games finds the format by itself."""
    assert detect_format(LOG) is Format.CONTEST_LOG
    assert [record.moves for record in read_games(LOG)] == [("e4f4", "d9c9")]
    file = tmp_path / "_Thor_vs_Loki_1_gameLog.txt"
    file.write_text(LOG, "utf-8")
    (found,) = read_game_files([file])
    assert len(list(found.games)) == 1


@pytest.mark.parametrize("seed", range(5))
def test_logs_survive(seed: int) -> None:
    """A game that is written as a log is read back, captures, result and all."""
    game, chance = Game(load_variant("ashton-tablut-bologna")), random.Random(seed)
    while game.outcome is None:
        game = game.play(chance.choice(game.legal_moves))
    record = parse_contest_log(format_contest_log(game, "A", "B"))
    assert record.game().moves == game.moves
    assert record.result is Result.of(game)


def test_a_text_without_a_game_is_refused() -> None:
    """There must be players or moves."""
    with pytest.raises(NotationError, match="the log of a game"):
        parse_contest_log("GameAshtonTablut\n")


@given(st.lists(st.sampled_from(LOG.splitlines()), max_size=40))
def test_no_order_of_lines_breaks_the_reader(lines: list[str]) -> None:
    """Any lines of a log are a log or an error."""
    try:
        record = parse_contest_log("\n".join(lines))
    except NotationError:
        return
    assert set(record.moves) <= {"e4f4", "d9c9", "e4e9"}


def test_a_log_word_for_word() -> None:
    """Each entry has a line with the date; captures and states follow the move, with rank 1 first."""
    variant = load_variant("ashton-tablut-bologna")
    game = Game(variant)
    for move in ("e3-h3", "d9-c9", "e4-h4"):
        game = game.play(move)
    text = format_contest_log(game, "Thor", "Loki", ["Timeout", "Fine"], "Nov 16")
    head = "Nov 16 GameAshtonTablut checkMove\nFINE: "
    entries = text.split(head)
    assert entries[:3] == ["", "Players:\tWhite:\tThor\tvs\tLoki\n", "Inizio partita\n"]
    assert entries[3] == f"Stato:\n{START}"
    assert [entry for entry in entries[4:] if not entry.startswith("Stato")] == [
        "Turn: W Pawn from e3 to h3\n",
        "Turn: B Pawn from d9 to c9\n",
        "Turn: W Pawn from e4 to h4\n",
        "Timeout\n",
        "Fine\n",
    ]
    assert entries[5].splitlines()[1:4] == ["OOOBBBOOO", "OOOOBOOOO", "OOOOOOOWO"]
    assert entries[5].endswith("-\nB\n")
    assert format_contest_log(Game(variant), "A", "B").startswith(
        "Jan 1, 2026 12:00:00 AM GameAshtonTablut checkMove\n"
    )
    assert parse_contest_log(text).moves == ("e3h3", "d9c9", "e4h4")


def _drawn(picture: str, to_move: Side) -> Game:
    variant = load_variant("ashton-tablut-bologna")
    return Game(variant, variant.board.parse(picture, to_move))


EMPTY = ".........\n"


@pytest.mark.parametrize(
    ("rows", "to_move", "move", "removed", "turn"),
    [
        (["..A......", "..D......", "A........", "....K...."], Side.ATTACKERS, "a7-c7", "bianca", "W"),
        (["..D......", "..A......", "D........", "....K...A"], Side.DEFENDERS, "a7-c7", "nera", "B"),
        ([".........", "...K.....", ".........", "........A"], Side.DEFENDERS, "d8-a8", "", "WW"),
    ],
)
def test_what_a_move_did_is_logged(rows: list[str], to_move: Side, move: str, removed: str, turn: str) -> None:
    """Who was captured is named by colour, and the last state says who won; an empty throne has its own letter."""
    game = _drawn("\n".join(rows) + "\n" + EMPTY * 5, to_move).play(move)
    text = format_contest_log(game, "Thor", "Loki")
    said = [line for line in text.splitlines() if "Pedina" in line]
    assert said == ([f"FINE: Pedina {removed} rimossa in: c8"] if removed else [])
    *_, state = text.split("Stato:\n")
    assert state.splitlines()[4] == "OOOOTOOOO"
    assert state.splitlines()[-2:] == ["-", turn]


def test_results_are_those_of_the_last_state() -> None:
    """White won, black won, a draw, or none of these."""
    for turn, result in (("WW", Result.SECOND), ("BW", Result.FIRST), ("D", Result.DRAW), ("W", Result.UNKNOWN)):
        text = LOG + _entry("Turn: W Pawn from e3 to f3") + _entry(f"Stato:\n{START[:-2]}{turn}")
        record = parse_contest_log(text)
        assert (record.result, len(record.moves)) == (result, 3)
        # What follows the state says more.
        assert parse_contest_log(text + LOG).result is Result.UNKNOWN


@pytest.mark.parametrize(
    ("after", "result"),
    [
        (f"Stato:\n{START[:-2]}BW", Result.FIRST),
        (f"Stato: \n{START[:-2]} BW ", Result.FIRST),
        ("Stato:\n-", Result.UNKNOWN),
        ("Stato:\n", Result.UNKNOWN),
        ("Stato:\nOOO\n\n-\nBW", Result.UNKNOWN),
        (f"Stato:\n{'O' * 40}\n-\nBW", Result.FIRST),
        (f"Stato:\n{'O' * 41}\n-\nBW", Result.UNKNOWN),
    ],
)
def test_states_are_skipped_row_by_row(after: str, result: Result) -> None:
    """Up to the hyphen; an empty or very long line is no row."""
    record = parse_contest_log(_entry("Turn: W Pawn from e4 to f4") + after)
    assert (record.moves, record.result, record.tags) == (("e4f4",), result, ())


def test_a_move_counts_once() -> None:
    """Only the state after it says that it was played."""
    text = _entry("Turn: W Pawn from e4 to f4") + _entry(f"Stato:\n{START}") + _entry(f"Stato:\n{START}")
    assert parse_contest_log(text).moves == ("e4f4",)


def test_names_are_printable_and_short() -> None:
    """A log may come from anywhere; the first names count."""
    text = f"Players:\tWhite:\tTh\x1bor\tvs\t{'L' * 101}\n" + _entry("Players:\tWhite:\tx\tvs\ty")
    record = parse_contest_log(text)
    assert record.tags == (("Attackers", "L" * 100), ("Defenders", "Thor"))
    assert parse_contest_log(text, load_variant("tablut")).variant.name == "tablut"


def test_the_error_shows_the_beginning() -> None:
    """A text without a game may be long."""
    with pytest.raises(NotationError) as caught:
        parse_contest_log("GameAshtonTablut " + "x" * 200)
    assert (caught.value.text, caught.value.column) == ("GameAshtonTablut " + "x" * 83, 1)
    assert caught.value.expected == "the log of a game, with a line 'Players:' or moves"
