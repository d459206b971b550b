"""Checks that a composition of strategies fits the board it is for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

import attrs

from taflkit.board import Board
from taflkit.errors import RulesError
from taflkit.rules.fields import AREA, PIECES
from taflkit.rules.protocols import ONE_ANSWER


def check_names(board: Board, strategies: Iterable[object]) -> None:
    """Refuse names of areas and pieces that the board does not have."""
    for strategy in strategies:
        kind: type = type(strategy)
        if not attrs.has(kind):
            continue
        for field in attrs.fields(kind):
            value = getattr(strategy, field.name)
            if field.metadata == AREA:
                _check(kind.__name__, value, board.geometry.names, "region")
            elif field.metadata == PIECES:
                _check(kind.__name__, value, board.names, "piece")
            else:
                check_names(board, value if isinstance(value, tuple) else [value])


def check_answers(rules: object, questions: Mapping[str, type]) -> None:
    """Refuse strategies that do not answer the question they are put to."""
    for question, protocol in questions.items():
        answer = getattr(rules, question)
        several = question not in ONE_ANSWER
        if several and not isinstance(answer, tuple):
            raise RulesError(f"{question}: expected a tuple of strategies, not {answer!r}")
        for strategy in answer if several else (answer,):
            if isinstance(strategy, type) or not isinstance(strategy, protocol):
                raise RulesError(f"{question}: {strategy!r} lacks the methods of {protocol.__name__}")


def check_pieces(board: Board, asker: str, names: Iterable[str]) -> None:
    """Refuse names of pieces that do not play on the board."""
    _check(asker, names, board.names, "piece")


def _check(asker: str, names: Iterable[str], known: tuple[str, ...], noun: str) -> None:
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise RulesError(f"{asker}: the board has no {noun} called {name!r}; {hint}")
