"""Games as lists of moves and as lines of JSON, and files of any format."""

from __future__ import annotations

import json

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import NotationError, TaflError, load_variant, start
from taflkit import load_variant as load_any
from taflkit.records import (
    Format,
    Record,
    RecordedMove,
    RecordError,
    Result,
    detect_format,
    format_json_line,
    format_move_list,
    format_opentafl_game,
    format_record,
    parse_game,
    parse_json_line,
    parse_move_list,
    read_games,
    split_games,
)
from taflkit.records.movelists import id_of_line
from taflkit.records.record import MAX_RECORDED_MOVES
from tests.records.strategies import KNOWN, recorded_moves, results, words

bounded = settings(max_examples=60, deadline=None)
COPENHAGEN = load_variant("copenhagen")
FETLAR = load_variant("fetlar")


@st.composite
def lists(draw: st.DrawFn) -> Record:
    """A record that has nothing but moves, a result, whether it was given up, and perhaps an id."""
    variant = draw(st.sampled_from(KNOWN))
    moves = draw(st.lists(recorded_moves(variant.board.grid, 0), max_size=8))
    return Record(
        variant,
        [RecordedMove(move.text) for move in moves],
        result=draw(results),
        termination=draw(st.sampled_from(["", "resigned", "timeout"])),
        tags=[("Id", name)] if (name := draw(words).strip()) else [],
    )


@bounded
@given(lists())
def test_a_list_that_is_written_is_read_back(record: Record) -> None:
    """The moves, and whether the game was given up, are in the list; who won and its id are in the line of JSON."""
    text = format_move_list(record)
    assert parse_move_list(text, record.variant, result=record.result, tags=record.tags) == record
    line = format_json_line(record)
    assert "\n" not in line
    assert parse_json_line(line, record.variant) == record


def test_a_line_of_a_site() -> None:
    """Lines of JSON of the site with the most games are read as they are, and written so with the variant."""
    line = '{"id": "game-16-1", "moves": "h1-h3 e7-e10 d11-d10xe10 resigned", "winner": "Black"}'
    record = parse_json_line(line, COPENHAGEN)
    assert (record.tag("id"), record.result, record.termination) == ("game-16-1", Result.FIRST, "resigned")
    assert [str(move) for move in record.line] == ["h1-h3", "e7-e10", "d11-d10xe10"]
    assert json.loads(format_json_line(record)) == {**json.loads(line), "variant": "copenhagen"}
    assert record.game().ply == 3


def test_a_line_of_other_rules_than_its_digest_is_refused() -> None:
    """Rules of one's own are told by their digest, unless the variant is given."""
    fetlar = attrs.evolve(FETLAR, rules=COPENHAGEN.rules)
    line = format_json_line(Record.of(start(fetlar)))
    assert json.loads(line)["digest"] == fetlar.digest
    with pytest.raises(NotationError, match=rf"'{fetlar.digest}'; those of fetlar have {FETLAR.digest}"):
        parse_json_line(line)
    assert parse_json_line(line, fetlar).variant == fetlar
    assert parse_json_line(line.replace(str(fetlar.digest), str(FETLAR.digest))).variant == FETLAR


@pytest.mark.parametrize(
    ("winner", "result"),
    [
        ("Black", Result.FIRST),
        ("White", Result.SECOND),
        ("Draw", Result.DRAW),
        ("Ongoing", Result.UNKNOWN),
        ("", Result.UNKNOWN),
        (None, Result.UNKNOWN),
        ("attackers", Result.FIRST),
        ("DEFENDERS", Result.SECOND),
    ],
)
def test_winners(winner: str | None, result: Result) -> None:
    """The attackers are black, the defenders white."""
    assert parse_json_line(json.dumps({"moves": "", "winner": winner}), COPENHAGEN).result is result


def test_what_else_a_line_may_have() -> None:
    """Moves may be a list, the id a number, the winner left out; other keys are passed over."""
    line = '{"date": null, "moves": ["h1h3", "TIMEOUT"], "id": 7}'
    record = parse_json_line(line, COPENHAGEN)
    assert (record.tag("Id"), record.result, record.termination) == ("7", Result.UNKNOWN, "timeout")
    assert (
        format_json_line(record) == '{"id": "7", "variant": "copenhagen", "moves": "h1h3 timeout", "winner": "Ongoing"}'
    )


