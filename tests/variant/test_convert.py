"""Reading, merging and converting files of any kind of game: here, of a game of cards."""

from __future__ import annotations

import enum
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import attrs
import pytest

from taflkit import VariantError
from taflkit.variant import build, catalogue
from taflkit.variant.convert import StrictConverter
from taflkit.variant.extends import Inheritance, ancestry, inherit
from taflkit.variant.toml import TomlTable


class Suit(enum.Enum):
    """A suit of cards."""

    HEARTS = 1
    WILD_CARDS = 2


def _names(names: str | Iterable[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


@attrs.frozen(kw_only=True)
class Deck:
    """A table of a file."""

    cards: int
    suits: tuple[Suit, ...] = ()
    names: dict[str, str] = attrs.field(factory=dict)
    price: float | None = None
    jokers: tuple[str, ...] = attrs.field(default=(), metadata={"names": True}, converter=_names)


@attrs.frozen
class Exhausting:
    """A class that cannot be built for want of memory."""

    size: int = 0

    def __attrs_post_init__(self) -> None:
        raise MemoryError


class TimeLimitError(Exception):
    """What the handler of a signal raises."""


@contextmanager
def time_limit() -> Iterator[None]:
    """Let SIGALRM raise an exception, as programs do that limit how long something takes."""

    def on_alarm(_number: int, _frame: object) -> None:
        raise TimeLimitError

    before = signal.signal(signal.SIGALRM, on_alarm)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


@attrs.frozen
class Slow:
    """A class during whose building the time is over."""

    size: int = 0

    def __attrs_post_init__(self) -> None:
        signal.raise_signal(signal.SIGALRM)


PATH = Path("deck.toml")


def read(table: dict[str, Any]) -> Deck:
    """The deck that a table describes."""
    return StrictConverter(takes_names=lambda field: "names" in field.metadata).read(PATH, table, Deck)


def test_a_table_becomes_a_class() -> None:
    """Texts become members of enumerations and whole numbers decimal ones, where the class says so."""
    deck = read({"cards": 52, "suits": ["hearts", "wild-cards"], "names": {"a": "ace"}, "price": 3, "jokers": ["x"]})
    assert deck == Deck(cards=52, suits=(Suit.HEARTS, Suit.WILD_CARDS), names={"a": "ace"}, price=3.0, jokers=("x",))


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({}, "cards: this key is missing"),
        ({"cards": "52"}, "cards: expected a whole number, not '52'"),
        ({"cards": True}, "cards: expected a whole number, not true"),
        ({"cards": 2**63}, "cards: expected a whole number of at most 64 bits, not 9223372036854775808"),
        ({"cards": 1, "suits": "hearts"}, "suits: expected a list of values, not 'hearts'"),
        ({"cards": 1, "suits": ["hearts", "harts"]}, "suits[2]: 'harts' is not right; did you mean 'hearts'?"),
        ({"cards": 1, "names": {"a": 1}}, "names.a: expected a text, not 1"),
        ({"cards": 1, "names": {"a": False}}, "names.a: false removes what is inherited under this name"),
        ({"cards": 1, "price": "3"}, "price: expected a number, not '3'"),
        ({"cards": 1, "jokers": 3}, "jokers: expected a text or a list of texts, not 3"),
        ({"cards": 1, "crads": 1}, "unknown key 'crads'; did you mean 'cards'?"),
    ],
)
def test_a_problem_has_its_place(table: dict[str, Any], problem: str) -> None:
    """Wrong types, unknown keys and unknown words are refused, each with its place."""
    with pytest.raises(VariantError) as caught:
        read(table)
    (found,) = caught.value.problems
    assert found.startswith(problem)


@attrs.frozen
class Odd:
    """A class of a plug-in with fields that files are not made for."""

    number: complex = 0j
    anything: Any = None


@attrs.frozen
class Foreign:
    """A class of a plug-in with types that no variant of ours needs."""

    mode: Literal["slow", "fast", 2] = "slow"
    pair: tuple[int, str] = (0, "")
    width: int | str = 0
    height: int | str | None = None


def test_literals_unions_and_tuples_of_a_plug_in() -> None:
    """Literals take their values, unions the first type that fits, tuples a list of their length."""
    table = {"mode": 2, "pair": [3, "x"], "width": "wide", "height": 7}
    assert StrictConverter().read(PATH, table, Foreign) == Foreign(2, (3, "x"), "wide", 7)


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"mode": "quick"}, "mode: expected one of 'slow', 'fast', 2, not 'quick'"),
        ({"mode": 2.0}, "mode: expected one of 'slow', 'fast', 2, not 2.0"),
        ({"pair": [3]}, "pair: expected a list of 2 values, not of 1"),
        ({"pair": [3, 4]}, "pair[2]: expected a text, not 4"),
        ({"height": 1.5}, "height: expected a text, not 1.5"),
    ],
)
def test_wrong_values_of_a_plug_in(table: dict[str, Any], problem: str) -> None:
    """What fits none of the types is a problem with its place."""
    with pytest.raises(VariantError) as caught:
        StrictConverter().read(PATH, table, Foreign)
    assert list(caught.value.problems) == [problem]


