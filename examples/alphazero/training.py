"""Training a network on positions of self-play."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from alphazero.network import Network
from taflkit import Variant
from taflkit.rl import Encoder, Samples, symmetry_tables

BATCH = 256
#: The share of the search's opinion in the value that is learned; the rest is what came of the game.
OPINION = 0.5


def train(
    network: Network, optimizer: torch.optim.Optimizer, samples: Samples, variant: Variant, steps: int, seed: int
) -> tuple[float, float]:
    """Train on batches of positions, each seen under a symmetry of the board drawn at random.

    Returns:
        The mean losses of the policy and of the values.
    """
    encoder = Encoder(variant)
    symmetries = symmetry_tables(variant)
    chance = np.random.default_rng(seed)
    losses = np.zeros(2)
    network.train()
    for _ in range(steps):
        which = chance.integers(0, len(samples), BATCH)
        symmetry = symmetries[chance.integers(0, len(symmetries))]
        planes = symmetry.planes(samples.observations[which] * encoder.scale[:, None, None])
        policies = symmetry.policy(samples.policies(which, encoder.actions.size))
        logits, values = network(torch.from_numpy(np.ascontiguousarray(planes)))
        # Illegal actions are left out, as they are in play.
        legal = torch.from_numpy(symmetry.policy(samples.legal(which, encoder.actions.size)))
        chosen = torch.log_softmax(logits.masked_fill(~legal, -1e9), dim=1)
        policy_loss = -(torch.from_numpy(np.ascontiguousarray(policies)) * chosen).sum(dim=1).mean()
        value_loss = torch.nn.functional.mse_loss(values, torch.from_numpy(_targets(samples, which)))
        optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        losses += policy_loss.item(), value_loss.item()
    return float(losses[0]) / steps, float(losses[1]) / steps


def _targets(samples: Samples, which: NDArray[np.int64]) -> NDArray[np.float32]:
    """What the values shall be: a mean of what came of the game and of what the search thought."""
    opinion = samples.value[which] * np.where(samples.to_move[which] == 0, 1, -1)
    both = np.stack([opinion, -opinion], axis=1)
    return ((1 - OPINION) * samples.reward[which] + OPINION * both).astype(np.float32)
