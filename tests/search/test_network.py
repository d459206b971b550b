"""Learned evaluations: their files, their values, and that the kernel computes the same."""

from __future__ import annotations

import json
import pickle
import re
import shutil
from array import array
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Position, Side, Variant, VariantError, load_variant, start
from taflkit.board import Board, Geometry, indices_of
from taflkit.evaluation.network import Learned, Network, NetworkError
from taflkit.kernel import installed
from taflkit.search import AlphaBeta, Evaluation, SearchLimit, searcher_named
from taflkit.search.tafl import TaflKnowledge
from taflkit.variant import files
from tests.cli.running import taflkit
from tests.examples import examples
from tests.packages import ROOT
from tests.search.networks import random_network
from tests.search.plain import random_game
from tests.variants import each_of

SEEDS = st.integers(0, 10**6)
TABLUT = load_variant("tablut")
SHIPPED = sorted(path.stem for path in (ROOT / "variants").glob("*.network"))


def with_network(variant: Variant, seed: int) -> Variant:
    """A variant whose evaluation adds a random network."""
    grid = variant.board.grid
    return attrs.evolve(variant, network=random_network(grid.width, grid.height, seed))


def leans(position: Position) -> tuple[int, int]:
    """How far up and to the right of the middle the attackers are, all together."""
    middle = position.board.grid.width // 2
    squares = list(position.attackers)
    return sum(square.row - middle for square in squares), sum(square.column - middle for square in squares)


def seen_from_the_king(position: Position, square: int) -> int:
    """Where a square is when the board is folded for the king, by the definition; the attackers decide between ties."""
    grid = position.board.grid
    king, here = grid.squares[next(indices_of(position.kings_mask))], grid.squares[square]
    row, column, king_row, king_column = here.row, here.column, king.row, king.column
    middle, (up, right) = grid.height // 2, leans(position)
    if king_row > middle or (king_row == middle and up > 0):
        row, king_row, up = grid.height - 1 - row, grid.height - 1 - king_row, -up
    if king_column > middle or (king_column == middle and right > 0):
        column, king_column, right = grid.width - 1 - column, grid.width - 1 - king_column, -right
    if king_column > king_row or (king_column == king_row and right > up):
        row, column = column, row
    return row * grid.width + column


def added_up(network: Network, position: Position) -> int:
    """The value of a position by the definition, unit by unit."""
    hidden, squares = len(network.bias), network.width * network.height
    numbers = network.input_numbers()
    men = position.defending_mask & ~position.kings_mask
    total = 0
    side = 0 if position.to_move is Side.ATTACKERS else 1
    for unit in range(hidden):
        active = network.bias[unit]
        for role, mask in enumerate((position.attacking_mask, men, position.kings_mask)):
            for square in indices_of(mask):
                place = seen_from_the_king(position, square)
                active += numbers[(role * squares + place) * hidden + unit]
        total += min(max(active, 0), network.clip) * network.output[side][unit]
    total += network.output_bias[side]
    return int(total / network.divisor)


@given(SEEDS, SEEDS)
@examples(30)
def test_the_value_is_that_of_the_definition(network_seed: int, seed: int) -> None:
    """What is kept from the position before makes no difference."""
    network = random_network(9, 9, network_seed)
    evaluate = Learned(network).evaluator(TABLUT.rules, TABLUT.start)
    for plies in (0, 7, 3, 30):
        position = random_game(TABLUT, seed + plies, plies=plies).position
        assert evaluate(position) == added_up(network, position)


@given(SEEDS, SEEDS, st.integers(1, 30))
@examples(50)
def test_images_of_a_position_are_worth_the_same(network_seed: int, seed: int, plies: int) -> None:
    """Wherever the king may be, if there are more attackers on one side of every line of symmetry."""
    evaluate = Learned(random_network(9, 9, network_seed)).evaluator(TABLUT.rules, TABLUT.start)
    position = random_game(TABLUT, seed, plies=plies).position
    up, right = leans(position)
    if up and right and abs(up) != abs(right):
        assert len({evaluate(position.transformed(image)) for image in position.board.grid.symmetries}) == 1


