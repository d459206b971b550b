"""Recipes: how random rules are drawn, one for each question of `Rules`, so that every rule meets all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from taflkit.board import Board
from taflkit.board.regions import PRESETS
from taflkit.rules import (
    AllMenCaptured,
    Area,
    Berserk,
    BesetKing,
    ByArea,
    Camp,
    CapturelessLimit,
    Custodial,
    Edge,
    EmptyArea,
    Encirclement,
    Enemies,
    ExitFort,
    Jump,
    JumpCapture,
    KingCaptured,
    KingReaches,
    NoMovesDraws,
    NoMovesLoses,
    OneMove,
    OpenWays,
    RepetitionEnds,
    RepetitionForbidden,
    RepetitionIgnored,
    Reserved,
    Shieldwall,
    Slide,
    Surrounded,
    TurnLimit,
    Verdict,
)

Recipe = Callable[[DrawFn, Board], Any]
"""Draws the answer to one question of `Rules` for a board: one rule, or several as a tuple or an iterator."""

_maybe = st.booleans()


def _regions(draw: DrawFn, board: Board) -> Iterator[str]:
    """Draw some of the board's regions."""
    return (name for name, _ in board.geometry.regions if draw(_maybe))


def _pieces(draw: DrawFn, board: Board) -> str:
    return draw(st.sampled_from(["everyone", *board.names]))


def _men(draw: DrawFn) -> str:
    return draw(st.sampled_from(["men", "attackers", "defenders"]))


def _goal(draw: DrawFn, board: Board) -> str:
    """Draw an area without the centre, where the king starts."""
    centre = PRESETS["centre"](board.grid)
    return draw(st.sampled_from([name for name in board.geometry.names if not board.geometry.area_mask(name) & centre]))


def _verdict(draw: DrawFn) -> Verdict:
    verdict: Verdict = draw(st.sampled_from(Verdict))
    return verdict


def _movement(draw: DrawFn, board: Board) -> Iterator[object]:
    yield Slide(distance=draw(st.sampled_from([None, 1, 2, 4])))
    if draw(_maybe):
        yield Jump(_pieces(draw, board), over=_pieces(draw, board))


def _access(draw: DrawFn, board: Board) -> Iterator[object]:
    for region in _regions(draw, board):
        yield Reserved(region, stop=_pieces(draw, board), cross=_pieces(draw, board))
    for region in _regions(draw, board):
        yield Camp(region, owners=_pieces(draw, board))


def _hostility(draw: DrawFn, board: Board) -> Iterator[object]:
    yield Enemies(armed=_pieces(draw, board))
    for region in _regions(draw, board):
        yield EmptyArea(region, to=_pieces(draw, board))
    for region in _regions(draw, board):
        yield BesetKing(region, enemies=draw(st.integers(1, 4)), to=_pieces(draw, board))
    for region in _regions(draw, board):
        yield Area(region, to=_pieces(draw, board))
    if draw(_maybe):
        yield Edge(to=_pieces(draw, board))


def _captures(draw: DrawFn, board: Board) -> Iterator[object]:
    yield Custodial(victims=_men(draw), by=_pieces(draw, board))
    if draw(_maybe):
        yield Surrounded(victims=_men(draw), sides=draw(st.integers(2, 4)))
    if draw(_maybe):
        yield Shieldwall(_men(draw), _regions(draw, board), draw(_maybe), by=_pieces(draw, board))
    if draw(_maybe):
        yield JumpCapture(_pieces(draw, board))


def _king(draw: DrawFn, board: Board) -> Iterator[object]:
    inside, outside = Surrounded(sides=draw(st.integers(2, 4))), Custodial(victims="king")
    area = draw(st.sampled_from(["", *board.geometry.names]))
    yield ByArea(area, inside, outside) if area else draw(st.sampled_from([inside, outside]))


def _endings(draw: DrawFn, board: Board) -> Iterator[object]:
    yield KingCaptured()
    if draw(_maybe):
        yield KingReaches(_goal(draw, board))
    if draw(_maybe):
        yield OpenWays(_goal(draw, board), draw(st.integers(1, 3)))
    if draw(_maybe):
        yield AllMenCaptured(king_alone=draw(_maybe))
    yield from draw(st.sampled_from([(), (Encirclement(),), (ExitFort(),), (ExitFort(), Encirclement())]))


def _repetition(draw: DrawFn, board: Board) -> object:
    if draw(_maybe):
        return RepetitionEnds(draw(st.integers(2, 3)), _verdict(draw), draw(_maybe))
    return draw(st.sampled_from([RepetitionForbidden(), RepetitionIgnored()]))


def _no_moves(draw: DrawFn, board: Board) -> object:
    return draw(st.sampled_from([NoMovesLoses(), NoMovesDraws()]))


def _turn(draw: DrawFn, board: Board) -> object:
    return Berserk(_goal(draw, board)) if draw(_maybe) else OneMove()


def _limits(draw: DrawFn, board: Board) -> Iterator[object]:
    for limit in (TurnLimit, CapturelessLimit):
        if draw(_maybe):
            yield limit(draw(st.integers(10, 100)), _verdict(draw))


def _turncoats(draw: DrawFn, board: Board) -> tuple[str, ...]:
    return draw(st.sampled_from([(), ("man",)]))


RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        "movement": _movement,
        "access": _access,
        "hostility": _hostility,
        "captures": _captures,
        "king": _king,
        "endings": _endings,
        "repetition": _repetition,
        "no_moves": _no_moves,
        "turn": _turn,
        "limits": _limits,
        "turncoats": _turncoats,
    }
)
"""How `variants` draws the answer to each question of `Rules`."""
