"""python-chess's `chess.engine` drives us: it accepts our handshake, options, `info` lines and best moves."""

from __future__ import annotations

import sys
from typing import Any

import pytest

chess = pytest.importorskip("chess")
engine_module = pytest.importorskip("chess.engine")


class Anything(chess.Board):  # type: ignore[misc,name-defined]
    """A board that takes every move as legal, since python-chess knows no tafl; squares must lie within a1 to h8."""

    def is_legal(self, move: Any) -> bool:
        """Anything goes."""
        return True

    def parse_uci(self, uci: str) -> Any:
        """Any two squares."""
        return chess.Move.from_uci(uci)

    def push_uci(self, uci: str) -> Any:
        """Pass instead, so that the pieces stay where they are."""
        self.push(chess.Move.null())
        return chess.Move.from_uci(uci)


@pytest.fixture
def engine() -> Any:
    """`taflkit uci` as python-chess runs it; its position is that of brandubh, 7 by 7."""
    with engine_module.SimpleEngine.popen_uci(
        [sys.executable, "-m", "taflkit", "uci", "--variant", "brandubh"], timeout=60
    ) as opened:
        yield opened


def test_the_handshake_and_the_options_are_accepted(engine: Any) -> None:
    """Name, kinds, defaults and ranges of the options are read, and options can be set."""
    assert engine.id["name"].startswith("taflkit")
    options = engine.options
    assert (options["Hash"].type, options["Hash"].default, options["Hash"].min) == ("spin", 64, 1)
    assert "copenhagen" in options["UCI_Variant"].var
    assert options["VariantPath"].type == "string"
    engine.configure({"Hash": 16, "Threads": 1, "Level": 10})
    engine.ping()


def test_info_lines_and_best_moves_are_accepted(caplog: pytest.LogCaptureFixture) -> None:
    """Every `info` line of a real search parses without a complaint, with depth, score, nodes and line."""
    from tests.engines.test_uciserver import Talk

    talk = Talk()
    talk.send("setoption name MultiPV value 2", "position startpos", "go depth 3")
    *infos, best = talk.until("bestmove")
    talk.server.close()
    for line in infos:
        info = engine_module._parse_uci_info(line.removeprefix("info "), Anything())
        assert {"depth", "multipv", "score", "nodes", "nps", "time", "pv"} <= info.keys()
        assert info["pv"]
    move = engine_module._parse_uci_bestmove(Anything(), best.removeprefix("bestmove "))
    assert move.move is not None
    assert move.ponder is not None
    assert not caplog.records
