"""Real games replayed: every move is legal, takes what was recorded, and ends the game when it ended."""

from __future__ import annotations

import gzip
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from taflkit import load_variant
from taflkit.records import Format, Problem, Replay, replay_game, type_of_file, variants_by_type
from taflkit.rules import Encirclement, ExitFort, KingReaches, Reason, Shieldwall
from tools.replay_table import reasons

#: The variants of a type of games, by its number: two where games with two starts are in one type.
TYPES = {
    1: ["rachunek-tablut"],
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
    13: ["copenhagen"],
    14: ["history-craft"],
    15: ["old-hnefatafl-11"],
    16: ["copenhagen"],
    17: ["tawlbwrdd-diamond"],
    20: ["king-anvil-edge"],
    22: ["sea-battle-9-t"],
    23: ["sea-battle-11-diamond"],
    24: ["unst-diamond"],
    26: ["sea-battle-11"],
    27: ["tawlbwrdd-throneless-diamond"],
    28: ["tawlbwrdd-throneless-cross"],
    29: ["tawlbwrdd-bell"],
    31: ["simple-tafl-11"],
    32: ["tawlbwrdd-throneless-lewis-diamond"],
    33: ["historical-hnefatafl-13"],
    34: ["sea-battle-13-parlett", "sea-battle-13-parlett-2"],
    36: ["old-hnefatafl-13"],
    39: ["copenhagen-13"],
    40: ["tablut-19"],
    42: ["sea-battle-15"],
    44: ["fetlar-13"],
    46: ["historical-hnefatafl-13-nielsen"],
    48: ["historical-hnefatafl-15"],
    49: ["historical-hnefatafl-15-nielsen"],
    51: ["brandubh"],
    53: ["brandubh-walker"],
    54: ["old-magpie"],
    56: ["sea-battle-7"],
    59: ["ard-ri"],
    63: ["magpie-line"],
    64: ["magpie"],
    65: ["magpie-circle"],
    67: ["fidchell"],
    68: ["tawlbwrdd-lewis-diamond"],
    69: ["sea-battle-11-lewis-diamond"],
    70: ["sea-battle-9-square"],
    72: ["sea-battle-11-circle"],
    73: ["plantagenet"],
    75: ["tawlbwrdd-cross"],
    76: ["welsh-tawlbwrdd"],
    85: ["brandubh-line"],
    86: ["sea-battle-9-line"],
    87: ["brandubh-circle"],
    88: ["sea-battle-9-circle"],
    90: ["unst-cross"],
    91: ["tawlbwrdd-lewis-cross"],
    94: ["copenhagen-bell"],
    96: ["brandubh-throneless-circle"],
    97: ["brandubh-ohio"],
    98: ["brandubh-throneless-line"],
    99: ["brandubh"],
    100: ["ard-ri-unarmed"],
    104: ["ard-ri-1"],
    106: ["skalk-11-lewis-diamond"],
    109: ["brandubh"],
    111: ["tablut-13-parlett"],
    117: ["sea-battle-13-nielsen"],
    121: ["ard-ri-39"],
    122: ["brandubh-39"],
    123: ["sea-battle-9-1571"],
    125: ["sea-battle-9-2542"],
    126: ["sea-battle-9-1606"],
    128: ["sea-battle-9-star"],
    129: ["brandubh-2"],
    130: ["brandubh-noreturn"],
    131: ["sea-battle-11-204577"],
    145: ["tyr-15"],
    150: ["tyr-13", "tyr-13-2"],
    151: ["tyr"],
    154: ["tyr-9"],
    158: ["brandubh-3"],
    161: ["ard-ri-1-friendly-pass"],
    166: ["saami-tablut-w"],
    168: ["skalk-9-w"],
    169: ["sea-battle-11-204577-w"],
    170: ["historical-hnefatafl-13-w"],
    172: ["tyr-13", "tyr-13-2"],
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
        76-20-1650:21 76-210-24878:53 76-29-5264:70 94-50-12604:65 94-56-29347:83
        75-87-1539:35 85-39-29128:3 87-113-32757:17 87-114-4080:10 87-122-1701:24 145-109-9502:35 150-122-25029:14
        151-114-30786:15 151-89-22598:19
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
#: Games that went on after a position had occurred three times, or ended there by a resignation or as a draw against
#: the rule, with the move at which it had. The site does not end such games by itself: the players call it, or do not.
REPEATED = """
    1-2-12665:57 3-32-9689:25 3-57-17585:198 4-10-5340:87 4-108-24619:184 4-21-7469:173 4-216-7227:28 4-23-2601:68
    4-276-13321:21 4-33-29581:23 4-4-9513:47 4-8-32191:19 5-11-8947:41 7-221-16343:51 15-2-25953:39 15-34-17817:114
    15-71-15753:39 15-75-21706:41 15-88-8711:20 16-123-4357:127 16-143-24085:128 16-23-26572:70 16-32-24711:69
    16-56-17073:79 16-6-10516:95 16-87-4416:73 22-74-31700:30 28-206-8007:39 29-120-22398:41 34-941-21544:89
    44-25-12838:26 51-31-31035:27 51-57-6749:18 63-104-17480:49 63-66-25141:33 63-87-3617:49 121-138-22819:45
    129-11-15024:31 129-165-23082:19 129-19-11873:24 129-63-19559:23 169-39-27824:34 173-24-16629:49
"""
#: Games that went on, or were resigned, after the attackers had closed a ring, with the move at which they had.
RINGS_IGNORED = """
    4-23-2601:59 4-27-14732:35 4-37-9965:97 4-43-14481:55 4-44-12616:31 4-5-31210:41 4-85-10725:97 4-85-10992:91
    7-12-10220:27 7-16-2789:61 7-56-3831:69 7-60-20291:35 15-1-5417:39 15-11-3235:119 15-35-19955:71 15-57-16173:167
    67-109-22030:49
"""
#: How many games ended by a ring, of those types in which others went on or none did.
RINGS_HEEDED = {4: 3, 7: 0, 15: 5, 16: 62, 44: 1, 67: 0}
#: A game that went on after the king was captured on the edge; its record has no captures, and may be wrong before.
WENT_ON = "15-1-10076:20"
#: How many turns players ended while a piece had to go on.
ENDED_EARLY = {3: 82, 145: 3, 150: 6, 151: 6, 172: 2}


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
    """Players do not go on when a game is over, unless it is so by repetition or by a disputed encirclement."""
    found = replays(reference, number)
    assert plies(found, Problem.OVER) == places(WENT_ON, number)
    assert went_on(found, Reason.REPETITION) == places(REPEATED, number)
    assert went_on(found, Reason.ENCIRCLED) == places(RINGS_IGNORED, number)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "games"), RINGS_HEEDED.items())
