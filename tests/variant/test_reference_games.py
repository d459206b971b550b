"""Real games replayed: every move is legal, takes what was recorded, and ends the game when it ended."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import taflkit
from taflkit import Game, IllegalMoveError, Reason, Side
from taflkit.rules import Encirclement, ExitFort, KingReaches, Shieldwall

#: So many games of a type are replayed, spread over all that there are.
MOST_GAMES = 36
#: The variants of a type of games, by its number: two where games with two starts are in one type.
TYPES = {
    2: ["skalk-11"],
    3: ["berserk", "berserk-knight-f7"],
    4: ["fetlar"],
    5: ["sea-battle-9-t"],
    6: ["foteviken-tablut"],
    7: ["saami-tablut"],
    8: ["ashton-tablut"],
    10: ["skalk-9"],
    11: ["sea-battle-11-diamond"],
    12: ["old-hnefatafl-9"],
    14: ["history-craft"],
    15: ["old-hnefatafl-11"],
    16: ["copenhagen"],
    17: ["tawlbwrdd-diamond"],
    24: ["unst-diamond"],
    26: ["sea-battle-11"],
    29: ["tawlbwrdd-bell"],
    31: ["simple-tafl-11"],
    33: ["historical-hnefatafl-13"],
    34: ["sea-battle-13-parlett", "sea-battle-13-parlett-2"],
    36: ["old-hnefatafl-13"],
    39: ["copenhagen-13"],
    40: ["tablut-19"],
    42: ["sea-battle-15"],
    48: ["historical-hnefatafl-15"],
    51: ["brandubh"],
    53: ["brandubh-walker"],
    54: ["old-magpie"],
    59: ["ard-ri"],
    63: ["magpie-line"],
    64: ["magpie"],
    65: ["magpie-circle"],
    67: ["fidchell"],
    72: ["sea-battle-11-circle"],
    76: ["welsh-tawlbwrdd"],
    88: ["sea-battle-9-circle"],
    90: ["unst-cross"],
    91: ["tawlbwrdd-lewis-cross"],
    94: ["copenhagen-bell"],
    98: ["brandubh-throneless-line"],
    104: ["ard-ri-1"],
    117: ["sea-battle-13-nielsen"],
    121: ["ard-ri-39"],
    128: ["sea-battle-9-star"],
    129: ["brandubh-2"],
    130: ["brandubh-noreturn"],
    131: ["sea-battle-11-204577"],
    151: ["tyr"],
    158: ["brandubh-3"],
    166: ["saami-tablut-w"],
    168: ["skalk-9-w"],
    170: ["historical-hnefatafl-13-w"],
    173: ["welsh-tawlbwrdd-w"],
    174: ["fidchell-weak"],
    176: ["simple-tafl-9-w"],
}
#: Records that cannot be right from some move on, counted from 1.
TAKEN_BACK = "what is written as captured belongs to a move that was taken back"
TWICE = "moves that were taken back stand twice in the record"
MISSING = "moves are missing, or are written for the wrong side"
BROKEN = {
    TAKEN_BACK: """
        3-25-24827:66 3-37-1111:37 3-50-31854:16 3-53-4087:8 3-62-1083:31 3-81-19304:44 3-97-26066:35
        7-153-5060:7 16-10-1966:28 16-102-14573:42 16-113-29023:59 16-114-7525:21 16-120-9776:34 16-124-825:11
        16-126-8042:34 16-166-23408:57 16-184-25928:15 16-20-15068:19 16-205-21751:25 16-230-25827:29
        16-43-16584:32 16-52-4249:45 16-6-7419:24 16-70-17578:43 16-8-8605:21 16-87-19903:31 16-9-11041:53
        16-93-6981:10 16-99-10181:21 54-289-26641:30 63-68-28344:21 72-18-12196:14 72-26-5584:29 76-118-11455:18
        76-20-1650:21 76-210-24878:53 76-29-5264:70 94-50-12604:65 94-56-29347:83 151-114-30786:15 151-89-22598:19
    """,
    TWICE: """
        3-83-20501:9 4-107-28979:13 4-67-17986:7 15-15-23172:15 15-24-7760:13 15-9-31262:9
        17-42-14855:4 17-64-4480:14
    """,
    MISSING: """
        2-3-1848:1 3-8-10906:91 3-8-30126:8 4-12-14185:58 15-1-16537:1 15-1-28405:2 15-11-4020:1 15-2-20615:1
        15-2-3237:1 16-260-8976:1 16-261-19781:2 16-272-18557:2 16-38-10841:2 16-87-15078:44
    """,
}
BREAKS = {
    f"game-{game}": int(ply) for games in BROKEN.values() for game, ply in (word.split(":") for word in games.split())
}
#: A game that went on after the king was captured on the edge; its record has no captures, and may be wrong before.
WENT_ON = {"game-15-1-10076": Reason.KING_CAPTURED}

SIDES = {"Black": Side.ATTACKERS, "White": Side.DEFENDERS}
MOVE = re.compile(r"([a-s]\d+)(-?)([a-s]\d+)((?:x[a-s]\d+)*)")


def replay(game: Game, moves: list[str]) -> tuple[list[Game], int | None]:
    """The games that a record may mean, and the number of the move that cannot be played in any of them.

    There is one, unless pieces went on in ways that the record does not say.
    """
    ways = [game]
    for ply, text in enumerate(moves, 1):
        ends = {end.position: end for way in ways if way.outcome is None for end in turns(way, text)}
        if not ends:
            return ways, ply
        ways = list(ends.values())
    return ways, None


def turns(game: Game, text: str) -> Iterator[Game]:
    """The games after a recorded turn: its first and last square, and what was taken, the king left out."""
    match = MOVE.fullmatch(text)
    assert match is not None
    origin, hyphen, target, captures = match.groups()
    # Old records have no hyphens and no captures.
    taken = frozenset(captures.split("x")[1:]) if hyphen else None
    if not game.variant.rules.turn.goes_on(game.variant.rules):
        try:
            after = game.play(f"{origin}-{target}")
        except IllegalMoveError:
            return
        if taken in (None, captured(after)):
            yield after
        return
    waiting = [(game, origin, frozenset[str]())]
    while waiting:
        here, square, before = waiting.pop()
        for move in here.legal_moves:
            if str(move.origin) != square:
                continue
            after = here.play(move)
            now = before | captured(after)
            if str(move.target) == target and taken in (None, now):
                yield from ends_of(after)
            if goes_on(after) and (taken is None or now <= taken):
                waiting.append((after, str(move.target), now))


def ends_of(game: Game) -> Iterator[Game]:
    """How a turn may have ended: records leave out how a piece went on, and players sometimes stopped."""
    if not goes_on(game):
        yield game
        return
    stopped = attrs.evolve(game.position, to_move=game.to_move.other, going_on=0)
    yield attrs.evolve(game, position=stopped, turns=game.turns + 1)
    for move in game.legal_moves:
        yield from ends_of(game.play(move))


def goes_on(game: Game) -> bool:
    """Whether a piece may go on."""
    return game.outcome is None and game.position.going_on != 0


def captured(game: Game) -> frozenset[str]:
    """The squares where the last move took men."""
    assert game.last is not None
    return frozenset(str(taken.square) for taken in game.last.captured if not taken.piece.is_king)


def occurrences(game: Game) -> int:
    """How often a position has occurred, counted from the pictures of all."""
    seen: Counter[tuple[str, Side]] = Counter()
    here: Game | None = game
    while here is not None:
        seen[here.position.picture, here.to_move] += 1
        here = here.previous
    return seen[game.position.picture, game.to_move]


def problem(names: list[str], record: dict[str, Any]) -> str | None:
    """What is wrong with a record under each of the variants; nothing if one agrees with it."""
    found = [problem_under(name, record) for name in names]
    return None if None in found else found[0]


def problem_under(name: str, record: dict[str, Any]) -> str | None:
    """What is wrong with a record under a variant, what is known to be wrong left out."""
    moves = [move for move in record["moves"].split() if move not in ("resigned", "timeout")]
    ways, stopped = replay(taflkit.start(name), moves)
    last = ways[0].outcome
    if stopped is not None and last is None:
        return None if BREAKS.get(record["id"]) == stopped else f"{moves[stopped - 1]} is not move {stopped}"
    if stopped is not None and last is not None:
        repeated = last.reason is Reason.REPETITION and occurrences(ways[0]) == 3
        # The site does not end such games by itself.
        return None if repeated or WENT_ON.get(record["id"]) is last.reason else f"over too early: {last}"
    outcomes = {way.outcome for way in ways}
    known = record["winner"] in (*SIDES, "Draw")
    if not known or None in outcomes or SIDES.get(record["winner"]) in {end.winner for end in outcomes if end}:
        return None
    return f"won by {record['winner']}, and not {outcomes}"


def games(reference: Path, number: int) -> list[dict[str, Any]]:
    """The records of a type."""
    (path,) = (reference / "games").glob(f"{number:03}-*")
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize("number", TYPES, ids=lambda number: TYPES[number][0])
def test_real_games_are_played_by_the_rules(reference: Path, number: int) -> None:
    """Games that were played are legal, capture what was captured, and end with the winner that they had."""
    records = games(reference, number)
    step = -(-len(records) // MOST_GAMES)
    problems = {record["id"]: problem(TYPES[number], record) for record in records[::step]}
    assert {game: trouble for game, trouble in problems.items() if trouble} == {}


def facts(reference: Path) -> dict[str, dict[str, Any]]:
    """What is known of the variants that are not in doubt."""
    table = tomllib.loads((reference / "variant-facts.toml").read_text())["variant"]
    return {name: entry for name, entry in table.items() if not entry["doubtful"]}


def test_variants_begin_as_is_known(reference: Path) -> None:
    """Every variant that is not in doubt is here, with its start and the side that begins."""
    known = facts(reference)
    assert len({taflkit.load_variant(name).name for name in known}) == len(known)
    for name, entry in known.items():
        start = taflkit.load_variant(name).start
        assert (name, start.picture.split(), start.to_move.value) == (name, entry["layout"], entry["first"])


#: Where the rule page says encirclement, and games went on after it.
NOT_ENCIRCLED = {"fidchell", "old-hnefatafl-9", "old-hnefatafl-11", "old-hnefatafl-13", "saami-tablut"}


def test_variants_end_as_is_known(reference: Path) -> None:
    """The king's goal, shieldwalls, exit forts and encirclement are those that are known."""
    for name, entry in facts(reference).items():
        variant = taflkit.load_variant(name)
        endings, captures = variant.rules.endings, variant.rules.captures
        goal = "edge" if entry["escape"] == "edge" else "corners"
        assert [ending.area for ending in endings if isinstance(ending, KingReaches)] == [(goal,)], name
        assert any(isinstance(ending, ExitFort) for ending in endings) is entry["exit_fort"], name
        assert any(isinstance(capture, Shieldwall) for capture in captures) is (entry["shieldwall"] != "none"), name
        encircled = entry["encirclement"] and variant.name not in NOT_ENCIRCLED
        assert any(isinstance(ending, Encirclement) for ending in endings) is encircled, name
