"""The docstrings of strategies: each says what it decides with a drawn example that is true, and names its options."""

from __future__ import annotations

import inspect
import re
from typing import Any

import attrs
import pytest

from taflkit import DEFENDER, Game, Outcome, Piece, Reason, Side, Variant
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
)
from taflkit.rules.registry import BUILT_IN
from tests.drawn import captured, drawn
from tests.rules.boards import MEN_AND_KING, small, targets

PIECES = (*MEN_AND_KING, Piece(Side.ATTACKERS, "commander", "C"), Piece(Side.DEFENDERS, "knight", "N"))
MEN = (Custodial(),)
SIZE = 5
_DRAWING = re.compile(r"```\n(.*?)```", re.DOTALL)
_ROW = re.compile(r"\|?( ?[.x*ACDKN])+(?=$| {3}| {2}->)")


def rows(cls: type) -> list[str]:
    """The rows of the board that a docstring draws, what is said beside them left out."""
    found = _DRAWING.search(inspect.cleandoc(cls.__doc__ or ""))
    matches = [_ROW.match(line) for line in found[1].splitlines()] if found else []
    return [match[0].replace("|", "").replace(" ", "") for match in matches if match]


def marked(cls: type, mark: str) -> list[str]:
    """The squares that a drawing marks with a letter, when it is the lower left of a board."""
    return sorted(
        f"{'abcde'[column]}{row}"
        for row, letters in enumerate(reversed(rows(cls)), 1)
        for column, letter in enumerate(letters)
        if letter == mark
    )


def shown(cls: type, side: str, **strategies: Any) -> Game:
    """What a docstring draws, as the lower left of a small board where these rules hold; marks are empty squares."""
    drawing = [re.sub("[x*]", ".", row).ljust(SIZE, ".") for row in rows(cls)]
    picture = ["." * SIZE] * (SIZE - len(drawing)) + drawing
    variant: Variant = small(pieces=PIECES, **{"hostility": (Enemies(),), **strategies})
    return drawn(variant, side, "\n".join(picture))


@pytest.mark.parametrize("cls", BUILT_IN.values(), ids=lambda cls: cls.__name__)
def test_every_strategy_draws_an_example(cls: type) -> None:
    """A docstring is a sentence, and a drawing with words beside it."""
    summary = inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0]
    assert summary.endswith(".")
    assert rows(cls)
    assert len(_DRAWING.findall(inspect.cleandoc(cls.__doc__ or ""))) == 1


@pytest.mark.parametrize("cls", BUILT_IN.values(), ids=lambda cls: cls.__name__)
def test_every_option_is_named(cls: type) -> None:
    """A docstring says of each option what it is for."""
    assert [field.name for field in attrs.fields(cls) if f"`{field.name}`" not in (cls.__doc__ or "")] == []


def test_slide() -> None:
    """The attacker may go to every x."""
    assert targets(shown(Slide, "attackers"), "c3").split() == marked(Slide, "x")


def test_reserved() -> None:
    """An attacker that may cross can go beyond the throne but not stop on it."""
    game = shown(Reserved, "attackers", regions={"throne": marked(Reserved, "*")}, access=(Reserved("throne"),))
    assert targets(game, "a1") == "a2 a3 a4 a5 b1 d1 e1"


def test_camp() -> None:
    """The attacker moves inside the camp and out of it and does not come back; the defender never enters."""
    rules: dict[str, Any] = {"regions": {"camp": [*marked(Camp, "x"), "a2"]}, "access": (Camp("camp"),)}
    game = shown(Camp, "attackers", **rules)
    assert targets(game, "a2") == "a1 a3 a4 a5 b2 c2"
    assert targets(game.play("a2-b").play("d2-3"), "b2") == "b1 b3 b4 b5 c2 d2 e2"
    assert targets(shown(Camp, "defenders", **rules), "d2") == "b2 c2 d1 d3 d4 d5 e2"


def test_enemies() -> None:
    """The defender stands between two hostile squares."""
    game = shown(Enemies, "attackers")
    hostile = game.variant.rules.hostile_to(DEFENDER)(game.position)
    assert hostile == game.variant.board.grid.mask(["a1", "c1"])


def test_empty_area() -> None:
    """The defender is captured against the empty throne."""
    hostility = (Enemies(), EmptyArea("throne"))
    throne = {"throne": marked(EmptyArea, "*")}
    assert captured(shown(EmptyArea, "attackers", regions=throne, hostility=hostility, captures=MEN), "d1-c") == "b1"


def test_area() -> None:
    """The defender is captured against the area."""
    rules: dict[str, Any] = {"regions": {"camp": marked(Area, "*")}, "captures": MEN}
    assert captured(shown(Area, "attackers", **rules, hostility=(Enemies(), Area("camp"))), "d1-c") == "b1"
    assert captured(shown(Area, "attackers", **rules), "d1-c") == ""


def test_edge() -> None:
    """The king on the edge is captured on three sides."""
    rules: dict[str, Any] = {"king": (Surrounded(),)}
    assert captured(shown(Edge, "attackers", **rules, hostility=(Enemies(), Edge())), "c2-b") == "a2"
    assert captured(shown(Edge, "attackers", **rules), "c2-b") == ""


def test_beset_king() -> None:
    """The defender is captured against the king on his throne."""
    rules: dict[str, Any] = {"regions": {"throne": ["b2"]}, "captures": MEN}
    assert captured(shown(BesetKing, "attackers", **rules, hostility=(Enemies(), BesetKing("throne"))), "e2-d") == "c2"
    assert captured(shown(BesetKing, "attackers", **rules), "e2-d") == ""


