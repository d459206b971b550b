"""`taflkit match`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.arguments import DEFAULT_VARIANT, EXISTING_FILE, Seconds, jobs_option, json_option, variant_option
from taflkit.cli.executors import cluster_option, executor_for
from taflkit.cli.match_report import game_as_json, match_as_json, match_lines
from taflkit.cli.progress import progress
from taflkit.cli.signals import INTERRUPTED, exit_on_signals
from taflkit.cli.streams import echo, echo_json, is_terminal
from taflkit.kernel.limits import BALANCED_PLIES

if TYPE_CHECKING:
    from taflkit.games import GameVariant, RecordedGame
    from taflkit.match import Match, MatchRecorder, PairResult, Sprt

#: How many pairs are played ahead for each job, so that no job waits for the slowest.
_AHEAD = 3
#: How many pairs are sent to a cluster at a time.
_CLUSTER_AHEAD = 256


@click.command()
@click.argument("entrants", nargs=-1, required=True, metavar="ENTRANT ENTRANT...")
@click.option(
    "--games",
    type=click.IntRange(2, 1_000_000),
    default=2,
    show_default=True,
    help="How many games two entrants play, at most: an even number, since they play each opening on both sides.",
)
@click.option(
    "--sprt",
    nargs=2,
    type=float,
    metavar="ELO0 ELO1",
    help="Stop as soon as it is known, with errors of 5 %, whether the first is stronger by ELO1 points or only ELO0.",
)
@variant_option
@click.option(
    "--openings",
    type=EXISTING_FILE,
    help="A file of openings, one on each line: moves from the start, or a position; or a file of recorded games.",
)
@click.option("--generate", type=click.IntRange(1, 100_000), metavar="N", help="Play N generated, balanced openings.")
@click.option(
    "--opening-plies",
    type=click.IntRange(1, 100),
    default=BALANCED_PLIES,
    show_default=True,
    help="How many moves of a generated opening, or of a recorded game, are played.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**32), default=1, show_default=True, help="The seed of the first opening."
)
@click.option("--plies", type=click.IntRange(1, 10_000), default=500, show_default=True, help="Longer games are draws.")
@click.option(
    "--nodes", type=click.IntRange(1), help="Positions that searchers visit for a move; 10,000 if nothing is said."
)
@click.option("--depth", type=click.IntRange(1), help="How many moves searchers look ahead.")
@click.option("--tc", metavar="TIME", help="A clock: 10+0.1 is 10 seconds for the game and 0.1 for every move.")
@click.option(
    "--move-time", type=Seconds(), default=60.0, show_default=True, help="Seconds after which a move is lost."
)
@click.option("--gauntlet", is_flag=True, help="The first plays all others; otherwise everybody plays everybody.")
@click.option("--compliance", is_flag=True, help="Play no match, but check that the single ENTRANT obeys its protocol.")
@click.option("--restart", is_flag=True, help="Start programs anew for every game.")
@click.option(
    "--adjudicate-score",
    type=click.IntRange(1),
    metavar="N",
    help="End a game when both agree for six moves that one is ahead by N hundredths of a man.",
)
@click.option(
    "--adjudicate-repetition", type=click.IntRange(2), metavar="N", help="A position that occurs N times is a draw."
)
@click.option(
    "--records",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the record of every game to a new file, with evaluations, depths and times.",
)
@click.option("--resume", is_flag=True, help="Go on with the match whose records are in the file of --records.")
@jobs_option("How many pairs of games to play at the same time.")
@cluster_option
@json_option
@click.pass_context
def match(
    ctx: click.Context,
    entrants: tuple[str, ...],
    games: int,
    sprt: tuple[float, float] | None,
    variant: str,
    openings: Path | None,
    generate: int | None,
    opening_plies: int,
    seed: int,
    plies: int,
    nodes: int | None,
    depth: int | None,
    tc: str | None,
    move_time: float,
    gauntlet: bool,
    compliance: bool,
    restart: bool,
    adjudicate_score: int | None,
    adjudicate_repetition: int | None,
    records: Path | None,
    resume: bool,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play games between programs or searchers, and estimate which is stronger.

    An ENTRANT is a searcher of taflkit (alphabeta, alphabeta:nodes=2000, level:3), the command line of a program that
    speaks the command language of `taflkit play`, or an engine with its protocol (uci:./my-engine). Entrants play each
    opening twice, once on each side, and errors are computed from such pairs. An entrant that crashes, hangs or makes
    an illegal move loses that game. Ctrl-C ends the match and prints what there is.

    \b
    Examples:
      taflkit match level:3 level:4 --games 40
      taflkit match alphabeta:nodes=20000 alphabeta --generate 500 --games 1000 --sprt 0 50 --jobs 4
      taflkit match "taflkit play --depth 2" ./other-program --openings openings.txt --json
      taflkit match --variant ataxx "taflkit play --depth 2" ./my-ataxx
      taflkit match --compliance uci:./my-engine --variant brandubh
    """
    if compliance:
        if len(entrants) != 1:
            raise click.UsageError(f"--compliance checks one ENTRANT, not {len(entrants)}.")
        if not _complies(entrants[0], variant, as_json):
            ctx.exit(1)
        return
    if games % 2:
        raise click.UsageError(f"games are played in pairs, with sides changed: --games is even, not {games}.")
    if openings is not None and generate is not None:
        raise click.UsageError("--openings and --generate exclude each other.")
    # Imported here so that listing the commands stays quick.
    from taflkit import TaflError
    from taflkit.match import Adjudication, GameLimits, Match, Sprt, TimeControl, entrant
    from taflkit.variant.catalogue import load_variant

    played = load_variant(variant)
    try:
        planned: Match[Any] = Match(
            [entrant(text, restart=restart) for text in entrants],
            _openings(played, openings, generate, opening_plies, seed),
            seed,
            GameLimits(
                plies,
                move_time,
                search=_search_limit(nodes, depth),
                clock=None if tc is None else TimeControl.parse(tc),
                adjudication=Adjudication(adjudicate_score, repetition=adjudicate_repetition),
            ),
            gauntlet=gauntlet,
            variant_name=None if variant == DEFAULT_VARIANT else variant,
        )
        test = None if sprt is None else Sprt(*sprt)
        if test is not None and len(entrants) != 2:
            raise click.UsageError("--sprt is for two entrants.")
    except (TypeError, ValueError) as error:
        raise TaflError(str(error)) from None
    report = _Report(planned, test, as_json)
    try:
        with _recording(records, planned, resume) as (done, recorder):
            _play(planned, games // 2, test, jobs, cluster, report, done, recorder)
    except KeyboardInterrupt:
        if not report.pairs:
            raise
        report.finish()
        ctx.exit(INTERRUPTED)
    report.finish()


class _Report:
    """What is printed of a match, as it goes on and when it ends."""

    def __init__(self, planned: Match[Any], sprt: Sprt | None, as_json: bool) -> None:
        from taflkit.match import Tally

        self.as_json = as_json
        self.pairs = 0
        self._planned = planned
        self._sprt = sprt
        self._tally = Tally(planned)
        self._games: list[dict[str, object]] = []

    def add(self, result: PairResult[Any]) -> None:
        """Count a pair, and print its games unless all is printed at the end."""
        self.pairs += 1
        self._tally.add(result)
        for game in result.games:
            if self.as_json:
                self._games.append(game_as_json(game))
            else:
                echo(str(game))

    def finish(self) -> None:
        """Print what came of the match, also of one that was interrupted."""
        if self.as_json:
            echo_json(match_as_json(self._planned, self._tally, self._games, self._sprt))
        else:
            echo("\n".join(match_lines(self._planned, self._tally, self._sprt)))


def _complies(text: str, variant: str, as_json: bool) -> bool:
    """Whether an entrant obeys its protocol; every fact is printed."""
    from taflkit.match import check_compliance, entrant
    from taflkit.variant.catalogue import load_variant

    checks = []
    with exit_on_signals():
        for check in check_compliance(entrant(text), load_variant(variant)):
            checks.append(check)
            if not as_json:
                echo(f"wrong: {check.says}\n       {check.problem}" if check.problem else f"right: {check.says}")
    wrong = sum(bool(check.problem) for check in checks)
    if as_json:
        echo_json([{"says": check.says, "problem": check.problem or None} for check in checks])
    else:
        echo(f"{len(checks) - wrong} of {len(checks)} are right")
    return not wrong


def _search_limit(nodes: int | None, depth: int | None) -> Any:
    from taflkit.match import GameLimits
    from taflkit.search import SearchLimit

    return GameLimits().search if nodes is None and depth is None else SearchLimit(nodes=nodes, depth=depth)


def _openings(
    variant: GameVariant, path: Path | None, generate: int | None, plies: int, seed: int
) -> Sequence[RecordedGame[Any]]:
    from taflkit.games import kind_of
    from taflkit.match import generate_openings, read_openings

    if generate is not None:
        return generate_openings(variant, generate, plies=plies, seed=seed)
    return (kind_of(variant).start(variant),) if path is None else read_openings(path, variant, plies)


@contextmanager
def _recording(
    path: Path | None, planned: Match[Any], resume: bool
) -> Iterator[tuple[list[PairResult[Any]], MatchRecorder | None]]:
    """What is done already, and what records the rest."""
    from taflkit.match import read_results, record_file

    if path is None:
        if resume:
            raise click.UsageError("--resume needs the file that --records has written.")
        yield [], None
        return
    if not resume and path.exists():
        raise click.UsageError(f"{path} exists already; --resume goes on with the match that it records.")
    done = read_results(path, planned) if resume else []
    with record_file(path, planned, done) as recorder:
        yield done, recorder


def _play(
    planned: Match[Any],
    pairs: int,
    sprt: Sprt | None,
    jobs: int,
    cluster: str | None,
    report: _Report,
    done: Sequence[PairResult[Any]],
    recorder: MatchRecorder | None,
) -> None:
    """Play, and report and record the result of every pair."""
    total = pairs * len(planned.encounters)
    ahead = _AHEAD * jobs if cluster is None else _CLUSTER_AHEAD
    # On one terminal, a bar and the lines of the games would overwrite each other.
    with (
        exit_on_signals(),
        executor_for(jobs, cluster, patient=False) as sharing,
        progress(total, report.as_json or not is_terminal(sys.stdout)) as on_pairs,
    ):
        for result in planned.play(total, sprt=sprt, executor=sharing.executor, ahead=ahead, done=done):
            sharing.heed()
            if recorder is not None:
                recorder.add(result)
            report.add(result)
            on_pairs(report.pairs)
