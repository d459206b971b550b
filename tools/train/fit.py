"""Fits a network and the weights of the evaluation to positions of self-play.

    python -m tools.train.fit copenhagen build/train/copenhagen build/train/copenhagen.network

The evaluation is the sum of the weights of the table and of the network, and a logistic function of it predicts a
mixture of what the search said and what came of the game. Every position is shown in its eight images. What is printed
at the end is for the variant file: the weights, and the file of the network.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn

from taflkit import Variant, load_variant
from taflkit.engine.evaluation_table import WEIGHTS
from taflkit.engine.network import Network
from taflkit.files import write_whole
from tools.train.positions import UNKNOWN, Positions

#: The activation of 1.0, and the scale of the outputs, as whole numbers.
CLIP, OUTPUT_SCALE = 255, 16
#: A network's vectors are within this of 0.
MAX_INPUT = 127.0 * 64 / CLIP
ROLES = 3


class Model(nn.Module):
    """The evaluation of positions for the defenders, in hundredths."""

    def __init__(self, variant: Variant, hidden: int) -> None:
        """Begin with the weights of the variant, and a network that says nothing."""
        super().__init__()
        squares = len(variant.board.grid.squares)
        self.weights = nn.Parameter(torch.tensor([float(getattr(variant.weights, row.name)) for row in WEIGHTS]))
        self.inputs = nn.Parameter(torch.randn(ROLES * squares + 1, hidden) * 0.1)
        self.bias = nn.Parameter(torch.full((hidden,), 0.2))
        self.output = nn.Parameter(torch.randn(2, hidden) * 10)
        self.output_bias = nn.Parameter(torch.zeros(2))

    def forward(self, pieces: torch.Tensor, to_move: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
        """The values of positions, whose pieces are numbers of inputs, filled up with the last."""
        hidden = nn.functional.embedding_bag(pieces, self.inputs, mode="sum", padding_idx=len(self.inputs) - 1)
        active = torch.clamp(hidden + self.bias, 0, 1)
        outputs = active @ self.output.T + self.output_bias
        return counts @ self.weights + outputs.gather(1, to_move[:, None])[:, 0]

    def network(self, variant: Variant, provenance: dict[str, str]) -> Network:
        """The network in whole numbers."""
        grid = variant.board.grid
        scaled = (self.inputs[:-1].detach() * CLIP).round().to(torch.int16).numpy()
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
        )


def images(width: int, height: int) -> np.ndarray:
    """For each of the eight images of a square board, which square comes to which place."""
    squares = np.arange(width * height).reshape(height, width)
    turned = [np.rot90(squares, turns) for turns in range(4)]
    return np.stack([image.ravel() for each in turned for image in (each, np.fliplr(each))])


def piece_lists(boards: np.ndarray) -> torch.Tensor:
    """The inputs that are on, by position, filled up with the number after the last."""
    squares = boards.shape[1]
    most = int((boards > 0).sum(1).max())
    lists = np.full((len(boards), most), ROLES * squares, np.int64)
    rows, columns = np.nonzero(boards)
    first = np.searchsorted(rows, np.arange(len(boards)))
    lists[rows, np.arange(len(rows)) - first[rows]] = (boards[rows, columns].astype(np.int64) - 1) * squares + columns
    return torch.from_numpy(lists)


def targets(positions: Positions, scale: float, share: float) -> torch.Tensor:
    """What the defenders may expect: a mixture of what the search said and what came of the game."""
    said = 1 / (1 + np.exp(-np.clip(positions.score / scale, -30, 30)))
    result = (positions.result + 1) / 2
    mixed = share * said + (1 - share) * result
    return torch.from_numpy(np.where(positions.score == UNKNOWN, result, mixed).astype(np.float32))


def main() -> None:
    """Fit, print the loss on games that were kept back, and write the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("positions", type=Path, nargs="+")
    parser.add_argument("network", type=Path)
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--scale", type=float, default=200.0, help="hundredths at which the chances are 73 %%")
    parser.add_argument("--share", type=float, default=0.6, help="of the search in the target; the rest is the result")
    parser.add_argument("--provenance", default="", help="a sentence that is kept in the file")
    given = parser.parse_args()
    torch.manual_seed(1)
    variant = load_variant(given.variant)
    grid = variant.board.grid
    parts = [Positions.load(folder) for folder in given.positions]
    positions = parts[0] if len(parts) == 1 else join(parts)
    goal = targets(positions, given.scale, given.share)
    held_back = torch.from_numpy(positions.game % 20 == 0)
    counts = torch.from_numpy(positions.counts.astype(np.float32))
    to_move = torch.from_numpy(positions.to_move.astype(np.int64))
    model = Model(variant, given.hidden)
    others = [parameter for name, parameter in model.named_parameters() if name not in ("weights", "output")]
    optimiser = torch.optim.Adam(
        [
            {"params": others, "lr": given.rate},
            {"params": [model.weights, model.output], "lr": given.rate * 100},
        ]
    )
    chosen = torch.nonzero(~held_back)[:, 0]
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser,
        max_lr=[given.rate, given.rate * 100],
        total_steps=given.epochs * (-(-len(chosen) // given.batch)),
    )
    maps, chance = images(grid.width, grid.height), np.random.default_rng(1)
    boards = positions.board
    test = torch.nonzero(held_back)[:, 0]

    def loss_of(rows: torch.Tensor, image: np.ndarray) -> torch.Tensor:
        pieces = piece_lists(boards[rows.numpy()][:, image])
        value = model(pieces, to_move[rows], counts[rows])
        return nn.functional.binary_cross_entropy_with_logits(value / given.scale, goal[rows])

    def test_loss() -> float:
        with torch.no_grad():
            return float(np.mean([float(loss_of(rows, maps[0])) for rows in torch.split(test, 8192)]))

    print(f"{len(chosen)} positions, {len(test)} kept back; loss before: {test_loss():.5f}", flush=True)
    for epoch in range(1, given.epochs + 1):
        order = chosen[torch.randperm(len(chosen))]
        total = 0.0
        for rows in torch.split(order, given.batch):
            optimiser.zero_grad()
            loss = loss_of(rows, maps[chance.integers(len(maps))])
            torch.autograd.backward(loss)
            optimiser.step()
            schedule.step()
            with torch.no_grad():
                model.inputs.clamp_(-MAX_INPUT, MAX_INPUT)
            total += float(loss) * len(rows)
        print(f"epoch {epoch}: {total / len(order):.5f}, kept back {test_loss():.5f}", flush=True)
    network = model.network(variant, {"made by": "tools.train.fit", "from": given.provenance})
    write_whole(given.network, network.to_bytes())
    print("[evaluation]")
    for row, value in zip(WEIGHTS, model.weights.tolist(), strict=True):
        print(f"{row.name} = {round(value)}")


def join(parts: list[Positions]) -> Positions:
    """Several lots of positions as one, the games numbered through."""
    offset, games = 0, []
    for part in parts:
        games.append(part.game + offset)
        offset += int(part.game.max()) + 1
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ("board", "to_move", "counts")}
    more = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ("score", "result", "ply")}
    return Positions(**columns, **more, game=np.concatenate(games).astype(np.int32))


if __name__ == "__main__":
    main()
