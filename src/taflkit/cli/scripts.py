"""Test scripts of the command language, read and run: commands to a program, and instructions to await its answers."""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Generator
from pathlib import Path

import attrs

from taflkit.cli.arguments import read_whole
from taflkit.cli.programs import Dumped, Ended, Event, Moved, Program, ProgramError, Won, said_of
from taflkit.errors import TaflError

#: Seconds for a move, and for one side's moves in a game, unless a script sets others.
MOVE_SECONDS = 10.0
GAME_SECONDS = 60.0
MARKERS = ("#*", "##")
_WAIT = re.compile(r"(?P<remote>remote\s+)?(?P<what>move/win|move|win)\s*(?P<show>\+?)", re.IGNORECASE)
_TIME = re.compile(r"time\s+(?P<move>\S+)\s+(?P<game>\S+)", re.IGNORECASE)
_MOVE = re.compile(r"[a-z]\d{1,2}-\S+", re.ASCII | re.IGNORECASE)
#: After these commands a game may end that has ended before.
_RESTARTS = ("new", "undo", "set", "load", "variant")


class RunError(TaflError):
    """A program that did not do what a script asks for."""


@attrs.frozen
class Send:
    """Send a line to the program."""

    text: str

    @property
    def is_move(self) -> bool:
        """Whether it looks like a move."""
        return _MOVE.fullmatch(self._command) is not None

    @property
    def is_new(self) -> bool:
        """Whether a new game begins."""
        return self._word == "new"

    @property
    def restarts(self) -> bool:
        """Whether a game that has ended may go on, or another begin."""
        return self._word in _RESTARTS

    @property
    def _command(self) -> str:
        return self.text.partition("#")[0].strip()

    @property
    def _word(self) -> str:
        return "".join(self._command.lower().split()[:1])


@attrs.frozen
class SetTime:
    """Give so many seconds for a move, and for one side's moves in a game."""

    move: float
    game: float


@attrs.frozen
class Await:
    """Wait for a move, a win, or moves up to a win; `remote` if they answer the moves of the other program."""

    what: str
    remote: bool = False
    #: Whether the win is printed.
    show: bool = False


Step = Send | SetTime | Await


@attrs.frozen
class Script:
    """A script: the command that starts its program, if it has one, and what is to be done, with line numbers."""

    path: Path
    command: str | None
    steps: tuple[tuple[int, Step], ...]

    @property
    def is_remote(self) -> bool:
        """Whether it speaks of another program."""
        return any(isinstance(step, Await) and step.remote for _, step in self.steps)

    @property
    def expected(self) -> str | None:
        """What should be printed, if a file beside the script says so."""
        path = self.path.with_suffix(".std")
        return _read(path) if path.is_file() else None


def _read(path: Path) -> str:
    return read_whole(path, "a script").decode("utf-8", "surrogateescape")


def read_script(path: Path) -> Script:
    """Read a script file."""
    lines = _read(path).removeprefix("\ufeff").splitlines()
    # A file that marks instructions with `#*` may have headings that begin with `##`.
    own = next((marker for marker in MARKERS if any(line.startswith(marker) for line in lines)), MARKERS[0])
    command: str | None = None
    steps: list[tuple[int, Step]] = []
    is_first = True
    for number, line in enumerate(lines, 1):
        if not line.startswith(MARKERS):
            steps.append((number, Send(line)))
            continue
        text = line[2:].strip()
        step = _instruction(text, f"{path}:{number}")
        if step is not None:
            steps.append((number, step))
        elif line.startswith(own):
            if not is_first:
                raise TaflError(f"{path}:{number}: there is no instruction {text!a}")
            command = text
        is_first = is_first and not line.startswith(own)
    return Script(path, command, tuple(steps))


def _instruction(text: str, place: str) -> Step | None:
    if match := _WAIT.fullmatch(text):
        return Await(match["what"].lower(), match["remote"] is not None, match["show"] == "+")
    if match := _TIME.fullmatch(text):
        try:
            move, game = float(match["move"]), float(match["game"])
        except ValueError:
            move = game = math.nan
        if not (0 < move < math.inf and 0 < game < math.inf):
            raise TaflError(f"{place}: write it as: time MOVE GAME, both in seconds")
        return SetTime(move, game)
    return None


#: A run gives control away when it needs a message of the other program.
Steps = Generator[None, None, None]


