"""`taflkit perft`."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from taflkit.files import MAX_SMALL_FILE
from tests.cli.running import taflkit

#: The counts of brandubh, by the reference facts.
COUNTS = (1, 40, 960, 39512)
#: A position with few moves: one attacker against the king.
FEW = "7/7/7/K5A/7/7/7 attackers"


@pytest.mark.parametrize(("depth", "count"), list(enumerate(COUNTS)))
def test_the_count_is_printed(depth: int, count: int) -> None:
    """`perft VARIANT DEPTH` prints the number of lines, the time and the speed."""
    run = taflkit("perft", "brandubh", str(depth))
    assert run.code == 0
    assert re.fullmatch(rf"{count:,} nodes in \d+\.\d\d s, [\d,]+ nodes/s, every move made\n", run.output)


def test_divide_prints_sorted_moves_and_a_total() -> None:
    """`--divide` prints the count below each move, sorted as squares are, and nothing that changes from run to run."""
    run = taflkit("perft", "brandubh", "2", "--divide")
    *moves, total = run.lines
    assert total == "total: 960"
    assert len(moves) == 40
    assert moves[:3] == ["a4-a2: 24", "a4-a3: 23", "a4-a5: 23"]
    assert sum(int(line.split(": ")[1]) for line in moves) == 960
    assert taflkit("perft", "brandubh", "2", "--divide").output == run.output


def test_divide_sorts_rows_by_number() -> None:
    """Row 10 comes after row 9, not after row 1, whatever the board."""
    moves = [line.split(":")[0] for line in taflkit("perft", "tablut", "1", "--divide").lines[:-1]]
    keys = [tuple((square[0], int(square[1:])) for square in move.split("-")) for move in moves]
    assert keys == sorted(keys)


def test_json_is_one_object() -> None:
    """`--json` prints what a program wants to know, with `--divide` the moves as well."""
    plain = json.loads(taflkit("perft", "brandubh", "2", "--json").output)
    assert plain.keys() == {"variant", "depth", "bulk", "nodes", "seconds", "nodes_per_second"}
    assert (plain["variant"], plain["depth"], plain["nodes"]) == ("brandubh", 2, 960)
    assert plain["bulk"] is False
    divided = json.loads(taflkit("perft", "brandubh", "2", "--json", "--divide").output)["divide"]
    assert sum(divided.values()) == 960
    assert divided["a4-a2"] == 24


def test_counting_in_bulk_is_said() -> None:
    """`--bulk` counts the same, and the output says that the last moves were not made."""
    run = taflkit("perft", "brandubh", "3", "--bulk")
    assert re.fullmatch(r"39,512 nodes in \d+\.\d\d s, [\d,]+ nodes/s, counted in bulk\n", run.output)
    assert json.loads(taflkit("perft", "brandubh", "2", "--bulk", "--json").output)["bulk"] is True
    refused = taflkit("perft", "brandubh", "2", "--bulk", "--repetition")
    assert (refused.code, "exclude each other" in refused.output) == (2, True)


def test_large_counts_are_checked_in_bulk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--check` makes every move up to a bound, counts in bulk beyond it, and says which."""
    monkeypatch.setattr(import_module("taflkit.cli.perft"), "CHECK_LEAVES", {True: 960, False: 960})
    table = tmp_path / "counts.toml"
    table.write_text("[brandubh]\ncounts = [40, 960, 39512]\n")
    assert taflkit("perft", "--check", table).lines == [
        "brandubh 1: 40 as expected, every move made",
        "brandubh 2: 960 as expected, every move made",
        "brandubh 3: 39,512 as expected, counted in bulk",
    ]


@pytest.mark.slow
def test_jobs_count_the_same() -> None:
    """Two processes print what one prints."""
    alone = taflkit("perft", "brandubh", "3", "--divide")
    assert taflkit("perft", "brandubh", "3", "--divide", "--jobs", "2") == alone


def test_a_position_is_counted_from() -> None:
    """`--position` takes the rows and the side to move."""
    run = taflkit("perft", "brandubh", "1", "--position", FEW, "--divide")
    assert run.lines == [
        *(f"g4-{target}: 1" for target in ("b4", "c4", "e4", "f4", "g2", "g3", "g5", "g6")),
        "total: 8",
    ]


def test_moves_are_played_first() -> None:
    """`--moves` counts from where they lead."""
    run = taflkit("perft", "brandubh", "1", "--moves", "a4-a2 d5-c5", "--json")
    assert json.loads(run.output)["nodes"] > 0
    assert taflkit("perft", "brandubh", "1", "--moves", "a4-a2 a2-a3").error.startswith("Error: illegal move a2-a3: ")


