"""What holds of every dialect, and how dialects are found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import PluginWarning, TaflError
from taflkit.games import game_kind, kind_names
from taflkit.shell import (
    AnnouncedEnd,
    AnnouncedMove,
    AnyCommand,
    Command,
    CommandError,
    Say,
    Sentences,
    Session,
    Starred,
    State,
    Step,
    answering,
    dialect_named,
    dialect_names,
    parse_command,
)
from taflkit.shell import arguments as forms
from taflkit.shell.dialects import registry
from taflkit.shell.dialects.general import GENERAL
from tests.games.nim_kind import HEAP, NIM, NimGame
from tests.shell.sessions import obey, said

#: What every dialect has beyond what its game needs.
EXTRA = {"undo", "hint", "moves", "board", "status", "save", "help", "load", "quit", "variant", "dump"}


#: What may follow the word of a command, by the form: lines, and the arguments that are read.
READ: dict[str, dict[str, tuple[object, ...]]] = {
    "": {"": ()},
    "N": {"17": (17,), "-4": (-4,), "+4": (4,), "9" * 20: (10**20 - 1,)},
    "C": {"black": ("black",), "the  red men": ("the red men",)},
    "CR": {"c3": ("c3",)},
    "FILE": {"Game.txt": ("Game.txt",), "My  Game.TXT ": ("My  Game.TXT",)},
    "NAME": {"swedes and muscovites": ("swedes and muscovites",)},
    "[COMMAND]": {"": ("",), "seed": ("seed",)},
    "[SQUARE]": {"": ("",), "e5": ("e5",)},
    "[[C] N]": {"": ("", None), "4": ("", 4), "Swedes 4": ("Swedes", 4), "the  red men 3": ("the red men", 3)},
    "C ROWS...": {"white 9/9 K": ("white", ("9/9", "K"))},
    "C SPEC": {"white ----- -----": ("white", ("-----", "-----"))},
}
#: What does not fit the form.
REFUSED = {
    "": ["x", "all of it"],
    "N": ["", "x", "1 2", "1.5", "9" * 21],
    "C": [""],
    "CR": ["", "c3 d4"],
    "FILE": [""],
    "NAME": [""],
    "[COMMAND]": ["me now"],
    "[SQUARE]": ["e5 e6"],
    "[[C] N]": ["white", "white x"],
    "C ROWS...": ["", "white"],
    "C SPEC": ["", "white"],
}
ROWS = [(name, command) for name in dialect_names() for command in dialect_named(name).commands]
each_command = pytest.mark.parametrize(("name", "command"), ROWS, ids=[f"{name}-{row.word}" for name, row in ROWS])


@each_command
def test_a_command_is_read(name: str, command: AnyCommand) -> None:
    """The word in any letters with arguments of its form is a call of the command, with the arguments as values."""
    for text, arguments in READ[command.arguments.written].items():
        for word in (command.word, command.word.upper()):
            call = parse_command(f"{word} {text}\n", dialect_named(name))
            assert call is not None
            assert (call.command, call.arguments) == (command, arguments)


@each_command
def test_other_arguments_are_refused(name: str, command: AnyCommand) -> None:
    """Arguments of another form are an error, which shows the right one or says what is wrong with them."""
    for text in REFUSED[command.arguments.written]:
        with pytest.raises(CommandError, match=rf"^write it as: {re.escape(command.syntax)}$|^expected a whole number"):
            parse_command(f"{command.word} {text}", dialect_named(name))


@each_command
def test_a_command_is_explained(name: str, command: AnyCommand) -> None:
    """Its sentence is in the list of help, and the help about it begins with its written form."""
    dialect = dialect_named(name)
    assert command.sentence.endswith(".")
    assert dialect.help(command.word) == f"{command.syntax}: {command.sentence}"
    assert f"\n{command.syntax:18}{command.sentence}" in (dialect.help() or "")


@each_command
def test_a_misspelt_command_is_recognised(name: str, command: AnyCommand) -> None:
    """A word with a letter too many is an error that suggests a command of the dialect."""
    with pytest.raises(CommandError, match=r"did you mean '(\w+)'\?") as error:
        parse_command(f"{command.word}e", dialect_named(name))
    assert str(error.value).split("'")[-2] in dialect_named(name).by_word


@each_command
def test_a_command_is_no_move(name: str, command: AnyCommand) -> None:
    """The word of a command could not be taken for a move."""
    assert dialect_named(name).move_pattern.fullmatch(command.word) is None


@each_command
def test_a_command_has_states(name: str, command: AnyCommand) -> None:
    """Each is accepted in some state, and the extra commands are accepted in every state."""
    assert command.states
    assert command.word not in EXTRA or command.states == set(State)


@pytest.mark.parametrize("name", dialect_names())
def test_a_dialect_is_complete(name: str) -> None:
    """It has the extra commands, each word once, and a move that is explained."""
    dialect = dialect_named(name)
    assert dialect.name == name
    assert dialect.by_word.keys() >= EXTRA
    assert len(dialect.by_word) == len(dialect.commands)
    assert dialect.help("move") == f"MOVE: {dialect.move.sentence}"


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


def _give(session: Session[NimGame, int], matches: int) -> Step[NimGame, int]:
    """A command that changes the game: the player to move takes matches and moves again."""
    heap = NIM.set_up(HEAP, session.game.to_move, ["|" * (session.game.heap - matches) + "-" * matches])
    return session.with_game(heap)


def _count(session: Session[NimGame, int]) -> Say:
    """A command that answers."""
    return Say(f"{session.game.heap} matches")


OWN = attrs.evolve(
    GENERAL,
    name="own",
    commands=(
        *GENERAL.commands,
        Command("take", forms.NUMBER, "Take N matches, and move again.", _give, states=frozenset({State.PLAYING})),
        Command("count", forms.NOTHING, "Count the matches.", answering(_count)),
    ),
)
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


class _OwnNim(type(NIM)):  # type: ignore[misc] # the class of the kind of game that speaks another dialect
    dialect = "own"


@pytest.mark.usefixtures("_fresh_plugins")
def test_a_plugin_has_commands_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row with a function is all that a command of a plug-in needs: it is read, explained and obeyed."""
    points = [EntryPoint("own", f"{__name__}:OWN", registry.GROUP)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [p for p in points if p.group == group])
    session: Session[NimGame, int] = Session(NIM.start(HEAP), lambda game, _seed: 1, frozenset(), kind=_OwnNim())
    after, replies = obey(session, "count", "take 3", "count", "help take", "3", "1")
    assert said(replies) == ["7 matches", "4 matches", "take N: Take N matches, and move again.", "* Second wins."]
    with pytest.raises(CommandError, match=r"^take is for the playing state, and this is the finished state$"):
        obey(after, "take 1")
    with pytest.raises(CommandError, match="did you mean 'count'"):
        obey(session, "cuont")


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
