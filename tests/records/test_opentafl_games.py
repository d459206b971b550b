"""OpenTafl's game files."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import Game, NotationError, Side, Variant, VariantError, load_variant, start
from taflkit import load_variant as load_any
from taflkit.board import Grid
from taflkit.records import (
    Record,
    RecordedMove,
    RecordError,
    Result,
    WrittenMove,
    format_opentafl_game,
    format_record,
    parse_move_list,
    parse_opentafl_game,
    parse_opentafl_rules,
    parse_record,
    parse_written,
    replay,
)
from taflkit.records.record import MAX_RECORDED_MOVES
from taflkit.records.source import MAX_TAGS
from tests.records.strategies import records

RULES = "[rules:dim:7 name:Small_Tafl ks:w start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]"
GAME = f"""\
[attackers:Ann]
[date:2024.06.21]
[variant:Small Tafl]
[result:-1]
[termination:Ann resigns]
[start-comment:Midsummer.

A bright night.]
{RULES}

1. d1-c1 d3-e3
[|A bold answer.]

1b.1.1a. ..... c4-c6

1b.1.2a. d2-c2 Kd4-c4
[|Out he comes.]

1b.2.1a. ..... e4-e6

2. c1-c3 c4-c5
[Well.|]

2a.1.1a. c1-c2 d5-c5

2a.1.1b.1.1a. ..... d5-e5

3. d2-c2
"""


def test_a_game_file_is_read() -> None:
    """Tags, comments below the turns, and variations by their addresses all find their place."""
    record = parse_opentafl_game(GAME)
    assert record.variant.title == "Small Tafl"
    assert record.tags == (("Attackers", "Ann"), ("Date", "2024.06.21"))
    assert (record.result, record.termination) == (Result.SECOND, "Ann resigns")
    assert [str(move) for move in record.line] == ["d1-c1", "d3-e3", "c1-c3", "c4-c5", "d2-c2"]
    assert record.comments == {0: "Midsummer.\n\nA bright night.", 2: "A bold answer.", 3: "Well."}
    first, second = record.line[1].variations
    assert [str(move) for move in first] == ["c4-c6", "d2-c2", "d4-c4"]
    assert first[2].comment == "Out he comes."
    assert [str(move) for move in second] == ["e4-e6"]
    ((instead, answer),) = record.line[2].variations
    assert (str(instead), str(answer)) == ("c1-c2", "d5-c5")
    assert [[str(move) for move in line] for line in answer.variations] == [["d5-e5"]]
    assert replay(record).disagreement is None


def test_a_game_file_is_written_as_it_was() -> None:
    """What was read is written in the same words."""
    assert format_opentafl_game(parse_opentafl_game(GAME)) == GAME


def test_formats_are_exchanged() -> None:
    """A record goes from one format to the other and back without loss."""
    record = parse_opentafl_game(GAME)
    assert parse_record(format_record(record), record.variant) == record


def _line(grid: Grid, line: tuple[RecordedMove, ...]) -> tuple[RecordedMove, ...]:
    """A line with comments that the files can hold, and moves that say what they took."""
    return tuple(
        RecordedMove(
            str(WrittenMove(written.move, written.taken_mask or 0)),
            recorded.comment.translate({ord("|"): "/", ord("]"): ")"}),
            [_line(grid, variation) for variation in recorded.variations],
        )
        for recorded in line
        for written in [parse_written(grid, recorded.text)]
    )


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["fetlar", "linnaean-tablut", "brandubh-walker"]).map(load_variant).flatmap(records))
def test_a_game_that_is_written_is_read_back(record: Record) -> None:
    """Parsing what was formatted gives the same record, if it is told the variant, and rules that play alike if not."""
    variant = record.variant
    assert isinstance(variant, Variant)
    moves_first = str(variant.start.to_move)
    record = attrs.evolve(
        record,
        position=record.position.replace("attackers" if moves_first == "defenders" else "defenders", moves_first),
        line=_line(variant.board.grid, record.line),
        limit=None if record.limit is None else record.limit % 999_999 + 1,
        comment=record.comment.replace("]", ")"),
        termination=record.termination.replace("]", ")"),
        tags=[(name, value.replace("]", ")")) for name, value in record.tags],
    )
    text = format_opentafl_game(record)
    assert parse_opentafl_game(text, variant) == record
    again = parse_opentafl_game(text)
    assert again.line == record.line
    assert parse_opentafl_game(format_opentafl_game(again)) == again


def test_special_pieces_and_turns_that_go_on() -> None:
    """Letters of special pieces, leaps and moves that go on are written as OpenTafl has them."""
    rules = "dim:7 surf:n ber:c start:/3t3/3t3/3Nt2/ttTKTtt/3T3/3c3/3t3/"
    variant = parse_opentafl_rules(rules)
    game = start(variant).play("d6-c6")
    leaps = [move for move in game.legal_moves if str(move) == "d3-d1" or str(move) == "d3-f3"]
    assert leaps
    game = game.play(leaps[0])
    assert game.last is not None
    text = format_opentafl_game(Record.of(game))
    assert "1. cd6-c6 Nd3^" in text
    assert parse_opentafl_game(text).line == Record.of(game).line
    line = (*Record.of(game).line, RecordedMove(f"{leaps[0].target}-g3"))
    assert f"N{leaps[0].target}=g3" in format_opentafl_game(attrs.evolve(Record.of(game), line=line))


def test_mercenaries_change_sides_in_the_text_too() -> None:
    """A captured mercenary has the other side's letter when it moves again."""
    variant = parse_opentafl_rules("dim:7 start:/7/7/1tM4/3K3/7/7/t6/")
    record = parse_move_list("a7-a6xc3 d4-d5 b3-b4 d5-d6 c3-c5", variant)
    text = format_opentafl_game(record)
    assert "1. a7-a6xMc3 Kd4-d5" in text
    assert "3. mc3-c5" in text


