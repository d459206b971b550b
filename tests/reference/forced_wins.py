"""Reading files of positions with proven forced wins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from taflkit import Game, Side
from tests.drawn import drawn


@attrs.frozen
class ForcedWinCase:
    """A position, in how many moves the side to move wins, and every first move that does."""

    name: str
    game: Game
    moves: int
    first: frozenset[str]


def read_forced_wins(path: Path) -> Iterator[ForcedWinCase]:
    """The cases of a file: paragraphs of `id`, `side`, `n`, the board, and `win` with the winning first moves."""
    for paragraph in path.read_text("utf-8").split("\n\n"):
        facts: dict[str, str] = {}
        rows = []
        for line in paragraph.splitlines():
            word, _, rest = line.partition(" ")
            if word in ("id", "side", "n", "src", "win"):
                facts[word] = rest
            elif not line.startswith("#"):
                rows.append(line.replace("-", "."))
        if facts:
            side = Side.ATTACKERS if facts["side"] == "black" else Side.DEFENDERS
            game = drawn("tablut", side.value, "\n".join(rows))
            yield ForcedWinCase(facts["id"], game, int(facts["n"]), frozenset(facts["win"].split()))
