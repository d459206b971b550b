"""Files of games are read piece by piece: however many there are, little of them is in memory."""

from __future__ import annotations

import gzip
import io
import threading
import tracemalloc
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import TaflError, start
from taflkit.records import (
    Format,
    Record,
    check_files,
    checking,
    files,
    format_record,
    games_in,
    read_game_files,
    read_record,
    split_games,
)
from taflkit.records.files import _lines, _members

LINE = '{"id": "first", "moves": "i6-g6 d5-d7 i4-g4xg5"}'
BROKEN = '{"moves": "%s"}' % ("x" * 10_000)


def write(directory: Path, name: str, *lines: str) -> Path:
    """Write a compressed file."""
    path = directory / name
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    return path


def peak(paths: Iterable[Path], every: bool = False) -> int:
    """The bytes of memory that replaying files takes at most."""
    tracemalloc.start()
    try:
        check_files(read_game_files(paths, ["tablut"]), every=every)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("every", [False, True])
def test_memory_does_not_grow_with_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: bool) -> None:
    """Six files take no more memory than one, and a file of many games not much more than one of few."""
    monkeypatch.setattr(checking, "MAX_LISTED", 50)
    few = write(tmp_path, "few.jsonl", *[BROKEN] * 30)
    many = [write(tmp_path, f"{number}.jsonl", *[BROKEN] * 300) for number in range(6)]
    peak([few], every)  # What is loaded once and kept, such as the variant.
    small = peak([few], every)
    # Python's own table of strings may grow meanwhile.
    assert peak(many, every) < small + 4_000_000 < 6 * 300 * len(BROKEN) / 2


def test_games_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    """The first game is there before the rest of its file, and before any other file, has been read."""
    path = tmp_path / "games.jsonl"
    path.write_text(f"{LINE}\n" * 100_000)
    (file, *_) = files = [next(read_game_files([path, tmp_path / "missing"], ["tablut"]))]
    assert files[0].format is Format.JSON_LINES
    assert next(file.games).line == 1
    assert 0 < file.position() < path.stat().st_size / 10
    assert sum(1 for _ in file.games) == 99_999
    assert file.position() == path.stat().st_size


class Counting(ThreadPoolExecutor):
    """An executor that knows how much work it has at a time."""

    most = 0
    now = 0
    lock = threading.Lock()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Count the work until it is fetched."""
        future = super().submit(fn, *args, **kwargs)
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        result = future.result

        def fetched(timeout: float | None = None) -> Any:
            with self.lock:
                self.now -= 1
            return result(timeout)

        future.result = fetched  # type: ignore[method-assign]
        return future


def test_an_executor_is_given_a_few_batches_at_a_time(tmp_path: Path) -> None:
    """What is read ahead is bounded, and the results are those of one process, in order."""
    paths = [write(tmp_path, f"{number}.jsonl", *[LINE, BROKEN] * 200) for number in range(3)]
    with Counting(2) as executor:
        shared = check_files(read_game_files(paths, ["tablut"]), every=True, executor=executor, look_ahead=4)
    alone = check_files(read_game_files(paths, ["tablut"]), every=True)
    assert executor.most == 4
    assert [(tally.path, tally.games, tally.plies, tally.listed) for tally in shared] == [
        (tally.path, tally.games, tally.plies, tally.listed) for tally in alone
    ]


def test_only_so_many_games_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many games that disagree all are counted, and the first are listed."""
    monkeypatch.setattr(checking, "MAX_LISTED", 10)
    paths = [write(tmp_path, f"{number}.jsonl", *[BROKEN] * 40) for number in range(2)]
    first, second = check_files(read_game_files(paths, ["tablut"]), every=True)
    assert (first.disagreeing, len(first.listed), first.not_listed) == (40, 11, 29)
    assert (second.disagreeing, len(second.listed), second.not_listed) == (40, 1, 39)


