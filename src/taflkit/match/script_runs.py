"""Running test scripts: send the commands, wait for the answers, and compare the output with what is expected."""

from __future__ import annotations

import difflib
import time
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import ExitStack

import attrs

from taflkit.engines.channel import Trace, describe_status, split_command
from taflkit.engines.failures import EngineError
from taflkit.errors import TaflError
from taflkit.match.programs import Dumped, Event, Exited, Moved, Program, Won
from taflkit.match.scripts import Await, Script, Send, SetTime, Step
from taflkit.shell.dialects.general import GENERAL

#: Time limits in seconds, for a move and for all moves of one side in a game, unless a script sets others.
MOVE_SECONDS = 10.0
GAME_SECONDS = 60.0
#: How many boards and winners a script may print.
MAX_PRINTED = 10_000
#: ... and how many characters these may have together.
MAX_PRINTED_CHARACTERS = 10_000_000


class ScriptError(TaflError):
    """A program that did not do what a script asks for."""


@attrs.frozen
class ScriptReport:
    """What came of running a script, or two together."""

    printed: tuple[str, ...]
    """The boards and winners that the programs printed."""
    problems: tuple[str, ...]
    """What is wrong, line by line; empty if the scripts passed."""


def run_scripts(
    scripts: Sequence[Script],
    commands: Sequence[str] = (),
    seconds: tuple[float, float] | None = None,
    trace: Trace | None = None,
) -> ScriptReport:
    """Run one script, or two whose programs play each other.

    Args:
        scripts: One script or two, as `group_scripts` returns them.
        commands: Command lines to start instead of those that the scripts name: one for all, or one for each.
        seconds: Time limits for a move and for a side's moves in a game, instead of those that the scripts set.
        trace: Called for every line sent and received, with a sign for the direction; if two programs run, their
            number comes before the sign.

    Raises:
        ValueError: If there are not one or two scripts.
    """
    if not 1 <= len(scripts) <= 2:
        raise ValueError(f"one script is run, or two together, not {len(scripts)}")
    runs: list[_ScriptRun] = []
    programs: list[Program] = []
    problems: list[str] = []
    with ExitStack() as stack:
        try:
            for number, script in enumerate(scripts):
                command = commands[min(number, len(commands) - 1)] if commands else script.command
                if command is None:
                    raise ScriptError(f"{script.path.name}: it names no program, and none was given")
                own_trace = _numbered(trace, number + 1) if trace is not None and len(scripts) > 1 else trace
                program = Program(split_command(command, script.path.parent), own_trace)
                programs.append(stack.enter_context(program))
                runs.append(_ScriptRun(script, program, seconds))
            _run_together(runs)
        except (EngineError, ScriptError) as error:
            problems.append(str(error))
    if problems:
        problems += [f"  on standard error: {line}" for program in programs for line in program.stderr_lines]
    complete = not problems
    for run in runs:
        problems += _difference(run.script, run.printed, complete)
    return ScriptReport(tuple(text for run in runs for text in run.printed), tuple(problems))


def _numbered(trace: Trace, number: int) -> Trace:
    return lambda sign, line: trace(f"{number} {sign}", line)


#: The steps of a run. It yields when it needs a message of the other program.
_Steps = Generator[None, None, None]


