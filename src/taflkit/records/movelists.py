"""Lists of moves, one game to a line: `d11-d9 f8-i8 k7-i7xi8 resigned`, or a line of JSON as sites publish them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any

from taflkit.errors import NotationError, TaflError, check_type
from taflkit.games import GameVariant
from taflkit.records.gametypes import spelled, variants_by_type
from taflkit.records.record import MAX_RECORDED_MOVES, RESIGNED, TIMEOUT, Record, RecordedMove, Result, kind_of_variant
from taflkit.variant.catalogue import is_built_in, load_variant
from taflkit.variant.problems import said

_NUMBER = re.compile(r"\d{1,6}\.+", re.ASCII)

# Moves without annotations are shared: collections have the same moves again and again.
_plain_move = lru_cache(maxsize=1 << 14)(RecordedMove)

MAX_LIST = 1_000_000
"""The characters of a list of moves."""
NO_VARIANT = "a list of moves does not say which variant was played: name one"
"""The error of a list without a variant."""


def format_move_list(record: Record) -> str:
    """Write the moves of a record on one line, and `resigned` or `timeout`; everything else is left out."""
    check_type(record, Record, "a Record (Record.of makes one of a game)")
    words = list(record.moves)
    return " ".join([*words, record.termination] if record.termination in (RESIGNED, TIMEOUT) else words)


def parse_move_list(
    text: str, variant: GameVariant, *, result: Result = Result.UNKNOWN, tags: Iterable[tuple[str, str]] = ()
) -> Record:
    """Read moves with spaces between them, and `resigned` or `timeout` at the end.

    Args:
        text: The moves. They may be numbered.
        variant: The variant that was played.
        result: Who won, which the list does not say.
        tags: Facts about the game.

    Raises:
        NotationError: The text is not a list of moves on the board of the variant.
    """
    check_type(text, str, "the text of a list of moves")
    spell = partial(kind_of_variant(variant).spell_move, variant)
    if len(text) > MAX_LIST:
        raise NotationError(text[:100], 1, f"no more than {MAX_LIST} characters")
    line: list[RecordedMove] = []
    termination = ""
    for word in re.finditer(r"\S+", text):
        name = word[0]
        if termination or len(line) >= MAX_RECORDED_MOVES:
            raise NotationError(text, word.start() + 1, f"the end after {termination or f'{MAX_RECORDED_MOVES} moves'}")
        if name.lower() in (RESIGNED, TIMEOUT):
            termination = name.lower()
        elif _NUMBER.fullmatch(name) is None:
            try:
                line.append(_plain_move(spell(name)))
            except NotationError as error:
                raise NotationError(text, word.start() + error.column, error.expected) from None
    return Record(variant, line, result=result, termination=termination, tags=tags)


ID = "Id"
"""The tag under which the `id` of a line of JSON is kept."""
MAX_ID = 100
"""The characters of an `id` by which a line that cannot be read is still called."""
# Finds the id of a line that is not JSON as a whole.
_ID = re.compile(r'"id"\s*:\s*(?:"([^"\\]{1,200})"|(\d{1,20}))')

_DRAW, _ONGOING = "Draw", "Ongoing"
# How lines of JSON say that nobody won.
_NOBODY = {_DRAW.lower(): Result.DRAW, _ONGOING.lower(): Result.UNKNOWN, "": Result.UNKNOWN, "unknown": Result.UNKNOWN}


def format_json_line(record: Record) -> str:
    """Write a record as one line of JSON with `id`, `variant`, `moves` and `winner`; everything else is left out.

    Of a variant that does not come with taflkit, the `digest` of its rules is written too.
    """
    facts = {"id": record.tag(ID)} if record.tag(ID) else {}
    facts["variant"] = record.variant.name
    if record.variant.digest is not None and not is_built_in(record.variant):
        facts["digest"] = record.variant.digest
    return json.dumps({**facts, "moves": format_move_list(record), "winner": _winner(record)})


def _winner(record: Record) -> str:
    """Return the first word for the player who won; in tafl it is that of the site with the most games."""
    winner = record.result.winner(record.kind)
    if winner is None:
        return _DRAW if record.result is Result.DRAW else _ONGOING
    words = record.kind.player_words(record.variant)
    return next(word for word, player in words.items() if player == winner).capitalize()


def parse_json_line(text: str, variant: GameVariant | None = None, *, default: GameVariant | None = None) -> Record:
    """Read one line of JSON: an object with `moves`, and perhaps `id`, `variant`, `digest` and `winner`.

    Other keys are ignored. The winner is a player, in tafl Black (the attackers) or White (the defenders), or else Draw
    or Ongoing. The variant says which side begins.

    Args:
        text: The line.
        variant: The variant to use instead of the one that the line names.
        default: The variant of a line that names none.

    Raises:
        NotationError: The text is not such a line, names an unknown variant, or one whose rules have another digest.
        TaflError: The line does not say which variant was played.
    """
    facts = _facts(text)
    variant = variant or _named_variant(text, facts) or default
    if variant is None:
        raise TaflError(NO_VARIANT)
    moves = facts.get("moves") if isinstance(facts, dict) else None
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        moves = " ".join(moves)
    if not isinstance(moves, str):
        raise NotationError(text, 1, 'an object with a text of "moves"')
    winner, name = facts.get("winner") or "", facts.get("id", "")
    result = _result(winner, variant)
    if result is None:
        known = ", ".join(
            word.capitalize() for word in (*kind_of_variant(variant).player_words(variant), *_NOBODY) if word
        )
        raise NotationError(text, text.find('"winner"') + 1, f'a "winner" that is one of {known}')
    if not isinstance(name, str | int):
        raise NotationError(text, text.find('"id"') + 1, 'an "id" that is a text or a number')
    tags = [(ID, str(name))] if name != "" else []
    return parse_move_list(moves, variant, result=result, tags=tags)


def _named_variant(text: str, facts: Any) -> GameVariant | None:
    """Return the variant that a line of JSON names by its name, its title or an alias; `None` if it names none."""
    name = type_of_line(text)
    if name is None:
        return None
    found = variants_by_type().get(spelled(name))
    if found is None:
        raise NotationError(text, text.find(json.dumps(name)) + 1, f"the name of a variant, not {said(name)},")
    variant = load_variant(found[0])
    digest = facts.get("digest", variant.digest)
    if digest != variant.digest:
        wanted = f"rules with the digest {said(digest)}; those of {variant.name} have {variant.digest or 'none'}, which"
        raise NotationError(text, text.find('"digest"') + 1, wanted)
    return variant


def _result(winner: object, variant: GameVariant) -> Result | None:
    """Return the result that a winner stands for; `None` if it is no winner."""
    if not isinstance(winner, str):
        return None
    kind = kind_of_variant(variant)
    player = kind.player_words(variant).get(winner.lower())
    return _NOBODY.get(winner.lower()) if player is None else Result.won_by(kind, player)


# The keys of a line of JSON that may name the type of the game.
_TYPE_KEYS = ("variant", "type")


def type_of_line(text: str) -> str | None:
    """Return the type of game that a line of JSON names as its `variant` or `type`, if it does."""
    if not any(f'"{key}"' in text for key in _TYPE_KEYS):
        return None
    try:
        facts = _facts(text)
    except NotationError:
        return None  # Reading the line reports what is wrong with it.
    named = [facts.get(key) for key in _TYPE_KEYS] if isinstance(facts, dict) else []
    return next((name for name in named if isinstance(name, str)), None)


def id_of_line(text: str) -> str:
    """Return the `id` of a line of JSON, even of one that cannot be read; empty if it has none that can be printed."""
    try:
        facts = _facts(text)
        found = facts.get("id") if isinstance(facts, dict) else None
    except NotationError:
        match = _ID.search(text)
        found = match[1] or match[2] if match else None
    name = str(found) if isinstance(found, str | int) else ""
    return name if name.isprintable() and len(name) <= MAX_ID else ""


def _facts(text: str) -> Any:
    check_type(text, str, "the text of a line of JSON")
    if len(text) > MAX_LIST:
        raise NotationError(text[:100], 1, f"no more than {MAX_LIST:,} characters")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        says = error.msg.removesuffix(" starting at").lower()
        raise NotationError(text, error.pos + 1, f"a line of JSON ({says})") from None
    except (ValueError, RecursionError):
        raise NotationError(text, 1, "a line of JSON, and no deeper lists or longer numbers than games need") from None
