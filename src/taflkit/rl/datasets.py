"""Datasets: positions of self-play or of recorded games, in files of a directory.

A directory has a file `dataset.json`, which says how it was made, and shards, `part-00000.npz`, of so many games
each. A shard is written as a whole when its games are finished, so that a run that was broken off goes on with the
first shard that is missing. `taflkit.rl.samples` says what the arrays hold.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import attrs

from taflkit.board import Side
from taflkit.errors import TaflError
from taflkit.files import write_whole
from taflkit.game import Game
from taflkit.games.starting import start
from taflkit.kernel.encoding import OUTCOMES
from taflkit.records import GameText, read_game_files
from taflkit.rl.observation import Encoder
from taflkit.rl.samples import SCHEMA, Sample, Samples, SampleWriter
from taflkit.rl.selfplay import SelfPlay, rewards, self_play
from taflkit.search.puct import Evaluator
from taflkit.tasks import in_order
from taflkit.variant import Variant
from taflkit.variant.catalogue import load_variant

DESCRIPTION = "dataset.json"
"""The file that says how a dataset was made."""
#: How many shards an executor is given ahead.
_LOOK_AHEAD = 64

OnShard = Callable[[int, int], None]
"""Called after each shard with the number of shards that are there, and of their positions so far."""


@attrs.frozen(kw_only=True)
class Dataset:
    """How a dataset is made and kept."""

    directory: Path
    """Where its files are."""
    variant: str
    """The name of the variant."""
    shard: int = attrs.field(default=100)
    """How many games there are in a shard."""
    history: int = 0
    """How many earlier positions an observation holds."""

    def __attrs_post_init__(self) -> None:
        if self.shard < 1:
            raise TaflError(f"a shard has at least 1 game, not {self.shard}")

    @property
    def encoder(self) -> Encoder:
        """What the observations hold."""
        return Encoder(load_variant(self.variant, Variant), history=self.history)

    def path(self, number: int) -> Path:
        """Return the file of a shard."""
        return self.directory / f"part-{number:05}.npz"

    def describe(self, made: Mapping[str, Any]) -> None:
        """Write `dataset.json`, or check that it says the same.

        Raises:
            TaflError: The directory has a dataset that was made otherwise.
        """
        encoder = self.encoder
        told = {
            "variant": self.variant,
            "games_per_shard": self.shard,
            "format": "npz",
            "planes": list(encoder.names),
            "scale": encoder.scale.tolist(),
            "shape": list(encoder.shape),
            "actions": encoder.actions.size,
            "outcomes": [str(outcome) if outcome else "" for outcome in OUTCOMES],
            "arrays": {name: kind for name, (kind, _) in SCHEMA.items()},
            **made,
        }
        path = self.directory / DESCRIPTION
        text = json.dumps(told, indent=2) + "\n"
        if path.exists():
            if path.read_text("utf-8") != text:
                raise TaflError(f"{path} describes a dataset that was made otherwise; choose another directory")
            return
        if self.directory.exists() and any(self.directory.iterdir()):
            raise TaflError(f"{self.directory} has other files; choose a new directory")
        self.directory.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())


def write_self_play(
    dataset: Dataset,
    games: int,
    evaluator: Evaluator,
    *,
    seed: int = 0,
    settings: SelfPlay | None = None,
    executor: Executor | None = None,
    on_shard: OnShard | None = None,
) -> int:
    """Play games and write their positions; shards that are there are not made again.

    Args:
        dataset: How it is kept.
        games: How many games to play, rounded up to whole shards; more than last time adds to the dataset.
        evaluator: Leads the search, such as a `NetworkEvaluator` or a `PlayoutEvaluator`. An executor with processes
            needs one that can be pickled.
        seed: Decides the games.
        settings: How they are played.
        executor: Makes the shards; this thread does unless given.
        on_shard: Called after each shard.

    Returns:
        How many positions were written now.

    Raises:
        TaflError: The directory has another dataset, or other files.
    """
    settings = settings or SelfPlay()
    dataset.describe({"source": "self-play", "seed": seed, "settings": attrs.asdict(settings)})
    missing = [number for number in range(-(-games // dataset.shard)) if not dataset.path(number).exists()]
    shards = (
        (number, partial(play_shard, dataset, evaluator, _games_of(dataset, number), seed, settings))
        for number in missing
    )
    return _write(dataset, shards, executor, on_shard)


def _games_of(dataset: Dataset, shard: int) -> range:
    return range(shard * dataset.shard, (shard + 1) * dataset.shard)


def play_shard(dataset: Dataset, evaluator: Evaluator, games: range, seed: int, settings: SelfPlay) -> Samples | None:
    """Play the games of one shard, in any process."""
    writer, encoder = SampleWriter(), dataset.encoder
    for played in sorted(
        self_play(start(dataset.variant, game_type=Game), evaluator, encoder, games, seed=seed, settings=settings),
        key=lambda played: played.number,
    ):
        writer.add_game(played.number, played.positions, played.reward, played.outcome)
    return writer.take() if len(writer) else None


def write_records(
    dataset: Dataset,
    files: Sequence[Path],
    *,
    executor: Executor | None = None,
    on_shard: OnShard | None = None,
) -> int:
    """Write the positions of recorded games; shards that are there are not made again.

    Only games of the variant are taken, as far as they agree with its rules. The policy is the move played; what came
    of a game is by the rules, or by the result in the record where the players resigned or agreed.

    Args:
        dataset: How it is kept.
        files: The files of games, in any format that `taflkit replay` reads.
        executor: Makes the shards; this thread does unless given.
        on_shard: Called after each shard.

    Returns:
        How many positions were written now.

    Raises:
        TaflError: A file cannot be read, or the directory has another dataset, or other files.
    """
    dataset.describe({"source": "records", "files": [path.name for path in files]})
    texts = (text for file in read_game_files(files, [dataset.variant]) for text in file.games)
    shards = (
        (number, partial(read_shard, dataset, number * dataset.shard, part))
        for number, part in enumerate(_parts(texts, dataset.shard))
        if not dataset.path(number).exists()
    )
    return _write(dataset, shards, executor, on_shard)


def read_shard(dataset: Dataset, first: int, texts: Sequence[GameText]) -> Samples | None:
    """Replay the games of one shard, in any process; those that are no games of the variant are left out."""
    writer, encoder = SampleWriter(), dataset.encoder
    for number, text in enumerate(texts, first):
        try:
            found = text.replay()
        except TaflError:
            continue
        game: Game = found.game
        winner = game.outcome.winner if game.outcome else found.record.result.winner(found.record.kind)
        reward = rewards(game) if winner is None else (1.0, -1.0) if winner is Side.ATTACKERS else (-1.0, 1.0)
        writer.add_game(number, _positions(game, encoder), reward, OUTCOMES.index(game.outcome))
    return writer.take() if len(writer) else None


def _positions(game: Game, encoder: Encoder) -> list[Sample]:
    """The positions of a game, with the moves that were played."""
    found, after = [], game
    while after.previous is not None:
        before, last = after.previous, after.last
        assert last is not None
        # A record may go on after the end of a game; such positions have no legal moves.
        if legal := encoder.legal_actions(before):
            action = encoder.actions.encode(last.move)
            weights = [float(each == action) for each in legal]
            mover = int(before.to_move is Side.DEFENDERS)
            found.append(Sample(encoder.observe(before), mover, before.ply, action, float("nan"), legal, weights))
        after = before
    return found[::-1]


def _parts(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    left = iter(items)
    while part := list(islice(left, size)):
        yield part


def _write(
    dataset: Dataset,
    shards: Iterable[tuple[int, Callable[[], Samples | None]]],
    executor: Executor | None,
    on_shard: OnShard | None,
) -> int:
    positions = 0
    with closing(in_order(shards, executor, _LOOK_AHEAD)) as made:
        for number, samples in made:
            if samples is None:
                continue
            samples.save(dataset.path(number))
            positions += len(samples)
            if on_shard is not None:
                on_shard(number + 1, positions)
    return positions
