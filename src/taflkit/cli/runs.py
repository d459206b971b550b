"""Running test scripts: what a script asks for is awaited, with one program or with two that play each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator

from taflkit.cli.programs import Dumped, Ended, Event, Moved, Program, ProgramError, Won, said_of
from taflkit.cli.scripts import Await, Script, Send, SetTime, Step
from taflkit.errors import TaflError

#: Seconds for a move, and for one side's moves in a game, unless a script sets others.
MOVE_SECONDS = 10.0
GAME_SECONDS = 60.0


class RunError(TaflError):
    """A program that did not do what a script asks for."""


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
        while True:
            event = self._next()
            if isinstance(event, Won):
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
        while True:
            event = self._program.event(self._move_seconds)
            if isinstance(event, Ended):
                break
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
    try:
        next(steps)
    except StopIteration:
        return False
    return True
