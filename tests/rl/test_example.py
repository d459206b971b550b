"""The example that trains a network, where PyTorch is installed."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"


def _python(code: str, *arguments: str, **variables: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES), "OMP_NUM_THREADS": "1", **variables}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_training_plays_learns_and_resumes(tmp_path: Path) -> None:
    """An iteration writes games and a network that has learned something; the network plays as a searcher."""
    pytest.importorskip("torch")
    code = """
import sys, torch
from pathlib import Path
from alphazero.network import Network, load_network, save_network
from alphazero.playing import play_games, play_match
from alphazero.training import train
from taflkit import load_variant
from taflkit.rl import Encoder, SelfPlay
torch.manual_seed(1)
path, variant = Path(sys.argv[1]) / "network.pt", load_variant("brandubh")
network = Network(Encoder(variant), 8, 1)
save_network(network, path)
samples = play_games(path, range(4), 0, SelfPlay(visits=4, parallel=4, max_plies=16))
optimizer = torch.optim.AdamW(network.parameters(), lr=1e-2)
first = sum(train(network, optimizer, samples, variant, 3, 0))
last = sum(train(network, optimizer, samples, variant, 12, 1))
save_network(network, path)
again = load_network(path)
same = all(torch.equal(a, b) for a, b in zip(network.state_dict().values(), again.state_dict().values()))
print(len(samples) > 0, last < first, same, 0 <= play_match(path, 0, range(1), 4) <= 1)
"""
    assert _python(code, str(tmp_path)) == "True True True True\n"
    play = """
from alphazero.player import make
from taflkit import SearchLimit, start
print(make(1).search(start("brandubh"), SearchLimit(nodes=20)).nodes)
"""
    assert _python(play, ALPHAZERO_NETWORK=str(tmp_path / "network.pt")) == "20\n"


def test_the_curve_is_drawn_from_its_table(tmp_path: Path) -> None:
    """Each opponent has a line, and each row a point on it."""
    with (tmp_path / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["games", "against Random", "against level 3"], [64, 0.5, 0], [128, 1.0, 0.25]])
    code = "import sys; from pathlib import Path; from alphazero.curve import draw; draw(*map(Path, sys.argv[1:]))"
    _python(code, str(tmp_path / "curve.csv"), str(tmp_path / "curve.svg"))
    picture = (tmp_path / "curve.svg").read_text("utf-8")
    assert (picture.count("<polyline"), picture.count("<circle")) == (2, 4)