def test_unknown_captures_are_found_out() -> None:
    """Moves that do not say what they took are written with what the rules say that they took."""
    record = parse_move_list("h1h3 e7e10 d11d10", load_variant("fetlar"))
    assert "2. d11-d10xe10\n" in format_opentafl_game(record)


def test_a_game_from_another_position() -> None:
    """The position is a tag of its own; whose turn it is cannot be said, so it must be the side that begins."""
    fetlar = load_variant("fetlar")
    position = fetlar.board.position({"f6": fetlar.board.piece("K"), "a2": fetlar.board.piece("A")}, Side.ATTACKERS)
    record = Record.of(Game(fetlar, position).play("a2-a3"))
    text = format_opentafl_game(record)
    assert "[position:/11/t10/11/11/11/5K5/11/11/11/11/11/]" in text
    assert parse_opentafl_game(text, fetlar) == record
    with pytest.raises(NotationError, match="the attackers to move"):
        format_opentafl_game(attrs.evolve(record, position=record.position.replace("attackers", "defenders")))


def test_rules_that_cannot_be_said() -> None:
    """A game of a variant that OpenTafl cannot play is written only if the nearest rules will do."""
    record = Record.of(start("copenhagen").play("h1-h3"))
    with pytest.raises(VariantError, match="RepetitionEnds"):
        format_opentafl_game(record)
    text = format_opentafl_game(record, nearest=True)
    assert "[rules:dim:11 name:Copenhagen_hnefatafl tfr:w sw:s efe:y corh:tT start:/" in text
    assert parse_opentafl_game(text, load_variant("copenhagen")) == record


def test_as_opentafl_reads_it() -> None:
    """The rules of a file are read as specified, or as OpenTafl reads them."""
    text = GAME.replace("ks:w", "ks:w tfr:w")
    assert parse_opentafl_game(text).variant != parse_opentafl_game(text, as_opentafl_reads=True).variant


