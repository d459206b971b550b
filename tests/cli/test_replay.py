"""`taflkit replay`."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from taflkit import start
from taflkit.records import Record, format_json_line, format_move_list, format_opentafl_game, format_record
from tests.cli.running import COMMAND, process, taflkit

GOOD = Record.of(start("fetlar").play("h1-h3").play("e7-e10").play("d11-d10"))
LINE = '{"id": "first", "moves": "i6-g6 d5-d7 i4-g4xg5 resigned", "winner": "Black"}'
WRONG = '{"id": "second", "moves": "i6-g6 d5-d7 i4-g4 e1-d1", "winner": "White"}'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str) -> str:
    """Write a file in the current directory."""
    Path(name).write_text(text, "utf-8")
    return name


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        (format_record(GOOD), ()),
        (format_opentafl_game(GOOD), ()),
        (format_json_line(GOOD), ("--variant", "fetlar")),
        (format_move_list(GOOD), ("--variant", "fetlar")),
        ("1. h1-h3 e7-e10 2. d11-d10xe10 *", ("--variant", "fetlar")),
    ],
    ids=["record", "opentafl", "json", "list", "moves"],
)
def test_a_game_that_agrees(text: str, arguments: tuple[str, ...]) -> None:
    """A game in any of the formats is replayed, and is said to agree."""
    run = taflkit("replay", write("game", text), *arguments)
    assert (run.code, run.output) == (0, "game: 1 game, 3 plies, it agrees\n")


def test_the_first_disagreement_is_shown() -> None:
    """What is wrong is said with game, ply and move, above the board before that move."""
    run = taflkit("replay", write("games.jsonl", f"{LINE}\n{WRONG}\n\n{WRONG}\n"), "--variant", "tablut")
    assert run.code == 1
    assert run.lines == [
        "games.jsonl: 3 games, 7 plies, 2 of them disagree",
        "  second, ply 3, i4-g4: it captures g5",
        "     9 . . . B B B . . .",
        "     8 . . . . B . . . .",
        "     7 . . . W W . . . .",
        "     6 B . . . W . B . .",
        "     5 B B W . K W W B B",
        "     4 B . . . W . . . B",
        "     3 . . . . W . . . .",
        "     2 . . . . B . . . .",
        "     1 . . . B B B . . .",
        "       a b c d e f g h i",
        "    attackers to move",
    ]


def test_every_disagreement_is_listed() -> None:
    """With --all each game that disagrees has a line, and the first a board."""
    broken = '{"id": "nox", "moves": "i6-g6 nox"}'
    run = taflkit("replay", write("games.jsonl", f"{WRONG}\n{broken}\n{WRONG}"), "--variant", "tablut", "--all")
    assert run.code == 1
    assert [line for line in run.lines if line.startswith("  ") and line[2] != " "] == [
        "  second, ply 3, i4-g4: it captures g5",
        "  nox: line 2: cannot read 'i6-g6 nox': expected a move such as e5-e8 at column 7",
        "  second, ply 3, i4-g4: it captures g5",
    ]


def test_several_files_are_summed_up() -> None:
    """Each file has its line, and the last line counts them all."""
    one, two = write("one.jsonl", LINE), write("two.jsonl", f"{LINE}\n{LINE}")
    run = taflkit("replay", one, two, write("none", ""), "--variant", "tablut")
    assert run.lines == [
        "one.jsonl: 1 game, 3 plies, it agrees",
        "two.jsonl: 2 games, 6 plies, all agree",
        "none: 0 games, 0 plies, nothing to check",
        "3 files: 3 games, 9 plies, all agree",
    ]


def test_one_json_object() -> None:
    """With --json everything is in one object, every disagreement included."""
    run = taflkit("replay", write("games.jsonl", f"{LINE}\n{WRONG}\n{{}}\n"), "--variant", "tablut", "--json")
    assert run.code == 1
    position = "3BBB3/4B4/3WW4/B3W1B2/BBW1KWWBB/B3W3B/4W4/4B4/3BBB3 attackers"
    assert json.loads(run.output) == {
        "games": 3,
        "plies": 5,
        "disagreeing": 2,
        "ended_early": 0,
        "went_on": 0,
        "unexplained": {},
        "not_replayed": [],
        "files": [
            {
                "file": "games.jsonl",
                "format": "json-lines",
                "variants": {"tablut": 2},
                "ended_early": [],
                "went_on": [],
                "unexplained": {},
                "games": 3,
                "plies": 5,
                "endings": {"undecided": 1},
                "disagreements": [
                    {
                        "game": "second",
                        "line": 2,
                        "variant": "tablut",
                        "ply": 3,
                        "move": "i4-g4",
                        "problem": "captures",
                        "says": "it captures g5",
                        "position": position,
                    },
                    {
                        "game": "game 3",
                        "line": 3,
                        "variant": None,
                        "ply": None,
                        "move": None,
                        "problem": "notation",
                        "says": "line 3: cannot read '{}': expected an object with a text of \"moves\" at column 1",
                        "position": None,
                    },
                ],
            }
        ],
    }


@pytest.mark.parametrize(
    ("moves", "result", "says"),
    [
        ("1. a4-a7", "0-1", "it agrees"),
        ("1. a4-a7", "1-0", "ply 1, 1-0: the defenders win: the king escaped"),
        ("1. a4-a7 g4-g5", "0-1", "ply 2, g4-g5: the game is over, the defenders win: the king escaped"),
        ("1. a4-e4", "1-0", "it agrees"),
        ("1. a4-g4", "*", "ply 1, a4-g4: blocked by g4"),
    ],
)
def test_results_are_checked(moves: str, result: str, says: str) -> None:
    """A game that ends on the board was won by who won there; another may have been given up."""
    text = f'[Variant "brandubh"]\n[Position "7/7/7/K5A/7/7/7 defenders"]\n{moves} {result}'
    run = taflkit("replay", write("game.tafl", text))
    assert says in run.output
    assert run.code == (0 if says == "it agrees" else 1)


def test_the_variant_counts_instead_of_the_files_own() -> None:
    """A record can be replayed under other rules than its own."""
    game = write("game.tafl", format_record(GOOD).replace("fetlar", "no-such-game"))
    run = taflkit("replay", game)
    assert run.code == 1
    assert "line 1: cannot read" in run.output
    assert "there is no variant called 'no-such-game'" in run.output
    assert taflkit("replay", game, "--variant", "copenhagen").code == 0


def test_lines_are_those_of_the_file() -> None:
    """An error in the second record of a file speaks of the line where it stands."""
    text = format_record(GOOD)
    run = taflkit("replay", write("games.tafl", f"{text}\n{text.replace('h1-h3', 'h1-h99')}"))
    assert f"game 2: line {2 * text.count(chr(10)) + 1}: cannot read '1. h1-h99 " in run.output


def test_compressed_files() -> None:
    """A file that is compressed with gzip is read as it is, whatever its name."""
    Path("games").write_bytes(gzip.compress(f"{LINE}\n".encode() * 3))
    assert taflkit("replay", "games", "--variant", "tablut").output == "games: 3 games, 9 plies, all agree\n"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (gzip.compress(LINE.encode())[:-9], "it cannot be decompressed"),
        (gzip.compress(LINE.encode()) + b"more", "it cannot be decompressed"),
        (b"\x1f\x8b" + b"\xff" * 100, "it cannot be decompressed"),
        (LINE.encode("utf-16"), "the text is UTF-16, and games are read as UTF-8"),
        (LINE.encode() + b"\n\x80\n\0", "not a text file: there is a zero byte in line 3"),
        (gzip.compress(b" " * (4 * 1024 * 1024)), "larger than 1 MiB"),
        (b" " * (2 * 1024 * 1024), "larger than 1 MiB"),
    ],
    ids=["cut off", "more", "garbage", "utf-16", "zeros", "compressed", "large"],
)
def test_files_that_cannot_be_read(content: bytes, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is broken or too large is an error, before much of it is read."""
    monkeypatch.setattr("taflkit.records.files.MAX_GAME_FILE", 1024 * 1024)
    Path("games").write_bytes(content)
    error = taflkit("replay", "games", "--variant", "tablut").error
    assert error.startswith("Error: games: ")
    assert says in error


