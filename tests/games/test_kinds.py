"""Kinds of game: found by name, by their games and by their files; a toy game goes wherever tafl goes."""

from __future__ import annotations

import enum
import importlib
import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import taflkit
from taflkit import (
    Game,
    NotationError,
    PluginWarning,
    Square,
    TaflError,
    Variant,
    VariantError,
    divide,
    games,
    perft,
    playouts,
    render,
)
from taflkit.board.moves import Moves
from taflkit.games.ataxx import AtaxxGame, AtaxxVariant
from taflkit.games.knowledge import PlainKnowledge
from taflkit.games.qirkat import Player, Position, QirkatGame, QirkatVariant
from taflkit.games.traits import follower, move_counter
from taflkit.search import AlphaBeta, Automaton, SearchLimit
from taflkit.testing import ConformanceError, check_any_game, check_kind
from taflkit.variant.jsonschema import json_schema
from taflkit.variant.toml import read_table
from tests.cli.running import taflkit as command
from tests.conftest import ROOT
from tests.docs.blocks import blocks
from tests.games.nim_kind import FILE, HEAP, NIM, NimGame, NimKind, NimVariant
from tests.plugged import plugged_in
from tests.search.nim import Nim, Who
from tests.variant.files import SMALL, write

#: A position of Breakthrough that the tutorial solves.
SOLVED = "--------/--------/--w-----/-b------/--------/-----b--/--------/-------- white"


@pytest.fixture
def nim_file(tmp_path: Path) -> Iterator[Path]:
    """The file of a variant of nim, with its kind plugged in."""
    with plugged_in(nim=NIM):
        yield write(tmp_path, FILE, "nim")


class TestRegistry:
    """Kinds by name, and by what is theirs."""

    def test_kinds_are_found_by_name(self) -> None:
        """Three come with taflkit, tafl first, and each knows its name."""
        with plugged_in():
            assert games.kind_names() == ("tafl", "ataxx", "qirkat")
        assert [games.game_kind(name).name for name in ("tafl", "ataxx", "qirkat")] == ["tafl", "ataxx", "qirkat"]

    def test_the_nearest_kind_is_suggested(self) -> None:
        """A name that is none is refused with the one that was probably meant."""
        with pytest.raises(TaflError, match=r"there is no kind of game called 'quirkat'; did you mean 'qirkat'\?"):
            games.game_kind("quirkat")
        with pytest.raises(TypeError, match="expected the name of a kind of game, not int 3"):
            games.game_kind(3)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("thing", "name"),
        [
            (taflkit.start("brandubh"), "tafl"),
            (taflkit.load_variant("brandubh"), "tafl"),
            (AtaxxGame(), "ataxx"),
            (AtaxxVariant(), "ataxx"),
            (QirkatGame(), "qirkat"),
            (QirkatVariant(), "qirkat"),
        ],
        ids=lambda value: value if isinstance(value, str) else type(value).__name__,
    )
    def test_games_and_variants_have_a_kind(self, thing: object, name: str) -> None:
        """The kind is told from the class, also from that of a subclass."""
        assert games.kind_of(thing) is games.game_kind(name)

    def test_a_subclass_is_of_the_same_kind(self) -> None:
        """A game of one's own class is of the kind of its base, and stays of its class."""

        class Patient(AtaxxGame):
            """Nothing of its own."""

        game = Patient().play("g1-f2")
        assert type(game) is Patient
        assert games.kind_of(game).name == "ataxx"

    def test_other_things_have_none(self) -> None:
        """A game that no kind knows is refused where a kind is needed."""
        assert games.find_kind(Nim(3)) is None
        with pytest.raises(TypeError, match=re.escape("a known kind (tafl, ataxx, qirkat), not Nim Nim(heap=3")):
            games.kind_of(Nim(3))

    def test_plug_ins_add_kinds(self) -> None:
        """A kind of an entry point is found like those of taflkit."""
        with plugged_in(nim=NIM):
            assert games.kind_names() == ("tafl", "ataxx", "qirkat", "nim")
            assert games.kind_of(NIM.start(HEAP)).name == "nim"

    @pytest.mark.parametrize(
        ("name", "found", "problem"),
        [
            (
                "nim",
                NimKind,
                "expected a kind of game, with name, inheritance, build, schema and board_size, not",
            ),
            ("nim", 3, "expected a kind of game"),
            ("other", NIM, "the kind of game calls itself 'nim', and its entry point 'other'"),
            ("ataxx", NIM, "taflkit itself has one of this name"),
        ],
    )
    def test_a_broken_plug_in_is_left_out(self, name: str, found: object, problem: str) -> None:
        """Something else than a kind is left out with a warning, and so is one whose name is taken."""
        with plugged_in(**{name: found}), pytest.warns(PluginWarning, match=re.escape(problem)):
            assert games.kind_names() == ("tafl", "ataxx", "qirkat")

    def test_an_incomplete_kind_is_refused(self) -> None:
        """A kind that reads files but answers nothing about games says what is missing."""

        class Half:
            """Only what files need."""

            name = "half"
            inheritance = build = schema = board_size = None

        with plugged_in(half=Half()), pytest.raises(TaflError, match="the kind of game 'half' has no game_type, "):
            games.game_kind("half")