def test_what_files_of_others_have() -> None:
    """Tags over several lines, rules that are not last, empty comments, threats and a resignation are all read."""
    text = f"{RULES}\n[event:Summer\n  games]\n[Variant:x]\n1. d1-c1+ d3-d1 \n[|]\n\n2. c1-c3 ---\n"
    record = parse_opentafl_game(text)
    assert record.tags == (("Event", "Summer games"),)
    assert [str(move) for move in record.line] == ["d1-c1", "d3-d1", "c1-c3"]
    assert (record.termination, record.result) == ("resigned", Result.UNKNOWN)
    named = parse_opentafl_game(text.replace(" name:Small_Tafl", ""))
    assert named.variant.title == "x"
    assert parse_opentafl_game(f"{RULES}\n").line == ()
    dots = parse_opentafl_game(f"{RULES}\n1. d1-c1 d3-d1\n1b.1.1a. ..... c4-c6\n[Instead,|a leap.]")
    assert dots.line[1].variations[0][0].comment == "Instead,\na leap."


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "a tag with the rules, such as [rules:dim:7 start:/.../]"),
        ("[rules:dim:7 ber:m start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]", 1, 18, "ber: n or c"),
        (f"{RULES}\n[result:2]", 2, 9, "a result: 1, 0, -1 or ?"),
        (f"{RULES}\n[limit:x]", 2, 8, "a number of moves"),
        (f"{RULES}\n[position:/7/]", 2, 13, "7 rows, not 1,"),
        (f"{RULES}\n[event:a]\n[event:b]", 3, 1, "no second tag event"),
        (f"{RULES}\n[event]", 2, 1, "a tag such as [event:Midsummer]"),
        (f"{RULES}\n[ev#nt:a]", 2, 2, "the name of a tag: a letter"),
        (f"{RULES}\n[event:a\tb]", 2, 2, "a text on one line"),
        (f"{RULES}\nd1-c1", 2, 1, "the number of a turn, such as 1. or 2a.1.1a."),
        (f"{RULES}\n1. ", 2, 4, "a move"),
        (f"{RULES}\n1. d1-c1 d3", 2, 12, "a hyphen and the square to go to"),
        (f"{RULES}\n1. d1-c1 .....", 2, 10, "dots before the first move alone"),
        (f"{RULES}\n2. d1-c1", 2, 1, "turn 1 of this line, not 2"),
        (f"{RULES}\n1. d1-c1\n1. d3-d1", 3, 1, "turn 2 of this line, not 1"),
        (f"{RULES}\n1. d1-c1\n1b.1.1a. d3-d1", 3, 1, "a variation of a move that is there; 1b is not"),
        (f"{RULES}\n1. d1-c1\n9a.1.1a. d3-d1", 3, 1, "a variation of a move that is there; 9a is not"),
        (f"{RULES}\n1. d1-c1\n1a.2.1a. d1-b1", 3, 1, "variation 1 of 1a, not 2"),
        (f"{RULES}\n1. d1-c1\n1a.1.2a. d1-b1", 3, 1, "turn 1 of this line, not 2"),
        (f"{RULES}\n1. d1-c1\n1a. d1-b1", 3, 1, "the number of a turn"),
        (f"{RULES}\n1. d1-c1\n[a|b|c]", 3, 1, "comments on 1 moves"),
        (f"{RULES}\n1. d1-c1\n[never ends", 3, 12, "a ] that ends the comments"),
    ],
)
def test_what_is_no_game_file_says_where(text: str, line: int, column: int, expected: str) -> None:
    """An error has the line, the column and what was expected there."""
    with pytest.raises(RecordError) as caught:
        parse_opentafl_game(text)
    error = caught.value
    assert (error.line, error.column, error.text) == (line, column, text.split("\n")[line - 1])
    assert error.expected.startswith(expected)


@pytest.mark.parametrize(
    "text",
    [
        RULES + "".join(f"[x{n}:]" for n in range(MAX_TAGS + 1)),
        RULES + "\n1." + " d1-c1" * (MAX_RECORDED_MOVES + 1),
        RULES + "[" * 1_000_000,
        RULES + "\n1. d1-c1 " + "[" * 1_000_000,
        RULES + "\n" + "1a.1." * 200_000 + "1a. d1-c1",
        RULES + "\n" + "9" * 1_000_000 + ". d1-c1",
        "[rules:" * 100_000,
    ],
    ids=range(7),
)
def test_hostile_files_are_refused(text: str) -> None:
    """Texts that are far too deep or too long, or that never end what they begin, are errors and do no harm."""
    with pytest.raises(RecordError):
        parse_opentafl_game(text)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"tags": {"Event": "a]b"}}, "a text without ]"),
        ({"tags": {"Rules": "mine"}}, "another tag: rules is one of the file's own"),
        ({"comment": "a]b"}, "a text without ]"),
        ({"termination": "a]b"}, "a text without ]"),
    ],
)
def test_what_the_files_cannot_hold_is_refused(change: dict[str, object], expected: str) -> None:
    """A sign that ends a text cannot stand in it, and no tag may be taken for one of the file's own."""
    record = parse_opentafl_game(GAME)
    with pytest.raises(NotationError) as caught:
        format_opentafl_game(attrs.evolve(record, **change))  # type: ignore[arg-type]
    assert caught.value.expected.startswith(expected)
    said = attrs.evolve(record, line=[attrs.evolve(record.line[0], comment="either|or")])
    with pytest.raises(NotationError, match=r"without \|"):
        format_opentafl_game(said)


