"""Self-play, and datasets of it and of records."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from taflkit import TaflError, load_variant, start
from taflkit.records import Record, format_record
from taflkit.rl import (
    OUTCOMES,
    Dataset,
    Encoder,
    NetworkEvaluator,
    PlayoutEvaluator,
    Samples,
    SelfPlay,
    self_play,
    write_records,
    write_self_play,
)
from taflkit.search import PUCT, SearchLimit

QUICK = SelfPlay(visits=6, parallel=2, max_plies=12)


def _dataset(directory: Path) -> Dataset:
    return Dataset(directory=directory, variant="brandubh", shard=2)


def _write(directory: Path, games: int, **options: object) -> int:
    return write_self_play(_dataset(directory), games, PlayoutEvaluator(games=1), settings=QUICK, **options)  # type: ignore[arg-type]


def test_self_play_keeps_what_the_search_thought() -> None:
    """Every position has its legal actions with their shares of the visits, and the action played is one of them."""
    game = start("brandubh")
    encoder = Encoder(game.variant)
    for played in self_play(game, PlayoutEvaluator(games=1), encoder, range(3), settings=QUICK):
        there = game
        for position in played.positions:
            np.testing.assert_array_equal(position.observation, encoder.observe(there))
            assert sorted(position.actions) == encoder.legal_actions(there)
            assert sum(position.weights) == pytest.approx(1)
            assert -1 <= position.value <= 1
            there = there.play(encoder.actions.decode(position.action))
        assert there == played.game
        assert OUTCOMES[played.outcome] == there.outcome


def test_games_may_begin_after_random_plies() -> None:
    """With `random_plies=3` the first position that is kept is one of ply 0 to 3, and all of these occur."""
    game = start("brandubh")
    settings = SelfPlay(visits=2, parallel=40, max_plies=1, random_plies=3)
    played = list(self_play(game, PlayoutEvaluator(games=1), Encoder(game.variant), range(40), settings=settings))
    assert {each.positions[0].ply for each in played} == {0, 1, 2, 3}
    assert len({each.game.position for each in played}) > 20


def test_a_network_leads_the_search() -> None:
    """The logits of legal actions become probabilities; the value is that of the side to move."""
    game = start("brandubh")
    encoder = Encoder(game.variant)
    wanted = encoder.actions.encode(game.parse_move("d1-b1"))

    def predict(planes: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        logits = np.zeros((len(planes), encoder.actions.size), dtype=np.float32)
        logits[:, wanted] = 10
        return logits, np.tile(np.array([0.5, -0.5], dtype=np.float32), (len(planes), 1))

    evaluator = NetworkEvaluator(encoder, predict)
    (priors, value), (_, other) = evaluator([game, game.play("d1-b1")])
    assert (value, other) == (0.5, -0.5)
    assert max(priors) == priors[[str(move) for move in game.legal_moves].index("d1-b1")] > 0.99
    assert str(PUCT(evaluator).search(game, SearchLimit(nodes=30)).best) == "d1-b1"
    wrong = NetworkEvaluator(encoder, lambda planes: (np.zeros((1, 5)), np.zeros((1, 2))))
    with pytest.raises(TaflError, match=r"\(1, 1176\) and \(1, 2\), not \(1, 5\)"):
        wrong([game])


def test_a_dataset_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    """Shards that are there stay; the missing ones are made, the same on any executor."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert _write(whole, 6) > 0
    _write(parts, 2)
    before = (parts / "part-00000.npz").stat().st_mtime_ns
    with ThreadPoolExecutor(2) as executor:
        _write(parts, 6, executor=executor)
    assert (parts / "part-00000.npz").stat().st_mtime_ns == before
    assert sorted(path.name for path in whole.iterdir()) == sorted(path.name for path in parts.iterdir())
    for number in range(3):
        one, other = (Samples.load(_dataset(path).path(number)) for path in (whole, parts))
        assert one.game.min() == number * 2
        np.testing.assert_array_equal(one.observations, other.observations)
        np.testing.assert_array_equal(one.policy_weights, other.policy_weights)


def test_datasets_are_not_mixed(tmp_path: Path) -> None:
    """A directory with other files, or with a dataset made otherwise, is refused and left as it was."""
    _write(tmp_path / "data", 1)
    with pytest.raises(TaflError, match="made otherwise"):
        _write(tmp_path / "data", 1, seed=5)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", "utf-8")
    with pytest.raises(TaflError, match="has other files"):
        _write(tmp_path / "mine", 1)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_records_become_samples(tmp_path: Path) -> None:
    """Each position of a record has the move played as its policy."""
    game = start("brandubh").play_all(["d1-b1", "d3-a3", "b1-c1"])
    record = Record.of(game)
    path = tmp_path / "games.tafl"
    path.write_text(format_record(record) + "\n" + format_record(record), "utf-8")
    assert write_records(_dataset(tmp_path / "data"), [path]) == 6
    samples = Samples.load(tmp_path / "data" / "part-00000.npz")
    encoder = Encoder(load_variant("brandubh"))
    assert [str(encoder.actions.decode(action)) for action in samples.action] == ["d1-b1", "d3-a3", "b1-c1"] * 2
    policies = samples.policies(np.arange(6), encoder.actions.size)
    np.testing.assert_array_equal(policies.argmax(axis=1), samples.action)
    np.testing.assert_array_equal(samples.legal(np.arange(1), encoder.actions.size)[0], encoder.mask(start("brandubh")))
    assert np.isnan(samples.value).all()
    told = json.loads((tmp_path / "data" / "dataset.json").read_text("utf-8"))
    assert (told["variant"], told["source"], told["actions"]) == ("brandubh", "records", 1176)


def test_what_is_no_dataset_is_named(tmp_path: Path) -> None:
    """A file that is something else is an error with its name; nothing in a file is executed."""
    path = tmp_path / "letter.npz"
    path.write_bytes(b"dear")
    with pytest.raises(TaflError, match=r"letter\.npz is not a dataset"):
        Samples.load(path)
    np.savez(tmp_path / "other.npz", observations=np.zeros(3))
    with pytest.raises(TaflError, match="is not a dataset"):
        Samples.load(tmp_path / "other.npz")