def test_a_finished_game_has_no_lines() -> None:
    """A position in which the game is over has one line of no moves, and none of more."""
    over = ("--position", "K6/7/7/7/7/7/A6 attackers")
    assert taflkit("perft", "brandubh", "0", *over).output.startswith("1 nodes")
    assert taflkit("perft", "brandubh", "1", *over).output.startswith("0 nodes")


def test_repetition_ends_lines_when_asked_for() -> None:
    """`--repetition` counts fewer lines where a repeated position ends the game."""
    back_and_forth = ("perft", "tablut", "2", "--json", "--moves", "h5-7 f5-4 h7-5")
    counts = [json.loads(taflkit(*back_and_forth, *more).output) for more in ((), ("--repetition",))]
    # The one move that brings the start position back has 80 answers there.
    assert counts[0]["nodes"] - counts[1]["nodes"] == 80


@pytest.fixture
def divided(tmp_path: Path) -> Path:
    """A file with the output of `--divide`."""
    path = tmp_path / "other.txt"
    path.write_text(taflkit("perft", "brandubh", "2", "--divide").output, "utf-8")
    return path


def test_comparing_with_the_same_counts_agrees(divided: Path) -> None:
    """`--compare` with another run's output says that all moves agree."""
    run = taflkit("perft", "brandubh", "2", "--compare", divided)
    assert run.code == 0
    assert run.output == "all 40 moves agree\n"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a4-a3: 23", "a4-a3: 24", "a4-a3 differs: 23 here, 24 in "),
        ("a4-a3: 23\n", "", "a4-a3 differs: 23 here, no such move in "),
        ("a4-a3: 23", "a4-a3: 23\na4-a7: 7", "a4-a7 differs: no such move here, 7 in "),
    ],
)
def test_comparing_names_the_first_move_that_differs(divided: Path, old: str, new: str, expected: str) -> None:
    """`--compare` names the first move whose count is another, or that one of the two does not have."""
    divided.write_text(divided.read_text("utf-8").replace(old, new), "utf-8")
    run = taflkit("perft", "brandubh", "2", "--compare", divided)
    assert run.code == 1
    assert run.output == f"{expected}{divided}\n"


def test_comparing_reads_other_programs_spacing(divided: Path) -> None:
    """Blank lines, spaces around counts and the total make no difference."""
    spaced = divided.read_text("utf-8").replace(": ", "  :   ").replace("\n", " \r\n\n")
    divided.write_text(spaced, "utf-8")
    assert taflkit("perft", "brandubh", "2", "--compare", divided).code == 0


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"garbage\n", "line 1: expected a move, a colon and a count, not 'garbage'"),
        (b"a4-a2: 24\na4-a3: many\n", "line 2: expected a move, a colon and a count, not 'a4-a3: many'"),
        (b"a4-a2: -1\n", "line 1: expected a move, a colon and a count"),
        (b"a4-a2: " + b"9" * 5000, "line 1: expected a move, a colon and a count"),
        (b"\xff\xfe\x00", "line 1: expected a move, a colon and a count"),
    ],
)
def test_comparing_with_garbage_is_refused(divided: Path, data: bytes, expected: str) -> None:
    """What is no output of `--divide` is refused with its line before anything is counted."""
    divided.write_bytes(data)
    run = taflkit("perft", "brandubh", "60", "--compare", divided)
    assert run.code == 2
    assert run.output.startswith(f"Error: {divided}: {expected}")
    assert len(run.output) < 500


def test_comparing_with_what_is_too_large_is_refused(divided: Path) -> None:
    """What is too large is not read whole."""
    divided.write_bytes(b"x" * (MAX_SMALL_FILE + 1))
    run = taflkit("perft", "brandubh", "60", "--compare", divided)
    assert (run.code, run.output) == (2, f"Error: {divided} is too large to be the output of --divide\n")


def test_comparing_with_an_empty_file_differs(divided: Path) -> None:
    """A run that printed nothing has none of the moves."""
    divided.write_bytes(b"")
    assert taflkit("perft", "brandubh", "1", "--compare", divided).code == 1


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """A file of known counts."""
    path = tmp_path / "known.toml"
    path.write_text("[brandubh]\ncounts = [40, 960, 39512, 1007392]\n[tablut]\ncounts = [80, 4400]\n", "utf-8")
    return path


def test_known_counts_are_verified(known: Path) -> None:
    """`--check` verifies every count up to the depth given, and says what it left out."""
    run = taflkit("perft", "--check", known, "3")
    assert run.code == 0
    assert run.lines == [
        "brandubh 1: 40 as expected, every move made",
        "brandubh 2: 960 as expected, every move made",
        "brandubh 3: 39,512 as expected, every move made",
        "brandubh 4: not counted, deeper than 3",
        "tablut 1: 80 as expected, every move made",
        "tablut 2: 4,400 as expected, every move made",
    ]