class TestFiles:
    """A variant file names its kind."""

    def test_each_kind_builds_its_variants(self) -> None:
        """The variant of a file is of the class of its kind."""
        assert isinstance(taflkit.load_variant("ataxx"), AtaxxVariant)
        assert isinstance(taflkit.load_variant("alquerque"), QirkatVariant)
        assert isinstance(taflkit.load_variant("tablut"), Variant)

    def test_a_class_that_is_asked_for_is_checked(self) -> None:
        """A variant or a game of another class is refused, with its kind or its class."""
        assert taflkit.load_variant("ataxx", AtaxxVariant).limit.maximum > 0
        assert taflkit.start("ataxx", game_type=AtaxxGame).count == 0
        assert taflkit.start("tablut", game_type=Game).turns == 0
        with pytest.raises(VariantError, match="this is a variant of the kind qirkat, not of tafl"):
            taflkit.load_variant("qirkat", Variant)
        with pytest.raises(VariantError, match="this is a variant of the kind tafl, not a QirkatVariant"):
            taflkit.load_variant("tablut", QirkatVariant)
        with pytest.raises(TaflError, match="games of qirkat are of the class QirkatGame, not AtaxxGame"):
            taflkit.start("qirkat", game_type=AtaxxGame)

    def test_ataxx_uai_differs_by_one_key(self) -> None:
        """The file of the programs' variant states the limit, and what describes it."""
        path = Path(__file__).parents[2] / "variants" / "ataxx-uai.toml"
        described = {"name", "title", "summary", "extends", "aliases", "sources", "examples"}
        assert read_table(path).keys() - described == {"limit"}
        assert taflkit.load_variant("ataxx-uai").start == taflkit.load_variant("ataxx").start

    def test_variants_are_listed_by_kind(self) -> None:
        """`variant_names` lists all, or those of a kind."""
        assert taflkit.variant_names("ataxx") == ("ataxx", "ataxx-uai")
        assert {"ataxx", "qirkat", "tablut"} <= set(taflkit.variant_names())
        assert "ataxx" not in taflkit.variant_names("tafl")

    @pytest.mark.parametrize("text", ["ataxx 7/7/7/7/7/7/7 attackers", "7/7/7/7/7/7/7 attackers"])
    def test_a_game_of_tafl_refuses_variants_of_other_kinds(self, text: str) -> None:
        """`Game.from_text` reads positions of tafl, whether the text or the argument names the variant."""
        with pytest.raises(VariantError, match="a variant of the kind ataxx, not of tafl"):
            Game.from_text(text, None if text.startswith("ataxx") else "ataxx")

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            (
                SMALL.replace('title = "S', 'game = "atax"\ntitle = "S'),
                "game: there is no kind of game called 'atax'; did",
            ),
            (SMALL.replace('title = "S', 'game = 3\ntitle = "S'), "game: expected a text, not 3"),
            (
                'name = "small"\nextends = "tablut"\ngame = "qirkat"\n',
                "game: 'qirkat' is another kind of game than 'tafl',",
            ),
            ('name = "small"\nextends = "ataxx"\n[regions]\nx = ["a1"]\n', "unknown key 'regions'"),
            ('name = "small"\ngame = "ataxx"\n', "start: this key is missing"),
            ('name = "small"\nextends = "ataxx"\nlimit = { maximum = 0 }\n', "limit"),
            (
                'name = "small"\nextends = "ataxx"\nlimit = { counted = "moves" }\n',
                "limit.counted: 'moves' is not right",
            ),
            ('name = "small"\nextends = "ataxx"\nstart = "r b"\n', "start: a picture of the board has 7 rows"),
            (
                'name = "small"\nextends = "qirkat"\nfirst = "red"\n',
                "first: 'red' is not right; there are white, black",
            ),
        ],
    )
    def test_mistakes_are_refused_in_a_line(self, tmp_path: Path, text: str, problem: str) -> None:
        """A file of an unknown kind, or with mistakes of its kind, is refused with the place and what was expected."""
        with pytest.raises(VariantError) as caught:
            taflkit.load_variant(write(tmp_path, text))
        assert len(caught.value.problems) == 1
        assert problem in str(caught.value)

    @pytest.mark.parametrize(
        ("keys", "problem"),
        [
            ('move = "a9"', "examples[1].move: cannot read 'a9'"),
            ('move = "b6"\nbefore = ["?"]', "examples[1].before[1]: cannot read '?'"),
            ('move = "b6"\nturns = ["z1"]', "examples[1].turns[1]: cannot read 'z1'"),
            ('move = "b6"\nto_move = "red"', "examples[1].to_move: goes with a position"),
            ('move = "b6"\nposition = "r"', "examples[1].position: a picture"),
            ('move = "b6"\nlegal = false\nturns = []', "examples[1].turns: does not go with legal = false"),
            ('move = "b6"\nover = false\nwinner = "red"', "examples[1].winner: does not go with over = false"),
        ],
    )
    def test_mistakes_in_examples_are_refused(self, tmp_path: Path, keys: str, problem: str) -> None:
        """What an example says must be readable, and must not contradict itself."""
        text = f'name = "small"\nextends = "ataxx"\n[[examples]]\nsays = "So."\n{keys}\n'
        with pytest.raises(VariantError, match=re.escape(problem)):
            taflkit.load_variant(write(tmp_path, text))

    @pytest.mark.parametrize(
        ("keys", "problem"),
        [
            ('move = "b6"\nlegal = false', "b6 is legal"),
            ('move = "e5"', "illegal move e5"),
            ('move = "b6"\nturns = ["a1"]', "the move captures nothing"),
            ('move = "b6"\nover = true', "the game goes on"),
            ('move = "b6"\nbefore = ["e5"]', "the moves before cannot be played"),
        ],
    )
    def test_examples_that_do_not_hold_are_told(self, tmp_path: Path, keys: str, problem: str) -> None:
        """What happens instead is said."""
        text = f'name = "small"\nextends = "ataxx"\n[[examples]]\nsays = "So."\n{keys}\n'
        variant = taflkit.load_variant(write(tmp_path, text))
        (failed,) = games.kind_of(variant).failed_examples(variant)
        assert failed.startswith("examples[1]: 'So.' does not hold: ")
        assert problem in failed

    def test_the_schema_covers_every_kind(self) -> None:
        """The JSON Schema checks a file by its kind, also one that only extends another."""
        valid = jsonschema.Draft202012Validator(json_schema()).is_valid
        start = "r-----b\n" + "-------\n" * 5 + "b-----r"
        assert valid({"name": "x", "game": "ataxx", "start": start, "limit": {"maximum": 3}})
        assert valid({"name": "x", "extends": "ataxx", "limit": {"maximum": 3}})
        assert not valid({"name": "x", "start": start, "limit": {"maximum": 3}})
        assert not valid({"name": "x", "game": "ataxx", "start": start, "limit": {"maximum": 0}})
        assert not valid({"name": "x", "game": "ataxx"})
        assert not valid({"name": "x", "game": "qirkat", "start": start, "limit": {"maximum": 3}})
        assert not valid({"name": "x", "game": "go", "start": start})


