"""Records of games, and taflkit's own way to write them."""

from __future__ import annotations

import pickle
from itertools import islice
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import taflkit
import taflkit.testing
from taflkit import IllegalMoveError, NotationError, TaflError, load_variant
from taflkit.games import GameVariant
from taflkit.records import (
    Record,
    RecordedMove,
    RecordError,
    Result,
    format_record,
    parse_record,
    parse_records,
    parse_written,
    split_games,
    termination_of,
    with_captures,
)
from taflkit.records.record import MAX_RECORDED_MOVES
from taflkit.records.source import MAX_TAGS, Source
from taflkit.records.text import MAX_VARIATION_DEPTH
from taflkit.rules import Reason
from tests.records.strategies import KNOWN, recorded_moves, records

TABLUT = KNOWN[0]

bounded = settings(max_examples=25, deadline=None)

GAME = """\
[Variant "tablut"]
[Attackers "Ann"]
[Defenders "Bo \\"the king\\" Ek"]
[Date "2024.06.21"]
[Result "*"]

{Midsummer.} 1. i6-g6 d5-d7 2. i4-g4xg5 {The first man falls.} (2. a4-c4 d7-d5
(2... e7-h7) 3. a6-c6) 2... e6-c6 *
"""


def test_a_record_is_read() -> None:
    """Tags, moves with what they took, comments and variations all find their place."""
    record = parse_record(GAME)
    assert record.variant is load_variant("tablut")
    assert record.position == ""
    assert record.tags == (("Attackers", "Ann"), ("Defenders", 'Bo "the king" Ek'), ("Date", "2024.06.21"))
    assert record.tag("defenders") == 'Bo "the king" Ek'
    assert record.tag("Event") == ""
    assert list(map(str, record.line)) == ["i6-g6", "d5-d7", "i4-g4xg5", "e6-c6"]
    assert record.moves == ("i6-g6", "d5-d7", "i4-g4xg5", "e6-c6")
    assert record.comments == {0: "Midsummer.", 3: "The first man falls."}
    assert record.result is Result.UNKNOWN
    ((first, second, third),) = record.line[2].variations
    assert (str(first), str(second), str(third)) == ("a4-c4", "d7-d5", "a6-c6")
    assert [[str(move) for move in line] for line in second.variations] == [["e7-h7"]]


def test_a_record_is_written_as_it_was() -> None:
    """What was read is written in the same words."""
    assert format_record(parse_record(GAME)) == GAME


@bounded
@given(records())
def test_a_record_that_is_written_is_read_back(record: Record) -> None:
    """Parsing what was formatted gives the same record, whatever stands in its tags and comments."""
    text = format_record(record)
    assert parse_record(text) == record
    assert parse_record(text, record.variant) == record
    assert parse_record(text.replace("\n", "\r\n")) == record
    assert hash(parse_record(text)) == hash(record)
    assert pickle.loads(pickle.dumps(record)) == record


@settings(max_examples=8, deadline=None)
@given(st.lists(records(), max_size=3))
def test_records_stand_one_after_another(several: list[Record]) -> None:
    """A text of several records is read as these records, and taken apart where they begin."""
    text = "\n".join(map(format_record, several))
    assert list(parse_records(text)) == several
    parts = list(split_games(text))
    assert [parse_record(part) for _, part in parts] == several
    lines = text.split("\n")
    assert [lines[number - 1].startswith("[Variant ") for number, _ in parts] == [True] * len(several)


@bounded
@given(st.sampled_from(KNOWN).flatmap(taflkit.testing.games))
def test_the_record_of_a_game_replays_to_that_game(game: taflkit.Game) -> None:
    """A record has all that a game consists of."""
    record = Record.of(game)
    assert record.game() == game
    assert parse_record(format_record(record)).game() == game
    assert record.result is Result.of(game)
    assert with_captures(record) == record
    line = [RecordedMove(f"{move.origin}{move.target}") for move in game.moves]
    forgotten = attrs.evolve(record, line=line)
    assert with_captures(forgotten) == record
    assert forgotten.game() == game


