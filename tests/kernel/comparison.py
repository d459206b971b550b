"""The compiled kernel and Python, asked the same questions under the same rules."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Sequence

import attrs

from taflkit import Game, Move, Outcome, Position, Variant
from taflkit.board import SquareSet, indices_of
from taflkit.kernel import in_python, runner_for
from taflkit.kernel.encoding import OUTCOMES, decode_position, encode_position
from tests.kernel.scenes import SCENES
from tests.runners import kernel_of, line_of

#: What the kernel says a move does: the encoded position after it, the squares taken as bits, and the outcome's number.
Event = tuple[bytes, bytes, int]

#: From a position with more moves than this, Python takes too long to count three plies.
FEW_MOVES = 30
#: Where not all moves are played: about how many of those that do nothing but move a piece, twice: out of all of them,
#: and out of those where more might happen.
SAMPLE = 2
#: One position in so many has all its moves played, and everything else that is asked about positions compared.
EVERY_MOVE = 64
#: How long random games are whose positions are compared without their past.
PLIES = 40


def numbers(move: Move) -> tuple[int, int]:
    """The numbers of a move's squares."""
    return move.origin_mask.bit_length() - 1, move.target_mask.bit_length() - 1


@attrs.define
class Tally:
    """How much was compared."""

    positions: int = 0
    #: Moves that both list.
    moves: int = 0
    #: Moves that both have played.
    steps: int = 0
    captures: int = 0
    counts: int = 0
    #: Games with their past: repetition and limits.
    games: int = 0
    outcomes: Counter[str] = attrs.field(factory=Counter)

    def count(self, outcome: Outcome | None) -> None:
        """Count an outcome, so that one sees which never came up."""
        if outcome is not None:
            self.outcomes[outcome.reason.name] += 1

    def add(self, other: Tally) -> None:
        """Add what was compared elsewhere."""
        for field in attrs.fields(Tally):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