class _ScriptRun:
    """A script being run: its program, its output, and the time that each side has used."""

    def __init__(self, script: Script, program: Program, seconds: tuple[float, float] | None = None) -> None:
        self.script = script
        self.printed: list[str] = []
        self._characters = 0
        self._program = program
        self._fixed = seconds
        self._move_seconds, self._game_seconds = seconds or (MOVE_SECONDS, GAME_SECONDS)
        #: Seconds used by each side in this game, and whose turn it is, as far as the moves sent and received tell.
        self._used = [0.0, 0.0]
        self._side = 0
        self._restarts = 0
        self._wins = 0
        self._unclaimed: deque[Won] = deque()
        #: Moves and wins of the other program, and the run that receives ours.
        self.inbox: deque[Moved | Won] = deque()
        self.partner: _ScriptRun | None = None

    def steps(self) -> _Steps:
        """Do what the script says, and wait for the program to exit."""
        for number, step in self.script.steps:
            try:
                yield from self._step(step)
            except (EngineError, ScriptError) as error:
                raise ScriptError(f"{self.script.path.name}:{number}: {error}") from None
        try:
            self._finish()
        except (EngineError, ScriptError) as error:
            raise ScriptError(f"{self.script.path.name}: at the end {error}") from None

    def _step(self, step: Step) -> _Steps:
        match step:
            case Send():
                self._send(step)
            case SetTime(move, game):
                if self._fixed is None:
                    self._move_seconds, self._game_seconds = move, game
            case Await(remote=True):
                if self.partner is None:
                    raise ScriptError("there is no other program to take moves from")
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
        """The next move or win. Boards before it are added to the output."""
        while True:
            left = self._game_seconds - self._used[self._side]
            since = self._program.last_activity
            try:
                event: Event = self._program.next_event(min(self._move_seconds, left))
            except EngineError:
                if left < self._move_seconds:
                    raise ScriptError(f"one side took more than {self._game_seconds:g} s for its moves") from None
                raise
            match event:
                case Dumped():
                    self._print_board(event)
                case Exited():
                    raise ScriptError(f"the program {self._program.how_it_ended()}")
                case Moved():
                    self._used[self._side] += max(0.0, event.at - since)
                    self._side = 1 - self._side
                    return event
                case Won():
                    self._wins += 1
                    return event

    def _print_board(self, board: Dumped) -> None:
        if len(self.printed) >= MAX_PRINTED:
            raise ScriptError(f"the program printed more than {MAX_PRINTED:,} boards")
        self._characters += len(board.text)
        if self._characters > MAX_PRINTED_CHARACTERS:
            raise ScriptError(f"the program printed boards of more than {MAX_PRINTED_CHARACTERS:,} characters")
        self.printed.append(board.text)

    def _wait_for_move(self) -> Moved:
        while True:
            event = self._next()
            if isinstance(event, Moved):
                return event
            # It may be the end of an earlier game that the script did not wait for.
            self._unclaimed.append(event)
            if self._wins > self._restarts:
                raise ScriptError(f"the game ended before a move: {event.text}")

    def _wait_for_win(self) -> Won:
        if self._unclaimed:
            return self._unclaimed.popleft()
        while not isinstance(event := self._next(), Won):
            pass
        return event

    def _answer_moves(self, step: Await) -> _Steps:
        """Take moves from the other program and answer them, until both announce a winner."""
        while True:
            message = yield from self._take()
            if isinstance(message, Won):
                own = self._wait_for_win()
                self._pass_on(own)
                break
            if GENERAL.move_pattern.fullmatch(message.text) is None:
                raise ScriptError(f"the other program announces {message.text!r}, which is no move")
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
            raise ScriptError(f"conflicting winners: here {own.text!r}, the other program says {message.text!r}")
        self._show(own, step)

    def _take(self) -> Generator[None, None, Moved | Won]:
        while not self.inbox:
            yield
        return self.inbox.popleft()

    def _finish(self) -> None:
        """Close the program's input and wait for it to exit; boards that it still prints are added to the output."""
        self._program.close_input()
        since = time.monotonic()
        while not isinstance(event := self._program.next_event(self._move_seconds, since), Exited):
            if isinstance(event, Dumped):
                self._print_board(event)
        status = self._program.wait(self._move_seconds)
        if status:
            raise ScriptError(f"the program {describe_status(status)}")


def _run_together(runs: list[_ScriptRun]) -> None:
    """Run one script, or two that wait for each other, to the end."""
    if len(runs) == 2:
        runs[0].partner, runs[1].partner = runs[1], runs[0]
    going = [(run, run.steps()) for run in runs]
    while going:
        going = [(run, steps) for run, steps in going if _goes_on(steps)]
        # Every run that is left waits for a message that only another can send.
        if going and not any(run.inbox for run, _ in going):
            waiting = " and ".join(run.script.path.name for run, _ in going)
            raise ScriptError(f"{waiting}: waiting for a move of the other program, which sends none")


def _goes_on(steps: _Steps) -> bool:
    """Run until a message is needed, and return whether there is more to do."""
    return next(steps, "done") is None


def _difference(script: Script, printed: Sequence[str], complete: bool) -> list[str]:
    """How the output differs from the expected output; output that is not complete is compared as far as it goes."""
    expected = script.expected
    if expected is None:
        return []
    wanted, found = (_lines(text) for text in (expected, "\n".join(printed)))
    if not complete:
        wanted = wanted[: len(found)]
    if wanted == found:
        return []
    diff = difflib.unified_diff(wanted, found, script.path.with_suffix(".std").name, "printed", lineterm="", n=2)
    hint = []
    if _without_legend(wanted) == _without_legend(found):
        hint = ["Only row numbers and column letters differ: taflkit play prints them with --legend."]
    return [*diff, *hint]


def _lines(text: str) -> list[str]:
    """The lines that are compared: without blank ones, and without space at the end."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _without_legend(lines: Sequence[str]) -> list[str]:
    """The lines without row numbers and column letters."""
    rows = (line.split() for line in lines)
    return [
        " ".join(words[1:] if words[0].isdecimal() else words)
        for words in rows
        if words != [chr(ord("a") + column) for column in range(len(words))]
    ]
