"""Logs as lines of JSON on standard error: what happened and where, never what people wrote."""

import logging
import sys

import structlog
from structlog.typing import Processor

from bot.foundation.monitoring.log_errors import Repeats, shorten


def log_to_stderr(level: int) -> None:
    """Send structured logs from a level on, and those of the libraries from WARNING on, to standard error."""
    repeats = Repeats()
    common: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        shorten,
    ]
    as_json = structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[structlog.contextvars.merge_contextvars, repeats.process, *common, as_json],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    of_libraries = logging.StreamHandler(sys.stderr)
    of_libraries.addFilter(repeats.filter)
    of_libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name],
            processors=[*common, structlog.stdlib.ProcessorFormatter.remove_processors_meta, as_json],
        )
    )
    logging.basicConfig(handlers=[of_libraries], level=logging.WARNING)