def test_bytes_that_are_no_text() -> None:
    """Bytes that are no UTF-8 make a game that cannot be read, and nothing worse; in a name they do no harm."""
    Path("games").write_bytes(bytes(range(1, 256)))
    run = taflkit("replay", "games", "--variant", "tablut")
    assert run.code == 1
    assert "cannot read" in run.output
    Path("names").write_bytes(LINE.replace("first", "Jörg").encode("latin-1"))
    assert taflkit("replay", "names", "--variant", "tablut").output == "names: 1 game, 3 plies, it agrees\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes of this kind")
def test_a_pipe_is_read() -> None:
    """What comes through a named pipe is read like a file, compressed or not."""
    for content in (LINE.encode(), gzip.compress(LINE.encode())):
        os.mkfifo("games")
        writer = threading.Thread(target=Path("games").write_bytes, args=(content,))
        writer.start()
        assert taflkit("replay", "games", "--variant", "tablut").output == "games: 1 game, 3 plies, it agrees\n"
        writer.join()
        Path("games").unlink()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_a_report_that_cannot_be_written(arguments: tuple[str, ...]) -> None:
    """A full disk is an error in a sentence."""
    command = [*COMMAND, "replay", write("tablut.jsonl", LINE), *arguments]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, timeout=120)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == ["Error: the report cannot be written: No space left on device"]


