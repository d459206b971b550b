"""`Session`: a game with its players, driven by commands. It is pure: no files, no clocks, no printing."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

import attrs

from taflkit.board import Move, Side, Square
from taflkit.game import Game
from taflkit.shell.boards import board, dump
from taflkit.shell.commands import (
    COMMANDS,
    Auto,
    ChangeVariant,
    Command,
    CommandError,
    Dump,
    Help,
    Hint,
    ListMoves,
    Load,
    Manual,
    New,
    PlayMove,
    Quit,
    Save,
    Seed,
    SetLimit,
    SetUp,
    ShowBoard,
    Status,
    Think,
    Undo,
    quoted,
    syntax,
)
from taflkit.shell.replies import Leave, ReadFile, Reply, Say, SwitchVariant, WriteFile
from taflkit.shell.rows import format_set_rows, parse_set_rows
from taflkit.shell.wording import plain, player_name, state
from taflkit.variant import Variant

#: Chooses the move of an automated player, given the game and a seed.
Player = Callable[[Game, int], Move]


@attrs.frozen
class Session:
    """A game, its players and their settings. `step` obeys a command and returns the next session."""

    game: Game
    """The game being played."""
    player: Player
    """Chooses the moves of the automated players."""
    automated: frozenset[Side] = frozenset({Side.DEFENDERS})
    """The sides that `player` plays."""
    seed: int = 0
    """Seeds the choices of `player`."""
    legend: bool = False
    """Whether `dump` prints row numbers and column letters."""
    called: str | None = None
    """The path of the variant's file, for a variant that cannot be loaded by its name."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise TypeError(f"a session needs a Game, not {self.game!r}")

    @property
    def is_thinking(self) -> bool:
        """Whether it is an automated player's turn: the next command should be `Think`."""
        return self.game.outcome is None and self.game.to_move in self.automated

    @property
    def players(self) -> dict[str, Side]:
        """The sides by every name that commands accept for them, in lower case."""
        own = {player_name(self.game, side).lower(): side for side in Side}
        usual = {"black": Side.ATTACKERS, "white": Side.DEFENDERS}
        return usual | own | {side.value: side for side in Side}

    def player_called(self, name: str) -> Side:
        """The side that a name stands for.

        Raises:
            CommandError: If no player has that name.
        """
        side = self.players.get(name.lower())
        if side is None:
            known = " or ".join(player_name(self.game, side).lower() for side in Side)
            raise CommandError(f"expected a player, {known}, not {quoted(name)}")
        return side

    def step(self, command: Command) -> tuple[Session, tuple[Reply, ...]]:
        """Obey a command.

        Args:
            command: What `parse_command` returned, or `Think()` while `is_thinking`.

        Returns:
            The session afterwards, and what the caller has to print and do.

        Raises:
            TaflError: If the command cannot be obeyed; this session is still valid.
            TypeError: If it is not a command.
        """
        if not isinstance(command, Command):
            raise TypeError(f"a command is what parse_command returns, not {command!r}")
        match command:
            case New():
                return self._go_on(Game(self.game.variant, self.game.variant.start))
            case SetUp(player, rows):
                side, variant = self.player_called(player), self.game.variant
                return self._go_on(Game(variant, parse_set_rows(variant, rows, side)))
            case PlayMove(text):
                return self._play(text)
            case Think():
                return self._think()
            case Undo():
                return self._undo(), ()
            case SetLimit(number):
                self._check_going_on()
                return attrs.evolve(self, game=self.game.with_limit(number)), ()
            case Seed(number):
                return attrs.evolve(self, seed=number), ()
            case Auto(player):
                return self.with_automated(self.player_called(player), True), ()
            case Manual(player):
                return self.with_automated(self.player_called(player), False), ()
            case _:
                return self, (self._answer(command),)

    def _answer(
        self, command: Dump | Quit | Help | Load | Save | Hint | ListMoves | ShowBoard | ChangeVariant | Status
    ) -> Reply:
        """The reply to a command that does not change the session."""
        match command:
            case Dump():
                return Say(dump(self.game, self.legend))
            case ShowBoard():
                return Say(board(self.game))
            case Status():
                return Say(self._status())
            case Help(about):
                return Say(_help(about))
            case Hint():
                self._check_going_on()
                return Say(f"hint: {self._pick().short}")
            case ListMoves(square):
                return Say(self._moves(square))
            case Load(file):
                return ReadFile(file)
            case Save(file):
                return WriteFile(file, self.script())
            case ChangeVariant(name):
                return SwitchVariant(name)
            case Quit():
                return Leave()
            case _:
                assert_never(command)

    def with_variant(self, variant: Variant, called: str | None = None) -> tuple[Session, tuple[Reply, ...]]:
        """A session with a new game of another variant, the players unchanged, and the replies to it."""
        return attrs.evolve(self, called=called)._go_on(Game(variant, variant.start))

    def with_automated(self, side: Side, automated: bool) -> Session:
        """The same session with one player automated or manual."""
        others = self.automated - {side}
        return attrs.evolve(self, automated=others | {side} if automated else others)

    def _go_on(self, game: Game) -> tuple[Session, tuple[Reply, ...]]:
        """Continue with another game; announce its end if it is over."""
        after = attrs.evolve(self, game=game)
        if game.outcome is None:
            return after, ()
        winner = game.outcome.winner
        return after, (Say("* Draw." if winner is None else f"* {player_name(game, winner)} wins."),)

    def _check_going_on(self) -> None:
        if self.game.outcome is not None:
            raise CommandError(state(self.game))

    def _pick(self) -> Move:
        """The automated player's move. It depends on the seed and on the number of moves made."""
        return self.player(self.game, self.seed * 1_000_003 + self.game.ply)

    def script(self) -> str:
        """The commands that restore the game and the players."""
        game, variant = self.game, self.game.variant
        # Every variant knows these names of the players, so they work before and after `variant`.
        lines = [*(f"manual {side}" for side in Side), f"variant {self.called or variant.name}"]
        if game.start != variant.start:
            lines.append(f"set {game.start.to_move} {format_set_rows(game.start)}")
        lines.append(f"seed {self.seed}")
        if game.move_limit is not None:
            lines.append(f"limit {game.move_limit}")
        lines += [str(move) for move in game.moves]
        lines += [f"auto {side}" for side in Side if side in self.automated]
        return "\n".join(lines) + "\n"

    def _play(self, text: str) -> tuple[Session, tuple[Reply, ...]]:
        self._check_going_on()
        if self.is_thinking:
            name = player_name(self.game, self.game.to_move)
            raise CommandError(f"it is the turn of {name}, who is automated")
        return self._go_on(self.game.play(text))

    def _think(self) -> tuple[Session, tuple[Reply, ...]]:
        if not self.is_thinking:
            raise CommandError("it is not an automated player's turn")
        move = self._pick()
        after, replies = self._go_on(self.game.play(move))
        return after, (Say(f"* {move.short}"), *replies)

    def _undo(self) -> Session:
        game, player = self.game, self.game.to_move
        before = game.previous
        if before is None:
            raise CommandError("there is no move to take back")
        # A turn may be several moves. Take back the opponent's whole turn, then the player's own.
        while before is not None and before.to_move is not player:
            game, before = before, before.previous
        while before is not None and before.to_move is player:
            game, before = before, before.previous
        return attrs.evolve(self, game=game.with_limit(self.game.move_limit))

    def _moves(self, text: str) -> str:
        self._check_going_on()
        moves = sorted(self.game.legal_moves)
        if text:
            square = Square.parse(text)
            self.game.variant.board.grid.index(square)  # Raises if the square is not on the board.
            moves = [move for move in moves if move.origin == square]
        return " ".join(move.short for move in moves) or "no moves"

    def _status(self) -> str:
        game = self.game
        lines = [
            f"variant {plain(game.variant.name)}",
            *(f"{player_name(game, side)} is {'automated' if side in self.automated else 'manual'}" for side in Side),
            f"seed {self.seed}",
            "no move limit" if game.move_limit is None else f"move limit {game.move_limit}",
            f"moves made {game.ply}",
            state(game),
        ]
        return "\n".join(lines)


def _help(about: str) -> str:
    if not about:
        lines = [f"{'a move':18}{PlayMove.__doc__}"]
        return "\n".join(lines + [f"{syntax(kind):18}{kind.__doc__}" for kind in COMMANDS.values()])
    kind = PlayMove if about.lower() == "move" else COMMANDS.get(about.lower())
    if kind is None:
        raise CommandError(f"there is no command {quoted(about)}; help lists them")
    return f"{syntax(kind)}: {kind.__doc__}"