def test_a_record_keeps_the_limit() -> None:
    """A game in which each side has so many moves is recorded with that number."""
    game = taflkit.start("tablut", move_limit=1).play("i6-g").play("d5-7")
    text = format_record(Record.of(game))
    assert '[Limit "1"]' in text
    assert '[Termination "move-limit"]' in text
    assert parse_record(text).game().outcome == game.outcome


def test_a_record_keeps_its_position() -> None:
    """A game that did not begin at the start is recorded with its first position and whose turn it was."""
    game = taflkit.game_from_text("brandubh 7/7/7/K5A/7/7/7 defenders").play("a4-7")
    text = format_record(Record.of(game))
    assert '[Position "7/7/7/K5A/7/7/7 defenders"]' in text
    assert '[Termination "king-escaped"]' in text
    assert text.endswith("\n\n1. a4-a7 0-1\n")
    assert parse_record(text).game() == game


def test_a_turn_of_several_moves_has_one_number() -> None:
    """A piece that goes on from where it has arrived does so in the same turn."""
    variant = load_variant("tablut")
    line = [RecordedMove(move) for move in ("a4-b4", "b4-b3", "e3-d3", "a6-b6")]
    text = format_record(Record(variant, line))
    assert "1. a4-b4 b4-b3 e3-d3 2. a6-b6 *" in text


def test_lines_are_not_long() -> None:
    """Moves are broken into lines; a comment keeps the lines that it has."""
    variant = load_variant("tablut")
    move = RecordedMove("a4-b4")
    said = attrs.evolve(move, comment=f"{'word ' * 30}\n\n  indented")
    text = format_record(Record(variant, [*[move] * 60, said]))
    *moves, said_first, _, last = text.split("\n\n", 1)[1].rstrip("\n").split("\n")
    assert 80 < max(map(len, moves)) <= 88
    assert said_first.startswith("{word word")
    assert last == "  indented} *"


@pytest.mark.parametrize(
    ("text", "shown", "taken"),
    [
        ("e5-e8", "e5-e8", []),
        ("E5-E8", "e5-e8", []),
        ("e5-8", "e5-e8", []),
        ("e5-h", "e5-h5", []),
        ("d8-d6xc5xc6", "d8-d6xc5xc6", ["c5", "c6"]),
        ("d8-d6xc6xc5xc6", "d8-d6xc5xc6", ["c5", "c6"]),
        ("E5-E8XD8/F8/E9", "e5-e8xd8xf8xe9", ["d8", "f8", "e9"]),
        ("Ne6^=e8xce7/ne9/f8/d8", "e6-e8xe7xd8xf8xe9", ["e7", "d8", "f8", "e9"]),
        ("Ne8=e4xe3", "e8-e4xe3", ["e3"]),
        ("ce6^e8", "e6-e8", []),
        ("c6-c8", "c6-c8", []),
        ("Ke5-e1-", "e5-e1", []),
        ("Ke1-a1--", "e1-a1", []),
        ("a3-e3+", "a3-e3", []),
        ("e3-e4xk5++", "e3-e4xk5", ["k5"]),
        ("h1h3xg3", "h1-h3xg3", ["g3"]),
    ],
)
def test_the_ways_to_write_a_move(text: str, shown: str, taken: list[str]) -> None:
    """A move is read as players and other programs write it, and printed in one way."""
    recorded = parse_written(load_variant("copenhagen").board.grid, text)
    assert str(recorded) == shown
    assert list(map(str, recorded.captured)) == taken


def test_an_old_move_does_not_say_what_it_took() -> None:
    """Without a hyphen, what was taken is unknown, which is not nothing."""
    old = parse_written(load_variant("copenhagen").board.grid, "h1h3")
    assert old.taken_mask is None
    assert str(old) == "h1h3"
    assert not old.captured