def test_the_variant_must_be_named() -> None:
    """Lists of moves do not say by which rules they were played."""
    says = "Error: games.jsonl does not say by which rules its games were played, and no variant is called 'games'"
    assert taflkit("replay", write("games.jsonl", LINE)).error.endswith(f"{says}; name one with --variant.")
    several = [write(f"{name}.jsonl", LINE) for name in "abcdefg"]
    error = taflkit("replay", *several, write("a.txt", LINE)).error
    says = (
        "Error: none of the 8 files says by which rules its games were played, and no variant is called 'a', 'b', 'c'"
    )
    assert error.endswith(f"{says}, 'd', 'e' or 2 other names; name one with --variant.")


@pytest.mark.parametrize("name", ["tablut.jsonl", "12-Swedes_and_Muscovites.jsonl", "003-tablut.moves.txt"])
def test_a_file_is_called_after_its_variant(name: str) -> None:
    """A file that bears the name of a variant, or an alias, is replayed under it."""
    run = taflkit("replay", write(name, LINE))
    assert (run.code, run.lines) == (0, [f"{name}: 1 game, 3 plies, it agrees", "  under tablut"])


def test_the_variant_counts_instead_of_the_name() -> None:
    """A variant that is named on the command line comes before what a file is called."""
    run = taflkit("replay", write("brandubh.jsonl", LINE), "--variant", "tablut")
    assert (run.code, run.output) == (0, "brandubh.jsonl: 1 game, 3 plies, it agrees\n")


def test_a_folder_stands_for_the_files_of_games_in_it() -> None:
    """Files that are none, by their names, are left out."""
    Path("games").mkdir()
    write("games/tablut.jsonl", LINE)
    Path("games/README").write_text("nothing")
    for command, said in ("replay", "1 game, 3 plies, it agrees"), ("explore", "tablut: 1 game"):
        assert said in taflkit(command, "games").output
    Path("empty").mkdir()
    assert "empty: there is no file of games in this folder" in taflkit("replay", "empty").error


def test_games_that_say_their_type() -> None:
    """A line of JSON may name its own variant, whatever its file is called."""
    typed = LINE.replace("{", '{"type": "Linnaeus", ')
    run = taflkit("replay", write("brandubh.jsonl", f"{typed}\n{typed.replace('Linnaeus', 'Halma')}\n"))
    assert run.code == 1
    assert run.lines == [
        "brandubh.jsonl: 2 games, 3 plies, 1 of them disagrees",
        "  under tablut",
        "  first: line 2: which variant was played is not known: none is called 'halma'",
    ]


def test_files_without_a_variant_are_left_out() -> None:
    """Files for which there is no variant are named, and the others are replayed."""
    files = [write(name, f"{LINE}\n{LINE}") for name in ("001-halma.jsonl", "tablut.jsonl", "hex.jsonl")]
    run = taflkit("replay", *files)
    assert run.code == 1
    assert run.lines == [
        "001-halma.jsonl: 2 games, not replayed: no variant is called 'halma'",
        "tablut.jsonl: 2 games, 6 plies, all agree",
        "  under tablut",
        "hex.jsonl: 2 games, not replayed: no variant is called 'hex'",
        "1 file: 2 games, 6 plies, all agree",
        "2 files with 4 games not replayed, because no variant is known; name one with --variant",
    ]
    facts = json.loads(taflkit("replay", *files, "--json").output)
    assert [file["file"] for file in facts["files"]] == ["tablut.jsonl"]
    assert facts["not_replayed"] == [
        {"file": "001-halma.jsonl", "type": "halma", "games": 2},
        {"file": "hex.jsonl", "type": "hex", "games": 2},
    ]


