"""Fits a network to positions of self-play and of real games.

    python -m tools.train.fit copenhagen build/train/copenhagen build/train/copenhagen.network

The evaluation is the sum of the terms of the table, with the weights that the variant has, and of the network. A
logistic function of it predicts a mixture of what the searches said from then on and what came of the game. Every
position is shown in its images, folded for the king.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from taflkit import Variant, load_variant
from taflkit.evaluation.network import Network, fold_for
from taflkit.evaluation.table import WEIGHTS
from taflkit.files import write_whole
from tools.train.positions import Positions, join, targets

#: The activation of 1.0, and the scale of the outputs, as whole numbers.
CLIP, OUTPUT_SCALE = 255, 16
#: A network's vectors are within this of 0.
MAX_INPUT = 127.0 * 64 / CLIP
ROLES = 3


class Model(nn.Module):
    """What the network adds to the evaluation for the defenders, in hundredths."""

    def __init__(self, places: NDArray[np.int64], hidden: int) -> None:
        """Begin with a network that says little; squares of the same place share their vectors."""
        super().__init__()
        count = int(places.max()) + 1
        self.register_buffer(
            "places", torch.from_numpy(np.concatenate([role * count + places for role in range(ROLES)]))
        )
        self.vectors = nn.Parameter(torch.randn(ROLES * count, hidden) * 0.1)
        self.bias = nn.Parameter(torch.full((hidden,), 0.2))
        self.output = nn.Parameter(torch.randn(2, hidden) * 10)
        self.output_bias = nn.Parameter(torch.zeros(2))

    def begin_with(self, network: Network) -> None:
        """Take the numbers of a network that has as many units; squares must not share their vectors."""
        hidden = len(network.bias)
        vectors = np.array(network.input_numbers(), np.float32).reshape(-1, hidden) / network.clip
        scale = network.clip / network.divisor
        numbers = {
            "vectors": vectors,
            "bias": np.array(network.bias, np.float32) / network.clip,
            "output": np.array(network.output, np.float32) * scale,
            "output_bias": np.array(network.output_bias, np.float32) / network.divisor,
        }
        with torch.no_grad():
            for name, values in numbers.items():
                getattr(self, name).copy_(torch.from_numpy(values))

    @property
    def inputs(self) -> torch.Tensor:
        """The vectors by role and square."""
        return self.vectors[self.places]

    def forward(self, pieces: torch.Tensor, to_move: torch.Tensor) -> torch.Tensor:
        """The values of positions, given which inputs are on."""
        active = torch.clamp(pieces @ self.inputs + self.bias, 0, 1)
        outputs = active @ self.output.T + self.output_bias
        return outputs.gather(1, to_move[:, None])[:, 0]

    def network(self, variant: Variant, provenance: dict[str, str]) -> Network:
        """The network in whole numbers."""
        grid = variant.board.grid
        scaled = (self.inputs.detach() * CLIP).round().to(torch.int16).numpy()
        output = (self.output.detach() * OUTPUT_SCALE).round().to(torch.int64).tolist()
        return Network(
            width=grid.width,
            height=grid.height,
            clip=CLIP,
            divisor=CLIP * OUTPUT_SCALE,
            bias=tuple((self.bias.detach() * CLIP).round().to(torch.int64).tolist()),
            output=(tuple(output[0]), tuple(output[1])),
            output_bias=tuple((self.output_bias.detach() * CLIP * OUTPUT_SCALE).round().to(torch.int64).tolist()),
            inputs=scaled.astype("<i2").tobytes(),
            provenance=tuple(provenance.items()),
            digest=variant.digest or "",
        )


class Images:
    """The images of boards, folded for their kings."""

    def __init__(self, variant: Variant) -> None:
        """Prepare the permutations of the squares."""
        grid = variant.board.grid
        squares = len(grid.squares)
        self.images = np.array(
            [[grid.index(symmetry.square(square)) for square in grid.squares] for symmetry in grid.symmetries]
        )
        folds = [np.array(fold_for(grid.width, grid.height, king)) for king in range(squares)]
        self.unfolded = np.stack([np.argsort(fold) for fold in folds])  # Which square comes to a place.

    def inputs(self, boards: NDArray[np.uint8], image: int) -> torch.Tensor:
        """The inputs that are on in an image of positions."""
        turned = boards[:, self.images[image]]
        kings = (turned == ROLES).argmax(1)
        seen = np.take_along_axis(turned, self.unfolded[kings], 1)
        roles = np.arange(1, ROLES + 1, dtype=np.uint8)[None, :, None]
        return torch.from_numpy((seen[:, None, :] == roles).reshape(len(seen), -1).astype(np.float32))


def main() -> None:
    """Fit, print the loss on games that were kept back, and write the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("positions", type=Path, nargs="+")
    parser.add_argument("network", type=Path)
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--begin", type=Path, help="a network to begin with, that was fitted to other positions")
    parser.add_argument("--tied", action="store_true", help="squares that are images of each other share their vectors")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--decay", type=float, default=0.3, help="of the vectors, so that rare squares say little")
    parser.add_argument("--scale", type=float, default=200.0, help="hundredths at which the chances are 73 %%")
    parser.add_argument(
        "--trust", type=float, default=0.5, help="in what comes later: 0 for the search alone, 1 for the result"
    )
    given = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    variant = load_variant(given.variant)
    positions = join([Positions.load(folder) for folder in given.positions])
    goal = torch.from_numpy(targets(positions, given.scale, given.trust))
    held_back = torch.from_numpy(positions.game % 20 == 0)
    weights = np.array([getattr(variant.weights, row.name) for row in WEIGHTS], np.float32)
    classic = torch.from_numpy(positions.counts @ weights)
    to_move = torch.from_numpy(positions.to_move.astype(np.int64))
    images, chance = Images(variant), np.random.default_rng(1)
    squares = positions.board.shape[1]
    places = np.unique(images.images.min(0), return_inverse=True)[1] if given.tied else np.arange(squares)
    begin = None if given.begin is None else Network.from_bytes(given.begin.read_bytes())
    if begin is not None and given.tied:
        raise SystemExit("--begin and --tied exclude each other: the squares of a network do not share their vectors")
    model = Model(places, given.hidden if begin is None else len(begin.bias))
    if begin is not None:
        model.begin_with(begin)
    others = [parameter for name, parameter in model.named_parameters() if name != "output"]
    optimiser = torch.optim.AdamW(
        [
            {"params": others, "lr": given.rate, "weight_decay": given.decay},
            {"params": [model.output], "lr": given.rate * 100, "weight_decay": 0.0},
        ]
    )
    chosen, test = torch.nonzero(~held_back)[:, 0], torch.nonzero(held_back)[:, 0]
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser,
        max_lr=[given.rate, given.rate * 100],
        total_steps=given.epochs * (-(-len(chosen) // given.batch)),
    )

    def loss_of(rows: torch.Tensor, image: int) -> torch.Tensor:
        value = classic[rows] + model(images.inputs(positions.board[rows.numpy()], image), to_move[rows])
        return nn.functional.binary_cross_entropy_with_logits(value / given.scale, goal[rows])

    def test_loss() -> float:
        with torch.no_grad():
            return sum(float(loss_of(rows, 0)) * len(rows) for rows in torch.split(test, 8192)) / len(test)

    least = float(nn.functional.binary_cross_entropy(goal[test], goal[test]))
    print(
        f"{len(chosen)} positions, {len(test)} kept back; loss before {test_loss():.5f}, least {least:.5f}", flush=True
    )
    for epoch in range(1, given.epochs + 1):
        order = chosen[torch.randperm(len(chosen))]
        total = 0.0
        for rows in torch.split(order, given.batch):
            optimiser.zero_grad()
            loss = loss_of(rows, int(chance.integers(len(images.images))))
            torch.autograd.backward(loss)
            optimiser.step()
            schedule.step()
            with torch.no_grad():
                model.vectors.clamp_(-MAX_INPUT, MAX_INPUT)
            total += float(loss.detach()) * len(rows)
        print(f"epoch {epoch}: {total / len(order):.5f}, kept back {test_loss():.5f}", flush=True)
    with torch.no_grad():
        added = torch.cat(
            [model(images.inputs(positions.board[rows.numpy()], 0), to_move[rows]) for rows in torch.split(test, 8192)]
        )
    print(f"standard deviation: terms {classic[test].std():.0f}, network {added.std():.0f}")
    network = model.network(variant, {"made by": "tools.train.fit"})
    write_whole(given.network, network.to_bytes())


if __name__ == "__main__":
    main()
