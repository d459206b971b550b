"""Fuzz one reader of text with atheris, guided by the coverage of the library.

    pip install -e ".[fuzz]"
    python -m tests.fuzz records --seconds 600

An input that breaks something is written to the folder `build/fuzz/NAME` and shown. Mend the library, and keep the
input in `tests/fuzz/corpus/NAME`, where the tests read it from then on.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import click

CORPUS = Path(__file__).with_name("corpus")


@click.command()
@click.argument("name")
@click.option("--seconds", default=60, help="For how long.")
@click.option(
    "--found", type=click.Path(path_type=Path), default=Path("build/fuzz"), help="Where to keep what is found."
)
def main(name: str, seconds: int, found: Path) -> None:
    """Fuzz the reader called NAME."""
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["taflkit"]):
        targets = import_module("tests.fuzz.targets").TARGETS
    if name not in targets:
        raise click.BadParameter(f"there are {', '.join(targets)}", param_hint="NAME")
    target, folder = targets[name], found / name
    folder.mkdir(parents=True, exist_ok=True)
    options = {"max_total_time": seconds, "max_len": target.max_length, "timeout": 10, "artifact_prefix": f"{folder}/"}
    arguments = [f"-{option}={value}" for option, value in options.items()]
    # What is new is written to the first folder; the kept inputs are only read.
    atheris.Setup([sys.argv[0], *arguments, str(folder), str(CORPUS / name)], target.read)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
