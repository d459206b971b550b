"""`taflkit script` with taflkit itself."""

from __future__ import annotations

from tests.cli.running import taflkit
from tests.cli.test_play import LEGEND
from tests.cli.test_script import passed
from tests.match.folders import Folder

PLAY = "{python} -m taflkit play"
#: Plays at random, in no time.
QUICK = f"{PLAY} --searcher random"


def test_a_dump(folder: Folder) -> None:
    """The start position is printed as it should be."""
    script = folder.script("a", f"{PLAY} --legend", "dump", "quit", expected=LEGEND)
    assert passed(taflkit("script", script)) == LEGEND.splitlines()


def test_a_forced_win(folder: Folder) -> None:
    """The player as it is wins where it can, within the limit."""
    moves = ("a4-3", "e4-f", "b5-3", "e5-4", "b3-5")
    script = folder.script("a", PLAY, "manual white", "limit 9", *moves, "auto white", "#*move/win+", "quit")
    assert passed(taflkit("script", script)) == ["* White wins."]


def test_a_game_against_itself(folder: Folder) -> None:
    """A program plays a whole game with itself when both players are automated."""
    script = folder.script("a", QUICK, "seed 4", "manual white", "auto black", "auto white", "#*move/win+")
    (win,) = passed(taflkit("script", script))
    assert win in ("* White wins.", "* Black wins.")


def test_two_processes_play_each_other(folder: Folder) -> None:
    """Two programs play a whole game, each its own side, and agree who has won."""
    first = folder.script("a-1", QUICK, "seed 1", "manual white", "auto black", "#*move", "#*remote move/win+", "quit")
    second = folder.script("a-2", QUICK, "seed 2", "auto white", "#*remote move/win+", "quit")
    one, other = passed(taflkit("script", first, second))
    assert one == other
    assert one.endswith("wins.")


def test_other_variants(folder: Folder) -> None:
    """The winner has the name that the variant gives."""
    lines = ("variant brandubh", "manual defenders", "set defenders 7/7/7/K5A/7/7/7", "a4-7", "#*win+")
    assert passed(taflkit("script", folder.script("a", QUICK, *lines))) == ["* Defenders wins."]
