"""Driving a session of the command language from a terminal, a pipe or a file."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import click

from taflkit.board import Side
from taflkit.errors import TaflError
from taflkit.game import start
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
)
from taflkit.shell.commands import Play

#: No command is longer; the largest board written out is far shorter.
LONGEST_LINE = 4096
#: Files may load files, so deep.
DEEPEST_LOAD = 16
#: A file of commands is read whole, but no more than this.
LARGEST_FILE = 4 * 1024 * 1024


class _Left(Exception):  # noqa: N818 - it is no error
    """Unwinds the loops when the session is over."""


class Driver:
    """Reads commands, has the session obey them, prints what it says, and does what it asks for."""

    def __init__(self, session: Session, *, strict: bool, board: bool, journal: IO[str] | None) -> None:
        """Start with a session."""
        self.session = session
        self.status = 0
        self._strict = strict
        self._board = board and sys.stdout.isatty()
        self._journal = journal
        self._loads = 0

    def run(self, lines: Iterator[str]) -> None:
        """Obey the lines until the session is over; automated players move first, where it is their turn."""
        with suppress(_Left):
            self._obey_lines(lines, "")

    def run_file(self, file: str) -> None:
        """Obey the commands of a file."""
        with suppress(_Left):
            self._obey_file(file)

    def _obey_lines(self, lines: Iterator[str], place: str) -> None:
        self._let_play()
        for number, line in enumerate(lines, 1):
            self._obey_line(line, f"{place}:{number}: " if place else "")

    def _obey_file(self, file: str) -> None:
        if self._loads >= DEEPEST_LOAD:
            raise TaflError(f"files load files more than {DEEPEST_LOAD} deep")
        try:
            with Path(file).open("rb") as stream:
                data = stream.read(LARGEST_FILE + 1)
        except (OSError, ValueError) as error:
            raise TaflError(f"cannot read {file!a}: {getattr(error, 'strerror', None) or error}") from None
        if len(data) > LARGEST_FILE:
            raise TaflError(f"{file!a} is too large to be a file of commands")
        self._loads += 1
        try:
            self._obey_lines(read_lines(io.BytesIO(data)), file)
        finally:
            self._loads -= 1

    def _obey_line(self, line: str, place: str) -> None:
        try:
            command = parse_command(line)
            if command is not None:
                self._obey(command)
                if self._journal is not None:
                    print(line.strip(), file=self._journal, flush=True)
        except TaflError as error:
            text = " ".join(str(error).split())
            click.echo(f"Error: {place}{_clean(text)}", err=True)
            if self._strict:
                self.status = 1
                raise _Left from None
        self._let_play()

    def _let_play(self) -> None:
        """Let automated players move as long as it is their turn."""
        while self.session.is_thinking:
            self._obey(Think())

    def _obey(self, command: Command) -> None:
        self.session, replies = self.session.step(command)
        for reply in replies:
            self._answer(reply)
        if self._board and isinstance(command, Play | Think):
            say(str(self.session.game))

    def _answer(self, reply: Reply) -> None:
        match reply:
            case Say(text):
                say(text)
            case Leave():
                raise _Left
            case ReadFile(file):
                self._obey_file(file)
            case WriteFile(file, text):
                try:
                    Path(file).write_text(text, "utf-8")
                except (OSError, ValueError) as error:
                    raise TaflError(f"cannot write {file!a}: {getattr(error, 'strerror', None) or error}") from None
            case SwitchVariant(name):
                self.session, replies = self.session.begin(start(name))
                for each in replies:
                    self._answer(each)


def say(text: str) -> None:
    """Print, and let programs at the other end of a pipe see it at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _clean(text: str) -> str:
    """An error without characters that have a meaning in the output, should the streams be mixed."""
    return text.replace("*", "?").replace(">", "?").replace("===", "???")


def read_lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream; one that is too long is cut, and then is no command."""
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
        yield line.decode("utf-8", errors="replace")


def typed_lines(driver: Driver) -> Iterator[str]:
    """Lines typed at a terminal, with editing, history and completion."""
    try:
        import readline
    except ImportError:  # not on every platform
        pass
    else:
        _complete(readline, driver)
    while True:
        try:
            yield input(_prompt(driver.session))
        except EOFError:
            say("")
            return


def _prompt(session: Session) -> str:
    if session.game.outcome is not None:
        return "game over> "
    return f"{session.side_name(session.game.to_move)}> "


def _complete(readline: Any, driver: Driver) -> None:
    """Complete commands, players and moves with the tabulator key."""

    def complete(text: str, state: int) -> str | None:
        words = [*COMMANDS, *(move.short for move in driver.session.game.legal_moves)]
        words += [driver.session.side_name(side).lower() for side in Side]
        found = [word for word in words if word.startswith(text.lower())]
        return found[state] if state < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