def test_a_wrong_count_fails_the_check(known: Path) -> None:
    """`--check` tells what was found and what was expected, goes on, and ends with status 1."""
    known.write_text("[brandubh]\ncounts = [41, 960]\n", "utf-8")
    run = taflkit("perft", "--check", known)
    assert run.code == 1
    assert run.lines == [
        "brandubh 1: 40 found, 41 expected, every move made",
        "brandubh 2: 960 as expected, every move made",
    ]


def test_an_unknown_variant_fails_the_check(known: Path) -> None:
    """`--check` names a variant that is not there, goes on with the others, and ends with status 1."""
    known.write_text("[brandub-h]\ncounts = [40]\n[tablut]\ncounts = [80]\n", "utf-8")
    run = taflkit("perft", "--check", known)
    assert run.code == 1
    assert run.lines[0].startswith("brandub-h: there is no variant called 'brandub-h'; did you mean ")
    assert run.lines[1:] == ["tablut 1: 80 as expected, every move made"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"not toml", "not TOML: "),
        (b"\xff", "not UTF-8: byte 1, on line 1, cannot be read"),
        (b"", "nothing to verify: expected NAME.counts = "),
        (b"tablut = 3\n", "tablut: expected counts = [a whole number for each depth]"),
        (b"[tablut]\n", "tablut: expected counts = "),
        (b"[tablut]\ncounts = 80\n", "tablut: expected counts = "),
        (b"[tablut]\ncounts = []\n", "tablut: expected counts = "),
        (b"[tablut]\ncounts = [80, 'many']\n", "tablut: expected counts = "),
        (b"[tablut]\ncounts = [true]\n", "tablut: expected counts = "),
        (b"[tablut]\ncounts = [-1]\n", "tablut: expected counts = "),
        (b"[tablut]\ncounts = [" + b"9" * 4000 + b"]\n", "tablut: expected counts = "),
        (b"[tablut]\ncounts = [" + b"9" * 5000 + b"]\n", "line 2: a number has too many digits"),
    ],
)
def test_a_file_without_counts_is_refused(known: Path, data: bytes, expected: str) -> None:
    """What is no file of known counts is refused with its place."""
    known.write_bytes(data)
    assert taflkit("perft", "--check", known).error.startswith(f"Error: {known}: {expected}")


@pytest.mark.parametrize("arguments", [("tablut",), ("tablut", "3"), ("9" * 5000,), ("100",), ("²",)])
def test_a_check_takes_a_depth_and_no_variant(known: Path, arguments: tuple[str, ...]) -> None:
    """With `--check` the file says which variants, so that the argument is the depth."""
    assert taflkit("perft", "--check", known, *arguments).error == (
        "Error: with --check give no variant, since the file names them; DEPTH is up to 99."
    )


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "say which variant and how deep, for example: taflkit perft tablut 3"),
        (("brandubh",), "say which variant and how deep"),
        (("brandubh", "-1"), "o such option"),
        (("brandubh", "--", "-1"), "-1 is not in the range 0<=x<=99."),
        (("brandubh", "100"), "100 is not in the range 0<=x<=99."),
        (("brandubh", "9" * 4000), "is not in the range 0<=x<=99."),
        (("brandubh", "two"), "'two' is not a valid integer"),
        (("brandubh", "2.5"), "'2.5' is not a valid integer"),
        (("brandub-h", "2"), "there is no variant called 'brandub-h'; did you mean 'brandubh'"),
        (("brandubh", "2", "--jobs", "0"), "0 is not in the range 1<=x<=256."),
        (("brandubh", "2", "--position", "7/7 attackers"), "expected 7 rows, not 2, at column 4"),
        (("brandubh", "2", "--position", ""), "expected a variant, the rows from the top and the side to move"),
        (("brandubh", "2", "--moves", "a4-z"), "cannot read 'a4-z'"),
        (("brandubh", "2", "--compare", "nowhere.txt"), "'nowhere.txt' does not exist."),
        (("--check", "nowhere.toml"), "'nowhere.toml' does not exist."),
        (("--check", "."), "'.' is a directory."),
        (("brandubh", "2", "--divid"), "o such option"),
    ],
)
def test_wrong_arguments_are_refused(arguments: tuple[str, ...], expected: str) -> None:
    """What cannot be counted is refused in a sentence, with status 2."""
    assert expected in taflkit("perft", *arguments).error