def test_all_tags_word_for_word() -> None:
    """A record's own tags come first, then those of the file, in their order."""
    variant = parse_opentafl_game(f"{RULES}\n").variant
    record = Record(
        variant,
        [RecordedMove("d1-c1")],
        position="3A3/3A3/3D3/AADKDAA/7/3A3/3A3 attackers",
        result=Result.DRAW,
        termination="agreed",
        limit=7,
        tags=[("Time-Control", "none")],
        comment="Why not?",
    )
    text = format_opentafl_game(record)
    assert text == (
        "[time-control:none]\n[variant:Small Tafl]\n[result:0]\n[termination:agreed]\n[limit:7]\n"
        f"[start-comment:Why not?]\n[position:/3t3/3t3/7/ttTKTtt/3T3/3t3/3t3/]\n{RULES}\n\n1. d1-c1\n"
    )
    assert parse_opentafl_game(text) == record
    for result, sign in ((Result.FIRST, "1"), (Result.SECOND, "-1"), (Result.UNKNOWN, "?")):
        assert f"[result:{sign}]\n" in format_opentafl_game(attrs.evolve(record, result=result))


def test_turns_and_variations_word_for_word() -> None:
    """A variation of the second move begins with dots; one that goes on has turns of its own."""
    variant = parse_opentafl_game(f"{RULES}\n").variant
    inner = RecordedMove("c4-c5", variations=[[RecordedMove("e4-e5")], [RecordedMove("e4-e6", comment="x")]])
    line = [
        RecordedMove("d1-c1", variations=[[RecordedMove("d1-b1"), RecordedMove("d3-e3"), RecordedMove("b1-b2")]]),
        RecordedMove("d3-e3", comment="Yes.", variations=[[inner, RecordedMove("d2-c2"), RecordedMove("c5-c6")]]),
        RecordedMove("c1-c3"),
    ]
    text = format_opentafl_game(Record(variant, line))
    assert text.split("\n\n", 1)[1] == (
        "1. d1-c1 d3-e3\n[|Yes.]\n\n1a.1.1a. d1-b1 d3-e3\n\n1a.1.2a. b1-b2\n\n"
        "1b.1.1a. ..... c4-c5\n\n1b.1.1b.1.1a. ..... e4-e5\n\n1b.1.1b.2.1a. ..... e4-e6\n[|x]\n\n"
        "1b.1.2a. d2-c2 c5-c6\n\n2. c1-c3\n"
    )
    assert parse_opentafl_game(text).line == tuple(line)


def test_letters_and_signs_of_moves() -> None:
    """A leap over one piece has a ^, a move that goes on a =, and captured pieces their letters."""
    variant = parse_opentafl_rules("dim:7 surf:n ber:c start:/3t3/3t3/3Nt2/ttTKTtt/3T3/3c3/3t3/")
    moves = ["d6-c6", "d3-f3xe3", "f3-g3", "c6-c5xd5xc4", "d4-d5xg1"]
    text = format_opentafl_game(Record(variant, [RecordedMove(move) for move in moves]))
    assert text.split("\n\n", 1)[1] == "1. cd6-c6 Nd3^f3xe3 Nf3=g3\n\n2. cc6-c5xc4/d5 Kd4-d5xg1\n"


