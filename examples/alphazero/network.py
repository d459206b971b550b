"""The network: a small residual tower with a policy and a value for each side."""

from __future__ import annotations

from pathlib import Path

import attrs
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from taflkit import load_variant
from taflkit.rl import Encoder, NetworkEvaluator


class Block(nn.Module):
    """Two convolutions, whose result is added to what came in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Apply the block."""
        return torch.relu(planes + self.layers(planes))


class Network(nn.Module):
    """Planes to the logits of the actions and the expected rewards of the attackers and the defenders."""

    def __init__(self, encoder: Encoder, channels: int = 24, blocks: int = 2) -> None:
        super().__init__()
        self.encoder = encoder
        planes, height, width = encoder.shape
        self.channels, self.blocks = channels, blocks
        self.trunk = nn.Sequential(
            nn.Conv2d(planes, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            *(Block(channels) for _ in range(blocks)),
        )
        # An output for each direction and distance on each square: the order of the actions is origin first.
        self.policy = nn.Conv2d(channels, encoder.actions.per_square, 1)
        # The sides have different aims, so that each has a value of its own.
        self.value = nn.Sequential(
            nn.Conv2d(channels, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(4 * height * width, 64), nn.ReLU()
        )
        self.values = nn.Linear(64, 2)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits and the values of a batch."""
        trunk = self.trunk(planes)
        logits = self.policy(trunk).permute(0, 2, 3, 1).flatten(1)
        return logits, torch.tanh(self.values(self.value(trunk)))


@attrs.frozen(eq=False)
class Predictor:
    """A network as `taflkit.rl.Predict`: arrays in, arrays out."""

    network: Network

    def __call__(self, planes: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Evaluate a batch without training."""
        self.network.eval()
        with torch.inference_mode():
            logits, values = self.network(torch.from_numpy(planes))
        return logits.numpy(), values.numpy()


def save_network(network: Network, path: Path) -> None:
    """Write the weights, the size and the variant of a network, completely or not at all."""
    temporary = path.with_suffix(".part")
    saved = {"channels": network.channels, "blocks": network.blocks, "weights": network.state_dict()}
    torch.save({"variant": network.encoder.variants[0].name, **saved}, temporary)
    temporary.replace(path)


def load_network(path: Path) -> Network:
    """Read a network that `save_network` wrote. Files are data: nothing in them is executed."""
    saved = torch.load(path, weights_only=True)
    network = Network(Encoder(load_variant(saved["variant"])), saved["channels"], saved["blocks"])
    network.load_state_dict(saved["weights"])
    return network


def evaluator_of(network: Network) -> NetworkEvaluator:
    """Return the evaluator for `taflkit.search.PUCT`."""
    return NetworkEvaluator(network.encoder, Predictor(network))
