"""`Game`: a position with its past. What needs history lives here: repetition and the move limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from taflkit.board import Move, Position, Side
from taflkit.engine import OUTCOMES, has_room_for, line_of, position_from, stepper_of
from taflkit.errors import GameOverError, IllegalMoveError, PositionError, TaflError
from taflkit.frozen import slot_setters
from taflkit.rules import LegalMoves, Outcome, Play, Reason
from taflkit.variant import Variant

if TYPE_CHECKING:
    from taflkit.engine._native import State


class _Unknown:
    """The outcome has not been worked out yet."""


_UNKNOWN = _Unknown()


@attrs.frozen(eq=False, repr=False)
class Game:
    """A game in progress or finished. Playing returns a new game; `previous` is the one before the last play."""

    variant: Variant
    position: Position
    previous: Game | None = None
    last: Play | None = None
    #: A player loses who must make more moves than this, where it is set.
    move_limit: int | None = None
    #: How many turns have been taken; the sides take them in turn.
    turns: int = 0
    #: How many plays have been made since pieces last left the board.
    reversible: int = 0
    #: A bit for each position since then, picked by its hash: what has no bit has surely not been there.
    footprints: int = attrs.field(default=0, repr=False)
    #: Whether the position may have occurred before; if not, it surely has not.
    seen_before: bool = False
    _outcome: Outcome | _Unknown | None = attrs.field(default=_UNKNOWN, init=False)
    #: The same game as the compiled kernel keeps it, `None` where the rules run in Python.
    _state: State | _Unknown | None = attrs.field(default=_UNKNOWN, init=False)

    def __attrs_post_init__(self) -> None:
        if self.position.board != self.variant.board:
            raise TaflError(f"the position is not one of the variant {self.variant.name}: it has another board")
        if self.position.going_on_mask and not (
            self.variant.rules.goes_on and self.variant.rules.has_moves(self.position)
        ):
            raise PositionError("no piece has to go on in this position under these rules")
        if self.move_limit is not None and type(self.move_limit) is not int:
            raise TaflError(f"the move limit is a whole number, not {self.move_limit!r}")
        made = (self.turns + 1) // 2
        if self.move_limit is not None and self.move_limit <= made:
            raise TaflError(f"the move limit must be more than the moves a player has made, {made}")
        _set_footprints(self, self.footprints | _footprint(self.position))

    @property
    def to_move(self) -> Side:
        """The side whose turn it is."""
        return self.position.to_move

    @property
    def key(self) -> Position:
        """What tells this state of the game from others, its past left aside."""
        return self.position

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that `play` accepts, in no particular order: none when the game is over."""
        state = self._state
        if isinstance(state, _Unknown):
            state = self._find_state()
        if state is not None:
            return state.moves()
        if self.outcome is not None:
            return LegalMoves()
        return self._moves()

    def _moves(self) -> LegalMoves:
        rules = self.variant.rules
        moves = rules.legal_moves(self.position)
        if rules.repetition.forbids_moves:
            return LegalMoves(move for move in moves if not self._is_forbidden(move))
        return moves

    def _is_forbidden(self, move: Move) -> bool:
        rules = self.variant.rules
        return rules.repetition.forbids(self, rules.apply(self.position, move).position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while it goes on."""
        outcome = self._outcome
        if isinstance(outcome, _Unknown):
            outcome = self._find_outcome()
            _set_outcome(self, outcome)
        return outcome

    def _find_outcome(self) -> Outcome | None:
        rules, last = self.variant.rules, self.last
        # The order is part of the rules: the board, then repetition, then no moves, then the limit.
        outcome = rules.outcome(self.position) if last is None else last.outcome or rules.repetition.repeated(self)
        if outcome is not None:
            return outcome
        can_move = self._moves() if rules.repetition.forbids_moves else rules.has_moves(self.position)
        if not can_move:
            return rules.no_moves.stuck(self.to_move)
        for limit in rules.limits:
            outcome = limit.reached(self)
            if outcome is not None:
                return outcome
        if self.move_limit is not None and self.turns // 2 >= self.move_limit:
            return Outcome(self.to_move.other, Reason.MOVE_LIMIT)
        return None

    def play(self, move: Move | str) -> Game:
        """The game after a move, given as a `Move` or as text (`e5-e8`, `e5-8`, `d8-d6xc5xc6`); it is checked."""
        if isinstance(move, str):
            return self._play_text(move)
        state = self._state
        if isinstance(state, _Unknown):
            state = self._find_state()
        if state is not None and (game := state.play(self, move)) is not None:
            return game
        if self.outcome is not None:
            raise GameOverError(move, f"the game is over, {self.outcome}", self.position, self)
        rules, position = self.variant.rules, self.position
        if not isinstance(move, Move):
            raise TypeError(f"a move is a Move or a text such as 'e5-e8', not {move!r}")
        if not rules.is_legal(position, move):
            raise IllegalMoveError(move, rules.why_illegal(position, move), position, self)
        if rules.repetition.forbids_moves and self._is_forbidden(move):
            raise IllegalMoveError(move, "it would bring back an earlier position", position, self)
        return self.follow(move)

    def follow(self, move: Move) -> Game:
        """The game after a move that is known to be legal, because it came from `legal_moves`; nothing is checked."""
        state = self._state
        if isinstance(state, _Unknown):
            state = self._find_state()
        if state is not None and (game := state.play(self, move)) is not None:
            return game
        play = self.variant.rules.apply(self.position, move)
        after = play.position
        game = _new(Game)
        _set_variant(game, self.variant)
        _set_position(game, after)
        _set_previous(game, self)
        _set_last(game, play)
        _set_move_limit(game, self.move_limit)
        _set_turns(game, self.turns + (after.to_move is not self.position.to_move))
        footprint = _footprint(after)
        if play.irreversible:
            _set_reversible(game, 0)
            _set_seen_before(game, False)
            _set_footprints(game, footprint)
        else:
            footprints = self.footprints
            _set_reversible(game, self.reversible + 1)
            _set_seen_before(game, footprints & footprint != 0)
            _set_footprints(game, footprints | footprint)
        _set_outcome(game, _UNKNOWN)
        # The kernel has refused the move, because the game was over: it may know this game, but does not yet.
        _set_state(game, None if state is None else _UNKNOWN)
        return game

    @property
    def plays_by_the_rules(self) -> bool:
        """Whether the rules alone say how the game goes on: a class of your own may say otherwise."""
        return type(self) in (Game, _SteppedGame)

    def _find_state(self) -> State | None:
        """Ask the compiled kernel to keep the game, if it runs the rules."""
        stepper = stepper_of(self.variant.rules, _SteppedGame) if has_room_for(self.position) else None
        state = None if stepper is None else stepper.state(line_of(self), OUTCOMES.index(self.outcome))
        _set_state(self, state)
        return state

    def _play_text(self, text: str) -> Game:
        grid = self.variant.board.grid
        text = text.strip()
        first, *squares = text.replace("X", "x").split("x")
        move = grid.parse_move(first)
        taken, column = 0, len(first) + 2
        for square in squares:
            taken |= grid.mask([grid.square_in(text, column, square)])
            column += len(square) + 1
        game = self.play(move)
        assert game.last is not None
        if squares and taken != game.last.taken_mask:
            really = " ".join(str(captured.square) for captured in game.last.captured)
            raise IllegalMoveError(text, f"it captures {really or 'nothing'}", self.position, self)
        return game

    def play_all(self, moves: Iterable[Move | str]) -> Game:
        """The game after several moves."""
        game = self
        for move in moves:
            game = game.play(move)
        return game

    def with_limit(self, move_limit: int | None) -> Game:
        """The same game with another move limit; the games before it, along `previous`, keep theirs."""
        return attrs.evolve(self, move_limit=move_limit)

    @property
    def ply(self) -> int:
        """How many plays have been made."""
        return sum(1 for _ in self.plays())

    def plays(self) -> Iterator[Play]:
        """The plays made, the newest first."""
        game: Game | None = self
        while game is not None and game.last is not None:
            yield game.last
            game = game.previous

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made, from the first."""
        return tuple(play.move for play in self.plays())[::-1]

    @property
    def start(self) -> Position:
        """The position the game began with."""
        game = self
        while game.previous is not None:
            game = game.previous
        return game.position

    def _facts(self) -> tuple[Variant, Position, tuple[Move, ...], int | None]:
        return self.variant, self.start, self.moves, self.move_limit

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
        return _replay, self._facts()

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
        # Notebooks ask for this. Drawing knows games and not the other way round, except here.
        from taflkit.render import notebook_svg

        return notebook_svg(self)


def _replay(variant: Variant, start: Position, moves: Iterable[Move], move_limit: int | None) -> Game:
    game = Game(variant, start, move_limit=move_limit)
    for move in moves:
        # Records may go on after a repetition that has ended the game.
        game = game.play(move) if game.outcome is None else game.follow(move)
    return game


def _footprint(position: Position) -> int:
    return 1 << (hash(position.kind_masks) & _FOOTPRINT_BITS)


#: With so many bits, few positions of a game share theirs; where they do, the history is looked through.
_FOOTPRINT_BITS = 255
_new = object.__new__
(
    _set_variant,
    _set_position,
    _set_previous,
    _set_last,
    _set_move_limit,
    _set_turns,
    _set_reversible,
    _set_footprints,
    _set_seen_before,
    _set_outcome,
    _set_state,
) = slot_setters(
    Game,
    "variant",
    "position",
    "previous",
    "last",
    "move_limit",
    "turns",
    "reversible",
    "footprints",
    "seen_before",
    "_outcome",
    "_state",
)


_get_position: Callable[[Game], Position] = vars(Game)["position"].__get__
_get_last: Callable[[Game], Play] = vars(Game)["last"].__get__


class _SteppedGame(Game):
    """A game that the compiled kernel made: the objects that describe it are made when they are first asked for."""

    __slots__ = ()

    def __new__(cls, *arguments: Any, **keywords: Any) -> Game:  # type: ignore[misc] # not of its own class, see below
        """Only the kernel makes these, in a way of its own; anybody else, such as `attrs.evolve`, gets a plain game."""
        return Game(*arguments, **keywords)

    @property
    def position(self) -> Position:
        """The position reached."""
        try:
            return _get_position(self)
        except AttributeError:
            position = position_from(self.variant.board, self._kept.state)
            _set_position(self, position)
            return position

    @property
    def last(self) -> Play:
        """The last play."""
        try:
            return _get_last(self)
        except AttributeError:
            state, before = self._kept, self.previous
            assert before is not None
            taken = sum(1 << square for square in state.taken)
            outcome = OUTCOMES[state.board_outcome]
            play = Play(state.move, before.position, self.position, taken, state.reversible == 0, outcome)
            _set_last(self, play)
            return play

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that `play` accepts, in no particular order: none when the game is over."""
        return self._state.moves()  # type: ignore[union-attr] # the kernel has set it; nothing else is quicker

    @property
    def _kept(self) -> State:
        state = self._state
        assert state is not None
        assert not isinstance(state, _Unknown)
        return state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while it goes on."""
        return OUTCOMES[self._kept.outcome]

    _outcome = outcome

    @property
    def turns(self) -> int:
        """How many turns have been taken."""
        return self._kept.turns

    @property
    def reversible(self) -> int:
        """How many plays have been made since pieces last left the board."""
        return self._kept.reversible

    @property
    def seen_before(self) -> bool:
        """Whether the position has occurred before."""
        return self._kept.seen_before

    #: The kernel needs none; to whoever goes on in Python, anything may have been there.
    footprints = -1


def start(variant: str | Path | Variant, position: Position | None = None, *, move_limit: int | None = None) -> Game:
    """A new game of a variant, given by name, by file or as a `Variant`; from its start position or another."""
    if not isinstance(variant, str | Path | Variant):
        raise TypeError(f"a variant is a Variant, a name such as 'tablut' or the path of a file, not {variant!r}")
    if not isinstance(variant, Variant):
        # Loading files needs more than playing does: it is imported when it is first used.
        from taflkit.variant.catalogue import load_variant

        variant = load_variant(variant)
    return Game(variant, position or variant.start, move_limit=move_limit)
