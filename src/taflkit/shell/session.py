"""`Session`: a game with its players, driven by commands. It is pure: no files, no clocks, no printing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from taflkit.board import Move, Side, Square
from taflkit.board.squares import LETTERS
from taflkit.game import Game
from taflkit.notation import parse_rows
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
    parse_player,
    syntax,
)

#: Picks the move of an automated player, by a game and a seed.
Player = Callable[[Game, int], Move]


@attrs.frozen
class Say:
    """A line, or several, for standard output."""

    text: str


@attrs.frozen
class Leave:
    """The session is over."""


@attrs.frozen
class ReadFile:
    """The commands of a file are to be obeyed next."""

    file: str


@attrs.frozen
class WriteFile:
    """A text is to be written to a file."""

    file: str
    text: str


@attrs.frozen
class SwitchVariant:
    """Another variant is to be loaded and handed in by `Session.with_variant`."""

    name: str


Reply = Say | Leave | ReadFile | WriteFile | SwitchVariant


@attrs.frozen
class Session:
    """The state of play: a game, who plays, and how. `step` obeys a command and returns the next state."""

    game: Game
    player: Player
    automated: frozenset[Side] = frozenset({Side.DEFENDERS})
    seed: int = 0
    #: Whether `dump` shows row numbers and column letters.
    legend: bool = False

    @property
    def is_thinking(self) -> bool:
        """Whether it is an automated player's turn: the next command should be `Think`."""
        return self.game.outcome is None and self.game.to_move in self.automated

    def step(self, command: Command) -> tuple[Session, tuple[Reply, ...]]:
        """Obey a command: the session afterwards, and what is to be said and done. Errors change nothing."""
        handler = _HANDLERS[type(command)]
        return handler(self, command)

    def begin(self, game: Game) -> tuple[Session, tuple[Reply, ...]]:
        """Go on with another game, the players as they are."""
        return attrs.evolve(self, game=game), tuple(_announce(game))

    def side_name(self, side: Side) -> str:
        """What a player is called."""
        return self.game.variant.side_name(side)

    @property
    def _players(self) -> dict[str, Side]:
        """Every name by which commands may speak of a player."""
        own = {self.side_name(side).lower(): side for side in Side}
        usual = {"black": Side.ATTACKERS, "white": Side.DEFENDERS}
        return own | {word: side for word, side in usual.items() if word not in own} | {s.value: s for s in Side}

    def _player_named(self, word: str) -> Side:
        return parse_player(word, self._players)

    def _play(self, move: str | Move) -> tuple[Session, tuple[Reply, ...]]:
        return self.begin(self.game.play(move))

    def _pick(self) -> Move:
        """The automated player's move; its choices depend on the seed and on how far the game is."""
        return self.player(self.game, self.seed * 1_000_003 + self.game.ply)


Result = tuple[Session, tuple[Reply, ...]]


def _announce(game: Game) -> Iterator[Reply]:
    if game.outcome is not None:
        winner = game.outcome.winner
        yield Say("* Draw." if winner is None else f"* {game.variant.side_name(winner)} wins.")


def _new(session: Session, _: New) -> Result:
    return session.begin(Game(session.game.variant, session.game.variant.start))


def _play(session: Session, command: Play) -> Result:
    return session._play(command.text)


def _think(session: Session, _: Think) -> Result:
    if not session.is_thinking:
        raise CommandError("it is not an automated player's turn")
    move = session._pick()
    after, replies = session._play(move)
    return after, (Say(f"* {move.short}"), *replies)


def _seed(session: Session, command: Seed) -> Result:
    return attrs.evolve(session, seed=command.number), ()


def _auto(session: Session, command: Auto) -> Result:
    return attrs.evolve(session, automated=session.automated | {session._player_named(command.player)}), ()


def _manual(session: Session, command: Manual) -> Result:
    return attrs.evolve(session, automated=session.automated - {session._player_named(command.player)}), ()


def _limit(session: Session, command: Limit) -> Result:
    if session.game.outcome is not None:
        raise CommandError("the game is over: a limit is for a game that goes on")
    return attrs.evolve(session, game=session.game.with_limit(command.number)), ()


def _undo(session: Session, _: Undo) -> Result:
    game: Game = session.game
    if not game.ply:
        raise CommandError("there is no move to take back")
    player = game.to_move
    while game.previous is not None and game.previous.to_move is not player:
        game = game.previous
    while game.previous is not None and game.previous.to_move is player:
        game = game.previous
    return attrs.evolve(session, game=game.with_limit(session.game.move_limit)), ()