class TestStarting:
    """Games of any kind, by `taflkit.start`."""

    @pytest.mark.parametrize("name", ["tablut", "ataxx", "ataxx-uai", "qirkat"])
    def test_a_position_reads_back(self, name: str) -> None:
        """With or without the name of the variant in front, the line of a position starts the same game."""
        game = taflkit.start(name)
        game = game.play(min(game.legal_moves))
        text = taflkit.format_position(game)
        assert text.startswith(f"{name} ")
        for line in (text, text.partition(" ")[2]):
            again = taflkit.start(name, line)
            assert taflkit.game_from_text(line, name) == again
            assert (again.key, again.to_move) == (game.key, game.to_move)
            assert set(again.legal_moves) == set(game.legal_moves)

    def test_the_limit_of_the_variant_counts(self) -> None:
        """The same position is over by one variant's limit and not by the other's."""
        line = "6o/7/7/7/7/7/x6 x 30 20"
        assert taflkit.start("ataxx", line).outcome is not None
        assert taflkit.start("ataxx-uai", line).outcome is None

    def test_a_text_may_name_its_variant(self) -> None:
        """A position whose text begins with the name of a variant begins a game of its kind."""
        for name in ("tablut", "ataxx-uai", "qirkat"):
            game = taflkit.start(name)
            assert taflkit.game_from_text(f" {taflkit.format_position(game)}\n") == game
        for text, column in (("./ataxx.toml x5o", 1), (" atax x5o", 2), ("", 1)):
            with pytest.raises(NotationError, match=f"the name of a variant .* at column {column}"):
                taflkit.game_from_text(text)

    def test_only_tafl_has_move_limits_and_positions_as_objects(self) -> None:
        """What another kind does not have is refused."""
        with pytest.raises(TaflError, match="games of ataxx have no move limit"):
            taflkit.start("ataxx", move_limit=50)
        with pytest.raises(TypeError, match="expected a position as a text, not Position"):
            taflkit.start("ataxx", taflkit.start("tablut").position)
        with pytest.raises(TypeError, match="expected a game of a known kind, not AtaxxVariant"):
            taflkit.format_position(AtaxxVariant())  # type: ignore[arg-type]

    def test_a_wrong_type_is_refused(self) -> None:
        """Something that is no variant is refused in a sentence."""
        for thing in (3, AtaxxGame()):
            with pytest.raises(TypeError, match="expected a variant, its name or the path of its file"):
                taflkit.start(thing)  # type: ignore[call-overload]


