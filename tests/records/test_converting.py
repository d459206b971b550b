"""Records written in other formats, and what these would lose."""

from __future__ import annotations

import re
from pathlib import PurePath

import attrs
import pytest

from taflkit import TaflError, load_variant
from taflkit.records import Evaluation, Format, Record, RecordedMove, Result, parse_game, parse_record, with_captures
from taflkit.records.converting import losses, write_game
from taflkit.records.formats import format_of_file
from taflkit.rules import NoMovesDraws

TABLUT = load_variant("tablut")
FETLAR = load_variant("fetlar")
BRANDUBH = load_variant("brandubh")
PLAIN = Record(TABLUT, [RecordedMove("i6-g6"), RecordedMove("d5-d7")])


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("game.tafl", Format.RECORD),
        ("GAME.PGN", Format.RECORD),
        ("games.jsonl.gz", Format.JSON_LINES),
        ("game.otg", Format.OPENTAFL),
        ("list.txt", Format.MOVE_LIST),
        ("a.b.moves", Format.MOVES),
        ("game.gz", None),
        ("game.doc", None),
        ("tafl", None),
    ],
)
def test_the_name_of_a_file_means_a_format(name: str, kind: Format | None) -> None:
    """The ending decides, whatever its case, with or without gzip."""
    assert format_of_file(PurePath(name)) is kind


@pytest.mark.parametrize("kind", [Format.RECORD, Format.JSON_LINES, Format.OPENTAFL])
def test_a_plain_game_is_held_by_formats_that_name_its_variant(kind: Format) -> None:
    """What is written is read back, and ends with its line."""
    # OpenTafl has no key for this variant's rule on repetition.
    text = write_game(PLAIN, kind, lossy=kind is Format.OPENTAFL)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert parse_game(text.rstrip("\n"), kind, TABLUT).moves == PLAIN.moves


@pytest.mark.parametrize("kind", [Format.MOVE_LIST, Format.MOVES])
def test_lists_of_moves_are_named_after_their_variant(kind: Format) -> None:
    """A list has no room for the name of its variant: the name of its file must say it."""
    with pytest.raises(TaflError, match=rf"^the format {re.escape(kind.value)} would lose the name of the variant$"):
        write_game(PLAIN, kind, named=lambda: ("brandubh",))
    gap = " " if kind is Format.MOVE_LIST else "\n"
    text = write_game(PLAIN, kind, named=lambda: ("tablut",))
    assert text == f"i6-g6{gap}d5-d7\n"
    assert write_game(PLAIN, kind, lossy=True) == text


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        ({}, []),
        ({"comment": "a fine game"}, ["the comment before the first move"]),
        ({"limit": 9}, ["the limit of moves"]),
        ({"tags": [("Event", "Midsummer"), ("Site", "Uppsala")]}, ["the tags Event Site"]),
        ({"result": Result.DRAW, "termination": "agreed"}, ["why the game ended"]),
        ({"line": [RecordedMove("i6-g6", comment="why?")]}, ["comments"]),
        ({"line": [RecordedMove("i6-g6", signs=(1,))]}, ["signs"]),
        (
            {
                "line": [
                    RecordedMove("i6-g6"),
                    RecordedMove("d5-d7", variations=[[RecordedMove("d5-d8", comment="or")]]),
                ]
            },
            ["comments", "variations"],
        ),
    ],
)
def test_what_a_line_of_json_would_lose(change: dict[str, object], lost: list[str]) -> None:
    """Each part of a record that is not in the text is named; what is asked for lossy is written all the same."""
    record = attrs.evolve(PLAIN, **change)  # type: ignore[arg-type]
    text = write_game(record, Format.JSON_LINES, lossy=True)
    assert losses(record, Format.JSON_LINES, text) == lost
    if lost:
        said = " and ".join([", ".join(lost[:-1]), lost[-1]] if lost[1:] else lost)
        with pytest.raises(TaflError, match=rf"^the format {Format.JSON_LINES.value} would lose {re.escape(said)}$"):
            write_game(record, Format.JSON_LINES)
    else:
        assert write_game(record, Format.JSON_LINES) == text


def test_a_name_does_not_save_what_else_is_lost() -> None:
    """A list named after its variant still has no comments."""
    commented = attrs.evolve(PLAIN, comment="a fine game")
    with pytest.raises(TaflError, match=r"would lose the comment before the first move$"):
        write_game(commented, Format.MOVE_LIST, named=lambda: ("tablut",))


def test_a_record_loses_nothing() -> None:
    """Records hold everything."""
    commented = attrs.evolve(PLAIN, comment="] and |", tags=[("Event", "a ] b")])
    assert parse_record(write_game(commented, Format.RECORD)) == commented
    assert losses(commented, Format.RECORD, "") == []


def test_signs_of_opentafl_are_replaced() -> None:
    """What would end a text in OpenTafl's files is written as the nearest sign, if that is asked for."""
    line = [RecordedMove("i6-g6", comment="a|b", variations=[[RecordedMove("i6-h6", comment="c]")]])]
    record = attrs.evolve(PLAIN, line=line, comment="x]", termination="y|z", tags=[("Event", "p]q")])
    text = write_game(record, Format.OPENTAFL, lossy=True)
    for said in ("[event:p)q]", "[start-comment:x)]", "[termination:y/z]", "[a/b]", "[c)]"):
        assert said in text
    assert not re.search(r"p\]q|a\|b", text)
    with pytest.raises(TaflError, match=r"^the format opentafl cannot hold this game: expected a text without \],"):
        write_game(Record(FETLAR, comment="x]"), Format.OPENTAFL)


