"""Logs of the contest of Bologna."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Game, NotationError, load_variant
from taflkit.notation import (
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
