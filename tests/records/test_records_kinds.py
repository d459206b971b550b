"""Records of every kind of game, and of variants that do not come with taflkit."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import attrs
import pytest

from taflkit import Outcome, Side, TaflError, Variant, load_variant, start
from taflkit import load_variant as load_any
from taflkit.games import kind_of
from taflkit.records import (
    Problem,
    Record,
    RecordedMove,
    RecordError,
    Result,
    format_record,
    parse_move_list,
    parse_opentafl_rules,
    parse_record,
    parse_records,
    replay,
    split_games,
)
from taflkit.rules import NoMovesDraws, Reason
from taflkit.variant.catalogue import is_built_in, parse_variant
from taflkit.variant.toml import format_toml
from tests.games.nim_kind import HEAP, NIM
from tests.plugged import plugged_in
from tests.variants import ALL, TAFL, each_of

SISTERS = [name for name in ALL if name not in TAFL]


def _random_game(variant: Any, seed: int, plies: int) -> Any:
    chance = random.Random(seed)
    game: Any = start(variant)
    while game.legal_moves and game.ply < plies:
        game = game.play(chance.choice(sorted(game.legal_moves, key=str)))
    return game


@pytest.mark.parametrize("name", SISTERS)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_another_kind_is_read_back(name: str, seed: int) -> None:
    """The record of a game of Ataxx or Qirkat, short or finished, has all that the game consists of."""
    for plies in (0, 5, 1000):
        game = _random_game(name, seed, plies)
        record = Record.of(game, {"Event": "Test"})
        again = parse_record(format_record(record))
        assert again == record
        assert again.game() == game
        assert again.result is Result.of(game)
        assert replay(again).disagreement is None


def test_a_pass_is_a_move() -> None:
    """In Ataxx a player who cannot move passes, which is written as a hyphen."""
    game: Any = start("ataxx", "ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/oooo2x o 0 1")
    assert Record.of(game).position
    record = parse_record(
        '[Variant "ataxx"]\n[Position "xooooo1/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo x 0 1"]\n1. - *'
    )
    assert record.moves == ("-",)


@pytest.mark.parametrize(
    ("moves", "problem", "ply"),
    [("a7-b6 a1-b2", None, 0), ("a7-b6 a7-b7", Problem.ILLEGAL, 2), ("d4-d5", Problem.ILLEGAL, 1)],
)
def test_moves_of_another_kind_are_checked(moves: str, problem: Problem | None, ply: int) -> None:
    """A replay finds the first move that the rules of the kind refuse."""
    replayed = replay(parse_move_list(moves, load_any("ataxx")))
    found = replayed.disagreement
    assert (found and found.problem, found.ply if found else 0) == (problem, ply)
    assert replayed.plies == replayed.game.ply == (ply - 1 if found else len(moves.split()))
    if found is not None:
        assert (found.written, found.game) == (moves.split()[ply - 1], replayed.game)
        assert found.says in ("there is no piece of Blue on a7", "there is no piece of Red on d4")


def test_a_wrong_result_of_another_kind_is_found() -> None:
    """The board of a finished game says who won."""
    game = _random_game("qirkat", 1, 1000)
    assert game.outcome is not None
    record = Record.of(game)
    wrong = Result.SECOND if record.result is Result.FIRST else Result.FIRST
    found = replay(attrs.evolve(record, result=wrong)).disagreement
    assert found is not None
    assert (found.problem, found.ply, found.written) == (Problem.RESULT, game.ply, wrong.value)
    assert (found.says, found.game) == (str(game.outcome), game)
    more = replay(attrs.evolve(record, line=[*record.line, RecordedMove("c2-c3")])).disagreement
    assert more is not None
    assert (more.problem, more.ply) == (Problem.OVER, game.ply + 1)


def test_only_games_with_limits_have_a_limit() -> None:
    """The number of moves that a player has is a matter of tafl."""
    with pytest.raises(RecordError, match="no limit, since games of ataxx have none"):
        parse_record('[Variant "ataxx"]\n[Limit "5"]\n*')
    with pytest.raises(TaflError, match="games of ataxx have no limit"):
        attrs.evolve(Record.of(start("ataxx")), limit=5)


@each_of(ALL)
def test_every_variant_is_written_as_a_file(name: str) -> None:
    """The text of a variant builds the same variant, except for the examples and what was learned of it."""
    variant: Any = load_any(name)
    left_out = {"examples": ()} | ({"network": None, "book": None} if hasattr(variant, "network") else {})
    text = format_toml(kind_of(variant).variant_table(variant))
    assert parse_variant(text, name) == attrs.evolve(variant, **left_out)
    assert is_built_in(variant)


def test_a_home_made_variant_is_in_its_records(tmp_path: Path) -> None:
    """A record of a variant that does not come with taflkit holds its rules, and is read where nobody has its file."""
    file = tmp_path / "wide-tablut.toml"
    file.write_text(
        'name = "wide-tablut"\nextends = "tablut"\nsummary = "Kings \\"run\\" to\\nthe corners."\n'
        '[regions]\ncorners = "corners"\n[rules.endings]\nking-reaches = { area = "corners" }\n'
    )
    variant = load_variant(file)
    file.unlink()
    record = Record.of(start(variant).play("e2-a2"))
    text = format_record(record)
    assert '% name = "wide-tablut"' in text.splitlines()
    assert text.count("%") > 20
    assert parse_record(text) == record
    assert parse_record(text).variant is parse_record(text).variant
    ataxx: Any = load_any("ataxx")
    own = Record.of(start(attrs.evolve(ataxx, name="quick-ataxx", limit=attrs.evolve(ataxx.limit, maximum=3))))
    both = text + format_record(own) + text
    assert list(parse_records(both)) == [record, own, record]
    parts = list(split_games(both))
    assert [parse_record(part) for _, part in parts] == [record, own, record]
    assert [both.splitlines()[line - 1] for line, _ in parts] == [
        '[Variant "wide-tablut"]',
        '[Variant "quick-ataxx"]',
        '[Variant "wide-tablut"]',
    ]


def test_an_imported_variant_is_in_its_records() -> None:
    """The rules of an OpenTafl string become a variant file in the record."""
    variant = parse_opentafl_rules("dim:7 name:Small_Tafl ks:w sw:s start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
    record = parse_move_list("d1-c1 d3-e3", variant)
    assert parse_record(format_record(record)) == record


RULES = format_toml(kind_of(load_variant("brandubh")).variant_table(load_variant("brandubh")))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("name =", "nane ="), "the rules as a variant file .*nane"),
        (('"brandubh"', '"other"'), "the rules as a variant file .*'other' must be the file's name"),
        (("rule = ", "ruel = "), "the rules as a variant file"),
        (("[regions]", "[regions"), "the rules as a variant file .*not TOML"),
        (("first =", 'extends = "../../etc/passwd"\nfirst ='), "is not the name of a variant"),
        (("first =", 'extends = "nowhere"\nfirst ='), "there is no variant called 'nowhere'"),
    ],
)
def test_wrong_rules_in_a_record_say_what_is_wrong(change: tuple[str, str], message: str) -> None:
    """The rules of a record are read as strictly as a variant file; errors name the line where they begin."""
    marked = "".join(f"% {line}\n" for line in RULES.replace(*change).splitlines())
    with pytest.raises(RecordError, match=message) as caught:
        parse_record(f'[Variant "brandubh"]\n[Event "x"]\n{marked}1. a4-a5 *')
    assert caught.value.line == 3


def test_rules_win_over_the_name() -> None:
    """A record with rules of its own is played by them, whatever variant has the same name here."""
    changed = RULES.replace('[rules.no_moves]\nrule = "no-moves-loses"', '[rules.no_moves]\nrule = "no-moves-draws"')
    marked = "".join(f"% {line}\n" for line in changed.splitlines())
    record = parse_record(f'[Variant "brandubh"]\n{marked}*')
    assert isinstance(record.variant, Variant)
    assert record.variant.rules != load_variant("brandubh").rules
    assert parse_record(format_record(record)) == record


def test_a_record_that_was_played_by_other_rules_is_refused() -> None:
    """The digest in a record is that of its rules, unless whoever reads it says which variant was played."""
    variant = attrs.evolve(load_variant("brandubh"), name="own")
    text = format_record(Record.of(start(variant)))
    assert f'[Digest "{variant.digest}"]' in text.splitlines()
    assert "Digest" not in format_record(Record.of(start("brandubh")))
    changed = text.replace('rule = "no-moves-loses"', 'rule = "no-moves-draws"')
    with pytest.raises(RecordError) as caught:
        parse_record(changed)
    rules = attrs.evolve(variant.rules, no_moves=NoMovesDraws())
    other = attrs.evolve(variant, rules=rules)
    assert caught.value.expected == f"rules with the digest '{variant.digest}', and those of own have {other.digest}"
    assert caught.value.text == f'[Digest "{variant.digest}"]'
    assert parse_record(changed, other).variant is other
    with pytest.raises(RecordError, match="rules with the digest 'x', and those of tablut have "):
        parse_record('[Variant "tablut"]\n[Digest "x"]\n*')


class _Unknown:
    """A rule that no variant file can name."""

    def stuck(self, side: Side) -> Outcome:
        """Who cannot move loses."""
        return Outcome(side.other, Reason.NO_MOVES)


def test_rules_without_a_name_cannot_be_written() -> None:
    """A record whose variant has a rule of somebody's own code says that no file can have it."""
    tablut = load_variant("tablut")
    own = attrs.evolve(tablut, rules=attrs.evolve(tablut.rules, no_moves=_Unknown()))
    with pytest.raises(TaflError, match="the rule _Unknown has no name in variant files"):
        format_record(Record(own))


def test_a_position_of_a_plugged_in_game_is_refused_at_its_place() -> None:
    """Whatever error the kind of game has for it."""
    with plugged_in(nim=NIM), pytest.raises(RecordError) as caught:
        parse_record('[Event "a"]\n[Position "|| first"]\n*', HEAP)
    assert (caught.value.line, caught.value.column) == (2, 12)
    assert caught.value.expected == "a position (the board has 7 squares, but 2 were given)"


def test_several_problems_of_rules_in_a_record() -> None:
    """The first three are named."""
    with pytest.raises(RecordError) as caught:
        parse_record('[Variant "own"]\n% a = 1\n% b = 2\n*')
    says = "name: this key is missing; start: this key is missing; rules: this key is missing"
    assert caught.value.expected == f"the rules as a variant file ({says})"
