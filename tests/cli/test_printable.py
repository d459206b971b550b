"""Nothing that taflkit prints has control characters, which a terminal would obey, in it: whatever it comes from."""

from __future__ import annotations

import ast
import json
import os
import pty
import subprocess
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taflkit.cli import main
from taflkit.cli.streams import printable
from tests.cli.running import COMMAND, process
from tests.cli.talking import PATIENCE, environment
from tests.match.folders import Folder
from tests.match.programs import fake
from tests.packages import ROOT
from tests.variant.files import SMALL

#: The beginnings of sequences that terminals obey, among what stands in any text.
CONTROLS = [*map(chr, range(32)), *map(chr, range(0x7F, 0xA0)), "\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\u0085"]
HOSTILE = st.lists(st.sampled_from(CONTROLS) | st.text(max_size=3), min_size=1, max_size=6).map("".join)
FUZZ = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def controls_in(text: str) -> set[str]:
    """The control characters of a text, ends of lines left out."""
    return {letter for letter in text if unicodedata.category(letter) in ("Cc", "Cs") and letter != "\n"}


def output(*arguments: str | Path) -> str:
    """What a command prints on both streams."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input="")
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return result.output


@given(text=st.text() | HOSTILE)
def test_a_printable_text_has_no_controls(text: str) -> None:
    """Controls are escaped, ends of lines and all other characters are kept."""
    shown = printable(text)
    assert not controls_in(shown)
    assert shown.count("\n") == text.count("\n")
    if not controls_in(text):
        assert shown == text


def test_how_controls_are_shown() -> None:
    """One can see which character it was."""
    assert printable("a\x1b[31m\x9b\tb\r\n\x85\x7f é\udcff") == "a\\x1b[31m\\x9b b\\r\n\\x85\\x7f é\\udcff"


def test_there_is_one_way_to_print() -> None:
    """No command prints by other means than those that make texts printable."""
    wrong = [
        f"{path.name}:{node.lineno}"
        for path in sorted((ROOT / "src" / "taflkit" / "cli").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if path.name != "streams.py"
        and isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("click.echo", "click.secho", "print", "sys.stdout.write", "sys.stderr.write")
    ]
    assert wrong == []


@settings(FUZZ, max_examples=4)
@given(text=HOSTILE)
def test_records(tmp_path: Path, text: str) -> None:
    """Records with control characters in their tags, moves and comments, and lists of moves."""
    contents = (
        f'[Variant "tablut"]\n[Id "{text}"]\n1. e2-a2 {{{text}}} {text} 1-0\n',
        f'[Variant "{text}"]\n1. e2-a2\n',
        f"[variant: {text}]\n[moves]\n1. {text}\n[/moves]\n",
        json.dumps({"id": text, "moves": "e2-a9", "winner": "Black"}),
        json.dumps({"id": "x", "moves": text, "type": text}),
        f'{{"id": "{text}", "moves": "e2-a9"}}',
        f"e2-a2 {text}",
    )
    files = [tmp_path / str(number) / "tablut" for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.parent.mkdir(exist_ok=True)
        file.write_text(content, "utf-8", "replace")
    for option in ("--all", "--json"):
        assert not controls_in(output("replay", *files, option))


@FUZZ
@given(text=HOSTILE)
def test_variant_files(tmp_path: Path, text: str) -> None:
    """Variant files with control characters in texts, keys and comments."""
    file = tmp_path / "small.toml"
    escaped = "".join(f"\\U{ord(letter):08x}" for letter in text if unicodedata.category(letter) != "Cs")
    for content in (
        SMALL.replace("A game for tests.", escaped),
        SMALL.replace("A game for tests.", text),
        SMALL.replace("Black", escaped),
        SMALL.replace("throne =", f'"{escaped}" ='),
        f'{SMALL}\n["{escaped}"]\n',
        f"# {text}\n{SMALL}",
    ):
        file.write_text(content, "utf-8", "replace")
        for arguments in (("show", file), ("variants", "show", file), ("variants", "check", file)):
            assert not controls_in(output(*arguments))


@FUZZ
@given(text=HOSTILE)
def test_arguments(tmp_path: Path, text: str) -> None:
    """Control characters in arguments, such as names of files, come back in errors."""
    safe = text.replace("\0", "").replace("/", "").encode("utf-8", "replace").decode()
    for arguments in (
        (f"x{safe}",),
        ("show", f"x{safe}"),
        ("show", "tablut", "--position", text),
        ("show", "tablut", "--moves", f"x{safe}"),
        ("show", "tablut", f"--x{safe}"),
        ("analyze", "tablut", "--searcher", f"x{safe}"),
        ("replay", tmp_path / f"x{safe}"),
        ("play", tmp_path / f"x{safe}"),
        ("play", "--log", tmp_path / f"x{safe}" / "y"),
        ("match", f"x{safe}", "y"),
    ):
        assert not controls_in(output(*arguments))


@FUZZ
@given(text=HOSTILE)
def test_commands(text: str) -> None:
    """Control characters in commands of `taflkit play`."""
    commands = "\n".join(f"{word}{text}" for word in ("", "e2-", "load ", "save x/y/", "variant ", "set black ", "#"))
    shown = CliRunner().invoke(main, ["play"], input=commands.encode("utf-8", "surrogatepass")).output
    assert not controls_in(shown)


HOSTILE_LINE = "\x1b[2J\x9b31m"


def test_programs(folder: Folder) -> None:
    """What programs print, on either stream, in scripts and matches."""
    program = fake(
        f"dump:===;{HOSTILE_LINE};===", f"quit:@error {HOSTILE_LINE};@exit 1", f"auto black:* {HOSTILE_LINE}"
    )
    script = folder.script("hostile", program, "dump", "quit", expected=f"===\n{HOSTILE_LINE}x\n===\n")
    shown = output("script", script, "--verbose")
    assert "\\x1b[2J" in shown
    assert not controls_in(shown)
    program = program.replace("{python}", COMMAND[0])
    shown = output("match", program, program, "--games", "2", "--move-time", "5")
    assert "\\x1b[2J" in shown
    assert not controls_in(shown)


def test_the_file_of_a_variant(tmp_path: Path) -> None:
    """`variants show --toml` gives exactly the file, but to a terminal without control characters."""
    file = tmp_path / "small.toml"
    file.write_text(f"# \x9b31m\x85\n{SMALL}", "utf-8")
    assert process("variants", "show", str(file), "--toml")[1] == file.read_bytes()
    master, slave = pty.openpty()
    command = [*COMMAND, "variants", "show", str(file), "--toml"]
    with subprocess.Popen(command, stdout=slave, env=environment(LC_ALL="C.UTF-8")) as started:
        os.close(slave)
        shown = b""
        while len(shown) < len(SMALL):
            shown += os.read(master, 65536)
        assert started.wait(PATIENCE) == 0
    os.close(master)
    text = shown.decode().replace("\r\n", "\n")
    assert text.startswith("# \\x9b31m\\x85\nname = ")
    assert not controls_in(text)


@pytest.mark.parametrize("command", [("show", "tablut", "--color", "always"), ("show", "tablut", "--color", "never")])
def test_our_own_colours_are_kept(command: tuple[str, ...]) -> None:
    """The escape sequences of coloured boards are printed if they are wanted."""
    assert (b"\x1b[" in process(*command)[1]) is ("always" in command)