class TestQirkatLines:
    """Positions of Qirkat on one line."""

    LINE = "black ww--- ----- ----- ----- ---bb"

    def test_sideways_moves_are_remembered(self) -> None:
        """The pieces that last went sideways are part of the line, since they may not go back."""
        game = taflkit.start("qirkat", "white --w-- ----- ----- ----- b---b").play("c1-b1")
        assert taflkit.format_position(game) == "qirkat black -w--- ----- ----- ----- b---b b1:left"
        again = taflkit.start("qirkat", taflkit.format_position(game))
        assert again.key == game.key
        assert set(again.play("e5-e4").legal_moves) == set(game.play("e5-e4").legal_moves)

    def test_case_and_blanks_do_not_matter(self) -> None:
        """Rows may be written together, and in capitals."""
        spread = Position.from_rows("ww--- ----- ----- ----- ---bb", Player.BLACK)
        for text in (self.LINE, self.LINE.upper(), "black ww---" + "-" * 18 + "bb"):
            assert taflkit.start("qirkat", text).position == spread

    @pytest.mark.parametrize(
        ("text", "column", "expected"),
        [
            ("", 1, "white or black"),
            ("red " + "-" * 25, 1, "white or black"),
            ("white " + "-" * 24, 31, "25 points, not 24,"),
            ("white " + "-" * 26, 32, "no more than 25 points"),
            ("white w---x" + "-" * 20, 11, "w, b or -"),
            (f"{LINE} c1:left", 37, "the point of a piece, once"),
            (f"{LINE} a1:left a1:right", 45, "the point of a piece, once"),
            (f"{LINE} a1:up", 40, "left or right"),
            (f"{LINE} f1:left", 37, "a column from a to e"),
        ],
    )
    def test_errors(self, text: str, column: int, expected: str) -> None:
        """An error names the column of the whole text and what was expected there."""
        with pytest.raises(NotationError) as caught:
            taflkit.start("qirkat", text)
        assert (caught.value.text, caught.value.column, caught.value.expected) == (text, column, expected)


