"""`Screen`: what a person sees at a terminal. It needs rich, so it is imported only where there is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.text import Text

from taflkit.cli.streams import OutputError, can_show, complain, printable, wants_colours, warn, wrapped
from taflkit.games import MoveT, Playable, Player, find_kind
from taflkit.render import legend, text
from taflkit.search import SearchReport
from taflkit.shell import Session, State, fixed_word, is_or_are, plain, player_name
from taflkit.shell.boards import board
from taflkit.shell.session import GameT
from taflkit.variant.catalogue import ListedVariant, listed_variants

#: What the signs of boards need.
SYMBOLS = "●○♔■·"
#: Terminals that say they are narrower are not believed.
_MIN_WIDTH = 20


class Screen:
    """Draws boards, wraps text to the width of the terminal, and shows what a search has found so far."""

    def __init__(self, *, boards: bool) -> None:
        """Look at the terminal.

        Args:
            boards: Whether the board is drawn after every move.
        """
        self.coloured = wants_colours()
        self._boards = boards
        self._console = Console(
            file=sys.stdout,
            markup=False,
            highlight=False,
            emoji=False,
            # Without colours there are no other escape sequences either.
            color_system="auto" if self.coloured else None,
            force_terminal=None if self.coloured else False,
        )
        self._symbols = can_show(SYMBOLS)

    @property
    def width(self) -> int:
        """How many characters fit on a line."""
        return max(_MIN_WIDTH, self._console.width)

    def greet(self, session: Session[GameT, MoveT]) -> None:
        """Print which game this is, who plays, and how to get help; then the board with its legend."""
        for line in _greeting(session):
            self.say(line)
        if self._boards:
            self._print_board(session)
            self._print_legend(session)

    def say(self, text: str, indent: int = 0) -> None:
        """Print lines, wrapped at words."""
        self._print("\n".join(wrapped(printable(text), self.width, indent)))

    def complain(self, text: str) -> None:
        """Print an error, wrapped at words."""
        prefix = "Error: "
        complain("\n".join(wrapped(f"{prefix}{text}", self.width, 2)).removeprefix(prefix))

    def note(self, text: str) -> None:
        """Print a sentence."""
        self.say(plain(text))

    def draw(self, session: Session[GameT, MoveT], text: str) -> None:
        """Draw the board with its legend."""
        self._print_board(session)
        self._print_legend(session)

    def moved(self, session: Session[GameT, MoveT]) -> None:
        """Draw the board after a move, and say why the game ended."""
        if self._boards:
            self._print_board(session)
        elif session.is_over:
            self.say(session.standing)

    def list_variants(self) -> None:
        """List the variants in two columns, the featured ones first."""
        found = listed_variants(on_broken=warn)
        self.say("\n".join(variant_lines(found)), 4)

    @contextmanager
    def thinking(self, game: Playable[Any]) -> Iterator[Callable[[SearchReport[Any]], None]]:
        """A line that says who thinks and what it has found, and vanishes afterwards.

        Yields:
            A function to call with each report.
        """
        kind = find_kind(game)
        name = str(game.to_move) if kind is None else player_name(game, game.to_move, kind)
        format_move = str if kind is None else kind.format_move
        who = f"{name} {'think' if is_or_are(name) == 'are' else 'thinks'}"

        def update(report: SearchReport[Any]) -> None:
            best = "" if report.best is None else f", {format_move(report.best)} ({report.score})"
            status.update(Text(f"{who}: depth {report.depth}{best}"[: self.width - 3]))

        with self._console.status(Text(who), spinner="dots" if can_show("⠋") else "line") as status:
            yield update

    def _print(self, text: str) -> None:
        self._write(Text(text))

    def _write(self, text: Text) -> None:
        """Print without wrapping, which has been done."""
        try:
            self._console.print(text, soft_wrap=True)
            sys.stdout.flush()
        except BrokenPipeError:
            raise OutputError("") from None
        except OSError as error:
            raise OutputError(error.strerror or str(error)) from None

    def _print_board(self, session: Session[GameT, MoveT]) -> None:
        game = session.game
        if find_kind(game) is None:
            self.say(board(game, session.kind))
            return
        picture = Text.from_ansi(
            text(game, unicode=self._symbols, colour=self.coloured, flipped=session.flipped, last_move=self._symbols)
        )
        if max(map(len, picture.plain.splitlines())) > self.width:
            picture = Text.from_ansi(text(game, colour=self.coloured, flipped=session.flipped, last_move=False))
        self._print("")
        self._write(picture)
        if game.last is not None:
            self.say(f"last move {plain(str(game.last))}", 2)
        self.say(session.standing, 2)

    def _print_legend(self, session: Session[GameT, MoveT]) -> None:
        if find_kind(session.game) is None:
            return
        signs = legend(session.game, unicode=self._symbols)
        lines = wrapped("   ".join(sign.replace(" ", "\N{NO-BREAK SPACE}") for sign in signs), self.width, 0)
        self._write(Text("\n".join(lines).replace("\N{NO-BREAK SPACE}", " "), style="dim"))


def variant_lines(found: list[ListedVariant]) -> Iterator[str]:
    """A line for each variant: its name, the size of its board, and what it is."""
    for each in found:
        yield f"{each.name} ({each.size}): {plain(each.summary)}"


def _greeting(session: Session[GameT, MoveT]) -> Iterator[str]:
    """Two lines: which game this is and who plays which side; how to go on."""
    game, kind = session.game, session.kind
    variant = kind.variant_of(game)
    columns, rows = kind.board_size(variant)
    manual = [player for player in kind.players if player not in session.automated]
    yield f"{plain(variant.title)}, {columns} by {rows}. {_who_plays(session, manual)}"
    what = ""
    if session.state is State.SET_UP:
        what = "start to play, "
    elif game.legal_moves:
        what = f"a move such as {session.format_move(session.sorted_moves()[0])}, "
    yield f"Type {what}help for the commands, rules for the rules, or quit."


def _who_plays(session: Session[GameT, MoveT], manual: list[Player]) -> str:
    if len(manual) == 2:
        return "You play both sides."
    if not manual:
        return "Both sides are automated; Ctrl-C stops them."
    (own,) = manual
    level = session.levels[session.kind.players.index(own.other)]
    at = "" if level is None else f" at level {level}"
    return f"You play {_called(session, own)} against taflkit{at}."


def _called(session: Session[GameT, MoveT], player: Player) -> str:
    """The name of a player as a sentence has it: `Red`, `the attackers`, `Black, the attackers,`."""
    name, word = session.name_of(player), fixed_word(session.kind, session.kind.variant_of(session.game), player)
    if word == name.lower():
        return f"the {word}" if is_or_are(word) == "are" else name
    return f"{name}, the {word},"