class Run:
    """A script being run: its program, what was printed, and how much time the program has used."""

    def __init__(self, script: Script, program: Program, seconds: tuple[float, float] | None = None) -> None:
        """Start with the default times, or with times that the script cannot change."""
        self.script = script
        self.printed: list[str] = []
        self._program = program
        self._fixed = seconds
        self._move_seconds, self._game_seconds = seconds or (MOVE_SECONDS, GAME_SECONDS)
        #: What each side has used of its time in this game; whose turn it is, as far as can be told from here.
        self._used = [0.0, 0.0]
        self._side = 0
        self._restarts = 0
        self._wins = 0
        self._unclaimed: deque[Won] = deque()
        #: Moves and wins of the other program, and where to send ours.
        self.inbox: deque[Moved | Won] = deque()
        self.partner: Run | None = None

    def steps(self) -> Steps:
        """Do what the script says, up to the program's end."""
        for number, step in self.script.steps:
            try:
                yield from self._step(step)
            except (ProgramError, RunError) as error:
                raise RunError(f"{self.script.path.name}:{number}: {error}") from None
        try:
            self._finish()
        except ProgramError as error:
            raise RunError(f"{self.script.path.name}: at the end {error}") from None

    def _step(self, step: Step) -> Steps:
        match step:
            case Send():
                self._send(step)
            case SetTime(move, game):
                if self._fixed is None:
                    self._move_seconds, self._game_seconds = move, game
            case Await(remote=True):
                if self.partner is None:
                    raise RunError("there is no other program to take moves from")
                yield from self._answer_moves(step)
            case Await(what="move"):
                self._pass_on(self._wait_for_move())
            case Await():
                self._show(self._wait_for_win(), step)

    def _send(self, step: Send) -> None:
        if step.is_new:
            self._used = [0.0, 0.0]
            self._side = 0
        elif step.is_move:
            self._side = 1 - self._side
        self._restarts += step.restarts
        self._program.send(step.text)

    def _show(self, win: Won, step: Await) -> None:
        if step.show:
            self.printed.append(win.text)

    def _pass_on(self, event: Moved | Won) -> None:
        if self.partner is not None:
            self.partner.inbox.append(event)

    def _next(self) -> Moved | Won:
        """The next move or win; boards on the way are printed."""
        while True:
            left = self._game_seconds - self._used[self._side]
            since = self._program.last
            try:
                event: Event = self._program.event(min(self._move_seconds, left))
            except ProgramError as error:
                if left < self._move_seconds:
                    raise ProgramError(f"one side took more than {self._game_seconds:g} s for its moves") from None
                raise error from None
            match event:
                case Dumped(text):
                    self.printed.append(text)
                case Ended():
                    raise ProgramError(f"the program {self._program.epitaph()}")
                case Moved():
                    self._used[self._side] += max(0.0, event.at - since)
                    self._side = 1 - self._side
                    return event
                case Won():
                    self._wins += 1
                    return event

    def _wait_for_move(self) -> Moved:
        while True:
            event = self._next()
            if isinstance(event, Moved):
                return event
            # It may be the end of an earlier game that nobody asked for.
            self._unclaimed.append(event)
            if self._wins > self._restarts:
                raise ProgramError(f"the game ended before a move: {event.text}")

    def _wait_for_win(self) -> Won:
        if self._unclaimed:
            return self._unclaimed.popleft()
        while not isinstance(event := self._next(), Won):
            pass
        return event

    def _answer_moves(self, step: Await) -> Steps:
        """Take moves from the other program and answer them, until both say who has won."""
        while True:
            message = yield from self._take()
            if isinstance(message, Won):
                own = self._wait_for_win()
                self._pass_on(own)
                break
            self._send(Send(message.text))
            answer = self._next()
            self._pass_on(answer)
            if isinstance(answer, Won):
                own = answer
                message = yield from self._take()
                break
            if step.what == "move":
                return
        if own.text != message.text:
            raise RunError(f"conflicting winners: here {own.text!r}, the other program says {message.text!r}")
        self._show(own, step)

    def _take(self) -> Generator[None, None, Moved | Won]:
        while not self.inbox:
            yield
        return self.inbox.popleft()

    def _finish(self) -> None:
        """Let the program leave; what it still prints is printed."""
        self._program.close()
        while not isinstance(event := self._program.event(self._move_seconds), Ended):
            if isinstance(event, Dumped):
                self.printed.append(event.text)
        status = self._program.wait(self._move_seconds)
        if status:
            raise ProgramError(f"the program {said_of(status)}")


def run_together(runs: list[Run]) -> None:
    """Run one script, or two that wait for one another, to their ends."""
    if len(runs) == 2:
        runs[0].partner, runs[1].partner = runs[1], runs[0]
    going = [(run, run.steps()) for run in runs]
    while going:
        going = [(run, steps) for run, steps in going if _goes_on(steps)]
        # Each that still goes on waits for a message, and only the others can send it one.
        if going and not any(run.inbox for run, _ in going):
            waiting = " and ".join(run.script.path.name for run, _ in going)
            raise RunError(f"{waiting}: waiting for a move of the other program, which sends none")


def _goes_on(steps: Steps) -> bool:
    """Run until a message is needed; whether there is more to do."""
    return next(steps, "done") is None