@pytest.mark.skipif(not installed(), reason="compares with the kernel")
@pytest.mark.parametrize("name", ["tablut", "copenhagen", "brandubh", "berserk", "alea-evangelii-murray"])
@given(seed=SEEDS)
@examples(5)
def test_the_kernel_searches_with_the_same_values(name: str, seed: int) -> None:
    """A search without reductions has the same value and line in the kernel and in Python."""
    variant = with_network(load_variant(name), seed)
    game = random_game(variant, seed, plies=12)
    if game.outcome is not None:
        return
    limit = SearchLimit(depth=1 if len(variant.board.grid.squares) > 121 else 2)
    reports = [AlphaBeta(reductions=False, kernel=kernel).search(game, limit) for kernel in (True, False)]
    assert reports[0].engine == "kernel"
    assert reports[0].score == reports[1].score


@pytest.mark.skipif(not installed(), reason="compares with the kernel")
@each_of(SHIPPED)
@given(seed=SEEDS)
@examples(5)
def test_shipped_networks_have_the_same_values_in_the_kernel(name: str, seed: int) -> None:
    """A search without reductions has the same value with the network of a variant in the kernel and in Python."""
    game = random_game(load_variant(name), seed, plies=12)
    if game.outcome is None:
        limit = SearchLimit(depth=2)
        reports = [AlphaBeta(reductions=False, kernel=kernel).search(game, limit) for kernel in (True, False)]
        assert reports[0].engine == "kernel"
        assert reports[0].score == reports[1].score


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_networks_say_how_they_were_made(name: str) -> None:
    """Each is the network of the variant of its name, and says what it learned from and which match accepted it."""
    network = load_variant(name).network
    assert network is not None
    said = dict(network.provenance)
    assert all(said[key] for key in ("positions", "commands", "match"))


def test_a_network_changes_the_evaluation() -> None:
    """The default evaluation of a variant with a network uses it."""
    limit = SearchLimit(depth=1)
    plain = AlphaBeta().search(start(TABLUT), limit)
    learned = AlphaBeta().search(start(with_network(TABLUT, 3)), limit)
    assert plain.score != learned.score


def test_the_network_can_be_left_out() -> None:
    """A search with `Evaluation(learned=False)` is that of the variant without its network."""
    variant, plain_variant = with_network(TABLUT, 3), attrs.evolve(TABLUT, network=None)
    knowledge = TaflKnowledge(variant, Evaluation(learned=False))
    limit = SearchLimit(depth=2)
    without = AlphaBeta(knowledge=knowledge).search(start(variant), limit)
    plain = AlphaBeta().search(start(plain_variant), limit)
    assert (without.score, without.nodes) == (plain.score, plain.nodes)


@pytest.mark.parametrize("kernel", [True, False])
def test_a_search_without_what_was_learned_is_that_of_a_variant_without_a_network(kernel: bool) -> None:
    """`AlphaBeta(learned=False)`, in the kernel and in Python."""
    limit = SearchLimit(depth=2)
    variant = load_variant("brandubh")
    searcher = AlphaBeta(kernel=kernel, learned=False)
    without = searcher.search(start(variant), limit)
    plain = AlphaBeta(kernel=kernel).search(start(attrs.evolve(variant, network=None)), limit)
    assert (without.score, without.nodes) == (plain.score, plain.nodes)
    assert without.score != AlphaBeta(kernel=kernel).search(start(variant), limit).score


def test_other_games_have_nothing_learned_to_leave_out() -> None:
    """`AlphaBeta(learned=False)` plays games of every kind."""
    game, limit = start("ataxx"), SearchLimit(depth=2)
    assert AlphaBeta(learned=False).search(game, limit).score == AlphaBeta().search(game, limit).score


def test_the_searcher_classic_is_the_one_without_a_network() -> None:
    """It is known by that name wherever searchers are named."""
    assert searcher_named("classic")(7) == AlphaBeta(seed=7, learned=False)


