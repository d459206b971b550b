"""Imports go one way through the library, and no module knows a variant's name."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module

import attrs
import pytest

import taflkit
from taflkit.plugins import OWN
from taflkit.rules.registry import BUILT_IN
from tests.packages import ROOT, run

SOURCE = ROOT / "src" / "taflkit"

#: The rooms of the library from the bottom to the top. A room may import itself and the rooms on lower floors.
FLOORS = (
    ("errors", "startup", "tables"),
    ("plugins", "files", "pictures", "processes", "tasks"),
    ("board",),
    ("rules",),
    ("evaluation",),
    ("kernel",),
    ("variant",),
    ("game",),
    ("games",),
    ("random_games", "counting", "search", "render"),
    ("records",),
    ("conformance", "rl"),
    ("__init__", "testing"),
    ("shell",),
    ("engines",),
    ("players",),
    ("match",),
    ("web",),
    ("cli",),
    ("__main__",),
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

#: What may be imported against the way, and why it does no harm.
EXCEPTIONS = {
    ("errors", "board"): "for type checkers alone: errors say of which type the facts are that they carry",
    ("errors", "game"): "for type checkers alone, as above",
    ("board", "render"): "a notebook asks a position for its picture; nothing is imported before it does",
    ("game", "render"): "a notebook asks a game for its picture, as above",
    ("games", "render"): "as above",
    ("variant", "render"): "a notebook asks a variant for its picture, as above",
    ("games", "search"): "tafl as a kind of game says what searchers know of it; nothing is imported before they ask",
    (
        "games",
        "records",
    ): "tafl as a kind of game names the way in which its records are replayed",
    ("__init__", "shell"): "for type checkers alone: `taflkit.shell` is imported when it is first used",
    ("__init__", "match"): "for type checkers alone, as above",
    ("__init__", "players"): "for type checkers alone, as above",
    ("__init__", "engines"): "for type checkers alone, as above",
    ("__init__", "testing"): "for type checkers alone, as above",
}


#: Where a module names a variant all the same, and why.
NAMED = {
    ("cli/arguments.py", "tablut"): "the command language says which game `taflkit play` plays if none is named",
    ("cli/htp.py", "copenhagen"): "what the programs play whose protocol this is",
    ("records/contestlogs.py", "ashton-tablut-bologna"): "the logs are of a contest that plays this variant",
    ("engines/uciserver.py", "ataxx-uai"): "UAI is the protocol of the Ataxx programs, which play that limit",
    ("search/tafl/bench.py", "tablut"): "a benchmark searches fixed positions",
    ("search/tafl/bench.py", "brandubh"): "as above",
    ("search/tafl/bench.py", "copenhagen"): "as above",
    ("search/tafl/bench.py", "berserk"): "as above",
}


@attrs.frozen
class Import:
    """An import of one room of the library by another."""

    module: str
    line: int
    room: str
    imported: str
    name: str

    def __str__(self) -> str:
        """Say where it is."""
        return f"{self.module}:{self.line}: {self.room} imports {self.imported}"


@cache
def _modules() -> tuple[tuple[str, ast.Module], ...]:
    """The modules of the library with their syntax trees, which are parsed once for all tests."""
    paths = sorted(SOURCE.rglob("*.py"))
    return tuple((str(path.relative_to(SOURCE)), ast.parse(path.read_text("utf-8"))) for path in paths)


def _room(dotted: str) -> str:
    """The room that `taflkit.room.module` names; taflkit itself is the package's `__init__`."""
    _, _, below = dotted.partition(".")
    return below.split(".")[0] or "__init__"


@cache
def _imports() -> tuple[Import, ...]:
    """Every import of the library's own modules, wherever in a module it stands."""
    return tuple(_find_imports())


