"""What a session answers: things to be said and done by whoever drives it."""

from __future__ import annotations

import attrs


@attrs.frozen
class Say:
    """A line, or several, for standard output."""

    text: str


@attrs.frozen
class Leave:
    """The session is over."""


@attrs.frozen
class ReadFile:
    """The commands of a file are to be obeyed next."""

    file: str


@attrs.frozen
class WriteFile:
    """A text is to be written to a file."""

    file: str
    text: str


@attrs.frozen
class SwitchVariant:
    """Another variant is to be loaded and handed in by `Session.with_variant`."""

    name: str


Reply = Say | Leave | ReadFile | WriteFile | SwitchVariant