@bounded
@given(st.sampled_from(KNOWN).flatmap(lambda variant: recorded_moves(variant.board.grid, 0)))
def test_a_move_that_is_written_is_read_back(recorded: RecordedMove) -> None:
    """The move and what it took are in its text, known or unknown."""
    written = parse_written(KNOWN[0].board.grid, recorded.text)
    assert str(written) == recorded.text
    assert parse_written(KNOWN[0].board.grid, recorded.text.upper()) == written


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a move such as e5-e8"),
        ("e5", 3, "a hyphen and the square to go to"),
        ("e5-", 4, "a square, row or column to go to"),
        ("e5-=e8", 4, "a square, row or column to go to"),
        ("e5==e8", 4, "a square, row or column to go to"),
        ("e5^=", 5, "a square, row or column to go to"),
        ("e5-e8\n", 6, "x and a square, or the end of the move"),
        ("e5-e8x", 7, "the square of a captured piece"),
        ("e5-e8xe", 7, "the square of a captured piece"),
        ("e5-e8!", 6, "x and a square, or the end of the move"),
        ("e5-e8+++", 6, "x and a square, or the end of the move"),
        ("e5-e5", 4, "another square than e5"),
        ("e5-k5", 4, "a square from a1 to i9"),
        ("e5e10", 3, "a square from a1 to i9"),
        ("e0-e5", 1, "a square from a1 to i9"),
        ("e5-e8xe10", 7, "a square from a1 to i9"),
        ("nox", 1, "a move such as e5-e8"),
        ("x" * 10_000, 1, "a move such as e5-e8"),
    ],
)
def test_what_is_no_move_says_where(text: str, column: int, expected: str) -> None:
    """An error has the column where reading stopped and what would have been right."""
    with pytest.raises(NotationError) as caught:
        parse_written(load_variant("tablut").board.grid, text)
    assert (caught.value.column, caught.value.expected) == (column, expected)
    assert caught.value.text == (text if len(text) <= 200 else f"{text[:200]}...")
    assert len(str(caught.value)) < 300


TAGS = '[Variant "tablut"]\n'


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "a tag that names the variant"),
        ("1. e2-a2 *", 1, 1, "a tag that names the variant"),
        ('[Variant "tablout"]\n*', 1, 11, "the name of a variant"),
        ('[Variant "../tablut.toml"]\n*', 1, 11, "the name of a variant"),
        ("[Variant tablut]\n*", 1, 1, "a tag such as"),
        ('[Variant "tablut]\n*', 1, 1, "a tag such as"),
        ('[Va#riant "tablut"]\n*', 1, 1, "the name of a tag"),
        (TAGS + TAGS + "*", 2, 1, "no second tag Variant"),
        (TAGS + '[Event "a\\x"]\n*', 2, 1, "a tag such as"),
        (TAGS + '[Limit "0"]\n*', 2, 9, "a number of moves"),
        (TAGS + '[Limit "many"]\n*', 2, 9, "a number of moves"),
        (TAGS + f'[Limit "{"9" * 5000}"]\n*', 2, 9, "a number of moves"),
        (TAGS + '[Position "9/9 attackers"]\n*', 2, 15, "9 rows, not 2,"),
        (TAGS + '[Position "9/9"]\n*', 2, 12, "a variant, the rows"),
        (TAGS + "1. e2-a2 2-0", 2, 10, "a move such as e5-e8"),
        (TAGS + "1. e2-a2\n2. e9-e5x *", 3, 10, "the square of a captured piece"),
        (TAGS + "1 e2-a2 *", 2, 1, "a move such as e5-e8"),
        (TAGS + "1. e2-a2 {never ends", 2, 21, "a } that ends the comment"),
        (TAGS + "(1. e2-a2) *", 2, 1, "a move before its variation"),
        (TAGS + "1. e2-a2 () *", 2, 11, "a move"),
        (TAGS + "1. e2-a2 ) *", 2, 10, "a move"),
        (TAGS + "1. e2-a2 (1. e2-b2 *", 2, 20, "a ) that ends the variation"),
        (TAGS + '[Result "1-0"]\n1. e2-a2 0-1', 3, 10, "the result that the tag says, 1-0"),
        (TAGS + "1. e2-a2 * more", 2, 12, "the end of the text"),
    ],
)
def test_what_is_no_record_says_where(text: str, line: int, column: int, expected: str) -> None:
    """An error has the line, the column and what was expected there."""
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    error = caught.value
    assert (error.line, error.column, error.text) == (line, column, text.split("\n")[line - 1])
    assert error.expected.startswith(expected)
    assert str(error).startswith(f"line {line}: cannot read ")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.line) == (str(error), line)


