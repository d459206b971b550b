"""What records say about moves: signs, evaluations, clocks, comments to the end of a line; and a missing result."""

from __future__ import annotations

import attrs
import pytest

from taflkit import TaflError, load_variant
from taflkit.records import Evaluation, Record, RecordedMove, RecordError, Result, format_record, parse_record
from taflkit.records.annotations import MAX_CLOCK, format_clock

TAGS = '[Variant "tablut"]\n'


def _first(text: str) -> RecordedMove:
    return parse_record(f"{TAGS}1. e2-a2 {text} *").line[0]


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("!", (1,)),
        ("?", (2,)),
        ("!!", (3,)),
        ("??", (4,)),
        ("!?", (5,)),
        ("?!", (6,)),
        ("$14", (14,)),
        ("$1 $14", (1, 14)),
    ],
)
def test_signs(text: str, signs: tuple[int, ...]) -> None:
    """A sign stands after the move, with or without a blank, or as a number."""
    assert _first(text).signs == signs
    record = parse_record(f"{TAGS}e2-a2{text}")
    assert record.line[0].signs == signs
    assert parse_record(format_record(record)) == record


def test_signs_are_written_as_people_know_them() -> None:
    """The first sign follows the move where it has a letter; others are numbers."""
    record = Record(
        load_variant("tablut"), [RecordedMove("e2-a2", signs=(5, 14)), RecordedMove("e3-a3", signs=(14, 5))]
    )
    assert "1. e2-a2!? $14 e3-a3 $14 $5 *" in format_record(record)


@pytest.mark.parametrize("text", ["!!!", "!?!", "$256", "$", "$1234", "$x"])
def test_what_is_no_sign(text: str) -> None:
    """Other signs are refused at their place."""
    with pytest.raises(RecordError, match=r"a sign: !, \?, !!"):
        _first(text)


def test_a_sign_needs_a_move() -> None:
    """Before the first move there is nothing to judge."""
    with pytest.raises(RecordError, match="a move before its sign"):
        parse_record(f"{TAGS}! e2-a2 *")


def test_a_comment_to_the_end_of_a_line() -> None:
    """A semicolon begins a comment that ends with its line."""
    record = parse_record(f"{TAGS}; before {{all}}\n1. e2-a2; bold (very) 1-0\ne3-a3 ;end")
    assert record.comment == "before {all}"
    assert [(move.text, move.comment) for move in record.line] == [("e2-a2", "bold (very) 1-0"), ("e3-a3", "end")]


@pytest.mark.parametrize(
    ("text", "evaluation"),
    [
        ("0.35", Evaluation(0.35)),
        ("+0.35", Evaluation(0.35)),
        ("-12", Evaluation(-12)),
        ("1.5,22", Evaluation(1.5, depth=22)),
        ("#3", Evaluation(win_in=3)),
        ("#-3,9", Evaluation(win_in=-3, depth=9)),
    ],
)
def test_evaluations(text: str, evaluation: Evaluation) -> None:
    """An evaluation stands in a comment, and is no part of what the comment says."""
    move = _first(f"{{ Bold. [%eval {text}] And right. }}")
    assert (move.evaluation, move.comment) == (evaluation, "Bold. And right.")
    assert _first(f"{{[%eval {evaluation}]}}").evaluation == evaluation


@pytest.mark.parametrize(
    ("text", "seconds"), [("0:00:00", 0), ("1:02:03", 3723), ("0:01:05.25", 65.25), ("12:5:7", 43507)]
)
def test_clocks(text: str, seconds: float) -> None:
    """A clock stands in a comment, in hours, minutes and seconds."""
    move = _first(f"{{[%clk {text}] quick}}")
    assert (move.clock, move.comment) == (seconds, "quick")
    assert _first(f"{{[%clk {format_clock(seconds)}]}}").clock == seconds


