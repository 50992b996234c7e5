"""Faults between the bot and Discord, injected by tests."""

import json
import re
from dataclasses import dataclass

from aiohttp import web

from loopback.discord.world import JSON

RETRY_AFTER = 0.2
VIA = {"Via": "1.1 google"}
"""Discord's own answers have passed this; one without it comes from the guard before it."""

AFTER = ("close after", "slow")
"""Faults that strike when the request has been acted on."""
STATUS: dict[str, tuple[int, JSON]] = {
    "429": (429, {"message": "You are being rate limited.", "retry_after": RETRY_AFTER, "global": False}),
    "429 global": (429, {"message": "You are being rate limited.", "retry_after": RETRY_AFTER, "global": True}),
    "429 for long": (429, {"message": "You are being rate limited.", "retry_after": 300, "global": False}),
    "500": (500, {"message": "500: Internal Server Error", "code": 0}),
    "503": (503, {"message": "upstream connect error", "code": 0}),
    "400": (400, {"message": "Invalid Form Body", "code": 50035}),
    "expired token": (401, {"message": "Invalid Webhook Token", "code": 50027}),
    "unknown interaction": (404, {"message": "Unknown interaction", "code": 10062}),
}
REFUSED = "refused"
FAULTS = (*STATUS, "429 of the guard", "502", "close before", *AFTER)


@dataclass(frozen=True)
class Fault:
    """A fault to come: for which requests, of which channel (None: any), and its kind."""

    method: str
    path: re.Pattern[str]
    kind: str
    channel: str | None
    seconds: float
    refusal: tuple[int, int] = (0, 0)
    """The status and Discord's code, of the kind ``REFUSED``."""

    def strikes(self, method: str, path: str, channel: str | None) -> bool:
        """Does the fault apply to this request?"""
        here = self.channel is None or self.channel == channel
        return here and self.method == method and bool(self.path.search(path))


def answer_of(fault: Fault, request: web.Request) -> web.Response | None:
    """The response in place of the real one; None where the fault has no response."""
    if fault.kind in ("close before", "close after"):
        return broken_off(request)
    if fault.kind == "502":
        return web.Response(status=502, text="<html>502 Bad Gateway</html>", content_type="text/html")
    if fault.kind == "429 of the guard":
        return web.Response(status=429, text="error code: 1015", headers={"Retry-After": "1"})
    if fault.kind in STATUS or fault.kind == REFUSED:
        status, code = fault.refusal
        status, body = STATUS.get(fault.kind, (status, {"message": "Refused", "code": code}))
        # discord.py reads JSON only under the bare name of the type.
        headers = {"Content-Type": "application/json", **VIA}
        return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)
    return None


def broken_off(request: web.Request) -> web.Response:
    """End the connection."""
    if request.transport:
        request.transport.abort()
    return web.Response()
