"""What UCI programs write: positions, moves, scores, the command `go` and the reports of a search.

The tafl engines of the field write the rows from the top with `a`, `d` and `k`, then the side to move, `a` or `d`:
`3aaaaa3/5a5/11/… a`; a move is `a6b6`. Ataxx programs write `x5o/7/7/7/7/7/o5x x 0 1`, `f2` and `g1g3`. Our own texts
are read besides these, and written where these cannot express a position.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, Final

import attrs

from taflkit.board import Position, Side
from taflkit.board.pieces import MAN_KIND
from taflkit.board.rows import with_numbers
from taflkit.engines.engine import Question
from taflkit.errors import NotationError, TaflError
from taflkit.game import Game
from taflkit.games import AnyKind, GameVariant, Playable, Player, kind_of
from taflkit.games.ataxx import Move as AtaxxMove
from taflkit.search import Score, SearchLimit, SearchReport, Stop
from taflkit.search.scores import WIN
from taflkit.search.timing import Allotment, allot
from taflkit.variant import Variant

#: How an engine says that it has no move.
NO_MOVE: Final = "(none)"
_NO_MOVES: Final = frozenset({NO_MOVE, "none", "0000", "null", "resign"})
_SIDES: Final = {"a": Side.ATTACKERS, "d": Side.DEFENDERS}
_JOINED: Final = re.compile(r"([a-zA-Z]\d{1,2})[-:]?([a-zA-Z]\d{1,2})")
#: Larger numbers mean the same as this one, a year in milliseconds.
MAX_NUMBER: Final = 31_536_000_000
_GO_NUMBERS: Final = ("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate")
_FLAGS: Final = ("infinite", "ponder")
#: A line of play is followed no further than this.
_MAX_LINE_MOVES: Final = 1000
_INFO_NUMBERS: Final = ("depth", "seldepth", "multipv", "nodes", "time", "nps", "hashfull", "speed")


def format_fen(game: Playable[Any]) -> str:
    """Write the position of a game as the field's engines do, or in our own form where theirs cannot express it."""
    if isinstance(game, Game) and (rows := _field_rows(game.position)) is not None:
        return f"{rows} {game.to_move.value[0]}"
    return kind_of(game).format_position(game)


def _field_rows(position: Position) -> str | None:
    """The rows in the letters of the field, `None` if a piece has no letter there, or goes on with its turn."""
    if position.going_on_mask:
        return None
    letters = {".": "."}
    for piece in position.board.pieces:
        if piece.is_king:
            letters[piece.letter] = "k"
        elif piece.kind == MAN_KIND:
            letters[piece.letter] = piece.side.value[0]
    picture = position.picture
    if not set(picture) - {"\n"} <= letters.keys():
        return None
    return "/".join(with_numbers("".join(letters[letter] for letter in row)) for row in picture.splitlines())


def parse_fen(variant: GameVariant, text: str) -> Playable[Any]:
    """A game that begins with a position as the field's engines write it, or as we do.

    Raises:
        NotationError: The text is no position of the variant.
    """
    words = text.split()
    if isinstance(variant, Variant) and len(words) == 2 and words[1] in _SIDES:
        return Game.from_text(f"{_own_rows(variant, text, words[0])} {_SIDES[words[1]]}", variant)
    game: Playable[Any] = kind_of(variant).parse_position(variant, text)
    return game


def _own_rows(variant: Variant, text: str, rows: str) -> str:
    """The rows of the field in the letters of a variant."""
    letters = {}
    for piece in variant.board.pieces:
        if piece.is_king:
            letters["k"] = piece.letter
        elif piece.kind == MAN_KIND:
            letters[piece.side.value[0]] = piece.letter
    for column, letter in enumerate(rows):
        if not (letter in letters or letter == "/" or (letter.isascii() and letter.isdigit())):
            raise NotationError(text, column + 1, f"a number or one of {', '.join(letters)}")
    return "".join(letters.get(letter, letter) for letter in rows)


