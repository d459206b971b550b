"""What is built and installed: the wheel works away from the checkout, and the variants are in it."""

from __future__ import annotations

import ast
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import taflkit
from tests.packages import ROOT, build, install_cleanly, run, site_packages

SOURCE = ROOT / "src" / "taflkit"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
VARIANTS = sorted(path.stem for path in (ROOT / "variants").glob("*.toml"))


def test_every_package_says_what_it_is() -> None:
    """Each package and module begins with a docstring."""
    undocumented = [
        str(path.relative_to(ROOT))
        for path in SOURCE.rglob("*.py")
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert undocumented == []


def test_the_version_is_the_same_everywhere() -> None:
    """The version of the package is that of the project."""
    assert PYPROJECT["project"]["version"] == taflkit.__version__


def test_every_dependency_has_a_lowest_version() -> None:
    """The checks can be run with exactly the lowest versions, because each is named."""
    assert all(">=" in dependency for dependency in PYPROJECT["project"]["dependencies"])


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the sdist, and the wheel that was built from the sdist."""
    return build(tmp_path_factory)


@pytest.fixture(scope="session")
def clean_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which the wheel is installed."""
    return install_cleanly(tmp_path_factory)


@pytest.mark.slow
def test_the_wheel_holds_the_library(built: Path) -> None:
    """Every module is in the wheel, and so is the marker of types; of what else is in the checkout, nothing is."""
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {str(path.relative_to(SOURCE.parent)) for path in SOURCE.rglob("*.py")} <= names
    assert "taflkit/py.typed" in names
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"taflkit"}


@pytest.mark.slow
def test_the_wheel_holds_the_variants(built: Path) -> None:
    """Every variant file is in the wheel, to the byte, as a file of its own, with the networks and books they name."""
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        installed = {
            Path(name).name: archive.read(name) for name in archive.namelist() if name.startswith("taflkit/variants/")
        }
    files = [path for path in (ROOT / "variants").iterdir() if path.suffix in (".toml", ".network", ".book")]
    assert installed == {path.name: path.read_bytes() for path in files}
    assert {f"{name}.toml" for name in VARIANTS} <= set(installed)


@pytest.mark.slow
def test_the_sdist_holds_what_the_checks_need(built: Path) -> None:
    """Variants, tests, documentation and the licence are in the sdist."""
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"variants/{name}.toml" for name in VARIANTS} <= names
    for pattern in ("*.network", "*.book"):
        assert {f"variants/{path.name}" for path in (ROOT / "variants").glob(pattern)} <= names
    wanted = {"LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "mkdocs.yml", ".ci/run", "docs/index.md"}
    assert wanted | {"tests/conftest.py", "tests/plugin_sample/pyproject.toml", "benchmarks/startup.py"} <= names
    assert {str(path.relative_to(ROOT)) for path in SOURCE.rglob("*.py")} <= names


@pytest.mark.slow
def test_every_variant_loads_where_only_the_wheel_is(clean_python: Path, tmp_path: Path) -> None:
    """In a clean environment away from the checkout, every variant is found, loads, and its examples hold."""
    code = """
import taflkit
from taflkit import games
print(taflkit.__file__)
for name in taflkit.variant_names():
    variant = taflkit.load_variant(name)
    assert not games.kind_of(variant).failed_examples(variant)
    print(name, len(taflkit.start(name).legal_moves) > 0)
"""
    where, *loaded = run(clean_python, "-c", code, cwd=tmp_path, HOME=str(tmp_path)).stdout.splitlines()
    assert Path(where).is_relative_to(clean_python.parents[1])
    assert loaded == [f"{name} True" for name in VARIANTS]


@pytest.mark.slow
def test_the_files_of_variants_can_be_read_where_only_the_wheel_is(clean_python: Path, tmp_path: Path) -> None:
    """`variants show --toml` prints what stands in the checkout, and what is printed can be loaded."""
    for name in VARIANTS[:1] + VARIANTS[-1:]:
        printed = run(clean_python, "-m", "taflkit", "variants", "show", name, "--toml", cwd=tmp_path).stdout
        assert printed.encode() == (ROOT / "variants" / f"{name}.toml").read_bytes()
        (tmp_path / f"{name}.toml").write_text(printed, "utf-8")
        run(clean_python, "-m", "taflkit", "variants", "check", f"{name}.toml", cwd=tmp_path)


@pytest.mark.slow
def test_the_command_works_where_only_the_wheel_is(clean_python: Path, tmp_path: Path) -> None:
    """`python -m taflkit --version` prints the version of the project, and the script of that name is installed."""
    printed = run(clean_python, "-m", "taflkit", "--version", cwd=tmp_path).stdout
    assert printed.split()[:2] == ["taflkit", PYPROJECT["project"]["version"]]
    site = site_packages(clean_python.parents[1])
    script = (site / "bin" / "taflkit").read_text("utf-8")
    assert "from taflkit.cli import main" in script


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links_to_the_checkout_find_its_variants(tmp_path: Path) -> None:
    """A tree of links, as a strict editable install makes, reads the variants of the checkout."""
    for path in SOURCE.rglob("*.py"):
        link = tmp_path / path.relative_to(SOURCE.parent)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(path)
    code = "import taflkit; print(taflkit.__file__, *taflkit.variant_names())"
    where, *names = run(Path(sys.executable), "-c", code, cwd=tmp_path, HOME=str(tmp_path)).stdout.split()
    assert Path(where).is_relative_to(tmp_path)
    assert names == VARIANTS
