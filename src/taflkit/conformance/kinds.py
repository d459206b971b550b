"""The laws that hold of the games of every kind."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from taflkit.board import Square
from taflkit.conformance.reports import ConformanceError, noting
from taflkit.errors import IllegalMoveError, TaflError
from taflkit.games import AnyKind, GameVariant, RecordedGame, kind_of
from taflkit.games.kind import RECORDED_NAMES
from taflkit.games.traits import follower, move_counter

AnyGame = RecordedGame[Any]
# A law yields what is wrong, and with which move.
Broken = Iterator[tuple[Any, str]]


def check_any_game(game: AnyGame) -> None:
    """Check the laws of every kind where a game stands.

    Raises:
        ConformanceError: A law is broken.
    """
    kind = kind_of(game)
    for law, broken in KIND_LAWS.items():
        with noting(game):
            for move, detail in broken(kind, game):
                raise ConformanceError(law, detail, game, move)


def check_variant(variant: GameVariant) -> None:
    """Check what holds of a variant by itself.

    Raises:
        ConformanceError: A law is broken.
    """
    kind = kind_of(variant)
    if failed := kind.failed_examples(variant):
        raise ConformanceError("The examples of a variant hold.", "; ".join(failed))
    if pickle.loads(pickle.dumps(variant)) != variant:
        raise ConformanceError("A variant can be pickled.", f"the pickled copy of {variant.name} is another one")
    game = kind.start(variant)
    if game.outcome is not None:
        raise ConformanceError("A game is not over before it begins.", f"it is: {game.outcome}", game)
    if kind.variant_of(game) != variant:
        raise ConformanceError("A game knows its variant.", f"it names {kind.variant_of(game)}", game)
    named = set(kind.player_words(variant).values())
    if named != set(kind.players):
        raise ConformanceError("Commands have words for both players.", f"they have words for {named}", game)


def _complete(kind: AnyKind, game: AnyGame) -> Broken:
    if missing := [name for name in RECORDED_NAMES if not hasattr(type(game), name) and not hasattr(game, name)]:
        yield None, f"it has no {', '.join(missing)}; see taflkit.games.RecordedGame"


def _facts(game: AnyGame) -> tuple[Any, ...]:
    return game.key, game.to_move, game.outcome, list(game.legal_moves)


def _legal_moves_are_accepted(kind: AnyKind, game: AnyGame) -> Broken:
    for move, times in Counter(game.legal_moves).items():
        if times > 1:
            yield move, "it is listed twice"
        try:
            game.play(move)
        except IllegalMoveError as error:
            yield move, f"it is listed and refused: {error.reason}"


def _moves_read_back(kind: AnyKind, game: AnyGame) -> Broken:
    for move in game.legal_moves:
        text = kind.format_move(move)
        try:
            read = kind.parse_move(game, text)
        except TaflError as error:
            yield move, f"{text!r} is refused: {error}"
        else:
            if read != move:
                yield move, f"{text!r} is read as {read!r}"


def _texts_are_played(kind: AnyKind, game: AnyGame) -> Broken:
    listed = [kind.format_move(move) for move in game.legal_moves]
    before = [kind.format_move(move) for move in game.previous.legal_moves] if game.previous is not None else []
    for text in dict.fromkeys([*listed, *map(str.upper, listed), *before, "", "a1", "a1-a1", "no move"]):
        try:
            after = game.play(text)
        except TaflError:
            after = None
        if (text in game.legal_moves) is not (after is not None):
            yield text, "it is played and not among the legal moves, or the other way round"
        if after is None and text in listed:
            yield text, "it is the text of a legal move, and refused"
        if after is not None and _facts(after) != _facts(game.play(game.parse_move(text))):
            yield text, "played as text it leads to another game than as the move that is read from it"


def _asked_by_square(kind: AnyKind, game: AnyGame) -> Broken:
    columns, height = kind.board_size(kind.variant_of(game))
    rows = kind.dump_rows(game)
    for square in (Square(column, row) for row in range(height) for column in range(columns)):
        for move in game.moves_from(str(square)):
            if move not in game.legal_moves:
                yield move, f"it is a move from {square}, and not legal"
    for move in game.legal_moves:
        for square in game.captures(move):
            if not 0 <= square.row < height or rows[height - 1 - square.row][square.column] == "-":
                yield move, f"it captures on {square}, where nothing stands"


def _past_is_known(kind: AnyKind, game: AnyGame) -> Broken:
    history = game.history()
    if len(history) != game.ply + 1 or len(game.moves) != game.ply:
        yield None, f"it has {game.ply} plies, {len(game.moves)} moves, and a history of {len(history)} games"
    if history[-1] != game or history[0].previous is not None or history[0].last is not None:
        yield None, "its history does not lead from a game without a past to itself"
    for before, move, after in zip(history, game.moves, history[1:], strict=False):
        if after.previous is not before or after.last is None or _facts(before.play(move)) != _facts(after):
            yield move, "played in the history of the game, it does not lead to what comes after it"


def _written_and_drawn(kind: AnyKind, game: AnyGame) -> Broken:
    text, variant = game.to_text(), kind.variant_of(game)
    for line in (text, text.partition(" ")[2]):
        if not text.startswith(f"{variant.name} ") or kind.game_type.from_text(line, variant).to_text() != text:
            yield None, f"{line!r} does not read back with the variant {variant.name}"
    if len(str(game).splitlines()) < kind.board_size(variant)[1]:
        yield None, f"it prints as {str(game)!r}"


def _ended_or_not(kind: AnyKind, game: AnyGame) -> Broken:
    if game.outcome is None and not game.legal_moves:
        yield None, "the game goes on, and there is no legal move"
    if game.outcome is not None and game.legal_moves:
        yield None, f"the game is over ({game.outcome}), and there are legal moves"


def _players(kind: AnyKind, game: AnyGame) -> Broken:
    if game.to_move not in kind.players:
        yield None, f"it is the turn of {game.to_move}, who is none of {kind.players}"
    if game.to_move.other == game.to_move or game.to_move.other.other != game.to_move:
        yield None, f"{game.to_move} is not the opponent of {game.to_move.other}"


def _unchanged(kind: AnyKind, game: AnyGame) -> Broken:
    facts = _facts(game)
    for move in game.legal_moves:
        game.play(move)
        if _facts(game) != facts:
            yield move, "it changes the game that it was played in"


def _same_again(kind: AnyKind, game: AnyGame) -> Broken:
    for move in game.legal_moves:
        if _facts(game.play(move)) != _facts(game.play(move)):
            yield move, "played twice, it leads to two games"


def _traits_agree(kind: AnyKind, game: AnyGame) -> Broken:
    cls: type = type(game)
    counter, play = move_counter(cls), follower(cls)
    if counter is not None and counter(game) != len(game.legal_moves):
        yield None, f"there are {len(game.legal_moves)} legal moves, and count_moves says {counter(game)}"
    for move in game.legal_moves:
        if _facts(play(game, move)) != _facts(game.play(move)):
            yield move, "follow leads to another game than play"


def _position_reads_back(kind: AnyKind, game: AnyGame) -> Broken:
    text = kind.format_position(game)
    read = kind.parse_position(kind.variant_of(game), text)
    if read.key != game.key or kind.format_position(read) != text:
        yield None, f"{text!r} is read as {kind.format_position(read)!r}"


def _set_up_again(kind: AnyKind, game: AnyGame) -> Broken:
    rows = kind.dump_rows(game)
    columns, height = kind.board_size(kind.variant_of(game))
    if [len(row) for row in rows] != [columns] * height:
        yield None, f"the board has {columns} columns and {height} rows, and {rows} is dumped"
    again = kind.set_up(kind.variant_of(game), game.to_move, kind.format_set_up(game).split())
    if kind.dump_rows(again) != rows or again.to_move != game.to_move:
        yield None, f"{kind.format_set_up(game)!r} sets up {kind.dump_rows(again)}"


def _pictured(kind: AnyKind, game: AnyGame) -> Broken:
    picture, rows = kind.picture(game), kind.dump_rows(game)
    if (picture.columns, picture.rows) != kind.board_size(kind.variant_of(game)):
        yield None, f"the board is drawn with {picture.columns} columns and {picture.rows} rows"
    drawn = {(square.column, square.row): thing.letter for square, thing in picture.things}
    for number, row in enumerate(reversed(rows)):
        for column, letter in enumerate(row):
            if (letter == "-") is not ((column, number) not in drawn) or drawn.get((column, number), "-") != letter:
                yield None, f"{letter} is dumped in column {column + 1} of row {number + 1}, and not drawn there"


def _copied(kind: AnyKind, game: AnyGame) -> Broken:
    made = pickle.loads(pickle.dumps(game))
    if made != game or hash(made) != hash(game) or _facts(made) != _facts(game) or made.moves != game.moves:
        yield None, f"the pickled game is {made!r}"


def _keys_tell_apart(kind: AnyKind, game: AnyGame) -> Broken:
    reached: dict[Any, tuple[Any, str]] = {}
    for move in game.legal_moves:
        after = game.play(move)
        text = kind.format_position(after)
        other = reached.setdefault(after.key, (move, text))
        # Texts also tell how a game came about, as far as the rules need it: counts are no part of a key.
        if kind.dump_rows(kind.parse_position(kind.variant_of(game), other[1])) != kind.dump_rows(after):
            yield move, f"it leads to the same key as {kind.format_move(other[0])}, and to another board"


def _known(kind: AnyKind, game: AnyGame) -> Broken:
    know = kind.knowledge(game, True)
    if game.outcome is not None:
        return
    if Counter(know.promising(game, game.legal_moves)) != Counter(game.legal_moves):
        yield None, "the promising moves are not the legal ones in another order"
    if not set(know.forcing(game)) <= set(game.legal_moves):
        yield None, "moves are called forcing that are not legal"
    wins = [move for move in game.legal_moves if _wins(game, move)]
    for name, found in (("winning_move", know.winning_move(game)), ("quick_win", know.quick_win(game))):
        if found is not None and found not in wins:
            yield found, f"{name} finds it, and it does not win"
    if wins and know.winning_move(game) is None:
        yield wins[0], "it wins, and winning_move does not find it"


def _wins(game: AnyGame, move: Any) -> bool:
    outcome = game.play(move).outcome
    return outcome is not None and outcome.winner == game.to_move


#: Sentences that are true of every game of every kind, and what finds out where they are not.
KIND_LAWS: Mapping[str, Callable[[AnyKind, AnyGame], Broken]] = MappingProxyType(
    {
        "A game has what is asked of every kind's.": _complete,
        "The legal moves are accepted, and each is listed once.": _legal_moves_are_accepted,
        "A move reads back from its text.": _moves_read_back,
        "A text is among the legal moves where it can be played.": _texts_are_played,
        "A game has legal moves until it is over, and none from then on.": _ended_or_not,
        "The player to move is one of two opponents.": _players,
        "Playing leaves the game as it was.": _unchanged,
        "The same move leads to the same game.": _same_again,
        "What is offered for speed agrees with what it stands for.": _traits_agree,
        "A position reads back from its line of text.": _position_reads_back,
        "A game is written with its variant, and prints its board.": _written_and_drawn,
        "A board is set up again from what is dumped of it.": _set_up_again,
        "A picture shows what is dumped.": _pictured,
        "Moves from a square are legal, and captures are of what stands there.": _asked_by_square,
        "A game knows its past.": _past_is_known,
        "A game can be pickled, compared and hashed.": _copied,
        "Different boards have different keys.": _keys_tell_apart,
        "What searchers are told is true.": _known,
    }
)
