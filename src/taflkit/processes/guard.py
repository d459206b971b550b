"""A small program that runs another one and ends it, with all its descendants, when the process that started it ends.

    python -I -S guard.py CONTROL STATUS WORD...

It is run as a file, so it imports nothing of taflkit. CONTROL is a pipe that nobody writes to: its end means that the
starter is gone or wants the program to end. On STATUS it reports in one line why the program could not be started, and
closes it without a line if it was. It exits as the program does. Under Linux it is a subreaper: descendants whose
parents ended become its children, also those that left the session, so that it finds and kills all of them.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def control_process(option: int, value: int) -> None:
    """Call `prctl`, which only Linux has."""
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def set_death_signal(number: int) -> None:
    """Ask Linux for a signal when the thread that started this process ends."""
    control_process(_PR_SET_PDEATHSIG, number)


def descendants(of: int) -> list[int]:
    """The processes below a process, by the process table of Linux; none where there is no such table."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208 - importing pathlib would take longer than all the rest
            if name.isdecimal():
                with suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 - as above
                    parent = int(file.read().rpartition(b")")[2].split()[1])
                    children.setdefault(parent, []).append(int(name))
    found: list[int] = []
    waiting = [of]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _run(words: list[str], status: int) -> int:
    """Start the program, in a session of its own; its process number."""
    program = os.fork()
    if program:
        os.close(status)
        return program
    try:
        os.setsid()
        set_death_signal(signal.SIGKILL)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these, which programs would inherit.
            signal.signal(number, signal.SIG_DFL)
        os.execvp(words[0], words)
    except OSError as error:
        os.write(status, (error.strerror or str(error)).encode())
    finally:
        os._exit(127)


def _end_all(program: int) -> None:
    """Kill the program's process group and every descendant, until none is left."""
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    while True:
        killed = [process for process in descendants(os.getpid()) if _kill(process)]
        try:
            # What was killed ends soon. What could not be found or killed is not waited for.
            if not os.waitpid(-1, 0 if killed else os.WNOHANG)[0]:
                return
        except ChildProcessError:
            return


def _kill(process: int) -> bool:
    try:
        os.kill(process, signal.SIGKILL)
    except OSError:
        return False
    return True


def _watch(program: int, control: int, wake: int, starter: int) -> int | None:
    """Wait until the program ends, and return its status, or until it must end."""
    while True:
        ready, _, _ = select.select([control, wake], [], [])
        if control in ready or os.getppid() != starter:
            return None
        os.read(wake, 4096)
        with suppress(ChildProcessError):
            while True:
                process, status = os.waitpid(-1, os.WNOHANG)
                if process == program:
                    return status
                if not process:
                    break


def main(arguments: list[str]) -> None:
    """Run the program until it ends or must end; exit with its status."""
    control, status = int(arguments[0]), int(arguments[1])
    starter = os.getppid()
    os.set_inheritable(control, False)
    os.set_inheritable(status, False)
    wake, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGUSR1):
        signal.signal(number, lambda *_: None)
    control_process(_PR_SET_CHILD_SUBREAPER, 1)
    # A second sign of the starter's end: another process may have inherited the other end of the control pipe.
    set_death_signal(signal.SIGUSR1)
    program = _run(arguments[2:], status)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # So that the pipes have their end when the program closes them.
        os.dup2(null, stream)
    ended = _watch(program, control, wake, starter)
    _end_all(program)
    if ended is None:
        os._exit(1)
    if os.WIFSIGNALED(ended):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # The core was the program's to dump.
        killer = os.WTERMSIG(ended)
        with suppress(OSError):  # The handlers of some signals cannot be changed.
            signal.signal(killer, signal.SIG_DFL)
        os.kill(os.getpid(), killer)
    os._exit(os.waitstatus_to_exitcode(ended) if os.WIFEXITED(ended) else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
