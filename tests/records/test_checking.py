"""What is reported of the games of whole files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from taflkit import load_variant, start
from taflkit.records import (
    Format,
    Problem,
    Record,
    WentOn,
    check_files,
    format_record,
    parse_move_list,
    read_game_files,
    replay_files,
)
from taflkit.records.checking import BATCH, CheckedGame, FileTally, GameProblem, Room, batches_of
from taflkit.records.files import GameFile, GameText
from taflkit.rules import Reason

#: After eight moves the start position of brandubh is there for the third time.
ROUND = "d7-c7 d5-c5 c7-d7 c5-d5 "
ILLEGAL = GameProblem("illegal", "blocked by e4", 2, "e3-e4", "9 attackers", "a board")


def checked(path: Path, text: str, *variants: str) -> list[CheckedGame]:
    """What is reported of the games of a text."""
    path.write_text(text)
    return [game for _, games in replay_files(read_game_files([path], variants)) for game in games]


def tally(games: Iterable[CheckedGame], *, every: bool = False, room: int = 100) -> FileTally:
    """What is said of a file with these games."""
    found = FileTally("games", Format.RECORD, False, every, Room(room))
    for game in games:
        found.add(game)
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file to be written."""
    return tmp_path / "games"


def test_a_game_that_agrees(path: Path) -> None:
    """It has its identifier, its line, its variant and its moves, and is over on the board or not."""
    lines = '\n{"id": "first", "moves": "i6-g6 d5-d7 i4-g4xg5 resigned", "winner": "Black"}\n{"moves": "i6-g6"}'
    assert checked(path, lines, "tablut") == [
        CheckedGame("first", 2, "tablut", 3, "undecided"),
        CheckedGame("game 2", 3, "tablut", 1, "undecided"),
    ]
    record = '[Variant "brandubh"]\n[Position "7/7/7/K5A/7/7/7 defenders"]\n[Id "last"]\n\n1. a4-a7 0-1\n'
    assert checked(path, record) == [CheckedGame("last", 1, "brandubh", 1, "king-escaped")]


def test_a_game_that_disagrees(path: Path) -> None:
    """The first disagreement has the move and the position before it."""
    (found,) = checked(path, '{"id": 7, "moves": "i6-g6 d5-d7 i4-g4", "winner": "White"}', "tablut")
    before = parse_move_list("i6-g6 d5-d7", load_variant("tablut")).game()
    position = "3BBB3/4B4/3WW4/B3W1B2/BBW1KWWBB/B3W3B/4W4/4B4/3BBB3 attackers"
    trouble = GameProblem("captures", "it captures g5", 3, "i4-g4", position, str(before))
    assert found == CheckedGame("7", 1, "tablut", 2, "undecided", trouble)


def test_an_identifier_is_cut_off(path: Path) -> None:
    """Nobody reads one of more than 200 characters."""
    (found,) = checked(path, '{"id": "%s", "moves": ""}' % ("x" * 201), "tablut")
    assert found.name == "x" * 200


def test_games_that_cannot_be_read(path: Path) -> None:
    """They are called by their identifiers where these can be found, and by their numbers elsewhere."""
    says = "line 2: cannot read 'i6-': expected a square, row or column to go to at column 4"
    first, second = checked(path, '\n{"id": "nox", "moves": "i6-"}\n{"moves": 1}', "tablut")
    assert first == CheckedGame("nox", 2, trouble=GameProblem("notation", says))
    assert second.name == "game 2"
    assert second.trouble is not None
    expected = 'an object with a text of "moves"'
    assert second.trouble.says == f"line 3: cannot read '{{\"moves\": 1}}': expected {expected} at column 1"
    # In a list of moves, nothing is an identifier.
    (listed,) = checked(path, '"id": "nox"', "tablut")
    assert (listed.name, listed.line, listed.plies, listed.variant) == ("game 1", 1, 0, "")
    # The line is that of the file, not that of the record.
    whole = format_record(Record.of(start("brandubh").play("d1-c1")))
    games = checked(path, f'{whole}\n{whole}\n[Variant "brandubh"]\n\n1. d1-\n')
    assert [game.trouble is None for game in games] == [True, True, False]
    assert games[2].trouble is not None
    assert games[2].line == 2 * (whole.count("\n") + 1) + 1
    assert games[2].trouble.says.startswith(f"line {games[2].line + 2}: cannot read '1. d1-'")


def test_a_type_that_no_variant_has(path: Path) -> None:
    """Such a game is not replayed; a file with no others cannot be."""
    line = '{"id": "odd", "moves": "i6-g6", "type": "unheard of"}'
    says = "line 1: which variant was played is not known: none is called 'unheard of'"
    assert checked(path, line) == [CheckedGame("odd", 1, trouble=GameProblem("notation", says), unknown="unheard of")]
    for text, unknown in ((line, "unheard of"), (f'{line}\n{{"moves": "i6-g6", "type": "tablut"}}', None), ("", None)):
        path.write_text(text)
        (found,) = check_files(read_game_files([path]))
        assert found.unknown == unknown