def test_several_variants() -> None:
    """Each game is replayed under the first of the variants that it agrees with; the report counts them."""
    games = write("games.jsonl", f'{LINE}\n{{"moves": "d7-c7 d5-c5"}}\n{LINE}\n{WRONG}')
    run = taflkit("replay", games, "--variant", "brandubh", "--variant", "tablut")
    assert run.code == 1
    assert run.lines[:3] == [
        "games.jsonl: 4 games, 10 plies, 1 of them disagrees",
        "  under tablut: 3 games, under brandubh: 1 game",
        "  second, ply 3, i4-g4: it captures g5",
    ]


#: A man captures f8 from g8, and has to go on to i8 and capture i7: he stops, and he goes on.
STOPPED = '{"id": "stopped", "moves": "d8-e8 g7-i7 h8-g8xf8 i7-h7"}'
GOES_ON = '{"id": "goes on", "moves": "d8-e8 g7-i7 h8-g8xf8 g8-i8xi7 e7-d7"}'


def test_turns_that_ended_early_are_counted() -> None:
    """A turn in which a piece stopped though it had to go on is no disagreement; the report says where it was."""
    games = write("tyr.jsonl", f"{STOPPED}\n{GOES_ON}\n{STOPPED}\n")
    run = taflkit("replay", games)
    assert run.code == 0
    assert run.lines[2:] == ["  turns ended early: 2 (first: stopped, ply 3)"]
    assert taflkit("replay", games, "--all").lines[3:] == ["    stopped, ply 3", "    stopped, ply 3"]
    facts = json.loads(taflkit("replay", games, "--json").output)
    assert facts["ended_early"] == 2
    assert facts["files"][0]["ended_early"] == [
        {"game": "stopped", "line": 1, "plies": [3]},
        {"game": "stopped", "line": 3, "plies": [3]},
    ]


def test_games_that_went_on_after_a_repetition_are_counted() -> None:
    """Moves after a repetition are no disagreement; the report says which games went on."""
    cycle = "d7-c7 d5-c5 c7-d7 c5-d5 "
    games = write("brandubh.jsonl", f'{{"id": "a", "moves": "{cycle * 2} d7-c7"}}\n{{"moves": "{cycle * 2}"}}')
    run = taflkit("replay", games)
    assert run.code == 0
    assert run.lines[2:] == ["  the position was repeated: 1 game ended there, went on: 1 (a, ply 8)"]
    facts = json.loads(taflkit("replay", games, "--json").output)
    assert facts["went_on"] == 1
    assert facts["files"][0]["went_on"] == [{"game": "a", "line": 1, "plies": [8], "after": "repetition"}]


RING = """
extends = "brandubh"
name = "ring"
disputed = ["encircled"]
start = '''
  . . . . . . .
  . . A . . . .
  . A D A . . .
  . A K . A . .
  . . A . . . .
  . . . A . . .
  . . . . . . .
'''
"""


def test_disputed_endings_are_counted() -> None:
    """Where an ending is disputed, the report says how many games ended there and how many went on."""
    write("ring.toml", RING)
    lines = ['{"moves": "d2-d3", "winner": "Black"}', '{"id": "b", "moves": "d2-d3 c4-d4 e4-f4 resigned"}']
    run = taflkit("replay", write("games.jsonl", "\n".join(lines)), "--variant", "./ring.toml")
    assert run.lines == [
        "games.jsonl: 2 games, 4 plies, all agree",
        "  the defenders are encircled: 1 game ended there, went on: 1 (b, ply 1)",
    ]