def format_uci_move(move: Any, game: Playable[Any]) -> str:
    """Write a move of a game: `a6b6` in tafl, `f2` or `g1g3` in Ataxx."""
    if isinstance(move, AtaxxMove):
        return move.uai
    text = kind_of(game).format_move(move)
    return text.replace("-", "") if isinstance(game, Game) else text


def parse_uci_move(game: Playable[Any], text: str) -> Any:
    """Read a legal move, written as the field's engines write it or as we do.

    Raises:
        NotationError: The text is no move.
        IllegalMoveError: The move is not legal.
    """
    if isinstance(game, Game) and (joined := _JOINED.fullmatch(text)):
        text = f"{joined[1]}-{joined[2]}".lower()
    return kind_of(game).parse_move(game, text)


def has_first_clock(game: Playable[Any], kind: AnyKind | None = None) -> bool:
    """Whether the player to move is the one who begins games of the variant; `wtime` is that player's clock."""
    kind = kind or kind_of(game)
    start: Playable[Any] = kind.start(kind.variant_of(game))
    return start.to_move == game.to_move


def is_no_move(text: str, game: Playable[Any]) -> bool:
    """Whether an engine says that it has no move: `(none)`, `0000`, or a move that goes nowhere, such as `a1a1`.

    In Ataxx `0000` is a pass where there is nothing else to do.
    """
    if text in _NO_MOVES:
        return not (text == "0000" and any(str(move) == "-" for move in game.legal_moves[:1]))
    joined = _JOINED.fullmatch(text)
    return joined is not None and joined[1].lower() == joined[2].lower()


def format_score(score: Score) -> str:
    """Write a score: `cp 25`, or `mate 3` and `mate -2` in moves."""
    if score.win_in is not None:
        return f"mate {(score.win_in + 1) // 2}"
    if score.loss_in is not None:
        return f"mate -{(score.loss_in + 1) // 2}" if score.loss_in else "mate 0"
    return f"cp {score.value}"


