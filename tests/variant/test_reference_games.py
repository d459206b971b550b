"""Real games replayed: every move is legal, takes what was recorded, and ends the game when it ended."""

from __future__ import annotations

import gzip
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from taflkit import load_variant
from taflkit.notation import Format, Problem, Replay, replay_game, type_of_file, variants_by_type
from taflkit.rules import Encirclement, ExitFort, KingReaches, Shieldwall

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
    44: ["fetlar-13"],
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
#: Games that went on after a position had occurred three times, with the move at which it had. The site does not end
#: such games by itself: the players call it, or do not.
REPEATED = """
    3-32-9689:25 3-57-17585:198 4-10-5340:87 4-108-24619:184 4-21-7469:173 4-216-7227:28 4-23-2601:67 4-276-13321:21
    4-33-29581:23 4-4-9513:47 4-8-32191:19 5-11-8947:41 7-221-16343:51 15-2-25953:39 15-34-17817:114 15-71-15753:39
    15-75-21706:41 16-123-4357:127 16-143-24085:128 16-23-26572:70 16-32-24711:69 16-56-17073:79 16-6-10516:95
    16-87-4416:73 29-120-22398:41 34-941-21544:89 44-25-12838:26 51-31-31035:27 51-57-6749:18 63-66-25141:33
    121-138-22819:45 129-11-15024:31 129-165-23082:19 129-19-11873:24 129-63-19559:23 173-24-16629:49
"""
#: A game that went on after the king was captured on the edge; its record has no captures, and may be wrong before.
WENT_ON = "15-1-10076:20"
#: How many turns players ended while a piece had to go on.
ENDED_EARLY = {3: 82, 151: 6}


def places(words: str, number: int) -> dict[str, int]:
    """The games of a type among those that are listed, each with its move."""
    found = (word.split(":") for word in words.split() if word.startswith(f"{number}-"))
    return {f"game-{game}": int(ply) for game, ply in found}


@cache
def replays(reference: Path, number: int) -> list[Replay]:
    """The games of a type, each replayed under the variant that fits."""
    (path,) = (reference / "games").glob(f"{number:03}-*")
    variants = [load_variant(name) for name in TYPES[number]]
    with gzip.open(path, "rt") as lines:
        return [replay_game(line, Format.JSON_LINES, variants) for line in lines]


def plies(found: list[Replay], problem: Problem | None = None) -> dict[str, int]:
    """Where games disagree with the rules, in any way or in one."""
    troubles = {each.record.tag("Id"): each.disagreement for each in found if each.disagreement}
    return {game: trouble.ply for game, trouble in troubles.items() if problem in (None, trouble.problem)}


@pytest.mark.slow
@pytest.mark.parametrize("number", TYPES, ids=lambda number: TYPES[number][0])
def test_real_games_are_played_by_the_rules(reference: Path, number: int) -> None:
    """All games are legal, capture what was captured, and are won by who won, but for records that cannot be right."""
    assert plies(replays(reference, number)) == places(" ".join([*BROKEN.values(), WENT_ON]), number)


@pytest.mark.slow
@pytest.mark.parametrize("number", TYPES, ids=lambda number: TYPES[number][0])
def test_real_games_end_when_they_are_over(reference: Path, number: int) -> None:
    """Players do not go on when a game is over, unless it is so because a position was repeated."""
    found = replays(reference, number)
    assert plies(found, Problem.OVER) == places(WENT_ON, number)
    assert {each.record.tag("Id"): each.went_on[0].ply for each in found if each.went_on} == places(REPEATED, number)


@pytest.mark.slow
@pytest.mark.parametrize("number", TYPES, ids=lambda number: TYPES[number][0])
def test_pieces_go_on_while_they_can(reference: Path, number: int) -> None:
    """Only where pieces go on do players end their turns early, and seldom."""
    assert sum(len(each.ended_early) for each in replays(reference, number)) == ENDED_EARLY.get(number, 0)


@pytest.mark.slow
@pytest.mark.parametrize("number", [number for number, names in TYPES.items() if len(names) > 1])
def test_games_of_one_type_have_several_starts(reference: Path, number: int) -> None:
    """Each of the variants of such a type fits games that the others do not."""
    assert set(Counter(each.record.variant.name for each in replays(reference, number))) == set(TYPES[number])


def test_files_of_games_are_called_after_their_variants(reference: Path) -> None:
    """The name of a file of games leads to its variants, and to none where there is none."""
    known = variants_by_type()
    found = {int(path.name[:3]): list(known.get(type_of_file(path), ())) for path in (reference / "games").iterdir()}
    assert {number: names for number, names in found.items() if names} == TYPES


def facts(reference: Path) -> dict[str, dict[str, Any]]:
    """What is known of the variants that are not in doubt."""
    table = tomllib.loads((reference / "variant-facts.toml").read_text())["variant"]
    return {name: entry for name, entry in table.items() if not entry["doubtful"]}


@pytest.mark.slow
def test_variants_begin_as_is_known(reference: Path) -> None:
    """Every variant that is not in doubt is here, with its start and the side that begins."""
    known = facts(reference)
    assert len({load_variant(name).name for name in known}) == len(known)
    for name, entry in known.items():
        start = load_variant(name).start
        assert (name, start.picture.split(), start.to_move.value) == (name, entry["layout"], entry["first"])


#: Where the rule page says encirclement, and games went on after it.
NOT_ENCIRCLED = {"fidchell", "old-hnefatafl-9", "old-hnefatafl-11", "old-hnefatafl-13", "saami-tablut"}


def test_variants_end_as_is_known(reference: Path) -> None:
    """The king's goal, shieldwalls, exit forts and encirclement are those that are known."""
    for name, entry in facts(reference).items():
        variant = load_variant(name)
        endings, captures = variant.rules.endings, variant.rules.captures
        goal = "edge" if entry["escape"] == "edge" else "corners"
        assert [ending.area for ending in endings if isinstance(ending, KingReaches)] == [(goal,)], name
        assert any(isinstance(ending, ExitFort) for ending in endings) is entry["exit_fort"], name
        assert any(isinstance(capture, Shieldwall) for capture in captures) is (entry["shieldwall"] != "none"), name
        encircled = entry["encirclement"] and variant.name not in NOT_ENCIRCLED
        assert any(isinstance(ending, Encirclement) for ending in endings) is encircled, name