NO_SUCH_MOVE = "a variation of a move that is there; 1a is not"


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        (f"{RULES}\n[Event:a]\n[event:b]", 3, 1, "no second tag event"),
        (f"{RULES}\n1. d1-c1\n1a.1. d1-b1", 3, 1, "a move such as e5-e8"),
        (f"{RULES}\n1a. d1-b1", 2, 1, "the number of a turn, such as 1. or 2a.1.1a."),
        (f"{RULES}\n1. d1-c1\n1a.0.1a. d1-b1", 3, 1, "variation 1 of 1a, not 0"),
        (f"{RULES}\n1. d1-c1\n0a.1.1a. d1-b1", 3, 1, "a variation of a move that is there; 0a is not"),
        (f"{RULES}\n1. d1-c1 d3-e3\n1c.1.1a. d1-b1", 3, 1, "a variation of a move that is there; 1c is not"),
        (f"{RULES}\n1. d1-c1 d3-e3\n1b.1.1a. ..... e4-e5\n1b.1.1a.1.1a. d1-b1", 4, 1, NO_SUCH_MOVE),
        (f"{RULES}\n1. d1-c1\n1a.1.1a. d1-b1\n1a.3.1a. d1-a1", 4, 1, "variation 2 of 1a, not 3"),
        (f"{RULES}\n1. d1-c1\n[a|b]", 3, 1, "comments on 1 moves"),
        (f"{RULES}\n1. [a]", 2, 4, "a move"),
        (f"{RULES}\n1. ]", 2, 4, "a move"),
        (f"{RULES}\n1. d1-c1 d3-\n", 2, 13, "a square, row or column to go to"),
        (f"{RULES}\n[limit:0]", 2, 8, "a number of moves"),
        (f"{RULES}\n[limit:07]", 2, 8, "a number of moves"),
        (f"{RULES}\n[result:]", 2, 9, "a result: 1, 0, -1 or ?"),
        (f"{RULES}\n[position:/7/7/7/7/7/7/6x/]", 2, 25, "a number or one of t, c, n, k, m, g, T, C, N, K, M, G"),
    ],
)  # fmt: skip
def test_mistakes_word_for_word(text: str, line: int, column: int, expected: str) -> None:
    """What was expected, and where."""
    with pytest.raises(RecordError) as caught:
        parse_opentafl_game(text)
    assert (caught.value.line, caught.value.column, caught.value.expected) == (line, column, expected)


def test_small_things_of_files() -> None:
    """Comments on fewer moves than there are, dots of any number, and the second variation of a move."""
    record = parse_opentafl_game(
        f"{RULES}\n1. d1-c1 d3-e3\n[ a ]\n1b.1.1a. .. c4-c6\n1b.2.1a. .......... e4-e6\n1b.2.2a. d2-c2\n2. c1-c3"
    )
    assert [move.comment for move in record.line] == ["a", "", ""]
    first, second = record.line[1].variations
    assert ([str(move) for move in first], [str(move) for move in second]) == (["c4-c6"], ["e4-e6", "d2-c2"])
    resigned = parse_opentafl_game(f"{RULES}\n1. d1-c1 ---\n")
    assert (resigned.termination, resigned.moves, resigned.limit) == ("resigned", ("d1-c1",), None)
    given = parse_opentafl_game(f"{RULES}\n[termination:time]\n[limit:12]\n1. d1-c1 ---")
    assert (given.termination, given.limit) == ("time", 12)
    elsewhere = parse_opentafl_game(f"{RULES}\n1. d1-c1 d3-e3\n1b.1.1a. ..... ---\n2. c1-c3")
    assert elsewhere.termination == ""


def test_whose_turn_it_is_must_be_the_first_sides() -> None:
    """The error says who should move, and another kind of game has no such files."""
    variant = parse_opentafl_game(f"{RULES}\n").variant
    with pytest.raises(NotationError) as caught:
        format_opentafl_game(Record(variant, position="3A3/3A3/3D3/AADKDAA/7/3A3/3A3 defenders"))
    assert (caught.value.column, caught.value.expected) == (1, "the attackers to move, since no tag says whose turn")
    assert caught.value.text.startswith("<Position ")
    with pytest.raises(NotationError) as caught:
        format_opentafl_game(Record(load_any("ataxx")))
    assert (caught.value.text, caught.value.column) == ("ataxx", 1)
    assert caught.value.expected == "a variant of tafl, the only kind of game in OpenTafl's files"


@pytest.mark.parametrize(("text", "column"), [("ab]c", 3), ("]", 1)])
def test_the_place_of_a_sign_that_ends_texts(text: str, column: int) -> None:
    """In the text of the comment."""
    variant = parse_opentafl_game(f"{RULES}\n").variant
    for record in (Record(variant, comment=text), Record(variant, [RecordedMove("d1-c1", comment=text)])):
        with pytest.raises(NotationError) as caught:
            format_opentafl_game(record)
        assert (caught.value.text, caught.value.column) == (text, column)
        assert caught.value.expected == "a text without ], which ends texts in OpenTafl's files"
    with pytest.raises(NotationError) as caught:
        format_opentafl_game(Record(variant, tags=[("Limits", "a"), ("Rules", "b")]))
    assert (caught.value.text, caught.value.column) == ("Rules", 1)
    assert caught.value.expected == "another tag: rules is one of the file's own"
