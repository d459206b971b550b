"""The laws that hold for all rules of tafl."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import attrs

from taflkit.board import Move, Position, SquareSet, indices_of, union
from taflkit.conformance.reports import ConformanceError, noting
from taflkit.errors import CODE_ERRORS, IllegalMoveError, check_type
from taflkit.game import Game
from taflkit.rules import Play, Rules
from taflkit.rules.protocols import LineMovement
from taflkit.variant import Variant


def check_tafl_game(game: Game, *, symmetric: bool = True) -> None:
    """Check every law in the position of a game, and for every play from there.

    Args:
        game: The game.
        symmetric: Whether the rules must treat the symmetric images of a position alike.

    Raises:
        ConformanceError: A law is broken.
    """
    check_type(game, Game, "a Game")
    for move in game.variant.rules.legal_moves(game.position):
        _check_play(game, move)
    for law, broken in GAME_LAWS.items():
        if broken is _symmetry and not symmetric:
            continue
        with noting(game):
            for move_or_none, detail in broken(game):
                raise ConformanceError(law, detail, game, move_or_none)


def play_checked(game: Game, move: Move) -> Game:
    """Play a move, check the laws of plays, and return the game after it."""
    _check_play(game, move)
    with noting(game, move):
        return game.play(move)


def _check_play(game: Game, move: Move) -> None:
    rules, position = game.variant.rules, game.position
    with noting(game, move):
        facts = _facts(position)
        play = rules.apply(position, move)
        for law, broken in PLAY_LAWS.items():
            if detail := broken(rules, play):
                raise ConformanceError(law, detail, game, move)
        if _facts(position) != facts:
            raise ConformanceError("Playing leaves the position as it was.", "it has changed", game, move)


def _facts(position: Position) -> tuple[object, ...]:
    masks = (position.attacking_mask, position.defending_mask, position.kings_mask, position.going_on_mask)
    return position.kind_masks, position.to_move, *masks


def _listed(position: Position, mask: int) -> str:
    inside = SquareSet(position.board.grid, mask & position.board.grid.everywhere_mask)
    return ", ".join([*map(str, inside), *(["off the board"] if mask & ~position.board.grid.everywhere_mask else [])])


# A law of plays returns what is wrong, or an empty text.


def _target_was_empty(rules: Rules, play: Play) -> str:
    there = play.before.piece_at_mask(play.move.target_mask)
    return f"the {play.piece} moves onto the {there} on {play.move.target}" if there else ""


def _enemies_only(rules: Rules, play: Play) -> str:
    enemies = play.before.side_mask(play.before.to_move.other)
    wrong = play.taken_mask & ~enemies
    return f"it takes {_listed(play.before, wrong)}, where no enemy stood" if wrong else ""


def _no_growth(rules: Rules, play: Play) -> str:
    before, after = play.before.occupied_mask.bit_count(), play.position.occupied_mask.bit_count()
    return f"there were {before} pieces and there are {after}" if after > before else ""


def _nothing_else(rules: Rules, play: Play) -> str:
    move, before, after = play.move, play.before, play.position
    if after.piece_at_mask(move.target_mask) != play.piece:
        return f"the {play.piece} from {move.origin} does not stand on {move.target}"
    # What is taken leaves the board, or changes sides where the rules have turncoats.
    left = after.side_mask(before.to_move.other) & play.taken_mask
    if left or (after.occupied_mask & play.taken_mask and not rules.turncoats):
        return f"it takes {_listed(after, after.occupied_mask & play.taken_mask)}, where a piece still stands"
    changed = union(there ^ was for there, was in zip(after.kind_masks, before.kind_masks, strict=True))
    wrong = changed & ~(move.origin_mask | move.target_mask | play.taken_mask) | after.occupied_mask & move.origin_mask
    return f"it also changes {_listed(after, wrong)}" if wrong else ""


def _masks_agree(rules: Rules, play: Play) -> str:
    after = play.position
    built = Position(after.board, after.kind_masks, after.to_move, after.going_on_mask)
    return "" if _facts(built) == _facts(after) else "the masks of the sides disagree with those of the pieces"


def _turn_passes(rules: Rules, play: Play) -> str:
    before, after = play.before.to_move, play.position.to_move
    return f"it is still the turn of the {after}" if after is before and not play.position.going_on_mask else ""


def _same_again(rules: Rules, play: Play) -> str:
    again = rules.apply(play.before, play.move)
    for name in ("taken_mask", "position", "outcome"):
        first, second = getattr(play, name), getattr(again, name)
        if first != second:
            return f"asked twice, the rules answered {first!r} and {second!r} ({name})"
    return ""


PLAY_LAWS: Mapping[str, Callable[[Rules, Play], str]] = MappingProxyType(
    {
        "A piece moves to an empty square.": _target_was_empty,
        "A move captures enemies, never pieces of its own side.": _enemies_only,
        "There are never more pieces than before.": _no_growth,
        "A move moves its piece, takes what it captures, and changes nothing else.": _nothing_else,
        "The squares of a side are those of its pieces.": _masks_agree,
        "The other side is next, unless a piece must go on.": _turn_passes,
        "The same question has the same answer.": _same_again,
    }
)
"""The laws of plays, and the functions that return how a play breaks them, or an empty text."""

# A law of games yields what is wrong, and with which move.
_Broken = Iterator[tuple[Move | None, str]]


def _accepts(game: Game, move: Move) -> bool:
    try:
        game.play(move)
    except IllegalMoveError:
        return False
    return True


def _candidates(position: Position) -> Iterator[Move]:
    """Iterate over moves to try: of own pieces to any square, and from all other squares to their neighbours."""
    board = position.board.grid
    for origin in range(len(board.squares)):
        own = position.side_mask(position.to_move) >> origin & 1
        for target in indices_of(board.everywhere_mask if own else board.neighbour_masks[origin]):
            if target != origin:
                yield board.move_between(origin, target)


def _legal_moves_are_accepted(game: Game) -> _Broken:
    rules, position = game.variant.rules, game.position
    offered, legal = set(game.legal_moves), set(rules.legal_moves(position))
    for move in _candidates(position):
        if _accepts(game, move) is not (move in offered):
            yield move, "it is listed and refused" if move in offered else "it is accepted and not listed"
        if rules.is_legal(position, move) is not (move in legal):
            yield move, "is_legal does not agree with legal_moves"


def _lines_alone(game: Game) -> _Broken:
    rules, position = game.variant.rules, game.position
    board, empty = position.board, position.board.grid.everywhere_mask & ~position.occupied_mask
    for movement in rules.movement:
        if not isinstance(movement, LineMovement):
            continue
        for square, piece in position.pieces():
            origin = board.grid.index(square)
            full = movement.reach(board, piece, origin, position.occupied_mask, board.grid.everywhere_mask) & empty
            lines = [line for line in board.grid.line_masks if line >> origin & 1]
            parts = [line & movement.reach(board, piece, origin, position.occupied_mask & line, line) for line in lines]
            if full != union(parts) & empty:
                yield None, f"what {movement!r} says of the {piece} on {square} depends on more"
            if full != movement.targets(position, origin, board.grid.everywhere_mask) & empty:
                yield None, f"{movement!r} has other targets than reach for the {piece} on {square}"


def _counts_agree(game: Game) -> _Broken:
    rules, position = game.variant.rules, game.position
    moves = rules.legal_moves(position)
    if len(set(moves)) != len(moves):
        yield next(move for move in moves if moves.count(move) > 1), "it is listed twice"
    if rules.has_moves(position) is not bool(moves):
        yield None, f"there are {len(moves)} legal moves, and has_moves says {rules.has_moves(position)}"


def _undo(game: Game) -> _Broken:
    facts = (_facts(game.position), game.outcome, game.previous, game.last)
    for move in game.legal_moves:
        if game.play(move).previous is not game:
            yield move, "the game before it is not the previous of the game after it"
        if (_facts(game.position), game.outcome, game.previous, game.last) != facts:
            yield move, "it changes the game that it was played in"


def _ended_or_not(game: Game) -> _Broken:
    if game.outcome is not None and game.legal_moves:
        yield None, f"the game is over ({game.outcome}), and there are legal moves: {game.legal_moves}"
    if game.outcome is None and not game.legal_moves:
        yield None, "the game goes on, and there is no legal move"


def _replayed(game: Game) -> _Broken:
    again = Game(game.variant, game.start).play_all(game.moves)
    if again.position != game.position:
        yield None, f"played again, the moves lead to {again.to_text()}"
    if again.outcome != game.outcome:
        yield None, f"played again, the moves end with {again.outcome}, and not with {game.outcome}"


def _copied(game: Game) -> _Broken:
    for way, made in (("pickled", pickle.loads(pickle.dumps(game.position))), ("copied", copy.copy(game.position))):
        if made != game.position or hash(made) != hash(game.position) or _facts(made) != _facts(game.position):
            yield None, f"the {way} position is {made!r}"


def _hashes(game: Game) -> _Broken:
    rules, position = game.variant.rules, game.position
    reached = [rules.apply(position, move).position for move in rules.legal_moves(position)]
    if len(set(reached)) != len({_facts(after) for after in reached}):
        yield None, "positions that differ compare equal, or the other way round"
    if len(set(reached)) != len({hash(after) for after in reached}):
        yield None, "two positions that differ have the same hash"


def _read_back(game: Game) -> _Broken:
    text = game.to_text()
    if (read := Game.from_text(text, game.variant).position) != game.position:
        yield None, f"{text!r} is read as {read!r}"


def _symmetry(game: Game) -> _Broken:
    rules, position = game.variant.rules, game.position
    _, *symmetries = rules.board.geometry.symmetries  # The identity is first.
    for symmetry in symmetries:
        moves = {symmetry.move(move) for move in rules.legal_moves(position)}
        for move in moves.symmetric_difference(rules.legal_moves(position.transformed(symmetry))):
            back = next((m for m in _candidates(position) if symmetry.move(m) is move), None)
            yield back, f"on the board seen by {symmetry.name} it is {move}, which is legal in one of the two alone"
    for number, move in enumerate(rules.legal_moves(position) if symmetries else ()):
        symmetry = symmetries[number % len(symmetries)]
        play = rules.apply(position, move)
        seen = rules.apply(position.transformed(symmetry), symmetry.move(move))
        if seen.taken_mask != symmetry.mask(play.taken_mask):
            yield move, f"it takes {play}, and seen by {symmetry.name} {seen}"
        if seen.position != play.position.transformed(symmetry) or seen.outcome != play.outcome:
            yield move, f"seen by {symmetry.name} it has another result"


GAME_LAWS: Mapping[str, Callable[[Game], _Broken]] = MappingProxyType(
    {
        "The legal moves are the moves that play accepts.": _legal_moves_are_accepted,
        "A movement along lines depends on the piece's own row and column alone.": _lines_alone,
        "Legal moves are listed once, and whether there are any agrees with the list.": _counts_agree,
        "Playing leaves the game as it was, and undo returns it.": _undo,
        "A game has legal moves until it is over, and none from then on.": _ended_or_not,
        "The same moves lead to the same position and outcome.": _replayed,
        "Positions can be pickled and copied.": _copied,
        "Positions are equal, and have equal hashes, if they do not differ.": _hashes,
        "A position reads back from its line of text.": _read_back,
        "A symmetric board has the same moves both ways.": _symmetry,
    }
)
"""The laws of games, and the functions that yield how a game breaks them, and with which move."""


def check_values(variant: Variant) -> None:
    """Check the laws of rules as values: each can be hashed, compared and pickled, and cannot be changed.

    Raises:
        ConformanceError: A law is broken.
    """
    check_type(variant, Variant, "a Variant, such as load_variant returns")
    for rule in variant.rules.strategies:
        try:
            hash(rule)
        except TypeError as error:
            raise ConformanceError("A rule can be hashed.", f"{rule!r} cannot: {error}") from error
        if name := _changeable(rule):
            raise ConformanceError("A rule cannot be changed.", f"{rule!r} lets its {name} be set")
        try:
            pickled = pickle.loads(pickle.dumps(rule))
        except (*CODE_ERRORS, pickle.PickleError, RecursionError) as error:
            raise ConformanceError("A rule can be pickled.", f"{rule!r} cannot: {error}") from error
        if pickled != rule or hash(pickled) != hash(rule):
            raise ConformanceError("A rule compares by value.", f"{rule!r} is not equal to its pickled copy")
    if pickle.loads(pickle.dumps(variant)) != variant:
        raise ConformanceError("A variant can be pickled.", f"the pickled copy of {variant.name} is another one")
    game = Game(variant, variant.start)
    if game.outcome is not None:
        raise ConformanceError("A game is not over before it begins.", f"it is: {game.outcome}", game)


def _changeable(rule: object) -> str | None:
    """Return a field of the rule that can be set, if there is one."""
    kind: type = type(rule)
    names: list[str] = (
        [field.name for field in attrs.fields(kind)] if attrs.has(kind) else list(getattr(rule, "__dict__", ()))
    )
    for name in names:
        try:
            setattr(copy.copy(rule), name, getattr(rule, name))
        except AttributeError:
            continue
        return name
    return None
