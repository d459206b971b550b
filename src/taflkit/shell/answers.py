"""Answers to the commands that change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from taflkit.shell.arguments import CommandError, quoted
from taflkit.shell.boards import board, dump
from taflkit.shell.dialect import HELP_INDENT
from taflkit.shell.replies import DrawBoard, Leave, ListVariants, ReadFile, Say, SwitchVariant
from taflkit.shell.wording import is_or_are, plain

if TYPE_CHECKING:
    from taflkit.games import MoveT
    from taflkit.shell.session import GameT, Session


def dumped(session: Session[GameT, MoveT]) -> Say:
    """The board in the exact form that other programs read."""
    return Say(dump(session.game, session.legend, session.kind))


def drawn(session: Session[GameT, MoveT]) -> DrawBoard:
    """The board with its coordinates."""
    return DrawBoard(board(session.game, session.kind))


def status(session: Session[GameT, MoveT]) -> Say:
    """The variant, the players, the settings, and whose turn it is."""
    return Say("\n".join(_status(session)))


def explained(session: Session[GameT, MoveT], about: str) -> Say:
    """The commands, or the one with that word."""
    found = session.dialect.help(about)
    if found is None:
        raise CommandError(f"there is no command {quoted(about)}; help lists them")
    return Say(found, indent=2 if about else HELP_INDENT)


def hint(session: Session[GameT, MoveT]) -> Say:
    """The move that the automated player would make at its best."""
    session.check_going_on()
    return Say(f"hint: {session.format_move(session.hint())}")


def moves(session: Session[GameT, MoveT], square: str) -> Say:
    """The legal moves, all or those from a square."""
    session.check_going_on()
    found = session.sorted_moves(session.kind.moves_from(session.game, square) if square else None)
    return Say(" ".join(map(session.format_move, found)) or "no moves")


def history(session: Session[GameT, MoveT]) -> Say:
    """The moves so far, a line for each pair of turns."""
    return Say("\n".join(_history(session)) or "no moves yet", indent=4)


def rules(session: Session[GameT, MoveT]) -> Say:
    """The title of the variant, and a sentence for each rule."""
    return Say("\n".join(_rules(session)), indent=2)


def variants(session: Session[GameT, MoveT]) -> ListVariants:
    """The games that can be played, which the driver lists."""
    return ListVariants()


def switch_variant(session: Session[GameT, MoveT], name: str) -> SwitchVariant:
    """Another variant, which the driver loads."""
    return SwitchVariant(name)


def read_file(session: Session[GameT, MoveT], file: str) -> ReadFile:
    """A file of commands, which the driver reads."""
    return ReadFile(file)


def leave(session: Session[GameT, MoveT]) -> Leave:
    """The end of the session."""
    return Leave()


def natural_order(text: str) -> list[tuple[bool, int, str]]:
    """A key that sorts numbers in a text by their size: `a2-a3` before `a10-a3`."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", text)]


def players_in_words(session: Session[GameT, MoveT], unset: str = "") -> Iterator[str]:
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


def _status(session: Session[GameT, MoveT]) -> Iterator[str]:
    game = session.game
    yield f"variant {plain(session.kind.variant_of(game).name)}"
    yield from players_in_words(session)
    yield f"seed {session.seed}"
    yield from session.dialect.settings.describe(game)
    yield f"moves made {game.ply}"
    if session.dialect.has_set_up:
        yield f"{session.state.value} state"
    yield session.standing


def _history(session: Session[GameT, MoveT]) -> Iterator[str]:
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


def _rules(session: Session[GameT, MoveT]) -> Iterator[str]:
    variant = session.kind.variant_of(session.game)
    title = variant.title or variant.name
    yield plain(f"{title}: {variant.summary}" if variant.summary else title)
    for sentence in session.kind.explain(variant):
        yield f"- {plain(sentence)}"