def test_a_file_is_read_as_it_was_written() -> None:
    """Writing and reading a network leave it as it is."""
    network = attrs.evolve(random_network(7, 7, 1), provenance=(("data", "10 games"), ("command", "train")))
    assert Network.from_bytes(network.to_bytes()) == network


def damaged(data: bytes, **changes: object) -> bytes:
    """A file whose first line says something else."""
    head, _, payload = data.partition(b"\n")
    return json.dumps({**json.loads(head), **changes}).encode() + b"\n" + payload


FILE = random_network(7, 7, 1).to_bytes()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not the file of a network"),
        (b"[" * 100_000 + b"\n", "not the file of a network"),
        (b"\x00" * 50, "not the file of a network"),
        (damaged(FILE, format="other"), "not the file of a network"),
        (FILE[:-1], "checksum"),
        (FILE[:-1] + bytes([FILE[-1] ^ 1]), "checksum"),
        (damaged(FILE, hidden=10**9), "impossible"),
        (damaged(FILE, hidden="16"), "hidden must be a whole number"),
        (damaged(FILE, hidden=24), "bytes of inputs"),
        (damaged(FILE, hidden=12), "hidden units, not 12"),
        (damaged(FILE, width=9), "bytes of inputs"),
        (damaged(FILE, width=0), "boards up to 19 by 19"),
        (damaged(FILE, divisor=0), "out of range"),
        (damaged(FILE, clip=-1), "out of range"),
        (damaged(FILE, divisor=1), "forced results"),
        (damaged(FILE, provenance=3), "provenance"),
        (damaged(FILE, digest=3), "the digest must be a text"),
        (b"x" * (1 << 20) + b"\n", "at most"),
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence(data: bytes, said: str) -> None:
    """The error says what is wrong."""
    with pytest.raises(NetworkError, match=said):
        Network.from_bytes(data)


