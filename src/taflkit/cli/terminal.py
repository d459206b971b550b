"""Playing at a terminal: a prompt, line editing, history, completion, and Ctrl-C where it does no harm."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Self

from taflkit.cli.streams import say
from taflkit.shell import COMMANDS, Session, player_name

if TYPE_CHECKING:
    from taflkit.cli.driver import Driver

#: How many lines are kept from one session to the next, and the size of a file of them that is read at all.
MOST_HISTORY = 1000
LARGEST_HISTORY = 1024 * 1024


def is_terminal() -> bool:
    """Whether somebody types and sees what is printed."""
    return sys.stdin is not None and sys.stdout is not None and sys.stdin.isatty() and sys.stdout.isatty()


class Interrupts:
    """Ctrl-C, heard only where nothing can be left half done; elsewhere it waits until it is."""

    def __init__(self) -> None:
        """Hear nothing yet."""
        self._open = False
        self._pending = False
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _on_signal(self, _: int, __: FrameType | None) -> None:
        if self._open:
            raise KeyboardInterrupt
        self._pending = True

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Within, Ctrl-C raises `KeyboardInterrupt`."""
        self._open = True
        try:
            if self._pending:
                raise KeyboardInterrupt
            yield
        finally:
            self._open = self._pending = False


def typed_lines(driver: Driver, interrupts: Interrupts) -> Generator[str, None, None]:
    """Lines typed at a terminal, each after a prompt that says whose turn it is."""
    with _editing(driver):
        while True:
            try:
                with interrupts.heard():
                    line = input(prompt(driver.session))
            except KeyboardInterrupt:
                say("")  # Whatever was typed is abandoned.
            except EOFError:
                say("")
                return
            else:
                yield line


def prompt(session: Session) -> str:
    """Whose turn it is, and the sign that other programs look for."""
    if session.game.outcome is not None:
        return "game over>"
    return f"{player_name(session.game, session.game.to_move)}>"


@contextmanager
def _editing(driver: Driver) -> Iterator[None]:
    """Have lines edited, completed and remembered, where that can be done."""
    try:
        import readline
    except ImportError:  # Not on every platform.
        yield
        return
    readline.set_completer_delims(" ")
    readline.set_completer(_completer(driver, readline))
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    file = _history_file()
    with suppress(OSError):
        if file is not None and file.stat().st_size <= LARGEST_HISTORY:
            readline.read_history_file(file)
    try:
        yield
    finally:
        with suppress(OSError):
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                readline.set_history_length(MOST_HISTORY)
                readline.write_history_file(file)


def _history_file() -> Path | None:
    import platformdirs

    with suppress(OSError, RuntimeError):  # There may be no home directory.
        return platformdirs.user_state_path("taflkit", appauthor=False) / "history"
    return None


def _completer(driver: Driver, readline: Any) -> Callable[[str, int], str | None]:
    def complete(text: str, state: int) -> str | None:
        words = readline.get_line_buffer()[: readline.get_begidx()].split()
        found = completions(driver.session, words, text)
        return found[state] if state < len(found) else None

    return complete


def completions(session: Session, words: list[str], text: str) -> list[str]:
    """What may follow the words of a line, where it begins with the text."""
    found: list[str] = []
    game = session.game
    match [word.lower() for word in words]:
        case []:
            found = [*COMMANDS, *(move.short for move in sorted(game.legal_moves))]
        case ["auto" | "manual" | "set"]:
            found = [name for name in session.players if " " not in name]
        case ["help"]:
            found = [*COMMANDS, "move"]
        case ["moves"]:
            found = sorted({str(move.origin) for move in game.legal_moves})
        case ["variant"]:
            from taflkit.variant.catalogue import variant_names

            found = list(variant_names())
        case ["load" | "save"]:
            return _files(text)
    return [word for word in found if word.startswith(text.lower())]


def _files(text: str) -> list[str]:
    directory, slash, start = text.rpartition("/")
    with suppress(OSError, ValueError):
        entries = sorted(Path(directory + slash or ".").iterdir())
        names = [(entry.name + "/" * entry.is_dir()) for entry in entries if entry.name.startswith(start)]
        return [directory + slash + name for name in names if start or not name.startswith(".")]
    return []