def test_numbers_are_passed_over() -> None:
    """A list of moves may have numbers."""
    assert parse_move_list("1. h1-h3 g5-g2  2. f2-b2", COPENHAGEN) == parse_move_list("h1-h3 g5-g2 f2-b2", COPENHAGEN)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("h1-h3 nox", 7, "a move such as e5-e8"),
        ("h1-h3  h1-h33", 11, "a square from a1 to k11"),
        ("a1", 3, "a hyphen and the square to go to"),
        ("a2-e2-d3-c3", 6, "x and a square, or the end of the move"),
        ("resigned h1-h3", 10, "the end after resigned"),
        ("timeout timeout", 9, "the end after timeout"),
        ("h1-h3 " * (MAX_RECORDED_MOVES + 1), 6 * MAX_RECORDED_MOVES + 1, f"the end after {MAX_RECORDED_MOVES} moves"),
        ("x" * 2_000_000, 1, "no more than 1000000 characters"),
    ],
)
def test_what_is_no_list_of_moves(text: str, column: int, expected: str) -> None:
    """An error has the column in the list, and what was expected there."""
    with pytest.raises(NotationError) as caught:
        parse_move_list(text, COPENHAGEN)
    assert (caught.value.column, caught.value.expected) == (column, expected)
    assert caught.value.text == (text if len(text) < 1_000_000 else text[:100])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", "a line of JSON"),
        ("{", "a line of JSON"),
        ("[" * 100_000, "a line of JSON, and no deeper lists or longer numbers than games need"),
        ('{"moves": ' + "9" * 10_000 + "}", "a line of JSON, and no deeper lists or longer numbers"),
        ("[]", 'an object with a text of "moves"'),
        ('{"moves": 7}', "an object"),
        ('{"moves": [7]}', "an object"),
        ('{"winner": "Black"}', "an object"),
        (
            '{"moves": "", "winner": "Red"}',
            'a "winner" that is one of Black, White, Attackers, Defenders, Draw, Ongoing, Unknown',
        ),
        ('{"moves": "", "winner": 1}', 'a "winner"'),
        ('{"moves": "", "id": [1]}', 'an "id" that is a text or a number'),
        ('{"moves": "", "id": "a\\nb"}', "a text on one line"),
        ('{"moves": "h1"}', "a hyphen"),
        (f'{{"moves": "{" " * 2_000_000}"}}', "no more than 1,000,000 characters"),
    ],
)
def test_what_is_no_line_of_json(line: str, expected: str) -> None:
    """Whatever else stands in a line is an error that says what should."""
    with pytest.raises(NotationError) as caught:
        parse_json_line(line, COPENHAGEN)
    assert caught.value.expected.startswith(expected)
    assert caught.value.column >= 1


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ('{"id": [1], "moves": "", "note": "id"}', 2),
        ('{"moves": "", "id": null, "was": {"id": 1}}', 15),
        ('{"moves": "", "winner": "Red", "was": {"winner": "White"}}', 15),
        ('{"moves" "h1-h3"}', 10),
        ('{"moves": 7, "winner": "Red", "id": []}', 1),
    ],
)
def test_the_place_in_a_line_of_json(line: str, column: int) -> None:
    """An error points at the first key that is wrong."""
    with pytest.raises(NotationError) as caught:
        parse_json_line(line, COPENHAGEN)
    assert (caught.value.text, caught.value.column) == (line, column)


def test_what_json_says_is_passed_on() -> None:
    """The error of Python's reader is part of ours."""
    with pytest.raises(NotationError) as caught:
        parse_json_line('{"moves": "h1-h3', COPENHAGEN)
    assert caught.value.expected == "a line of JSON (unterminated string)"


RECORD = Record.of(start(FETLAR).play("h1-h3").play("e7-e10").play("d11-d10"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (format_record(RECORD), Format.RECORD),
        (format_opentafl_game(RECORD), Format.OPENTAFL),
        (format_json_line(RECORD), Format.JSON_LINES),
        (format_move_list(RECORD), Format.MOVE_LIST),
        ("1. h1-h3 e7-e10 2. d11-d10xe10 *", Format.RECORD),
        ("{first} 1. h1-h3 e7-e10 2. d11-d10xe10 *", Format.RECORD),
        ("# a remark\n\nh1-h3 e7-e10 d11-d10xe10\n", Format.MOVE_LIST),
        ("\ufeff" + format_json_line(RECORD), Format.JSON_LINES),
        ("\ufeff\n" + format_record(RECORD), Format.RECORD),
    ],
)
def test_formats_are_known_by_how_they_begin(text: str, kind: Format) -> None:
    """A file needs no special name: each format begins in its own way."""
    assert detect_format(text) is kind
    (record,) = read_games(text, FETLAR)
    assert [str(move) for move in record.line] == ["h1-h3", "e7-e10", "d11-d10xe10"]
    assert record.game() == RECORD.game()


