"""The exit fort: a king on the edge whom nobody can reach."""

from __future__ import annotations

import attrs
import pytest

from taflkit import ATTACKER, DEFENDER, KING, Outcome, Piece, Reason, Side, Variant
from taflkit.rules import (
    Area,
    ByArea,
    Custodial,
    Edge,
    EmptyArea,
    Enemies,
    ExitFort,
    JumpCapture,
    Shieldwall,
    Surrounded,
)
from taflkit.rules.protocols import Captor, Composition
from tests.drawn import captured, drawn
from tests.rules.boards import small

FORT = Outcome(Side.DEFENDERS, Reason.EXIT_FORT)


def forts(*hostility: object) -> Variant:
    """A game on seven by seven squares which only an exit fort ends."""
    return small(
        width=7,
        height=7,
        regions={"corners": "corners", "marsh": ["c2"]},
        captures=(Custodial(),),
        hostility=hostility,
        endings=(ExitFort(),),
    )


def outcome(picture: str, *hostility: object) -> Outcome | None:
    """How the game stands in a position; where nothing else is said, enemies are hostile."""
    return drawn(forts(*(hostility or (Enemies(),))), "attackers", picture).outcome


def without(picture: str, square: str) -> str:
    """The picture with a square emptied."""
    rows = [row.split() for row in picture.strip().splitlines()]
    rows[7 - int(square[1])]["abcdefg".index(square[0])] = "."
    return "\n".join(" ".join(row) for row in rows)


BUILT = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    A . . . . . A
    . . D D . . .
    . . D . D . .
    . . D K D . .
"""


def test_a_king_in_an_unbreakable_fort_has_won() -> None:
    """The king is on the edge, can move, and no man of the wall can be captured."""
    assert outcome(BUILT) == FORT


def test_a_fort_is_built_by_the_defenders_last_move() -> None:
    """The move that closes the wall wins."""
    game = drawn(forts(), "defenders", without(BUILT, "e2").replace("A . . . . . A", "A . . . D . A"))
    assert game.outcome is None
    assert game.play("e4-2").outcome == FORT


def test_an_attackers_move_builds_no_fort() -> None:
    """A fort is looked for when the defenders have moved; what an attackers' move leaves is not judged."""
    game = drawn(forts(), "attackers", BUILT)
    rules, grid = game.variant.rules, game.variant.board.grid
    assert rules.apply(game.position, grid.parse_move("a4-5")).outcome is None


def test_every_edge_has_forts() -> None:
    """A fort is one on whichever side of the board it stands."""
    game = drawn(forts(), "attackers", BUILT)
    for symmetry in game.variant.board.grid.symmetries:
        assert game.variant.rules.outcome(game.position.transformed(symmetry)) == FORT


def test_the_king_must_be_able_to_move() -> None:
    """A king without a free square beside him has no fort."""
    assert outcome(BUILT.replace(". . D . D . .", ". . D D D . .")) is None


def test_the_king_must_be_on_the_edge() -> None:
    """A king one square inside has no fort, even in the same room."""
    inside = BUILT.replace("D . D", "D K D").replace("D K D . .\n    . . D K D", "D K D . .\n    . . D . D")
    assert outcome(inside) is None


def test_a_king_in_the_corner_has_no_fort() -> None:
    """A corner is no place for an exit fort, whichever it is; the same room with the king beside it is one."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        A . . . . . A
        . . . . . . .
        D D D . . . .
        K . D . . . .
    """
    game = drawn(forts(), "attackers", picture)
    beside = drawn(forts(), "attackers", picture.replace("K . D", ". K D"))
    for symmetry in game.variant.board.grid.symmetries:
        assert game.variant.rules.outcome(game.position.transformed(symmetry)) is None
        assert game.variant.rules.outcome(beside.position.transformed(symmetry)) == FORT


def test_a_hostile_square_inside_breaks_the_fort() -> None:
    """Where empty corners are hostile, a man beside a corner of the room can be captured against it."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        A . . . . . A
        . . . . . . .
        D D D . . . .
        . . K D . . .
    """
    assert outcome(picture, Enemies()) == FORT
    hostile = (Enemies(), EmptyArea("corners"))
    assert outcome(picture, *hostile) is None
    assert captured(drawn(forts(*hostile), "attackers", picture), "a4-3") == "a2"


def test_what_is_hostile_to_others_does_not_matter() -> None:
    """A square inside that is hostile to the king or to attackers alone does not weaken the wall."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        A . . . . . A
        . . . . . . .
        D D D . . . .
        . . K D . . .
    """
    assert outcome(picture, Enemies(), EmptyArea("corners", to=("king", "attackers"))) == FORT


def test_who_props_the_wall_must_hold() -> None:
    """Where c3 can be captured against the man on a hostile c2, nobody holds the man on d3 any more."""
    assert outcome(BUILT, Enemies(), Area("marsh", to="attackers")) == FORT
    assert outcome(BUILT, Enemies(), Area("marsh", to="defenders")) is None


def test_a_hostile_edge_protects_nobody() -> None:
    """Where the edge is hostile to men, a man of the wall on the edge can be captured against it."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . A . . . A
        . . . . . . .
        . . . D D . .
        . . D K . D .
    """
    assert outcome(picture, Enemies()) == FORT
    assert outcome(picture, Enemies(), Edge("king")) == FORT
    assert outcome(picture, Enemies(), Edge("men")) is None
    assert captured(drawn(forts(Enemies(), Edge("men")), "attackers", picture), "c4-2") == "c1"


def test_an_attacker_inside_breaks_the_fort() -> None:
    """A room that touches an attacker is no fort, though the wall holds against the outside."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        A . D D D . .
        . . D A D . .
        . . D . D . .
        . . D K D . .
    """
    assert outcome(picture) is None
    assert outcome(picture.replace("D A D", "D . D")) == FORT


