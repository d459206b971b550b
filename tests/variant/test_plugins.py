"""Plug-ins: a sample package that is installed and used, and whatever can be wrong with others."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from taflkit import PluginWarning, TaflError, plugins, variant_names
from taflkit.cli.signals import Terminated
from taflkit.rules import registry
from taflkit.variant import searchpath
from tests.packages import ROOT, copy_tree, made_once, pip, run

GROUP = "taflkit.rules"
NO_PACKAGE = "taflkit_sample.nowhere must be a package that holds variant files"


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory into which the sample plug-in is installed."""

    def install(directory: Path) -> None:
        source = copy_tree(ROOT / "tests" / "plugin_sample", tmp_path_factory.mktemp("source") / "plugin_sample")
        pip("install", "--no-build-isolation", "--no-deps", "--target", directory, source)

    return made_once(tmp_path_factory, "plugin", install)


@pytest.fixture
def taflkit(sample: Path, tmp_path: Path) -> Callable[..., tuple[str, str]]:
    """Runs the command line where the sample plug-in is installed; gives what it prints, and its warnings."""

    def command(*arguments: str) -> tuple[str, str]:
        done = run(sys.executable, "-m", "taflkit", *arguments, cwd=tmp_path, PYTHONPATH=str(sample))
        return done.stdout, done.stderr

    return command


@pytest.fixture
def python(sample: Path, tmp_path: Path) -> Callable[[str], str]:
    """Runs Python code where the sample plug-in is installed, and gives what it prints."""
    return lambda code: run(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(sample)).stdout


@pytest.mark.slow
def test_variants_of_a_plugin_are_listed(taflkit: Callable[..., tuple[str, str]]) -> None:
    """`taflkit variants` lists a plug-in's variant among the others, and warns of what is broken, by distribution."""
    listed, warned = taflkit("variants")
    names = [line.split()[0] for line in listed.splitlines()]
    assert "stepping" in names
    assert {path.stem for path in (ROOT / "variants").glob("*.toml")} <= set(names)
    of_sample = "of taflkit-sample 1.2.3 is left out: "
    assert warned.splitlines() == [
        f"Warning: the plug-in 'broken-variants' (taflkit.variants) {of_sample}{NO_PACKAGE}",
        f"Warning: the plug-in 'broken-rule' (taflkit.rules) {of_sample}RuntimeError: broken on purpose",
    ]


@pytest.mark.slow
def test_a_variant_of_a_plugin_is_explained(taflkit: Callable[..., tuple[str, str]]) -> None:
    """`taflkit variants show` says the sentence of a plug-in's rule."""
    shown, _ = taflkit("variants", "show", "stepping")
    assert "- Every piece may move one square along a row or column." in shown.splitlines()


@pytest.mark.slow
def test_a_variant_of_a_plugin_is_checked(taflkit: Callable[..., tuple[str, str]]) -> None:
    """`taflkit variants check` runs the examples of a plug-in's variant."""
    checked, _ = taflkit("variants", "check", "stepping")
    assert checked == "stepping: good, 2 examples hold\n"


@pytest.mark.slow
def test_a_rule_of_a_plugin_is_in_the_schema(taflkit: Callable[..., tuple[str, str]]) -> None:
    """The JSON Schema knows a plug-in's rule."""
    schema, _ = taflkit("variants", "schema")
    assert '"rule-step"' in schema


@pytest.mark.slow
def test_a_variant_of_a_plugin_is_played(taflkit: Callable[..., tuple[str, str]], tmp_path: Path) -> None:
    """A plug-in's rule decides which moves are legal, in the library, on the command line and in other processes."""
    shown, _ = taflkit("show", "stepping", "--moves", "c1-b c2-d")
    assert "last move c2-d2" in shown
    alone, _ = taflkit("perft", "stepping", "3", "--divide")
    shared, _ = taflkit("perft", "stepping", "3", "--divide", "--jobs", "2")
    assert alone == shared
    assert alone.splitlines()[-1].startswith("total: ")
    own = 'name = "own"\nextends = "stepping"\n[rules.movement]\nking = { rule = "slide", pieces = "king" }\n'
    (tmp_path / "own.toml").write_text(own, "utf-8")
    assert taflkit("variants", "check", "own.toml")[0] == "own.toml: good, but no examples\n"


@pytest.mark.slow
def test_naming_a_built_in_variant_imports_no_plugin(python: Callable[[str], str]) -> None:
    """Plug-ins are imported when a file names a rule that is not built in, and not before."""
    code = """
import sys, taflkit
def imported():
    print([name for name in sys.modules if name.startswith("taflkit_sample")])
for name in %r:
    taflkit.start(name)
imported()
taflkit.variant_names()
imported()
import warnings
warnings.simplefilter("ignore")
taflkit.start("stepping")
imported()
"""
    names = variant_names("tafl")
    first, second, third = python(code % [*names]).splitlines()
    assert first == second == "[]"
    assert third == "['taflkit_sample', 'taflkit_sample.rules']"


