"""Learning evaluations from self-play: `selfplay`, `fit`, `measure`, each run with `python -m tools.train.NAME`."""
