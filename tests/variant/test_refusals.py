"""Variant files that are refused: what is said of each names the place, and the nearest right word."""

from __future__ import annotations

from pathlib import Path

import pytest

from taflkit import load_variant
from tests.variant.files import SMALL, problem, problems, small, write

KINGLESS = "A D D D A"
LONG = "x" * 100_000


def test_the_small_file_is_good(tmp_path: Path) -> None:
    """The file in which the other tests break one thing each is good as it stands."""
    variant = load_variant(write(tmp_path, SMALL))
    assert (variant.name, str(variant), variant.attackers, variant.defenders) == (
        "small",
        "Small tafl",
        "Black",
        "Defenders",
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('title = "S', 'titel = "S', "unknown key 'titel'; did you mean 'title'?"),
        ('title = "S', 'zzz = "S', "unknown key 'zzz'; there are name, game, title,"),
        (
            "slide = {}",
            'slide = { peices = "king" }',
            "rules.movement.slide: unknown key 'peices'; did you mean 'pieces'?",
        ),
        ('rule = "surrounded"', 'rule = "surrounded", victm = 1', "rules.king.by-area.inside: unknown key 'victm'"),
        ("legal = false", "legel = false", "examples[1]: unknown key 'legel'; did you mean 'legal'?"),
        ("[rules.access]", "[rules.acess]", "rules: unknown key 'acess'; did you mean 'access'?"),
        ("[regions]", "[region]", "unknown key 'region'; did you mean 'regions'?"),
        ('attackers = "Black"', 'atackers = "Black"', "names: unknown key 'atackers'; did you mean 'attackers'?"),
        ('kind = "king"', 'knd = "king"', "pieces.K: unknown key 'knd'; did you mean 'kind'?"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """A key that no table has is refused in its place, and the nearest key is suggested."""
    assert any(found.startswith(expected) for found in problems(write(tmp_path, small(old, new))))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("legal = false", 'legal = "no"', "examples[1].legal: expected true or false, not 'no'"),
        ("legal = false", "legal = 0", "examples[1].legal: expected true or false, not 0"),
        ("occurrences = 3", "occurrences = 11.7", "rules.repetition.occurrences: expected a whole number, not 11.7"),
        ("occurrences = 3", "occurrences = 3.0", "rules.repetition.occurrences: expected a whole number, not 3.0"),
        ("occurrences = 3", "occurrences = true", "rules.repetition.occurrences: expected a whole number, not true"),
        ("occurrences = 3", 'occurrences = "3"', "rules.repetition.occurrences: expected a whole number, not '3'"),
        ("occurrences = 3", "occurrences = 1", "rules.repetition: 'occurrences' must be >= 2: 1"),
        (
            "occurrences = 3",
            "occurrences = 2024-01-01",
            "rules.repetition.occurrences: expected a whole number, not 2024",
        ),
        ('title = "Small tafl"', 'title = ["Small"]', "title: expected a text, not a list"),
        ('title = "Small tafl"', "title = { a = 1 }", "title: expected a text, not a table"),
        ('title = "Small tafl"', "title = 12:30:00", "title: expected a text, not 12:30:00"),
        ('title = "Small tafl"', "title = nan", "title: expected a text, not nan"),
        ('aliases = ["Tiny Tafl"]', 'aliases = "Tiny"', "aliases: expected a list of texts, not 'Tiny'"),
        ('aliases = ["Tiny Tafl"]', "aliases = ['a', 7]", "aliases[2]: expected a text, not 7"),
        ("slide = {}", 'slide = "rook"', "rules.movement.slide: expected a table with a rule, not 'rook'"),
        ("slide = {}", "slide = [{}]", "rules.movement.slide: expected a table with a rule, not a list"),
        (
            'victims = "men"',
            "victims = 3",
            "rules.captures.custodial.victims: expected a text or a list of texts, not 3",
        ),
        (
            'victims = "men"',
            "victims = ['men', []]",
            "rules.captures.custodial.victims[2]: expected a text, not a list",
        ),
        ('throne = "centre"', "throne = 5", "regions.throne: expected a text or a list of texts, not 5"),
        ('throne = "centre"', "throne = [5]", "regions.throne[1]: expected a text, not 5"),
        ('first = "attackers"', "first = 1", "first: expected one of attackers, defenders, not 1"),
        ('first = "attackers"', 'first = "atackers"', "first: 'atackers' is not right; did you mean 'attackers'?"),
        ('result = "draw"', 'result = "drawn"', "rules.repetition.result: 'drawn' is not right; did you mean 'draw'?"),
        ('winner = "def', 'winner = "dif', "examples[2].winner: 'difenders' is not right; did you mean 'defenders'?"),
        ("king-escaped", "king-escape", "examples[2].reason: 'king-escape' is not right; did you mean 'king-escaped'?"),
        ('A = { side = "attackers" }', 'A = "attackers"', "pieces.A: expected a table, not 'attackers'"),
        ('[names]\nattackers = "Black"', "names = 3", "pieces.names: expected a table, not 3"),
    ],
)
def test_a_wrong_type_is_named_with_what_was_expected(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """A value of a wrong type or a wrong word is refused in its place, never converted."""
    assert problem(write(tmp_path, small(old, new))).startswith(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (small("[rules.movement]\nslide = {}", "[rules]\nmovement = 'slide'"), "rules.movement: expected a table, not"),
        ("rules = 'x'\n" + SMALL[: SMALL.index("[rules.movement]")], "rules: expected a table, not 'x'"),
        ("rules = []\n" + SMALL[: SMALL.index("[rules.movement]")], "rules: expected a table, not a list"),
        ("examples = 'xx'\n" + SMALL[: SMALL.index("[[ex")], "examples: expected a list of tables, not 'xx'"),
        (SMALL[: SMALL.index("[[ex")] + "[examples]\nsays = 'x'", "examples: expected a list of tables, not a table"),
        ("examples = ['x']\n" + SMALL[: SMALL.index("[[ex")], "examples[1]: expected a table, not 'x'"),
        ("regions = []\n" + small('[regions]\nthrone = "centre"\ncorners = "corners"'), "regions: expected a table"),
    ],
)
def test_a_table_must_be_a_table(tmp_path: Path, text: str, expected: str) -> None:
    """Where a table or a list of tables belongs, nothing else is taken, texts and lists included."""
    assert problem(write(tmp_path, text)).startswith(expected)


