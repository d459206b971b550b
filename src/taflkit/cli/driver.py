"""Driving a session of the command language, and what a terminal adds: Ctrl-C, and lines edited, completed and kept."""

from __future__ import annotations

import io
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from types import FrameType
from typing import IO, Any, NoReturn, Self

from taflkit.cli.arguments import read_whole, reason_of
from taflkit.cli.streams import complain, read_lines, say
from taflkit.errors import TaflError
from taflkit.game import Game
from taflkit.shell import (
    COMMANDS,
    Command,
    Leave,
    ReadFile,
    Reply,
    Say,
    Session,
    SwitchVariant,
    Think,
    WriteFile,
    parse_command,
    plain,
    player_name,
    quoted,
)
from taflkit.variant.catalogue import is_path, load_variant, variant_names

#: Files may load files, so deep.
DEEPEST_LOAD = 16


class _Left(Exception):  # noqa: N818 - it is no error
    """Unwinds the loops when the session is over."""


class _Abandoned(Exception):  # noqa: N818 - it is no error
    """Unwinds the files being loaded after Ctrl-C."""


class Driver:
    """Reads commands, has the session obey them, prints what it says, and does what it asks for.

    Ctrl-C is heard only inside `hearing()`, so that nothing is left half done; a driver that was not given one does
    not hear it at all, and lets it end the program.
    """

    def __init__(
        self,
        session: Session,
        *,
        strict: bool = False,
        draw: Callable[[Game], str] | None = None,
        journal: IO[str] | None = None,
        hearing: Callable[[], AbstractContextManager[object]] | None = None,
    ) -> None:
        """Start with a session; `draw` makes a picture for every new position, `journal` takes what is obeyed."""
        self.session = session
        self.status = 0
        self._strict = strict
        self._draw = draw
        self._journal = journal
        self._hearing = hearing
        #: The files being obeyed, each loaded by the one before.
        self._loading: list[Path] = []

    def run(self, lines: Iterable[str], file: Path | None = None) -> None:
        """Obey the lines until the session is over; automated players move first, where it is their turn."""
        place = ""
        if file is not None:
            place = str(file)
            self._loading.append(file.resolve())
        with suppress(_Left):
            self._show_board(None)
            with suppress(_Abandoned):
                self._let_play()
            self._obey_lines(lines, place)

    def _obey_lines(self, lines: Iterable[str], place: str) -> None:
        for number, line in enumerate(lines, 1):
            self._obey_line(line, f"{place}:{number}: " if place else "")

    def _obey_line(self, line: str, place: str) -> None:
        try:
            try:
                command = parse_command(line)
                if command is not None:
                    self._obey(command, line.strip())
            except TaflError as error:
                self._complain(f"{place}{error}")
            except KeyboardInterrupt:
                self._interrupted("interrupted")
            self._let_play()
        except _Abandoned:
            if self._loading:
                raise

    def _heard(self) -> AbstractContextManager[object]:
        return nullcontext() if self._hearing is None else self._hearing()

    def _interrupted(self, text: str) -> NoReturn:
        """After Ctrl-C: where it is not heard it ends the program, else whatever is being obeyed."""
        if self._hearing is None:
            raise KeyboardInterrupt
        self._complain(text)
        raise _Abandoned

    def _complain(self, text: str) -> None:
        """Report an error; the errors of a strict session end it."""
        complain(plain(text))
        self._note(f"# {plain(text)}")
        if self._strict:
            self.status = 1
            raise _Left

    def _let_play(self) -> None:
        """Let automated players move as long as it is their turn."""
        while self.session.is_thinking:
            try:
                self._obey(Think())
            except TaflError as error:
                self._complain(f"the automated player failed: {error}; {self._without_player()}")
            except KeyboardInterrupt:
                self._interrupted(f"interrupted; {self._without_player()}")

    def _without_player(self) -> str:
        """Make the player whose turn it is manual, since it would be asked again and again, and say so."""
        side = self.session.game.to_move
        self._note(f"manual {side}")
        self.session = self.session.with_automated(side, False)
        return f"{player_name(self.session.game, side)} is manual now"

    def _obey(self, command: Command, text: str = "") -> None:
        before = self.session
        with self._heard():
            after, replies = before.step(command)
        if text:
            # A log that is itself obeyed must not obey a file and then its lines once more.
            self._note(f"# {text}" if any(isinstance(reply, ReadFile) for reply in replies) else text)
        self.session = after
        for reply in replies:
            self._answer(reply)
        self._show_board(before)

    def _answer(self, reply: Reply) -> None:
        match reply:
            case Say(text):
                self._note("".join(f"# {line}\n" for line in text.splitlines())[:-1])
                say(text)
            case Leave():
                raise _Left
            case ReadFile(file):
                self._load(file)
            case WriteFile(file, text):
                try:
                    Path(file).write_text(text, "utf-8", "surrogateescape")
                except (OSError, ValueError) as error:
                    raise TaflError(f"cannot write {quoted(file, 200)}: {reason_of(error)}") from None
            case SwitchVariant(name):
                self._switch(name)

    def _switch(self, name: str) -> None:
        variant = load_variant(name)
        self.session, replies = self.session.with_variant(variant, called_of(name))
        for reply in replies:
            self._answer(reply)

    def _load(self, file: str) -> None:
        shown = quoted(file, 200)
        # What is read may be a pipe to which nobody writes.
        with self._heard():
            data = read_whole(Path(file), "a file of commands", shown)
        path = Path(file).resolve()
        if path in self._loading:
            raise TaflError(f"{shown} would load itself")
        if len(self._loading) >= DEEPEST_LOAD:
            raise TaflError(f"files load files more than {DEEPEST_LOAD} deep")
        self._loading.append(path)
        try:
            self._obey_lines(read_lines(io.BytesIO(data)), file)
        finally:
            self._loading.pop()

    def _note(self, text: str) -> None:
        """Write to the log; one that cannot be written any more is given up."""
        if self._journal is None:
            return
        try:
            self._journal.write(f"{text}\n")
            self._journal.flush()
        except OSError as error:
            self._journal = None
            self._complain(f"the log ends here: {reason_of(error)}")

    def _show_board(self, before: Session | None) -> None:
        if self._draw is not None and (before is None or before.game.position is not self.session.game.position):
            say(self._draw(self.session.game))


def called_of(name: str) -> str | None:
    """The name by which a saved game finds its variant again, if it is the path of a file that a command can name."""
    return name if is_path(name) and name == name.strip() and not set("#\n") & set(name) else None


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


#: How many lines are kept from one session to the next, and the size of a file of them that is read at all.
MOST_HISTORY = 1000
LARGEST_HISTORY = 1024 * 1024


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
