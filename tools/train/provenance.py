"""Prints how a network was made, or writes it to another file with more said about that.

python -m tools.train.provenance variants/copenhagen.network
python -m tools.train.provenance build/train/copenhagen.network variants/copenhagen.network "match=200 games"
"""

from __future__ import annotations

import argparse
from pathlib import Path

import attrs

from taflkit.evaluation.network import Network
from taflkit.files import write_whole


def main() -> None:
    """Print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", type=Path)
    parser.add_argument("to", type=Path, nargs="?")
    parser.add_argument("facts", nargs="*", metavar="NAME=TEXT")
    given = parser.parse_args()
    network = Network.from_bytes(given.network.read_bytes())
    facts = dict(network.provenance) | dict(fact.split("=", 1) for fact in given.facts)
    facts = {name: text for name, text in facts.items() if text}
    if given.to is not None:
        write_whole(given.to, attrs.evolve(network, provenance=tuple(facts.items())).to_bytes())
    for name, text in facts.items():
        print(f"{name}: {text}")


if __name__ == "__main__":
    main()