def test_wins_without_a_reason_are_counted() -> None:
    """Games that were won though nothing says why are counted by variant and winner: a rule may be missing."""
    lines = [
        '{"moves": "i6-g6", "winner": "Black"}',
        '{"moves": "i6-g6", "winner": "White"}',
        '{"moves": "i6-g6 d5-d7", "winner": "Black"}',
        '{"moves": "i6-g6 resigned", "winner": "White"}',
        '{"moves": "i6-g6 timeout", "winner": "White"}',
        '{"moves": "i6-g6", "winner": "Draw"}',
        '{"moves": "i6-g6"}',
    ]
    games = write("tablut.jsonl", "\n".join(lines))
    *_, last = taflkit("replay", games).lines
    says, _, counted = last.partition(": ")
    assert says == "  won under tablut without a reason on the board, a resignation or a timeout"
    assert counted == "2 by the attackers, 1 by the defenders"
    assert json.loads(taflkit("replay", games, "--json").output)["unexplained"] == {
        "tablut": {"attackers": 2, "defenders": 1}
    }


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('{"id": "game-1-2-3", "moves": "i6-g6 nox"}', "game-1-2-3"),
        ('{"id": "game-1-2-3", "moves": 7}', "game-1-2-3"),
        ('{"id": 123, "moves": "i6-g6"', "123"),
        ('{"id": "game-1-2-3", "moves": "i6-g6}', "game-1-2-3"),
        ('{"id": [], "moves": "i6-g6"}', "game 1"),
        ('{"id": "\\u001b[2J", "moves": 7}', "game 1"),
        ('{"moves": "i6-g6"', "game 1"),
    ],
)
def test_a_line_that_cannot_be_read_keeps_its_id(line: str, name: str) -> None:
    """A game is called by its id even if the rest of its line cannot be read."""
    run = taflkit("replay", write("tablut.jsonl", line))
    assert run.code == 1
    assert run.lines[-1].startswith(f"  {name}: line 1: ")


@pytest.mark.parametrize("arguments", [(), ("missing",), ("game", "--jobs", "0"), ("game", "--variant", "tablout")])
def test_wrong_arguments(arguments: tuple[str, ...]) -> None:
    """What cannot be done is refused in a sentence."""
    write("game", LINE)
    assert taflkit("replay", *arguments).error


@pytest.mark.slow
def test_processes_share_the_work() -> None:
    """Several processes come to the same report as one."""
    lines = "\n".join([LINE, WRONG, "{}"] * 60)
    files = [write("a.jsonl", lines), write("b.jsonl", lines)]
    alone = process("replay", *files, "--variant", "tablut", "--json", "--jobs", "1")
    shared = process("replay", *files, "--variant", "tablut", "--json", "--jobs", "3")
    assert alone == shared
    assert alone[0] == 1
    assert json.loads(alone[1])["games"] == 360
    assert [fact["line"] for fact in json.loads(alone[1])["files"][1]["disagreements"][:4]] == [2, 3, 5, 6]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_progress_is_shown_on_a_terminal() -> None:
    """On a terminal a bar shows how far the replay has come; standard output holds the report alone."""
    terminal, errors = os.openpty()
    command = [*COMMAND, "replay", write("games.jsonl", LINE), "--variant", "tablut"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=errors, check=True, timeout=120)
    os.close(errors)
    shown = os.read(terminal, 100_000)
    os.close(terminal)
    assert b"100%" in shown
    assert done.stdout == b"games.jsonl: 1 game, 3 plies, it agrees\n"


#: Replays, and prints a word when the first games have been checked.
TELL = """
import sys
from taflkit import records
from taflkit.cli import main

check_files = records.check_files

def telling(files, *, on_batch, **options):
    def tell(file):
        print("running", flush=True)
        on_batch(file)

    return check_files(files, on_batch=tell, **options)

records.check_files = telling
if __name__ == "__main__":
    main()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups of this kind")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_a_replay(tmp_path: Path, jobs: str) -> None:
    """Ctrl-C, which reaches every process of a command, ends it, with the status that shells know and no traceback."""
    (tmp_path / "tell.py").write_text(TELL, "utf-8")
    games = write("games.jsonl", f"{LINE}\n" * 100_000)
    command = [sys.executable, "tell.py", "replay", games, "--variant", "tablut", "--jobs", jobs]
    with subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        assert started.stdout is not None
        told = started.stdout.readline()
        os.killpg(started.pid, signal.SIGINT)
        _, errors = started.communicate(timeout=120)
    assert told.strip() == b"running"
    assert started.returncode == 130
    assert errors.split() == [b"Aborted!"]
