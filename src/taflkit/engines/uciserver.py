"""`UciServer`: the engine behind `taflkit uci`. Lines in, lines out; it knows no pipes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from taflkit import __version__
from taflkit.engines.ucioptions import (
    PONDER,
    VARIANT,
    VARIANT_PATH,
    Options,
    option_lines,
    read_option,
    with_option,
)
from taflkit.engines.ucisearch import UciSearch
from taflkit.engines.ucitext import Go, has_first_clock, parse_fen, parse_go, parse_uci_move
from taflkit.errors import TaflError
from taflkit.games import Playable, kind_of
from taflkit.shell import plain
from taflkit.variant.catalogue import is_path, load_variant, variant_names

#: What the Ataxx programs of the field play.
_UAI_VARIANT: Final = "ataxx-uai"
#: So many searches may wait for each other.
_MAX_SEARCHES: Final = 100
#: Of what is wrong with a line, so much is quoted.
_MAX_ERROR: Final = 300
_COMMANDS: Final = "uci uai isready ucinewgame uainewgame setoption position go stop ponderhit debug quit"


class UciServer:
    """Obeys the commands of UCI, and of UAI, which Ataxx programs speak."""

    def __init__(self, write: Callable[[str], None], variant: str) -> None:
        """Begin with a variant.

        Args:
            write: Called with each line of output, from several threads but never by two at a time.
            variant: The name or file of the variant.

        Raises:
            VariantError: There is no such variant, or its file is wrong.
        """
        self._write = write
        self._writing = threading.Lock()
        self._options = Options()
        self._variant = load_variant(variant)
        self._game: Playable[Any] = kind_of(self._variant).start(self._variant)
        #: The searches that have not ended, each begun when the one before it has ended.
        self._searches: list[UciSearch] = []

    def say(self, *lines: str) -> None:
        """Write lines without others in between."""
        with self._writing:
            for line in lines:
                self._write(line)

    def obey(self, line: str) -> bool:
        """Obey a line. What is wrong with it is told as `info string`.

        Returns:
            Whether to go on: not after `quit`.
        """
        words = line.split()
        # Words before a command are skipped, as the protocol asks for.
        while words and words[0] not in _COMMANDS.split():
            skipped = words.pop(0)
            if not words:
                self._complain(f"unknown command {skipped!r}; there are {_COMMANDS}")
        if not words:
            return True
        command, *rest = words
        if command == "quit":
            return False
        try:
            self._obey(command, rest)
        except (TaflError, OSError, MemoryError, RecursionError) as error:
            self._complain(str(error) or type(error).__name__)
        return True

    def close(self, *, finish: bool = False) -> None:
        """End the search.

        Args:
            finish: Whether a search that has a limit may go on to its end.
        """
        for search in self._searches:
            if not finish or search.waits:
                search.stop()
            search.wait()
        self._searches = []

    def _complain(self, text: str) -> None:
        shown = " ".join(plain(text).split())
        self.say(f"info string error: {shown[:_MAX_ERROR]}")

    def _obey(self, command: str, words: Sequence[str]) -> None:
        match command:
            case "uci":
                self._greet("uciok")
            case "uai":
                if kind_of(self._game) is not kind_of(uai := load_variant(_UAI_VARIANT)):
                    self._play(uai)
                self._greet("uaiok")
            case "isready":
                self.say("readyok")
            case "ucinewgame" | "uainewgame":
                self._game = kind_of(self._variant).start(self._variant)
            case "setoption":
                self._set(*read_option(words))
            case "position":
                self._game = self._position(words)
            case "go":
                self._go(parse_go(words))
            case "stop":
                for search in self._searches:
                    search.stop()
                self.close()
            case "ponderhit":
                for search in self._searches[-1:]:
                    search.expected_move_played()
            case _:  # There is nothing to debug.
                pass

    def _greet(self, end: str) -> None:
        self.say(
            f"id name taflkit {__version__}",
            "id author the taflkit developers",
            *option_lines(self._variant.name, variant_names()),
            end,
        )

    def _play(self, variant: Any) -> None:
        self._variant = variant
        self._game = kind_of(variant).start(variant)

    def _set(self, name: str, value: str) -> None:
        if name == VARIANT:
            if is_path(value):
                raise TaflError(f"{VARIANT} is the name of a variant; {VARIANT_PATH} takes the path of a file")
            self._play(load_variant(value))
        elif name == VARIANT_PATH:
            if value not in ("", "<empty>"):
                self._play(load_variant(Path(value)))
        elif name != PONDER:
            self._options = with_option(self._options, name, value)

    def _position(self, words: Sequence[str]) -> Playable[Any]:
        words = list(words)
        at = words.index("moves") if "moves" in words else len(words)
        where, moves = words[:at], words[at + 1 :]
        game: Playable[Any]
        if where == ["startpos"]:
            game = kind_of(self._variant).start(self._variant)
        elif where[:1] == ["fen"]:
            game = parse_fen(self._variant, " ".join(where[1:]))
        else:
            raise TaflError("position needs startpos or fen FEN, then moves MOVE ... if there are any")
        for move in moves:
            game = game.play(parse_uci_move(game, move))
        return game

    def _go(self, go: Go) -> None:
        """Begin a search when those before it have ended: commands from a file are not sent one at a time."""
        self._searches = [search for search in self._searches if search.is_running]
        if len(self._searches) >= _MAX_SEARCHES:
            raise TaflError(f"{_MAX_SEARCHES} searches wait for each other; stop them first")
        game = self._game
        moves = tuple(dict.fromkeys(parse_uci_move(game, move) for move in go.moves)) or None
        before = self._searches[-1] if self._searches else None
        if before is not None and before.waits:
            before.stop()
        search = UciSearch(self.say, game, go, moves, self._options, first=has_first_clock(game))
        self._searches.append(search)
        search.start(before)
