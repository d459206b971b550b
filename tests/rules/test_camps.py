"""Camps: their owners leave them and do not come back."""

from __future__ import annotations

from taflkit import Variant
from taflkit.rules import Camp, Enemies
from tests.drawn import drawn
from tests.rules.boards import small, targets

CAMPS = {"camps": ["a2", "a3", "a4", "b3", "e2", "e3", "e4", "d3"]}


def camped() -> Variant:
    """A game on a small board with two camps of the attackers."""
    return small(regions=CAMPS, access=(Camp("camps"),), hostility=(Enemies(),))


PICTURE = """
    . . . . .
    . . . . .
    A . . . .
    . . D . .
    . . K . A
"""


def test_an_owner_moves_inside_its_camp_and_out_of_it() -> None:
    """From the middle of the camp an attacker reaches its squares and those outside, but not the other camp."""
    assert targets(drawn(camped(), "attackers", PICTURE), "a3") == "a1 a2 a4 a5 b3 c3"


def test_who_is_outside_does_not_come_in() -> None:
    """An attacker outside neither enters a camp nor crosses it."""
    assert targets(drawn(camped(), "attackers", PICTURE), "e1") == "d1"


def test_the_others_never_enter() -> None:
    """Defenders and the king are kept out of camps."""
    assert targets(drawn(camped(), "defenders", PICTURE), "c2") == "b2 c3 c4 c5 d2"
    assert targets(drawn(camped(), "defenders", PICTURE), "c1") == "a1 b1 d1"


def test_camps_that_do_not_touch_are_two() -> None:
    """An owner may not go from one camp to another, though a single square lies between them."""
    variant = small(regions={"camps": ["a3", "c3"]}, access=(Camp("camps"),))
    assert targets(drawn(variant, "attackers", PICTURE), "a3") == "a1 a2 a4 a5 b3"


def test_owners_are_said_by_name() -> None:
    """A camp of the defenders lets them move inside it, and the attackers not."""
    variant = small(regions={"camps": ["a3", "a4", "c2", "c3"]}, access=(Camp("camps", owners="defenders"),))
    assert targets(drawn(variant, "defenders", PICTURE), "c2") == "a2 b2 c3 c4 c5 d2 e2"
    assert targets(drawn(variant, "attackers", PICTURE), "a3") == "a1 a2 b3"
