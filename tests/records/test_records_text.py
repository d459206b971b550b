"""The text of records in detail: where lines break, what is read where, and what is said of mistakes."""

from __future__ import annotations

import attrs
import pytest

from taflkit import load_variant
from taflkit import load_variant as load_any
from taflkit.records import Record, RecordedMove, RecordError, Result, format_record, parse_record, parse_records
from taflkit.records.text import split_records

TABLUT = load_variant("tablut")
TAGS = '[Variant "tablut"]\n'


def moves_of(record: Record) -> str:
    """The text of a record without its tags."""
    return format_record(record).split("\n\n", 1)[1]


def test_all_that_a_record_has() -> None:
    """Tags in their order, a comment, signs, numbers after what interrupts the moves, and the result."""
    line = [
        RecordedMove("e2-a2", signs=(1, 14)),
        RecordedMove("e3-a3", comment='a } \\ "', variations=[[RecordedMove("e3-b3"), RecordedMove("a2-a1")]]),
        RecordedMove("a2-a1", variations=[[RecordedMove("a2-b2")], [RecordedMove("a2-c2", comment="c")]]),
        RecordedMove("a3-a2", signs=(14,)),
        RecordedMove("a1-b1"),
    ]
    record = Record(
        TABLUT,
        line,
        position="3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 defenders",
        result=Result.DRAW,
        termination="agreed",
        limit=50,
        tags=[("Event", 'a "b" \\')],
        comment="Before.\nAnd more.",
    )
    text = format_record(record)
    assert text == (
        '[Variant "tablut"]\n'
        '[Position "3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 defenders"]\n'
        '[Event "a \\"b\\" \\\\"]\n'
        '[Result "1/2-1/2"]\n'
        '[Termination "agreed"]\n'
        '[Limit "50"]\n'
        "\n"
        "{Before.\n"
        'And more.} 1. e2-a2! $14 e3-a3 {a \\} \\\\ "} (1... e3-b3 2. a2-a1) 2. a2-a1 (2. a2-b2)\n'
        "(2. a2-c2 {c}) 2... a3-a2 $14 3. a1-b1 1/2-1/2\n"
    )
    assert parse_record(text) == record


def test_lines_are_at_most_so_wide() -> None:
    """A line of 88 characters is whole; one more character begins a new line."""
    for width, lines in ((88, 1), (89, 2)):
        comment = "x" * (width - len("{} 1. e2-a2 *"))
        text = moves_of(Record(TABLUT, [RecordedMove("e2-a2")], comment=comment))
        assert text.count("\n") == lines
        assert text.replace("\n", " ") == f"{{{comment}}} 1. e2-a2 * "


def test_a_comment_of_several_lines_keeps_them() -> None:
    """The words after it follow on its last line."""
    text = moves_of(Record(TABLUT, [RecordedMove("e2-a2", comment=f"a\n{'b' * 80}\nc")]))
    assert text == f"1. e2-a2 {{a\n{'b' * 80}\nc}} *\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        (TAGS + "1. e2-a2 !!! *", 2, 10, "a sign: !, ?, !!, ??, !?, ?!, or $0 to $255"),
        (TAGS + "1. e2-a2 $ *", 2, 10, "a sign: !, ?, !!, ??, !?, ?!, or $0 to $255"),
        (TAGS + "1. e2-a2 $1000 *", 2, 10, "a sign: !, ?, !!, ??, !?, ?!, or $0 to $255"),
        (TAGS + "! 1. e2-a2 *", 2, 1, "a move before its sign"),
        (TAGS + "1. e2-a2 ($1) *", 2, 11, "a move before its sign"),
        (TAGS + "1. e2-a2 ] *", 2, 10, "a move or the result (1-0, 0-1, 1/2-1/2 or *)"),
        (TAGS + "1. e2-a2 }", 2, 10, "a move or the result (1-0, 0-1, 1/2-1/2 or *)"),
        (TAGS + '[Result "2-0"]\n1. e2-a2', 2, 10, "a result: 1-0, 0-1, 1/2-1/2 or *"),
        (TAGS + '[Result "1-0"]\n1. e2-a2 *', 3, 10, "the result that the tag says, 1-0"),
        ("\n1. e2-a2 *", 2, 1, 'a tag that names the variant, such as [Variant "tablut"]'),
        ("  \n1. e2-a2 *", 2, 1, 'a tag that names the variant, such as [Variant "tablut"]'),
        (TAGS + "[Event Midsummer]\n*", 2, 1, 'a tag such as [Event "Midsummer"]'),
        (TAGS + '[Event "a\tb"]\n*', 2, 1, "a text on one line, without control characters"),
        (TAGS + '[Ev#ent "a"]\n*', 2, 1, "the name of a tag: a letter, then letters, digits and hyphens"),
        (TAGS + '[Limit "1000001"]\n*', 2, 9, "a number of moves from 1 to 1000000"),
        (TAGS + '[Limit "\u0661"]\n*', 2, 9, "a number of moves from 1 to 1000000"),
        (TAGS + "1. e2-a2 * 1. e2-a2 *", 2, 12, "the end of the text, after one record"),
        (TAGS + f"1. e2-a2 {'x' * 201} *", 2, 10, "a move of at most 200 characters"),
        (TAGS + "1. e2-a2 {a} (1. e2-b2 {b", 2, 26, "a } that ends the comment"),
        ('[Variant "ataxx"]\n[Limit "5"]\n*', 2, 9, "no limit, since games of ataxx have none"),
    ],
)
def test_mistakes_and_their_places(text: str, line: int, column: int, expected: str) -> None:
    """What was expected instead, word for word."""
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    error = caught.value
    assert (error.line, error.column, error.expected) == (line, column, expected)
    assert error.text == text.split("\n")[line - 1]


