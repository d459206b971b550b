"""`Session`: a game with its players, driven by commands. It is pure: no files, no clocks, no printing."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from taflkit.board import Move, Side, Square
from taflkit.game import Game
from taflkit.shell.commands import (
    COMMANDS,
    Auto,
    ChangeVariant,
    Command,
    CommandError,
    Dump,
    Help,
    Hint,
    Limit,
    Load,
    Manual,
    Moves,
    New,
    Play,
    Quit,
    Save,
    Seed,
    SetUp,
    ShowBoard,
    Status,
    Think,
    Undo,
    quoted,
    syntax,
)
from taflkit.shell.replies import Leave, ReadFile, Reply, Say, SwitchVariant, WriteFile
from taflkit.shell.setup import read_rows, write_rows
from taflkit.shell.text import board, dump, ending, plain, player_name
from taflkit.variant import Variant

#: Picks the move of an automated player, by a game and a seed.
Player = Callable[[Game, int], Move]


@attrs.frozen
class Session:
    """The state of play: a game, who plays, and how. `step` obeys a command and returns the next state."""

    game: Game
    player: Player
    automated: frozenset[Side] = frozenset({Side.DEFENDERS})
    seed: int = 0
    #: Whether `dump` shows row numbers and column letters.
    legend: bool = False
    #: By what name the variant is found, where that is not its own: the path of its file.
    called: str | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether it is an automated player's turn: the next command should be `Think`."""
        return self.game.outcome is None and self.game.to_move in self.automated

    @property
    def players(self) -> dict[str, Side]:
        """Every name by which commands may speak of a player."""
        own = {player_name(self.game, side).lower(): side for side in Side}
        usual = {"black": Side.ATTACKERS, "white": Side.DEFENDERS}
        return usual | own | {side.value: side for side in Side}

    def player_called(self, name: str) -> Side:
        """The side of a player's name."""
        side = self.players.get(name.lower())
        if side is None:
            known = " or ".join(player_name(self.game, side).lower() for side in Side)
            raise CommandError(f"expected a player, {known}, not {quoted(name)}")
        return side

    def step(self, command: Command) -> tuple[Session, tuple[Reply, ...]]:
        """Obey a command: the session afterwards, and what is to be said and done. Errors change nothing."""
        handler = _HANDLERS[type(command)]
        return handler(self, command)

    def with_variant(self, variant: Variant, called: str | None = None) -> tuple[Session, tuple[Reply, ...]]:
        """Start a game of another variant, the players as they are."""
        return attrs.evolve(self, called=called)._go_on(Game(variant, variant.start))

    def with_automated(self, side: Side, automated: bool) -> Session:
        """The same with one player automated or manual."""
        others = self.automated - {side}
        return attrs.evolve(self, automated=others | {side} if automated else others)

    def _go_on(self, game: Game) -> tuple[Session, tuple[Reply, ...]]:
        """Go on with a game that has not been seen before: its end is announced."""
        after = attrs.evolve(self, game=game)
        if game.outcome is None:
            return after, ()
        winner = game.outcome.winner
        return after, (Say("* Draw." if winner is None else f"* {player_name(game, winner)} wins."),)

    def _check_going_on(self) -> None:
        if self.game.outcome is not None:
            raise CommandError(f"the game is over: {ending(self.game)}")

    def _pick(self) -> Move:
        """The automated player's move; its choices depend on the seed and on how far the game is."""
        return self.player(self.game, self.seed * 1_000_003 + self.game.ply)

    def script(self) -> str:
        """The commands that bring the game and the players back."""
        game, variant = self.game, self.game.variant
        # These names of the players are good before and after the variant is loaded.
        lines = [*(f"manual {side}" for side in Side), f"variant {self.called or variant.name}"]
        if game.start != variant.start:
            lines.append(f"set {game.start.to_move} {write_rows(game.start)}")
        lines.append(f"seed {self.seed}")
        if game.move_limit is not None:
            lines.append(f"limit {game.move_limit}")
        lines += [str(move) for move in game.moves]
        lines += [f"auto {side}" for side in Side if side in self.automated]
        return "\n".join(lines) + "\n"


Result = tuple[Session, tuple[Reply, ...]]


def _new(session: Session, _: New) -> Result:
    return session._go_on(Game(session.game.variant, session.game.variant.start))


