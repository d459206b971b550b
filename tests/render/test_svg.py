"""SVG pictures: what is in them, where, and what is not."""

from __future__ import annotations

import re

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import (
    ATTACKER,
    DEFENDER,
    KING,
    Board,
    Game,
    Geometry,
    GeometryError,
    NotationError,
    Piece,
    Position,
    Side,
    SquareSet,
    TaflError,
    load_variant,
    start,
)
from taflkit.render import Theme, svg
from taflkit.testing import games, variants
from tests.drawn import drawn
from tests.render.reading import SVG, read
from tests.variants import TAFL, each_of

CAPTURE = start("tablut").play_all(["i6-g", "d5-7", "i4-g"])
bounded = settings(max_examples=25, deadline=None)
anything = st.text(st.characters(codec=None))


def _pieces(position: Position) -> dict[str, str]:
    return {str(square): str(piece) for square, piece in position.pieces()}


@each_of(TAFL)
def test_every_variant_is_drawn(name: str) -> None:
    """The start of every variant is a well-formed picture with its pieces, its regions and its coordinates."""
    variant = load_variant(name)
    seen = read(svg(start(variant)))
    assert seen.pieces == _pieces(variant.start)
    assert seen.data("region") == [region for region, _ in variant.geometry.regions]
    letters = [str(square)[0] for square in variant.board.grid.squares[: variant.board.grid.width]]
    numbers = [str(row) for row in range(variant.board.grid.height, 0, -1)]
    assert seen.labels == letters + numbers


@bounded
@given(variants().flatmap(games), st.booleans(), st.booleans())
def test_every_game_is_drawn(game: Game, flipped: bool, coordinates: bool) -> None:
    """Whatever the board and the game, each piece is drawn once, and both squares of the last move are marked."""
    seen = read(svg(game, flipped=flipped, coordinates=coordinates))
    assert seen.pieces == _pieces(game.position)
    last = game.last
    assert seen.marked("last") == ([] if last is None else [str(last.move.origin), str(last.move.target)])
    assert set(seen.data("captured")) == {str(taken.square) for taken in (last.captured if last else ())}
    assert bool(seen.labels) is coordinates


def test_a_position_is_drawn_as_the_game_without_its_past() -> None:
    """A position has pieces and no last move."""
    seen = read(svg(CAPTURE.position))
    assert seen.pieces == _pieces(CAPTURE.position)
    assert (seen.marked("last"), seen.data("captured")) == ([], [])


def test_the_board_is_seen_from_either_side() -> None:
    """Column a is at the left and row 1 at the bottom; flipped, a1 is at the top right."""
    game = drawn("brandubh", "attackers", ".......\n......A\nK......\n.......\n.......\n.......\nA......")
    seen, flipped = read(svg(game)), read(svg(game, flipped=True))
    across, down = seen.place("a1")
    assert (across < 0.2, down > 0.8) == (True, True)
    across, down = flipped.place("a1")
    assert (across > 0.8, down < 0.2) == (True, True)
    assert seen.place("a1")[0] == seen.place("a5")[0] < seen.place("g6")[0]
    assert flipped.labels == [*"gfedcba", *"1234567"]


def test_pieces_are_told_apart_without_colours() -> None:
    """Attackers, defenders, the king and other kinds differ in shape; a kind without a known sign shows its letter."""
    board = Board(Geometry.build(5, 5), (ATTACKER, DEFENDER, KING, Piece(Side.DEFENDERS, "knight", "N")))
    seen = read(svg(board.parse("ADKN.\n.....\n.....\n.....\n.....", Side.ATTACKERS)))
    shapes = {
        group.attrib["data-piece"]: [(shape.tag.removeprefix(SVG), shape.text) for shape in group]
        for group in seen.root
        if "data-piece" in group.attrib
    }
    assert shapes["attacker"] == [("circle", None)]
    assert shapes["defender"] == [("rect", None)]
    assert shapes["defending knight"] == [("rect", None), ("text", "N")]
    assert len(shapes["king"]) == 2
    assert shapes["king"] != shapes["attacker"]


def test_regions_have_different_marks() -> None:
    """However many regions a board has, those that are next to each other in its list look different."""
    names = ["throne", "corners", "camps", "forest", "river", "sand"]
    squares = {name: [f"{letter}3"] for name, letter in zip(names, "abcdef", strict=True)}
    board = Board(Geometry.build(7, 7, **squares))
    seen = read(svg(Position(board, (0, 0, 0), Side.ATTACKERS), coordinates=False))
    # Without where they begin, the lines of each mark.
    marks = [re.sub(r"M[\d.]+ [\d.]+", "M", mark.attrib["d"]) for mark in seen.of_class("mark")]
    assert len(set(marks)) == len(names)