def test_custodial() -> None:
    """The defender is captured between two attackers."""
    assert captured(shown(Custodial, "attackers", captures=MEN), "d1-c") == "b1"


def test_surrounded() -> None:
    """The king is captured between four attackers."""
    assert captured(shown(Surrounded, "attackers", king=(Surrounded(),)), "d2-c") == "b2"


def test_by_area() -> None:
    """The king is captured between two attackers where he stands, and not on the squares that are marked."""
    rule = ByArea(("throne", "beside throne"), inside=Surrounded(), outside=Custodial(victims="king"))
    game = shown(ByArea, "attackers", king=(rule,))
    assert captured(game, "e1-d") == "c1"
    area = game.variant.geometry.squares(*rule.area)
    assert sorted(map(str, area)) == sorted([*marked(ByArea, "x"), *marked(ByArea, "*")])
    higher = drawn(game.variant, "attackers", "..... ..... ..... .AK.A .....".replace(" ", "\n"))
    assert captured(higher, "e2-d") == ""


def test_shieldwall() -> None:
    """Both defenders are captured."""
    assert captured(shown(Shieldwall, "attackers", captures=(Shieldwall(),)), "e1-d") == "b1 c1"


def test_jump() -> None:
    """The commander may leap to the x."""
    game = shown(Jump, "attackers", movement=(Jump("commander"),))
    assert targets(game, "b1").split() == marked(Jump, "x")


def test_jump_capture() -> None:
    """The knight has leapt over the attacker and captured it."""
    rules: dict[str, Any] = {"movement": (Jump("knight"),), "captures": (JumpCapture("knight"),)}
    game = shown(JumpCapture, "defenders", **rules)
    assert captured(game, "b1-d") == "c1"
    assert "->  " + " ".join(game.play("b1-d").position.picture.splitlines()[-1][:4]) in (JumpCapture.__doc__ or "")


def test_king_captured() -> None:
    """The attacker that moves beside the king wins."""
    game = shown(KingCaptured, "attackers", king=(Custodial("king"),), endings=(KingCaptured(),))
    assert game.play("d1-c").outcome == Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)


def test_king_reaches() -> None:
    """The king has escaped."""
    game = shown(KingReaches, "attackers", endings=(KingReaches("edge"),))
    assert game.outcome == Outcome(Side.DEFENDERS, Reason.KING_ESCAPED)


def test_encirclement() -> None:
    """The ring has no gap."""
    game = shown(Encirclement, "defenders", endings=(Encirclement(),))
    assert game.outcome == Outcome(Side.ATTACKERS, Reason.ENCIRCLED)


def test_exit_fort() -> None:
    """The wall holds."""
    game = shown(ExitFort, "attackers", endings=(ExitFort(),))
    assert game.outcome == Outcome(Side.DEFENDERS, Reason.EXIT_FORT)


def test_all_men_captured() -> None:
    """The last defender is captured."""
    game = shown(AllMenCaptured, "attackers", captures=MEN, endings=(AllMenCaptured(),))
    assert game.play("d1-c").outcome == Outcome(Side.ATTACKERS, Reason.NO_MEN)


@pytest.mark.parametrize(("ways", "over"), [(2, True), (3, False)])
def test_open_ways(ways: int, over: bool) -> None:
    """The king has two ways to the edge."""
    assert (shown(OpenWays, "attackers", endings=(OpenWays("edge", ways),)).outcome is not None) is over


def test_no_moves() -> None:
    """The attackers have lost, or the game is a draw."""
    lost = shown(NoMovesLoses, "attackers", no_moves=NoMovesLoses())
    assert lost.outcome == Outcome(Side.DEFENDERS, Reason.NO_MOVES)
    drawn_game = shown(NoMovesDraws, "attackers", no_moves=NoMovesDraws())
    assert drawn_game.outcome == Outcome(None, Reason.NO_MOVES)


def test_turns() -> None:
    """After the capture the defenders move, or the attacker must go on with one move."""
    assert shown(OneMove, "attackers", captures=MEN, turn=OneMove()).play("d1-c").to_move is Side.DEFENDERS
    game = shown(Berserk, "attackers", captures=MEN, turn=Berserk()).play("d1-c")
    assert [str(move) for move in game.legal_moves] == ["c1-c2"]
    assert captured(game, "c1-2") == "c3"


def test_repetition() -> None:
    """The position occurs twice when both have gone back; where that is forbidden the king may not."""
    moves = ["a1-b", "e1-d", "b1-a", "d1-e"]
    twice = shown(RepetitionEnds, "attackers", repetition=RepetitionEnds(2)).play_all(moves)
    assert twice.outcome == Outcome(None, Reason.REPETITION)
    assert shown(RepetitionEnds, "attackers", repetition=RepetitionEnds()).play_all(moves).outcome is None
    forbidden = shown(RepetitionForbidden, "attackers", repetition=RepetitionForbidden()).play_all(moves[:3])
    assert moves[3] not in [move.short for move in forbidden.legal_moves]
    ignored = shown(RepetitionIgnored, "attackers", repetition=RepetitionIgnored()).play_all(moves * 5)
    assert ignored.outcome is None


def test_limits() -> None:
    """Two plays without a capture, or one turn, and the game is a draw."""
    game = shown(CapturelessLimit, "attackers", limits=(CapturelessLimit(2),)).play("a1-2")
    assert game.outcome is None
    assert game.play("e1-2").outcome == Outcome(None, Reason.CAPTURELESS)
    game = shown(TurnLimit, "attackers", captures=MEN, limits=(TurnLimit(1),))
    assert captured(game, "d1-c") == "b1"
    assert game.play("d1-c").outcome == Outcome(None, Reason.MOVE_LIMIT)
