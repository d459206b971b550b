"""Fields that name areas and pieces, for any strategy: what they mean, whether the board has them, how they are said.

By the metadata compositions and variant files are checked, and the reference documentation is generated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from taflkit.board import Board
from taflkit.errors import RulesError, nearest, wrong_type

#: The metadata of a field that names one or more areas of the board: `"throne"`, `("throne", "beside throne")`.
AREA = {"means": "area"}
#: The metadata of a field that names pieces: `"king"`, `("attackers", "knight")`.
PIECES = {"means": "pieces"}


def names(value: str | Iterable[str]) -> tuple[str, ...]:
    """One name or several, as a tuple: the converter of such fields."""
    given: object = value
    if isinstance(given, str):
        return (given,)
    if isinstance(given, Iterable):
        found = tuple(given)
        if all(isinstance(name, str) for name in found):
            return found
    raise wrong_type("a name or several, such as 'king' or ('king', 'knight')", value)


def whole(_instance: object, field: attrs.Attribute[int], value: object) -> None:
    """Refuse what is not a whole number: a validator, for fields that count something."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(f"a whole number for {field.name!r}", value)


_SAID = {"everyone": "every piece", "king": "the king", "men": "men"}
_SAID |= {"attackers": "attackers", "defenders": "defenders", "man": "ordinary men"}


def say_rule(strategy: object) -> str:
    """The sentence of a strategy, or how it prints if it has none."""
    sentence = getattr(strategy, "sentence", None)
    return str(sentence()) if callable(sentence) else f"{strategy!r}."


def say_pieces(names: Iterable[str]) -> str:
    """Name the pieces in a sentence."""
    return _listed([_SAID.get(name, f"the {name}s") for name in names]) or "no piece"


def say_only(names: Iterable[str]) -> str:
    """Name the pieces to which something is reserved in a sentence."""
    said = say_pieces(names)
    return said if said in ("every piece", "no piece") else f"only {said}"


def say_area(names: Iterable[str]) -> str:
    """Name the area in a sentence."""
    return _listed(
        [f"beside the {n.removeprefix('beside ')}" if n.startswith("beside ") else f"the {n}" for n in names]
    )


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def check_names(board: Board, strategies: Iterable[object]) -> None:
    """Refuse names of areas and pieces that the board does not have."""
    for strategy in strategies:
        kind: type = type(strategy)
        if not attrs.has(kind):
            continue
        for field in attrs.fields(kind):
            value = getattr(strategy, field.name)
            if field.metadata == AREA:
                check_known(kind.__name__, value, board.geometry.names, "region")
            elif field.metadata == PIECES:
                check_known(kind.__name__, value, board.names, "piece")
            else:
                check_names(board, value if isinstance(value, tuple) else [value])


def check_known(asker: str, names: Iterable[str], known: Sequence[str], noun: str) -> None:
    """Refuse names that are not among those of a board."""
    for name in names:
        if name not in known:
            raise RulesError(f"{asker}: the board has no {noun} called {name!r}; {nearest(name, known)}")
