"""A session at a terminal: the prompt, line editing, history, completion, and Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import attrs

from taflkit.cli.driver import Driver
from taflkit.cli.screen import Screen
from taflkit.cli.signals import Interrupts
from taflkit.cli.streams import ask, say
from taflkit.cli.thinking import Stopped, Thinker
from taflkit.games import MoveT
from taflkit.search import Automaton
from taflkit.shell import Dialect, Session, State, typed_move
from taflkit.shell.session import GameT
from taflkit.variant.catalogue import variant_names

#: How many lines the history file keeps.
MAX_HISTORY_LINES = 1000
#: In bytes; a larger history file is not read.
MAX_HISTORY_FILE = 1024 * 1024


def play_at_terminal(
    session: Session[GameT, MoveT], *, boards: bool, strict: bool, journal: IO[str] | None, force: bool
) -> int:
    """Play a session with a person at a terminal.

    Args:
        session: The session to begin with.
        boards: Whether the board is drawn after every move.
        strict: Whether the first error ends the session.
        journal: Receives the commands that were obeyed, and the replies as comments.
        force: Whether `save` overwrites any file.

    Returns:
        The exit status.
    """
    screen = Screen(boards=boards)
    with Interrupts() as interrupts:

        def confirm(question: str) -> bool:
            with interrupts.heard():
                return ask(question)

        stopped = Stopped()
        if isinstance(session.player, Automaton):
            session = attrs.evolve(session, player=Thinker(session.player, screen, interrupts, stopped))
        driver = Driver(
            session,
            strict=strict,
            face=screen,
            journal=journal,
            hearing=interrupts.heard,
            confirm=confirm,
            force=force,
        )
        with closing(typed_lines(driver, interrupts, stopped, bracketed=screen.coloured)) as lines:
            driver.run(lines)
        return driver.status


def typed_lines(
    driver: Driver, interrupts: Interrupts, stopped: Stopped, *, bracketed: bool = True
) -> Generator[str, None, None]:
    """The lines that are typed, each after a prompt. Ctrl-C discards a line, Ctrl-D ends them.

    Ctrl-C right after one that stopped an automated player makes that player manual.
    """
    with _editing(driver, bracketed):
        while True:
            try:
                with interrupts.heard():
                    line = input(prompt(driver.session))
            except KeyboardInterrupt:
                say("")
                if stopped.player is not None:
                    say(driver.make_manual(stopped.player))
            except EOFError:
                say("")
                return
            else:
                stopped.player = None
                yield typed_move(line)
                continue
            stopped.player = None


def prompt(session: Session[GameT, MoveT]) -> str:
    """Whose turn it is, whether a position is being set up, and the sign that other programs look for."""
    turn = "game over" if session.is_over else session.name_of(session.game.to_move)
    return f"set-up: {turn}>" if session.state is State.SET_UP else f"{turn}>"


@contextmanager
def _editing(driver: Driver, bracketed: bool) -> Iterator[None]:
    """Turn on line editing, completion and history, if the platform has readline."""
    try:
        import readline
    except ImportError:
        yield
        return
    readline.set_completer_delims(" ")
    readline.set_completer(_completer(driver, readline))
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    if not bracketed:  # Its escape sequences are the only ones that readline prints without being asked.
        readline.parse_and_bind("set enable-bracketed-paste off")
    file = _history_file()
    with suppress(OSError):
        if file is not None and file.stat().st_size <= MAX_HISTORY_FILE:
            readline.read_history_file(file)
    try:
        yield
    finally:
        with suppress(OSError):
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                readline.set_history_length(MAX_HISTORY_LINES)
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


def completions(session: Session[GameT, MoveT], words: list[str], text: str) -> list[str]:
    """The completions of a word.

    Args:
        session: The session, which knows the players and the legal moves.
        words: The words before it on the line.
        text: The beginning of the word.
    """
    found: list[str] = []
    dialect = session.dialect
    match [_first_argument(dialect, word) for word in words]:
        case []:
            found = [*dialect.by_word, *map(session.format_move, session.sorted_moves())]
        case ["C"]:
            found = [name for name in session.players if " " not in name]
        case ["COMMAND"]:
            found = [*dialect.by_word, "move"]
        case ["SQUARE"]:
            found = sorted({session.format_move(move).partition("-")[0] for move in session.game.legal_moves} - {""})
        case ["NAME"]:
            found = list(variant_names())
        case ["FILE"]:
            return _files(text)
    return [word for word in found if word.startswith(text.lower())]


def _first_argument(dialect: Dialect, word: str) -> str:
    """What follows the word of a command first, as help shows it without brackets; empty for other words."""
    command = dialect.command_called(word)
    return "" if command is None else command.arguments.written.partition(" ")[0].strip("[]")


def _files(text: str) -> list[str]:
    directory, slash, start = text.rpartition("/")
    with suppress(OSError, ValueError):
        entries = sorted(Path(directory + slash or ".").iterdir())
        names = [(entry.name + "/" * entry.is_dir()) for entry in entries if entry.name.startswith(start)]
        return [directory + slash + name for name in names if start or not name.startswith(".")]
    return []
