"""`taflkit play --display`: starting, refusing and ending."""

from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request

import pytest

from tests.cli.running import taflkit
from tests.web.browser import Server

#: Stands in for a Python without the packages of the extra.
WITHOUT = """
import sys
sys.modules["starlette"] = None
sys.argv = ["taflkit", "play", "--display"]
from taflkit.cli import main
main()
"""


def test_without_the_extra_it_says_what_to_install() -> None:
    """The exit status is 2, and the message names the command that installs what is missing."""
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'taflkit[web]'" in done.stderr


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_and_quietly(end: signal.Signals) -> None:
    """Ctrl-C ends the server without a word, as does the signal to terminate."""
    server = Server("--variant", "brandubh")
    with urllib.request.urlopen(server.address) as page:
        assert page.status == 200
    server.process.send_signal(end)
    status, errors = server.wait()
    assert errors == ""
    assert status in (130, 143, -signal.SIGTERM)


def test_the_port_can_be_chosen_and_is_refused_when_taken() -> None:
    """A port that is in use is an error that says so."""
    server = Server()
    try:
        done = taflkit("play", "--display", "--no-open", "--port", str(server.port))
        assert done.code == 2
        assert f"cannot listen on port {server.port}" in done.error
    finally:
        server.end()


@pytest.mark.parametrize("options", [["--strict"], ["--depth", "3"], ["--log", "x"]])
def test_options_that_would_do_nothing_are_refused(options: list[str]) -> None:
    """What only the terminal has does not go with --display."""
    assert "does not go with --display" in taflkit("play", "--display", *options).error


def test_options_of_the_display_need_it() -> None:
    """A port without a board to serve is a mistake."""
    assert "needs --display" in taflkit("play", "--port", "1").error


def test_an_address_that_nobody_reads() -> None:
    """If standard output is closed, the server does not run on in secret."""
    command = f"{sys.executable} -m taflkit play --display --no-open | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (1, "")