def _find_imports() -> Iterator[Import]:
    for module, tree in _modules():
        room = module.split("/")[0].removesuffix(".py")
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert not node.level, f"{module}:{node.lineno}: imports are absolute"
                names = [node.module or ""]
                if node.module == "taflkit":
                    # `from taflkit import game` is an import of that room, `from taflkit import Game` is not.
                    names = [f"taflkit.{alias.name}" if alias.name in FLOOR else "taflkit" for alias in node.names]
                elif node.module == "taflkit.kernel":
                    names = [f"taflkit.kernel.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                if name.split(".")[0] == "taflkit":
                    yield Import(module, node.lineno, room, _room(name), name)


def test_every_module_is_in_a_known_room() -> None:
    """Each module and package of the library has its place on one of the floors."""
    rooms = {module.split("/")[0].removesuffix(".py") for module, _ in _modules()}
    assert rooms <= FLOOR.keys()


def test_imports_go_one_way() -> None:
    """A room imports lower rooms only, in functions too, but for what is listed with a reason."""
    wrong = [
        str(found)
        for found in _imports()
        if found.imported != found.room
        and FLOOR[found.imported] >= FLOOR[found.room]
        and (found.room, found.imported) not in EXCEPTIONS
    ]
    assert wrong == []


def test_searchers_know_no_tafl() -> None:
    """Only `search/tafl` imports rooms that know tafl; the bounds of the kernel are those of all searches."""
    tafl = {"board", "rules", "evaluation", "kernel", "variant", "game"}
    knowing = {
        found.module
        for found in _imports()
        if found.room == "search" and found.imported in tafl and found.name != "taflkit.kernel.limits"
    }
    assert {module for module in knowing if not module.startswith("search/tafl/")} == set()


def test_only_the_kernel_room_imports_the_extension() -> None:
    """Whoever wants something of the compiled kernel asks `taflkit.kernel`, in functions and for type checkers too."""
    assert {found.room for found in _imports() if found.name.startswith("taflkit.kernel._native")} == {"kernel"}


def test_every_exception_is_needed() -> None:
    """What is listed as an exception is imported somewhere."""
    assert EXCEPTIONS.keys() <= {(found.room, found.imported) for found in _imports()}


def test_the_lowest_room_imports_no_other() -> None:
    """At run time the errors stand alone: what they import is for type checkers."""
    code = "import sys, importlib.util as u\nspec = u.spec_from_file_location('errors', sys.argv[1])\n"
    code += "spec.loader.exec_module(u.module_from_spec(spec))\nprint([n for n in sys.modules if 'taflkit.' in n])"
    assert run(sys.executable, "-I", "-S", "-c", code, SOURCE / "errors.py").stdout == "[]\n"


def _variant_words() -> set[str]:
    """The names of the variants that come with taflkit, as one would write them in code.

    A variant that is called as the rule that makes it what it is, or as its kind of game, leaves that word to them.
    """
    names = {path.stem for path in (ROOT / "variants").glob("*.toml")} - BUILT_IN.keys() - OWN["taflkit.games"].keys()
    return names | {name.replace("-", " ") for name in names}


def _docstrings(tree: ast.Module) -> set[int]:
    """The nodes that are documentation: texts that stand alone."""
    return {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def _texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every text and every name of a module, documentation left out, with its line."""
    documentation = _docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name | ast.Attribute | ast.FunctionDef | ast.ClassDef | ast.arg | ast.keyword):
            name = getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "name", None)
            yield getattr(node, "lineno", 0), str(name or getattr(node, "arg", "")).replace("_", " ")


def test_no_module_knows_the_name_of_a_variant() -> None:
    """Outside documentation no text and no name speaks of a variant, but for what is shown as an example."""
    words = re.compile(rf"\b({'|'.join(map(re.escape, sorted(_variant_words())))})\b", re.IGNORECASE)
    example = re.compile(r"taflkit [a-z]+( [a-z]+)? |such as |for example")
    known = [
        f"{module}:{line}: {text!r}"
        for module, tree in _modules()
        for line, text in _texts(tree)
        if words.search(text) and not example.search(text) and (module, text) not in NAMED
    ]
    assert known == []


def test_the_search_for_names_finds_them() -> None:
    """A variant's name is found in a text, in the name of a function and in that of a class."""
    tree = ast.parse('def f(x):\n    """tablut"""\n    return x == "tablut"\nclass Tablut: ...\ndef is_tablut(): ...\n')
    words = _variant_words()
    assert {"tablut"} <= words
    assert [text.lower() for _, text in _texts(tree) if "tablut" in text.lower()] == ["tablut", "is tablut", "tablut"]


def test_importing_the_package_imports_little() -> None:
    """`import taflkit` imports none of its rooms; each is imported when one of its names is used."""
    code = "import sys, taflkit\nprint(*(name for name in sys.modules if name.startswith('taflkit.')))"
    assert set(run(sys.executable, "-c", code).stdout.split()) == {"taflkit.startup"}


def test_everything_exported_is_there() -> None:
    """What the package exports and lists is there when it is asked for; nothing else is."""
    code = "import taflkit as p\nfor name in {*p.__all__, *dir(p)}: getattr(p, name)\n"
    code += "try: p.nothing\nexcept AttributeError as error: print(error)"
    assert run(sys.executable, "-c", code).stdout == "module 'taflkit' has no attribute 'nothing'\n"


@pytest.mark.parametrize("room", sorted(FLOOR.keys() - {"__init__", "__main__"}))
def test_no_name_of_the_package_hides_a_module(room: str) -> None:
    """After a module has been imported, the attribute of its name is the module."""
    module = import_module(f"taflkit.{room}")
    assert getattr(taflkit, room) is module


@pytest.mark.parametrize(
    "module", ["toml", "files", "extends", "convert", "description", "kinds", "problems", "searchpath"]
)
def test_reading_variant_files_knows_no_kind_of_game(module: str) -> None:
    """What finds, reads, merges and converts files imports no rules, no board, and not the schema of tafl."""
    tree = ast.parse((SOURCE / "variant" / f"{module}.py").read_text("utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    own = {name for name in imported if name.split(".")[0] == "taflkit"}
    assert own <= {
        "taflkit.errors",
        "taflkit.plugins",
        "taflkit.variant.description",
        "taflkit.variant.extends",
        "taflkit.variant.files",
        "taflkit.variant.problems",
        "taflkit.variant.toml",
    }