def test_the_last_move_is_shown_as_asked() -> None:
    """That of the game, another one, or none; the captures go with it unless they are named."""
    assert read(svg(CAPTURE)).marked("last") == ["i4", "g4"]
    assert read(svg(CAPTURE)).data("captured") == ["g5"]
    hidden = read(svg(CAPTURE, last_move=False))
    assert (hidden.marked("last"), hidden.data("captured")) == ([], [])
    assert read(svg(CAPTURE, captures=False)).data("captured") == []
    assert read(svg(CAPTURE, captures=["e9"])).data("captured") == ["e9"]
    other = read(svg(CAPTURE, last_move="a4-b"))
    assert (other.marked("last"), other.data("captured")) == (["a4", "b4"], [])
    assert CAPTURE.last is not None
    for move in (CAPTURE.last, CAPTURE.last.move, "i4-g"):
        assert read(svg(CAPTURE, last_move=move)).data("captured") == ["g5"]
    assert read(svg(CAPTURE.position, last_move=CAPTURE.last)).data("captured") == ["g5"]


def test_a_captured_piece_is_a_ghost() -> None:
    """What was taken is still to be seen, faintly, under its cross, and is no piece of the position."""
    (ghost,) = (element for element in read(svg(CAPTURE)).root if "data-captured" in element.attrib)
    faint, cross = ghost
    assert [shape.attrib["class"] for shape in faint] == ["defender"]
    assert float(faint.attrib["opacity"]) < 0.5
    assert cross.attrib["class"] == "capture"
    assert "g5" not in read(svg(CAPTURE)).pieces


@pytest.mark.parametrize("squares", ["a3 e5", "a3,e5", ["a3", "e5"], CAPTURE.variant.board.grid.set(["e5", "a3"])])
def test_squares_are_highlighted(squares: str | list[str] | SquareSet) -> None:
    """Squares are given as a text, as a list or as a set."""
    assert read(svg(CAPTURE, highlights=squares)).marked("highlight") == ["a3", "e5"]


def test_arrows_are_drawn() -> None:
    """Moves are given as a text, as texts or as moves; an arrow ends on the middle of its target."""
    grid = CAPTURE.variant.board.grid
    for moves in ("e3-a, e5-e6", ["e3-a3", "e5-6"], [grid.move("e3", "a3"), grid.move("e5", "e6")]):
        seen = read(svg(CAPTURE, arrows=moves))
        assert seen.data("arrow") == ["e3-a3", "e5-e6"]
    king_at, tip = seen.place("e5"), _tips(svg(CAPTURE, arrows=["e3-e5"]))[0]
    assert abs(tip[0] - king_at[0]) < 0.01
    assert abs(tip[1] - king_at[1]) < 0.01


def _tips(picture: str) -> list[tuple[float, float]]:
    """The point of each arrow, as `Seen.place` says where pieces are: the corner that is alone at its end."""
    root = read(picture).root
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    found = []
    for polygon in root.iter(f"{SVG}polygon"):
        corners = [tuple(map(float, corner.split(","))) for corner in polygon.attrib["points"].split()]
        x, y = corners[len(corners) // 2]
        found.append((x / width, y / height))
    return found


def test_the_piece_that_goes_on_is_ringed() -> None:
    """In a game where a piece goes on after a capture, the picture says which."""
    board = load_variant("berserk").board
    position = load_variant("berserk").start
    going = attrs.evolve(position, going_on_mask=board.grid.mask(["f10"]), to_move=Side.ATTACKERS)
    assert len(read(svg(going)).of_class("goes-on")) == 1
    assert "The piece on f10 goes on." in read(svg(going)).text("desc")
    assert read(svg(position)).of_class("goes-on") == []


def test_a_picture_says_in_words_what_it_shows() -> None:
    """It is one image to a screen reader, with a title and the whole position in words."""
    seen = read(svg(CAPTURE, arrows="e3-a", highlights="a3"))
    assert seen.root.attrib["role"] == "img"
    named = seen.root.attrib["aria-labelledby"].split()
    assert named == [seen.root[0].attrib["id"], seen.root[1].attrib["id"]]
    assert seen.text("title") == "Tablut, White (defenders) to move"
    assert seen.text("desc") == (
        "Attackers on d1, e1, f1, e2, a4, g4, a5, b5, h5, i5, a6, g6, e8, d9, e9, f9; "
        "defenders on e3, e4, c5, f5, e6, d7, e7; king on e5. "
        "Last move i4-g4. Captured on g5. Arrows e3-a3. Highlighted a3."
    )


def test_a_finished_game_tells_its_outcome() -> None:
    """The title says who won."""
    game = drawn("brandubh", "defenders", ".......\n" * 3 + "K.....A\n" + ".......\n" * 3).play("a4-7")
    assert read(svg(game)).text("title") == "Brandubh, the defenders win: the king escaped"


def test_a_position_has_a_title_too() -> None:
    """Where no variant is known, the size of the board is told."""
    seen = read(svg(start("brandubh").position, flipped=True))
    assert seen.text("title") == "A position on 7 by 7 squares, attackers to move"
    assert seen.text("desc").endswith("A1 is at the top right.")


@bounded
@given(anything, anything)
def test_any_title_may_be_given(title: str, description: str) -> None:
    """A picture stays well-formed, and says what it was told as far as XML can."""
    seen = read(svg(CAPTURE.position, title=title, description=description))
    if re.fullmatch(r"[\x20-\ud7ff]*", title):
        assert seen.text("title") == title


def test_hostile_names_stay_text() -> None:
    """The name of a variant, of a kind of piece or of a region cannot bring elements or attributes into a page."""
    evil = "\"'><script>alert(1)</script><!-- &\x00"
    board = Board(
        Geometry.from_regions(load_variant("brandubh").board.grid, {evil: ["a1"]}),
        (ATTACKER, DEFENDER, KING, Piece(Side.DEFENDERS, evil, "N")),
    )
    position = board.parse("...A...\n.......\n.......\n..NK...\n.......\n.......\n.......", Side.DEFENDERS)
    picture = svg(position, title=evil, description=evil)
    seen = read(picture)
    assert "<script" not in picture
    assert "<!--" not in picture
    known = {"svg", "title", "desc", "style", "g", "rect", "path", "circle", "polygon", "text"}
    assert {element.tag.removeprefix(SVG) for element in seen.root.iter()} <= known
    assert seen.text("title") == evil.replace("\x00", "\ufffd")


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_a_picture_needs_nothing_else(theme: Theme) -> None:
    """It holds no script, no link, no image, and no address but the name of SVG itself."""
    picture = svg(CAPTURE, theme=theme, arrows="e3-a", highlights="a3")
    assert re.findall(r"[a-z]+://[^\"]+", picture) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"href|url\(|@import|<script|<image|<use|\son[a-z]+=", picture)


