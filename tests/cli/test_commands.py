"""What all commands share: help, suggestions, pipes, interrupts, and that none ends with a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import taflkit as library
from taflkit.cli import main
from taflkit.kernel import installed
from tests.cli.running import COMMAND, process, taflkit
from tests.variant.files import SMALL, write


def _commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command, with the words that name it."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _commands(below, (*path, name))


ALL = dict(_commands(main))


@pytest.mark.parametrize("path", ALL, ids=lambda path: " ".join(path) or "taflkit")
def test_every_help_has_an_example(path: tuple[str, ...]) -> None:
    """`--help` of each command shows a whole command line to copy, which begins with that command."""
    run = taflkit(*path, "--help")
    assert run.code == 0
    assert "\\b" not in run.output
    _, found, examples = run.output.partition("Example")
    assert found
    assert any(line.strip().startswith(" ".join(("taflkit", *path))) for line in examples.splitlines())


@pytest.mark.parametrize("path", ALL, ids=lambda path: " ".join(path) or "taflkit")
def test_every_option_is_explained(path: tuple[str, ...]) -> None:
    """Each option of each command has a help text that is a sentence or more."""
    options = [option for option in ALL[path].params if isinstance(option, click.Option)]
    assert [option.name for option in options if not (option.help or "").rstrip(")").endswith(".")] == []


def test_the_version_is_printed() -> None:
    """`--version` prints the version of the library, and whether the compiled kernel is used."""
    assert taflkit("--version").lines == [f"taflkit {library.__version__} (compiled kernel: {installed()})"]


@pytest.mark.parametrize(
    ("value", "status", "said"),
    [
        ("0", 0, b"(compiled kernel: no, turned off by TAFLKIT_KERNEL=0)"),
        ("on", 2, b"Error: TAFLKIT_KERNEL is 0 (off), 1 (an error if it is missing) or not set, not 'on'"),
    ],
)
def test_the_kernel_can_be_turned_off(value: str, status: int, said: bytes) -> None:
    """`TAFLKIT_KERNEL=0` turns the compiled kernel off, and a value that means nothing is refused."""
    code, output, errors = process("--version", TAFLKIT_KERNEL=value)
    assert code == status
    assert said in output + errors


def test_short_help_is_help() -> None:
    """`-h` is `--help`."""
    assert taflkit("-h") == taflkit("--help")
    assert taflkit("perft", "-h") == taflkit("perft", "--help")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("prft",), "Error: No such command 'prft'. Did you mean 'perft'?"),
        (("variants", "chek", "x"), "Error: No such command 'chek'. Did you mean 'check'?"),
        (("zzzzzz",), "Error: No such command 'zzzzzz'."),
        (("",), "Error: No such command ''."),
    ],
)
def test_an_unknown_command_is_refused_with_the_nearest(arguments: tuple[str, ...], expected: str) -> None:
    """A command that is not there is refused, and the nearest is suggested, on every level."""
    assert taflkit(*arguments).error == expected


def test_without_a_command_there_is_help() -> None:
    """`taflkit` alone shows how it is used, whatever status click gives that."""
    assert taflkit().output == taflkit("--help").output


def test_a_plugin_that_is_broken_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warnings of the library are lines on standard error, without the place in the code."""
    monkeypatch.setattr(
        "taflkit.cli.variants._list", lambda kind: warnings.warn("left out", library.PluginWarning, stacklevel=1)
    )
    assert taflkit("variants").output == "Warning: left out\n"


