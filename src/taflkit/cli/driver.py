"""`Driver`: reads commands, lets a session obey them, and does what the session asks for."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import IO, Any, NoReturn

from taflkit.cli.faces import Face, PlainFace
from taflkit.cli.streams import read_lines
from taflkit.errors import TaflError
from taflkit.files import begins_with, holds_something, read_small_file, reason_of, write_whole
from taflkit.games import MoveT, Player
from taflkit.records import read_record
from taflkit.shell import (
    Call,
    CommandError,
    DrawBoard,
    Leave,
    ListVariants,
    Note,
    ReadFile,
    Reply,
    Say,
    Session,
    SwitchVariant,
    Think,
    WriteFile,
    fixed_word,
    is_or_are,
    parse_command,
    plain,
    quoted,
)
from taflkit.shell.records import is_recorded, with_record
from taflkit.shell.session import GameT
from taflkit.variant.catalogue import is_path, load_variant

#: In bytes: how much of a file tells whether it is a record.
BEGINNING = 4096
#: How deep files may load files.
MAX_LOAD_DEPTH = 16
#: In characters, of a file name in an error.
_MAX_SHOWN_NAME = 200
#: The first line of files that `save` and `--log` write begins with this. They overwrite such files without asking.
MARK = "# taflkit: "
_SAVED = f"{MARK}a saved game; the command load restores it\n"


class _Left(Exception):  # noqa: N818 - it is no error
    """Unwinds the loops when the session is over."""


class _Abandoned(Exception):  # noqa: N818 - it is no error
    """Unwinds the files being loaded after Ctrl-C."""


class Driver:
    """Runs a session: reads commands, prints replies, reads and writes the files that commands name.

    Ctrl-C takes effect only inside `hearing()`, so that nothing is left half done. Without `hearing`, Ctrl-C ends
    the program.
    """

    session: Session[Any, Any]
    """The session as it is now."""
    status: int
    """The exit status: 1 after an error in a strict session, else 0."""

    def __init__(
        self,
        session: Session[Any, Any],
        *,
        strict: bool = False,
        face: Face | None = None,
        journal: IO[str] | None = None,
        hearing: Callable[[], AbstractContextManager[object]] | None = None,
        confirm: Callable[[str], bool] | None = None,
        force: bool = False,
    ) -> None:
        """Create a driver.

        Args:
            session: The session to begin with.
            strict: Whether the first error ends the session.
            face: Shows what the session says; plainly, as other programs expect it, if left out.
            journal: Receives the commands that were obeyed, and the replies as comments.
            hearing: Makes contexts in which Ctrl-C raises `KeyboardInterrupt`.
            confirm: Asks the person who types the commands a question. Without it, nobody can be asked.
            force: Whether `save` overwrites any file.
        """
        self.session = session
        self.status = 0
        self._strict = strict
        self._face = face or PlainFace()
        self._journal = journal
        self._hearing = hearing
        self._confirm = confirm
        self._force = force
        #: The files that this session has saved, which it may overwrite.
        self._saved: set[str] = set()
        #: The files being obeyed, each loaded by the one before.
        self._loading: list[Path] = []

    def run(self, lines: Iterable[str], file: Path | None = None) -> None:
        """Obey lines until they end or the session is over. Automated players move first, if it is their turn.

        Args:
            lines: The commands.
            file: The file that the lines come from; errors name it.
        """
        place = ""
        if file is not None:
            place = str(file)
            self._loading.append(file.resolve())
        with suppress(_Left):
            self._face.greet(self.session)
            with suppress(_Abandoned):
                self._let_play()
            self._obey_lines(lines, place)

    def _obey_lines(self, lines: Iterable[str], place: str) -> None:
        for number, line in enumerate(lines, 1):
            self._obey_line(line, f"{place}:{number}: " if place else "")

    def _obey_line(self, line: str, place: str) -> None:
        try:
            try:
                call = parse_command(line, self.session.dialect)
                if call is not None:
                    self._obey(call, line.strip())
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
        """After Ctrl-C, abandon the files being loaded; end the program if there is no `hearing`."""
        if self._hearing is None:
            raise KeyboardInterrupt
        self._complain(text)
        raise _Abandoned

    def _complain(self, text: str) -> None:
        """Report an error, and end a strict session."""
        self._face.complain(plain(text))
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
        """Make the player whose turn it is manual, so that it is not asked again, and return a clause about it."""
        return self.make_manual(self.session.game.to_move)

    def make_manual(self, player: Player) -> str:
        """Make a player manual whatever the dialect says, and return a clause about it."""
        session = self.session
        word = fixed_word(session.kind, session.kind.variant_of(session.game), player)
        try:
            self.session, _ = session.step(session.dialect.call("manual", word))
            self._note(f"manual {word}")
        except CommandError:
            # Some dialects refuse this while a game is played; a player that fails must stop all the same.
            self.session = session.with_automated(player, False)
            self._note(f"# {word} {is_or_are(word)} manual now")
        name = session.name_of(player)
        return f"{name} {is_or_are(name)} manual now"

    def _obey(self, call: Call | Think, text: str = "") -> None:
        before = self.session
        # A player at a terminal hears Ctrl-C itself, also one that was pressed before it began to think.
        with nullcontext() if isinstance(call, Think) else self._heard():
            after, replies = before.step(call)
        if text:
            # The journal contains the lines of a loaded file, so `load` itself is only a comment there. So is `save`:
            # the file exists when the journal is played again.
            self._note(f"# {text}" if any(isinstance(reply, ReadFile | WriteFile) for reply in replies) else text)
        self.session = after
        for reply in replies:
            self._answer(reply)
        greeted = any(isinstance(reply, SwitchVariant) for reply in replies)
        if not self._loading and not greeted and _looks(before) != _looks(self.session):
            self._face.moved(self.session)

    def _answer(self, reply: Reply) -> None:
        match reply:
            case Say(text, indent):
                self._note(_commented(text))
                self._face.say(text, indent)
            case Note(text):
                self._face.note(text)
            case DrawBoard(text):
                self._note(_commented(text))
                self._face.draw(self.session, text)
            case ListVariants():
                self._face.list_variants()
            case Leave():
                raise _Left
            case ReadFile(file):
                self._load(file)
            case WriteFile(file, text):
                self._save(file, text)
            case SwitchVariant(name):
                self._switch(name)

    def _switch(self, name: str) -> None:
        variant = load_variant(name)
        self.session, replies = self.session.with_variant(variant, called_of(name))
        if not self._loading:
            self._face.greet(self.session)
        for reply in replies:
            self._answer(reply)

    def _save(self, file: str, text: str) -> None:
        shown = quoted(file, _MAX_SHOWN_NAME)
        recorded = is_recorded(text)
        if not recorded:
            self._check_commands()
        try:
            self._check_overwriting(Path(file), shown)
            mark = "" if recorded else _SAVED
            write_whole(Path(file), f"{mark}{text}".encode("utf-8", "surrogateescape"))
        except (OSError, ValueError) as error:
            raise TaflError(f"cannot write {shown}: {reason_of(error)}") from None
        self._saved.add(os.path.realpath(file))
        self._face.note(f"saved {_moves(self.session)} to {shown}")

    def _check_commands(self) -> None:
        """Refuse to save as commands what they cannot bring back: a variant that came with a record.

        Raises:
            TaflError: Only a record can hold the game.
        """
        variant = self.session.kind.variant_of(self.session.game)
        with suppress(TaflError):
            if self.session.called or load_variant(variant.name) == variant:
                return
        raise TaflError(
            f"the rules of {variant.name} came with the game: save it as a record, with a name such as game.tafl"
        )

    def _check_overwriting(self, path: Path, shown: str) -> None:
        """Refuse to destroy a file. Commands from a file or a pipe may be anybody's, so they overwrite nothing.

        Raises:
            TaflError: The file must not be overwritten.
        """
        if self._force or not holds_something(path) or os.path.realpath(path) in self._saved:
            return
        if self._confirm is None or self._loading:
            raise TaflError(
                f"{shown} exists, and commands from a file or a pipe overwrite nothing; "
                "use another name, or start with --force"
            )
        if not begins_with(path, MARK.encode()) and not self._confirm(overwrite_question(shown)):
            raise TaflError(f"{shown} is left as it was")

    def _load(self, file: str) -> None:
        shown = quoted(file, _MAX_SHOWN_NAME)
        with self._heard():  # The file may be a pipe to which nobody writes.
            data = read_small_file(Path(file), "a file of commands", shown)
        path = Path(file).resolve()
        if is_recorded(data[:BEGINNING].decode("utf-8", "replace")):
            self._load_record(path, shown)
            return
        if path in self._loading:
            raise TaflError(f"{shown} would load itself")
        if len(self._loading) >= MAX_LOAD_DEPTH:
            raise TaflError(f"files load files more than {MAX_LOAD_DEPTH} deep")
        self._loading.append(path)
        try:
            self._obey_lines(read_lines(io.BytesIO(data)), file)
        finally:
            self._loading.pop()
        self._face.note(f"loaded {shown}: {_moves(self.session)}")

    def _load_record(self, path: Path, shown: str) -> None:
        """Go on from a recorded game."""
        with self._heard():
            record = read_record(path)
        self.session, replies = with_record(self.session, record)
        # The journal can be played again where the record is gone.
        self._note(self.session.script().rstrip("\n"))
        self._face.note(f"loaded {shown}: {_moves(self.session)}")
        for reply in replies:
            self._answer(reply)

    def _note(self, text: str) -> None:
        """Write to the journal. If that fails, report it once and go on without a journal."""
        if self._journal is None:
            return
        try:
            self._journal.write(f"{text}\n")
            self._journal.flush()
        except OSError as error:
            self._journal = None
            self._complain(f"the log ends here: {reason_of(error)}")


def _commented(text: str) -> str:
    """Lines as the journal has them."""
    return "".join(f"# {line}\n" for line in text.splitlines())[:-1]


def _looks(session: Session[GameT, MoveT]) -> tuple[object, ...]:
    """What a picture of the session shows."""
    return session.game.key, session.state, session.flipped


def _moves(session: Session[GameT, MoveT]) -> str:
    return "1 move" if session.game.ply == 1 else f"{session.game.ply} moves"


def overwrite_question(shown: str) -> str:
    """The question whether to overwrite a file that taflkit did not write."""
    return f"{shown} was not written by taflkit. Overwrite it?"


def called_of(name: str) -> str | None:
    """The name under which a saved game loads its variant, if it is a path that the command `variant` can read."""
    return name if is_path(name) and name == name.strip() and not set("#\n") & set(name) else None