def test_a_file_that_breaks_off(tmp_path: Path) -> None:
    """What is wrong with the end of a file is an error when the games come to it."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(f"{LINE}\n".encode() * 10_000 + b"\0")
    (file,) = read_game_files([path], ["tablut"])
    with pytest.raises(TaflError, match=r"games\.jsonl: not a text file: there is a zero byte in line 10,001"):
        list(file.games)


def test_records_begin_where_they_do(tmp_path: Path) -> None:
    """Formats whose games have several lines are split as before."""
    text = format_record(Record.of(start("tablut").play("e2-a2")))
    path = tmp_path / "games"
    path.write_text("\n" * 5 + f"{text}\n{text}")
    (file,) = read_game_files([path])
    assert file.format is Format.RECORD
    assert [(game.line, game.text) for game in file.games] == list(split_games(path.read_text()))


@given(pieces=st.lists(st.binary(max_size=6) | st.sampled_from([b"\n", b"\xc3", b"\xa9\n", b"\xef\xbb\xbf"])))
def test_lines_are_those_of_the_whole_text(pieces: list[bytes]) -> None:
    """However a file is cut into pieces, its lines are the same."""
    assert list(_lines(pieces)) == b"".join(pieces).decode("utf-8", "replace").split("\n")


def test_a_long_line_is_cut_off() -> None:
    """Of a line that is too long for a game only the beginning is kept, and the next line is whole."""
    first, second = _lines([b"x" * 1_000_000] * 10 + [b"\ny"])
    assert (len(first), second) == (4_000_004, "y")


def cut(data: bytes, size: int) -> Iterator[bytes]:
    """Cut bytes into pieces."""
    return (data[at : at + size] for at in range(0, len(data), size))


@given(parts=st.lists(st.binary(max_size=200), min_size=1, max_size=4), size=st.integers(1, 50))
def test_compressed_files_have_members(parts: list[bytes], size: int) -> None:
    """A file that was put together of several compressed ones, however it is read, is all of them."""
    members = b"".join(gzip.compress(part) for part in parts)
    assert b"".join(_members(cut(members + b"\0" * size, size))) == b"".join(parts)


def test_a_compressed_file_may_be_much_larger() -> None:
    """A small file that expands enormously comes in small pieces."""
    assert max(map(len, _members(cut(gzip.compress(b" " * 10_000_000), 64 * 1024)))) <= 64 * 1024


RECORD = format_record(Record.of(start("brandubh").play("d1-c1")))


def test_one_game_of_a_file(tmp_path: Path) -> None:
    """A game is chosen by its number, which only a file with a single game does without."""
    path = tmp_path / "games.tafl"
    path.write_text(f"{RECORD}\n{RECORD.replace('c1', 'b1')}")
    assert [read_record(path, number=number).moves for number in (1, 2)] == [("d1-c1",), ("d1-b1",)]
    with pytest.raises(TaflError, match=rf"^{path} has several games: choose one by its number"):
        read_record(path)
    with pytest.raises(TaflError, match=rf"^{path} has no game with the number 3$"):
        read_record(path, number=3)
    path.write_text(RECORD)
    assert read_record(path).variant.name == "brandubh"
    path.write_text("")
    with pytest.raises(TaflError, match=rf"^{path} has no game$"):
        read_record(path)


def test_the_variant_of_a_line(tmp_path: Path) -> None:
    """A line of JSON is of the variant that is given, else of the type that it names, else of that of its file."""
    path = tmp_path / "016-brandubh.jsonl"
    path.write_text('{"moves": "d1-c1"}')
    assert read_record(path).variant.name == "brandubh"
    path.write_text('{"moves": "d1-d3", "variant": "Tablut"}')
    assert read_record(path).variant.name == "tablut"
    path.write_text('{"moves": "d1-d3", "variant": "tablut"}')
    assert read_record(path, variants=["saami-tablut"]).variant.name == "saami-tablut"
    path.write_text('{"moves": "d1-d3", "type": "unheard of"}')
    with pytest.raises(TaflError, match=r"none is called 'unheard of'$"):
        read_record(path)


def test_games_of_files_and_folders(tmp_path: Path) -> None:
    """Every format, compressed or not, is found in a folder and below it; a default is for games that tell nothing."""
    below = tmp_path / "below"
    below.mkdir()
    (tmp_path / "a.tafl").write_text(f"{RECORD}\n{RECORD}")
    (tmp_path / "brandubh.txt").write_text("d1-b1")
    write(below, "c.jsonl.gz", LINE, '{"variant": "brandubh", "moves": "d1-b1"}')
    (tmp_path / "notes.md").write_text("no games")
    (tmp_path / ".hidden.tafl").write_text("no game")
    found = [
        (each.record.variant.name, each.record.moves[0], each.disagreement)
        for each in games_in(tmp_path, default="tablut")
    ]
    in_a, in_b = [("brandubh", "d1-c1", None)] * 2, [("brandubh", "d1-b1", None)]
    assert found == [*in_a, ("tablut", "i6-g6", None), ("brandubh", "d1-b1", None), *in_b]
    given = games_in(str(below), tmp_path / "a.tafl", variants=["tablut"])
    assert [each.record.variant.name for each in given] == ["tablut"] * 4
    with pytest.raises(TaflError, match=r"c.jsonl.gz: line 1: which variant was played is not known: .* 'c'$"):
        list(games_in(tmp_path))


def test_a_game_that_cannot_be_read_may_be_left_out(tmp_path: Path) -> None:
    """Its error names the file and the line; a file that cannot be read is always an error."""
    path = tmp_path / "brandubh.txt"
    path.write_text("d1-c1 d5-e5\nd1-\nd1-b1 d5-e5\nd1-d1000")
    errors: list[TaflError] = []
    assert [each.record.moves for each in games_in(path, on_error=errors.append)] == [
        ("d1-c1", "d5-e5"),
        ("d1-b1", "d5-e5"),
    ]
    assert [str(error).split(": cannot")[0] for error in errors] == [f"{path}: line 2", f"{path}: line 4"]
    with pytest.raises(TaflError, match=r"brandubh.txt: line 2: cannot read 'd1-'"):
        list(games_in(path))
    with pytest.raises(TaflError, match=r"missing: No such file"):
        list(games_in(tmp_path / "missing", on_error=errors.append))
    (tmp_path / "empty").mkdir()
    with pytest.raises(TaflError, match=r"empty: there is no file of games in this folder"):
        list(games_in(tmp_path / "empty"))
    with pytest.raises(TaflError, match="no variant called 'halma'"):
        list(games_in(path, default="halma"))


def test_of_several_variants_the_first_that_agrees(tmp_path: Path) -> None:
    """A game is of the first variant by whose rules it can be played."""
    path = tmp_path / "games.jsonl"
    path.write_text('{"moves": "d1-d3"}')
    assert read_record(path, variants=["brandubh", "tablut", "saami-tablut"]).variant.name == "tablut"


def test_errors_name_the_file_and_the_line(tmp_path: Path) -> None:
    """So a game is found among many."""
    path = tmp_path / "games.tafl"
    text = f"{RECORD}\n{RECORD.replace('d1-c1', 'd1-')}"
    path.write_text(text)
    broken = next(number for number, line in enumerate(text.splitlines(), 1) if "d1-" in line and "c1" not in line)
    with pytest.raises(TaflError, match=rf"^{path}: line {broken}: cannot read "):
        read_record(path, number=2)
    path.write_text('\n\n{"moves": "d1-"}')
    with pytest.raises(TaflError, match=rf"^{path}: line 3: cannot read "):
        read_record(path, variants=["tablut"])


def test_the_first_game_that_disagrees_is_kept(tmp_path: Path) -> None:
    """Unless all are asked for."""
    path = write(tmp_path, "games.jsonl", LINE, *[BROKEN] * 3)
    for every, kept in ((False, 1), (True, 3)):
        (tally,) = check_files(read_game_files([path], ["tablut"]), every=every)
        assert (tally.games, len(tally.listed)) == (4, kept)
    (tally,) = check_files(read_game_files([path], ["tablut"]))
    assert len(tally.listed) == 1


def test_a_game_is_read_from_standard_input() -> None:
    """The path - stands for it."""
    for content in (RECORD.encode(), gzip.compress(RECORD.encode())):
        assert read_record(Path("-"), standard_input=io.BytesIO(content)).moves == ("d1-c1",)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_text_in_another_encoding_is_named(tmp_path: Path, encoding: str) -> None:
    """It would else be called no text."""
    path = tmp_path / "games.tafl"
    path.write_bytes(f"\ufeff{RECORD}".encode(encoding))
    with pytest.raises(TaflError, match=rf"^{path}: the text is UTF-16, and games are read as UTF-8$"):
        read_record(path)


def test_a_compressed_file_that_is_cut_off(tmp_path: Path) -> None:
    """It is said to end too early, and another that is damaged to be so."""
    path = tmp_path / "games.tafl"
    whole = gzip.compress(RECORD.encode())
    path.write_bytes(whole[:-9])
    with pytest.raises(TaflError, match=rf"^{path}: it cannot be decompressed \(it ends too early\)$"):
        read_record(path)
    path.write_bytes(whole[:10] + b"x" * 20)
    with pytest.raises(TaflError, match=rf"^{path}: it cannot be decompressed \(Error -3 "):
        read_record(path)


def test_games_of_a_type(tmp_path: Path) -> None:
    """A text has the variants of its type, or the type that no variant has."""
    line = '{"moves": "d1-c1"}'
    for name, variants, unknown in (("ard-ri", ("ard-ri",), None), ("unheard-of", (), "unheard of")):
        path = tmp_path / f"{name}.jsonl"
        path.write_text(line)
        (file,) = read_game_files([path])
        (found,) = file.games
        assert (found.line, found.text, found.unknown) == (1, line, unknown)
        assert found.variants[:1] == variants


def test_a_file_may_be_so_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not by a byte larger, once it is decompressed."""
    monkeypatch.setattr(files, "MAX_GAME_FILE", 2 * 1024 * 1024)
    path = tmp_path / "games.tafl"
    whole = RECORD.encode().ljust(2 * 1024 * 1024)
    path.write_bytes(gzip.compress(whole))
    assert read_record(path).moves == ("d1-c1",)
    path.write_bytes(gzip.compress(whole + b" "))
    with pytest.raises(TaflError, match=rf"^{path}: larger than 2 MiB$"):
        read_record(path)


def test_the_line_of_the_first_zero_byte(tmp_path: Path) -> None:
    """Whatever comes after it."""
    path = tmp_path / "games.tafl"
    path.write_bytes(b"a\nb\n\0\n\0\n")
    with pytest.raises(TaflError, match=rf"^{path}: not a text file: there is a zero byte in line 3$"):
        read_record(path)


def test_standard_input_is_not_read_for_other_paths(tmp_path: Path) -> None:
    """Only for the one that stands for it."""
    path = tmp_path / "games.tafl"
    path.write_text(RECORD)
    assert read_record(path, standard_input=io.BytesIO(b"nothing")).moves == ("d1-c1",)