def test_an_evaluation_and_a_clock_are_written_before_the_comment() -> None:
    """Both are written as the PGN of chess has them."""
    move = RecordedMove("e2-a2", "Fine.", evaluation=Evaluation(0.1, depth=8), clock=61)
    text = format_record(Record(load_variant("tablut"), [move]))
    assert "1. e2-a2 {[%eval 0.10,8] [%clk 0:01:01] Fine.} *" in text


@pytest.mark.parametrize("text", ["[%eval x]", "[%eval #0]", "[%clk 1:60:00]", "[%eval 1 ]", "[%other 1]"])
def test_what_is_no_evaluation_stays_in_the_comment(text: str) -> None:
    """Other programs' words are kept as they are."""
    move = _first(f"{{{text}}}")
    assert (move.comment, move.evaluation, move.clock) == (text, None, None)


@pytest.mark.parametrize(
    "change",
    [
        {"signs": (256,)},
        {"signs": ("!",)},
        {"clock": -1},
        {"clock": MAX_CLOCK + 1},
        {"clock": float("nan")},
        {"text": "two words"},
        {"text": ""},
        {"text": "a1-b1!"},
        {"text": "x" * 201},
    ],
)
def test_annotations_that_cannot_be_written_are_refused(change: dict[str, object]) -> None:
    """What would not be read back is an error when the move is made."""
    with pytest.raises(TaflError):
        attrs.evolve(RecordedMove("e2-a2"), **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "facts", [{"men": float("inf")}, {"men": float("nan")}, {"win_in": 0}, {"men": 1, "win_in": 1}, {"depth": -1}]
)
def test_evaluations_that_cannot_be_are_refused(facts: dict[str, float]) -> None:
    """An evaluation is a number of men, or a forced win."""
    with pytest.raises(TaflError):
        Evaluation(**facts)  # type: ignore[arg-type]


def test_a_missing_result_is_not_known() -> None:
    """Without a result at its end a game is not finished, unless a tag says how it ended."""
    assert parse_record(f"{TAGS}1. e2-a2").result is Result.UNKNOWN
    assert parse_record(TAGS).line == ()
    assert parse_record(f'{TAGS}[Result "1-0"]\n1. e2-a2').result is Result.FIRST
    with pytest.raises(RecordError, match="a result: 1-0, 0-1, 1/2-1/2"):
        parse_record(f'{TAGS}[Result "2-0"]\n1. e2-a2')


def test_the_first_moves_alone() -> None:
    """A record up to a ply has no result, and no more moves than there are."""
    record = parse_record(f'{TAGS}[Result "1-0"]\n1. e2-a2 e3-a3 1-0')
    assert record.game(1).ply == 1
    assert record.up_to(1).result is Result.UNKNOWN
    assert record.up_to(2) == record
    for ply in (-1, 3):
        with pytest.raises(TaflError, match=f"the record has 2 plies, so none with the number {ply}"):
            record.game(ply)


def test_evaluations_and_clocks_word_for_word() -> None:
    """They come before what is said, or stand alone; a line that one of them ends stays a line."""
    both = RecordedMove("e2-a2", evaluation=Evaluation(0.5), clock=60)
    said = RecordedMove("e3-a3", "so", evaluation=Evaluation(win_in=-3))
    text = format_record(Record(load_variant("tablut"), [both, said]))
    assert text.endswith("\n\n1. e2-a2 {[%eval 0.50] [%clk 0:01:00]} 1... e3-a3 {[%eval #-3] so} *\n")
    assert RecordedMove("e2-a2", comment="a\n[%eval 0.5] b").comment == "a\n b"
    assert RecordedMove("e2-a2", comment="aX \t[%eval 0.5] \tXb").comment == "aX Xb"
    assert RecordedMove("e2-a2", comment="a \t[%eval 0.5]\nb").comment == "a \nb"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00:00"), (83.5, "0:01:23.5"), (83.05, "0:01:23.05"), (3600.001, "1:00:00.001"), (59.9996, "0:01:00")],
)
def test_how_clocks_are_written(seconds: float, text: str) -> None:
    """To a thousandth, without zeros that say nothing."""
    assert format_clock(seconds) == text