@pytest.mark.parametrize(
    ("moves", "winner", "unexplained"),
    [
        ("i6-g6", "Black", "attackers"),
        ("i6-g6", "White", "defenders"),
        ("i6-g6", "Draw", ""),
        ("i6-g6", "", ""),
        ("i6-g6 resigned", "Black", ""),
        ("i6-g6 timeout", "Black", ""),
        ("i6-g6 i6-g6", "Black", ""),
    ],
)
def test_a_winner_for_no_reason(path: Path, moves: str, winner: str, unexplained: str) -> None:
    """Who won is unexplained unless the board, a resignation, a timeout or a disagreement says why."""
    (found,) = checked(path, f'{{"moves": "{moves}", "winner": "{winner}"}}', "tablut")
    assert found.unexplained == unexplained
    path.write_text(f'{{"moves": "{moves}", "winner": "{winner}"}}\n' * 2)
    (file,) = check_files(read_game_files([path], ["tablut"]))
    assert file.unexplained == ({"tablut": Counter({unexplained: 2})} if unexplained else {})


def test_a_winner_on_the_board_is_explained(path: Path) -> None:
    """The king has escaped."""
    record = '[Variant "brandubh"]\n[Position "7/7/7/K5A/7/7/7 defenders"]\n\n1. a4-a7 0-1\n'
    assert [game.unexplained for game in checked(path, record)] == [""]


def test_games_that_went_on(path: Path) -> None:
    """The moves after which the players continued are reported, and counted by the reason."""
    went_on = (WentOn(8, Reason.REPETITION), WentOn(9, Reason.REPETITION))
    lines = [f'{{"id": "{name}", "moves": "{moves}"}}' for name, moves in (
        ("ended", ROUND * 2),
        ("went", ROUND * 2 + "d7-c7 d5-c5"),
        ("on", ROUND * 2 + "d7-e7"),
    )]  # fmt: skip
    ended, went, on = checked(path, "\n".join(lines), "brandubh")
    assert (ended.went_on, ended.ending) == ((), "repetition")
    assert (went.went_on[:2], went.ending) == (went_on, "repetition")
    assert went.plies_after(Reason.REPETITION) == [8, 9]
    assert went.plies_after(Reason.ENCIRCLED) == []
    assert (on.went_on, on.ending) == (went_on[:1], "undecided")
    found = tally([ended, went, on])
    assert (found.games, found.plies, found.disagreeing, found.games_that_went_on) == (3, 27, 0, 2)
    assert found.endings == {"repetition": 2, "undecided": 1}
    assert found.went_on == {Reason.REPETITION: 2}
    assert found.first_after == {Reason.REPETITION: "went, ply 8"}
    assert found.ended_at_once(Reason.REPETITION) == 1
    assert found.ended_at_once(Reason.ENCIRCLED) == 0
    assert found.listed == []


def test_what_a_tally_counts() -> None:
    """Games, moves, variants and endings; the endings of games that disagree are not known."""
    found = tally(
        [
            CheckedGame("a", 1, "tablut", 3, "king-escaped"),
            CheckedGame("b", 2, "tablut", 5, "king-escaped", ILLEGAL),
            CheckedGame("c", 3, "", 0, trouble=GameProblem("notation", "no move")),
            CheckedGame("d", 4, "fetlar", 7, unexplained="attackers"),
            CheckedGame("e", 5, "fetlar", 1, unexplained="attackers"),
        ]
    )
    assert (found.games, found.plies, found.disagreeing) == (5, 16, 2)
    assert found.variants == {"tablut": 2, "fetlar": 2}
    assert found.endings == {"king-escaped": 1, "undecided": 2}
    assert found.unexplained == {"fetlar": {"attackers": 2}}
    assert [game.name for game in found.listed] == ["b"]
    assert (found.not_listed, found.turns_ended_early, found.games_that_went_on) == (0, 0, 0)
    assert (found.first_early, found.first_after, found.went_on) == ("", {}, {})


def test_turns_that_ended_early() -> None:
    """Turns are counted, and the first is named."""
    games = [CheckedGame("a", 1), CheckedGame("b", 2, ended_early=(4, 6)), CheckedGame("c", 3, ended_early=(1,))]
    found = tally(games)
    assert (found.turns_ended_early, found.first_early) == (3, "b, ply 4")
    assert found.listed == []
    assert [game.name for game in tally(games, every=True).listed] == ["b", "c"]