def parse_score(kind: str, value: str, side: Player) -> Score | None:
    """Read a score, `None` if it is none. A win in moves becomes one in plies, the last of them the winner's."""
    try:
        number = int(value)
    except ValueError:
        return None
    if kind == "cp":
        return Score(max(-WIN // 2, min(WIN // 2, number)), side)
    if kind == "mate":
        number = max(-1000, min(1000, number))
        return Score.win(2 * number - 1, side) if number > 0 else Score.loss(-2 * number, side)
    return None


@attrs.frozen(kw_only=True)
class Go:
    """The command `go`."""

    numbers: dict[str, int] = attrs.field(factory=dict)
    """The numbers by name: times in milliseconds, a depth, nodes, moves."""
    infinite: bool = False
    """Whether the search goes on until it is stopped."""
    ponder: bool = False
    """Whether the move that is expected of the opponent has not been played yet."""
    moves: tuple[str, ...] = ()
    """The moves to choose from; all if there are none."""

    @property
    def is_endless(self) -> bool:
        """Whether only `stop` ends it."""
        return self.infinite or not (self.numbers.keys() - {"winc", "binc", "movestogo"})

    def allotment(self, first: bool, overhead: float) -> Allotment | None:
        """The time for the move, `None` if it is not bounded by time.

        Args:
            first: Whether the player to move is the one who began the game, whose clock is `wtime`.
            overhead: The seconds that passing on a move takes.
        """
        if (fixed := self.numbers.get("movetime")) is not None:
            seconds = max(0.001, fixed / 1000 - overhead)
            return Allotment(seconds, seconds)
        left = self.numbers.get("wtime" if first else "btime")
        if left is None:
            return None
        increment = self.numbers.get("winc" if first else "binc", 0)
        return allot(left / 1000, increment / 1000, self.numbers.get("movestogo"), overhead)

    def limit(self, allotment: Allotment | None) -> SearchLimit:
        """The limit of the search. One that ponders has no limit in time until the expected move is played."""
        seconds = math.inf if self.ponder or allotment is None else allotment.most
        return SearchLimit(depth=self.numbers.get("depth"), nodes=self.numbers.get("nodes"), seconds=seconds)


def parse_go(words: Sequence[str]) -> Go:
    """Read the words after `go`.

    Raises:
        TaflError: A word or a number is wrong.
    """
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: tuple[str, ...] = ()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in _FLAGS:
            flags.add(word)
        elif word == "searchmoves":
            end = at
            while end < len(words) and words[end] not in (*_GO_NUMBERS, *_FLAGS):
                end += 1
            moves, at = tuple(words[at:end]), end
            if not moves:
                raise TaflError("searchmoves needs moves")
        elif word in _GO_NUMBERS:
            numbers[word] = _number(word, words[at] if at < len(words) else "")
            at += 1
        else:
            raise TaflError(f"go does not know {word!r}; it knows {', '.join((*_FLAGS, *_GO_NUMBERS, 'searchmoves'))}")
    return Go(numbers=numbers, infinite="infinite" in flags, ponder="ponder" in flags, moves=moves)


def _number(name: str, text: str) -> int:
    negative = text.startswith("-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise TaflError(f"{name} needs a whole number, not {text!r}")
    number = MAX_NUMBER if len(digits) > len(str(MAX_NUMBER)) else min(int(digits), MAX_NUMBER)
    if name in ("wtime", "btime", "winc", "binc", "movetime"):
        return 0 if negative else number  # Some programs send what is left of a clock that has run out.
    if negative or number < 1:
        raise TaflError(f"{name} must be at least 1, not {text}")
    return number


def format_go(game: Playable[Any], question: Question, *, ponder: bool = False) -> str:
    """The command that asks a question."""
    words = ["go", "ponder"] if ponder else ["go"]
    limit, clocks = question.limit, question.clocks
    if limit is not None:
        if limit.depth is not None:
            words += ["depth", str(limit.depth)]
        if limit.nodes is not None:
            words += ["nodes", str(limit.nodes)]
        if (seconds := question.seconds) is not None and clocks is None:
            words += ["movetime", str(max(1, round(seconds * 1000)))]
    if clocks is not None:
        for name, value in (
            ("wtime", clocks.first),
            ("btime", clocks.second),
            ("winc", clocks.first_increment),
            ("binc", clocks.second_increment),
        ):
            words += [name, str(max(0, round(value * 1000)))]
        if clocks.moves_to_go is not None:
            words += ["movestogo", str(clocks.moves_to_go)]
    if words[-1] in ("go", "ponder"):
        words.append("infinite")
    if question.moves is not None:
        words += ["searchmoves", *(format_uci_move(move, game) for move in question.moves)]
    return " ".join(words)


def parse_info(words: Sequence[str], game: Playable[Any]) -> tuple[int, SearchReport[Any]] | None:
    """The number of a line and its report, `None` if the words report no line.

    Words that are not known are skipped. A line of play ends before the first move that is not legal.
    """
    numbers: dict[str, int] = {}
    score: Score | None = None
    line: list[Any] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == "string":
            break
        if word == "score":
            score = parse_score(words[at], words[at + 1], game.to_move) if len(words) >= at + 2 else None
            at += 2
        elif word == "pv":
            line = _line(words[at:], game)
            break
        elif word in _INFO_NUMBERS and at < len(words):
            digits = words[at]
            if digits.isascii() and digits.isdigit():
                numbers[word] = int(digits[:15])
                at += 1
    if not line:
        return None
    report = SearchReport(
        line[0],
        Score(0, game.to_move) if score is None else score,
        tuple(line),
        numbers.get("depth", 0),
        numbers.get("nodes", 0),
        numbers.get("time", 0) / 1000,
        Stop.DEPTH,
        "uci",
        reached=numbers.get("seldepth"),
        table_filled=numbers["hashfull"] / 1000 if "hashfull" in numbers else None,
    )
    return numbers.get("multipv", 1), report


def _line(words: Sequence[str], game: Playable[Any]) -> list[Any]:
    line: list[Any] = []
    for word in words[:_MAX_LINE_MOVES]:
        try:
            move = parse_uci_move(game, word)
            game = game.play(move)
        except TaflError:
            break
        line.append(move)
    return line
