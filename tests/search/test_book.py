"""Opening books: their files, how positions are recognised, and when the default player uses one."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

from taflkit import Game, Variant, VariantError, load_variant, start
from taflkit.games.knowledge import Effort
from taflkit.rules import RepetitionForbidden
from taflkit.search import Automaton, SearchLimit, SearchReport
from taflkit.search.knowledge import knowledge_of
from taflkit.search.tafl.openings import Openings
from taflkit.search.winfirst import WinFirst
from taflkit.variant.book import MAX_POSITIONS, Book, BookError, Moves, position_text
from tests.cli.running import Run, taflkit
from tests.drawn import drawn

BRANDUBH = load_variant("brandubh")
SHIPPED = sorted(path.stem for path in (Path(__file__).parents[2] / "variants").glob("*.book"))
#: Looks for forced wins a little.
EFFORT = Effort(nodes=300, win_within=2, win_nodes=300)
TWO_MOVES: Moves = (("d2-c2", -5), ("b4-b7", -9))
BOOK = Book(((position_text(BRANDUBH.start), TWO_MOVES),), (("made by", "a test"),))
FILE = BOOK.to_bytes()


def with_book(*openings: tuple[Game, Moves]) -> Variant:
    """Brandubh with a book of some positions."""
    return attrs.evolve(BRANDUBH, book=Book(tuple((position_text(game.position), moves) for game, moves in openings)))


def search(game: Game, seed: int = 0, *, book: bool = True) -> SearchReport[object]:
    """What the default player, with less effort, finds."""
    return WinFirst(EFFORT, seed, book=book).search(game, SearchLimit(nodes=600))


def test_a_move_of_the_book_is_played() -> None:
    """With its worth, and without a search."""
    report = search(start(with_book((start(BRANDUBH), (("d2-c2", -5),)))))
    assert (report.engine, report.score.value, report.depth) == ("book", -5, 0)
    assert str(report.best) in {"d2-c2", "d2-e2", "d6-c6", "d6-e6", "b4-b3", "b4-b5", "f4-f3", "f4-f5"}


def test_the_seed_chooses() -> None:
    """The same seed plays the same, and several seeds play all that the book has, on every side of the board."""
    game = start(with_book((start(BRANDUBH), TWO_MOVES)))
    chosen = [str(search(game, seed).best) for seed in range(120)]
    assert chosen[:10] == [str(search(game, seed).best) for seed in range(10)]
    assert len(set(chosen)) == 16
    assert {"d2-c2", "b4-b7"} <= set(chosen)


def test_images_of_a_position_are_recognised() -> None:
    """The moves of a mirrored or turned position are the images of its moves."""
    game = start(BRANDUBH).play("d2-c2")
    variant = with_book((game, (("d3-a3", 7), ("c4-c5", 3))))
    openings = Openings(variant)
    for symmetry in BRANDUBH.geometry.symmetries:
        image = Game(variant, game.position.transformed(symmetry))
        moves = [symmetry.move(BRANDUBH.board.grid.parse_move(text)) for text in ("d3-a3", "c4-c5")]
        assert openings(image) == (((moves[0],), 7), ((moves[1],), 3))
        assert set(moves) <= set(image.legal_moves)


def test_other_positions_are_not_in_the_book() -> None:
    """They are searched, and so are games of variants and of kinds without books."""
    variant = with_book((start(BRANDUBH), TWO_MOVES))
    assert search(start(variant).play("d2-c2")).engine != "book"
    assert search(start(attrs.evolve(variant, book=None))).engine != "book"
    assert WinFirst(EFFORT, book=True).search(start("ataxx"), SearchLimit(nodes=600)).engine != "book"


def test_a_forced_win_comes_before_the_book() -> None:
    """Whatever a book says, the player does not miss a win."""
    picture = """
        . . . . . . .
        . A . . . . .
        . . . . . . .
        . . . K . . A
        . . . . . . .
        . . . . . . .
        . . A . . . .
    """
    game = drawn("brandubh", "defenders", picture)
    variant = with_book((game, (("d4-d5", 0),)))
    report = search(Game(variant, game.position))
    assert report.score.win_in is not None
    assert report.engine != "book"


def test_the_book_does_not_bring_a_position_back() -> None:
    """It does not know what has been played: a move that repeats a position may lose."""
    begun = start(BRANDUBH).play("d2-c2").play("d3-a3").play("c2-d2")
    variant = with_book((begun, (("a3-d3", 9), ("a3-b3", 5))))
    game = start(variant)
    for move in ("d2-c2", "d3-a3", "c2-d2"):
        game = game.play(move)
    assert [str(move) for moves, _ in knowledge_of(game).openings(game) for move in moves] == ["a3-b3"]  # type: ignore[attr-defined]
    assert str(search(game).best) == "a3-b3"


def test_a_move_that_history_forbids_is_left_out() -> None:
    """Where no position may come back, a move that would bring one back is not legal, which is no fault of the book."""
    rules = attrs.evolve(BRANDUBH.rules, repetition=RepetitionForbidden())
    variant = attrs.evolve(with_book((start(BRANDUBH), (("d1-b1", 0),))), rules=rules)
    first = start(BRANDUBH).play("d1-b1").position
    game = start(variant, first).play_all(["d3-c3", "b1-d1", "c3-d3"])
    assert game.position == start(BRANDUBH).position
    openings = {str(move) for moves, _ in Openings(variant)(game) for move in moves}
    assert "d1-b1" not in openings
    assert "d1-f1" in openings


def test_a_game_that_is_over_has_no_openings() -> None:
    """Not even in a position that the book knows: it may have ended by repetition."""
    variant = with_book((start(BRANDUBH), TWO_MOVES))
    game = start(variant).play_all(["d1-c1", "d3-c3", "c1-d1", "c3-d3"] * 2)
    assert game.outcome is not None
    assert Openings(variant)(game) == ()


def test_a_move_limit_leaves_the_book_out() -> None:
    """With one, other moves may be needed."""
    variant = with_book((start(BRANDUBH), TWO_MOVES))
    assert search(start(variant)).engine == "book"
    assert search(Game(variant, move_limit=20)).engine != "book"


@pytest.mark.parametrize(
    ("player", "from_book"),
    [
        (Automaton(), True),
        (Automaton(book=False), False),
        (Automaton(SearchLimit(nodes=600)), False),
        (Automaton(level=5), False),
    ],
    ids=["default", "without", "limited", "level 5"],
)
def test_the_default_player_uses_the_book(player: Automaton, from_book: bool) -> None:
    """Not a lower level, and not one that is told how far to look."""
    game = start(with_book((start(BRANDUBH).play("d2-c2"), (("d3-b3", 1),)))).play("d2-c2")
    assert (player.search(game, 3).engine == "book") is from_book


def test_an_illegal_move_of_a_book_is_refused() -> None:
    """In a sentence, when the book is asked."""
    variant = with_book((start(BRANDUBH), (("d4-d7", 1),)))
    with pytest.raises(BookError, match=r"the opening book of Brandubh has d4-\w\d, which is not legal here"):
        search(start(variant))


def test_a_file_is_read_as_it_was_written() -> None:
    """Writing and reading a book leave it as it is."""
    assert Book.from_bytes(FILE) == BOOK
    assert FILE.count(b"\n") == 3


def edited(**changes: object) -> bytes:
    """The file with other values, whose checksum is not that of other positions."""
    return json.dumps({**json.loads(FILE), **changes}).encode()


def of(text: str, moves: Moves) -> bytes:
    """A file with one position."""
    return Book(((text, moves),)).to_bytes()


ROWS = position_text(BRANDUBH.start)
DAMAGED = [
    (b"", "not the file of a book"),
    (b"\xff\xfe{", "not the file of a book"),
    (b"[" * 100_000, "not the file of a book"),
    (FILE[:-4], "not the file of a book"),
    (edited(format="taflkit-book-0"), "not the file of a book"),
    (edited(checksum=1), "damaged: its checksum is wrong"),
    (FILE.replace(b"d2-c2", b"d2-b2"), "damaged: its checksum is wrong"),
    (edited(provenance=None), "damaged: the provenance must be texts by name"),
    (edited(provenance={"made by": 1}), "damaged: the provenance must be texts by name"),
    (edited(digest=1), "damaged: the digest must be a text"),
    (edited(digest="ab"), "the book was made for rules with the digest 'ab', and these have "),
    (edited(positions={}), "damaged: it must have 1 to 10000 positions"),
    (edited(positions=[ROWS]), "damaged: it must have 1 to 10000 positions"),
    (edited(positions=dict.fromkeys(map(str, range(MAX_POSITIONS + 1)))), "damaged: it must have 1 to 10000"),
    (edited(positions={ROWS: {}}), "damaged: a position must have moves"),
    (edited(positions={ROWS: ["d2-c2"]}), "damaged: a position must have moves"),
    (edited(positions={ROWS: {"d2-c2": 1.5}}), "damaged: a move is worth a whole number up to 10000"),
    (edited(positions={ROWS: {"d2-c2": 10_001}}), "damaged: a move is worth a whole number up to 10000"),
    (of(position_text(load_variant("tablut").start), TWO_MOVES), "no position of this board and its pieces"),
    (of(ROWS.replace("A", "B"), TWO_MOVES), "no position of this board and its pieces"),
    (of(ROWS.removesuffix(" attackers"), TWO_MOVES), "no position of this board and its pieces"),
    (of(ROWS, (("d2-c9", 1),)), "'d2-c9', which is no move such as"),
    (of(ROWS, (("d2", 1),)), "'d2', which is no move such as"),
    (of(ROWS, (("\x1b[2J", 1),)), "which is no move such as"),
]


def write_variant(folder: Path, book: str, name: str = "mine", extends: str = "brandubh") -> Path:
    """A variant file that names a book."""
    path = folder / f"{name}.toml"
    path.write_text(f'name = "{name}"\nextends = "{extends}"\n{book}\n')
    return path


@pytest.mark.parametrize(("data", "said"), DAMAGED)
def test_a_variant_file_with_a_wrong_book_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    """The error names the key and what is wrong, on one line that a terminal can print."""
    (tmp_path / "mine.book").write_bytes(data)
    with pytest.raises(VariantError) as raised:
        load_variant(write_variant(tmp_path, 'book = "mine.book"'))
    assert said in str(raised.value)
    assert "mine.toml: book: " in str(raised.value)
    assert str(raised.value).isprintable()


@pytest.mark.parametrize("name", ["other.book", "../mine.book", "/dev/zero", "mine.network"])
def test_a_book_that_is_not_there_is_refused(tmp_path: Path, name: str) -> None:
    """A book is a file beside that of the variant, or comes with taflkit."""
    (tmp_path / "mine.book").write_bytes(FILE)
    with pytest.raises(VariantError, match=r"book: (cannot read other.book|expected the name of a file such as)"):
        load_variant(write_variant(tmp_path, f'book = "{name}"'))


def test_a_variant_file_names_its_book(tmp_path: Path) -> None:
    """The file stands beside that of the variant, and another variant does not inherit it."""
    (tmp_path / "mine.book").write_bytes(FILE)
    assert load_variant(write_variant(tmp_path, 'book = "mine.book"')).book == BOOK
    assert load_variant(write_variant(tmp_path, "", "yours", "mine")).book is None


def play(folder: Path, *arguments: str, commands: str) -> Run:
    """Play a variant with a book of the position after one move."""
    variant = with_book((start(BRANDUBH).play("d2-c2"), (("d3-b3", 1),)))
    assert variant.book is not None
    (folder / "mine.book").write_bytes(variant.book.to_bytes())
    return taflkit(
        "play", "--variant", write_variant(folder, 'book = "mine.book"'), "--strict", *arguments, stdin=commands
    )


def test_play_uses_the_book(tmp_path: Path) -> None:
    """The move of the book is announced as any other, and an image of the position has its image."""
    assert play(tmp_path, commands="d2-c2\n") == Run(0, "* d3-b\n")
    assert play(tmp_path, commands="d6-e6\n") == Run(0, "* d5-f\n")


def test_play_without_the_book(tmp_path: Path) -> None:
    """`--no-book` lets the player think, and find something better."""
    run = play(tmp_path, "--no-book", commands="d2-c2\n")
    assert run.code == 0
    assert run.lines != ["* d3-b"]
    assert run.lines[0].startswith("* ")


def test_play_says_that_a_book_is_wrong(tmp_path: Path) -> None:
    """An illegal move of a book is an error on one line."""
    (tmp_path / "mine.book").write_bytes(of(position_text(start(BRANDUBH).play("d2-c2").position), (("d4-d7", 1),)))
    path = write_variant(tmp_path, 'book = "mine.book"')
    run = taflkit("play", "--variant", path, "--strict", stdin="d2-c2\n")
    assert run.code == 1
    said = "the opening book of Mine has d4-d7, which is not legal here"
    assert run.lines == [f"Error: the automated player failed: {said}; Defenders are manual now"]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_books_hold(name: str) -> None:
    """Each is the book of the variant of its name, says how it was made, and has legal moves of different positions."""
    variant = load_variant(name)
    assert variant.book is not None
    assert dict(variant.book.provenance)["command"].startswith(f"python -m tools.train.book {name} FILE")
    openings = Openings(variant)
    seen = set()
    for position, moves in variant.book.on(variant.board):
        seen.add(openings.turned(position)[0])
        known = openings(Game(variant, position))
        assert len(known) == len(moves)
    assert len(seen) == len(variant.book.openings)
