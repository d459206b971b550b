"""`Game`: a position with its history, and the variant that is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from taflkit.board import Move, Position, Side, Square, SquareSet
from taflkit.board.rows import format_rows, format_side, read_position, split_position
from taflkit.errors import GameOverError, IllegalMoveError, NotationError, PositionError, TaflError
from taflkit.kernel import Runner, State, runner_for
from taflkit.rules import LegalMoves, Outcome, Play
from taflkit.variant import Variant
from taflkit.variant.catalogue import load_variant, named_variant


class Game:
    """A game in progress or finished. It never changes: `play` returns a new game, and `previous` is the one before.

    Games are equal if their variants, start positions, moves and move limits are. A subclass adds no fields; its `play`
    returns games of the subclass.
    """

    __slots__ = ("__weakref__", "_previous", "_state", "_variant")

    _variant: Variant
    _previous: Game | None
    _state: State

    def __init__(self, variant: Variant, position: Position | None = None, *, move_limit: int | None = None) -> None:
        """Begin a game.

        Args:
            variant: The variant to play. `taflkit.start` also takes the name or the file of one.
            position: The first position, if it is not the start position of the variant.
            move_limit: How many moves a player may make; a player who must make more loses.

        Raises:
            TaflError: The position is one of another board, or the move limit is not a positive whole number.
            PositionError: In the position a piece must continue its turn, and the rules do not allow that.
        """
        if not isinstance(variant, Variant):
            raise TypeError(f"a game is played by a Variant, not {variant!r}; taflkit.start takes names and files")
        if position is None:
            position = variant.start
        elif not isinstance(position, Position):
            raise TypeError(f"a game begins with a Position, not {position!r}; Game.from_text reads a text")
        if position.board is not variant.board and position.board != variant.board:
            raise TaflError(f"the position is not one of the variant {variant.name}: it has another board")
        rules = variant.rules
        if position.going_on_mask and not (rules.goes_on and rules.has_moves(position)):
            raise PositionError("no piece has to go on in this position under these rules")
        _check_limit(move_limit, 0)
        self._variant = variant
        self._previous = None
        self._state = runner_for(rules).state(position, move_limit)

    @classmethod
    def from_text(
        cls, text: str, variant: str | Path | Variant | None = None, *, move_limit: int | None = None
    ) -> Game:
        """Begin a game with a position that is written on one line, as `to_text` writes it.

        Args:
            text: The position, for example `"brandubh 3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 attackers"`. The name of the
                variant may be left out if `variant` is given.
            variant: The variant, its name or its file.
            move_limit: How many moves a player may make; a player who must make more loses.

        Raises:
            NotationError: The text is not a position of the variant.
            VariantError: There is no such variant.
        """
        *named, _, _ = split_position(text)
        if variant is None:
            if not named:
                raise NotationError(text, 1, "the name of a variant before the rows, since none is given")
            found: Variant = named_variant(text, *named[0], Variant)
        else:
            found = _variant(variant)
            if named and named[0][0].lower() != found.name:
                raise NotationError(text, named[0][1], f"the variant {found.name}")
        position = read_position(found.board, text)
        try:
            return cls(found, position, move_limit=move_limit)
        except PositionError:
            expected = "the square of a piece that must continue its turn under these rules"
            raise NotationError(text, text.rindex("@") + 2, expected) from None

    def to_text(self) -> str:
        """Write the variant and the position on one line, without the history; `from_text` reads it back."""
        return f"{self.variant.name} {format_rows(self.position)} {format_side(self.position)}"

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self._variant

    @property
    def previous(self) -> Game | None:
        """The game before the last move, `None` at the start."""
        return self._previous

    @property
    def _runner(self) -> Runner:
        return runner_for(self.variant.rules)

    @property
    def state(self) -> State:
        """The position with its history, as what runs the rules keeps it."""
        return self._state

    @property
    def position(self) -> Position:
        """The position reached."""
        return self._state.position

    @property
    def last(self) -> Play | None:
        """What the last move did: the move, the captures, the positions before and after; `None` at the start."""
        return self._state.last

    @property
    def to_move(self) -> Side:
        """The side whose turn it is."""
        return self._state.position.to_move

    @property
    def key(self) -> Position:
        """The key for tables of positions: equal for games with the same position, whatever their history."""
        return self._state.position

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that `play` accepts, in no particular order; none if the game is over."""
        return self._state.moves

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while it goes on."""
        return self._state.outcome

    @property
    def move_limit(self) -> int | None:
        """How many moves a player may make, `None` for any number; a player who must make more loses."""
        return self._state.move_limit

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return self._state.ply

    @property
    def turns(self) -> int:
        """How many turns have been taken, by both sides together; a berserk turn may have several moves."""
        return self._state.turns

    @property
    def captureless(self) -> int:
        """How many moves have been played since the last capture."""
        return self._state.captureless

    @property
    def may_be_repeated(self) -> bool:
        """Whether the position may have occurred before in this game; if false, it has not."""
        return self._state.seen_before

    def repeatable(self) -> Iterator[Position]:
        """Iterate over the positions that may occur again, the present one first.

        They are the positions since pieces last left the board.
        """
        game: Game | None = self
        for _ in range(self._state.reversible + 1):
            assert game is not None
            yield game.position
            game = game.previous

    def parse_move(self, text: str) -> Move:
        """Read a legal move: `e5-e8`, `e5-8`, or `d8-d6xc5xc6` with what it captures.

        Raises:
            NotationError: The text is not a move on this board.
            IllegalMoveError: The move is not legal, or captures something else.
            GameOverError: The game is over.
        """
        return self._read(text)[0]

    def moves_from(self, square: Square | str) -> tuple[Move, ...]:
        """Return the legal moves of the piece on a square, in the order of their targets.

        Raises:
            NotationError: The text is not a square.
            GeometryError: The square is not on this board.
        """
        origin = self.variant.board.grid.mask([square])
        return tuple(sorted(move for move in self.legal_moves if move.origin_mask == origin))

    def captures(self, move: Move | str) -> SquareSet:
        """Return the squares of the pieces that a legal move would capture.

        Raises:
            NotationError: The text is not a move on this board.
            IllegalMoveError: The move is not legal.
            GameOverError: The game is over.
        """
        after = self.play(move)
        assert after.last is not None
        return SquareSet(self.variant.board.grid, after.last.taken_mask)

    def is_capture(self, move: Move | str) -> bool:
        """Whether a legal move captures anything; it raises what `captures` raises."""
        return bool(self.captures(move))

    def play(self, move: Move | str) -> Game:
        """Check a move and return the game after it.

        Args:
            move: A `Move`, or a text: `e5-e8`, `e5-8`, or `d8-d6xc5xc6` with what it captures.

        Raises:
            NotationError: The text is not a move on this board.
            IllegalMoveError: The move is not legal; the error says why.
            GameOverError: The game is over.
        """
        state = self._read(move)[1] if isinstance(move, str) else self._state.play(move)
        if state is None:
            raise self._refusal(move)
        game = object.__new__(type(self))
        game._variant = self._variant
        game._previous = self
        game._state = state
        return game

    def follow(self, move: Move) -> Game:
        """Return the game after a move without checking it.

        The move must be legal on the board. Unlike `play`, this goes on after the end of a game, as some records do.
        """
        try:
            return self._like(self, self._runner.follow(self._state, move))
        except (AttributeError, TypeError):
            if isinstance(move, Move):
                raise
            raise TypeError(f"follow takes a Move, such as parse_move returns, not {move!r}") from None

    def end_turn(self) -> Game:
        """The game as if the piece that must continue its turn had stopped, as some records have it.

        Raises:
            PositionError: no piece must continue its turn.
        """
        if not self.position.going_on_mask:
            raise PositionError("no piece has to go on in this position")
        return self._like(self.previous, self._runner.end_turn(self._state))

    def _like(self, previous: Game | None, state: State) -> Game:
        """Return a game of the same class and variant."""
        game = object.__new__(type(self))
        game._variant = self._variant
        game._previous = previous
        game._state = state
        return game

    def _refusal(self, move: object) -> Exception:
        """Return the error that explains why `play` refuses a move."""
        if not isinstance(move, Move):
            return TypeError(f"a move is a Move or a text such as 'e5-e8', not {move!r}")
        rules, position = self.variant.rules, self.position
        if self.outcome is not None:
            return GameOverError(move, f"the game is over, {self.outcome}", position, self)
        if rules.is_legal(position, move):
            return IllegalMoveError(move, "it would bring back an earlier position", position, self)
        return IllegalMoveError(move, rules.why_illegal(position, move), position, self)

    def _read(self, text: str) -> tuple[Move, State]:
        """Read a legal move; return it with the state after it."""
        if not isinstance(text, str):
            raise TypeError(f"a move is read from a text such as 'e5-e8', not {text!r}")
        grid = self.variant.board.grid
        text = text.strip()
        first, *squares = text.replace("X", "x").split("x")
        try:
            move = grid.parse_move(first)
        except NotationError as error:
            raise NotationError(text, error.column, error.expected) from None
        taken, column = 0, len(first) + 2
        for square in squares:
            taken |= grid.mask([grid.square_in(text, column, square)])
            column += len(square) + 1
        after = self._state.play(move)
        if after is None:
            raise self._refusal(move)
        if squares:
            play = after.last
            assert play is not None
            if taken != play.taken_mask:
                really = " ".join(str(captured.square) for captured in play.captured)
                raise IllegalMoveError(text, f"it captures {really or 'nothing'}", self.position, self)
        return move, after

    def play_all(self, moves: Iterable[Move | str]) -> Game:
        """Check several moves and return the game after them.

        Args:
            moves: The moves, each as `play` takes it.

        Raises:
            NotationError: A text is not a move on this board.
            IllegalMoveError: A move is not legal.
            GameOverError: There are moves after the end of the game.
        """
        if isinstance(moves, str):
            raise TypeError(f"play_all takes several moves, for example {moves.split()!r}, not one text {moves!r}")
        if not isinstance(moves, Iterable):
            raise TypeError(f"play_all takes several moves, for example ['e5-e8'], not {moves!r}")
        game = self
        for move in moves:
            game = game.play(move)
        return game

    def with_limit(self, move_limit: int | None) -> Game:
        """Return the same game with another move limit; the games before it keep theirs.

        Args:
            move_limit: How many moves a player may make, `None` for any number.

        Raises:
            TaflError: A player has already made that many moves.
        """
        _check_limit(move_limit, self.turns)
        return self._like(self.previous, self._runner.with_limit(self._state, move_limit))

    def plays(self) -> Iterator[Play]:
        """Iterate over what the moves did, the newest first."""
        game: Game | None = self
        while game is not None and game.last is not None:
            yield game.last
            game = game.previous

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, from the first to the last."""
        return tuple(play.move for play in self.plays())[::-1]

    def history(self) -> tuple[Game, ...]:
        """Return the game at every ply, from its start to this one."""
        games = [self]
        while (before := games[-1].previous) is not None:
            games.append(before)
        return tuple(reversed(games))

    @property
    def start(self) -> Position:
        """The position with which the game began."""
        game = self
        while game.previous is not None:
            game = game.previous
        return game.position

    def _facts(self) -> tuple[Variant, Position, tuple[Move | None, ...], int | None]:
        """What makes the game what it is; among the moves, `None` for a turn that was ended by `end_turn`."""
        moves: list[Move | None] = []
        game = self
        while game.previous is not None:
            play = game.last
            assert play is not None
            if play.position.going_on_mask and not game.position.going_on_mask:
                moves.append(None)
            moves.append(play.move)
            game = game.previous
        return self.variant, game.position, tuple(reversed(moves)), self.move_limit

    def __eq__(self, other: object) -> bool:
        """Same variant, same start, same moves, same limit."""
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or self._facts() == other._facts()

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self.position)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the moves, since the chain of games may be long."""
        variant, start, moves, limit = self._facts()
        begin = None if start == variant.start else (start.kind_masks, start.to_move, start.going_on_mask)
        numbers = tuple(None if move is None else move.number for move in moves)
        return _replay, (type(self), variant, begin, numbers, limit)

    def __str__(self) -> str:
        """Draw the board, with the outcome if there is one."""
        if self.outcome is None:
            return str(self.position)
        board, _, _ = str(self.position).rpartition("\n")
        return f"{board}\n{self.outcome}"

    def __repr__(self) -> str:
        """Print on one line."""
        return f"<Game {self.variant.name}, ply {self.ply}, {self.outcome or f'{self.to_move} to move'}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        # Hypothesis and IPython would otherwise print an attrs class field by field.
        printer.text(repr(self))

    def _repr_svg_(self) -> str:
        # Notebooks call this method. It is the only place where a game knows how it is drawn.
        from taflkit.render import notebook_svg

        return notebook_svg(self)


def _replay(
    cls: type[Game],
    variant: Variant,
    begin: tuple[tuple[int, ...], Side, int] | None,
    numbers: Iterable[int | None],
    move_limit: int | None,
) -> Game:
    game = cls(variant, None if begin is None else Position(variant.board, *begin), move_limit=move_limit)
    grid = variant.board.grid
    for number in numbers:
        if number is None:
            game = game.end_turn()
            continue
        move = grid.move_between(*divmod(number, len(grid.squares)))
        # Records may go on after a repetition that has ended the game.
        game = game.play(move) if game.outcome is None else game.follow(move)
    return game


def _check_limit(move_limit: int | None, turns: int) -> None:
    if move_limit is None:
        return
    if type(move_limit) is not int:
        raise TaflError(f"the move limit is a whole number, not {move_limit!r}")
    made = (turns + 1) // 2
    if move_limit <= made:
        raise TaflError(f"the move limit must be more than the moves a player has made, {made}")


def _variant(variant: str | Path | Variant) -> Variant:
    if isinstance(variant, Variant):
        return variant
    if not isinstance(variant, str | Path):
        raise TypeError(f"a variant is a Variant, a name such as 'tablut' or the path of a file, not {variant!r}")
    return load_variant(variant, Variant)
