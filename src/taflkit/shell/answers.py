"""Answers to the commands that change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from taflkit.shell.boards import board, dump
from taflkit.shell.commands import (
    ChangeVariant,
    Command,
    CommandError,
    Dump,
    Help,
    Hint,
    History,
    ListMoves,
    Load,
    Quit,
    Save,
    ShowBoard,
    ShowRules,
    ShowVariants,
    Status,
    quoted,
)
from taflkit.shell.dialect import HELP_INDENT
from taflkit.shell.parsing import OTHER_WORDS
from taflkit.shell.replies import DrawBoard, Leave, ListVariants, ReadFile, Reply, Say, SwitchVariant, WriteFile
from taflkit.shell.wording import is_or_are, plain

if TYPE_CHECKING:
    from taflkit.shell.session import Session


def answer(session: Session[Any, Any], command: Command) -> Reply:
    """The reply to a command that does not change the session."""
    match command:
        case Dump():
            return Say(dump(session.game, session.legend, session.kind))
        case ShowBoard():
            return DrawBoard(board(session.game, session.kind))
        case Status():
            return Say("\n".join(_status(session)))
        case Help(about):
            return _help(session, about)
        case Hint():
            session.check_going_on()
            return Say(f"hint: {session.format_move(session.hint())}")
        case ListMoves(square):
            return Say(_moves(session, square))
        case History():
            return Say("\n".join(_history(session)) or "no moves yet", indent=4)
        case ShowRules():
            return Say("\n".join(_rules(session)), indent=2)
        case ShowVariants():
            return ListVariants()
        case Load(file):
            return ReadFile(file)
        case Save(file):
            # Imported here, since most sessions save nothing.
            from taflkit.shell.recording import saved

            return WriteFile(file, saved(session, file))
        case ChangeVariant(name):
            return SwitchVariant(name)
        case Quit():
            return Leave()
        case _:
            raise TypeError(f"the dialect {session.dialect.name} has no handler for {command!r}")


def natural_order(text: str) -> list[tuple[bool, int, str]]:
    """A key that sorts numbers in a text by their size: `a2-a3` before `a10-a3`."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", text)]


def players_in_words(session: Session[Any, Any], unset: str = "") -> Iterator[str]:
    """A line for each player: whether it is automated, and then the level.

    Args:
        session: The session.
        unset: What is said of an automated player for whom no level was set.
    """
    for player, level in zip(session.kind.players, session.levels, strict=True):
        name = session.name_of(player)
        how = "manual"
        if player in session.automated:
            how = f"automated{unset}" if level is None else f"automated, level {level}"
        yield f"{name} {is_or_are(name)} {how}"


def _moves(session: Session[Any, Any], square: str) -> str:
    session.check_going_on()
    moves = session.sorted_moves(session.kind.moves_from(session.game, square) if square else None)
    return " ".join(map(session.format_move, moves)) or "no moves"


def _status(session: Session[Any, Any]) -> Iterator[str]:
    game = session.game
    yield f"variant {plain(session.kind.variant_of(game).name)}"
    yield from players_in_words(session)
    yield f"seed {session.seed}"
    yield from session.dialect.settings.describe(game)
    yield f"moves made {game.ply}"
    if session.dialect.has_set_up:
        yield f"{session.state.value} state"
    yield session.standing


def _history(session: Session[Any, Any]) -> Iterator[str]:
    """The moves, a line for each pair of turns."""
    states = [session.game]
    while states[-1].previous is not None:
        states.append(states[-1].previous)
    states.reverse()
    first, rounds = states[0].to_move, list[list[str]]()
    for before, move in zip(states[:-1], session.game.moves, strict=True):
        begins = before.to_move == first and (before.previous is None or before.previous.to_move != first)
        if begins:
            rounds.append([])
        rounds[-1].append(session.format_move(move))
    for number, moves in enumerate(rounds, 1):
        yield f"{f'{number}.':3} {' '.join(moves)}"


def _rules(session: Session[Any, Any]) -> Iterator[str]:
    variant = session.kind.variant_of(session.game)
    title = variant.title or variant.name
    yield plain(f"{title}: {variant.summary}" if variant.summary else title)
    for sentence in session.kind.explain(variant):
        yield f"- {plain(sentence)}"


def _help(session: Session[Any, Any], about: str) -> Say:
    found = session.dialect.help(OTHER_WORDS.get(about.lower(), about))
    if found is None:
        raise CommandError(f"there is no command {quoted(about)}; help lists them")
    return Say(found, indent=2 if about else HELP_INDENT)
