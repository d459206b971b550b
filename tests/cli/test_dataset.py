"""`taflkit dataset`."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from taflkit.cli import main
from taflkit.rl import Samples


def test_self_play_and_records_are_written(tmp_path: Path) -> None:
    """Both commands say how many positions they have written, and go on where they were broken off."""
    data = str(tmp_path / "data")
    command = [
        "dataset",
        "selfplay",
        "brandubh",
        data,
        "--games",
        "2",
        "--shard",
        "1",
        "--visits",
        "2",
        "--max-plies",
        "4",
    ]
    result = CliRunner().invoke(main, command)
    assert (result.exit_code, result.output) == (0, f"8 positions written to {data}\n")
    assert len(Samples.load(tmp_path / "data" / "part-00001.npz")) == 4
    assert CliRunner().invoke(main, command).output == f"0 positions written to {data}\n"
    moves = tmp_path / "games.txt"
    moves.write_text("d1-b1 d3-a3 b1-c1\n", "utf-8")
    result = CliRunner().invoke(main, ["dataset", "records", "brandubh", str(tmp_path / "other"), str(moves)])
    assert (result.exit_code, result.output) == (0, f"3 positions written to {tmp_path / 'other'}\n")


def test_wrong_arguments_are_one_line(tmp_path: Path) -> None:
    """A variant that there is not, another dataset and a missing file are refused in a sentence."""
    data = str(tmp_path / "data")
    unknown = CliRunner().invoke(main, ["dataset", "selfplay", "brandubhx", data])
    assert unknown.exit_code == 2
    assert "brandubh" in unknown.output
    assert not (tmp_path / "data").exists()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "letter.txt").write_text("dear", "utf-8")
    assert "has other files" in CliRunner().invoke(main, ["dataset", "selfplay", "brandubh", data]).output
    assert CliRunner().invoke(main, ["dataset", "records", "brandubh", data, "nothing.txt"]).exit_code == 2
