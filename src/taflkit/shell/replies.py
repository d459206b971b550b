"""Replies of a session: what its driver has to print, read, write or load."""

from __future__ import annotations

import attrs


@attrs.frozen
class Say:
    """Print text on standard output."""

    text: str
    """One line or several, without the final newline."""
    indent: int = 0
    """How far a line goes on to the right below its beginning, where a terminal is too narrow for it."""


@attrs.frozen
class Note:
    """Tell a person at a terminal what a command did. Other programs expect no answer to it."""

    text: str
    """A sentence."""


@attrs.frozen
class DrawBoard:
    """Draw the board."""

    text: str
    """The drawing in letters, for an output that is no terminal."""


@attrs.frozen
class ListVariants:
    """List the variants that can be played."""


@attrs.frozen
class Leave:
    """End the session."""


@attrs.frozen
class ReadFile:
    """Obey the commands of a file next."""

    file: str
    """The path, as the command gave it."""


@attrs.frozen
class WriteFile:
    """Write text to a file."""

    file: str
    """The path, as the command gave it."""
    text: str
    """The whole content."""


@attrs.frozen
class SwitchVariant:
    """Load another variant and pass it to `Session.with_variant`."""

    name: str
    """Name, alias or path of the variant."""


Reply = Say | Note | DrawBoard | ListVariants | Leave | ReadFile | WriteFile | SwitchVariant