def test_three_problems_of_rules_are_enough() -> None:
    """Of the rules in a record, the first mistakes are named."""
    rules = "".join(f"% wrong{number} = 1\n" for number in range(5))
    with pytest.raises(RecordError) as caught:
        parse_record(f"\n{TAGS}\n{rules}*")
    error = caught.value
    assert (error.line, error.column, error.text) == (4, 1, "% wrong0 = 1")
    assert error.expected.startswith("the rules as a variant file (")
    assert error.expected.count("; ") == 2


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1. e2-a2", Result.UNKNOWN),
        ("1. e2-a2 *", Result.UNKNOWN),
        ('[Result "1-0"]\n1. e2-a2', Result.FIRST),
        ('[Result "0-1"]\n1. e2-a2 0-1', Result.SECOND),
        ("1. e2-a2 1/2-1/2", Result.DRAW),
        ("1. e2-a2 1-0;said", Result.FIRST),
    ],
)
def test_the_result_stands_at_the_end_or_in_a_tag(text: str, result: Result) -> None:
    """Without either it is not known."""
    assert next(parse_records(TAGS + text)).result is result


def test_a_record_without_a_result_before_another() -> None:
    """The next tag ends it."""
    first, second = parse_records(f"{TAGS}1. e2-a2\n{TAGS}1. e2-b2 1-0")
    assert (first.moves, first.result) == (("e2-a2",), Result.UNKNOWN)
    assert (second.moves, second.result) == (("e2-b2",), Result.FIRST)


def test_remarks_to_the_end_of_the_line() -> None:
    """A semicolon begins one."""
    record = parse_record(f"{TAGS}; first\n1. e2-a2 ;second {{(\n{{third}} *")
    assert record.comment == "first"
    assert record.line[0].comment == "second {(\nthird"


def test_what_is_said_before_a_variation_is_said_of_its_first_move() -> None:
    """And comes before what is said after it."""
    record = parse_record(f"{TAGS}1. e2-a2 ({{a}} {{b}} 1. e2-b2 {{c}} e3-a3 {{d}}) *")
    ((first, second),) = record.line[0].variations
    assert (first.comment, second.comment) == ("a\nb\nc", "d")


ONE = f"{TAGS}\n1. e2-a2 *\n"


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("", []),
        (" \n ", []),
        (ONE, [(1, ONE)]),
        (f"\n{ONE}", [(1, f"\n{ONE}")]),
        (ONE + ONE, [(1, ONE), (4, ONE)]),
        (f"{ONE}\n\n{ONE}", [(1, f"{ONE}\n\n"), (6, ONE)]),
        ("1. e2-a2 * " + ONE, [(1, "1. e2-a2 * "), (1, ONE)]),
        ("1. e2-a2 {[Event} *\n" + ONE, [(1, "1. e2-a2 {[Event} *\n"), (2, ONE)]),
        ("1. e2-a2 ;[Event\n*\n" + ONE, [(1, "1. e2-a2 ;[Event\n*\n"), (3, ONE)]),
        ("1. e2-a2 {never\n" + ONE, [(1, "1. e2-a2 {never\n" + ONE)]),
        (f"{TAGS}% a = 1\n% [b]\n*\n{ONE}", [(1, f"{TAGS}% a = 1\n% [b]\n*\n"), (5, ONE)]),
        ("e2-a2 (e2-b2) $1 ! *", [(1, "e2-a2 (e2-b2) $1 ! *")]),
        ("e2-a2 )" + ONE, [(1, "e2-a2 )"), (1, ONE)]),
        ("[broken\n*\n" + ONE, [(1, "[broken\n*\n"), (3, ONE)]),
    ],
)
def test_where_records_begin(text: str, games: list[tuple[int, str]]) -> None:
    """A record begins with its first tag, and a bracket in a comment is none."""
    assert list(split_records(text)) == games


def test_kinds_without_long_turns_number_every_move() -> None:
    """In Ataxx each move is a turn."""
    record = Record(load_any("ataxx"), [RecordedMove(text) for text in ("a7-b6", "b6-c5", "c5-d4")])
    assert moves_of(record) == "1. a7-b6 b6-c5 2. c5-d4 *\n"


def test_a_record_without_moves() -> None:
    """It has a result all the same."""
    assert moves_of(Record(TABLUT)) == "*\n"
    assert moves_of(attrs.evolve(Record(TABLUT), comment="a")) == "{a} *\n"