def test_some_games_end_by_encirclement(reference: Path, number: int, games: int) -> None:
    """Where encirclement is disputed, games ended by it as well; where it is not, all did."""
    found = replays(reference, number)
    ignored = went_on(found, Reason.ENCIRCLED)
    outcomes = [each.game.outcome for each in found if each.record.tag("Id") not in ignored]
    assert sum(outcome is not None and outcome.reason is Reason.ENCIRCLED for outcome in outcomes) == games


def went_on(found: list[Replay], reason: Reason) -> dict[str, int]:
    """The games that went on after an ending, each with the move at which it applied first."""
    notes = {each.record.tag("Id"): [it.ply for it in each.went_on if it.reason is reason] for each in found}
    return {game: plies[0] for game, plies in notes.items() if plies}


@pytest.mark.slow
@pytest.mark.parametrize("number", TYPES, ids=lambda number: TYPES[number][0])
def test_pieces_go_on_while_they_can(reference: Path, number: int) -> None:
    """Only where pieces go on do players end their turns early, and seldom."""
    assert sum(len(each.ended_early) for each in replays(reference, number)) == ENDED_EARLY.get(number, 0)


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [(3,), (34,), (150, 172)])
def test_games_of_one_type_have_several_starts(reference: Path, numbers: tuple[int, ...]) -> None:
    """Each of the variants of such a type fits games that the others do not."""
    found = [each for number in numbers for each in replays(reference, number)]
    assert {each.record.variant.name for each in found} == set(TYPES[numbers[0]])


def test_every_type_has_a_variant_or_a_reason(reference: Path) -> None:
    """For every type of which there are games, a variant is known, or it is said why none is."""
    known, untold = variants_by_type(), reasons()
    types = {type_of_file(path) for path in (reference / "games").iterdir()}
    assert types - known.keys() == set(untold)
    assert not untold.keys() & known.keys()


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


def test_variants_end_as_is_known(reference: Path) -> None:
    """The king's goal, shieldwalls, exit forts and encirclement are those that are known."""
    for name, entry in facts(reference).items():
        variant = load_variant(name)
        endings, captures = variant.rules.endings, variant.rules.captures
        goal = "edge" if entry["escape"] == "edge" else "corners"
        assert [ending.area for ending in endings if isinstance(ending, KingReaches)] == [(goal,)], name
        assert any(isinstance(ending, ExitFort) for ending in endings) is entry["exit_fort"], name
        assert any(isinstance(capture, Shieldwall) for capture in captures) is (entry["shieldwall"] != "none"), name
        assert any(isinstance(ending, Encirclement) for ending in endings) is entry["encirclement"], name
