"""Engine protocols, served and driven.

`open_engine` starts an engine that is a `Searcher`; `Engine` and its classes are the same with asyncio.
"""

from taflkit.engines.channel import Trace, split_command
from taflkit.engines.engine import Analysis, Answer, Engine, Question
from taflkit.engines.enginesearcher import PROTOCOLS, EngineSearcher, PlainAnalysis, engine_class, open_engine
from taflkit.engines.failures import EngineError, EngineProtocolError, EngineTerminatedError, EngineTimeoutError
from taflkit.engines.htp import HtpEngine, HtpServer
from taflkit.engines.play import CommandEngine
from taflkit.engines.serving import Server, serve
from taflkit.engines.uciengine import UaiEngine, UciEngine
from taflkit.engines.ucioptions import EngineOption
from taflkit.engines.uciserver import UciServer
from taflkit.engines.ucitext import format_fen, format_uci_move, parse_fen, parse_uci_move
from taflkit.search.timing import Allotment, Clocks, allot

__all__ = [
    "PROTOCOLS",
    "Allotment",
    "Analysis",
    "Answer",
    "Clocks",
    "CommandEngine",
    "Engine",
    "EngineError",
    "EngineOption",
    "EngineProtocolError",
    "EngineSearcher",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "HtpEngine",
    "HtpServer",
    "PlainAnalysis",
    "Question",
    "Server",
    "Trace",
    "UaiEngine",
    "UciEngine",
    "UciServer",
    "allot",
    "engine_class",
    "format_fen",
    "format_uci_move",
    "open_engine",
    "parse_fen",
    "parse_uci_move",
    "serve",
    "split_command",
]