@pytest.mark.slow
def test_the_rules_of_a_plugin_keep_the_laws(python: Callable[[str], str]) -> None:
    """The conformance check for authors of plug-ins runs on the sample's variant."""
    code = """
import warnings
warnings.simplefilter("ignore")
import taflkit
from taflkit.testing import check_rules
check_rules(taflkit.load_variant("stepping"))
print("conforms")
"""
    assert python(code) == "conforms\n"


class _Point(SimpleNamespace):
    """An entry point as `importlib.metadata` gives it, with a distribution."""

    def __init__(self, name: str, load: Callable[[], object], value: str = "somewhere", attr: str = "") -> None:
        dist = SimpleNamespace(name="some-plugin", version="7")
        super().__init__(name=name, load=load, group=GROUP, dist=dist, value=value, module=value, attr=attr)


@attrs.frozen
class _Rule:
    """A rule of a plug-in."""

    def stuck(self, side: object) -> object:
        """Answers the question of no moves."""
        return None


@attrs.define(slots=False)
class _FieldRule:
    """A rule that answers with its fields."""

    forbids_moves: bool
    repeated: Any
    forbids: Any


def _raise(error: BaseException) -> object:
    raise error


class _UnprintableError(Exception):
    """An exception that cannot be printed."""

    def __str__(self) -> str:
        raise ValueError


def _load(monkeypatch: pytest.MonkeyPatch, *points: _Point) -> dict[str, type]:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    return plugins.load_plugins(GROUP, registry._load_plugin, taken={"slide"})


@pytest.mark.parametrize(
    ("load", "trouble"),
    [
        (lambda: _raise(ImportError("no module named x")), "ImportError: no module named x"),
        (lambda: _raise(SystemExit(3)), "SystemExit: 3"),
        (lambda: _raise(KeyError()), "KeyError"),
        (lambda: _raise(_UnprintableError()), "_UnprintableError"),
        (lambda: _raise(ValueError("a\nb" * 1000)), "ValueError: a ba ba"),
        (lambda: "no class", "a rule must be an attrs class, so that a variant file can fill in its fields"),
        (lambda: object, "a rule must be an attrs class"),
        (_Rule, "a rule must be an attrs class"),
        (lambda: _Point, "a rule must be an attrs class"),
        (lambda: attrs.make_class("Mute", ["x"]), "Mute answers none of the questions movement, access, "),
    ],
)
def test_a_broken_plugin_is_left_out_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, load: Callable[[], object], trouble: str
) -> None:
    """Whatever a plug-in raises or is, the others are loaded, and the warning names its distribution."""
    with pytest.warns(PluginWarning) as warned:
        found = _load(monkeypatch, _Point("bad", load), _Point("good", lambda: _Rule))
    assert found == {"good": _Rule}
    (message,) = [str(warning.message) for warning in warned]
    assert message.startswith(f"the plug-in 'bad' (taflkit.rules) of some-plugin 7 is left out: {trouble}")
    assert len(message) < 500


