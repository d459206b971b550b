"""An engine that writes down what it receives, and answers with moves from a list."""

import sys
from pathlib import Path

MOVES = ["c4c2", "d3f3", "d4d3"]
ANSWERS = {
    "uci": "id name listener\noption name Hash type spin default 16 min 1 max 64\nuciok\n",
    "isready": "readyok\n",
}


def main() -> None:
    """Listen until the end."""
    left = list(MOVES)
    with Path("engine.log").open("w", encoding="utf-8") as log:
        for line in sys.stdin:
            log.write(line)
            log.flush()
            answer = f"bestmove {left.pop(0)}\n" if line.startswith("go") else ANSWERS.get(line.strip(), "")
            sys.stdout.write(answer)
            sys.stdout.flush()
            if line.strip() == "quit":
                return


main()
