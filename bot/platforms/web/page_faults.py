"""The errors of the page's own scripts, of which browsers tell: they are logged and counted for operators."""

from typing import Annotated, Literal

import structlog
from aiohttp import web
from pydantic import BaseModel, ConfigDict, Field

from bot.foundation import metrics
from bot.platforms.web.files import FILES
from bot.platforms.web.limits import Budget

_log = structlog.get_logger(__name__)
LARGEST = 300
"""The bytes of what a page tells of an error, at most."""
BURST, PER_SECOND = 20, 1 / 30
"""The errors that are logged at once, of all pages together, and those that are from then on."""


class _Fault(BaseModel):
    """The kind of an error and its place: never what it says, in which there may be names."""

    model_config = ConfigDict(strict=True, extra="forbid")
    kind: Literal["error", "unhandledrejection"]
    file: str
    line: Annotated[int, Field(ge=0, le=100_000)]


class PageFaults:
    """Hears of errors in scripts. Anybody can say anything, so only files that are served are named, not often."""

    def __init__(self) -> None:
        self.budget = Budget(BURST, PER_SECOND)

    async def hear(self, request: web.Request) -> web.Response:
        """Log an error that a page tells of; 400 for what no page of ours sends, 204 for all else."""
        try:
            if (request.content_length or LARGEST + 1) > LARGEST:
                raise ValueError
            fault = _Fault.model_validate_json(await request.read())
            if fault.file not in FILES:
                raise ValueError
        except ValueError:  # as pydantic's own is too
            raise web.HTTPBadRequest(text="This is no error of the page.") from None
        if self.budget.has(1.0):
            self.budget.take(1.0)
            metrics.PAGE_FAULTS.inc()
            _log.warning("page_script_failed", kind=fault.kind, file=fault.file, line=fault.line)
        return web.Response(status=204)