class TestTraits:
    """What a class offers for speed is trusted where it agrees with the rest."""

    def test_a_subclass_that_overrides_the_rest_has_not_got_it(self) -> None:
        """Other legal moves make the count of moves wrong, so that it is not asked."""

        class Halved(AtaxxGame):
            """Every other move."""

            @property
            def legal_moves(self) -> Moves[Any]:
                return Moves(super().legal_moves[::2])

        assert move_counter(AtaxxGame) is AtaxxGame.count_moves
        assert move_counter(Halved) is None
        assert follower(Halved) is AtaxxGame.follow
        assert perft(Halved(), 2, bulk=True) == perft(Halved(), 2) == 8 * 8

    def test_an_own_play_is_played(self) -> None:
        """Where a subclass plays otherwise, moves are not followed past it."""

        class Slow(AtaxxGame):
            """Plays twice."""

            def play(self, move: Any) -> Any:
                return super().play(move)

        assert follower(AtaxxGame) is AtaxxGame.follow
        assert follower(Slow) is not AtaxxGame.follow
        assert follower(Nim)(Nim(3), 2) == Nim(3).play(2)


class TestLines:
    """Counting and random games of any kind."""

    @pytest.mark.parametrize(("name", "depth", "count"), [("ataxx", 3, 6_460), ("qirkat", 9, 7_818)])
    def test_counts(self, name: str, depth: int, count: int) -> None:
        """Lines are counted move by move, in bulk, below each move, and by several processes."""
        game = taflkit.start(name)
        assert perft(game, depth) == perft(game, depth, bulk=True) == perft(game, depth, repetition=True) == count
        divided = divide(game, depth)
        assert sum(divided.values()) == count
        assert list(divided) == sorted(game.legal_moves)

    def test_processes_share_the_work(self) -> None:
        """Games of other kinds can be sent to other processes."""
        with ProcessPoolExecutor(2) as executor:
            assert perft(taflkit.start("qirkat"), 10, executor=executor) == 36_283

    def test_a_game_without_a_kind(self) -> None:
        """The toy game is counted and played out though no kind knows it."""
        # Heaps of three: take 3; 1 and then 1 or 2; 2 and then 1. Of two plies: 1-1, 1-2, 2-1.
        assert [perft(Nim(3), depth) for depth in range(5)] == [1, 3, 3, 1, 0]
        assert divide(Nim(3), 2) == {1: 2, 2: 1, 3: 0}
        assert perft(Nim(20), 3, bulk=True) == 27
        found = playouts(Nim(9), 50, seed=1)
        assert (found.games, found.unfinished) == (50, 0)
        assert found.won_by(Who.FIRST) + found.won_by(Who.SECOND) == 50
        assert found == playouts(Nim(9), 50, seed=1)

    @pytest.mark.parametrize("name", ["ataxx", "qirkat"])
    def test_playouts(self, name: str) -> None:
        """Random games end, and the seed decides how."""
        game = taflkit.start(name)
        found = playouts(game, 20, seed=3)
        first, second = games.kind_of(game).players
        assert found.unfinished == 0
        assert found.won_by(first) + found.won_by(second) + found.won_by(None) == 20
        assert found == playouts(game, 20, seed=3) != playouts(game, 20, seed=4)
        assert playouts(game, 3, max_plies=2).unfinished == 3