def _play(session: Session, command: Play) -> Result:
    session._check_going_on()
    if session.is_thinking:
        name = player_name(session.game, session.game.to_move)
        raise CommandError(f"it is the turn of {name}, who is automated")
    return session._go_on(session.game.play(command.text))


def _think(session: Session, _: Think) -> Result:
    if not session.is_thinking:
        raise CommandError("it is not an automated player's turn")
    move = session._pick()
    after, replies = session._go_on(session.game.play(move))
    return after, (Say(f"* {move.short}"), *replies)


def _seed(session: Session, command: Seed) -> Result:
    return attrs.evolve(session, seed=command.number), ()


def _auto(session: Session, command: Auto) -> Result:
    return session.with_automated(session.player_called(command.player), True), ()


def _manual(session: Session, command: Manual) -> Result:
    return session.with_automated(session.player_called(command.player), False), ()


def _limit(session: Session, command: Limit) -> Result:
    session._check_going_on()
    return attrs.evolve(session, game=session.game.with_limit(command.number)), ()


def _undo(session: Session, _: Undo) -> Result:
    game, player = session.game, session.game.to_move
    before = game.previous
    if before is None:
        raise CommandError("there is no move to take back")
    # A turn may be several moves of one player, so whole turns are taken back: the opponent's, then the player's own.
    while before is not None and before.to_move is not player:
        game, before = before, before.previous
    while before is not None and before.to_move is player:
        game, before = before, before.previous
    return attrs.evolve(session, game=game.with_limit(session.game.move_limit)), ()


def _dump(session: Session, _: Dump) -> Result:
    return session, (Say(dump(session.game, session.legend)),)


def _quit(session: Session, _: Quit) -> Result:
    return session, (Leave(),)


def _help(session: Session, command: Help) -> Result:
    about = command.about.lower()
    if not about:
        lines = [f"{'a move':18}{Play.__doc__}"]
        lines += [f"{syntax(kind):18}{kind.__doc__}" for kind in COMMANDS.values()]
        return session, (Say("\n".join(lines)),)
    kind = Play if about == "move" else COMMANDS.get(about)
    if kind is None:
        raise CommandError(f"there is no command {quoted(command.about)}; help lists them")
    return session, (Say(f"{syntax(kind)}: {kind.__doc__}"),)


def _load(session: Session, command: Load) -> Result:
    return session, (ReadFile(command.file),)


def _save(session: Session, command: Save) -> Result:
    return session, (WriteFile(command.file, session.script()),)


def _set(session: Session, command: SetUp) -> Result:
    side = session.player_called(command.player)
    variant = session.game.variant
    return session._go_on(Game(variant, read_rows(variant, command.rows, side)))


def _hint(session: Session, _: Hint) -> Result:
    session._check_going_on()
    return session, (Say(f"hint: {session._pick().short}"),)


def _moves(session: Session, command: Moves) -> Result:
    session._check_going_on()
    moves = sorted(session.game.legal_moves)
    if command.square:
        square = Square.parse(command.square)
        session.game.variant.board.grid.index(square)  # An error if it is not on the board.
        moves = [move for move in moves if move.origin == square]
    return session, (Say(" ".join(move.short for move in moves) or "no moves"),)


def _board(session: Session, _: ShowBoard) -> Result:
    return session, (Say(board(session.game)),)


def _variant(session: Session, command: ChangeVariant) -> Result:
    return session, (SwitchVariant(command.name),)


def _status(session: Session, _: Status) -> Result:
    game = session.game
    lines = [
        f"variant {plain(game.variant.name)}",
        *(f"{player_name(game, side)} is {'automated' if side in session.automated else 'manual'}" for side in Side),
        f"seed {session.seed}",
        "no move limit" if game.move_limit is None else f"move limit {game.move_limit}",
        f"moves made {game.ply}",
        f"{player_name(game, game.to_move)} to move" if game.outcome is None else f"the game is over: {ending(game)}",
    ]
    return session, (Say("\n".join(lines)),)


_HANDLERS: dict[type[Command], Callable[..., Result]] = {
    New: _new,
    Play: _play,
    Think: _think,
    Seed: _seed,
    Auto: _auto,
    Manual: _manual,
    Limit: _limit,
    Undo: _undo,
    Dump: _dump,
    Quit: _quit,
    Help: _help,
    Load: _load,
    Save: _save,
    SetUp: _set,
    Hint: _hint,
    Moves: _moves,
    ShowBoard: _board,
    ChangeVariant: _variant,
    Status: _status,
}
