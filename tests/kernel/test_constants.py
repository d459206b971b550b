"""What Python and the compiled kernel must agree on."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from taflkit.kernel import installed, status
from taflkit.kernel.constants import EXPECTED, differing

native = pytest.importorskip("taflkit.kernel._native", reason="the extension is not installed")


@pytest.fixture
def _asked_anew() -> Iterator[None]:
    """Whether the kernel is there is found out anew, before and after."""
    status.installed.cache_clear()
    yield
    status.installed.cache_clear()


def another(**changes: object) -> SimpleNamespace:
    """A module with the kernel's constants but for some."""
    return SimpleNamespace(**{name: getattr(native, name) for name in EXPECTED} | changes)


def test_the_kernel_was_built_from_these_sources() -> None:
    """Every constant has the same value on both sides."""
    assert differing(native) == []


def test_every_constant_of_the_kernel_is_compared() -> None:
    """The kernel exports nothing that Python does not check."""
    assert {name for name in vars(native) if name.isupper()} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_difference_is_found(name: str) -> None:
    """Any other value, and a constant that is missing, is named."""
    assert differing(another(**{name: 0})) == [name]
    without = another()
    delattr(without, name)
    assert differing(without) == [name]


@pytest.mark.usefixtures("_asked_anew")
def test_an_extension_of_another_version_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported, and an error where the kernel is demanded."""
    monkeypatch.setattr("importlib.import_module", lambda _: another(MAX_RULES=99))
    monkeypatch.delenv("TAFLKIT_KERNEL", raising=False)
    assert str(installed()) == "no, the extension was built for another version"
    status.installed.cache_clear()
    monkeypatch.setenv("TAFLKIT_KERNEL", "1")
    with pytest.raises(status.KernelMissingError, match="built for another version"):
        installed()
