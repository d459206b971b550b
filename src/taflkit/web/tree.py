"""`GameTree`: a game with its variations, comments, and the move that is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from taflkit.errors import TaflError
from taflkit.games import AnyKind, Player, kind_of
from taflkit.records import Result
from taflkit.records.annotations import Evaluation

MAX_NODES = 5_000
"""The moves of one tree, so that no page can take all memory."""
MAX_COMMENT = 2_000
"""The characters of a comment."""


@attrs.define(eq=False, repr=False)
class Node:
    """A position in the tree, with the move that led to it."""

    number: int
    """Names the node in requests; 0 is the start."""
    game: Any
    """The game up to here."""
    parent: Node | None = None
    """The node before the move, `None` at the start."""
    move: str = ""
    """The move, as records write it; empty at the start."""
    children: list[Node] = attrs.field(factory=list)
    """What was played from here, the main line first."""
    comment: str = ""
    """What is said about the move."""
    signs: tuple[int, ...] = ()
    """The numbers of signs such as `!?`, as records have them."""
    evaluation: Evaluation | None = None
    """How good a record says that the position is."""
    judgement: str = ""
    """What a review says about the move, if it could be better."""
    clock: float | None = None
    """The seconds that a record says were left."""

    def line(self) -> Iterator[Node]:
        """Iterate over the nodes from this one to the end of its main line."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node


class GameTree:
    """The moves of a game, the variations from them, and a current node.

    A node in which a player resigned is the end of the game there.
    """

    def __init__(self, game: Any) -> None:
        """Begin with a game; its moves become the main line, and the current node is its end."""
        self.kind: AnyKind = kind_of(game)
        """The kind of game."""
        games = [game]
        while games[-1].previous is not None:
            games.append(games[-1].previous)
        self.root = Node(0, games.pop())
        """The start."""
        self.current = self.root
        """The node that is looked at."""
        self.resigned: tuple[Node, Player] | None = None
        """Where a player resigned, and who."""
        self.tags: tuple[tuple[str, str], ...] = ()
        """What a record says about the game: the names of the players, the date and so on."""
        self.result = Result.UNKNOWN
        """The result of a record that ended otherwise than on the board."""
        self.termination = ""
        """Why such a record ended."""
        self._nodes = {0: self.root}
        self._next = 1
        for move in game.moves:
            self.add(games.pop(), self.kind.format_move(move))

    def __len__(self) -> int:
        """Count the nodes, the start included."""
        return len(self._nodes)

    def __iter__(self) -> Iterator[Node]:
        """Iterate over the nodes, parents before children, the main line of each node first."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def node(self, number: int) -> Node:
        """Return the node of a number.

        Raises:
            TaflError: There is none, any more.
        """
        found = self._nodes.get(number)
        if found is None:
            raise TaflError(f"there is no move number {number} in this game")
        return found

    def add(self, game: Any, move: str) -> Node:
        """Go to a game one move after the current node; a new variation begins if that move is not there yet.

        Args:
            game: The game after the move.
            move: The move, as records write it.

        Raises:
            TaflError: The tree is full.
        """
        parent = self.current
        for child in parent.children:
            if child.move == move:
                self.current = child
                return child
        if len(self._nodes) >= MAX_NODES:
            raise TaflError(f"a game on this board has at most {MAX_NODES} moves with all its variations")
        child = Node(self._next, game, parent, move)
        self._nodes[self._next] = child
        self._next += 1
        parent.children.append(child)
        self.current = child
        return child

    def replace(self, game: Any) -> None:
        """Put the same position with another setting, such as a move limit, in place of the current node's game.

        What was played from there is played again with it, and left out where that is not possible.
        """
        self.current.game = game
        waiting = [self.current]
        while waiting:
            node = waiting.pop()
            for child in list(node.children):
                try:
                    child.game = node.game.play(self.kind.parse_move(node.game, child.move))
                except TaflError:
                    self._forget(child)
                else:
                    waiting.append(child)

    def promote(self, node: Node) -> None:
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

    def remove(self, node: Node) -> None:
        """Delete a move and everything after it; the current node becomes the one before if it is deleted.

        Raises:
            TaflError: The node is the start.
        """
        if node.parent is None:
            raise TaflError("the start cannot be deleted; a new game has another one")
        self._forget(node)

    def _forget(self, node: Node) -> None:
        assert node.parent is not None
        node.parent.children.remove(node)
        gone = [node]
        while gone:
            each = gone.pop()
            del self._nodes[each.number]
            if each is self.current:
                self.current = node.parent
            if self.resigned is not None and self.resigned[0] is each:
                self.resigned = None
            gone.extend(each.children)

    @property
    def loser(self) -> Player | None:
        """The player who resigned in the current node, if one did."""
        return self.resigned[1] if self.resigned is not None and self.resigned[0] is self.current else None

    def main_line(self) -> list[Node]:
        """Return the nodes of the main line, the start first."""
        return list(self.root.line())
