"""`GameTree`: a game with its variations, comments, signs and positions, which can be changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import attrs

from taflkit.errors import TaflError, check_type
from taflkit.games import AnyKind, RecordedGame, kind_of
from taflkit.records.annotations import Evaluation
from taflkit.records.record import MAX_RECORDED_MOVES, Record, RecordedMove, Result, termination_of_game
from taflkit.records.reviewing import JudgedMove
from taflkit.records.text import MAX_VARIATION_DEPTH

GameT = TypeVar("GameT", bound=RecordedGame[Any])


@attrs.define(eq=False, repr=False)
class Node(Generic[GameT]):
    """A position in the tree, with the move that led to it and all that is said about it."""

    number: int
    """Its number, 0 at the start; no other node of the tree ever has it."""
    game: GameT
    """The game up to here."""
    parent: Node[GameT] | None = None
    """The node before the move, `None` at the start."""
    move: str = ""
    """The move, as its kind of game writes it; empty at the start."""
    children: list[Node[GameT]] = attrs.field(factory=list)
    """What was played from here, the main line first."""
    comment: str = ""
    """What is said about the move."""
    signs: tuple[int, ...] = ()
    """The numbers of signs such as `!?`, as in `RecordedMove`."""
    evaluation: Evaluation | None = None
    """How good the position is."""
    clock: float | None = None
    """The seconds left on the mover's clock after the move."""
    judged: JudgedMove | None = None
    """What a review says about the move."""

    def __repr__(self) -> str:
        """Show where the node is."""
        return f"<Node {self.number}: {self.move or 'the start'}, ply {self.game.ply}>"

    def line(self) -> Iterator[Node[GameT]]:
        """Iterate over the nodes from this one to the end of its main line."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node


class GameTree(Generic[GameT]):
    """The moves of a game of any kind and the variations from them."""

    def __init__(self, game: GameT, *, max_nodes: int = MAX_RECORDED_MOVES) -> None:
        """Begin with a game, whose moves become the main line.

        Args:
            game: The game.
            max_nodes: How many nodes the tree may have.

        Raises:
            TaflError: The game is too long.
        """
        self.kind: AnyKind = kind_of(game)
        """The kind of game."""
        games = [game]
        while (before := games[-1].previous) is not None:
            games.append(before)
        self.root: Node[GameT] = Node(0, games.pop())
        """The start."""
        self.tags: tuple[tuple[str, str], ...] = ()
        """What is known about the game: the names of the players, the date and so on."""
        self.result = Result.UNKNOWN
        """The result, if the game did not end on the board."""
        self.termination = ""
        """Why the game ended, if it did not end on the board."""
        self.trouble = ""
        """What does not agree with the rules in the record that the tree was made of; empty if nothing."""
        self._nodes = {0: self.root}
        self._next = 1
        self._max_nodes = max_nodes
        node = self.root
        while games:
            node = self.add(node, games.pop())

    @classmethod
    def of(cls, record: Record, *, max_nodes: int = MAX_RECORDED_MOVES) -> GameTree[Any]:
        """Return the tree of a record; lines are left out from where they do not agree with the rules.

        Args:
            record: The record.
            max_nodes: How many nodes the tree may have.
        """
        check_type(record, Record, "a Record (Record.of makes one of a game)")
        tree: GameTree[Any] = cls(record.start_game(), max_nodes=max_nodes)
        tree.tags, tree.result, tree.termination = record.tags, record.result, record.termination
        tree.root.comment = record.comment
        tree.trouble = tree._add_line(tree.root, record.line)
        return tree

    def _add_line(self, start: Node[GameT], line: tuple[RecordedMove, ...]) -> str:
        """Add a line after a node, and its variations; return the first trouble in it."""
        node, trouble, told = start, "", ""
        for recorded in line:
            before = node
            try:
                node = self.play(before, recorded.text)
            except TaflError as error:
                trouble = str(error)
            else:
                _annotate(node, recorded)
            for variation in recorded.variations:
                told = told or self._add_line(before, variation)
            if trouble:
                break
        return trouble or told

    def __len__(self) -> int:
        """Count the nodes, the start included."""
        return len(self._nodes)

    def __iter__(self) -> Iterator[Node[GameT]]:
        """Iterate over the nodes, parents before children, the main line of each node first."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def __contains__(self, node: object) -> bool:
        """Whether a node is in the tree, and was not removed."""
        return isinstance(node, Node) and self._nodes.get(node.number) is node

    def node(self, number: int) -> Node[GameT]:
        """Return the node of a number.

        Raises:
            TaflError: There is none, any more.
        """
        found = self._nodes.get(number)
        if found is None:
            raise TaflError(f"there is no move number {number} in this game")
        return found

    def main_line(self) -> list[Node[GameT]]:
        """Return the nodes of the main line, the start first."""
        return list(self.root.line())

    def play(self, node: Node[GameT], move: str) -> Node[GameT]:
        """Play a move from a node; a new variation begins if that move is not there yet.

        Args:
            node: The node.
            move: The move, as its kind of game reads it.

        Returns:
            The node after the move.

        Raises:
            TaflError: The move is illegal or cannot be read, or the tree is full.
        """
        return self.add(node, node.game.play(self.kind.parse_move(node.game, move)))

    def add(self, node: Node[GameT], game: GameT) -> Node[GameT]:
        """Return the node of a game that is one move after that of a node; it is added if it is not there yet.

        Raises:
            TaflError: The tree is full.
        """
        move = self.kind.format_move(getattr(game.last, "move", game.last))
        for child in node.children:
            if child.move == move:
                return child
        if len(self._nodes) >= self._max_nodes:
            raise TaflError(f"a game has at most {self._max_nodes} moves here with all its variations")
        child = Node(self._next, game, node, move)
        self._nodes[self._next] = child
        self._next += 1
        node.children.append(child)
        return child

    def replace(self, node: Node[GameT], game: GameT) -> None:
        """Put the same position with another setting, such as a move limit, in place of a node's game.

        What was played from there is played again with it, and left out where that is not possible.
        """
        node.game = game
        waiting = [node]
        while waiting:
            node = waiting.pop()
            for child in list(node.children):
                try:
                    child.game = node.game.play(self.kind.parse_move(node.game, child.move))
                except TaflError:
                    self.remove(child)
                else:
                    waiting.append(child)

    def promote(self, node: Node[GameT]) -> None:
        """Make the line that leads to a node the main line.

        Raises:
            TaflError: The node is the start.
        """
        if node.parent is None:
            raise TaflError("the start has no variations beside it")
        while node.parent is not None:
            children = node.parent.children
            children.remove(node)
            children.insert(0, node)
            node = node.parent

    def remove(self, node: Node[GameT]) -> None:
        """Delete a move and everything after it.

        Raises:
            TaflError: The node is the start.
        """
        if node.parent is None:
            raise TaflError("the start cannot be deleted; a new game has another one")
        node.parent.children.remove(node)
        gone = [node]
        while gone:
            each = gone.pop()
            del self._nodes[each.number]
            gone.extend(each.children)

    def record(self) -> Record:
        """Return the record of the tree: the main line, the variations and all that is said about them.

        Raises:
            TaflError: Variations are nested too deeply.
        """
        root, last = self.root, self.main_line()[-1]
        result, termination = Result.of(last.game), termination_of_game(last.game)
        if result is Result.UNKNOWN:
            result, termination = self.result, self.termination
        return Record(
            variant=self.kind.variant_of(root.game),
            line=self._recorded(root.children[0], 0) if root.children else (),
            position=self.kind.format_position(root.game),
            result=result,
            termination=termination,
            limit=getattr(last.game, "move_limit", None),
            tags=self.tags,
            comment=root.comment,
        )

    def _recorded(self, first: Node[GameT], depth: int) -> tuple[RecordedMove, ...]:
        """The moves from a node to the end of its main line, with the variations beside all but the first."""
        if depth > MAX_VARIATION_DEPTH:
            raise TaflError(
                f"variations are nested more than {MAX_VARIATION_DEPTH} deep; make one of them the main line"
            )
        nodes = list(first.line())
        texts = self.kind.written_moves(nodes[-1].game)[-len(nodes) :]
        found = []
        for node, text in zip(nodes, texts, strict=True):
            assert node.parent is not None
            # The siblings of the first move of a variation stand beside the move of the main line.
            others = node.parent.children[1:] if node is node.parent.children[0] else []
            found.append(
                RecordedMove(
                    text,
                    comment=node.comment,
                    variations=[self._recorded(other, depth + 1) for other in others],
                    signs=node.signs,
                    evaluation=node.evaluation,
                    clock=node.clock,
                )
            )
        return tuple(found)


def _annotate(node: Node[Any], recorded: RecordedMove) -> None:
    """Keep what a record says about a move; what is known already stays."""
    node.comment = node.comment or recorded.comment
    node.signs = node.signs or recorded.signs
    node.evaluation = node.evaluation or recorded.evaluation
    node.clock = node.clock if node.clock is not None else recorded.clock
