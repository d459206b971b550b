"""Judging the moves of a tree by searches that were made one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from taflkit.records import Record, review_record
from taflkit.search import SearchReport
from taflkit.web.jobs import REVIEW
from taflkit.web.tree import GameTree


@attrs.frozen
class _Remembered:
    """A searcher that returns what was found before, by the number of moves made."""

    found: Mapping[int, SearchReport[Any]]

    def search(self, game: Any, limit: Any, on_report: Any = None, *, cancel: Any = None) -> SearchReport[Any]:
        """Return the report of this position."""
        return self.found[game.ply]


def judge(tree: GameTree, found: Mapping[int, SearchReport[Any]]) -> None:
    """Write signs and judgements to the moves of the main line.

    Args:
        tree: The tree.
        found: What was found in each position of the main line that is not the end, by the number of its node.

    Raises:
        IllegalMoveError: The game cannot be written as a record.
    """
    line = tree.main_line()
    by_ply = {ply: found[node.number] for ply, node in enumerate(line) if node.number in found}
    if len(by_ply) < sum(node.game.outcome is None for node in line):
        return
    review = review_record(Record.of(line[-1].game), _Remembered(by_ply), REVIEW)
    for move in review.moves:
        node, sign = line[move.ply], move.judgement.sign
        node.evaluation = move.evaluation
        node.signs = () if sign is None else (sign,)
        node.judgement = "" if sign is None else f"{move.judgement.value}: {move.best} is better"
