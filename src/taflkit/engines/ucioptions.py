"""The options of UCI: those that an engine offers, and those of `taflkit uci`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from taflkit.engines.failures import EngineError
from taflkit.errors import TaflError, nearest
from taflkit.kernel.limits import MAX_THREADS
from taflkit.search import MAX_LEVEL, searcher_named, searcher_names

#: In megabytes.
MAX_HASH: Final = 4096
MAX_LINES: Final = 500
_OPTION_WORDS: Final = ("name", "type", "default", "min", "max", "var")


@attrs.frozen
class EngineOption:
    """An option that an engine offers."""

    name: str
    """Its name."""
    type: str = "string"
    """`check`, `spin`, `combo`, `button` or `string`."""
    default: str = ""
    """The value at first."""
    minimum: int | None = None
    """The least value of a `spin`."""
    maximum: int | None = None
    """The greatest value of a `spin`."""
    choices: tuple[str, ...] = ()
    """The values of a `combo`."""

    def format(self, value: object) -> str:
        """A value as it is sent to the engine.

        Raises:
            EngineError: The option cannot have that value.
        """
        text = str(value).lower() if isinstance(value, bool) else str(value)
        match self.type:
            case "check" if text.lower() in ("true", "false"):
                return text.lower()
            case "spin" if _is_number(text) and self._spans(int(text)):
                return text
            case "combo" if not self.choices:
                return text
            case "combo" if chosen := [choice for choice in self.choices if choice.lower() == text.lower()]:
                return chosen[0]
            case "button" if value is True or text == "":
                return ""
            case "check" | "spin" | "combo" | "button":
                hint = f"; {nearest(text, self.choices)}" if self.type == "combo" else ""
                raise EngineError(f"the option {self.name} is {self._values}, not {text!r}{hint}")
        return text

    def _spans(self, number: int) -> bool:
        least, most = self.minimum, self.maximum
        return (least is None or number >= least) and (most is None or number <= most)

    @property
    def _values(self) -> str:
        """What the option can be, in words."""
        if self.type == "spin":
            bounds = ((" from", self.minimum), (" to", self.maximum))
            return "a whole number (spin)" + "".join(f"{word} {end}" for word, end in bounds if end is not None)
        return {
            "check": "true or false (check)",
            "combo": "one of a list (combo)",
            "button": "pressed by True (button)",
        }[self.type]


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdigit() and text.isascii() and len(text) < 16


def parse_option(words: Sequence[str]) -> EngineOption | None:
    """Read the words after `option`; `None` if they have no name."""
    found: dict[str, list[list[str]]] = {word: [] for word in _OPTION_WORDS}
    values: list[str] = []
    for word in words:
        # A name may contain any word, so only what may follow it ends it.
        if word in _OPTION_WORDS and not (word == "name" and found["name"]):
            values = []
            found[word].append(values)
        else:
            values.append(word)
    name = " ".join(" ".join(part) for part in found["name"][:1])
    if not name:
        return None

    def text(word: str) -> str:
        return " ".join(found[word][0]) if found[word] else ""

    def number(word: str) -> int | None:
        return int(text(word)) if _is_number(text(word)) else None

    default = text("default")
    return EngineOption(
        name,
        text("type") or "string",
        "" if default == "<empty>" else default,
        number("min"),
        number("max"),
        tuple(" ".join(part) for part in found["var"]),
    )


@attrs.frozen
class Options:
    """What an engine was told by `setoption`."""

    hash: int = 64
    """The megabytes of the transposition table."""
    threads: int = 1
    """How many threads search."""
    lines: int = 1
    """How many lines are reported."""
    level: int = MAX_LEVEL
    """How well it plays."""
    searcher: str = ""
    """The name of another searcher than the default player, of a plug-in for example; empty for none."""
    overhead: int = 30
    """The milliseconds that passing on a move takes."""
    book: bool = False
    """Whether the default player plays from the opening book of the variant."""


@attrs.frozen
class _Spin:
    """An option that is a whole number."""

    field: str
    at_least: int
    at_most: int


_SPINS: Final = {
    "Hash": _Spin("hash", 1, MAX_HASH),
    "Threads": _Spin("threads", 1, MAX_THREADS),
    "MultiPV": _Spin("lines", 1, MAX_LINES),
    "Level": _Spin("level", 1, MAX_LEVEL),
    "Move Overhead": _Spin("overhead", 0, 5000),
}
OWN_BOOK: Final = "OwnBook"
VARIANT: Final = "UCI_Variant"
VARIANT_PATH: Final = "VariantPath"
#: A program that sees this option may let the engine think while the opponent does.
PONDER: Final = "Ponder"
SEARCHER: Final = "Searcher"
#: The value that stands for the default player.
_DEFAULT: Final = "default"
_NAMES: Final = (*_SPINS, OWN_BOOK, VARIANT, VARIANT_PATH, PONDER, SEARCHER)


def option_lines(variant: str, variants: Sequence[str]) -> Iterator[str]:
    """The lines that tell the options.

    Args:
        variant: The name of the variant at first.
        variants: The names of all variants.
    """
    default = Options()
    for name, spin in _SPINS.items():
        value = getattr(default, spin.field)
        yield f"option name {name} type spin default {value} min {spin.at_least} max {spin.at_most}"
    yield f"option name {PONDER} type check default false"
    yield f"option name {OWN_BOOK} type check default {str(default.book).lower()}"
    searchers = " ".join(f"var {name}" for name in (_DEFAULT, *searcher_names()))
    yield f"option name {SEARCHER} type combo default {_DEFAULT} {searchers}"
    yield f"option name {VARIANT} type combo default {variant} {' '.join(f'var {name}' for name in variants)}"
    yield f"option name {VARIANT_PATH} type string default <empty>"


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """The name and the value of the words after `setoption`, the name as we write it.

    Raises:
        TaflError: The words are no option that there is.
    """
    if not words or words[0] != "name":
        raise TaflError("setoption needs name NAME value VALUE")
    rest = list(words[1:])
    at = rest.index("value") if "value" in rest else len(rest)
    given, value = " ".join(rest[:at]), " ".join(rest[at + 1 :])
    for name in _NAMES:
        if name.lower() == given.lower():
            return name, value
    raise TaflError(f"there is no option {given!r}; {nearest(given, _NAMES)}")


def with_option(options: Options, name: str, value: str) -> Options:
    """The options after one that is a number, the book or the searcher has been set.

    Raises:
        TaflError: The value is no number, or out of range; or neither `true` nor `false`; or there is no such searcher.
    """
    if name == OWN_BOOK:
        if value.lower() not in ("true", "false"):
            raise TaflError(f"{OWN_BOOK} is true or false, not {value!r}")
        return attrs.evolve(options, book=value.lower() == "true")
    if name == SEARCHER:
        chosen = "" if value == _DEFAULT else value
        if chosen:
            searcher_named(chosen)
        return attrs.evolve(options, searcher=chosen)
    spin = _SPINS[name]
    span = f"a whole number from {spin.at_least} to {spin.at_most}"
    if not (value.isascii() and value.isdigit() and len(value) < 10 and spin.at_least <= int(value) <= spin.at_most):
        raise TaflError(f"{name} is {span}, not {value!r}")
    changed: dict[str, Any] = {spin.field: int(value)}
    return attrs.evolve(options, **changed)