@pytest.mark.parametrize(
    "text",
    [
        TAGS + "".join(f'[X{n} ""]' for n in range(MAX_TAGS + 1)) + "*",
        TAGS + "e2-a2 " * (MAX_RECORDED_MOVES + 1) + "*",
        TAGS + "e2-a2 (" * (MAX_VARIATION_DEPTH + 2) + "*",
        TAGS + "{" * 200_000,
        TAGS + "[" * 200_000,
        TAGS + '["' * 100_000,
        TAGS + "{\\" * 100_000,
        TAGS + "(" * 200_000,
        TAGS + "1." * 200_000 + "!",
        '[a "' * 60_000,
        "\n" * 200_000 + ")",
    ],
    ids=range(11),
)
def test_hostile_texts_are_refused(text: str) -> None:
    """Texts that are far too deep or too long, or that never end what they begin, are errors and do no harm."""
    with pytest.raises(RecordError):
        parse_record(text)
    assert any(isinstance(_tried(part, KNOWN[0]), NotationError) for _, part in islice(split_games("1. " + text), 10))


def _tried(text: str, variant: GameVariant) -> Record | NotationError:
    """The record that a text is, or why it is none."""
    try:
        return parse_record(text, variant)
    except NotationError as error:
        return error


@bounded
@given(records(), st.data())
def test_a_broken_record_is_an_error_or_another_record(record: Record, data: st.DataObject) -> None:
    """Whatever is done to a text, it is read as a record or refused as no record, and nothing else."""
    text = format_record(record)
    at = data.draw(st.integers(0, len(text)))
    broken = text[:at] + data.draw(st.text('[]{}()"\\1-*. xa', max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    again = _tried(broken, record.variant)
    if isinstance(again, Record):
        assert parse_record(format_record(again), record.variant) == again
    else:
        assert again.expected


def test_comments_join() -> None:
    """What is said in several comments about one move is one comment of several lines."""
    record = parse_record(TAGS + "{a} {b} e2-a2 {c}{d} (e2-b2) {e} ({f} e2-c2 {g}) *")
    assert record.comments == {0: "a\nb", 1: "c\nd\ne"}
    assert [line[0].comment for line in record.line[0].variations] == ["", "f\ng"]


def test_other_programs_files_are_read() -> None:
    """Old moves without hyphens, numbers with many dots, and a variant that is handed in are all taken."""
    text = '[Event "Friendly"]\n\n1. h1h3 g5g2 2... f2b2 0-1'
    record = parse_record(text, load_variant("copenhagen"))
    assert [str(move) for move in record.line] == ["h1h3", "g5g2", "f2b2"]
    assert record.result.winner(record.kind) is taflkit.Side.DEFENDERS
    assert record.game().ply == 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tags": {"Result": "1-0"}}, "attribute for Result"),
        ({"tags": [("Event", "a"), ("event", "b")]}, "every tag only once"),
        ({"tags": {"an event": "a"}}, "the name of a tag"),
        ({"tags": {"Event": "a\nb"}}, "a text on one line"),
        ({"termination": "a\x00b"}, "a text on one line"),
        ({"position": "7/7/7/3K3/7/7/7 attackers"}, "9 squares in row 9, not 7"),
        ({"line": [RecordedMove("a1-a2"), RecordedMove("j1-j2")]}, "a square from a1 to i9"),
        ({"limit": 0}, "a number of moves from 1"),
    ],
)
def test_records_that_cannot_be_are_refused(changes: dict[str, object], message: str) -> None:
    """A tag that is something else, texts that would not be read back, and what belongs to another board are errors."""
    record = parse_record(GAME)
    with pytest.raises(TaflError, match=message):
        attrs.evolve(record, **changes)  # type: ignore[arg-type]