def _dump(session: Session, _: Dump) -> Result:
    return session, (Say(dump(session.game, session.legend)),)


def dump(game: Game, legend: bool = False) -> str:
    """The board as other programs read it, with row numbers and column letters if asked for."""
    rows = [" ".join(row.replace(".", "-")) for row in game.position.picture.splitlines()]
    if legend:
        numbers = range(len(rows), 0, -1)
        rows = [f"{number:2} {row}" for number, row in zip(numbers, rows, strict=True)]
        rows.append(f"   {' '.join(LETTERS[: game.variant.board.grid.width])}")
    else:
        rows = [f"  {row}" for row in rows]
    return "\n".join(["===", *rows, "==="])


def _quit(session: Session, _: Quit) -> Result:
    return session, (Leave(),)


def _help(session: Session, command: Help) -> Result:
    if not command.about:
        lines = [f"{'a move':20} {Play.__doc__}"]
        lines += [f"{syntax(kind):20} {kind.__doc__}" for kind in COMMANDS.values()]
        return session, (Say("\n".join(lines)),)
    kind = COMMANDS.get(command.about.lower())
    if kind is None:
        raise CommandError(f"there is no command {command.about[:40]!a}; help lists them")
    return session, (Say(f"{syntax(kind)}: {kind.__doc__}"),)


def _load(session: Session, command: Load) -> Result:
    return session, (ReadFile(command.file),)


def _save(session: Session, command: Save) -> Result:
    return session, (WriteFile(command.file, script(session)),)


def script(session: Session) -> str:
    """The commands that bring the session's game and players back."""
    game = session.game
    names = {side: session.side_name(side).lower() for side in Side}
    lines = [f"variant {game.variant.name}", *(f"manual {name}" for name in names.values()), "new"]
    if game.start != game.variant.start:
        rows = game.start.picture.replace(".", "-").splitlines()
        lines.append(f"set {names[game.start.to_move]} {' '.join(rows)}")
    lines.append(f"seed {session.seed}")
    if game.move_limit is not None:
        lines.append(f"limit {game.move_limit}")
    lines += [str(move) for move in game.moves]
    lines += [f"auto {names[side]}" for side in Side if side in session.automated]
    return "\n".join(lines) + "\n"


def _set(session: Session, command: SetUp) -> Result:
    side = session._player_named(command.player)
    board = session.game.variant.board
    text = "".join(command.rows).replace("-", ".")
    if "/" in text or any(letter.isdigit() for letter in text):
        position = parse_rows(board, "/".join(command.rows), side)
    else:
        width, height = board.grid.width, board.grid.height
        if len(text) != width * height:
            raise CommandError(f"the board has {height} rows of {width} squares, and here are {len(text)} squares")
        picture = "\n".join(text[at : at + width] for at in range(0, len(text), width))
        position = board.parse(picture, side)
    if position.kings.bit_count() != 1:
        raise CommandError(f"a position has one king, and here are {position.kings.bit_count()}")
    return session.begin(Game(session.game.variant, position))


def _hint(session: Session, _: Hint) -> Result:
    if session.game.outcome is not None:
        raise CommandError("the game is over")
    return session, (Say(f"hint: {session._pick().short}"),)


def _moves(session: Session, command: Moves) -> Result:
    moves = sorted(session.game.legal_moves)
    if command.square:
        square = Square.parse(command.square)
        session.game.variant.board.grid.index(square)
        moves = [move for move in moves if move.origin == square]
    return session, (Say(" ".join(move.short for move in moves) or "no moves"),)


def _board(session: Session, _: ShowBoard) -> Result:
    return session, (Say(str(session.game)),)


def _variant(session: Session, command: ChangeVariant) -> Result:
    return session, (SwitchVariant(command.name),)


def _status(session: Session, _: Status) -> Result:
    game = session.game
    lines = [
        f"variant {game.variant.name}, {game.ply} plays made",
        *(f"{session.side_name(s)} is {'automated' if s in session.automated else 'manual'}" for s in Side),
        "no move limit" if game.move_limit is None else f"move limit {game.move_limit}",
        f"{session.side_name(game.to_move)} to move" if game.outcome is None else f"over: {game.outcome}",
    ]
    return session, (Say("\n".join(lines)),)


_HANDLERS: dict[type, Callable[..., Result]] = {
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
