"""Makes the opening book of a variant from our own search.

    python -m tools.train.book tablut variants/tablut.book

From the start position on, a search finds the best few moves of each position; those that are worth almost as much as
the best are kept and followed. After the first plies every other move is followed too, since an opponent may play it.
Positions that are images of each other are searched once, and those that are decided are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Hashable, Iterator
from pathlib import Path

from taflkit import Game, Move, Variant, load_variant, start
from taflkit.files import write_whole
from taflkit.search import AlphaBeta, SearchLimit, SearchReport, WinFinder
from taflkit.search.tafl.openings import Openings
from taflkit.variant.book import Book, Moves, position_text

#: The default player looks for forced wins within so many moves before it asks the book.
WIN_WITHIN = 4


def distinct(openings: Openings, game: Game, moves: tuple[Move, ...]) -> dict[Hashable, Move]:
    """One of each group of moves that lead to images of the same position, by that position."""
    found: dict[Hashable, Move] = {}
    for move in moves:
        found.setdefault(openings.turned(game.follow(move).position)[0], move)
    return found


def good_moves(game: Game, moves: tuple[Move, ...], nodes: int, keep: int, margin: int) -> list[tuple[Move, int]]:
    """The best of some moves, and those that are nearly as good; none if the game is decided."""
    if WinFinder().find(game, WIN_WITHIN, SearchLimit(nodes=nodes)).moves is not None:
        return []
    # Of the last depth that was completed, so that the scores of all lines can be compared.
    reports: list[SearchReport[Move]] = []
    AlphaBeta(seed=1).search(game, SearchLimit(nodes=nodes), lines=keep, moves=moves, on_report=reports.append)
    best = reports[-1].score
    if best.is_exact:
        return []
    return [
        (report.best, report.score.value)
        for report in reports[-1].lines
        if report.best is not None and report.score.value >= best.value - margin
    ]


def made(variant: Variant, given: argparse.Namespace) -> Iterator[tuple[str, Moves]]:
    """The positions of the book with their moves, ply by ply."""
    openings = Openings(variant)
    layer = {openings.turned(variant.start)[0]: start(variant)}
    seen = set(layer)
    for ply in range(given.plies):
        after: dict[Hashable, Game] = {}
        for number, game in enumerate(layer.values(), 1):
            print(f"\rply {ply}: position {number} of {len(layer)} ", end="", file=sys.stderr, flush=True)
            moves = distinct(openings, game, game.legal_moves)
            kept = good_moves(game, tuple(moves.values()), given.nodes, given.keep, given.margin)
            if kept:
                yield position_text(game.position), tuple((str(move), worth) for move, worth in kept)
            follow = {move for move, _ in kept}
            for key, move in moves.items():
                if key not in seen and (ply < given.every or move in follow):
                    child = game.follow(move)
                    if child.outcome is None:
                        seen.add(key)
                        after[key] = child
        layer = after
    print(file=sys.stderr)


def main() -> None:
    """Make a book and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("book", type=Path, help="the file to write")
    parser.add_argument("--nodes", type=int, default=2_000_000, help="of the search of a position")
    parser.add_argument("--plies", type=int, default=3, help="how many moves of a game it covers")
    parser.add_argument("--every", type=int, default=1, help="how many plies of every move it covers")
    parser.add_argument("--keep", type=int, default=3, help="how many moves of a position are kept at most")
    parser.add_argument("--margin", type=int, default=15, help="how much less they may be worth than the best")
    given = parser.parse_args()
    options = " ".join(f"--{name} {getattr(given, name)}" for name in ("nodes", "plies", "every", "keep", "margin"))
    variant = load_variant(given.variant)
    book = Book(
        tuple(made(variant, given)),
        (("made by", "tools.train.book"), ("command", f"python -m tools.train.book {given.variant} FILE {options}")),
        variant.digest or "",
    )
    write_whole(given.book, book.to_bytes())
    print(f"{len(book.openings)} positions, {sum(len(moves) for _, moves in book.openings)} moves")


if __name__ == "__main__":
    main()
