"""Replays files of real games and writes the tables of the page "What real games say".

    python -m tools.replay_table FOLDER

FOLDER holds files such as `016-copenhagen-hnefatafl-11x11.jsonl.gz`, one for each type of games. The tables go between
two marks in the page; the text around them is written by hand.
"""

from __future__ import annotations

import enum
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import click

from taflkit.records import CheckedGame, read_game_files, replay_files, termination_of, type_of_file

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "explanation" / "real-games.md"
#: Types without a variant, each with the reason.
UNTOLD = Path(__file__).with_name("untold_types.toml")
#: The lines of the page between which the tables stand.
BEGIN, END = "<!-- begin of what tools.replay_table writes -->", "<!-- end of what tools.replay_table writes -->"


def reasons() -> dict[str, str]:
    """Why no variant is here, by the type of games."""
    groups = tomllib.loads(UNTOLD.read_text(encoding="utf-8"))["types"]
    return {name: group["reason"] for group in groups for name in group["names"]}


@attrs.frozen
class Replayed:
    """A file and its games."""

    path: Path
    games: Sequence[CheckedGame]

    @property
    def unknown(self) -> str | None:
        """The type of its games if no variant is known for any of them."""
        types = {game.unknown for game in self.games}
        return None if None in types else min(types, default=None, key=str)


def tables(files: Sequence[Replayed]) -> str:
    """Return the tables as Markdown."""
    told = [file for file in files if file.unknown is None]
    every = [game for file in told for game in file.games]
    agreeing = sum(game.trouble is None for game in every)
    summary = (
        f"Of {sum(len(file.games) for file in files):,} games of {len(files)} types, {len(every):,} games of "
        f"{len(told)} types were replayed, {sum(game.plies for game in every):,} moves; {agreeing:,} agree with the "
        f"rules to the end, {agreeing / len(every):.1%}."
    )
    parts = [
        summary,
        "## Every type of game",
        _table("Type | Games | Agree | Variant", map(_told, told)),
        "## Types without a variant",
        _table("Type | Games | Why", (_untold(file) for file in files if file.unknown is not None)),
        "## Endings that players did not all heed",
        _table("Variant | Ending | Ended the game | The game went on", _lenient(every)),
        "## Wins that nothing explains",
        _table("Variant | Won by the attackers | Won by the defenders", _unexplained(every)),
    ]
    return "\n\n".join(parts)


def _table(head: str, rows: Iterator[Sequence[object]]) -> str:
    line = "|".join("---" for _ in head.split("|"))
    return "\n".join([f"| {head} |", f"|{line}|", *(f"| {' | '.join(map(str, row))} |" for row in rows)])


def _link(variant: str) -> str:
    return f"[{variant}](../variants/{variant}.md)"


def _type(file: Replayed) -> str:
    """The number and the name of a type."""
    return f"{file.path.name.partition('-')[0]} {type_of_file(file.path)}"


def _told(file: Replayed) -> Sequence[object]:
    games = file.games
    variants = Counter(game.variant for game in games).most_common()
    several = len(variants) > 1
    under = ", ".join(f"{_link(name)}{f' {count:,}' if several else ''}" for name, count in variants)
    return _type(file), f"{len(games):,}", f"{sum(game.trouble is None for game in games):,}", under


def _untold(file: Replayed) -> Sequence[object]:
    assert file.unknown is not None
    return _type(file), f"{len(file.games):,}", reasons()[file.unknown]


def _lenient(games: Sequence[CheckedGame]) -> Iterator[Sequence[object]]:
    """The endings after which games went on, with how many games ended there and how many went on."""
    found = sorted({(game.variant, each.reason) for game in games for each in game.went_on}, key=_by_variant)
    for variant, reason in found:
        own = [game for game in games if game.variant == variant and game.trouble is None]
        went_on = {game for game in own if any(each.reason is reason for each in game.went_on)}
        ended = sum(game.ending == termination_of(reason) and game not in went_on for game in own)
        yield _link(variant), reason.value, ended, len(went_on)


def _by_variant(pair: tuple[str, enum.Enum]) -> tuple[str, str]:
    variant, reason = pair
    return variant, reason.value


def _unexplained(games: Sequence[CheckedGame]) -> Iterator[Sequence[object]]:
    found = Counter((game.variant, game.unexplained) for game in games if game.unexplained)
    for variant in sorted({variant for variant, _ in found}):
        yield _link(variant), found[variant, "attackers"], found[variant, "defenders"]


@click.command("python -m tools.replay_table", help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Replay the files of a folder and write the tables into the page."""
    checked: dict[str, list[CheckedGame]] = {}
    for file, games in replay_files(read_game_files(sorted(folder.glob("*.jsonl.gz")))):
        checked.setdefault(file.path, []).extend(games)
    files = [Replayed(Path(path), games) for path, games in checked.items()]
    text = PAGE.read_text(encoding="utf-8")
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    written = "\n\n".join([f"{before}{BEGIN}", tables(files), f"{END}{after}"])
    PAGE.write_text(written, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