def test_a_unit_that_could_leave_16_bits_is_refused() -> None:
    """The kernel adds vectors in 16 bits: the largest of every square together must fit."""
    network = random_network(7, 7, 1)
    large = array("h", [600] * (len(network.inputs) // 2))
    assert attrs.evolve(network, inputs=large.tobytes()).input_numbers() == large
    large = array("h", [670] * (len(network.inputs) // 2))
    with pytest.raises(NetworkError, match="16 bits"):
        attrs.evolve(network, inputs=large.tobytes())


def test_a_variant_on_another_board_loses_its_network_and_its_book() -> None:
    """The rules of a variant can be taken to another board, whatever was learned on the first."""
    board = Board(Geometry.build(11, 11, throne="centre"), TABLUT.board.pieces)
    rules, empty = attrs.evolve(TABLUT.rules, board=board), board.position({}, Side.ATTACKERS)
    larger = attrs.evolve(TABLUT, rules=rules, start=empty, examples=())
    assert TABLUT.network is not None
    assert TABLUT.book is not None
    assert larger.network is None
    assert larger.book is None
    assert attrs.evolve(TABLUT, name="mine").network == TABLUT.network
    assert attrs.evolve(TABLUT, name="mine").book == TABLUT.book


def write_variant(folder: Path, network: str, more: str = "") -> Path:
    """A variant file that names a network."""
    path = folder / "mine.toml"
    path.write_text(f'name = "mine"\nextends = "brandubh"\nnetwork = "{network}"\n{more}\n')
    return path


def test_a_variant_file_names_its_network(tmp_path: Path) -> None:
    """The file stands beside that of the variant."""
    (tmp_path / "mine.network").write_bytes(FILE)
    assert load_variant(write_variant(tmp_path, "mine.network")).network == Network.from_bytes(FILE)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("mine.network", FILE[:-1], "network: the file of the network is damaged"),
        ("mine.network", random_network(9, 9, 1).to_bytes(), "9 by 9 squares, not 7 by 7"),
        ("other.network", FILE, "cannot read other.network"),
        ("../mine.network", FILE, "expected the name of a file such as"),
        ("/dev/zero", FILE, "expected the name of a file such as"),
    ],
)
def test_a_variant_file_with_a_wrong_network_is_refused(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    """The error names the key and what is wrong."""
    (tmp_path / "mine.network").write_bytes(data)
    with pytest.raises(VariantError, match=said):
        load_variant(write_variant(tmp_path, name))


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of the variants that come with taflkit: one with a network and a book."""
    monkeypatch.setattr(files, "_INSTALLED", tmp_path)
    for name in ("brandubh.toml", "brandubh.network", "brandubh.book"):
        shutil.copy(ROOT / "variants" / name, tmp_path)
    return tmp_path


def test_the_check_of_a_variant_says_that_its_network_was_made_for_other_rules(tmp_path: Path) -> None:
    """A relative may have it on purpose, so that this is no error; both digests are named."""
    (tmp_path / "mine.network").write_bytes(attrs.evolve(random_network(7, 7, 1), digest="ab").to_bytes())
    path = write_variant(tmp_path, "mine.network")
    done = taflkit("variants", "check", str(path))
    digest = load_variant("brandubh").digest
    assert (done.code, done.lines[1:]) == (
        0,
        [f"{path}: its network was made for rules with the digest ab, and these have {digest}"],
    )
    assert "digest" not in taflkit("variants", "check", "brandubh").output


@pytest.mark.parametrize("name", ["ashton-tablut", "brandubh", "copenhagen", "tablut"])
def test_what_comes_with_taflkit_was_made_for_its_variant(name: str) -> None:
    """Networks and books hold the digest of the variant that they are called after."""
    variant = load_variant(name)
    assert variant.network is not None
    assert variant.network.digest == variant.digest
    assert variant.book is None or variant.book.digest == variant.digest


@pytest.mark.parametrize("name", ["network", "book"])
def test_a_damaged_file_that_comes_with_taflkit_is_refused(directory: Path, name: str) -> None:
    """The error names the variant's file and the place, in the library and on the command line."""
    (directory / f"brandubh.{name}").write_bytes(b"nothing")
    trouble = f"brandubh.toml: {name}: this is not the file of a {name}"
    with pytest.raises(VariantError, match=trouble):
        load_variant("brandubh")
    done = taflkit("variants", "check", "brandubh")
    assert done.code == 1
    assert trouble in done.output


def test_another_region_leaves_the_network_and_the_book_as_they_are(directory: Path) -> None:
    """The board is as large and has the same pieces."""
    variant = load_variant("brandubh")
    geometry = variant.geometry
    regions = (*geometry.regions, ("gate", geometry.grid.mask(["a4"])))
    board = attrs.evolve(variant.board, geometry=attrs.evolve(geometry, regions=regions))
    empty = board.position({}, Side.ATTACKERS)
    changed = attrs.evolve(variant, rules=attrs.evolve(variant.rules, board=board), start=empty, examples=())
    assert (changed.network, changed.book) == (variant.network, variant.book)


@pytest.mark.parametrize("name", ["network", "book"])
def test_what_should_have_come_with_taflkit_is_missed_at_once(directory: Path, name: str) -> None:
    """A file that is not there is refused when the variant is loaded."""
    (directory / f"brandubh.{name}").unlink()
    with pytest.raises(VariantError, match=f"brandubh.toml: {name}: cannot read brandubh.{name}"):
        load_variant("brandubh")


def test_a_variant_holds_what_is_in_its_files(directory: Path) -> None:
    """It equals another that has read the same, has the same hash, and keeps it when the files are gone."""
    variant, other = load_variant("brandubh"), load_variant(ROOT / "variants" / "brandubh.toml")
    assert pickle.loads(pickle.dumps(variant)) == variant
    for name in ("network", "book"):
        (directory / f"brandubh.{name}").unlink()
    assert (variant, hash(variant)) == (other, hash(other))
    assert variant != attrs.evolve(variant, network=None)
    assert variant != attrs.evolve(variant, book=None)
    assert attrs.evolve(variant, network=None, book=None) == attrs.evolve(other, network=None, book=None)


def test_a_copy_of_a_variant_finds_the_network_that_comes_with_taflkit(tmp_path: Path) -> None:
    """A network of the same name beside the copy comes first."""
    path = write_variant(tmp_path, "brandubh.network")
    assert load_variant(path).network == load_variant("brandubh").network
    (tmp_path / "brandubh.network").write_bytes(FILE)
    assert load_variant(path).network == Network.from_bytes(FILE)


def test_a_network_is_not_inherited(tmp_path: Path) -> None:
    """Other rules or another start would make what was learned wrong."""
    (tmp_path / "mine.network").write_bytes(FILE)
    write_variant(tmp_path, "mine.network")
    path = tmp_path / "yours.toml"
    path.write_text('name = "yours"\nextends = "mine"\n')
    assert load_variant(path).network is None


@pytest.mark.parametrize(
    ("evaluation", "learned", "weights"),
    [
        ("", True, (100, 93)),
        ("evaluation = { learned = false }", False, (100, 93)),
        ("evaluation = { learned = false, attacker = 110 }", False, (110, 93)),
        ("evaluation = { learned = true }", True, (100, 93)),
        ("evaluation = false", True, (100, 50)),
    ],
)
def test_a_variant_file_turns_its_network_off(
    tmp_path: Path, evaluation: str, learned: bool, weights: tuple[int, int]
) -> None:
    """`learned = false` does, and keeps the weights that are inherited."""
    (tmp_path / "mine.network").write_bytes(FILE)
    path = write_variant(tmp_path, "mine.network", evaluation)
    variant = load_variant(path)
    assert (variant.network is not None) is learned
    assert (variant.weights.attacker, variant.weights.defender) == weights


@pytest.mark.parametrize(
    ("evaluation", "learned", "weights"),
    [
        ("", False, (100, 93)),
        ("evaluation = { attacker = 110 }", False, (110, 93)),
        ("evaluation = { learned = true }", True, (100, 93)),
        ("evaluation = false", True, (100, 50)),
    ],
)
def test_that_the_network_is_off_is_inherited(
    tmp_path: Path, evaluation: str, learned: bool, weights: tuple[int, int]
) -> None:
    """Until a file turns it on, or removes what is inherited."""
    (tmp_path / "mine.network").write_bytes(FILE)
    write_variant(tmp_path, "mine.network", "evaluation = { learned = false }")
    path = tmp_path / "yours.toml"
    path.write_text(f'name = "yours"\nextends = "mine"\nnetwork = "mine.network"\n{evaluation}\n')
    variant = load_variant(path)
    assert (variant.network is not None) is learned
    assert (variant.weights.attacker, variant.weights.defender) == weights


@pytest.mark.parametrize(
    ("evaluation", "said"),
    [
        ('"classic"', "evaluation: expected a table, not 'classic'"),
        ("{ learnt = false }", "evaluation: unknown key 'learnt'; did you mean 'learned'"),
        ("{ learned = 0 }", "evaluation.learned: expected true or false, not 0"),
    ],
)
def test_a_wrong_evaluation_is_refused(tmp_path: Path, evaluation: str, said: str) -> None:
    """The error names the key and what is expected."""
    (tmp_path / "mine.network").write_bytes(FILE)
    with pytest.raises(VariantError, match=re.escape(said)):
        load_variant(write_variant(tmp_path, "mine.network", f"evaluation = {evaluation}"))


def test_a_network_that_is_turned_off_is_checked_all_the_same(tmp_path: Path) -> None:
    """A file does not become wrong by turning its network on."""
    (tmp_path / "mine.network").write_bytes(FILE[:-1])
    with pytest.raises(VariantError, match="damaged"):
        load_variant(write_variant(tmp_path, "mine.network", "evaluation = { learned = false }"))
