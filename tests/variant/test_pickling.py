"""Variants are pickled in few bytes: by name, or as the text of their file."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

import taflkit
from taflkit import Variant, VariantError, load_variant, start
from taflkit.rules import Rules
from tests.packages import run
from tests.variant.files import write

FEW = 300
OWN = 'name = "mine"\nextends = "brandubh"\n[names]\nattackers = "Reds"\n'


def again(thing: Any) -> Any:
    """What comes back."""
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("name", ["brandubh", "copenhagen", "ataxx", "qirkat"])
def test_an_installed_variant_is_pickled_by_its_name(name: str) -> None:
    """A game without moves takes few bytes, the network of its variant left out, and has the very same variant."""
    variant = load_variant(name)
    game = start(variant)
    assert len(pickle.dumps(game)) < FEW
    assert again(game) == game
    assert again(game).variant is variant


@pytest.mark.parametrize(("name", "most"), [("brandubh", 5), ("ataxx", 8), ("qirkat", 10)])
def test_a_move_takes_few_bytes(name: str, most: int) -> None:
    """A game is pickled as its moves."""
    game: Any = start(name)
    while game.ply < 20 and game.outcome is None:
        game = game.play(game.legal_moves[0])
    assert len(pickle.dumps(game)) < FEW + most * game.ply
    assert again(game) == game
    assert again(game).history()[5] == game.history()[5]


def test_a_game_from_elsewhere_has_its_own_start() -> None:
    """The first position, a turn that goes on, and a move limit come back."""
    for name, text in (
        ("brandubh", "7/7/7/K5A/2DA3/4D2/7 defenders"),
        ("ataxx", "7/7/7/7/7/1oo4/x6 x 3 7"),
        ("qirkat", "white w---- b---- ----- ----- ---w-"),
    ):
        game = start(name, text)
        assert again(game) == game
        assert again(game.play(game.legal_moves[0])) == game.play(game.legal_moves[0])
    limited = start("brandubh", move_limit=30).play("d7-c7")
    assert again(limited) == limited
    assert again(limited).move_limit == 30


def test_another_variant_is_pickled_as_the_text_of_its_file(tmp_path: Path) -> None:
    """What it extends is written into it, one object serves all games, and the file is not needed any more."""
    file = write(tmp_path, OWN, "mine")
    variant = load_variant(file)
    written = pickle.dumps(start(variant))
    file.unlink()
    assert b"Reds" in written
    assert len(written) < 2_500
    found = pickle.loads(written).variant
    assert found == variant
    assert pickle.loads(written).variant is found
    assert again(found) is found


def test_a_variant_that_no_file_brings_back_is_pickled_whole(tmp_path: Path) -> None:
    """One that was changed in Python, and one whose file names a network beside it."""
    changed = attrs.evolve(load_variant("brandubh"), attackers="Reds")
    assert again(changed) == changed
    (tmp_path / "brandubh.network").write_bytes((Path(__file__).parents[2] / "variants/brandubh.network").read_bytes())
    learned = load_variant(write(tmp_path, f'{OWN.partition("[names]")[0]}network = "brandubh.network"\n', "mine"))
    assert learned.network is not None
    assert again(learned) == learned


def test_rules_that_are_no_attrs_classes_are_pickled_whole() -> None:
    """Without a digest a name says nothing."""
    rules: Rules = load_variant("brandubh").rules
    variant = Variant("mine", rules, load_variant("brandubh").start)
    assert again(variant) == variant


def test_another_file_of_the_name_is_refused_where_its_rules_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that finds other rules under the name says so, with both digests."""
    monkeypatch.setenv("TAFLKIT_PATH", str(tmp_path))
    write(tmp_path, OWN, "mine")
    written = pickle.dumps(start("mine"))
    assert len(written) < FEW
    (tmp_path / "mine.toml").write_text(OWN + '[rules.no_moves]\nrule = "no-moves-draws"\n', "utf-8")
    with pytest.raises(VariantError, match=r"the variant was pickled with rules of the digest [0-9a-f]{16}, and has"):
        pickle.loads(written)


def test_another_process_loads_what_was_pickled(tmp_path: Path) -> None:
    """Nothing of this process is needed."""
    file = tmp_path / "games.pickle"
    games: list[Any] = [taflkit.start("brandubh").play("d7-c7"), start(load_variant(write(tmp_path, OWN, "mine")))]
    file.write_bytes(pickle.dumps(games))
    code = "import pickle, sys\nfor game in pickle.load(open(sys.argv[1], 'rb')): print(game.to_text())"
    done = run(sys.executable, "-c", code, file)
    assert done.stdout.splitlines() == [game.to_text() for game in games]
