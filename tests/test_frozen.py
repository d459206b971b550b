"""Values: frozen classes that share the methods which attrs would compile for each of them."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest

from taflkit.frozen import value_class


@value_class
class Stone:
    """A value with a field that is not compared and one that is not printed."""

    colour: str
    weight: int = attrs.field(default=1, converter=int)
    owner: str = attrs.field(default="", eq=False)
    marks: tuple[str, ...] = attrs.field(default=(), repr=False)


@attrs.frozen
class Compiled:
    """The same with methods compiled by attrs."""

    colour: str
    weight: int = attrs.field(default=1, converter=int)
    owner: str = attrs.field(default="", eq=False)
    marks: tuple[str, ...] = attrs.field(default=(), repr=False)


@value_class
class Pebble(Stone):
    """A value with the fields of another."""

    river: str = ""


class Gem(Stone):
    """A class of somebody else."""


ARGUMENTS = (
    ("black",),
    ("white",),
    ("black", 2),
    ("black", "2"),
    ("black", 1, "you"),
    ("black", 1, "", ("scratch",)),
)


@pytest.mark.parametrize("one", ARGUMENTS)
@pytest.mark.parametrize("other", ARGUMENTS)
def test_values_compare_as_compiled_ones_do(one: tuple[str], other: tuple[str]) -> None:
    """The fields that count are compared, and equal values have equal hashes."""
    equal = Compiled(*one) == Compiled(*other)
    assert (Stone(*one) == Stone(*other)) is equal
    assert (Stone(*one) != Stone(*other)) is not equal
    assert (hash(Stone(*one)) == hash(Stone(*other))) is equal


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_values_print_as_compiled_ones_do(arguments: tuple[str]) -> None:
    """They print as they are built, without the fields that are not to be printed."""
    assert repr(Stone(*arguments)) == repr(Compiled(*arguments)).replace("Compiled", "Stone")


def test_values_of_different_classes_differ() -> None:
    """Fields alone make no two values equal."""
    values = [Stone("black"), Pebble("black"), Gem("black"), Compiled("black")]
    assert len(set(values)) == len(values)
    assert repr(Pebble("grey", river="Tay")) == "Pebble(colour='grey', weight=1, owner='', river='Tay')"
    assert repr(Gem("red")) == "Gem(colour='red', weight=1, owner='')"


def test_values_keep_their_own_methods() -> None:
    """What a class defines itself is not replaced, and a class in a function goes by its own name."""

    @value_class
    class Coin:
        worth: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Coin)

        def __hash__(self) -> int:
            return 7

    @value_class
    class Penny:
        year: int

        def __repr__(self) -> str:
            return "a penny"

    assert Coin(1) == Coin(2)
    assert (hash(Coin(1)), repr(Coin(1)), repr(Penny(1900))) == (7, "Coin(worth=1)", "a penny")
    assert Penny(1900) != Penny(1901)


def test_values_are_attrs_classes() -> None:
    """What attrs and pickle do with frozen classes, they do with values."""
    stone = Stone("black", 3)
    assert attrs.evolve(stone, colour="white") == Stone("white", 3)
    assert [field.name for field in attrs.fields(Stone)] == ["colour", "weight", "owner", "marks"]
    assert pickle.loads(pickle.dumps(stone)) == copy.deepcopy(stone) == stone
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(stone, "colour", "white")  # noqa: B010 - type checkers know that it is frozen


def test_values_take_the_options_of_attrs() -> None:
    """Options are those of `attrs.frozen`, and a field may state what is compared in its place."""

    @value_class(kw_only=True)
    class Word:
        text: str = attrs.field(eq=str.lower)

    assert Word(text="Tafl") == Word(text="tafl")
    assert hash(Word(text="Tafl")) == hash(Word(text="tafl"))
    assert Word(text="tafl") != Word(text="tablut")
    with pytest.raises(TypeError, match="positional"):
        Word("tafl")  # type: ignore[call-arg]
