"""Write the playthrough anew."""

from pathlib import Path

from tests.rl.playthroughs import NAME, playthrough

Path(__file__).with_name(f"{NAME}.txt").write_text(playthrough(), encoding="utf-8")