class TestPlayers:
    """The default player plays games of every kind."""

    @pytest.mark.parametrize("name", ["ataxx", "qirkat"])
    def test_it_is_reproducible(self, name: str) -> None:
        """The same seed gives the same move, whichever it is."""
        game = taflkit.start(name)
        game = game.play(game.legal_moves[0])
        assert Automaton()(game, 5) == Automaton()(game, 5) in game.legal_moves

    def test_it_takes_the_last_pieces(self) -> None:
        """A win at once is played: Red turns the last blue pieces, White jumps over the last black one."""
        assert str(Automaton()(taflkit.start("ataxx", "x6/7/7/7/2x4/o6/oo5 x 0 9"), 0)) == "c3-b2"
        game = taflkit.start("qirkat", "white w---- b---- ----- ----- ---w-")
        assert str(Automaton()(game, 0)) == "a1-a3"

    @pytest.mark.parametrize("name", ["ataxx", "qirkat"])
    def test_it_beats_chance(self, name: str) -> None:
        """On either side it wins against random moves, also with little time."""
        kind = games.game_kind(name)
        for seed, side in enumerate(kind.players):
            game = taflkit.start(name)
            while game.outcome is None:
                if game.to_move is side:
                    best = AlphaBeta(seed=seed).search(game, SearchLimit(nodes=150)).best
                    assert best is not None
                    game = game.play(best)
                else:
                    game = game.play(game.legal_moves[(seed + 7 * len(game.legal_moves)) % len(game.legal_moves)])
            assert game.outcome.winner is side


class TestToy:
    """A kind that a plug-in adds goes wherever the others go."""

    def test_it_is_loaded_and_counted(self, nim_file: Path) -> None:
        """The file is read by its kind, and the game is played, counted and written."""
        variant = taflkit.load_variant(nim_file, NimVariant)
        game = taflkit.start(variant)
        assert taflkit.format_position(game) == "nim ||||||| first"
        assert taflkit.start(variant, "|||---- second") == NimGame(variant, ["|||----"], Who.SECOND)
        assert perft(game, 2) == 9

    def test_it_keeps_the_laws(self, nim_file: Path) -> None:
        """The laws of every kind hold of it."""
        assert check_kind(taflkit.load_variant(nim_file), max_examples=20) >= 1

    def test_it_is_drawn(self, nim_file: Path) -> None:
        """Text and SVG show the matches."""
        game = taflkit.start(nim_file, game_type=NimGame).play(3)
        assert render.text(game).splitlines() == [" 1 | | | | - - -", "   a b c d e f g"]
        assert "●  ●  ●  ●" in render.text(game, unicode=True)
        assert render.svg(game).count('data-piece="black piece"') == 4
        assert "Nim, Second to move" in render.svg(game)

    def test_it_is_on_the_command_line(self, nim_file: Path) -> None:
        """`variants`, `perft`, `analyze`, `solve` and `show` know it."""
        assert command("variants", "check", nim_file).output.endswith("nim.toml: good, 3 examples hold\n")
        assert "- Who takes the last match wins." in command("variants", "show", nim_file).lines
        assert command("perft", nim_file, "2", "--divide").output == "1: 3\n2: 3\n3: 3\ntotal: 9\n"
        assert command("solve", nim_file, "--within", "2").output.startswith("First wins in 2: 3 ")
        assert command("analyze", nim_file, "--depth", "5").output.startswith("best 3, score win in ")
        shown = command("show", nim_file, "--position", "||----- second", "--moves", "1").lines
        assert shown[2:] == ["First to move", "last move 1", "1 legal moves"]

    @pytest.mark.parametrize(
        ("old", "new", "problem"),
        [
            ('start = "|||||||"', 'start = "|x"', "start: no piece is drawn as 'x'; the pieces are |"),
            ('start = "|||||||"', 'start = "-|"', "start: the matches lie side by side"),
            ('start = "|||||||"', 'start = "||\\n|"', "start: all rows of a board have the same length"),
            ('to_move = "second"', 'to_move = "third"', "examples[3].to_move: cannot read 'third': expected a player"),
            ('winner = "second"', 'winner = "secnd"', "examples[3].winner: cannot read 'secnd'"),
            ('position = "||-----"', 'position = "||"', "examples[3].position: the board has 7 squares, but 2"),
        ],
    )
    def test_mistakes_in_its_files_are_refused(self, nim_file: Path, old: str, new: str, problem: str) -> None:
        """A plain kind refuses what it cannot read, with the place."""
        nim_file.write_text(FILE.replace(old, new), "utf-8")
        with pytest.raises(VariantError, match=re.escape(problem)):
            taflkit.load_variant(nim_file)

    def test_moves_that_cannot_be_are_refused(self, nim_file: Path) -> None:
        """A text that is no legal move is refused, and so is any move after the end."""
        run = command("show", nim_file, "--moves", "5")
        assert (run.code, run.error) == (2, "Error: illegal move 5: there are 7 matches, and one to three are taken")
        assert "the game is over" in command("show", nim_file, "--moves", "3 3 1 1").error


