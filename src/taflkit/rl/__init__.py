"""Arrays for learning: games as planes and action numbers, and environments. It needs the extra `rl`."""

try:
    import numpy as _numpy  # noqa: F401 - so that what is missing is said once
except ImportError as error:
    raise ImportError("taflkit.rl needs numpy: pip install 'taflkit[rl]'") from error

from taflkit.rl.actions import ActionTable, BoardSymmetry, action_table, symmetry_tables
from taflkit.rl.datasets import Dataset, write_records, write_self_play
from taflkit.rl.evaluator import NetworkEvaluator, PlayoutEvaluator, Predict
from taflkit.rl.observation import Encoder
from taflkit.rl.samples import Samples, SampleWriter
from taflkit.rl.selfplay import PlayedGame, SelfPlay, self_play
from taflkit.rl.vector import OUTCOMES, ActionError, VectorEnv

__all__ = [
    "OUTCOMES",
    "ActionError",
    "ActionTable",
    "BoardSymmetry",
    "Dataset",
    "Encoder",
    "NetworkEvaluator",
    "PlayedGame",
    "PlayoutEvaluator",
    "Predict",
    "SampleWriter",
    "Samples",
    "SelfPlay",
    "VectorEnv",
    "action_table",
    "self_play",
    "symmetry_tables",
    "write_records",
    "write_self_play",
]
