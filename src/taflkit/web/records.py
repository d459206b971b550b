"""Trees as records, and records as trees."""

from __future__ import annotations

from typing import Any

from taflkit.errors import TaflError
from taflkit.games import GameVariant
from taflkit.records import Record, RecordedMove, Result, format_record, read_games
from taflkit.records.record import RESIGNED, termination_of_game
from taflkit.records.text import MAX_VARIATION_DEPTH
from taflkit.web.tree import GameTree, Node


def write_tree(tree: GameTree) -> str:
    """Write a tree as a record: the main line, variations, comments and all that an opened record said.

    Raises:
        TaflError: Variations are nested too deeply, or the variant cannot be written.
    """
    root, last = tree.root, tree.main_line()[-1]
    kind = tree.kind
    result, termination = Result.of(last.game), termination_of_game(last.game)
    if tree.resigned is not None and tree.resigned[0] is last:
        result, termination = Result.won_by(kind, tree.resigned[1].other), RESIGNED
    elif result is Result.UNKNOWN:
        result, termination = tree.result, tree.termination
    record = Record(
        variant=kind.variant_of(root.game),
        line=_line(tree, root.children[0], 0) if root.children else (),
        position=kind.format_position(root.game),
        result=result,
        termination=termination,
        limit=getattr(last.game, "move_limit", None),
        tags=tree.tags,
        comment=root.comment,
    )
    return format_record(record)


def _line(tree: GameTree, first: Node, depth: int) -> tuple[RecordedMove, ...]:
    """The moves from a node to the end of its main line, with the variations beside all but the first."""
    if depth > MAX_VARIATION_DEPTH:
        raise TaflError(f"variations are nested more than {MAX_VARIATION_DEPTH} deep; make one of them the main line")
    nodes = list(first.line())
    texts = tree.kind.written_moves(nodes[-1].game)[-len(nodes) :]
    found = []
    for node, text in zip(nodes, texts, strict=True):
        assert node.parent is not None
        # The siblings of the first move of a variation stand beside the move of the main line.
        others = node.parent.children[1:] if node is node.parent.children[0] else []
        found.append(
            RecordedMove(
                text,
                comment=node.comment,
                variations=[_line(tree, other, depth + 1) for other in others],
                signs=node.signs,
                evaluation=node.evaluation,
                clock=node.clock,
            )
        )
    return tuple(found)


def read_tree(text: str, variant: GameVariant) -> tuple[GameTree, str]:
    """Read the first game of a text in any format that `taflkit replay` reads.

    Args:
        text: The content of a file.
        variant: The variant that is assumed for lists of moves, which name none.

    Returns:
        The tree, whose current node is the end of the main line; and what does not agree with the rules, if
        anything: from there on the record is left out.

    Raises:
        TaflError: The text is no record.
    """
    record = next(read_games(text, default=variant), None)
    if record is None:
        raise TaflError("there is no game in the text")
    tree = GameTree(record.start_game())
    tree.tags, tree.result, tree.termination = record.tags, record.result, record.termination
    tree.root.comment = record.comment
    trouble = _add(tree, tree.root, record.line)
    last = tree.main_line()[-1]
    tree.current = last
    winner = record.result.winner(record.kind)
    if winner is not None and record.termination == RESIGNED and last.game.outcome is None and not trouble:
        tree.resigned = last, winner.other
    return tree, trouble


def _add(tree: GameTree, start: Node, line: tuple[RecordedMove, ...]) -> str:
    """Add a line after a node, and its variations; return the first trouble in it."""
    node, trouble, told = start, "", ""
    for recorded in line:
        before = node
        try:
            node = _play(tree, before, recorded)
        except TaflError as error:
            trouble = str(error)
        for variation in recorded.variations:
            told = told or _add(tree, before, variation)
        if trouble:
            break
    return trouble or told


def _play(tree: GameTree, node: Node, recorded: RecordedMove) -> Node:
    game: Any = node.game
    move = tree.kind.parse_move(game, recorded.text)
    tree.current = node
    child = tree.add(game.play(move), tree.kind.format_move(move))
    child.comment = child.comment or recorded.comment
    child.signs = child.signs or recorded.signs
    child.evaluation = child.evaluation or recorded.evaluation
    child.clock = child.clock if child.clock is not None else recorded.clock
    return child