@pytest.mark.parametrize("name", ["ataxx", "ataxx-uai", "qirkat", "brandubh"])
def test_the_kinds_of_taflkit_keep_the_laws(name: str) -> None:
    """The laws that hold of every kind hold of the three that come with taflkit."""
    assert check_kind(taflkit.load_variant(name), max_examples=12) >= 12


def _broken(**methods: Any) -> NimKind:
    """Nim with other answers."""
    found = type("Broken", (NimKind,), methods)()
    assert isinstance(found, NimKind)
    return found


def _begun_over(kind: NimKind, variant: NimVariant) -> NimGame:
    return NimGame(variant, ["-------"], Who.FIRST)


def _confused(kind: NimKind, game: NimGame) -> Any:
    return NimKind.picture(kind, game.play(1) if game.heap else game)


class _Wrong(PlainKnowledge):
    """Knows what is not so."""

    def __init__(self, shown: int | None = None) -> None:
        self.shown = shown

    def winning_move(self, game: Any) -> Any:
        """Not the last matches."""
        return None if game.heap > 3 else 1

    def promising(self, game: Any, moves: Any) -> Any:
        """Leaves moves out."""
        return list(moves)[: self.shown]


@pytest.mark.parametrize(
    ("kind", "law"),
    [
        (_broken(format_move=lambda self, move: "x"), "A move reads back from its text."),
        (_broken(parse_move=lambda self, game, text: 1), "A move reads back from its text."),
        (_broken(player_words=lambda self, variant: {}), "Commands have words for both players."),
        (_broken(format_position=lambda self, game: "|||---- first"), "A position reads back from its line of text."),
        (_broken(format_set_up=lambda self, game: "|------"), "A board is set up again from what is dumped of it."),
        (_broken(dump_rows=lambda self, game: ["|"]), "A board is set up again from what is dumped of it."),
        (_broken(picture=_confused), "A picture shows what is dumped."),
        (_broken(knowledge=lambda self, game, exact: _Wrong()), "What searchers are told is true."),
        (_broken(knowledge=lambda self, game, exact: _Wrong(1)), "What searchers are told is true."),
        (_broken(variant_of=lambda self, game: None), "A game knows its variant."),
        (
            _broken(start=lambda self, variant: NimGame(variant, ["-------"], Who.FIRST)),
            "A game is not over before it begins.",
        ),
        (_broken(failed_examples=lambda self, variant: ["no"]), "The examples of a variant hold."),
    ],
)
def test_a_kind_that_breaks_a_law_is_found(tmp_path: Path, kind: NimKind, law: str) -> None:
    """Each law is checked: a kind that breaks it is told which."""
    with plugged_in(nim=kind):
        variant = taflkit.load_variant(write(tmp_path, FILE.partition("[[examples]]")[0], "nim"))
        with pytest.raises(ConformanceError) as caught:
            check_kind(variant, max_examples=30)
    assert caught.value.law == law