def test_lists_of_moves_are_one_to_a_line() -> None:
    """Blank lines and remarks are no games."""
    assert list(split_games("a1-a2\n\n# one\n  b1-b2 b3-b4 \r\n")) == [(1, "a1-a2"), (4, "b1-b2 b3-b4")]


def test_lists_do_not_say_by_which_rules() -> None:
    """A list of moves is of no use without a variant."""
    with pytest.raises(TaflError, match="does not say which variant was played"):
        list(read_games("h1-h3"))


@pytest.mark.parametrize("name", ["brandubh", "Brandubh", "BRANDUBH "])
def test_a_line_of_json_may_name_its_variant(name: str) -> None:
    """The variant that is given counts first, then the one that the line names, and the default last."""
    named, plain = json.dumps({"variant": name, "moves": "d1-c1"}), '{"moves": "d1-c1"}'
    assert [record.variant.name for record in read_games(named)] == ["brandubh"]
    assert [record.variant.name for record in read_games(f"{named}\n{plain}", default=FETLAR)] == ["brandubh", "fetlar"]
    assert parse_json_line(named, FETLAR, default=COPENHAGEN).variant is FETLAR
    with pytest.raises(TaflError, match="does not say which variant was played"):
        parse_json_line(plain)
    with pytest.raises(NotationError, match="expected the name of a variant, not 'halma', at column 13"):
        parse_json_line('{"variant": "halma", "moves": ""}', default=FETLAR)


def test_a_default_is_for_games_that_name_no_variant() -> None:
    """Lists of moves and records without the tag get it; what a record says counts before it."""
    assert [record.variant for record in read_games("h1-h3 e7-e10", default=FETLAR)] == [FETLAR]
    assert [record.variant for record in read_games("h1-h3\ne7-e10", default=FETLAR)] == [FETLAR]
    assert [record.variant for record in read_games("1. h1-h3 *", default=FETLAR)] == [FETLAR]
    named = '[Variant "brandubh"]\n\n1. d1-c1 *'
    assert [record.variant.name for record in read_games(named, default=FETLAR)] == ["brandubh"]


@bounded
@given(st.text(st.sampled_from("{}[]\"\\:,1.-xabch \n#'") | st.characters(codec="utf-8"), max_size=60))
def test_any_text_is_games_or_an_error(text: str) -> None:
    """Whatever is read as games is games, or a `NotationError`."""
    found: list[Record | NotationError] = []
    try:
        found += read_games(text, COPENHAGEN)
    except NotationError as error:
        found.append(error)
    assert all(record.line is not None if isinstance(record, Record) else record.expected for record in found)


def test_one_move_on_each_line_is_one_game() -> None:
    """A text whose first lines have a move each is one game; remarks and blank lines are left out."""
    text = "# a game\nh1-h3\n\ne7-e10\n  # and now\nd11-d10xe10\nresigned\n"
    assert detect_format(text) is Format.MOVES
    (record,) = read_games(text, FETLAR)
    assert record.moves == ("h1-h3", "e7-e10", "d11-d10xe10")
    assert record.termination == "resigned"
    with pytest.raises(RecordError, match="line 4: cannot read 'e7-z10': expected a square, row") as caught:
        list(read_games(text.replace("e10\n ", "z10\n "), FETLAR))
    assert (caught.value.line, caught.value.column) == (4, 4)
    assert detect_format("h1-h3\nh1-h3 e7-e10\n") is Format.MOVE_LIST
    assert detect_format("h1-h3\n") is Format.MOVE_LIST


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('{"id": "first", "moves": 7}', "first"),
        ('{"id": 17}', "17"),
        ('{"moves": ""}', ""),
        ('{"id": null}', ""),
        ('{"id": ["a"]}', ""),
        ("[]", ""),
        ('{"moves": "a1", "id" : "broken"', "broken"),
        ('{"id": 123, "moves', "123"),
        ('{"id": "a\\"b", "moves', ""),
        ("no line of JSON", ""),
        ('{"id": "a\\u0007b"}', ""),
        ('{"id": "%s"}' % ("x" * 100), "x" * 100),
        ('{"id": "%s"}' % ("x" * 101), ""),
        ('{"id": "%s"' % ("x" * 101), ""),
    ],
)
def test_the_id_of_a_line_that_cannot_be_read(line: str, name: str) -> None:
    """A game is called by its id even where its line is broken, if that can be printed and is not too long."""
    assert id_of_line(line) == name