def test_an_empty_variation_is_none() -> None:
    """A line without moves says nothing, and is left out."""
    move = parse_record(GAME).line[0]
    assert attrs.evolve(move, variations=((), (move,), ())).variations == ((move,),)


def test_the_game_of_a_record_is_checked() -> None:
    """A record that the rules refuse has no game, and the error says what is wrong with which move."""
    record = parse_record(TAGS + "1. i6-g6 d5-d7 2. i4-g4 *")
    with pytest.raises(IllegalMoveError, match="it captures g5") as caught:
        record.game()
    assert caught.value.game is not None
    assert caught.value.game.ply == 2
    with pytest.raises(IllegalMoveError, match="blocked by"):
        parse_record(TAGS + "1. e1-e5 *").game()


def test_the_place_of_what_tags_cannot_have() -> None:
    """The name from its first letter on, and the first control character of a value."""
    with pytest.raises(NotationError) as caught:
        Record(TABLUT, tags=[("1st", "a")])
    assert (caught.value.text, caught.value.column) == ("1st", 1)
    assert caught.value.expected == "the name of a tag: a letter, then letters, digits and hyphens"
    parts: list[dict[str, Any]] = [{"termination": "ab\tc"}, {"tags": [("Event", "ab\x7fc")]}]
    for part in parts:
        with pytest.raises(NotationError) as caught:
            Record(TABLUT, **part)
        assert caught.value.column == 3
        assert caught.value.expected == "a text on one line, without control characters"


def test_the_beginning_of_a_record() -> None:
    """Up to any of its moves, also before the first; the whole record is itself."""
    record = attrs.evolve(Record(TABLUT, [RecordedMove("e2-a2"), RecordedMove("e3-a3")]), result=Result.FIRST)
    for ply in (0, 1):
        part = record.up_to(ply)
        assert (part.moves, part.result) == (record.moves[:ply], Result.UNKNOWN)
        assert record.game(ply).ply == ply
    assert record.up_to(2) is record
    for ply in (-1, 3):
        with pytest.raises(TaflError, match=f"^the record has 2 plies, so none with the number {ply}$"):
            record.up_to(ply)


def test_a_line_in_the_usual_spelling_is_kept() -> None:
    """Collections have very many moves, which are not copied without need."""
    line = (RecordedMove("e2-a2"), RecordedMove("e3-a3"))
    assert Record(TABLUT, line).line is line
    assert Record(TABLUT, [RecordedMove("E2-A2", variations=[[RecordedMove("E2-B2")]])]).line == (
        RecordedMove("e2-a2", variations=[[RecordedMove("e2-b2")]]),
    )


def test_an_ending_without_a_name() -> None:
    """Only reasons that are members of an enumeration have one."""
    assert termination_of(Reason.KING_ESCAPED) == "king-escaped"
    assert termination_of("the king escaped") == termination_of(None) == ""


def test_an_error_on_an_empty_line() -> None:
    """Its text is empty."""
    error = Source("\nabc").error("something", 0)
    assert (error.text, error.line, error.column) == ("", 1, 1)
    below = error.below(7)
    assert (below.text, below.line, below.column, below.expected) == ("", 8, 1, "something")