class Impostor(enum.Enum):
    """No player of nim."""

    FIRST = "first"

    @property
    def other(self) -> Impostor:
        """There is no other."""
        return self

    def __str__(self) -> str:
        """Print the name of another."""
        return self.value


class Tricky(NimGame):
    """A game of nim that breaks laws by itself."""

    trick = ""

    def find_moves(self) -> Any:
        """Too many, too few, or the right ones."""
        moves = super().find_moves()
        if self.trick == "twice":
            return (*moves, *moves)
        return () if self.trick == "none" else moves

    @property
    def legal_moves(self) -> Any:
        """As found, without the texts that can be read, or with one that is refused."""
        found = super().legal_moves
        if self.trick == "refused":
            return (*found, 4)
        return tuple(found) if self.trick == "texts" else found

    def count_moves(self) -> int:
        """One too many."""
        return len(self.legal_moves) + (self.trick == "counts")

    def captures(self, move: int | str) -> Any:
        """On an empty square."""
        return {Square(6, 0)} if self.trick == "captures" else super().captures(move)

    def moves_from(self, square: Square | str) -> Any:
        """Moves that are not legal."""
        return (9,) if self.trick == "from" else ()

    @property
    def moves(self) -> Any:
        """One too few."""
        return super().moves[1:] if self.trick == "moves" else super().moves

    def history(self) -> Any:
        """The wrong way round."""
        return super().history()[:: -1 if self.trick == "history" else 1]

    def to_text(self) -> str:
        """Without the variant."""
        return super().to_text().removeprefix("nim " if self.trick == "text" else "")

    def __str__(self) -> str:
        """Nothing."""
        return "" if self.trick == "str" else super().__str__()


@pytest.mark.parametrize(
    ("trick", "law"),
    [
        ("twice", "The legal moves are accepted, and each is listed once."),
        ("refused", "The legal moves are accepted, and each is listed once."),
        ("none", "A game has legal moves until it is over, and none from then on."),
        ("turn", "The player to move is one of two opponents."),
        ("counts", "What is offered for speed agrees with what it stands for."),
        ("texts", "A text is among the legal moves where it can be played."),
        ("captures", "Moves from a square are legal, and captures are of what stands there."),
        ("from", "Moves from a square are legal, and captures are of what stands there."),
        ("moves", "A game knows its past."),
        ("history", "A game knows its past."),
        ("text", "A game is written with its variant, and prints its board."),
        ("str", "A game is written with its variant, and prints its board."),
    ],
)
def test_a_game_that_breaks_a_law_is_found(nim_file: Path, trick: str, law: str) -> None:
    """The laws are also about the games themselves."""
    player: Any = Impostor.FIRST if trick == "turn" else Who.FIRST
    tricked: Any = type("Tricked", (Tricky,), {"trick": trick})
    game = tricked(taflkit.load_variant(nim_file), ["|||||--"], player).follow(1)
    if trick == "turn":
        game.to_move = player
    with pytest.raises(ConformanceError) as caught:
        check_any_game(game)
    assert caught.value.law == law
    assert "nim ||||--- " in str(caught.value)


def test_the_tutorial_plugs_in_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tutorial writes into its files is a kind of game: its variant loads, keeps the laws and is counted."""
    for block in blocks(ROOT / "docs" / "tutorial" / "kind.md"):
        if block.title:
            file = tmp_path / block.title
            file.parent.mkdir(exist_ok=True)
            file.write_text(block.text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "my-tafl"))
    with plugged_in(breakthrough=importlib.import_module("my_games").BREAKTHROUGH):
        variant = taflkit.load_variant(tmp_path / "breakthrough.toml")
        assert check_kind(variant, max_examples=3) >= 1
        assert [perft(taflkit.start(variant), depth) for depth in (1, 2, 3)] == [22, 484, 11_132]
        assert command("solve", tmp_path / "breakthrough.toml", "--position", SOLVED, "--within", "2").code == 0
