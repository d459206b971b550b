"""Pickling variants in few bytes: an installed one as its name and digest, another as the text of its file."""

from __future__ import annotations

import copyreg
from contextlib import suppress
from typing import Any

from taflkit.errors import TaflError
from taflkit.variant.problems import variant_error
from taflkit.variant.toml import format_toml

Reduced = tuple[object, ...]

MAX_KNOWN = 128
"""How many variants are remembered."""

# By the identity of a variant, which is kept with what brings it back, since finding that out takes milliseconds.
_known: dict[int, tuple[object, Reduced]] = {}
_described: dict[tuple[str, str], Any] = {}


class PickledByName:
    """A variant of any kind of game that is pickled in few bytes if a file brings it back."""

    __slots__ = ()

    def __reduce__(self) -> Reduced:
        """Pickle as the name, as the text of the file, or whole if the variant is not the one of a file."""
        return reduced(self)


def reduced(variant: Any) -> Reduced:
    """Return what pickles a variant."""
    known = _known.get(id(variant))
    if known is not None and known[0] is variant:
        return known[1]
    found = _find(variant)
    if len(_known) >= MAX_KNOWN:
        _known.pop(next(iter(_known)), None)
    _known[id(variant)] = variant, found
    return found


def _find(variant: Any) -> Reduced:
    # The catalogue knows variants, which are pickled here.
    from taflkit.variant.catalogue import load_variant, table_of, variant_files

    for (text, name), described in list(_described.items()):
        if described is variant:
            return describe, (text, name)
    digest = variant.digest
    if digest is not None:
        with suppress(TaflError):
            file = variant_files().get(variant.name)
            if file is not None and load_variant(file) == variant:
                return load_again, (variant.name, digest)
        table = table_of(variant)
        with suppress(TaflError):  # A file beside it, such as a network, is not in the text.
            if table is not None and describe(text := format_toml(table), variant.name) == variant:
                return describe, (text, variant.name)
    state: Any = variant.__getstate__()
    return copyreg.__newobj__, (type(variant),), state  # type: ignore[attr-defined]  # what `object` itself returns


def load_again(name: str, digest: str) -> Any:
    """Return the variant of a name, which must have the rules that it was pickled with.

    Raises:
        VariantError: There is no such variant here, or it has other rules.
    """
    from taflkit.variant.catalogue import load_variant

    variant: Any = load_variant(name)
    if reduced(variant) != (load_again, (name, digest)) and variant.digest != digest:
        problem = f"the variant was pickled with rules of the digest {digest}, and has {variant.digest} here"
        raise variant_error(name, [problem])
    return variant


def describe(text: str, name: str) -> Any:
    """Return the variant of a file's text; one object for each text, so that the tables of its rules are shared."""
    from taflkit.variant.catalogue import parse_variant

    found = _described.get((text, name))
    if found is None:
        if len(_described) >= MAX_KNOWN:
            _described.clear()
        _described[text, name] = found = parse_variant(text, name)
    return found
