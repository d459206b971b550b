"""How large things may be: so much exactly is read, and one more is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from taflkit import NotationError, TaflError, game_from_text, load_variant
from taflkit.records import (
    Evaluation,
    Record,
    RecordedMove,
    RecordError,
    format_opentafl_game,
    formats,
    parse_contest_log,
    parse_json_line,
    parse_move_list,
    parse_opentafl_game,
    parse_opentafl_position,
    parse_opentafl_rules,
    parse_record,
    parse_records,
    source,
    split_games,
)
from taflkit.records.annotations import MAX_CLOCK, MAX_MEN, MAX_WIN_IN
from taflkit.records.record import MAX_LIMIT, MAX_RECORDED_MOVES
from taflkit.records.source import MAX_TAGS
from taflkit.records.text import MAX_VARIATION_DEPTH

TABLUT = load_variant("tablut")
BRANDUBH = load_variant("brandubh")
PLAIN = Record(TABLUT)
TAG = '[Variant "tablut"]\n'
RULES = "dim:7 name:{} start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
OPENTAFL = f"[rules:{RULES.format('x')}]\n"
POSITION = "3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 attackers"


def _variations(depth: int) -> str:
    return f"{TAG}{'e2-a2 (' * depth}e2-a2{')' * depth} *"


def _tags(many: int) -> str:
    return "".join(f'[X{number} "a"]\n' for number in range(many))


@pytest.mark.parametrize(
    ("read", "most", "expected"),
    [
        (lambda n: parse_record(TAG + _tags(n - 1) + "*"), MAX_TAGS, "at most 200 tags"),
        (lambda n: parse_record(_variations(n)), MAX_VARIATION_DEPTH, "no deeper variation"),
        (lambda n: parse_record(f'{TAG}[Limit "{n}"]\n*'), MAX_LIMIT, "a number of moves from 1 to 1000000"),
        (lambda n: parse_record(f"{TAG}1. e2-a2 ${n} *"), 255, "a sign: !, ?, !!, ??, !?, ?!, or $0 to $255"),
        (lambda n: parse_record(f"{TAG}{n}. e2-a2 *"), 999_999, "a move such as e5-e8"),
        (lambda n: parse_record(f'[{"X" * n} "a"]\n{TAG}*'), 60, "the name of a tag"),
        (lambda n: parse_record(f"{TAG}{'e2-a2 ' * n}*"), MAX_RECORDED_MOVES, "at most 20000 moves"),
        (lambda n: parse_record(f"{TAG}1. e2-a2{'xa3' * (n // 3)}{'-' * (n % 3)} *"), 195, "a move of at most 200"),
        (lambda n: parse_move_list("e2-a2 " * n, TABLUT), MAX_RECORDED_MOVES, "the end after 20000 moves"),
        (lambda n: parse_move_list(" " * n, TABLUT), 1_000_000, "no more than 1000000 characters"),
        (lambda n: parse_json_line('{"moves": ""}'.ljust(n), TABLUT), 1_000_000, "no more than 1,000,000 characters"),
        (lambda n: game_from_text(POSITION.ljust(n), TABLUT), 1000, "no more than 1000 characters"),
        (lambda n: parse_opentafl_rules(RULES.format("x").ljust(n)), 20_000, "no more than 20000 characters"),
        (lambda n: parse_opentafl_rules(f"dim:7 spd:{n} start:/7/7/7/3K3/7/7/7/"), 99, "spd: a number of squares"),
        (lambda n: parse_opentafl_game(f"{OPENTAFL}[limit:{n}]"), 999_999, "a number of moves"),
        (lambda n: parse_opentafl_game(OPENTAFL + "[event:a]\n" + _opentafl_tags(n - 2)), MAX_TAGS, "at most 200 tags"),
        (lambda n: parse_opentafl_game(f"{OPENTAFL}1. {'d1-c1 ' * n}"), MAX_RECORDED_MOVES, "at most 20000 moves"),
        (lambda n: RecordedMove("x" * n), 200, "a move of one word, at most 200 characters long"),
    ],
)
def test_so_much_and_no_more(read: Callable[[int], object], most: int, expected: str) -> None:
    """The largest number is read, and what is larger by one is refused with the reason."""
    read(most)
    with pytest.raises(NotationError) as caught:
        read(most + 1)
    assert caught.value.expected.startswith(expected)


def _opentafl_tags(many: int) -> str:
    return "".join(f"[x{number}:a]\n" for number in range(many))


@pytest.mark.parametrize(
    ("make", "least", "most", "message"),
    [
        (lambda n: attrs.evolve(PLAIN, limit=n), 1, MAX_LIMIT, "a number of moves from 1 to 1,000,000, not "),
        (lambda n: RecordedMove("e2-a2", signs=(n,)), 0, 255, "a whole number from 0 to 255, not "),
        (lambda n: Evaluation(float(n)), -MAX_MEN, MAX_MEN, "at most 100,000 men, not "),
        (lambda n: Evaluation(win_in=n), 1, MAX_WIN_IN, "forced win"),
        (lambda n: Evaluation(win_in=n), -MAX_WIN_IN, -1, "forced win"),
        (lambda n: Evaluation(depth=n), 0, 1000, "depth"),
        (lambda n: RecordedMove("e2-a2", clock=float(n)), 0, MAX_CLOCK, "clock"),
    ],
)
def test_numbers_have_bounds(make: Callable[[Any], object], least: float, most: float, message: str) -> None:
    """Both bounds are right, and what is beyond either is refused."""
    make(least)
    make(most)
    for wrong in (least - 1, most + 1):
        with pytest.raises(TaflError, match=message):
            make(wrong)


def test_a_move_that_is_too_long_is_not_shown_as_a_whole() -> None:
    """The error has as much of it as a move may have."""
    with pytest.raises(NotationError) as caught:
        RecordedMove("x" * 300)
    assert (caught.value.text, caught.value.column) == ("x" * 200, 1)


def test_the_first_letters_of_a_turn_have_variations() -> None:
    """OpenTafl has letters for so many moves of a turn."""
    variant = parse_opentafl_rules(RULES.format("x"))
    there_and_back = [RecordedMove("d1-c1" if number % 2 == 0 else "c1-d1") for number in range(27)]
    for index, holds in ((25, True), (26, False)):
        line = list(there_and_back)
        line[index] = attrs.evolve(line[index], variations=[[RecordedMove("d1-b1")]])
        record = Record(variant, line)
        if holds:
            assert "\n1z.1.1a. d1^b1\n" in format_opentafl_game(record)
            continue
        with pytest.raises(NotationError) as caught:
            format_opentafl_game(record)
        assert (caught.value.text, caught.value.column) == ("1.", 1)
        assert caught.value.expected == "variations of the first 26 moves of a turn alone"


def test_a_text_may_be_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer one is refused before it is read, and the error has only its beginning."""
    text = f"{TAG}1. e2-a2 *".ljust(150)
    for module in (source, formats):
        monkeypatch.setattr(module, "MAX_TEXT", len(text))
    assert parse_record(text) == next(parse_records(text))
    assert len(list(split_games(text))) == 1
    for read in (parse_record, lambda text: list(split_games(text))):
        with pytest.raises(RecordError) as caught:
            read(f"{text} ")
        error = caught.value
        assert (error.text, error.column, error.line) == (text[:100], 1, 1)
        assert error.expected == f"no more than {len(text)} characters"


