"""What `taflkit match` reports: tables for people, and plain values for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from taflkit.match import GameResult, Match, PairCounts, Reliability, Sprt, Standing, Tally


def match_lines(match: Match[Any], tally: Tally, sprt: Sprt | None) -> Iterator[str]:
    """The results of all entrants, on either side, and the differences in strength."""
    from taflkit.shell import player_word

    kind = match.kind
    words = [player_word(kind.variant_of(match.openings[0]), player, kind) for player in kind.players]
    rows = []
    for number, entrant in enumerate(match.entrants):
        rows.append((f"{number + 1} {entrant.name}", tally.standings[number]))
        rows += [(f"  as {word}", its) for word, its in zip(words, tally.sides[number], strict=True)]
    rows += [(f"all {word}", its) for word, its in zip(words, tally.players, strict=True)]
    width = max(len(name) for name, _ in rows)
    yield f"\n{'':{width}}  games  won  drawn  lost  points"
    for name, its in rows:
        yield f"{name:{width}}  {its.games:5}  {its.won:3}  {its.drawn:5}  {its.lost:4}  {its.points:6.1f}"
    yield ""
    if len(match.entrants) == 2:
        yield from _difference_lines(tally.pairs[0], sprt)
    else:
        for number, entrant in enumerate(match.entrants):
            yield f"Elo difference of {number + 1} {entrant.name} to its opponents: {tally.pairs[number].elo}"
    for number, entrant in enumerate(match.entrants):
        yield f"{number + 1} {entrant.name}: {', '.join(_reliability_parts(tally.reliability[number]))}"


def _difference_lines(counts: PairCounts, sprt: Sprt | None) -> Iterator[str]:
    yield f"Pairs with 0, ½, 1, 1½, 2 points of 1: {', '.join(map(str, counts.counts))}"
    yield f"Elo difference of 1 to 2: {counts.elo}"
    yield f"Likelihood that 1 is stronger: {100 * counts.superiority:.1f} %"
    if sprt is not None:
        verdict, (low, high) = sprt.verdict(counts), sprt.bounds
        says = {
            None: "undecided",
            "H0": f"H0 accepted: 1 is not stronger by {sprt.elo1:g}",
            "H1": f"H1 accepted: 1 is stronger by more than {sprt.elo0:g}",
        }
        ratio = f"log-likelihood ratio {sprt.ratio(counts):+.2f}, bounds {low:.2f} and {high:+.2f}"
        yield f"SPRT {sprt.elo0:g} against {sprt.elo1:g}: {says[verdict and verdict.value]} ({ratio})"


def _reliability_parts(its: Reliability) -> Iterator[str]:
    yield f"{its.mean_seconds * 1000:.1f} ms for a move, {its.max_seconds * 1000:.1f} ms at most"
    if its.latency is not None:
        yield f"latency {its.latency * 1000:.1f} ms"
    for fault, count in its.faults.items():
        yield f"{fault.value} {count} time{'s' * (count != 1)}"
    if its.disagreements:
        yield f"announced another end {its.disagreements} time{'s' * (its.disagreements != 1)}"


def match_as_json(match: Match[Any], tally: Tally, games: list[dict[str, object]], sprt: Sprt | None) -> dict[str, Any]:
    """The match as plain values; the entrants are 1, 2 and so on."""
    import attrs

    from taflkit.shell import fixed_word

    kind, variant = match.kind, match.kind.variant_of(match.openings[0])
    words = [fixed_word(kind, variant, player) for player in kind.players]
    entrants = []
    for number, entrant in enumerate(match.entrants):
        counts, reliability = tally.pairs[number], tally.reliability[number]
        entrants.append(
            {
                "name": entrant.name,
                **_standing_as_json(tally.standings[number]),
                "sides": dict(zip(words, map(_standing_as_json, tally.sides[number]), strict=True)),
                "pairs": list(counts.counts),
                "elo": attrs.asdict(counts.elo),
                "superiority": counts.superiority,
                "mean_seconds": reliability.mean_seconds,
                "max_seconds": reliability.max_seconds,
                "latency": reliability.latency,
                "faults": {fault.name.lower(): count for fault, count in reliability.faults.items()},
                "disagreements": reliability.disagreements,
            }
        )
    report: dict[str, Any] = {"variant": variant.name, "entrants": entrants}
    if sprt is not None:
        verdict = sprt.verdict(tally.pairs[0])
        report["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": sprt.ratio(tally.pairs[0]),
            "bounds": list(sprt.bounds),
            "verdict": None if verdict is None else verdict.value,
        }
    report["games"] = games
    return report


def game_as_json(game: GameResult[Any]) -> dict[str, object]:
    """A game as plain values."""
    from taflkit.games.history import start_of
    from taflkit.games.starting import format_position
    from taflkit.shell import fixed_word

    kind = game.kind
    return {
        "number": game.number,
        **{fixed_word(kind, game.variant, player): entrant + 1 for player, entrant in game.entrants.items()},
        "winner": None if game.winner is None else game.winner + 1,
        "reason": game.reason,
        "start": format_position(start_of(game.game)),
        "moves": [kind.format_move(move) for move in game.game.moves],
    }


def _standing_as_json(standing: Standing) -> dict[str, object]:
    return {"won": standing.won, "drawn": standing.drawn, "lost": standing.lost, "points": standing.points}