def test_names_of_variants_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell completes the name of a variant after its first letters, in either case."""
    from taflkit.cli.arguments import VariantType

    context = click.Context(main)
    found = VariantType().shell_complete(context, click.Argument(["variant"]), "TAB")
    assert "tablut" in [item.value for item in found]
    assert all(item.value.startswith("tab") for item in found)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize(
    "arguments",
    [
        "variants schema",
        "perft tablut 2 --divide",
        "variants show tablut",
        "variants show tablut --toml",
        "--help",
    ],
)
def test_a_closed_pipe_is_no_error_to_speak_of(arguments: str) -> None:
    """A reader that closes the pipe after a line, or at once, gets no traceback behind its back."""
    for reader in ("head -n 1 >/dev/null", "true"):
        line = f"{' '.join(COMMAND)} {arguments} | {reader}"
        done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False, timeout=120)
        assert done.stderr == b""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize(
    ("arguments", "printed"), [("perft tablut 2", b"4,400 nodes"), ("analyze tablut --depth 1", b"best ")]
)
def test_a_closed_standard_error_is_done_without(arguments: str, printed: bytes) -> None:
    """A command that may show how far it is on standard error does its work where that is closed."""
    line = f"{' '.join(COMMAND)} {arguments} 2>&-"
    done = subprocess.run(["/bin/sh", "-c", line], stdout=subprocess.PIPE, check=False, timeout=120)
    assert done.returncode == 0
    assert printed in done.stdout


#: Runs the command line, and tells on standard output when counting begins or when the first part is counted.
TELL = """
import sys
from importlib import import_module
from taflkit.cli import main

perft = import_module("taflkit.counting")
when, *sys.argv[1:] = sys.argv[1:]
divide = perft.divide

def tell(word):
    if word == when:
        print(word, flush=True)

def telling(*arguments, on_count=None, **options):
    if on_count is None:  # It lists the moves.
        return divide(*arguments, **options)
    tell("starting")
    return divide(*arguments, on_count=lambda *part: (tell("running"), on_count(*part)), **options)

perft.divide = telling
if __name__ == "__main__":
    main()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups of this kind")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("when", ["starting", "running"])
def test_an_interrupt_ends_a_long_count(tmp_path: Path, jobs: str, when: str) -> None:
    """Ctrl-C, which reaches every process of a command, ends it, with the status that shells know and no traceback."""
    script = tmp_path / "tell.py"
    script.write_text(TELL, "utf-8")
    command = [sys.executable, str(script), when, "perft", "brandubh", "9", "--bulk", "--jobs", jobs]
    with subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        assert started.stdout is not None
        told = started.stdout.readline()
        os.killpg(started.pid, signal.SIGINT)
        _, errors = started.communicate(timeout=120)
    assert told.strip() == when.encode()
    assert started.returncode == 130
    assert errors.split() == [b"Aborted!"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_progress_is_shown_on_a_terminal() -> None:
    """On a terminal a bar shows how far a count has come; standard output holds the count alone."""
    terminal, errors = os.openpty()
    command = [*COMMAND, "perft", "brandubh", "3", "--divide"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=errors, check=True, timeout=120)
    os.close(errors)
    shown = os.read(terminal, 100_000)
    os.close(terminal)
    assert b"100%" in shown
    assert done.stdout.splitlines()[-1] == b"total: 39512"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere arguments may have to be UTF-8")
@pytest.mark.parametrize(
    "arguments",
    [
        (b"\xff",),
        (b"show", b"\xff"),
        (b"show", b"tablut", b"--moves", b"\xff"),
        (b"show", b"tablut", b"--position", b"\xff/\xff \xff"),
        (b"perft", b"tablut", b"\xff"),
        (b"perft", b"tablut", b"1", b"--compare", b"\xff"),
        (b"perft", b"--check", b"\xff"),
        (b"variants", b"check", b"\xff"),
        (b"variants", b"check", b"\xff.toml"),
        (b"variants", b"show", b"\xff\n\xff"),
    ],
)
def test_arguments_that_are_not_utf8_are_refused(arguments: tuple[bytes, ...], tmp_path: Path) -> None:
    """Any bytes may come as arguments, in any locale, and are refused in a sentence."""
    for locale in ("C", "C.UTF-8"):
        code, output, errors = process(*arguments, cwd=tmp_path, LC_ALL=locale)
        assert code in (1, 2)
        assert output == b""
        assert errors


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files may have to be UTF-8")
def test_a_file_whose_name_is_not_utf8_is_checked(tmp_path: Path) -> None:
    """The name of a good file is printed as well as can be."""
    directory = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    directory.mkdir()
    path = write(directory, SMALL)
    code, output, _ = process("variants", "check", os.fsencode(path))
    assert code == 0
    assert output.endswith(b"small.toml: good, 2 examples hold\n")