class Comparison:
    """The kernel and Python under the same rules."""

    def __init__(self, variant: Variant, tally: Tally) -> None:
        """Make the kernel for the rules; they must be such that it runs them."""
        kernel = kernel_of(variant.rules)
        assert kernel is not None, f"{variant.name}: {variant.kernel}"
        self.kernel = kernel
        self.compiled = variant
        #: The same game, played in Python alone.
        self.variant = attrs.evolve(variant, rules=in_python(variant.rules))
        self.tally = tally
        self._hashes: dict[int, bytes] = {}

    def check_positions(self, chance: random.Random, count: int) -> None:
        """Compare about so many positions of random games, from the start and from positions that were set up."""
        enough = self.tally.positions + count
        while self.tally.positions < enough:
            position = self.variant.start
            if chance.randrange(4):
                position = chance.choice(SCENES)(self.variant, chance)
            state = encode_position(position)
            for _ in range(chance.randint(1, PLIES)):
                if not chance.randrange(EVERY_MOVE):
                    self.check_position(position)
                    continue
                following = self.check_sample(position, state, chance)
                if following is None:
                    break
                position, state = following

    def check_position(self, position: Position) -> list[Move]:
        """Both say the same of a position and of every move in it; the moves."""
        kernel, state = self.kernel, encode_position(position)
        self._check_state(position, state)
        moves, events = self._check_moves(position, state)
        self._same("the list of moves", sorted(map(numbers, moves)), kernel.moves(state), position)
        for move in moves:
            reached, squares, number = kernel.step(state, *numbers(move))
            if event := events.get(move.number):
                self._check_step(position, move, event)
                taken = int.from_bytes(event[1], "little")
                expected = event[0], tuple(indices_of(taken)), event[2]
            else:
                after, plain = encode_position(self._check_plain_step(position, move)), plainly_moved(state, move)
                expected = plain, (), 0
                if after != plain:
                    self._same(f"{move} and nothing else", after, plain, position)
            if expected != (reached, squares, number):
                self._same(f"{move} alone", expected, (reached, squares, number), position)
        return list(moves)

    def check_sample(self, position: Position, state: bytes, chance: random.Random) -> tuple[Position, bytes] | None:
        """Both say the same of a position; the position after a random move, if the game goes on.

        Both list the same moves. Python plays each move that the kernel says does more than move a piece, and a sample
        of the others: of all of them, and of those of a king or to a square beside an enemy.
        """
        moves, events = self._check_moves(position, state)
        following: list[tuple[Position, Move]] = []
        for move in [move for move in moves if move.number in events] if events else ():
            after, over = self._check_step(position, move, events[move.number])
            if not over:
                following.append((after, move))
        enemies, kings = position.side_mask(position.to_move.other), position.kings_mask
        near = [move for move in moves if move.beside_mask & enemies or move.origin_mask & kings]
        for some in (near, moves):
            stride = max(1, len(some) // SAMPLE)
            plain = [move for move in some[chance.randrange(stride) :: stride] if move.number not in events]
            following += [(self._check_plain_step(position, move), move) for move in plain]
        if not following:
            return None
        after, move = chance.choice(following)
        return after, events[move.number][0] if move.number in events else plainly_moved(state, move)

    def _check_moves(self, position: Position, state: bytes) -> tuple[Sequence[Move], dict[int, Event]]:
        """Both list the same moves and say how the position stands; the moves, and what the kernel says they do."""
        rules, kernel = self.variant.rules, self.kernel
        moves = rules.legal_moves(position)
        found, events = kernel.steps(state)
        expected = array("I", sorted([move.number for move in moves]))
        if expected.tobytes() != found:
            self._same("the moves", expected.tolist(), array("I", found).tolist(), position)
        self._same("the number of moves", len(moves), kernel.count(state), position)
        self._same("the outcome", rules.outcome(position), OUTCOMES[kernel.outcome(state)], position)
        self.tally.positions += 1
        self.tally.moves += len(moves)
        return moves, events

    def _check_step(self, position: Position, move: Move, event: Event) -> tuple[Position, bool]:
        """A move does in Python what the kernel says; the position after it, and whether it ends the game."""
        after, taken, outcome = self.variant.rules.step(position, move)
        reached, squares, number = event
        expected = encode_position(after), taken, outcome
        found = reached, int.from_bytes(squares, "little"), OUTCOMES[number]
        if expected != found:
            self._same(f"what {move} does", expected, found, position)
        tally = self.tally
        tally.steps += 1
        tally.captures += taken != 0
        tally.count(outcome)
        return after, outcome is not None

    def _check_plain_step(self, position: Position, move: Move) -> Position:
        """A move that does nothing else in the kernel does nothing else in Python; the position after it.

        Masks are compared, because this is asked several times of every position and encoding takes longer.
        """
        after, taken, outcome = self.variant.rules.step(position, move)
        origin, both = move.origin_mask, move.origin_mask | move.target_mask
        masks = tuple([mask ^ both if mask & origin else mask for mask in position.kind_masks])
        turned = after.to_move is not position.to_move and not after.going_on_mask
        if taken or outcome is not None or not turned or after.kind_masks != masks:
            plain = Position(position.board, masks, position.to_move.other)
            self._same(f"what {move} does", (after, taken, outcome), (plain, 0, None), position)
        self.tally.steps += 1
        return after

    def _check_state(self, position: Position, state: bytes) -> None:
        """A state is a position and back, and its hash is that of no other."""
        self._same("the position of a state", position, decode_position(position.board, state), position)
        known = self._hashes.setdefault(self.kernel.hash(state), state)
        self._same("the position with that hash", state, known, position)

    def check_counts(self, position: Position) -> None:
        """Both count as many lines of play, in bulk and one by one: moves made and taken back leave no trace."""
        state, rules = encode_position(position), self.variant.rules
        depth = 3 if len(rules.legal_moves(position)) <= FEW_MOVES else 2
        expected = runner_for(rules).counter(position).count(position, depth, bulk=True)
        for bulk in (True, False):
            self._same(f"perft {depth}", expected, self.kernel.perft(state, depth, bulk=bulk), position)
        self.tally.counts += 1

    def check_game(self, start: Position, chance: random.Random, plies: int, limit: int | None = None) -> Game:
        """Both play a random game alike, to its end or for so many plies, with its past; the game at its end."""
        game, compiled = (Game(variant, start, move_limit=limit) for variant in (self.variant, self.compiled))
        shuffling = chance.randrange(4) == 0
        for _ in range(plies):
            self._check_games(game, compiled)
            if game.outcome is not None:
                break
            line, moves = line_of(game), game.legal_moves
            self._same("the moves of a game", sorted(map(numbers, moves)), self.kernel.line_moves(line), game.position)
            chosen = (shuffling and back(game, moves)) or self._lively(game.position, moves, chance)
            for move in {chosen, *chance.sample(moves, min(2, len(moves)))}:
                outcome = game.follow(move).outcome
                found = OUTCOMES[self.kernel.line_outcome_after(line, *numbers(move))]
                self._same(f"how the game stands after {move}", outcome, found, game.position)
            game, compiled = game.follow(chosen), compiled.play(chosen)
        self._check_games(game, compiled)
        self.tally.count(game.outcome)
        self.tally.games += 1
        return game

    def _lively(self, position: Position, moves: Sequence[Move], chance: random.Random) -> Move:
        """A random move; every other time one that captures or that a king makes, so that more happens."""
        if chance.randrange(2):
            _, events = self.kernel.steps(encode_position(position))
            captures = {number for number, (_, squares, _) in events.items() if any(squares)}
            livelier = [m for m in moves if m.origin_mask & position.kings_mask or m.number in captures]
            return chance.choice(livelier or moves)
        return chance.choice(moves)

    def _check_games(self, game: Game, compiled: Game) -> None:
        """A game that the kernel plays is made of the same things as one that Python plays."""
        position = game.position
        self._same("the position", position, compiled.position, position)
        self._same("the outcome of a game", game.outcome, compiled.outcome, position)
        self._same("the moves to choose from", set(game.legal_moves), set(compiled.legal_moves), position)
        self._same("how often a move is listed", len(game.legal_moves), len(compiled.legal_moves), position)
        for fact in ("turns", "ply", "captureless", "move_limit", "last"):
            self._same(fact, getattr(game, fact), getattr(compiled, fact), position)
        self._same("what may occur again", [*game.repeatable()], [*compiled.repeatable()], position)
        if game.last is not None:
            for fact in ("taken_mask", "irreversible", "outcome"):
                self._same(f"{fact} of the last play", getattr(game.last, fact), getattr(compiled.last, fact), position)

    def _same(self, what: str, expected: object, found: object, position: Position) -> None:
        if expected != found:
            rules = ", ".join(map(str, self.variant.rules.strategies))
            regions = ", ".join(
                f"{name} {SquareSet(position.board.grid, mask)!r}" for name, mask in position.board.geometry.regions
            )
            raise AssertionError(
                f"{what} differs: {expected} in Python, {found} in the kernel\n{position}\n"
                f"{self.variant.name}: {rules}; turncoats {self.variant.rules.turncoats}; {regions}"
            )


def plainly_moved(state: bytes, move: Move) -> bytes:
    """An encoded position after a move that does nothing but move a piece and give the turn to the other side."""
    after = bytearray(state)
    origin, target = numbers(move)
    after[target], after[origin] = after[origin], 0
    after[-3:] = bytes([1 - state[-3], 0, 0])
    return bytes(after)


def back(game: Game, moves: Sequence[Move]) -> Move | None:
    """The move that takes back what the side to move has last done, so that positions come back."""
    last = game.previous.last if game.previous else None
    if last is None:
        return None
    move = last.move.grid.move(last.move.target, last.move.origin)
    return move if move in moves else None
