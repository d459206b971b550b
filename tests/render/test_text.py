"""Boards of text: plain, in signs, and coloured."""

from __future__ import annotations

import re

from hypothesis import given, settings

from taflkit import Game, Side, load_variant, start
from taflkit.render import text
from taflkit.testing import games, variants
from tests.drawn import drawn

CAPTURE = start("tablut").play_all(["i6-g", "d5-7", "i4-g"])
SEQUENCE = re.compile(r"\x1b\[[\d;]+m")
bounded = settings(max_examples=25, deadline=None)


@bounded
@given(variants().flatmap(games))
def test_a_plain_board_is_what_a_position_prints(game: Game) -> None:
    """Without marks the board is drawn as `str(position)` draws it, less what that says of the turn."""
    assert text(game, last_move=False) == str(game.position).rpartition("\n")[0]
    assert text(game.position) == text(game, last_move=False)


@bounded
@given(variants().flatmap(games))
def test_colours_change_nothing_else(game: Game) -> None:
    """Plain text has no escape sequences and is ASCII; without its sequences a coloured board is the plain one."""
    plain, signs = text(game), text(game, unicode=True)
    assert plain.isascii()
    assert "\x1b" not in plain + signs
    assert SEQUENCE.sub("", text(game, colour=True)) == plain
    assert SEQUENCE.sub("", text(game, unicode=True, colour=True)) == signs


def test_signs_are_for_people() -> None:
    """Men are discs, the king is a king, regions are crosses while they are empty, other kinds are letters."""
    assert text(start("brandubh"), unicode=True).splitlines() == [
        " 7  +  ·  ·  ●  ·  ·  +",
        " 6  ·  ·  ·  ●  ·  ·  ·",
        " 5  ·  ·  ·  ○  ·  ·  ·",
        " 4  ●  ●  ○  ♔  ○  ●  ●",
        " 3  ·  ·  ·  ○  ·  ·  ·",
        " 2  ·  ·  ·  ●  ·  ·  ·",
        " 1  +  ·  ·  ●  ·  ·  +",
        "    a  b  c  d  e  f  g",
    ]
    assert " N " in text(start("berserk"), unicode=True)


def test_the_last_move_is_in_brackets() -> None:
    """Both squares of the last move stand in brackets, in letters as in signs, unless that is not wanted."""
    assert text(CAPTURE, unicode=True).splitlines()[5] == " 4  ●  ·  ·  ·  ○  · [●] · [·]"
    assert text(CAPTURE).splitlines()[5] == " 4  B  .  .  .  W  . [B] . [.]"
    assert text(CAPTURE, last_move=False).splitlines()[5] == " 4 B . . . W . B . ."
    assert text(CAPTURE.position, last_move="a4-b4").splitlines()[5] == " 4 [B][.] .  .  W  .  B  .  ."


def test_highlights_are_in_parentheses() -> None:
    """Highlighted squares stand in parentheses; the last move is more than that."""
    assert text(CAPTURE, highlights="a4 h4 i4").splitlines()[5] == " 4 (B) .  .  .  W  . [B](.)[.]"


def test_the_board_is_seen_from_either_side() -> None:
    """Flipped, a1 is at the top right."""
    game = drawn("brandubh", "attackers", "......A\n.......\n.......\n...K...\n.......\n.......\nDA.....")
    assert text(game, flipped=True).splitlines() == [
        " 1 . . . . . A D",
        " 2 . . . . . . .",
        " 3 . . . . . . .",
        " 4 . . . K . . .",
        " 5 . . . . . . .",
        " 6 . . . . . . .",
        " 7 A . . . . . .",
        "   g f e d c b a",
    ]


def test_sides_and_kings_have_colours_of_their_own() -> None:
    """An attacker, a defender, the king and an empty square are coloured differently, and every colour ends."""
    variant = load_variant("brandubh")
    position = variant.board.parse("ADK....\n" + ".......\n" * 6, Side.ATTACKERS)
    row = text(position, colour=True).splitlines()[0]
    codes = {sign: code for code, sign in re.findall(r"\x1b\[([\d;]+)m([ADK.])\x1b\[0m", row)}
    assert len(codes) == len(set(codes.values())) == 4
    assert row.endswith("\x1b[0m")