def test_a_text_may_have_so_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first that is too many is refused, with its line."""
    monkeypatch.setattr(formats, "MAX_GAMES", 2)
    assert list(split_games("a\nb b\n")) == [(1, "a"), (2, "b b")]
    games = split_games(f"a a\n\nb\n{'c' * 150}\n")
    assert [next(games), next(games)] == [(1, "a a"), (3, "b")]
    with pytest.raises(RecordError) as caught:
        next(games)
    assert (caught.value.text, caught.value.column, caught.value.line) == ("c" * 100, 1, 4)
    assert caught.value.expected == "at most 2 games"


def test_a_log_may_be_so_long() -> None:
    """The log of a game has up to 16 MiB."""
    players = "Players:\tWhite:\tThor\tvs\tLoki\n"
    longest = players.ljust(16 * 1024 * 1024)
    assert parse_contest_log(longest).moves == ()
    with pytest.raises(NotationError) as caught:
        parse_contest_log(f"{longest} ")
    assert (caught.value.text, caught.value.column) == (longest[:100], 1)
    assert caught.value.expected == "no more than 16777216 characters"


def test_a_log_may_have_so_many_moves() -> None:
    """As many as any other record."""
    players = "Players:\tWhite:\tThor\tvs\tLoki\n"
    move = "Turn: W Pawn from e4 to f4\nStato:\n-\nB\n"
    assert len(parse_contest_log(players + move * MAX_RECORDED_MOVES).line) == MAX_RECORDED_MOVES
    with pytest.raises(NotationError) as caught:
        parse_contest_log(players + move * (MAX_RECORDED_MOVES + 1))
    assert (caught.value.text, caught.value.column) == ((players + move * 9)[:100], 1)
    assert caught.value.expected == "at most 20000 moves"


def test_a_position_of_opentafl_may_be_so_long() -> None:
    """Rows are shorter; what is longer is not read at all."""
    with pytest.raises(NotationError, match="7 squares in row 1, not 0"):
        parse_opentafl_position("/" * 1000, BRANDUBH.board, BRANDUBH.start.to_move)
    with pytest.raises(NotationError) as caught:
        parse_opentafl_position("/" * 1001, BRANDUBH.board, BRANDUBH.start.to_move)
    assert (caught.value.column, caught.value.expected) == (1001, "no more than 1000 characters")
    with pytest.raises(NotationError) as caught:
        parse_opentafl_rules(f"dim:7 start:{'/' * 1001}")
    assert (caught.value.column, caught.value.expected) == (1013, "no more than 1000 characters")


def test_a_name_of_opentafl_is_cut_off() -> None:
    """After a hundred characters."""
    assert parse_opentafl_rules(RULES.format("x" * 101)).title == "x" * 100
