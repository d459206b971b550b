"""Engine protocols, served and driven.

`open_engine` starts an engine that is a `Searcher`; `Engine` and its classes are the same with asyncio.
"""

from taflkit.protocol.commandengine import CommandEngine
from taflkit.protocol.compliance import check_compliance
from taflkit.protocol.engine import Analysis, Answer, Engine, EngineOption, Question
from taflkit.protocol.enginesearcher import PROTOCOLS, EngineSearcher, PlainAnalysis, engine_class, open_engine
from taflkit.protocol.entrants import EngineEntrant, parse_entrant
from taflkit.protocol.failures import EngineError, EngineProtocolError, EngineTerminatedError, EngineTimeoutError
from taflkit.protocol.htpengine import HtpEngine
from taflkit.protocol.htpserver import HtpServer
from taflkit.protocol.otepengine import OtepEngine
from taflkit.protocol.otepserver import OtepServer
from taflkit.protocol.serving import Server, serve
from taflkit.protocol.uciengine import UaiEngine, UciEngine
from taflkit.protocol.uciserver import UciServer
from taflkit.protocol.ucitext import format_fen, format_uci_move, parse_fen, parse_uci_move
from taflkit.search.timing import Allotment, Clocks, allot

__all__ = [
    "PROTOCOLS",
    "Allotment",
    "Analysis",
    "Answer",
    "Clocks",
    "CommandEngine",
    "Engine",
    "EngineEntrant",
    "EngineError",
    "EngineOption",
    "EngineProtocolError",
    "EngineSearcher",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "HtpEngine",
    "HtpServer",
    "OtepEngine",
    "OtepServer",
    "PlainAnalysis",
    "Question",
    "Server",
    "UaiEngine",
    "UciEngine",
    "UciServer",
    "allot",
    "check_compliance",
    "engine_class",
    "format_fen",
    "format_uci_move",
    "open_engine",
    "parse_entrant",
    "parse_fen",
    "parse_uci_move",
    "serve",
]
