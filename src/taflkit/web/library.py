"""The variants that a page offers, and the files of their own that people drop on it."""

from __future__ import annotations

import re

from taflkit.errors import VariantError
from taflkit.games import GameVariant
from taflkit.variant.catalogue import ListedVariant, listed_variants, load_variant, parse_variant, variant_files
from taflkit.variant.files import MAX_FILE_BYTES, SUFFIX

MAX_OWN = 16
"""The variants of their own that people may load at a time; the oldest is forgotten first."""


class Library:
    """The variants of the search path, and those that were sent by the page."""

    def __init__(self) -> None:
        """Begin without own variants."""
        self._own: dict[str, GameVariant] = {}
        self._listed: list[ListedVariant] | None = None

    def load(self, name: str) -> GameVariant:
        """Return a variant by its name; nothing but the files of the search path is read.

        Raises:
            VariantError: There is no such variant.
        """
        if name in self._own:
            return self._own[name]
        if name.endswith(SUFFIX) or re.search(r"[/\\\0]", name):
            raise VariantError(name, ("variants are loaded by their names here; drop a file on the page to load it",))
        return load_variant(name)

    def has(self, name: str) -> bool:
        """Whether a variant of this name can be loaded."""
        return name in self._own or name in variant_files()

    def add(self, file_name: str, content: str) -> GameVariant:
        """Load a variant from the content of a file.

        Raises:
            VariantError: The file is wrong; the error says where.
        """
        name = re.split(r"[/\\]", file_name)[-1].removesuffix(SUFFIX)
        variant: GameVariant = parse_variant(content, name)
        self.keep(variant)
        return variant

    def keep(self, variant: GameVariant) -> None:
        """Offer a variant that is not on the search path."""
        self._own.pop(variant.name, None)
        while len(self._own) >= MAX_OWN:
            del self._own[next(iter(self._own))]
        self._own[variant.name] = variant

    @property
    def own(self) -> tuple[GameVariant, ...]:
        """The variants that were sent, the oldest first."""
        return tuple(self._own.values())

    def listed(self) -> list[ListedVariant]:
        """Return what the search path has, featured variants first."""
        if self._listed is None:
            self._listed = listed_variants()
        return self._listed


MAX_CONTENT = MAX_FILE_BYTES
"""The characters of a variant file."""
