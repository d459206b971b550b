"""A program that does what it is told, right or wrong: `python fake_program.py COMMAND:ACTION;ACTION ...`.

When it reads COMMAND it does the actions of the first argument for it that it has not used up: each argument serves
once, or always if it is written COMMAND::ACTION. An action is a text to print, or one of the words below.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading


def act(action: str) -> None:
    """Do one thing."""
    word, _, argument = action.partition(" ")
    match word:
        case "@hang":
            threading.Event().wait()
        case "@hang-with-child":
            # Who reads the named pipe sees its end when both are gone.
            pipe = os.open(argument, os.O_WRONLY)
            subprocess.Popen([sys.executable, __file__, "start:@hang"], pass_fds=[pipe])
            os.write(pipe, b"x")
            act("@hang")
        case "@hang-with-daemon":
            # Its grandchild leaves the session, and its child ends, so that nothing leads from one to the other.
            pipe = os.open(argument, os.O_WRONLY)
            code = "import subprocess, sys\n"
            code += "subprocess.Popen(sys.argv[2:], start_new_session=True, pass_fds=[int(sys.argv[1])])"
            hang = [sys.executable, __file__, f"start:@report {pipe};@hang"]
            subprocess.run([sys.executable, "-c", code, str(pipe), *hang], pass_fds=[pipe], check=True)
            act("@hang")
        case "@report":
            os.write(int(argument), b"x")
        case "@append":
            with open(argument, "a", encoding="utf-8") as file:  # noqa: PTH123 - it has to start fast
                file.write("x")
        case "@flood":
            while True:
                sys.stdout.write(f"{argument or 'no end of this'}\n")
        case "@long-line":
            while True:
                sys.stdout.write("no end of this")
        case "@exit":
            sys.exit(int(argument))
        case "@kill":
            os.kill(os.getpid(), 9)
        case "@slow":
            threading.Event().wait(float(argument))
        case "@error":
            sys.stderr.write(f"{argument}\n")
        case "@prompt":
            sys.stdout.write(argument)
        case _:
            sys.stdout.write(f"{action}\n")
            sys.stdout.flush()


def main() -> None:
    """Read commands and act."""
    rules = []
    for text in sys.argv[1:]:
        command, _, actions = text.partition(":")
        rules.append((command, actions))

    def obey(command: str) -> None:
        for index, (known, actions) in enumerate(rules):
            if known == command:
                if not actions.startswith(":"):
                    del rules[index]
                for action in actions.removeprefix(":").split(";"):
                    act(action)
                return

    obey("start")
    for line in sys.stdin:
        obey(line.strip())
    obey("end")


main()
