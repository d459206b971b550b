"""The table of golden cases, and the transcript that each of them makes.

A case is a list of commands, run one after the other in a directory of its own that holds the files of the case's
folder; what they print on standard output, and their exit statuses, are its golden file. Only the command line and the
names of the top-level package are used here, so that modules can be renamed without a change of this folder. The counts
of every variant have tables of their own, `tests/perft/family.toml` and `tests/perft/sisters.toml`.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path

import attrs
from click.testing import CliRunner

from taflkit.cli import main

FOLDER = Path(__file__).parent
#: What differs from one run to the next: how long a search took.
TIMES = re.compile(r"\b(nps|time) \d+")

#: The word that begins the last line of an engine's answer to a command.
AWAITED = {"uci": "uciok", "isready": "readyok", "go": "bestmove", "stop": "bestmove"}


class Runs(Enum):
    """Where a case is run: automated players of tafl move in another way with the kernel, the rest is the same."""

    ANYWHERE = "anywhere"
    KERNEL = "where there is a compiled kernel"
    PYTHON = "with the kernel turned off"


@attrs.frozen
class Case:
    """A few commands whose output is frozen."""

    name: str
    """The folder and the golden file without its suffix."""
    commands: tuple[str, ...]
    """What is run, as a shell would read it: `taflkit`, `python`, `cat` and `sha256sum`, with `< FILE` at the end."""
    runs: Runs = Runs.ANYWHERE
    slow: bool = False

    @property
    def golden(self) -> Path:
        """The file that holds the transcript."""
        return FOLDER / f"{self.name}.out"


def _case(name: str, *commands: str, runs: Runs = Runs.ANYWHERE, slow: bool = False) -> Case:
    return Case(name, commands, runs, slow)


def _play(name: str, options: str, runs: Runs = Runs.ANYWHERE, commands: str = "") -> Case:
    """A session that is fed the file of commands of its own name, or another."""
    return Case(f"play/{name}", (f"taflkit play {options} < {commands or name}.in",), runs)


CASES: tuple[Case, ...] = (
    # The number of nodes of fixed searches.
    _case("bench/kernel", "taflkit bench", runs=Runs.KERNEL),
    _case("bench/python", "taflkit bench", runs=Runs.PYTHON, slow=True),
    # Sessions without a search.
    _play("tablut-manual", "tablut"),
    _play("tablut-legend", "tablut --legend --board", commands="tablut-manual"),
    _play("tablut-limits", "--variant tablut"),
    _play("tablut-set", "tablut --manual white"),
    _play("strict", "tablut --strict"),
    _play("words", "tablut"),
    _play("brandubh-manual", "brandubh"),
    _play("copenhagen-manual", "--variant copenhagen"),
    _play("berserk-manual", "berserk"),
    _play("ataxx-manual", "ataxx"),
    _play("ataxx-strict", "ataxx --strict", commands="ataxx-manual"),
    _play("qirkat-manual", "--variant qirkat --legend"),
    _play("sisters", "tablut"),
    _case(
        "play/save",
        "taflkit play tablut --log log.txt < save.in",
        "cat game.tafl",
        "cat game.txt",
        "cat resigned.tafl",
        "cat log.txt",
        "taflkit play log.txt --force",
        "taflkit play game.tafl --ply 1 --manual white --board < strict.in",
        "taflkit play resigned.tafl < strict.in",
        "taflkit play missing.tafl < strict.in",
        "taflkit play nothing < strict.in",
        "taflkit play tablut --level 11 < strict.in",
    ),
    # Automated players that do not search.
    _play("tablut-random", "tablut --searcher random", Runs.KERNEL, "auto-both"),
    _play("copenhagen-random", "copenhagen --searcher random --seed 8 --legend", Runs.KERNEL, "auto-both"),
    _play("berserk-random", "berserk --searcher random", Runs.KERNEL, "auto-both"),
    _play("brandubh-random-python", "brandubh --searcher random", Runs.PYTHON, "auto-both"),
    _play("ataxx-random", "ataxx --searcher random", commands="ataxx-auto"),
    _play("qirkat-random", "qirkat --searcher random", commands="qirkat-auto"),
    # Automated players that do.
    _play("brandubh-level-1", "brandubh --level 1", Runs.KERNEL, "auto-both"),
    _play("brandubh-level-3", "brandubh --level 3", Runs.KERNEL, "auto-both"),
    _play("brandubh-levels", "brandubh", Runs.KERNEL),
    _play("brandubh-level-10", "brandubh", Runs.KERNEL, "level-10-brandubh"),
    _play("brandubh-no-book", "brandubh --no-book --nodes 5000", Runs.KERNEL, "level-10-brandubh"),
    _play("brandubh-nodes", "brandubh --searcher alphabeta --nodes 2000", Runs.KERNEL, "auto-both"),
    _play("brandubh-depth", "brandubh --searcher classic --depth 3", Runs.KERNEL, "auto-both"),
    _play("brandubh-montecarlo", "brandubh --searcher montecarlo --nodes 300", Runs.KERNEL, "level-10-brandubh"),
    _play("brandubh-winfinder", "brandubh --searcher winfinder --nodes 2000", Runs.KERNEL, "level-10-brandubh"),
    _play("tablut-level-1", "tablut --level 1", Runs.KERNEL, "auto-both"),
    _play("tablut-levels", "tablut", Runs.KERNEL),
    _play("tablut-level-10", "tablut", Runs.KERNEL, "level-10-tablut"),
    _play("berserk-level-3", "berserk --level 3", Runs.KERNEL, "auto-both"),
    _play("ataxx-level-1", "ataxx --level 1", commands="ataxx-auto"),
    _play("ataxx-level-3", "ataxx --level 3", commands="ataxx-one"),
    _play("ataxx-level-10", "ataxx --nodes 300", commands="ataxx-one"),
    _play("qirkat-level-1", "qirkat --level 1", commands="qirkat-auto"),
    _play("qirkat-level-3", "qirkat --level 3", commands="qirkat-one"),
    _play("qirkat-level-10", "qirkat --nodes 300", commands="qirkat-one"),
    _play("brandubh-python", "brandubh --level 3", Runs.PYTHON, "auto-both"),
    _play("tablut-python", "tablut --searcher alphabeta --nodes 200", Runs.PYTHON, "level-10-tablut"),
    # Test scripts, each of which starts programs.
    _case("script/captures", "taflkit script captures.in"),
    _case("script/wrong", "taflkit script wrong.in"),
    _case("script/ataxx", "taflkit script ataxx.in"),
    _case("script/two", "taflkit script two-1.in two-2.in --quiet", "taflkit script two-1.in two-2.in"),
    # Engines.
    _case("uci/brandubh", "taflkit uci --variant brandubh < brandubh.in", runs=Runs.KERNEL),
    _case("uci/variants", "taflkit uci < variants.in", runs=Runs.KERNEL),
    _case("uci/ataxx", "taflkit uci --variant ataxx < ataxx.in"),
    _case("uci/client", "taflkit play brandubh --engine '{python} engine.py' --strict < client.in", "cat engine.log"),
    # Records in every format.
    _case(
        "records/brandubh",
        "taflkit convert brandubh.tafl -",
        "taflkit convert brandubh.tafl - --to opentafl",
        "taflkit convert brandubh.tafl - --to opentafl --lossy",
        "taflkit convert brandubh.tafl - --to json-lines",
        "taflkit convert brandubh.tafl - --to json-lines --lossy",
        "taflkit convert brandubh.tafl - --to move-list --lossy",
        "taflkit convert brandubh.tafl - --to moves --lossy",
        "taflkit convert brandubh.tafl x.otg --lossy",
        "taflkit convert x.otg -",
        "taflkit replay brandubh.tafl x.otg",
        "taflkit replay brandubh.tafl --json",
        "taflkit explore brandubh.tafl",
    ),
    _case(
        "records/fetlar",
        "taflkit convert fetlar.tafl -",
        "taflkit convert fetlar.tafl - --game 1 --to opentafl --lossy",
        "taflkit convert fetlar.tafl - --to json-lines --lossy",
        "taflkit convert fetlar.tafl - --game 2 --to moves --lossy",
        "taflkit replay fetlar.tafl",
    ),
    _case(
        "records/berserk",
        "taflkit convert 003-berserk-hnefatafl-11x11.jsonl -",
        "taflkit convert 003-berserk-hnefatafl-11x11.jsonl - --to move-list --lossy",
        "taflkit replay 003-berserk-hnefatafl-11x11.jsonl",
        "taflkit replay 003-berserk-hnefatafl-11x11.jsonl --variant berserk",
    ),
    _case(
        "records/sisters",
        "taflkit convert sisters.tafl -",
        "taflkit convert sisters.tafl - --to json-lines --lossy",
        "taflkit convert sisters.tafl - --to move-list --lossy",
        "taflkit replay sisters.tafl",
    ),
    _case(
        "records/own",
        "taflkit convert own.otg -",
        "taflkit convert own.otg - --to opentafl",
        "taflkit convert own.otg - --to json-lines --lossy",
    ),
    _case(
        "records/review",
        "taflkit review reviewed.tafl --depth 3 --output judged.tafl",
        "cat judged.tafl",
        runs=Runs.KERNEL,
    ),
    # Positions.
    _case("positions/formats", "python formats.py"),
    # Pictures.
    _case(
        "pictures/text",
        'taflkit show tablut --moves "i6-g d5-7 i4-g"',
        "taflkit show brandubh --flip",
        'taflkit show brandubh --unicode --highlight "d4 a1"',
        "taflkit show brandubh --color always --unicode",
        "taflkit show copenhagen",
        "taflkit show berserk --moves 'd11-d10 e7-c7 a8-c8 c7-c9'",
        "taflkit show alea-evangelii-murray",
        'taflkit show brandubh --position "7/7/7/K5A/7/7/7 defenders"',
        'taflkit show brandubh --position "7/7/7/K5A/7/7/7 defenders" --moves a4-7',
        "taflkit show ataxx --moves g1-f2",
        "taflkit show qirkat --moves 'c2-c3 c4-c2'",
        "taflkit show qirkat --moves c2-c4",
    ),
    _case("pictures/brandubh", "taflkit show brandubh --svg -"),
    _case("pictures/qirkat", "taflkit show qirkat --svg - --size 200 --theme dark --arrows c2-c3"),
    _case(
        "pictures/digests",
        "taflkit show tablut --moves 'i4-h d5-7 d1-5' --svg tablut.svg",
        "sha256sum tablut.svg",
        "taflkit show tablut --moves 'i4-h d5-7 d1-5' --arrows e3-a3 --highlight a3 --theme light --svg plan.svg",
        "sha256sum plan.svg",
        "taflkit show copenhagen --flip --size 700 --svg copenhagen.svg",
        "sha256sum copenhagen.svg",
        "taflkit show berserk --theme dark --svg berserk.svg",
        "sha256sum berserk.svg",
        "taflkit show alea-evangelii-murray --svg alea.svg",
        "sha256sum alea.svg",
        "taflkit show ataxx --moves g1-f2 --svg ataxx.svg",
        "sha256sum ataxx.svg",
        "taflkit show qirkat --moves 'c2-c3 c4-c2' --flip --svg qirkat.svg",
        "sha256sum qirkat.svg",
    ),
)


def transcript(case: Case) -> str:
    """Run a case, and return what its golden file should hold."""
    with tempfile.TemporaryDirectory() as place:
        for path in case.golden.parent.iterdir():
            if path.is_file() and path.suffix != ".out":
                shutil.copy(path, place)
        with contextlib.chdir(place):
            return "".join(f"$ {command}\n{_run(command, case.runs)}" for command in case.commands)


def _run(command: str, runs: Runs) -> str:
    """What a command prints on standard output, and its exit status."""
    words = shlex.split(command.replace("{python}", sys.executable))
    program, *arguments = words
    typed = ""
    if "<" in arguments:
        *arguments, _, file = arguments
        typed = Path(file).read_text(encoding="utf-8")
    match program, arguments:
        case "cat", [file]:
            output, status = Path(file).read_text(encoding="utf-8"), 0
        case "sha256sum", [file]:
            output, status = hashlib.sha256(Path(file).read_bytes()).hexdigest(), 0
        case "python", [file]:
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                runpy.run_path(file, run_name="__main__")
            output, status = printed.getvalue(), 0
        case "taflkit", ["uci", *_]:
            output, status = _talk(arguments, typed.splitlines())
        case "taflkit", _ if runs is Runs.PYTHON:
            output, status = _in_python(arguments, typed)
        case "taflkit", _:
            result = CliRunner().invoke(main, arguments, input=typed, prog_name="taflkit")
            assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
            output, status = result.stdout, result.exit_code
        case _:
            raise ValueError(f"golden cases do not know the command {command!r}")
    if arguments[:1] == ["bench"]:
        output = "".join(line for line in output.splitlines(keepends=True) if line.startswith("signature "))
    if output and not output.endswith("\n"):
        output += "\n"
    return f"{output}[exit status {status}]\n"


def _environment(**changes: str) -> Mapping[str, str]:
    """The environment of a process: that of this one, without the settings of whoever runs the tests."""
    kept = {name: value for name, value in os.environ.items() if name == "TAFLKIT_KERNEL" or "TAFLKIT" not in name}
    return {**kept, **changes}


def _in_python(arguments: list[str], typed: str) -> tuple[str, int]:
    """Run a command in a process of its own, with the kernel turned off."""
    done = subprocess.run(
        [sys.executable, "-m", "taflkit", *arguments],
        env=_environment(TAFLKIT_KERNEL="0"),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    return done.stdout, done.returncode


def _talk(arguments: list[str], lines: list[str]) -> tuple[str, int]:
    """Talk to an engine line by line; before the next line is sent, a search has given its move.

    Its lines are marked as sent or received. An endless search is not waited for; its reports and the
    answer that it expects are left out, since they depend on how deep it came.
    """
    spoken: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-m", "taflkit", *arguments],
        env=_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        watchdog = threading.Timer(60, engine.kill)
        watchdog.start()
        endless = False
        for line in lines:
            engine.stdin.write(f"{line}\n")
            engine.stdin.flush()
            spoken.append(f"> {line}")
            word, infinite = line.partition(" ")[0], line.startswith("go infinite")
            if word in AWAITED and not infinite and (word != "stop" or endless):
                spoken += _received(engine.stdout, AWAITED[word], endless=endless)
            endless = infinite or (endless and word != "stop")
        engine.stdin.close()
        spoken += [f"< {line.rstrip()}" for line in engine.stdout]
        status = engine.wait()
        watchdog.cancel()
    return "\n".join(spoken), status


def _received(stream: Iterable[str], last: str, *, endless: bool) -> list[str]:
    """The lines of an engine up to one that begins with a word."""
    found: list[str] = []
    for line in stream:
        if not endless:
            found.append("< " + TIMES.sub(r"\1 ...", line.rstrip()))
        elif not line.startswith("info depth"):
            found.append("< " + line.partition(" ponder ")[0].rstrip())
        if line.startswith(last):
            return found
    raise AssertionError(f"the engine ended without {last}: {found}")