@pytest.mark.parametrize(("text", "says"), [("", "expecting value"), ("{", "expecting property name enclosed in doub")])
def test_a_line_of_json_says_where_it_breaks(text: str, says: str) -> None:
    """With the words of Python's reader."""
    with pytest.raises(NotationError) as caught:
        parse_json_line(text, COPENHAGEN)
    assert (caught.value.text, caught.value.column) == (text, len(text) + 1)
    assert caught.value.expected.startswith(f"a line of JSON ({says}")


def test_a_line_that_is_too_long_or_deep_is_shown_by_its_beginning() -> None:
    """What is wrong is not printed at length."""
    with pytest.raises(NotationError) as caught:
        parse_json_line("x" * 1_000_001, COPENHAGEN)
    assert (caught.value.text, caught.value.column) == ("x" * 100, 1)
    with pytest.raises(NotationError) as caught:
        parse_json_line("[" * 100_000, COPENHAGEN)
    assert (caught.value.text, caught.value.column) == ("[" * 100_000, 1)


def test_nobody_won() -> None:
    """A draw is no game that goes on."""
    for result, winner in ((Result.DRAW, "Draw"), (Result.UNKNOWN, "Ongoing"), (Result.FIRST, "Black")):
        line = format_json_line(Record(COPENHAGEN, result=result))
        assert line == f'{{"variant": "copenhagen", "moves": "", "winner": "{winner}"}}'
    assert parse_json_line('{"moves": "", "winner": "unknown"}', COPENHAGEN).result is Result.UNKNOWN
    assert parse_json_line('{"moves": "", "id": ""}', COPENHAGEN).tags == ()
    assert parse_json_line('{"moves": "", "id": 0}', COPENHAGEN).tags == (("Id", "0"),)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[event:a]", Format.OPENTAFL),
        (" \n[start-comment:a]", Format.OPENTAFL),
        ("[Event a]", Format.RECORD),
        ("{}", Format.JSON_LINES),
        ("{ \n}", Format.JSON_LINES),
        ("{a}", Format.RECORD),
        ("123456. a", Format.RECORD),
        ("1234567. a", Format.MOVE_LIST),
        ("\n# 1.\n\n a1-a2 \nb1-b2 b3-b4", Format.MOVE_LIST),
        ("a1-a2\n  # b\nb1-b2", Format.MOVES),
        ("x GameAshtonTablut y", Format.CONTEST_LOG),
        ("x GameAshtonTabluts", Format.MOVE_LIST),
        (f"{'x' * 199} GameAshtonTablut", Format.CONTEST_LOG),
        (f"{'x' * 200} GameAshtonTablut", Format.MOVE_LIST),
        ("", Format.MOVE_LIST),
    ],
)
def test_how_texts_begin(text: str, kind: Format) -> None:
    """What is no beginning of another format is a list of moves."""
    assert detect_format(text) is kind


def test_games_in_one_text() -> None:
    """Formats with one game are not taken apart; a given format is not guessed again."""
    for kind in (Format.OPENTAFL, Format.MOVES, Format.CONTEST_LOG):
        assert list(split_games("a1-a2\n\nb1-b2", kind)) == [(1, "a1-a2\n\nb1-b2")]
    assert list(split_games("a1-a2\n\nb1-b2", Format.MOVE_LIST)) == [(1, "a1-a2"), (3, "b1-b2")]
    assert list(split_games("\ufeff{}\n \n#\n{}", Format.JSON_LINES)) == [(1, "{}"), (4, "{}")]
    assert [kind.names_its_variant for kind in Format] == [True, True, False, False, False, True]


def test_only_tafl_is_in_files_of_opentafl() -> None:
    """A variant of another kind of game is refused."""
    with pytest.raises(TaflError, match=r"^ataxx is no variant of tafl, the only kind of game in OpenTafl's files$"):
        parse_game("", Format.OPENTAFL, load_any("ataxx"))
    with pytest.raises(TaflError, match=r"^a list of moves does not say which variant was played: name one$"):
        parse_game("", Format.MOVES)