@pytest.mark.parametrize("error", [MemoryError(), KeyboardInterrupt(), Terminated(143)])
def test_a_plugin_is_not_blamed_for_what_is_not_its_fault(
    monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """Running out of memory, or a signal, while a plug-in is loaded is not a broken plug-in."""
    with pytest.raises(type(error)):
        _load(monkeypatch, _Point("innocent", lambda: _raise(error)))


@pytest.mark.parametrize("name", ["slide", "good"])
def test_a_plugin_whose_name_is_taken_is_left_out(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A plug-in can neither replace a rule of taflkit nor one of another plug-in."""
    with pytest.warns(PluginWarning, match=rf"the plug-in '{name}' .* of some-plugin 7 is left out: .* name"):
        found = _load(monkeypatch, _Point("good", lambda: _Rule), _Point(name, lambda: _raise(AssertionError())))
    assert found == {"good": _Rule}


def test_a_rule_may_answer_with_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    """A member of a protocol may be a field of a class without slots."""
    assert _load(monkeypatch, _Point("fields", lambda: _FieldRule)) == {"fields": _FieldRule}


def _distribution(directory: Path, name: str, entry_points: str, metadata: str | None = None) -> None:
    """Write what tells Python of an installed distribution."""
    info = directory / f"{name}-1.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(entry_points, "utf-8")
    if metadata is not None:
        (info / "METADATA").write_text(metadata, "utf-8")


def test_a_distribution_with_broken_metadata_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entry points that cannot be read, of whatever distribution, take no other plug-in away."""
    _distribution(tmp_path, "good", f"[{GROUP}]\ngood = somewhere:Rule\n", "Name: good\nVersion: 1\n")
    _distribution(tmp_path, "broken", f"[{GROUP}]\nthere is no equals sign\n", "Name: broken\nVersion: 1\n")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    with pytest.warns(PluginWarning, match="the entry points of broken 1 cannot be read: "):
        found = plugins.load_plugins(GROUP, lambda point: point.value)
    assert found["good"] == "somewhere:Rule"


#: Prints the names of the plug-ins of a group.
FIND = """
from taflkit import plugins
print(*plugins.load_plugins("taflkit.rules", lambda point: point.value))
"""
#: Installs a finder of distributions that are not on the search path.
FINDER = """
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        return None
    def find_distributions(self, context):
        from importlib.metadata import PathDistribution
        from pathlib import Path
        return [PathDistribution(Path(sys.argv[1]))] if context.name in (None, "mine") else []
sys.meta_path.append(Finder())
"""
MINE = "[taflkit.rules]\nmine = somewhere:Rule\n"


def _found(code: str, *places: Path) -> str:
    """What code prints with nothing but the standard library, taflkit and some places on the search path."""
    prepare = "import sys; sys.path[:0] = sys.argv[1:]\n"
    return run(sys.executable, "-I", "-S", "-c", prepare + code, *places, ROOT / "src").stdout.strip()


def test_plugins_are_found_in_every_kind_of_distribution(tmp_path: Path) -> None:
    """Wheels, development installs, eggs, archives and finders of distributions may have them."""
    wheel, develop, egg = tmp_path / "wheel", tmp_path / "develop", tmp_path / "mine-1.egg"
    for directory in (wheel / "mine-1.dist-info", develop / "Mine.egg-info", egg / "EGG-INFO"):
        directory.mkdir(parents=True)
        (directory / "entry_points.txt").write_text(MINE)
    archive = Path(shutil.make_archive(str(tmp_path / "archive"), "zip", wheel))
    for place in (wheel, develop, egg, archive):
        assert _found(FIND, place) == "mine", place
    assert _found(FINDER + FIND, wheel / "mine-1.dist-info") == "mine"


def test_other_distributions_have_no_plugins(tmp_path: Path) -> None:
    """They have other entry points, or none; and the search path may name what is not there."""
    other, none = tmp_path / "other-1.dist-info", tmp_path / "none-1.dist-info"
    for directory in (other, none):
        directory.mkdir()
    (other / "entry_points.txt").write_text("[console_scripts]\nmine = somewhere:main\n")
    (tmp_path / "old.egg-info").write_text("Name: old\n")
    assert _found(FIND, tmp_path, tmp_path / "missing") == ""


@pytest.mark.filterwarnings("ignore:Implicit None:DeprecationWarning")
def test_a_distribution_without_metadata_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plug-in whose distribution has no name is left out under no name."""
    _distribution(tmp_path, "nameless", f"[{GROUP}]\nlost = nowhere_at_all:Rule\n")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    with pytest.warns(PluginWarning, match="the plug-in 'lost' .* is left out: ModuleNotFoundError"):
        found = plugins.load_plugins(GROUP, lambda point: point.load())
    assert "lost" not in found


@pytest.mark.parametrize(
    ("value", "attr"), [("nowhere_at_all", ""), ("json.tool", ""), ("this", ""), ("json", "tool"), ("", "")]
)
def test_variants_of_a_plugin_must_be_a_package(value: str, attr: str) -> None:
    """An entry point for variants that names no package is refused, and nothing is imported to find that out."""
    with pytest.raises((TaflError, ValueError)):
        searchpath._directories(_Point("x", lambda: None, value, attr))  # type: ignore[arg-type]
    assert "this" not in sys.modules


def test_variants_of_a_plugin_may_be_a_package_within_a_package() -> None:
    """The directory of a package within another is found."""
    point = EntryPoint("x", "tests.plugin_sample", searchpath.GROUP)
    assert searchpath._directories(point) == (ROOT / "tests" / "plugin_sample",)


@pytest.mark.parametrize("package", ["bare_variants", "bare_package.variants"])
def test_variants_of_a_plugin_need_no_init(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """A directory without `__init__.py` is a package too."""
    directory = tmp_path.joinpath(*package.split("."))
    directory.mkdir(parents=True)
    monkeypatch.syspath_prepend(tmp_path)
    assert searchpath._directories(EntryPoint("x", package, searchpath.GROUP)) == (directory,)
