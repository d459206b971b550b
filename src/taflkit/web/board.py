"""`Board`: a game tree with its players and what a page wants to know about it. It knows no server and no browser."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import attrs

from taflkit.errors import TaflError
from taflkit.games import Player, kind_of
from taflkit.games.starting import game_from_text
from taflkit.records import Evaluation, GameTree, Node, Record, Result, format_record, judge_record, read_games
from taflkit.records.record import RESIGNED
from taflkit.search import SearchReport
from taflkit.search.levels import MAX_LEVEL
from taflkit.shell import Call, CommandError, Say, Session, SwitchVariant
from taflkit.web.jobs import Job
from taflkit.web.library import Library
from taflkit.web.views import Json, show_board, show_end, show_players, show_tree, show_variant

DEFAULT_LEVEL: Final = 3
"""The level of automated players until the page chooses another."""
MAX_NODES: Final = 5_000
"""The moves of one game with its variations, so that no page can take all memory."""


def _no_player(game: Any, seed: int) -> Any:
    raise CommandError("the moves of automated players are searched in the background here")


Resignation = tuple[Node[Any], Player]
"""The node in which a player resigned, and who did; the game is over there."""


@attrs.frozen
class Shelf:
    """The game that was interrupted to look at an example."""

    session: Session[Any, Any]
    """Its players."""
    tree: GameTree[Any]
    """Its moves."""
    node: Node[Any]
    """The node that was looked at."""
    resigned: Resignation | None
    """Where a player resigned."""
    example: str
    """What the example says."""


class Board:
    """A game with its variations, its players and what the page wants to know about it."""

    def __init__(
        self, game: Any, *, automated: frozenset[Player] | None = None, level: int = DEFAULT_LEVEL, seed: int = 0
    ) -> None:
        """Begin with a game.

        Args:
            game: The game, of any kind.
            automated: The players whose moves are searched; the second player if left out.
            level: The level of automated players, from 1 to `taflkit.search.levels.MAX_LEVEL`.
            seed: Seeds the choices of automated players.
        """
        self.library = Library()
        """The variants that can be played."""
        self.version = 0
        """Counts the changes, so that a page can tell what is newer."""
        self.flipped = False
        """Whether the board is seen from the other side."""
        self.analysing = False
        """Whether the current position is analysed."""
        self._found: dict[int, SearchReport[Any]] = {}
        self.levels = [level, level]
        """The levels of the two players when they are automated."""
        self.shelf: Shelf | None = None
        """The game to go back to after an example."""
        self.demo = ""
        """The move that an example is about, until it is played."""
        self.news = ""
        """What happened last, in words."""
        session: Session[Any, Any] = Session(game, _no_player, seed=seed, playing=True)
        self.begin(session if automated is None else attrs.evolve(session, automated=automated))

    def begin(self, session: Session[Any, Any]) -> None:
        """Go on with the players and the game of a session, in a new tree."""
        self.session = attrs.evolve(session, playing=True)
        self.show(GameTree(session.game, max_nodes=MAX_NODES))
        self.live = True
        """Whether automated players move. They do not while somebody looks at earlier positions."""
        self.hinting = False
        """Whether a hint was asked for and is not found yet."""
        self.reviewing = False
        """Whether the positions of the main line are searched one after the other, for the graph of the game."""

    def show(self, tree: GameTree[Any], node: Node[Any] | None = None, resigned: Resignation | None = None) -> None:
        """Show a tree at one of its nodes, at the end of its main line if it is left out."""
        self.tree = tree
        """The moves with their variations."""
        self.node = node or tree.main_line()[-1]
        """The node that is looked at."""
        self.resigned = resigned
        """Where a player resigned, and who, if one did."""

    @property
    def loser(self) -> Player | None:
        """The player who resigned in the node that is looked at, if one did."""
        return self.resigned[1] if self.resigned is not None and self.resigned[0] is self.node else None

    # What is to be searched.

    def job(self) -> Job | None:
        """Return what should be searched now, if anything."""
        node, game, kind = self.node, self.node.game, self.tree.kind
        if game.outcome is not None or self.loser is not None:
            return self._review()
        if self.hinting:
            return Job("hint", node.number, game)
        if self.live and game.to_move in self.session.automated:
            level = self.levels[kind.players.index(game.to_move)]
            return Job("move", node.number, game, level, self.session.seed * 1_000_003 + game.ply)
        return self._review() or (Job("analysis", node.number, game) if self.analysing else None)

    def _review(self) -> Job | None:
        """The next position of the main line without an evaluation, if the whole game is being evaluated."""
        if self.reviewing:
            for node in self.tree.main_line():
                if node.evaluation is None and node.game.outcome is None:
                    return Job("review", node.number, node.game)
        return None

    def finish(self, job: Job, report: SearchReport[Any]) -> Json | None:
        """Take the result of a job that was run to its end.

        Returns:
            What the page is told besides the state, if anything; nothing if the job is not wanted any more.
        """
        if job != self.job() or report.best is None:
            return None
        move = report.best
        text = self.tree.kind.format_move(move)
        if job.purpose == "hint":
            self.hinting = False
            self.change(f"Hint: {text}")
            return {"hint": text, "node": job.node}
        if job.purpose == "review":
            is_first = job.game.to_move == self.tree.kind.players[0]
            self.tree.node(job.node).evaluation = Evaluation.of(report.score, is_first, report.depth)
            self._found[job.node] = report
            if self._review() is None:
                self.reviewing = False
                self._judge()
            self.change(self.news)
        elif job.purpose == "move":
            self.play(self.node.game.play(move), text)
        return None

    def _judge(self) -> None:
        """Write signs and judgements to the moves of the main line, whose positions have been searched."""
        line = self.tree.main_line()
        reports = [self._found.get(node.number) for node in line]
        if any(report is None and node.game.outcome is None for node, report in zip(line, reports, strict=True)):
            return
        for move in judge_record(Record.of(line[-1].game), reports).moves:
            node, sign = line[move.ply], move.judgement.sign
            node.evaluation = move.evaluation
            node.signs = () if sign is None else (sign,)
            node.judged = move

    # The state of the board.

    def state(self) -> Json:
        """Return all that a page shows."""
        tree, game, kind = self.tree, self.node.game, self.tree.kind
        variant = kind.variant_of(game)
        job = self.job()
        return {
            "version": self.version,
            "variant": show_variant(variant),
            "board": show_board(kind, game, self.flipped),
            "position": kind.format_position(game),
            "players": [
                {**shown, "automated": player in self.session.automated, "level": self.levels[number]}
                for number, (player, shown) in enumerate(zip(kind.players, show_players(kind, variant), strict=True))
            ],
            "maxLevel": MAX_LEVEL,
            "toMove": kind.players.index(game.to_move),
            "over": show_end(kind, game, self.loser),
            "thinking": None if job is None else job.purpose,
            "live": self.live,
            "analysing": self.analysing,
            "reviewing": self._review() is not None,
            "tree": show_tree(tree),
            "current": self.node.number,
            "limit": getattr(game, "move_limit", None),
            "hasLimit": "limit" in self.session.dialect.by_word,
            "example": "" if self.shelf is None else self.shelf.example,
            "tags": [list(tag) for tag in tree.tags],
            "demo": self.demo,
            "news": self.news,
            "backup": self._backup(),
        }

    def _backup(self) -> str:
        """The record that a page keeps, so that another server can go on with the game; empty if there are no moves."""
        if len(self.tree) == 1:
            return ""
        with suppress(TaflError):
            return self.record()
        return ""

    def record(self) -> str:
        """Write the game with its variations and comments as a record.

        Raises:
            TaflError: Variations are nested too deeply, or the variant cannot be written.
        """
        record = self.tree.record()
        if self.resigned is not None and self.resigned[0] is self.tree.main_line()[-1]:
            result = Result.won_by(self.tree.kind, self.resigned[1].other)
            record = attrs.evolve(record, result=result, termination=RESIGNED)
        return format_record(record)

    # Changes.

    def change(self, news: str = "") -> None:
        """Count a change and say what it was."""
        self.version += 1
        self.news = news
        self.demo = ""

    def name_of(self, player: Player) -> str:
        """What a player is called."""
        return self.session.name_of(player)

    def look_at(self, node: Node[Any]) -> None:
        """Make a node the current one; the settings of the game stay as they are."""
        settings, game = self.session.dialect.settings, self.node.game
        self.node = node
        if settings.commands(game) != settings.commands(node.game):
            # Where more moves were made than the limit allows, the line keeps its own.
            with suppress(TaflError):
                self.tree.replace(node, settings.keep(game, node.game))
        self.session = attrs.evolve(self.session, game=self.node.game)
        self.hinting = False

    def remove(self, node: Node[Any]) -> None:
        """Delete a move and what follows; the node before it is looked at if the current one is deleted.

        Raises:
            TaflError: The node is the start.
        """
        self.tree.remove(node)
        while self.node not in self.tree and self.node.parent is not None:
            self.node = self.node.parent
        self.look_at(self.node)

    def open(self, text: str) -> str:
        """Go on with the first game of a text in any format that `taflkit replay` reads; automated players wait.

        Args:
            text: The content of a file. Lists of moves that name no variant are of the one that is played.

        Returns:
            What does not agree with the rules, if anything: from there on the record is left out.

        Raises:
            TaflError: The text is no record.
        """
        record = next(read_games(text, default=self.tree.kind.variant_of(self.node.game)), None)
        if record is None:
            raise TaflError("there is no game in the text")
        tree = GameTree.of(record, max_nodes=MAX_NODES)
        if not self.library.has(record.variant.name):
            self.library.keep(record.variant)
        self.begin_new(record.variant)
        last, winner = tree.main_line()[-1], record.result.winner(record.kind)
        has_resigned = record.termination == RESIGNED and last.game.outcome is None and not tree.trouble
        self.show(tree, last, (last, winner.other) if has_resigned and winner is not None else None)
        self.session = attrs.evolve(self.session, game=last.game)
        self.live = False
        return tree.trouble

    def play(self, game: Any, move: str) -> None:
        """Go on with the game after a move from the current position; `move` is its text."""
        mover = self.node.game.to_move
        self.node = self.tree.add(self.node, game)
        self.session = attrs.evolve(self.session, game=game)
        self.live = True
        self.hinting = False
        self.change(self._told(mover, game, move))

    def _told(self, mover: Player, game: Any, move: str) -> str:
        """A move and what it did, in words."""
        kind = self.tree.kind
        said = f"{self.name_of(mover)}: {'pass' if move == '-' else move}"
        taken = [f"{thing.name if thing else 'piece'} on {square}" for square, thing in kind.picture(game).captured]
        if taken:
            said += f", captured: {', '.join(taken)}"
        end = show_end(kind, game, None)
        if end is not None:
            return f"{said}. {end['text']}."
        return f"{said}. {self.name_of(game.to_move)} {'to go on' if game.to_move == mover else 'to move'}."

    def obey(self, call: Call) -> None:
        """Let the session obey a command that is no move; what it says is the news.

        Raises:
            TaflError: The command cannot be obeyed.
        """
        before, word = self.node.game, call.command.word
        after, replies = self.session.step(call)
        for reply in replies:
            if isinstance(reply, SwitchVariant):
                self.begin_new(self.library.load(reply.name))
                return
            if not isinstance(reply, Say):
                raise CommandError(f"{word} is for the terminal; here it is a button")
        said = "\n".join(reply.text for reply in replies if isinstance(reply, Say))
        self.session = attrs.evolve(after, playing=True)
        if word == "limit":
            self.tree.replace(self.node, after.game)
        elif after.game is not before:
            self.begin(self.session)
        self.change(said or f"{word}: done.")

    def begin_new(self, variant: Any, position: str = "") -> None:
        """Begin a game of a variant, perhaps from a position on one line; automated players stay so.

        Raises:
            NotationError: The text is no position of the variant.
        """
        game = game_from_text(position, variant) if position else kind_of(variant).start(variant)
        session, _ = self.session.with_variant(variant)
        self.shelf = None
        self.begin(attrs.evolve(session, game=game))
        self.change(f"A new game: {variant.title or variant.name}. {self.name_of(game.to_move)} to move.")

    def review(self) -> None:
        """Begin to evaluate and judge the moves of the main line."""
        self.reviewing = True
        self._found = {}
        for node in self.tree.main_line():
            node.evaluation = None

    def check_turn(self) -> None:
        """Refuse what only the player to move may do, if that is no person.

        Raises:
            CommandError: The game is over because a player resigned, or an automated player is to move.
        """
        if self.loser is not None:
            raise CommandError("the game is over; take back or begin a new one")
        if self.live and self.node.game.outcome is None and self.node.game.to_move in self.session.automated:
            raise CommandError(f"it is the turn of {self.name_of(self.node.game.to_move)}, who is automated")
