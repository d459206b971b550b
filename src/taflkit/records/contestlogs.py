"""Logs of the Tablut contest of Bologna: what its referee notes while a game is played.

Each entry is a line with a date and a line with a text. A move is `Turn: W Pawn from e4 to f4`; it was played if a
state follows it, `Stato:`, nine rows with rank 1 first, a hyphen, and whose turn it is: W, B, WW, BW or D.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from taflkit.board import Side
from taflkit.errors import NotationError, check_type
from taflkit.game import Game
from taflkit.games import GameVariant
from taflkit.records.record import MAX_RECORDED_MOVES, Record, RecordedMove, Result
from taflkit.variant import Variant
from taflkit.variant.catalogue import load_variant

LOGGED_BY: Final = "GameAshtonTablut"
"""What the lines with dates name, by which logs are recognised."""
CONTEST_VARIANT: Final = "ashton-tablut-bologna"
"""The variant that is played in the contest."""
MAX_LOG: Final = 16 * 1024 * 1024
"""The characters of a log."""

_MOVE: Final = re.compile(r"Turn:\s*\w+\s+Pawn from\s+(\w{1,10})\s+to\s+(\w{1,10})\s*$", re.ASCII)
_PLAYERS: Final = re.compile(r"Players:\s*White:\s*(?P<white>.*?)\s+vs\s+(?P<black>.*?)\s*$")
_STATE: Final = "Stato:"
_ENDS: Final = {"WW": Result.SECOND, "BW": Result.FIRST, "D": Result.DRAW}


def parse_contest_log(text: str, variant: GameVariant | None = None) -> Record:
    """Read the log of a game.

    Moves that the referee refused are left out. The result is unknown if the last state does not tell it, as after a
    timeout.

    Args:
        text: The log.
        variant: The variant to use instead of the contest's.

    Raises:
        NotationError: The text is no such log.
    """
    check_type(text, str, "the text of a log")
    if len(text) > MAX_LOG:
        raise NotationError(text[:100], 1, f"no more than {MAX_LOG} characters")
    line: list[RecordedMove] = []
    tried, result, players = "", Result.UNKNOWN, None
    lines = iter(text.splitlines())
    for entry in lines:
        if move := _MOVE.search(entry):
            tried = f"{move[1]}{move[2]}"  # Without a hyphen: the move does not say what it takes.
        elif entry.rstrip().endswith(_STATE):
            if tried:
                line.append(RecordedMove(tried))
            tried = ""
            result = _result_after(lines)
            if len(line) > MAX_RECORDED_MOVES:
                raise NotationError(text[:100], 1, f"at most {MAX_RECORDED_MOVES} moves")
        elif players is None:
            players = _PLAYERS.search(entry)
    if not line and players is None:
        raise NotationError(text[:100], 1, "the log of a game, with a line 'Players:' or moves")
    tags = [] if players is None else [("Attackers", _name(players["black"])), ("Defenders", _name(players["white"]))]
    return Record(variant or load_variant(CONTEST_VARIANT, Variant), line, result=result, tags=tags)


def _result_after(lines: Iterator[str]) -> Result:
    """What is said after the rows of a state, which are skipped: whose turn it is, or who won."""
    for line in lines:
        if line.strip() == "-":
            return _ENDS.get(next(lines, "").strip(), Result.UNKNOWN)
        if not line.strip() or len(line.strip()) > 40:
            break
    return Result.UNKNOWN


def _name(text: str) -> str:
    return "".join(char for char in text if char.isprintable())[:100]


def format_contest_log(
    game: Game, white: str, black: str, remarks: Iterable[str] = (), date: str = "Jan 1, 2026 12:00:00 AM"
) -> str:
    """Write a game as the referee of the contest logs it; `parse_contest_log` and the contest's own tools read it.

    Args:
        game: The game, by the rules of the contest.
        white: The name of the player of the defenders.
        black: The name of the player of the attackers.
        remarks: Entries at the end, such as who ran out of time.
        date: The date of every entry.
    """
    check_type(game, Game, "a Game, such as start(...) returns")
    games = [game]
    while games[-1].previous is not None:
        games.append(games[-1].previous)
    games.reverse()
    entries = [f"Players:\tWhite:\t{white}\tvs\t{black}", "Inizio partita", _state(games[0])]
    for before, after in pairwise(games):
        move = after.moves[-1]
        entries.append(f"Turn: {_letter(before.to_move)} Pawn from {move.origin} to {move.target}")
        entries += [f"Pedina {_colour(before.to_move.other)} rimossa in: {square}" for square in _taken(after)]
        entries.append(_state(after))
    return "".join(f"{date} {LOGGED_BY} checkMove\nFINE: {entry}\n" for entry in (*entries, *remarks))


def _letter(side: Side) -> str:
    return "W" if side is Side.DEFENDERS else "B"


def _colour(side: Side) -> str:
    return "bianca" if side is Side.DEFENDERS else "nera"


def _taken(game: Game) -> list[str]:
    assert game.last is not None
    return [str(each.square) for each in game.last.captured]


def _state(game: Game) -> str:
    letters = {piece.letter: "K" if piece.is_king else _letter(piece.side) for piece in game.position.board.pieces}
    rows = ["".join(letters.get(letter, "O") for letter in row) for row in reversed(game.position.picture.splitlines())]
    middle = len(rows) // 2
    if rows[middle][middle] == "O":
        rows[middle] = f"{rows[middle][:middle]}T{rows[middle][middle + 1 :]}"
    if game.outcome is None:
        turn = _letter(game.to_move)
    else:
        turn = "D" if game.outcome.winner is None else f"{_letter(game.outcome.winner)}W"
    return "\n".join([_STATE, *rows, "-", turn])
