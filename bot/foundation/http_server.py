"""The HTTP server under every page that Papan serves: it answers to its own address, and to many at once.

Nobody can keep it busy by doing nothing: a request must be sent and an answer read within a time, and the connections
of one address are limited, so that some are left for others. Behind a proxy these are the requests under way, of which
a connection that stays open is one.
"""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from typing import cast

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Middleware

from bot.foundation.proxies import Proxies

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HEAD_WITHIN = 15.0
"""Seconds until the head of a request must have come, and that an idle connection is kept."""
READ_WITHIN = 20.0
"""Seconds after which a client that reads nothing of what is sent to it is disconnected."""
PER_ADDRESS = 400
"""Connections of one address at once."""
FINISH_WITHIN = 1.0
"""Seconds for requests under way when the server stops, then as long again after they are told that it does."""
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_EVERY_ADDRESS = ("0.0.0.0", "::")
_log = logging.getLogger(__name__)


def _is_our_fault(record: logging.LogRecord) -> bool:
    """Anybody can send what is no request, as often as they like: it is refused, and tells the operator nothing."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | web.RequestPayloadError)


_log.addFilter(_is_our_fault)


class HttpServer:
    """Serves an application on ``host`` and ``port`` (0: any free one). ``start`` once, ``stop`` once.

    ``proxied``: requests are handed on by a proxy, by whose name they ask, and no browser comes here. ``name`` is one
    by which browsers may ask besides: that of a proxy in front of a page. ``proxies`` are believed whose request it is:
    that address is the ``remote`` of every request.
    """

    def __init__(
        self,
        routes: Iterable[web.AbstractRouteDef],
        host: str,
        port: int,
        *middlewares: Middleware,
        proxied: bool = False,
        name: str = "",
        proxies: Proxies | None = None,
    ) -> None:
        self._proxies = proxies or Proxies()
        own = () if proxied else (self._guard, self._of_client)
        app = web.Application(middlewares=[*own, *middlewares])
        app.add_routes(routes)
        app.on_response_prepare.append(_without_server_name)
        self.host, self.port = host, port
        self._name = name.lower()
        self._runner = web.AppRunner(
            app, access_log=None, logger=_log, shutdown_timeout=FINISH_WITHIN, keepalive_timeout=HEAD_WITHIN
        )
        self._listening: asyncio.Server | None = None
        self._open: set[_CountedConnection] = set()
        self._of_address: Counter[str] = Counter()

    async def start(self) -> None:
        """Begin to listen. Raises OSError where the address is taken."""
        await self._runner.setup()
        try:
            # In two steps: who is cancelled between them knows the server, and can close it.
            self._listening = await asyncio.get_running_loop().create_server(
                self._connection, self.host, self.port, start_serving=False
            )
            await self._listening.start_serving()
        except BaseException:
            if self._listening:
                self._listening.close()
            await self._runner.cleanup()
            raise
        self.port = self._listening.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stop listening, let requests under way end, and disconnect whoever is still there."""
        if self._listening:
            self._listening.close()
        await self._runner.cleanup()
        for connection in tuple(self._open):
            connection.abort()

    def _connection(self) -> "_CountedConnection":
        # After setup the runner has its server, which makes the protocol of a connection.
        return _CountedConnection(cast(web.Server, self._runner.server)(), self._open, self._of_address, self._proxies)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only requests to our own address: a page elsewhere must not reach us through a browser."""
        if not self.is_own(request.headers.get("Host", "")):
            raise web.HTTPMisdirectedRequest(text="This is not the address of this page.")
        return await handler(request)

    @web.middleware
    async def _of_client(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """A request as that of its client, who has so many under way at once as connections without a proxy."""
        client = self._proxies.client_of(request)
        if client == request.remote:
            return await handler(request)
        if self._of_address[client] >= PER_ADDRESS:
            raise web.HTTPTooManyRequests(text="There are too many connections from your address.")
        with _counted(self._of_address, client):
            return await handler(request.clone(remote=client))

    @property
    def url(self) -> str:
        """Its address without a path; if it serves every address, one by which others on the network find it."""
        host = self._address_outward() if self.host in _EVERY_ADDRESS else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @staticmethod
    def _address_outward() -> str:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sounding:
            try:
                # Nothing is sent: the system only chooses the address by which it would go out.
                sounding.connect(("192.0.2.1", 9))
                return str(sounding.getsockname()[0])
            except OSError:
                return _LOOPBACK[0]

    def is_own(self, host: str) -> bool:
        """Is this an address of the server, as a browser names it in ``Host``?

        Where every address of the machine is served, any address by number is: behind a container's port the
        machine does not know it. A page elsewhere that has its own name lead here still asks by that name.
        """
        if self._name and host.lower() == self._name:
            return True
        name, _, port = host.lower().rpartition(":")
        if port != str(self.port):
            return False
        if self.host in _EVERY_ADDRESS:
            return name in (*_LOOPBACK, socket.gethostname().lower()) or _is_number(name)
        return name in (self.host, f"[{self.host}]") or (
            self.host in ("127.0.0.1", "localhost", "::1") and name in _LOOPBACK
        )


@contextmanager
def _counted(counts: Counter[str], key: str) -> Iterator[None]:
    """Counted in this context, and forgotten with the last."""
    counts[key] += 1
    try:
        yield
    finally:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


def _is_number(name: str) -> bool:
    """Is it an address by number, as it stands in ``Host``?"""
    bare = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    try:
        return (ip_address(bare).version == 6) == (bare != name)
    except ValueError:
        return False


class _CountedConnection(asyncio.Protocol):
    """One connection: counted for its address, and ended where its client does not read. aiohttp does the rest."""

    def __init__(
        self,
        inner: asyncio.Protocol,
        opened: "set[_CountedConnection]",
        of_address: Counter[str],
        proxies: Proxies,
    ) -> None:
        self._inner = inner
        self._opened, self._of_address, self._proxies = opened, of_address, proxies
        self._counted = ExitStack()
        self._transport: asyncio.Transport | None = None
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        if not self._proxies.names(address):
            if self._of_address[address] >= PER_ADDRESS:
                self._transport.abort()
                return
            self._counted.enter_context(_counted(self._of_address, address))
        self._opened.add(self)
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self not in self._opened:
            return
        self._be_patient()
        self._opened.discard(self)
        self._counted.close()
        self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self in self._opened:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self in self._opened else None

    def pause_writing(self) -> None:
        self._patience = asyncio.get_running_loop().call_later(READ_WITHIN, self.abort)
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._be_patient()
        self._inner.resume_writing()

    def abort(self) -> None:
        """End the connection, whatever is still to be sent."""
        if self._transport:
            self._transport.abort()

    def _be_patient(self) -> None:
        if self._patience:
            self._patience.cancel()
            self._patience = None


async def _without_server_name(request: web.Request, response: web.StreamResponse) -> None:
    """Nobody has to be told which version of what answers them."""
    del request
    response.headers.popall("Server", None)
