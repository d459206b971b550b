"""Names of regions and pieces that the board does not have are refused."""

from __future__ import annotations

import attrs
import pytest

from taflkit import RulesError
from taflkit.rules import (
    BesetKing,
    ByArea,
    Custodial,
    EmptyArea,
    Enemies,
    KingReaches,
    Reserved,
    Slide,
    Surrounded,
)
from tests.rules.boards import small


@pytest.mark.parametrize(
    ("question", "strategy", "problem"),
    [
        ("movement", Slide("kings"), "Slide: the board has no piece called 'kings'; did you mean 'king'?"),
        ("access", Reserved("thrones"), "Reserved: the board has no region called 'thrones'; did you mean 'throne'?"),
        (
            "access",
            Reserved("throne", stop="kng"),
            "Reserved: the board has no piece called 'kng'; did you mean 'king'?",
        ),
        (
            "access",
            Reserved("throne", cross="mans"),
            "Reserved: the board has no piece called 'mans'; did you mean 'man'?",
        ),
        ("hostility", Enemies("mn"), "Enemies: the board has no piece called 'mn'; did you mean 'men'?"),
        ("hostility", EmptyArea("edges"), "EmptyArea: the board has no region called 'edges'; did you mean 'edge'?"),
        ("hostility", BesetKing("trone"), "BesetKing: the board has no region called 'trone'; did you mean 'throne'?"),
        (
            "captures",
            Custodial(by="atackers"),
            "Custodial: the board has no piece called 'atackers'; did you mean 'attackers'?",
        ),
        (
            "king",
            Surrounded(("king", "defender")),
            "Surrounded: the board has no piece called 'defender'; did you mean 'defenders'?",
        ),
        ("endings", KingReaches(("edge", "corner")), "KingReaches: the board has no region called 'corner'; "),
        (
            "king",
            ByArea("throne", Surrounded("kin"), Custodial()),
            "Surrounded: the board has no piece called 'kin'; did you mean 'king'?",
        ),
        (
            "king",
            ByArea("throne", Surrounded(), ByArea("beside trone", Surrounded(), Custodial())),
            "ByArea: the board has no region called 'beside trone'; did you mean 'beside throne'?",
        ),
    ],
    ids=lambda value: repr(value) if attrs.has(type(value)) else "",
)
def test_unknown_name(question: str, strategy: object, problem: str) -> None:
    """An unknown name is an error that names the strategy, the name and the nearest right one."""
    with pytest.raises(RulesError) as refused:
        attrs.evolve(small().rules, **{question: (strategy,)})  # type: ignore[arg-type]
    assert str(refused.value).startswith(problem)


def test_nothing_near() -> None:
    """Where no name is near, all are listed."""
    with pytest.raises(RulesError) as refused:
        small(endings=(KingReaches("xyzzy"),))
    assert str(refused.value) == (
        "KingReaches: the board has no region called 'xyzzy'; there are throne, beside throne, edge, everywhere"
    )
    with pytest.raises(RulesError, match=r"there are attackers, everyone, man, men, defenders, king$"):
        small(movement=(Slide("xyzzy"),))


def test_names_inside_a_tuple() -> None:
    """Strategies that a strategy holds several of are checked as well."""
    with pytest.raises(RulesError, match="Enemies: the board has no piece called 'mem'"):
        small(captures=(Custodial(hostility=(EmptyArea("throne"), Enemies("mem"))),))


def test_turncoats() -> None:
    """The pieces that change sides must play on the board."""
    with pytest.raises(RulesError) as refused:
        small(turncoats="mans")
    assert str(refused.value) == "turncoats: the board has no piece called 'mans'; did you mean 'man'?"


def test_evolve_is_checked() -> None:
    """Rules made from others are checked as well."""
    with pytest.raises(RulesError, match="no region called 'moat'"):
        attrs.evolve(small().rules, access=(Reserved("moat"),))


def test_known_names() -> None:
    """Every name that a board has may be used."""
    rules = small(
        movement=(Slide(("everyone", "men", "man", "attackers", "defenders", "king")),),
        access=(Reserved(("throne", "beside throne", "edge", "everywhere")),),
    ).rules
    assert len(rules.access) == 1


def test_other_fields_are_not_names() -> None:
    """A field of a strategy of one's own that does not say that it names something may hold anything."""

    @attrs.frozen
    class Mine:
        """A strategy with a text of its own, and one that holds another."""

        text: str = "no region at all"
        inner: object = attrs.field(factory=lambda: Enemies("men"))

        def captor(self, rules: object) -> object:
            """Take nothing."""
            return lambda after, move: 0

    assert [repr(capture) for capture in small(captures=(Mine(),)).rules.captures] == [repr(Mine())]
    with pytest.raises(RulesError, match="no piece called 'mem'"):
        small(captures=(Mine(inner=Enemies("mem")),))


def test_every_strategy_is_checked() -> None:
    """A strategy of one's own that is no attrs class is passed over, and those after it are checked."""

    class Plain:
        """A capture."""

        def captor(self, rules: object) -> object:
            """Take nothing."""
            return lambda after, move: 0

    with pytest.raises(RulesError, match="no piece called 'kinf'"):
        small(captures=(Plain(), Custodial(victims="kinf")))
