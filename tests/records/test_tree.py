"""Trees of moves: a game with variations, comments and signs, which can be changed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import Game, TaflError, load_variant, start
from taflkit.records import Evaluation, GameTree, Node, Record, Result, format_record, parse_record
from taflkit.records.text import MAX_VARIATION_DEPTH
from taflkit.testing import games

BRANDUBH = load_variant("brandubh")
TEXT = """[Variant "brandubh"]
[Event "Midsummer"]
[Result "0-1"]
[Termination "resigned"]

{First.} 1. b4-b7! {[%eval 0.35,4] [%clk 0:01:00] Far.} (1. d1-c1 d5-c5 (1... d5-e5)) 1...
c4-c7xb7 2. a4-a6 0-1
"""


def moves(nodes: list[Node[Any]]) -> list[str]:
    """The moves of nodes."""
    return [node.move for node in nodes]


def test_a_record_is_a_tree_and_back() -> None:
    """Everything that a record says is in the tree, and in the record of the tree."""
    record = parse_record(TEXT)
    tree = GameTree.of(record)
    assert tree.record() == record
    first = tree.root.children[0]
    assert (first.move, first.comment, first.signs, first.clock) == ("b4-b7", "Far.", (1,), 60)
    assert first.evaluation == Evaluation(0.35, depth=4)
    assert moves(tree.main_line()) == ["", "b4-b7", "c4-c7", "a4-a6"]
    assert moves(list(tree)) == ["", "b4-b7", "c4-c7", "a4-a6", "d1-c1", "d5-c5", "d5-e5"]
    assert (tree.trouble, tree.result, tree.root.comment) == ("", Result.SECOND, "First.")


def test_every_node_has_its_position() -> None:
    """The game of a node is the one that its moves lead to; the nodes of a tree of tafl have a `Game`."""
    tree: GameTree[Game] = GameTree(start("brandubh").play_all(["b4-b7", "c4-c7"]))
    node = tree.play(tree.root, "d1-c1")
    game: Game = node.game
    assert game == start("brandubh").play("d1-c1")
    assert node.parent is tree.root
    assert (len(tree), node.number, repr(node)) == (4, 3, "<Node 3: d1-c1, ply 1>")
    assert tree.node(3) is node
    assert repr(tree.root) == "<Node 0: the start, ply 0>"


@settings(deadline=None, max_examples=20)
@given(games(BRANDUBH, max_plies=12), games(BRANDUBH, max_plies=12), st.text("abc {}();\\", max_size=12))
def test_any_tree_is_written_and_read_back(game: Game, other: Game, comment: str) -> None:
    """Two games are one tree, whose text gives the same tree again."""
    tree = GameTree(game)
    node = tree.root
    for move in other.moves:
        node = tree.play(node, str(move))
    node.comment = comment.strip()
    again = GameTree.of(parse_record(format_record(tree.record())))
    assert [(each.move, each.comment, each.game) for each in again] == [
        (each.move, each.comment, each.game) for each in tree
    ]


def test_a_move_that_is_there_begins_no_variation() -> None:
    """Playing it again leads to the same node, whatever its spelling."""
    tree = GameTree(start("brandubh").play("b4-b7"))
    assert tree.play(tree.root, "b4-7") is tree.root.children[0]
    with pytest.raises(TaflError):
        tree.play(tree.root, "d4-d5")
    assert len(tree) == 2


def test_a_line_is_promoted_to_the_main_line() -> None:
    """All its moves are the first ones; the others stay as variations."""
    tree = GameTree.of(parse_record(TEXT))
    tree.promote(tree.root.children[1].children[1])
    assert moves(tree.main_line()) == ["", "d1-c1", "d5-e5"]
    assert len(tree) == 7
    with pytest.raises(TaflError, match="no variations beside it"):
        tree.promote(tree.root)


def test_what_is_removed_is_gone() -> None:
    """A move goes with everything after it, and its numbers are not given again."""
    tree = GameTree.of(parse_record(TEXT))
    gone = tree.root.children[1]
    assert gone in tree
    tree.remove(gone)
    assert gone not in tree
    assert len(tree) == 4
    with pytest.raises(TaflError, match=f"no move number {gone.number}"):
        tree.node(gone.number)
    assert tree.play(tree.root, "d1-c1").number == 7
    with pytest.raises(TaflError, match="the start cannot be deleted"):
        tree.remove(tree.root)


def test_a_record_that_is_wrong_is_a_tree_up_to_there() -> None:
    """Lines end where they do not agree with the rules, and the first reason is kept."""
    tree = GameTree.of(parse_record('[Variant "brandubh"]\n\n1. d1-c1 (1. d1-a1) d5-c5 2. a1-a2 b4-b5 *'))
    assert moves(list(tree)) == ["", "d1-c1", "d5-c5"]
    assert "a1" in tree.trouble


def test_a_game_with_another_setting_takes_its_place() -> None:
    """What was played is played again, and left out where that is not possible."""
    tree = GameTree(start("brandubh").play_all(["b4-b7", "c4-c7", "a4-a6"]))
    tree.replace(tree.root, tree.root.game.with_limit(1))
    assert moves(tree.main_line()) == ["", "b4-b7", "c4-c7"]
    assert tree.record().limit == 1


def test_trees_are_bounded() -> None:
    """A tree has as many nodes as it may, and variations are written only so deep."""
    with pytest.raises(TaflError, match="at most 3 moves here with all its variations"):
        GameTree(start("brandubh").play_all(["b4-b7", "c4-c7", "a4-a6"]), max_nodes=3)
    assert "at most 3 moves" in GameTree.of(parse_record(TEXT), max_nodes=3).trouble
    tree = GameTree(start("copenhagen"))
    node = tree.root
    for ply in range(MAX_VARIATION_DEPTH + 1):
        main, beside = [str(move) for move in node.game.legal_moves][2 * ply :][:2]
        tree.play(node, main)
        node = tree.play(node, beside)
    with pytest.raises(TaflError, match="nested more than 20 deep"):
        tree.record()
    tree.promote(node)
    assert len(tree.record().line) == MAX_VARIATION_DEPTH + 1


@pytest.mark.parametrize("variant", ["tablut", "ataxx", "qirkat"])
def test_games_of_every_kind_are_trees(variant: str) -> None:
    """A tree asks the kind of game for its moves."""
    game: Any = start(variant)
    for _ in range(4):
        game = game.play(game.legal_moves[-1])
    tree = GameTree(game)
    assert tree.record() == Record.of(game)
    assert tree.main_line()[-1].game == game