@pytest.mark.parametrize(
    ("old", "expected"),
    [
        ('name = "small"\n', "name: this key is missing"),
        ("[rules.movement]\nslide = {}\n", "rules.movement: this key is missing"),
        ('[rules.no_moves]\nrule = "no-moves-loses"\n', "rules.no_moves: this key is missing"),
        ('inside = { rule = "surrounded", victims = "king" }\n', "rules.king.by-area.inside: this key is missing"),
        ('move = "e3-5"\n', "examples[2].move: this key is missing"),
        ('says = "The king wins in a corner."\n', "examples[2].says: this key is missing"),
        (
            'rule = "no-moves-loses"\n',
            "rules.no_moves: expected a table with a rule, which names the rule; there are no-",
        ),
        ("slide = {}\n", "rules.movement: at least one way to move is needed"),
    ],
)
def test_a_missing_key_is_named(tmp_path: Path, old: str, expected: str) -> None:
    """What a file must say and does not is named."""
    assert problem(write(tmp_path, small(old, ""))).startswith(expected)


def test_every_problem_of_a_file_is_named_at_once(tmp_path: Path) -> None:
    """Several mistakes are listed together, so that a file need not be loaded once for each."""
    text = small("legal = false", 'legal = "no"').replace("occurrences = 3", "occurrences = 11.7\ncolour = 1")
    assert [found.partition(";")[0] for found in problems(write(tmp_path, text))] == [
        "rules.repetition.occurrences: expected a whole number, not 11.7",
        "rules.repetition: unknown key 'colour'",
        "examples[1].legal: expected true or false, not 'no'",
    ]


def test_without_rules_the_table_is_missing(tmp_path: Path) -> None:
    """A file without `[rules]` is told that they are missing."""
    assert problem(write(tmp_path, SMALL[: SMALL.index("[rules.movement]")])) == "rules: this key is missing"


