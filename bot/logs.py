"""Logs as lines of JSON on standard error: what happened and where, never what people wrote."""

import logging
import sys

import structlog


def log_to_stderr(level: int) -> None:
    """Send structured logs from a level on, and those of the libraries from WARNING on, to standard error."""
    timestamp = structlog.processors.TimeStamper(fmt="iso", utc=True)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            timestamp,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s %(message)s")