def test_a_field_of_any_type_takes_every_value() -> None:
    """A field that may be anything is set to what the file holds."""
    assert StrictConverter().read(PATH, {"anything": [1, "a"]}, Odd) == Odd(anything=[1, "a"])


def test_a_type_that_no_file_has_is_refused() -> None:
    """A value for a field whose type TOML cannot express is a problem with its place."""
    with pytest.raises(VariantError) as caught:
        StrictConverter().read(PATH, {"number": 1}, Odd)
    assert list(caught.value.problems) == ["number: no value of a file can be a complex"]


def test_all_problems_are_reported_with_those_of_keys_first() -> None:
    """Every problem is listed: those of known keys in the order of the class, then unknown keys."""
    with pytest.raises(VariantError) as caught:
        read({"hands": 1, "names": {"a": 1, "b": 2}, "suits": ["hearts", 3], "colour": 1})
    places = [problem.partition(":")[0].partition(";")[0] for problem in caught.value.problems]
    assert places == ["cards", "suits[2]", "names.a", "names.b", "unknown key 'colour'", "unknown key 'hands'"]


def test_a_want_of_memory_is_not_blamed_on_the_file() -> None:
    """`MemoryError` is no problem of the file that is being read."""
    with pytest.raises(MemoryError):
        StrictConverter().read(PATH, {"size": 1}, Exhausting)


@pytest.mark.parametrize("table", [{"size": 1}, {"slow": {"size": 1}}, {"all": [{"size": 1}]}])
def test_a_signal_is_not_blamed_on_the_file(table: dict[str, Any]) -> None:
    """What the handler of a signal raises while a file is read, reaches the caller as it is."""
    kinds: dict[str, Any] = {"slow": Slow, "all": tuple[Slow, ...]}
    (name,) = table
    cls = attrs.make_class("Table", {name: attrs.field(type=kinds[name])}) if name in kinds else Slow
    with time_limit(), pytest.raises(TimeLimitError):
        StrictConverter().read(PATH, table, cls)


@attrs.frozen
class Endless:
    """A class whose building never comes to an end."""

    size: int = 0

    def __attrs_post_init__(self) -> None:
        Endless(self.size + 1)


def test_a_recursion_is_not_blamed_on_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plug-in that calls itself without end is not a file that is nested too deeply, nor are rules that do."""
    with pytest.raises(RecursionError):
        StrictConverter().read(PATH, {"size": 1}, Endless)
    monkeypatch.setattr(build, "Rules", lambda *_, **__: Endless())
    monkeypatch.setattr(catalogue, "_loaded", {})
    with pytest.raises(RecursionError):
        catalogue.load_variant("tablut")


def test_a_signal_is_not_blamed_on_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is what a signal raises while the rules of a variant are composed."""
    monkeypatch.setattr(build, "Rules", lambda *_, **__: signal.raise_signal(signal.SIGALRM))
    monkeypatch.setattr(catalogue, "_loaded", {})
    with time_limit(), pytest.raises(TimeLimitError):
        catalogue.load_variant("tablut")


def test_each_kind_says_what_is_inherited(tmp_path: Path) -> None:
    """A file takes over the keys of its kind; a table that selects something else replaces the inherited one."""
    (tmp_path / "base.toml").write_text(
        'name = "base"\nowner = "me"\n[pile]\nuses = "stack"\nsize = 3\n'
        '[hand]\nuses = "fan"\nsize = 5\n[costs]\nace = 1\n'
    )
    (tmp_path / "own.toml").write_text(
        'name = "own"\nextends = "base"\n[pile]\nuses = "heap"\n[hand]\nsize = 7\n[costs]\nace = false\n'
    )
    seen: list[str] = []
    kind = Inheritance(
        keys=("pile", "hand", "costs"),
        selector="uses",
        removable=("costs",),
        complete=lambda table: seen.append(table["name"]),
    )
    files = ancestry(tmp_path / "own.toml", lambda name, beside: beside.parent / f"{name}.toml")
    (base, _), (own, table) = inherit(files, kind)
    expected: TomlTable = {
        "name": "own",
        "extends": "base",
        "pile": {"uses": "heap"},
        "hand": {"uses": "fan", "size": 7},
        "costs": {},
    }
    assert table == expected
    assert [base.stem, own.stem] == seen == ["base", "own"]
