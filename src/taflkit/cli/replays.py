"""What `taflkit replay` has found out about games, and how it says so: in lines of text, or as values for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from taflkit.notation import Format

#: What is wrong with a game that cannot even be read, beside what `taflkit.notation.Problem` lists.
NOTATION = "notation"
UNDECIDED = "undecided"


@attrs.frozen
class Text:
    """The text of a game that has not been read yet, and the line of its file where it begins."""

    line: int
    text: str
    #: The names of the variants by which it may have been played; none where the game itself says.
    variants: tuple[str, ...] = ()
    #: The type of the game, where no variant is known for it.
    unknown: str | None = None


@attrs.frozen
class File:
    """A file of games."""

    path: str
    format: Format
    games: Sequence[Text]
    #: Whether the games are replayed under variants that nobody has named to their face.
    chosen: bool = False

    @property
    def unknown(self) -> str | None:
        """The type of its games, if no variant is known for any of them, so that they cannot be replayed."""
        return self.games[0].unknown if self.games and all(game.unknown is not None for game in self.games) else None


@attrs.frozen
class Trouble:
    """What disagrees in a game, in words, since it comes from another process."""

    problem: str
    says: str
    ply: int | None = None
    written: str = ""
    position: str = ""
    board: str = ""


@attrs.frozen
class Checked:
    """What came of replaying a game."""

    name: str
    line: int
    #: The name of the variant under which it was replayed; empty if it could not be read.
    variant: str = ""
    plies: int = 0
    ending: str = UNDECIDED
    trouble: Trouble | None = None
    #: As `taflkit.notation.Replay` has them.
    ended_early: tuple[int, ...] = ()
    went_on: tuple[int, ...] = ()


Checks = Sequence[Checked]


def all_lines(files: Sequence[File], checked: Sequence[Checks], everything: bool) -> Iterator[str]:
    """The report on files, in their order, and on all of them together if there are several."""
    for file, games in zip(files, checked, strict=True):
        yield from _lines_of(file, games, everything)
    if len(files) > 1:
        yield from _last_lines(files, checked)


def _lines_of(file: File, games: Checks, everything: bool) -> Iterator[str]:
    """What there is to say about a file: in short, or all about every game."""
    if file.unknown is not None:
        yield f"{file.path}: {_counted(len(file.games), 'game')}, not replayed: no variant is called {file.unknown!r}"
        return
    yield f"{file.path}: {_summary(games)}"
    if file.chosen:
        yield from _chosen(_variants(games))
    yield from _oddities(games, everything)
    troubled = [game for game in games if game.trouble]
    for index, game in enumerate(troubled if everything else troubled[:1]):
        assert game.trouble is not None
        where = f", ply {game.trouble.ply}, {game.trouble.written}" if game.trouble.ply is not None else ""
        yield f"  {game.name}{where}: {game.trouble.says}"
        if not index and game.trouble.board:
            yield from (f"    {row}" for row in game.trouble.board.splitlines())


def _chosen(variants: Mapping[str, int]) -> Iterator[str]:
    """Under which variants games were replayed."""
    if len(variants) == 1:
        yield f"  under {next(iter(variants))}"
    elif variants:
        under = [f"under {name}: {_counted(count, 'game')}" for name, count in variants.items()]
        yield f"  {', '.join(under)}"


def _oddities(games: Checks, everything: bool) -> Iterator[str]:
    """What players did against the rules, though it is no disagreement."""
    early = [(game, ply) for game in games for ply in game.ended_early]
    later = [(game, game.went_on[0]) for game in games if game.went_on]
    for says, found in (("turns ended early", early), ("games that went on after repetition had ended them", later)):
        if found:
            places = [f"{game.name}, ply {ply}" for game, ply in found]
            yield f"  {says}: {len(found):,} ({'first: ' if len(found) > 1 else ''}{places[0]})"
            yield from (f"    {place}" for place in places if everything)


def _last_lines(files: Sequence[File], checked: Sequence[Checks]) -> Iterator[str]:
    """What there is to say about several files together."""
    left_out = [file for file in files if file.unknown is not None]
    every = [game for games in checked for game in games]
    yield f"{_counted(len(files) - len(left_out), 'file')}: {_summary(every)}"
    if left_out:
        games = sum(len(file.games) for file in left_out)
        yield (
            f"{_counted(len(left_out), 'file')} with {_counted(games, 'game')} not replayed, for want of a variant; "
            "name one with --variant"
        )


def _summary(games: Checks) -> str:
    plies, troubled = sum(game.plies for game in games), sum(game.trouble is not None for game in games)
    verdict = f"{troubled:,} of them disagree{'s' if troubled == 1 else ''}" if troubled else "all agree"
    if len(games) == 1:
        verdict = "it disagrees" if troubled else "it agrees"
    return f"{_counted(len(games), 'game')}, {_counted(plies, 'ply')}, {verdict if games else 'nothing to check'}"


def _counted(count: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def _variants(games: Checks) -> dict[str, int]:
    """How many games were replayed under which variant, the most first."""
    return dict(Counter(game.variant for game in games if game.variant).most_common())


def report(files: Sequence[File], checked: Sequence[Checks]) -> dict[str, object]:
    """Everything as plain values, for JSON."""
    every = [game for games in checked for game in games]
    return {
        "games": len(every),
        "plies": sum(game.plies for game in every),
        "disagreeing": sum(game.trouble is not None for game in every),
        "ended_early": sum(len(game.ended_early) for game in every),
        "went_on": sum(bool(game.went_on) for game in every),
        "files": [
            {
                "file": file.path,
                "format": file.format.value,
                "variants": _variants(games),
                "games": len(games),
                "plies": sum(game.plies for game in games),
                "endings": dict(sorted(Counter(game.ending for game in games if not game.trouble).items())),
                "disagreements": [_disagreement(game) for game in games if game.trouble],
                "ended_early": [_place(game, game.ended_early) for game in games if game.ended_early],
                "went_on": [_place(game, game.went_on) for game in games if game.went_on],
            }
            for file, games in zip(files, checked, strict=True)
            if file.unknown is None
        ],
        "not_replayed": [
            {"file": file.path, "type": file.unknown, "games": len(file.games)}
            for file in files
            if file.unknown is not None
        ],
    }


def _place(game: Checked, plies: Sequence[int]) -> dict[str, object]:
    return {"game": game.name, "line": game.line, "plies": list(plies)}


def _disagreement(game: Checked) -> dict[str, object]:
    assert game.trouble is not None
    return {
        "game": game.name,
        "line": game.line,
        "variant": game.variant or None,
        "ply": game.trouble.ply,
        "move": game.trouble.written or None,
        "problem": game.trouble.problem,
        "says": game.trouble.says,
        "position": game.trouble.position or None,
    }
