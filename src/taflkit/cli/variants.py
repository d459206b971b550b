"""`taflkit variants`."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

import click

import taflkit
from taflkit.cli.arguments import Group, VariantType, complete_kind, state_in_text
from taflkit.cli.streams import echo, echo_file, echo_json, is_terminal, line_width, warn

if TYPE_CHECKING:
    from taflkit.variant.catalogue import ListedVariant


def _read_size(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A size such as `9x9`; a single number stands for a square board."""
    if value is None:
        return None
    columns, by, rows = value.lower().partition("x")
    if not (columns.isdecimal() and (rows.isdecimal() if by else True)):
        raise click.BadParameter(f"expected a size such as 9 or 9x9, not {value!r}.")
    return f"{int(columns)}x{int(rows or columns)}"


@click.group(cls=Group, invoke_without_command=True)
@click.option(
    "--kind", metavar="NAME", shell_complete=complete_kind, help="List the variants of this kind of game alone."
)
@click.option("--size", metavar="SIZE", callback=_read_size, help="List those on boards of a size alone: 9 or 9x9.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@click.pass_context
def variants(ctx: click.Context, kind: str | None, size: str | None, as_json: bool) -> None:
    """List the variants of every kind of game, the best known first; show, check or describe their files.

    \b
    Examples:
      taflkit variants
      taflkit variants --kind ataxx
      taflkit variants --size 11 --json
      taflkit variants show tablut
      taflkit variants check my-variant.toml
    """
    if ctx.invoked_subcommand is not None:
        for name, value in (("kind", kind), ("size", size), ("json", as_json)):
            if value:
                raise click.UsageError(f"--{name} goes with the list alone.")
        return
    if kind is not None:
        from taflkit.games import game_kind

        game_kind(kind)  # Raises if there is no such kind.
    from taflkit.variant.catalogue import listed_variants

    found = [each for each in listed_variants(kind, on_broken=warn) if size is None or each.size == size]
    if as_json:
        echo_json([each._asdict() for each in found], indent=2)
    else:
        _list(found)


def _list(found: list[ListedVariant]) -> None:
    """A line for each variant; on a terminal the summaries are wrapped, and the featured variants stand apart."""
    width = max((len(each.name) for each in found), default=0)
    lines = [f"{each.name:{width}}  {each.size:>5}  {each.summary}" for each in found]
    if not is_terminal(sys.stdout):
        for line in lines:
            echo(line)
        return
    from taflkit.cli.screen import Screen

    screen = Screen(boards=False)
    featured = sum(each.featured for each in found)
    for group in (lines[:featured], lines[featured:]):
        if group:
            screen.say("\n".join(group), width + 9)
            screen.say("")


@variants.command()
@click.argument("name", type=VariantType())
@click.option("--toml", is_flag=True, help="Print the file of the variant instead.")
def show(name: str, toml: bool) -> None:
    """Explain the rules of a variant in sentences, or print its file.

    \b
    Examples:
      taflkit variants show tablut
      taflkit variants show tablut --toml > my-tablut.toml
    """
    from taflkit import render
    from taflkit.games import kind_of
    from taflkit.variant.catalogue import load_variant, variant_file
    from taflkit.variant.files import read_file

    if toml:
        echo_file(read_file(variant_file(name)))
        return
    variant = load_variant(name)
    kind = kind_of(variant)
    echo(f"{variant.title}\n{'=' * len(variant.title)}")
    if variant.summary:
        echo(variant.summary)
    game = kind.start(variant)
    echo(f"\n{render.text(game)}\n{state_in_text(game)}\n")
    for sentence in kind.explain(variant):
        echo(textwrap.fill(sentence, line_width(), initial_indent="- ", subsequent_indent="  "))
    for heading, lines in (
        ("Also called", variant.aliases),
        ("Sources", variant.sources),
        ("Doubtful", variant.doubtful),
    ):
        if lines:
            echo(f"\n{heading}: {'; '.join(lines)}")
    if isinstance(variant, taflkit.Variant):
        echo(f"\nCompiled kernel: {variant.kernel}")


@variants.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Validate variant files and run their examples. Names of variants are accepted too.

    \b
    Example:
      taflkit variants check my-variant.toml
    """
    from taflkit.games import GameVariant, kind_of
    from taflkit.variant.catalogue import load_variant

    failed = False
    for file in files:
        try:
            variant: GameVariant = load_variant(file)
            failures = kind_of(variant).failed_examples(variant)
        except taflkit.VariantError as error:
            echo(str(error), err=True)
            failed = True
            continue
        for failure in failures:
            echo(f"{click.format_filename(file)}: {failure}", err=True)
        failed = failed or bool(failures)
        if not failures:
            echo(f"{click.format_filename(file)}: good, {_counted(len(variant.examples))}")
        if isinstance(variant, taflkit.Variant) and variant.network is not None:
            made_for = variant.network.digest
            if made_for not in ("", variant.digest):
                trouble = f"its network was made for rules with the digest {made_for}, and these have {variant.digest}"
                echo(f"{click.format_filename(file)}: {trouble}")
    if failed:
        ctx.exit(1)


def _counted(examples: int) -> str:
    return "1 example holds" if examples == 1 else f"{examples or 'but no'} examples{' hold' if examples else ''}"


@variants.command()
@click.argument("one", type=VariantType())
@click.argument("other", type=VariantType())
def diff(one: str, other: str) -> None:
    """Show how two variants differ: the rules of ONE alone (-), and those of OTHER alone (+).

    \b
    Example:
      taflkit variants diff brandubh tablut
    """
    from taflkit.games import kind_of
    from taflkit.variant.catalogue import load_variant

    both = [load_variant(name) for name in (one, other)]
    kinds = [kind_of(variant) for variant in both]
    sentences = [kind.explain(variant) for kind, variant in zip(kinds, both, strict=True)]
    differ = False
    for sign, own, others in (("-", *sentences), ("+", *reversed(sentences))):
        for sentence in own:
            if sentence not in others:
                echo(textwrap.fill(sentence, line_width(), initial_indent=f"{sign} ", subsequent_indent="  "))
                differ = True
    boards = [kind.dump_rows(kind.start(variant)) for kind, variant in zip(kinds, both, strict=True)]
    if boards[0] != boards[1]:
        echo("The start positions differ.")
    elif not differ:
        echo("The rules and the start positions are the same.")


@variants.command()
def schema() -> None:
    """Print the JSON Schema of variant files, with which editors complete and check them.

    \b
    Example:
      taflkit variants schema > variant.schema.json
    """
    from taflkit.variant.jsonschema import json_schema

    echo_json(json_schema(), indent=2)
