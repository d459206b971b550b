"""What holds of every dialect, and how dialects are found."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import PluginWarning, TaflError
from taflkit.games import game_kind, kind_names
from taflkit.shell import AnnouncedEnd, AnnouncedMove, Sentences, Starred, State, dialect_named, dialect_names
from taflkit.shell.commands import ARGUMENT_FORMS, PlayMove
from taflkit.shell.dialects import GENERAL, registry

#: What every dialect has beyond what its game needs.
EXTRA = {"undo", "hint", "moves", "board", "status", "save", "help", "load", "quit", "variant", "dump"}


@pytest.mark.parametrize("name", dialect_names())
def test_a_dialect_is_complete(name: str) -> None:
    """Every command has a sentence of help and arguments that can be read, and the extra commands are always there."""
    dialect = dialect_named(name)
    assert dialect.name == name
    for usage in dialect.usages:
        assert usage.explanation.endswith(".")
        assert usage.command.arguments in ARGUMENT_FORMS
        assert usage.states
    assert dialect.commands.keys() >= EXTRA
    assert PlayMove in dialect.by_command
    for usage in dialect.usages:
        assert usage.command.word not in EXTRA or usage.states == set(State)


@pytest.mark.parametrize("name", dialect_names())
def test_commands_are_not_moves(name: str) -> None:
    """No word of a command could be taken for a move."""
    dialect = dialect_named(name)
    assert [word for word in dialect.commands if dialect.move.fullmatch(word)] == []


def test_every_kind_has_a_dialect() -> None:
    """The kinds of game of taflkit name dialects that there are."""
    assert {game_kind(name).dialect for name in kind_names()} <= set(dialect_names())


def test_a_dialect_that_is_not_there() -> None:
    """An unknown name is an error that suggests another."""
    with pytest.raises(TaflError, match="there is no dialect called 'atax'; did you mean 'ataxx'"):
        dialect_named("atax")


@pytest.fixture
def _fresh_plugins() -> Iterator[None]:
    registry._plugins.cache_clear()
    yield
    registry._plugins.cache_clear()


OWN = attrs.evolve(GENERAL, name="own")
NO_DIALECT = "nothing"


@pytest.mark.usefixtures("_fresh_plugins")
def test_plugins_bring_dialects(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dialect of the group `taflkit.dialects` is found by its name; what is none is left out with a warning."""
    points = [
        EntryPoint("own", f"{__name__}:OWN", registry.GROUP),
        EntryPoint("broken", f"{__name__}:NO_DIALECT", registry.GROUP),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [p for p in points if p.group == group])
    with pytest.warns(PluginWarning, match="expected a Dialect, not 'nothing'"):
        assert dialect_named("own").name == "own"
    assert "own" in dialect_names()
    assert "broken" not in dialect_names()


PLAYERS = st.sampled_from(["Red", "White", "Attackers"])
MOVES = st.sampled_from(["g1-f2", "c3-a5-a3", "e5-8", "k11-a", "-"])


@given(PLAYERS, MOVES)
def test_announced_moves_are_read(player: str, move: str) -> None:
    """What a dialect writes when a player moves is read as that move."""
    for announcements in (Starred(), Sentences()):
        assert announcements.read(announcements.move(player, move)) == AnnouncedMove(move)


@pytest.mark.parametrize("winner", [None, "Red", "White"])
def test_announced_ends_are_read(winner: str | None) -> None:
    """What a dialect writes at the end of a game is read as the end."""
    for announcements in (Starred(), Sentences()):
        line = announcements.end(winner)
        assert announcements.read(line) == AnnouncedEnd(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "===",
        "Red to move",
        "hint: g1-f2",
        "Red moves first.",
        "Red moves g1-f2",
        "the game is over: Red won",
        "Drawn.",
    ],
)
def test_other_output_announces_nothing(line: str) -> None:
    """Answers to other commands, and whatever a program says besides, are neither moves nor ends."""
    assert Starred().read(line) is None
    assert Sentences().read(line) is None


@pytest.mark.parametrize("wrong", [None, 5, ["tafl"]], ids=repr)
def test_a_dialect_is_named_by_a_text(wrong: Any) -> None:
    """What is no text is refused as one, also if it cannot be looked up."""
    with pytest.raises(TypeError, match=r"^expected the name of a dialect, not "):
        dialect_named(wrong)


@pytest.mark.parametrize(
    ("line", "announced"),
    [
        ("* e5-a", AnnouncedMove("e5-a")),
        ("  *  e5-a ", AnnouncedMove("e5-a")),
        ("* White wins.", AnnouncedEnd("* White wins.")),
        (" * draw", AnnouncedEnd("* draw")),
        ("e5-a", None),
        ("*e5-a", None),
        ("", None),
    ],
)
def test_a_star_before_an_announcement(line: str, announced: AnnouncedMove | AnnouncedEnd | None) -> None:
    """A star and a space announce, wherever the line begins."""
    assert Starred().read(line) == announced
