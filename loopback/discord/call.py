"""A request to the loopback Discord as its handlers see it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from loopback.discord.gateway import Gateway
from loopback.discord.world import World


@dataclass(frozen=True)
class Call:
    """One request, read: its JSON body and files, and the clock by which interactions expire, in seconds.

    ``refuse`` notes faults of the request as violations and raises Refused, if there are any.
    """

    world: World
    gateway: Gateway
    refuse: Callable[[list[str]], None]
    request: web.Request
    body: Any
    files: list[bytes]
    now: float

    @property
    def at(self) -> dict[str, str]:
        """The parameters in its path."""
        return dict(self.request.match_info)


Handler = Callable[[Call], Awaitable[Any]]