def test_pictures_on_one_page_do_not_clash() -> None:
    """Every id is of its own picture, and so is every rule of style but what is for a picture that stands alone."""
    pictures = [
        svg(CAPTURE),
        svg(CAPTURE.position),
        svg(CAPTURE, flipped=True),
        svg(CAPTURE, size=200),
        svg(CAPTURE, title="x"),
        svg(CAPTURE, arrows="e3-a"),
        svg(CAPTURE, theme="light"),
        svg(CAPTURE, coordinates=False),
    ]
    ids = [name for picture in pictures for name in read(picture).ids]
    assert len(set(ids)) == len(ids) == 3 * len(pictures)
    style = read(pictures[0]).root.findtext(f"{SVG}style") or ""
    rules = re.findall(r"([^{}]+)\{", style)
    alone, supports, *others = rules
    assert (alone, supports.split("(")[0]) == ("svg:root", "@supports")
    assert all(rule.startswith(f"#{ids[0]} .") for rule in others)


def test_the_same_picture_is_the_same_text() -> None:
    """Nothing in a picture is left to chance, so that a file changes only when what it shows does."""
    assert svg(CAPTURE) == svg(start("tablut").play_all(["i6-g", "d5-7", "i4-g"]))


@pytest.mark.parametrize("coordinates", [True, False])
def test_a_picture_has_the_size_asked_for(coordinates: bool) -> None:
    """The size is the width, and the height goes with it; without a size the picture fills what room there is."""
    board = Board(Geometry.build(7, 5))
    position = Position(board, (0, 0, 0), Side.ATTACKERS)
    root = read(svg(position, size=240, coordinates=coordinates)).root
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert root.attrib["width"] == "240"
    assert float(root.attrib["height"]) == pytest.approx(240 * height / width, abs=0.01)
    free = read(svg(position, coordinates=coordinates)).root
    assert not {"width", "height"} & free.attrib.keys()


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"theme": "pink"}, TaflError, "the theme of a picture is auto, light or dark, not 'pink'"),
        ({"size": 0}, TaflError, "the size of a picture is a whole number of pixels, not 0"),
        ({"size": 7.5}, TaflError, "the size of a picture is a whole number of pixels, not 7.5"),
        ({"highlights": ["z3"]}, NotationError, "expected a column from a to s"),
        ({"highlights": ["k11"]}, GeometryError, "k11 is not on the 9x9 board"),
        ({"captures": "e5;e6"}, NotationError, "expected a square such as e5"),
        ({"arrows": ["e5"]}, NotationError, "expected a hyphen"),
        ({"arrows": [start("copenhagen").legal_moves[-1]]}, GeometryError, "is not on the 9x9 board"),
        ({"last_move": "e5-e5"}, NotationError, "expected another square than e5"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options: dict[str, object], error: type[TaflError], says: str) -> None:
    """A wrong theme, size, square or move is an error that says what is wrong."""
    with pytest.raises(error, match=re.escape(says)):
        svg(CAPTURE, **options)  # type: ignore[arg-type] # that they are wrong is what is tested