def test_an_empty_file_is_told_what_belongs_into_it(tmp_path: Path) -> None:
    """An empty file lacks a name, a start position and rules."""
    assert problems(write(tmp_path, "")) == tuple(f"{key}: this key is missing" for key in ("name", "start", "rules"))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("  A D K D A\n", "  A D K D\n", "start: row 3 of the picture has 4 squares, the board is 5 wide"),
        ("  A D K D A\n", "  A D K D A A\n", "start: row 5 of the picture has 5 squares, the board is 6 wide"),
        ("  A D K D A\n", "", "start: the height of a board is from 5 to 19, not 4"),
        ("  A D K D A\n", "  A D K D A\n\n", "start: row 3 of the picture has 0 squares"),
        ("  A D K D A\n", f"  A D K D {'A' * 20}\n", "start: the width of a board is from 5 to 19, not 24"),
        ("  A D K D A\n", "  A D K D A\n" * 16, "start: the height of a board is from 5 to 19, not 20"),
        ("  A D K D A\n", "  A D K Q A\n", "start: no piece is drawn as 'Q'; there are A (attacker), D (defender)"),
        ("  A D K D A\n", "  A D K d A\n", "start: no piece is drawn as 'd'"),
        ("  A D K D A\n", "  A D K ♔ A\n", "start: no piece is drawn as '♔'"),
        ("  A D K D A\n", "  A D K K A\n", "start: the picture has 2 kings, and there must be one king"),
        ("  A D K D A\n", f"  {KINGLESS}\n", "start: the picture has no kings, and there must be one king"),
        ("  A . . . K\n", "  A . . K\n", "examples[1].position: row 3 of the picture has 4 squares"),
        ("  A . . . K\n", "", "examples[1].position: the picture has 4 rows, the board has 5"),
        ("  A . . . K\n", "  A . . . X\n", "examples[1].position: no piece is drawn as 'X'"),
    ],
)
def test_a_broken_picture_is_refused(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """A picture of a wrong size, a ragged one, an unknown letter, no king or two are refused with the row or letter."""
    assert problem(write(tmp_path, small(old, new))).startswith(expected)


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ('corners = ["c3"]', "the regions 'throne' and 'corners' overlap on c3"),
        ('corners = ["a1", "c3"]', "the regions 'throne' and 'corners' overlap on c3"),
        ('corners = ["f1"]', "f1 is not on the 5x5 board, which ends at e5"),
        ('corners = ["a6"]', "a6 is not on the 5x5 board, which ends at e5"),
        ('corners = ["z9"]', "cannot read 'z9': expected a column from a to s at column 1"),
        ('corners = ["a1-a5"]', "cannot read 'a1-a5': expected a square such as e5"),
        ('corners = ""', "region 'corners': '' is not one of centre, corners, corners 2x2; or list the squares"),
        ('corners = "corner"', "region 'corners': 'corner' is not one of centre, corners, corners 2x2"),
        ("corners = []", "the region 'corners' must have squares"),
        ('corners = "corners"\nedge = ["b1"]', "a region cannot be called 'edge'"),
        ('corners = "corners"\n"beside throne" = ["b1"]', "a region cannot be called 'beside throne'"),
        ('corners = "corners"\n"" = ["b1"]', "a region cannot be called ''"),
    ],
)
def test_a_broken_region_is_refused(tmp_path: Path, new: str, expected: str) -> None:
    """Regions that overlap, that are off the board, that are empty or badly named are refused."""
    assert problem(write(tmp_path, small('corners = "corners"', new))).startswith(f"regions: {expected}")


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ('AA = { side = "attackers" }', "pieces: a piece is drawn as one letter from a to z, not 'AA'"),
        ('"." = { side = "attackers" }', "pieces: a piece is drawn as one letter from a to z, not '.'"),
        ('A = { side = "attackers", kind = "king" }', "pieces.A: the king is one of the defenders"),
        ('A = { side = "attackers", kind = "men" }', "pieces.A.kind: no single kind of piece can be called 'men'"),
        ('A = { side = "attackers", kind = " " }', "pieces.A.kind: no single kind of piece can be called ' '"),
        ('A = { side = "defenders" }', "pieces: two pieces of one side have the same kind"),
        ('A = { kind = "man" }', "pieces.A.side: this key is missing"),
    ],
)
def test_a_broken_piece_is_refused(tmp_path: Path, new: str, expected: str) -> None:
    """Pieces are one letter each, differ from one another, and leave the names of groups alone."""
    assert problem(write(tmp_path, small('A = { side = "attackers" }', new))).startswith(expected)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("slide = {}", "slid = {}", "rules.movement.slid: there is no rule 'slid' for movement; did you mean 'slide'"),
        (
            "slide = {}",
            "Slide = {}",
            "rules.movement.Slide: there is no rule 'Slide' for movement; did you mean 'slide'?",
        ),
        ("slide = {}", "a = { rule = 'zzz' }", "rules.movement.a: there is no rule 'zzz' for movement; there "),
        (
            "slide = {}",
            "custodial = {}",
            "rules.movement.custodial: the rule 'custodial' is one for captures, king, not for",
        ),
        (
            '"no-moves-loses"',
            '"no_move_loses"',
            "rules.no_moves: there is no rule 'no_move_loses' for no_moves; did you mean 'no-",
        ),
        (
            '"no-moves-loses"',
            '"repetition-ends"',
            "rules.no_moves: the rule 'repetition-ends' is one for repetition, not",
        ),
        ('"no-moves-loses"', "3", "rules.no_moves: expected the name of a rule, not 3; there are no-moves-loses, no-"),
        (
            'rule = "surrounded"',
            'rule = "surounded"',
            "rules.king.by-area.inside: there is no rule 'surounded' for captures",
        ),
        (
            'area = "corners"',
            'area = "cornes"',
            "rules.endings.king-reaches: KingReaches: the board has no region called 'cornes'; did you mean 'corners'?",
        ),
        (
            'stop = "king"',
            'stop = "kings"',
            "rules.access.throne: Reserved: the board has no piece called 'kings'; did you mean 'king'?",
        ),
        (
            '"beside throne"',
            '"beside thron"',
            "rules.king.by-area: ByArea: the board has no region called 'beside thron'; did you mean 'beside throne'?",
        ),
        (
            '"surrounded", victims = "king"',
            '"surrounded", victims = "kng"',
            "rules.king.by-area: Surrounded: the board has no piece called 'kng'",
        ),
        (
            "slide = {}",
            "slide = false",
            "rules.movement.slide: false removes what is inherited under this name, and nothing is",
        ),
    ],
)
def test_a_broken_rule_is_refused_in_its_place(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """An unknown rule, one for another question, an unknown area or piece: the question and the label are named."""
    assert problem(write(tmp_path, small(old, new))).startswith(expected)


def test_unknown_names_in_several_rules_are_all_named(tmp_path: Path) -> None:
    """Every rule that speaks of what the board has not is named, not only the first."""
    text = small('stop = "king"', 'stop = "queen"').replace('area = "corners"', 'area = "hall"')
    found = problems(write(tmp_path, text))
    assert [line.split(":")[0] for line in found] == ["rules.access.throne", "rules.endings.king-reaches"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'move = "a3-c"',
            'move = "hello"',
            "examples[1].move: cannot read 'hello': expected a move such as e5-e8 at column 1",
        ),
        ('move = "a3-c"', 'move = "a3-z"', "examples[1].move: cannot read 'a3-z'"),
        (
            'move = "a3-c"',
            'move = "a3-h"',
            "examples[1].move: cannot read 'a3-h': expected a square from a1 to e5 at column 4",
        ),
        ('move = "a3-c"', 'move = "a3-cxz1"', "examples[1].move: cannot read 'z1'"),
        ('move = "a3-c"', 'move = ""', "examples[1].move: cannot read '': expected a move"),
        ('move = "e3-5"', 'before = ["e3-4", "?"]\nmove = "e3-5"', "examples[2].before[2]: cannot read '?'"),
        (
            'move = "e3-5"',
            'captures = ["q"]\nmove = "e3-5"',
            "examples[2].captures[1]: cannot read 'q': expected a square such as e5",
        ),
        ('move = "e3-5"', 'captures = ["f9"]\nmove = "e3-5"', "examples[2].captures[1]: f9 is not on the 5x5 board"),
        ("legal = false", "legal = false\ncaptures = []", "examples[1].captures: does not go with legal = false"),
        ("legal = false", "legal = false\nover = true", "examples[1].over: does not go with legal = false"),
        (
            'winner = "defenders"',
            'over = false\nwinner = "defenders"',
            "examples[2].winner: does not go with over = false",
        ),
        ('"""\nmove = "a3-c"', '"""\nto_move = "black"\nmove = "a3-c"', "examples[1].to_move: 'black' is not right"),
    ],
)
def test_a_broken_example_is_refused(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """A move or square that cannot be read, or claims that exclude each other, are refused when the file is loaded."""
    assert problem(write(tmp_path, small(old, new))).startswith(expected)


def test_a_side_to_move_needs_a_position(tmp_path: Path) -> None:
    """An example that names the side to move draws the position too."""
    example = '\n[[examples]]\nsays = "x"\nmove = "a3-4"\nto_move = "defenders"\n'
    assert problem(write(tmp_path, SMALL + example)) == "examples[3].to_move: goes with a position"


@pytest.mark.parametrize(
    ("name", "stem", "expected"),
    [
        ("other", "small", "name: 'other' must be the file's name, 'small'"),
        ("Small", "Small", "name: 'Small' must be small letters and digits, with hyphens between"),
        ("my game", "my game", "name: 'my game' must be small letters and digits"),
        ("my_game", "my_game", "name: 'my_game' must be small letters and digits"),
        ("smøll", "smøll", "name: 'smøll' must be small letters and digits"),
    ],
)
def test_a_name_is_that_of_the_file_and_one_plain_word(tmp_path: Path, name: str, stem: str, expected: str) -> None:
    """A variant is called as its file, by a word that can stand in a position string."""
    path = write(tmp_path, small('name = "small"', f'name = "{name}"'), stem)
    assert problem(path).startswith(expected)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "S', f'{LONG} = "S'),
        ('title = "S', "".join(f"key{number} = 1\n" for number in range(10_000)) + 'title = "S'),
        ('name = "small"', f'name = "{LONG}"'),
        ("occurrences = 3", f"occurrences = -{'9' * 4000}"),
        ("occurrences = 3", f"occurrences = {'9' * 9000}"),
        ("occurrences = 3", f"occurrences = 0x{'f' * 9000}"),
        ('first = "attackers"', f'first = "{LONG}"'),
        ("  A D K D A\n", f"  {LONG}\n"),
        ('throne = "centre"', f'throne = "{LONG}"'),
        ('throne = "centre"', f'{LONG} = "centre"'),
        ('area = "corners"', f'area = "{LONG}"'),
        ("slide = {}", f"{LONG} = {{}}"),
        ("slide = {}", f'a = {{ rule = "{LONG}" }}'),
        ('kind = "king"', f'kind = "{LONG}"'),
        ('[[examples]]\nsays = "The', "[[examples]]\n" * 5000 + 'says = "The'),
        ('move = "a3-c"', f'move = "{LONG}"'),
        ('name = "small"', f'name = "small"\nextends = "{LONG}"'),
        ("slide = {}", f"{'a' * 90_000}.b = 1\n{'a' * 90_000}.b = 2"),
    ],
)
def test_what_is_said_is_bounded(tmp_path: Path, old: str, new: str) -> None:
    """However long the words and lists of a hostile file, what is said of it fits on a screen or two."""
    found = problems(write(tmp_path, small(old, new)))
    assert 1 <= len(found) <= 21
    assert max(map(len, found)) <= 400


def test_control_characters_are_spelled_out(tmp_path: Path) -> None:
    """A file cannot send commands to the terminal on which its problems are read."""
    found = problem(write(tmp_path, small("slide = {}", r'"\u001b[2J\u0007" = {}')))
    assert "\x1b" not in found
    assert r"\x1b[2J\x07" in found


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('title = "S', 'title = "\\u001b]0;S', "title: "),
        ("[regions]", '[regions]\n"\\u0007" = ["a1"]', "regions: "),
        ('attackers = "Black"', 'attackers = "\\u009bBlack"', "names.attackers: "),
    ],
)
def test_control_characters_are_refused(tmp_path: Path, old: str, new: str, place: str) -> None:
    """Texts and names that could play tricks on a terminal are no texts of a variant file."""
    found = problem(write(tmp_path, small(old, new)))
    assert found.startswith(place)
    assert found.endswith("has control characters")
