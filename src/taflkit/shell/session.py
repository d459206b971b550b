"""`Session`: a game with its players, driven by commands. It is pure: no files, no clocks, no printing.

It knows no game: the kind of game answers for the rules, and the dialect says which commands there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import attrs

from taflkit.games import GameKind, GameVariant, MoveT, Player, RecordedGame, kind_of
from taflkit.shell.answers import natural_order, players_in_words
from taflkit.shell.arguments import CommandError, quoted
from taflkit.shell.dialect import Call, Dialect, State, Think
from taflkit.shell.dialects.registry import dialect_named
from taflkit.shell.replies import Note, Reply, Say
from taflkit.shell.wording import fixed_word, is_or_are, player_name, state

GameT = TypeVar("GameT", bound=RecordedGame[Any])

#: Chooses the move of an automated player, given the game and a seed.
MoveChooser = Callable[[GameT, int], MoveT]


@runtime_checkable
class HasLevels(Protocol):
    """A player that plays at levels, as `taflkit.search.Automaton` does."""

    def at_level(self, level: int, /) -> MoveChooser[Any, Any]:
        """The same player at a level.

        Raises:
            ValueError: There is no such level.
        """


#: A session after a command, and what the driver has to print and do.
Step = tuple["Session[GameT, MoveT]", tuple[Reply, ...]]


def _kind_of(game: GameT) -> GameKind[Any, GameT, Any]:
    try:
        return kind_of(game)
    except TypeError:
        raise TypeError(f"a session needs a Game, not {game!r}") from None


@attrs.frozen
class Session(Generic[GameT, MoveT]):
    """A game, its players and their settings. `step` obeys a command and returns the next session."""

    game: GameT
    """The game being played."""
    player: MoveChooser[GameT, MoveT]
    """Chooses the moves of the automated players. It plays at levels if it is a `HasLevels`."""
    kind: GameKind[Any, GameT, MoveT] = attrs.field(
        kw_only=True, default=attrs.Factory(lambda self: _kind_of(self.game), takes_self=True)
    )
    """The kind of game; found by the class of the game unless given."""
    automated: frozenset[Player] = attrs.field(
        default=attrs.Factory(lambda self: frozenset({self.kind.players[1]}), takes_self=True)
    )
    """The players whose moves `player` chooses; the second player unless given."""
    seed: int = 0
    """Seeds the choices of `player`."""
    legend: bool = False
    """Whether `dump` prints row numbers and column letters."""
    called: str | None = None
    """The path of the variant's file, for a variant that cannot be loaded by its name."""
    levels: tuple[int | None, int | None] = (None, None)
    """The level of each player, in the order of `kind.players`; `None` if none was set."""
    flipped: bool = False
    """Whether a person sees the board from the other side."""
    resigned: Player | None = None
    """The player who gave up the game."""
    undone: tuple[GameT, ...] = attrs.field(default=(), eq=False)
    """The games that `redo` goes back to, the next one last."""
    playing: bool = attrs.field(
        kw_only=True, default=attrs.Factory(lambda self: not self.dialect.has_set_up, takes_self=True)
    )
    """Whether the game is being played or was played to its end; if not, a position is being set up."""

    @property
    def dialect(self) -> Dialect:
        """The command language."""
        return dialect_named(self.kind.dialect)

    @property
    def state(self) -> State:
        """Whether a position is being set up, the game is being played, or it is over."""
        if not self.playing:
            return State.SET_UP
        return State.FINISHED if self.is_over else State.PLAYING

    @property
    def is_over(self) -> bool:
        """Whether the game has been decided, or somebody gave it up."""
        return self.game.outcome is not None or self.resigned is not None

    @property
    def standing(self) -> str:
        """Whose turn it is, or who won and why."""
        return state(self.game, self.kind, self.resigned)

    @property
    def is_thinking(self) -> bool:
        """Whether it is an automated player's turn: the next command should be `Think`."""
        return self.state is State.PLAYING and self.game.to_move in self.automated

    @property
    def players(self) -> Mapping[str, Player]:
        """The players by every name that commands accept for them, in lower case."""
        return self.kind.player_words(self._variant)

    @property
    def _variant(self) -> GameVariant:
        variant: GameVariant = self.kind.variant_of(self.game)
        return variant

    def name_of(self, player: Player) -> str:
        """What a player is called."""
        return player_name(self.game, player, self.kind)

    def player_called(self, name: str) -> Player:
        """The player that a name stands for.

        Raises:
            CommandError: If no player has that name.
        """
        player = self.players.get(name.lower())
        if player is None:
            known = " or ".join(self.name_of(each).lower() for each in self.kind.players)
            raise CommandError(f"expected a player, {known}, not {quoted(name)}")
        return player

    def format_move(self, move: MoveT) -> str:
        """A move as the command language prints it."""
        return self.dialect.write_move(self.kind, move)

    def sorted_moves(self, moves: Iterable[MoveT] | None = None) -> list[MoveT]:
        """Moves in the order of squares; the legal moves if none are given."""
        found = self.game.legal_moves if moves is None else moves
        return sorted(found, key=lambda move: natural_order(self.kind.format_move(move)))

    def step(self, call: Call | Think) -> Step[GameT, MoveT]:
        """Obey a command.

        Args:
            call: What `parse_command` returned for this session's dialect, or `Think()` while `is_thinking`.

        Returns:
            The session afterwards, and what the caller has to print and do.

        Raises:
            TaflError: If the command cannot be obeyed; this session is still valid.
            TypeError: If it is not a command.
        """
        if isinstance(call, Think):
            return self._think()
        if not isinstance(call, Call):
            raise TypeError(f"a command is what parse_command returns, not {call!r}")
        command, dialect = call.command, self.dialect
        if command not in (dialect.move, *dialect.commands):
            raise CommandError(f"{quoted(command.word)} was read in another dialect than {dialect.name}")
        if self.state not in command.states:
            what = "a move" if command == dialect.move else command.word
            wanted = " or ".join(state.value for state in State if state in command.states)
            raise CommandError(f"{what} is for the {wanted} state, and this is the {self.state.value} state")
        session = attrs.evolve(self, playing=False) if command.enters_set_up else self
        return command.method(session, *call.arguments)

    # The methods of commands. `step` checks the state before it calls one.

    def new(self) -> Step[GameT, MoveT]:
        """Begin another game of the variant."""
        return self.with_game(self.kind.start(self._variant))

    def clear(self) -> Step[GameT, MoveT]:
        """Begin another game of the variant, in which only the second player is automated."""
        return attrs.evolve(self, automated=frozenset({self.kind.players[1]})).new()

    def set_up(self, player: str, rows: Sequence[str]) -> Step[GameT, MoveT]:
        """Begin with a position: the name of the player to move, and the rows from the top."""
        return self.with_game(self.kind.set_up(self._variant, self.player_called(player), rows))

    def begin(self) -> Step[GameT, MoveT]:
        """Play on from a position that was set up."""
        return attrs.evolve(self, playing=True).with_game(self.game)

    def make_move(self, text: str) -> Step[GameT, MoveT]:
        """Make a move of a manual player."""
        self.check_going_on()
        if self.is_thinking:
            name = self.name_of(self.game.to_move)
            raise CommandError(f"it is the turn of {name}, who {is_or_are(name)} automated")
        return self.with_game(self.game.play(text))

    def undo(self) -> Step[GameT, MoveT]:
        """Take back moves to before the last turn of the player to move, or a resignation."""
        if self.resigned is not None:
            return attrs.evolve(self, resigned=None), ()
        game, player = self.game, self.game.to_move
        before = game.previous
        if before is None:
            raise CommandError("there is no move to take back")
        # A turn may be several moves. Take back the opponent's whole turn, then the player's own.
        while before is not None and before.to_move is not player:
            game, before = before, before.previous
        while before is not None and before.to_move is player:
            game, before = before, before.previous
        kept = self.dialect.settings.keep(self.game, game)
        return attrs.evolve(self, game=kept, undone=(*self.undone, self.game)), ()

    def redo(self) -> Step[GameT, MoveT]:
        """Play again what `undo` took back."""
        if not self.undone:
            raise CommandError("there is no move to play again")
        *rest, game = self.undone
        after, replies = self.with_game(self.dialect.settings.keep(self.game, game))
        return attrs.evolve(after, undone=tuple(rest)), replies

    def resign(self) -> Step[GameT, MoveT]:
        """Give up the game for the player to move."""
        self.check_going_on()
        loser = self.game.to_move
        end = Say(self.dialect.announcements.end(self.name_of(loser.other)))
        if self.dialect.ends_in_set_up:
            return attrs.evolve(self, playing=False), (end,)
        return attrs.evolve(self, resigned=loser), (end,)

    def set_seed(self, seed: int) -> Step[GameT, MoveT]:
        """Seed the choices of the automated players."""
        return attrs.evolve(self, seed=seed), ()

    def make_automated(self, player: str) -> Step[GameT, MoveT]:
        """Make the player of a name automated."""
        return self.with_automated(self.player_called(player), True), ()

    def make_manual(self, player: str) -> Step[GameT, MoveT]:
        """Make the player of a name manual."""
        return self.with_automated(self.player_called(player), False), ()

    def set_level(self, player: str, level: int | None) -> Step[GameT, MoveT]:
        """Set the level of a player, or of both if no name is given; without a level, show the levels."""
        if level is None:
            return self, (Say("\n".join(players_in_words(self, unset=" and plays its best"))),)
        own = self.player_called(player) if player else None
        whose = "automated players" if own is None else self.name_of(own)
        return self.with_level(level, own), (Note(f"level {level} for {whose}"),)

    def flip(self) -> Step[GameT, MoveT]:
        """See the board from the other side."""
        return attrs.evolve(self, flipped=not self.flipped), ()

    # What commands and drivers ask for.

    def with_variant(self, variant: GameVariant, called: str | None = None) -> Step[Any, Any]:
        """A session with a new game of another variant, and the replies to it.

        The variant may be one of another kind of game, whose dialect is spoken from then on. The first player is
        automated if the first player was, and so is the second.
        """
        kind = kind_of(variant)
        seats = zip(self.kind.players, kind.players, strict=True)
        session: Session[Any, Any] = Session(
            kind.start(variant),
            self.player,
            frozenset(player for seat, player in seats if seat in self.automated),
            self.seed,
            self.legend,
            called,
            self.levels,
            self.flipped,
            kind=kind,
        )
        return session.with_game(session.game)

    def with_automated(self, player: Player, automated: bool) -> Session[GameT, MoveT]:
        """The same session with one player automated or manual."""
        others = self.automated - {player}
        return attrs.evolve(self, automated=others | {player} if automated else others)

    def check_going_on(self) -> None:
        """Refuse what makes no sense after the end of a game.

        Raises:
            CommandError: If the game is over.
        """
        if self.is_over:
            raise CommandError(self.standing)

    def with_game(self, game: GameT) -> Step[GameT, MoveT]:
        """The session with another game of the same kind; its end is announced if it is being played and over."""
        after = attrs.evolve(self, game=game, resigned=None, undone=())
        outcome = game.outcome
        if outcome is None or not self.playing:
            return after, ()
        winner = None if outcome.winner is None else after.name_of(outcome.winner)
        ended = attrs.evolve(after, playing=not self.dialect.ends_in_set_up)
        return ended, (Say(self.dialect.announcements.end(winner)),)

    def _pick(self) -> MoveT:
        """The automated player's move. It depends on the seed and on the number of moves made."""
        level = self.levels[self.kind.players.index(self.game.to_move)]
        chooser = self.player if level is None else self._player_at(level)
        return chooser(self.game, self._seed_now)

    @property
    def _seed_now(self) -> int:
        return self.seed * 1_000_003 + self.game.ply

    def hint(self) -> MoveT:
        """The move that the automated player would make if no level was set."""
        return self.player(self.game, self._seed_now)

    def _player_at(self, level: int) -> MoveChooser[GameT, MoveT]:
        """The automated player at a level.

        Raises:
            CommandError: If there is no such level, or the player has no levels.
        """
        player: object = self.player
        if not isinstance(player, HasLevels):
            raise CommandError("this automated player has no levels")
        try:
            return player.at_level(level)
        except ValueError as error:
            raise CommandError(str(error)) from None

    def with_level(self, level: int, player: Player | None = None) -> Session[GameT, MoveT]:
        """The same session with a player, or both, at a level.

        Raises:
            CommandError: If there is no such level, or the automated player has no levels.
        """
        self._player_at(level)
        old = zip(self.kind.players, self.levels, strict=True)
        one, other = (level if player in (None, each) else before for each, before in old)
        return attrs.evolve(self, levels=(one, other))

    def _think(self) -> Step[GameT, MoveT]:
        if not self.is_thinking:
            raise CommandError("it is not an automated player's turn")
        move, name = self._pick(), self.name_of(self.game.to_move)
        after, replies = self.with_game(self.game.play(move))
        return after, (Say(self.dialect.announcements.move(name, self.format_move(move))), *replies)

    def script(self) -> str:
        """The commands that restore the game and the players."""
        kind, game, dialect, variant = self.kind, self.game, self.dialect, self._variant
        # Every variant knows these words, so they work before and after `variant`.
        words = {player: fixed_word(kind, variant, player) for player in kind.players}
        levels = [
            f"level {words[player]} {level}"
            for player, level in zip(kind.players, self.levels, strict=True)
            if level is not None
        ]
        lines = dialect.set_up(
            kind,
            game,
            self.automated,
            words,
            variant=self.called or variant.name,
            settings=[f"seed {self.seed}", *levels, *dialect.settings.commands(game)],
            moves=map(kind.format_move, game.moves),
            ending=[] if self.resigned is None else ["resign"],
            playing=self.playing,
        )
        return "\n".join(lines) + "\n"