@pytest.mark.parametrize("gap", ["c3", "d3", "c2", "e2", "c1", "e1"])
def test_a_missing_man_breaks_the_fort(gap: str) -> None:
    """Without any one of its men the wall is open, or one of them can be captured."""
    assert outcome(without(BUILT, gap)) is None


def test_a_man_with_free_squares_on_both_sides_can_be_captured() -> None:
    """A roof of a single man is taken from its two sides."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        A . . . . . A
        . . . D . . .
        . . D . D . .
        . . D K D . .
    """
    assert outcome(picture) is None


def test_men_outside_the_wall_do_not_matter() -> None:
    """A man outside who can be taken does not weaken a wall that holds without him."""
    assert outcome(BUILT.replace("A . . . . . A", "A . . . . D A")) == FORT


def test_the_edge_protects() -> None:
    """A man on the edge cannot be taken along the line that leaves the board."""
    low = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        A . . . . . A
        . . . . . . .
        . . D D D D .
        . . D K . D .
    """
    assert outcome(low) == FORT


SECOND_ROOM = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    A . . . . . . . A A A
    A . . . . . . . . . A
    A A . . . . . . . . A
    A . . . . . D . . . .
    . . . D D D D D . . .
    . . D . . . . . D . .
    . D . . . D . D . D .
    . D . . D K . D . D .
"""


def test_a_second_closed_room_holds_the_wall() -> None:
    """No attacker gets into the room of i1 and i2, so that nobody can capture the man on i3 from below."""
    assert drawn("copenhagen", "attackers", SECOND_ROOM).outcome == FORT


def test_a_second_room_that_can_be_opened_holds_nothing() -> None:
    """Without the man on j1, attackers can capture the one on j2 from above and below, and come to i2."""
    assert drawn("copenhagen", "attackers", SECOND_ROOM.replace("K . D . D .", "K . D . . .")).outcome is None


def with_captures(*captures: object) -> Variant:
    """A game on seven by seven squares with these captures, which only an exit fort ends."""
    return small(
        width=7,
        height=7,
        regions={"roof": ["d3"], "marsh": ["d1"]},
        captures=captures,
        hostility=(Enemies(),),
        endings=(ExitFort(),),
    )


THIN = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    A . . . . . A
    . . . D . . .
    . . D . D . .
    . . D K D . .
"""


@attrs.frozen
class Lightning:
    """A capture of a user's own, about which nothing is known."""

    def captor(self, rules: Composition) -> Captor:
        """Nothing, but nobody knows that."""
        return lambda _after, _move: 0


@pytest.mark.parametrize(
    ("captures", "holds"),
    [
        ((Custodial(),), False),
        ((), True),
        ((Custodial("attackers"),), True),
        ((Custodial(by="defenders"),), True),
        ((Custodial(hostility=()),), True),
        ((Surrounded("men"),), True),
        ((Surrounded("men", sides=3),), False),
        ((ByArea("roof", Surrounded("men"), Custodial()),), True),
        ((ByArea("roof", Custodial(), Surrounded("men")),), False),
        ((JumpCapture("attackers"),), False),
        ((JumpCapture("king"),), True),
        ((Lightning(),), False),
    ],
)
def test_only_the_captures_of_the_game_break_a_wall(captures: tuple[object, ...], holds: bool) -> None:
    """A wall of single men falls to captures that need two or three of their sides, and holds where there are none."""
    assert (drawn(with_captures(*captures), "attackers", THIN).outcome == FORT) is holds


def test_a_capture_that_is_inherited_from_is_not_trusted() -> None:
    """What a subclass takes is not known from the class it inherits from."""

    class Wider(Custodial):
        pass

    assert drawn(with_captures(Custodial()), "attackers", BUILT).outcome == FORT
    assert drawn(with_captures(Wider()), "attackers", BUILT).outcome is None


@pytest.mark.parametrize(
    ("wall", "holds"),
    [
        (Shieldwall(), True),
        (Shieldwall(closed_by="marsh"), False),
        (Shieldwall(closed_by="marsh", by="defenders"), True),
        (Shieldwall("attackers", closed_by="marsh"), True),
    ],
)
def test_a_shieldwall_breaks_a_wall_on_the_edge(wall: Shieldwall, holds: bool) -> None:
    """The men on b1 and c1 can be captured together only where the empty d1 in the fort closes their row."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        A . . . . . A
        . . . . . . .
        . . . D D . .
        . D D . K D .
    """
    assert drawn(with_captures(Custodial()), "attackers", picture).outcome == FORT
    assert (drawn(with_captures(Custodial(), wall), "attackers", picture).outcome == FORT) is holds


#: A wall with a man on its corner, who can be captured between two squares outside.
BREAKABLE = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    A . . . . . A
    . . . D . . .
    . . D . D . .
    . . D K D . .
"""


@pytest.mark.parametrize(("victims", "found"), [("everyone", None), ("defenders", None), ("knight", FORT)])
def test_only_the_victims_of_a_capture_are_in_danger(victims: str, found: Outcome | None) -> None:
    """A wall of men whom no capture takes is unbreakable, also where knights can be captured."""
    knight = Piece(Side.DEFENDERS, "knight", "N")
    variant = small(
        width=7,
        height=7,
        regions={"corners": "corners"},
        pieces=(ATTACKER, DEFENDER, knight, KING),
        captures=(Custodial(victims),),
        hostility=(Enemies(),),
        endings=(ExitFort(),),
    )
    assert drawn(variant, "attackers", BREAKABLE).outcome == found
