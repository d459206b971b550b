"""What a page is told: games, trees and variants as values of JSON."""

from __future__ import annotations

from typing import Any

import attrs

from taflkit.games import AnyKind, GameVariant, Player, kind_of
from taflkit.records import GameTree, Node
from taflkit.records.annotations import format_signs
from taflkit.render import board_layout, piece_svg, svg
from taflkit.shell.wording import fixed_word, state

Json = dict[str, Any]


def show_variant(variant: GameVariant) -> Json:
    """The description of a variant, with its rules in sentences and its examples."""
    kind = kind_of(variant)
    return {
        "name": variant.name,
        "title": variant.title or variant.name,
        "kind": kind.name,
        "summary": variant.summary,
        "rules": kind.explain(variant),
        "examples": [example.says for example in variant.examples],
        "sources": list(variant.sources),
        "doubtful": list(variant.doubtful),
    }


def show_players(kind: AnyKind, variant: GameVariant) -> list[Json]:
    """The two players: the word for each in requests, and the name."""
    return [
        {"word": fixed_word(kind, variant, player), "name": kind.player_name(variant, player)}
        for player in kind.players
    ]


def show_board(kind: AnyKind, game: Any, flipped: bool) -> Json:
    """The picture of a game, where its squares are, what stands on them, and what may be played."""
    picture = kind.picture(game)
    legend = [{"name": thing.name, "letter": thing.letter, "svg": piece_svg(thing)} for thing in picture.legend]
    places = {thing: number for number, thing in enumerate(picture.legend)}
    return {
        "svg": svg(game, theme="light", flipped=flipped),
        "title": picture.title,
        "layout": attrs.asdict(board_layout(picture.columns, picture.rows)),
        "columns": picture.columns,
        "rows": picture.rows,
        "flipped": flipped,
        "legend": legend,
        "things": {str(square): places[thing] for square, thing in picture.things},
        "regions": {str(square): name for name, squares in reversed(picture.regions) for square in squares},
        "last": [str(square) for square in picture.last_squares],
        "captured": [[str(square), thing.name if thing else "piece"] for square, thing in picture.captured],
        "goingOn": [str(square) for square in picture.going_on],
        "moves": legal_moves(kind, game, [str(square) for square, _ in picture.things]),
    }


def legal_moves(kind: AnyKind, game: Any, squares: list[str]) -> list[str]:
    """The legal moves as texts, in every way in which they can be written from the squares of pieces."""
    # Some games have moves that can be begun at several squares, and list them once.
    found = dict.fromkeys(kind.format_move(move) for square in squares for move in kind.moves_from(game, square))
    found.update(dict.fromkeys(map(kind.format_move, game.legal_moves)))
    return list(found)


def show_tree(tree: GameTree[Any]) -> list[Json]:
    """The nodes, parents before children: each with what the list of moves shows of it."""
    return [_node(tree, node) for node in tree]


def _node(tree: GameTree[Any], node: Node[Any]) -> Json:
    shown: Json = {"id": node.number, "ply": node.game.ply}
    if node.parent is not None:
        shown["parent"] = node.parent.number
        shown["move"] = node.move
        shown["mover"] = tree.kind.players.index(node.parent.game.to_move)
        # A turn may be several moves.
        shown["first"] = node.parent.parent is None or node.parent.game.to_move != node.parent.parent.game.to_move
    if node.comment:
        shown["comment"] = node.comment
    if node.signs:
        glyph, others = format_signs(node.signs)
        shown["symbol"] = " ".join(filter(None, [glyph, *others]))
    if node.judged is not None and node.judged.judgement.sign is not None:
        shown["judgement"] = f"{node.judged.judgement.value}: {node.judged.best} is better"
    if node.evaluation is not None:
        shown["evaluation"] = str(node.evaluation)
        shown["bar"] = round(node.evaluation.points, 4)
    return shown


def show_end(kind: AnyKind, game: Any, loser: Player | None) -> Json | None:
    """How a game ended, `None` while it goes on."""
    if loser is None and game.outcome is None:
        return None
    won = game.outcome.winner if loser is None else loser.other
    sentence = state(game, kind, loser).removeprefix("the game is over: ")
    return {
        "text": sentence[0].upper() + sentence[1:],
        "winner": None if won is None else kind.player_name(kind.variant_of(game), won),
    }