def test_captures_of_variations_are_added() -> None:
    """A variation is played from before the move that it replaces."""
    game = "i6g6", "d5d7", "i4g4"
    line = [*map(RecordedMove, game[:2]), RecordedMove(game[2], variations=[[RecordedMove("i4h4")]])]
    found = with_captures(Record(TABLUT, line)).line
    assert [move.text for move in found] == ["i6-g6", "d5-d7", "i4-g4xg5"]
    assert [move.text for move in found[2].variations[0]] == ["i4-h4"]


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        ({}, []),
        ({"comment": "a fine game", "limit": 9, "tags": [("Event", "a")], "result": Result.DRAW}, []),
        ({"line": [RecordedMove("h1-h3", comment="why?", variations=[[RecordedMove("h1-h4")]])]}, []),
        ({"line": [RecordedMove("h1h3")]}, []),
        ({"line": [RecordedMove("h1-h3", signs=(1,))]}, ["signs"]),
        ({"line": [RecordedMove("h1-h3", evaluation=Evaluation(0.5))]}, ["evaluations"]),
        ({"line": [RecordedMove("h1-h3", clock=9)]}, ["clocks"]),
        (
            {"line": [RecordedMove("h1-h3", variations=[[RecordedMove("h1-h4", clock=9, signs=(2,))]])]},
            ["signs", "clocks"],
        ),
    ],
)
def test_what_a_file_of_opentafl_would_lose(change: dict[str, object], lost: list[str]) -> None:
    """It has comments, variations, tags and limits, and adds captures; signs, evaluations and clocks it has not."""
    record = attrs.evolve(Record(FETLAR, [RecordedMove("h1-h3")]), **change)  # type: ignore[arg-type]
    assert losses(record, Format.OPENTAFL, write_game(record, Format.OPENTAFL, lossy=True)) == lost


ESCAPE = Record(BRANDUBH, [RecordedMove("a4-a7")], "7/7/7/K5A/7/7/7 defenders", Result.SECOND, "king-escaped")


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        ({}, []),
        ({"termination": ""}, []),
        ({"termination": "in a hurry"}, ["the result"]),
        ({"result": Result.FIRST}, ["the result"]),
        ({"result": Result.UNKNOWN, "termination": ""}, []),
        ({"line": [RecordedMove("a4-a5")], "termination": ""}, ["the result"]),
        (
            {"line": [RecordedMove("a4-a5")], "result": Result.UNKNOWN, "termination": "adjourned"},
            ["why the game ended"],
        ),
        ({"line": [RecordedMove("a4-a5")], "termination": "resigned"}, ["the result"]),
        ({"line": [RecordedMove("a4-b5")], "termination": ""}, ["the result"]),
    ],
)
def test_a_result_on_the_board_is_not_lost(change: dict[str, object], lost: list[str]) -> None:
    """A list of moves does not say who won, unless the moves themselves do."""
    record = attrs.evolve(ESCAPE, **change)  # type: ignore[arg-type]
    text = write_game(record, Format.MOVE_LIST, lossy=True)
    assert losses(record, Format.MOVE_LIST, text) == ["the name of the variant", "the position at the start", *lost]


def test_a_line_of_json_keeps_the_winner() -> None:
    """Of how the game ended it knows resignation and timeout, and the board the rest."""
    record = attrs.evolve(ESCAPE, position="", line=(), termination="")
    for result in Result:
        given = attrs.evolve(record, result=result)
        assert losses(given, Format.JSON_LINES, write_game(given, Format.JSON_LINES, lossy=True)) == []
    resigned = attrs.evolve(record, termination="resigned")
    assert (
        write_game(resigned, Format.JSON_LINES) == '{"variant": "brandubh", "moves": "resigned", "winner": "White"}\n'
    )
    adjourned = attrs.evolve(record, termination="adjourned", tags=[("Id", "7"), ("Event", "a"), ("Site", "b")])
    with pytest.raises(TaflError, match=r"would lose the tags Event Site and why the game ended$"):
        write_game(adjourned, Format.JSON_LINES)


def test_rules_of_ones_own_are_lost() -> None:
    """A line of JSON has the name of a variant, which must be known by it."""
    for name in ("tablut", "my-tablut"):
        own = attrs.evolve(
            PLAIN, variant=attrs.evolve(TABLUT, name=name, rules=attrs.evolve(TABLUT.rules, no_moves=NoMovesDraws()))
        )
        assert losses(own, Format.JSON_LINES, write_game(own, Format.JSON_LINES, lossy=True)) == [
            "the rules of the variant"
        ]


def test_all_that_is_lost_is_named() -> None:
    """Several parts are listed in order."""
    record = attrs.evolve(ESCAPE, comment="a", line=[RecordedMove("a4-a7", comment="b", clock=3)])
    with pytest.raises(TaflError) as caught:
        write_game(record, Format.MOVES)
    assert str(caught.value) == (
        "the format moves would lose the name of the variant, the position at the start, "
        "the comment before the first move, comments and clocks"
    )


def test_captures_are_moves() -> None:
    """Another way to write a move is no loss, and another move is one."""
    old = attrs.evolve(PLAIN, line=[RecordedMove("i6g6")])
    text = write_game(old, Format.JSON_LINES)
    assert losses(old, Format.JSON_LINES, text) == []
    assert losses(old, Format.JSON_LINES, text.replace("i6g6", "i6h6")) == ["moves"]


def test_nothing_is_cleaned_unless_asked() -> None:
    """Signs of OpenTafl are replaced only in a lossy text, and never in a record."""
    record = Record(FETLAR, [RecordedMove("h1-h3", comment="a)b/c")], termination="so)")
    assert "[a)b/c]" in write_game(record, Format.OPENTAFL)
    assert write_game(record, Format.OPENTAFL) == write_game(record, Format.OPENTAFL, lossy=True)
