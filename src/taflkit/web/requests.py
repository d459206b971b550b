"""The requests of a page: each changes a board, or asks for something.

A request is a dictionary whose key `do` says what to do; the answer is a dictionary. The server and the worker of the
site, which runs Python in the browser, share this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import attrs

from taflkit.errors import TaflError
from taflkit.games import GameVariant, kind_of
from taflkit.games.starting import game_from_text
from taflkit.render import svg
from taflkit.search.levels import MAX_LEVEL
from taflkit.shell import CommandError, parse_command, typed_move
from taflkit.web import fields
from taflkit.web.board import Board, Shelf
from taflkit.web.fields import Request, RequestError
from taflkit.web.library import MAX_CONTENT
from taflkit.web.threats import threats
from taflkit.web.views import Json, show_end, show_variant

MAX_RECORD: Final = 1_000_000
"""The characters of a record."""
MAX_COMMENT: Final = 2_000
"""The characters of a comment."""


def answer(board: Board, request: object) -> Json:
    """Obey a request.

    Args:
        board: The board, which is changed.
        request: What the page sent, as a value of JSON.

    Returns:
        The answer: with `error` if the request cannot be obeyed, and then nothing has changed; `state` is how the
        board stands now, unless the request only asks for something else.
    """
    try:
        if not isinstance(request, Mapping):
            raise RequestError("a request is an object")
        handler = HANDLERS.get(fields.text(request, "do"))
        if handler is None:
            raise RequestError("there is no such request")
        found = handler(board, request)
    except TaflError as error:
        return {"error": str(error), "state": board.state()}
    return {"state": board.state()} if found is None else found


def _state(board: Board, request: Request) -> None:
    """The state alone."""


def _play(board: Board, request: Request) -> None:
    """Play a move; in an earlier position this begins a variation."""
    if "at" in request and fields.number(request, "at") != board.node.number:
        raise CommandError("the game has gone on; look at the board again")
    board.check_turn()
    game = board.node.game
    move = board.tree.kind.parse_move(game, fields.text(request, "move"))
    board.play(game.play(move), board.tree.kind.format_move(move))


def _type(board: Board, request: Request) -> None:
    """Obey what somebody typed: a move, or a command of the command language."""
    typed, dialect = fields.text(request, "text"), board.session.dialect
    call = parse_command(typed_move(typed), dialect)
    if call is None:
        return
    if call.command == dialect.move:
        _play(board, {"move": call.arguments[0]})
        return
    button = BUTTONS.get(call.command.word)
    if button is None:
        board.obey(call)
    else:
        button(board, request)


def _go(board: Board, request: Request) -> None:
    """Look at another position of the game; automated players wait."""
    node = board.tree.node(fields.number(request, "node"))
    board.look_at(node)
    board.live = False
    board.change()


def _go_on(board: Board, request: Request) -> None:
    """Let automated players move again, from the position that is looked at."""
    board.live = True
    board.change()


def _take_back(board: Board, request: Request) -> None:
    """Take back the last move of a person, with what was answered; the moves stay in the tree."""
    node = board.node
    if node.parent is None:
        raise CommandError("there is no move to take back")
    manual = [player for player in board.tree.kind.players if player not in board.session.automated]
    node = node.parent
    # To the beginning of that person's turn: a turn may be several moves.
    while node.parent is not None and manual and node.game.to_move not in manual:
        node = node.parent
    if manual and node.game.to_move not in manual:
        raise CommandError("there is no move of yours to take back")
    board.resigned = None
    board.look_at(node)
    board.live = bool(manual)
    board.change(f"Taken back. {board.name_of(node.game.to_move)} to move.")


def _hint(board: Board, request: Request) -> None:
    """Search for a good move; it is told when it is found."""
    board.check_turn()
    board.session.check_going_on()
    board.hinting = True
    board.change()


def _resign(board: Board, request: Request) -> None:
    """Give up: for the person who plays, or for the player to move if both are persons."""
    game, kind = board.node.game, board.tree.kind
    board.session.check_going_on()
    if board.loser is not None:
        raise CommandError("the game is over already")
    manual = [player for player in kind.players if player not in board.session.automated]
    player = manual[0] if len(manual) == 1 else game.to_move
    board.resigned = board.node, player
    board.hinting = False
    end = show_end(kind, game, player)
    board.change(f"{end['text']}." if end else "")


def _new(board: Board, request: Request) -> None:
    """Begin a game: of the same variant, or of another."""
    name = fields.text(request, "variant") if "variant" in request else ""
    board.begin_new(board.library.load(name) if name else board.tree.kind.variant_of(board.node.game))


def _players(board: Board, request: Request) -> None:
    """Choose who is automated, and the levels."""
    kind = board.tree.kind
    chosen = request.get("players")
    if not isinstance(chosen, list) or len(chosen) != len(kind.players):
        raise RequestError("the request has no list 'players' with an entry for each player")
    wishes = []
    for entry in chosen:
        if not isinstance(entry, Mapping):
            raise RequestError("a player is an object")
        wishes.append((fields.flag(entry, "automated"), fields.number(entry, "level", 1, MAX_LEVEL)))
    for number, (player, (automated, level)) in enumerate(zip(kind.players, wishes, strict=True)):
        board.session = board.session.with_automated(player, automated)
        board.levels[number] = level
    board.live = True
    board.change()


def _limit(board: Board, request: Request) -> None:
    """Limit the number of moves of each player."""
    board.obey(board.session.dialect.call("limit", fields.number(request, "number", 1)))


def _flip(board: Board, request: Request) -> None:
    """Look at the board from the other side."""
    board.flipped = not board.flipped
    board.change()


def _analyse(board: Board, request: Request) -> None:
    """Analyse, or stop."""
    board.analysing = fields.flag(request, "on")
    board.change("Analysis is on." if board.analysing else "Analysis is off.")


def _review(board: Board, request: Request) -> None:
    """Evaluate every position of the main line, or stop."""
    board.reviewing = False
    if fields.flag(request, "on"):
        board.review()
    board.change("The game is evaluated." if board.reviewing else "Stopped.")


def _comment(board: Board, request: Request) -> None:
    """Say something about a move."""
    board.tree.node(fields.number(request, "node")).comment = fields.text(request, "text", MAX_COMMENT).strip()
    board.change("The comment is kept.")


def _promote(board: Board, request: Request) -> None:
    """Make a variation the main line."""
    board.tree.promote(board.tree.node(fields.number(request, "node")))
    board.change("This line is the main line now.")


def _remove(board: Board, request: Request) -> None:
    """Delete a move and what follows."""
    board.remove(board.tree.node(fields.number(request, "node")))
    board.live = False
    board.change("Deleted.")


def _threats(board: Board, request: Request) -> Json:
    """What the opponent threatens in the position that is looked at."""
    return {"threats": threats(board.tree.kind, board.node.game), "node": board.node.number}


def _variants(board: Board, request: Request) -> Json:
    """The variants that can be played."""
    listed = [{**each._asdict(), "size": each.size} for each in board.library.listed()]
    own = [show_variant(variant) for variant in board.library.own]
    return {
        "variants": listed,
        "own": [{"name": each["name"], "title": each["title"], "summary": each["summary"]} for each in own],
    }


def _picture(board: Board, request: Request) -> Json:
    """The start position of a variant."""
    variant = board.library.load(fields.text(request, "variant"))
    return {"svg": svg(kind_of(variant).start(variant), theme="light", coordinates=False)}


def _variant_file(board: Board, request: Request) -> None:
    """Load a variant from a file that was dropped on the page, and play it."""
    variant = board.library.add(fields.text(request, "name"), fields.text(request, "text", MAX_CONTENT))
    board.begin_new(variant)


def _example(board: Board, request: Request) -> None:
    """Show an example of the variant: the moves before it, and then, as `demo`, the move that shows the rule."""
    kind = board.tree.kind
    variant = kind.variant_of(board.node.game)
    number = fields.number(request, "number")
    if number >= len(variant.examples):
        raise RequestError("there is no such example")
    example = variant.examples[number]
    game = kind.example_game(variant, example)
    for text in example.before:
        game = game.play(text)
    shelf = board.shelf or Shelf(board.session, board.tree, board.node, board.resigned, example.says)
    board.begin(attrs.evolve(board.session, game=game, automated=frozenset()))
    board.shelf = attrs.evolve(shelf, example=example.says)
    board.change(example.says)
    board.demo = example.move


def _leave_example(board: Board, request: Request) -> None:
    """Go back to the game that was interrupted by an example."""
    if board.shelf is None:
        raise CommandError("there is no game to go back to")
    board.session = board.shelf.session
    board.show(board.shelf.tree, board.shelf.node, board.shelf.resigned)
    board.shelf = None
    board.live = False
    board.change("Back to the game.")


def _edit(board: Board, request: Request) -> None:
    """Begin with a position that was set up: the rows from the top, and the player to move."""
    kind = board.tree.kind
    variant = kind.variant_of(board.node.game)
    player = board.session.player_called(fields.text(request, "player"))
    game = kind.set_up(variant, player, fields.texts(request, "rows"))
    board.begin(attrs.evolve(board.session, game=game))
    board.live = False
    board.change(f"The position is set up. {board.name_of(game.to_move)} to move.")


def _position(board: Board, request: Request) -> None:
    """Begin with a position on one line."""
    board.begin_new(board.tree.kind.variant_of(board.node.game), fields.text(request, "text"))
    board.live = False


def _record(board: Board, request: Request) -> Json:
    """The game with its variations as a record."""
    return {"record": board.record()}


def _open(board: Board, request: Request) -> None:
    """Go on with the first game of a record, in any format, or with a position; automated players wait."""
    variant = board.tree.kind.variant_of(board.node.game)
    text = fields.text(request, "text", MAX_RECORD)
    if _is_position(text, variant):
        _position(board, {"text": text.strip()})
        return
    trouble = board.open(text)
    count = len(board.tree.main_line()) - 1
    board.change(
        f"Opened: {count} moves." + (f" The record does not agree with the rules: {trouble}" if trouble else "")
    )


def _is_position(text: str, variant: GameVariant) -> bool:
    """Whether a text is one line with a position, as the page itself writes it."""
    if len(text) > fields.MAX_TEXT or "\n" in text.strip():
        return False
    try:
        game_from_text(text.strip(), variant)
    except TaflError:
        return False
    return True


BUTTONS: Final[Mapping[str, Callable[[Board, Request], None]]] = {
    "undo": _take_back,
    "hint": _hint,
    "resign": _resign,
    "flip": _flip,
}
"""The commands that do what a button of the page does, by their words."""

HANDLERS: Final[Mapping[str, Callable[[Board, Request], Json | None]]] = {
    "state": _state,
    "play": _play,
    "type": _type,
    "go": _go,
    "go-on": _go_on,
    "take-back": _take_back,
    "hint": _hint,
    "resign": _resign,
    "new": _new,
    "players": _players,
    "limit": _limit,
    "flip": _flip,
    "analyse": _analyse,
    "review": _review,
    "comment": _comment,
    "promote": _promote,
    "remove": _remove,
    "threats": _threats,
    "variants": _variants,
    "picture": _picture,
    "variant-file": _variant_file,
    "example": _example,
    "leave-example": _leave_example,
    "edit": _edit,
    "position": _position,
    "record": _record,
    "open": _open,
}
"""What obeys each request, by the word of its key `do`."""
