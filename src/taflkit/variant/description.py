"""What the variant files of every kind of game have in common: the keys that name and describe a variant."""

from typing import Any

import attrs

from taflkit.variant.extends import DEFAULT_KIND
from taflkit.variant.files import title_of

HELP = "help"
"""The metadata of a field under which the explanation of its key is kept."""


def key(text: str, default: Any = attrs.NOTHING, **more: Any) -> Any:
    """Return the field for a key, with its explanation."""
    return attrs.field(default=default, metadata={HELP: text}, **more)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class DescriptionTable:
    """The keys of every variant file. A kind of game adds its own."""

    name: str = key("the name, which is also the file's name without `.toml`")
    game: str = key("the kind of game; that of the variant it extends, or `tafl`, if left out", DEFAULT_KIND)
    title: str = key("the name as printed; made from `name` if left out", "")
    summary: str = key("one or two sentences about the variant", "")
    extends: str | None = key("a variant of the same kind, which this one takes over but for what it states", None)
    aliases: tuple[str, ...] = key("other names", ())
    sources: tuple[str, ...] = key("where the rules come from", ())
    doubtful: tuple[str, ...] = key("what is not certain", ())
    featured: bool = key("whether lists show the variant first", False)

    @property
    def printed_title(self) -> str:
        """The title, or what is made from the name."""
        return self.title or title_of(self.name)

    @property
    def description(self) -> dict[str, Any]:
        """What a variant of any kind says of itself, by the names of its fields."""
        fields = ("name", "summary", "aliases", "sources", "doubtful", "featured")
        return {"title": self.printed_title, **{field: getattr(self, field) for field in fields}}