def test_each_reason_is_counted_once_for_a_game() -> None:
    """However often the players went on; a game that ended in that way later did not end by it at once."""
    both = (WentOn(3, Reason.ENCIRCLED), WentOn(5, Reason.REPETITION), WentOn(7, Reason.ENCIRCLED))
    games = [
        CheckedGame("a", 1, ending="encircled", went_on=both),
        CheckedGame("b", 2, ending="encircled", trouble=ILLEGAL, went_on=both[1:]),
        CheckedGame("c", 3, ending="encircled"),
        CheckedGame("d", 4, ending="encircled"),
    ]
    found = tally(games)
    assert (found.games_that_went_on, found.went_on) == (2, {Reason.ENCIRCLED: 2, Reason.REPETITION: 2})
    assert found.first_after == {Reason.ENCIRCLED: "a, ply 3", Reason.REPETITION: "a, ply 5"}
    assert (found.ended_at_once(Reason.ENCIRCLED), found.ended_at_once(Reason.REPETITION)) == (2, 0)
    assert [game.name for game in tally(games, every=True).listed] == ["b", "a"][::-1]


def test_only_the_first_that_disagrees_has_a_board() -> None:
    """Boards are larger than all the rest; what went on before the first that disagrees has none either."""
    odd = CheckedGame("odd", 1, went_on=(WentOn(1, Reason.REPETITION),))
    wrong = [CheckedGame(name, 2, trouble=ILLEGAL) for name in "abc"]
    found = tally([odd, *wrong, odd, odd], every=True, room=3)
    boards = [(game.name, game.trouble and game.trouble.board) for game in found.listed]
    assert boards == [("odd", None), ("a", "a board"), ("b", ""), ("c", "")]
    assert found.listed[2].trouble is not None
    assert found.listed[2].trouble.position == "9 attackers"
    assert (found.disagreeing, found.not_listed) == (3, 2)


def test_the_first_unknown_type_is_named() -> None:
    """Also where the first game has a type without letters."""
    unknown = [CheckedGame("a", number, unknown=name) for number, name in enumerate(("", "x", "y"), 1)]
    assert tally(unknown[:1]).unknown == ""
    assert tally(unknown).unknown == "x"
    assert tally(unknown[1:]).unknown == "x"
    assert tally([*unknown, CheckedGame("b", 4)]).unknown is None
    assert tally([]).unknown is None


def test_room_for_so_many() -> None:
    """There is room until it is taken."""
    room = Room(2)
    assert [room.take() for _ in range(4)] == [True, True, False, False]


def _file(*sizes: int) -> GameFile:
    return GameFile("games", Format.MOVE_LIST, (GameText(1, "x" * size, Format.MOVE_LIST) for size in sizes))


@pytest.mark.parametrize(
    ("sizes", "pieces"),
    [
        ([], [(0, 0)]),
        ([1], [(1, 0)]),
        ([1] * BATCH, [(BATCH, 0)]),
        ([1] * (2 * BATCH + 3), [(BATCH, 0), (BATCH, BATCH), (3, 2 * BATCH)]),
        ([200_000, 62_144, 262_143, 1, 5], [(2, 0), (2, 2), (1, 4)]),
        ([300_000, 262_143], [(1, 0), (1, 1)]),
    ],
)
def test_work_is_shared_in_small_pieces(sizes: list[int], pieces: list[tuple[int, int]]) -> None:
    """Of so many games or so much text; a file without games is a piece too."""
    files = [_file(*sizes), _file(*sizes)]
    found = list(batches_of(files))
    assert [(len(games), before) for _, games, before in found] == pieces * 2
    assert [file for file, _, _ in found] == [file for file in files for _ in pieces]


def test_who_waits_hears_of_every_piece(tmp_path: Path) -> None:
    """The file is named after some of its games have been counted."""
    paths = [tmp_path / name for name in ("a", "b")]
    for each in paths:
        each.write_text("i6-g6 d5-d7\n" * (BATCH + 1))
    heard: list[str] = []
    tallies = check_files(read_game_files(paths, ["tablut"]), on_batch=lambda file: heard.append(Path(file.path).name))
    assert heard == ["a", "a", "b", "b"]
    assert [(Path(each.path).name, each.format, each.chosen, each.every) for each in tallies] == [
        (name, Format.MOVE_LIST, False, False) for name in "ab"
    ]
    numbers = [game.name for _, games in replay_files(read_game_files(paths[:1], ["tablut"])) for game in games]
    assert numbers == [f"game {number}" for number in range(1, BATCH + 2)]
    assert [each.chosen for each in check_files(read_game_files(paths, ["tablut", "brandubh"]))] == [True, True]


def test_problems_have_the_names_of_reports() -> None:
    """They are values that other programs read."""
    assert [problem.value for problem in Problem] == ["illegal", "captures", "over", "result"]
