"""A trained network as a searcher of taflkit: the plug-in `alphazero`.

The environment variable `ALPHAZERO_NETWORK` names the file of the network, `network.pt` of a run.
"""

from __future__ import annotations

import os
from pathlib import Path

import torch

from alphazero.network import evaluator_of, load_network
from taflkit import TaflError
from taflkit.search import PUCT

VARIABLE = "ALPHAZERO_NETWORK"


def make(seed: int) -> PUCT:
    """Make the searcher."""
    path = os.environ.get(VARIABLE)
    if not path:
        raise TaflError(f"the searcher alphazero needs a network: set {VARIABLE} to the network.pt of a run")
    torch.set_num_threads(1)
    return PUCT(evaluator_of(load_network(Path(path))), seed=seed)
