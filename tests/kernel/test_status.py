"""Whether the compiled kernel is used, and how it is told."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from taflkit import load_variant
from taflkit.kernel import KernelStatus, in_python, installed, runner_for
from taflkit.kernel.lowering import Lowered
from taflkit.kernel.status import NOT_INSTALLED, KernelMissingError
from tests.kernel.test_lowering import Peace
from tests.packages import run
from tests.rules.boards import small

TELL = "import taflkit, sys; print(taflkit.load_variant('tablut').kernel, 'taflkit.kernel._native' in sys.modules)"
#: Python as it is where the extension was not built.
WITHOUT = "import sys; sys.modules['taflkit.kernel._native'] = None; "


def told(code: str, tmp_path: Path, **environment: str) -> str:
    """What a new process prints."""
    return run(sys.executable, "-c", code, cwd=tmp_path, **environment).stdout.strip()


def test_a_status_says_why() -> None:
    """A status is true where the kernel is used, and says why it is not."""
    assert (bool(KernelStatus(True)), str(KernelStatus(True))) == (True, "yes")
    assert (bool(KernelStatus(False, NOT_INSTALLED)), str(KernelStatus(False, NOT_INSTALLED))) == (
        False,
        "no, the extension is not installed",
    )


def test_the_kernel_is_turned_off(tmp_path: Path) -> None:
    """With `TAFLKIT_KERNEL=0` the extension is not even imported."""
    assert told(TELL, tmp_path, TAFLKIT_KERNEL="0") == "no, turned off by TAFLKIT_KERNEL=0 False"


def test_without_the_extension_everything_runs_in_python(tmp_path: Path) -> None:
    """Where the extension is missing, variants say so."""
    assert told(WITHOUT + TELL, tmp_path).startswith(f"no, {NOT_INSTALLED}")


def test_a_missing_extension_may_be_an_error(tmp_path: Path) -> None:
    """With `TAFLKIT_KERNEL=1` its absence is an import error, which names how to build it."""
    code = (
        WITHOUT
        + """
import taflkit
try:
    taflkit.load_variant("tablut").kernel
except ImportError as error:
    print(isinstance(error, taflkit.TaflError), error)
"""
    )
    message = told(code, tmp_path, TAFLKIT_KERNEL="1")
    assert message.startswith("True TAFLKIT_KERNEL is 1, but the compiled kernel cannot be loaded (")
    assert message.endswith("; installing taflkit from its source with a C compiler builds it: pip install .")


def test_another_value_is_refused(tmp_path: Path) -> None:
    """A value that means nothing is an error and not a guess."""
    code = "import taflkit\ntry:\n    taflkit.load_variant('tablut').kernel\nexcept taflkit.TaflError as error:\n"
    assert "not 'yes'" in told(code + "    print(error)", tmp_path, TAFLKIT_KERNEL="yes")


def test_every_variant_says_the_same_as_the_kernel() -> None:
    """Where the kernel is installed and turned on, it runs the variants that come with taflkit."""
    variant = load_variant("tablut")
    assert variant.kernel == runner_for(variant.rules).status == installed()
    assert (runner_for(variant.rules).kernel_for(variant.start) is not None) is bool(variant.kernel)


@pytest.mark.skipif(not installed(), reason=str(installed()))
def test_rules_that_are_not_lowered_say_why() -> None:
    """A strategy of a user's own is named."""
    variant = small(captures=(Peace(),))
    assert runner_for(variant.rules).kernel_for(variant.start) is None
    assert str(variant.kernel) == "no, the kernel does not know the rule Peace"


class TestRefusals:
    """Rules that were lowered, but which the kernel refuses, show a bug."""

    @pytest.fixture(autouse=True)
    def _broken_records(self, monkeypatch: pytest.MonkeyPatch) -> None:
        if not installed():
            pytest.skip(str(installed()))
        monkeypatch.setattr("taflkit.kernel.lowering.lower", lambda rules: Lowered(0, 0, (), ()))

    def test_they_run_in_python_with_a_warning(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The warning and the status say what the kernel does not take."""
        monkeypatch.delenv("TAFLKIT_KERNEL", raising=False)
        rules = small(captures=()).rules
        with pytest.warns(RuntimeWarning, match=r"refuses rules that it should run .*; they run in Python"):
            status = runner_for(rules).status
        assert "which is a bug" in status.reason

    def test_they_are_an_error_where_the_kernel_is_demanded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """With `TAFLKIT_KERNEL=1` nothing runs in Python that the kernel should run."""
        monkeypatch.setenv("TAFLKIT_KERNEL", "1")
        with pytest.raises(KernelMissingError, match="TAFLKIT_KERNEL is 1, but the kernel refuses"):
            runner_for(small(captures=()).rules)


@pytest.mark.skipif(not installed(), reason=str(installed()))
def test_the_engine_is_made_once() -> None:
    """The same rules have the same engine."""
    rules = load_variant("brandubh").rules
    assert runner_for(rules) is runner_for(rules)


def test_rules_are_forgotten_with_their_last_user() -> None:
    """Nothing is kept of rules that nobody holds any more, hashable or not."""

    @attrs.define
    class Unhashable(Peace):
        pass

    rules = small(captures=(Unhashable(),)).rules
    assert not runner_for(rules).status
    last_user = weakref.ref(rules)
    del rules
    gc.collect()
    assert last_user() is None


def test_rules_can_be_kept_in_python() -> None:
    """To compare the kernel with Python, one asks for the same rules without it."""
    rules = load_variant("tablut").rules
    kept = in_python(rules)
    assert kept == rules
    assert str(runner_for(kept).status) == "no, asked to run in Python"
    assert runner_for(rules).status == installed()


@pytest.mark.parametrize("ask", [runner_for, in_python])
def test_only_rules_have_an_engine(ask: Callable[[Any], object]) -> None:
    """A variant in place of its rules is refused in a sentence."""
    with pytest.raises(TypeError, match=r"^expected Rules, such as variant\.rules, not Variant "):
        ask(load_variant("tablut"))
