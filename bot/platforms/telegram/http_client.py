"""The connections to Telegram: the requests of python-telegram-bot, sent by aiohttp."""

from urllib.request import getproxies

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

CONNECT_WITHIN = 5.0
"""Seconds for a new connection."""
SEND_WITHIN = 20.0
"""Seconds for a request to leave, with its picture."""
_ENCODED = {"Content-Type": "application/x-www-form-urlencoded"}


class HttpClient(BaseRequest):
    """Sends requests on at most so many ``connections``, which are kept for the next ones.

    Telegram has so many seconds to begin or go on with an answer (``read_within``). A request waits ``pool_within``
    seconds for a connection that is free.
    """

    __slots__ = ("_connections", "_pool_within", "_read_within", "_session")

    def __init__(self, connections: int, read_within: float, pool_within: float = 1.0) -> None:
        self._connections = connections
        self._read_within = read_within
        self._pool_within = pool_within
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds in which an answer is expected to begin."""
        return self._read_within

    async def initialize(self) -> None:
        """Make ready to send."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._connections),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
                # A proxy may be named there; where none is, each request would look for it on another thread.
                trust_env=bool(getproxies()),
            )

    async def shutdown(self) -> None:
        """Close all connections."""
        if self._session is not None:
            session, self._session = self._session, None
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = None,
        write_timeout: object = None,
        connect_timeout: object = None,
        pool_timeout: object = None,
    ) -> tuple[int, bytes]:
        """The status and the content of an answer. Raises TimedOut, NetworkError.

        Of the times that a caller may set, only that for reading is heeded: nobody here sets another.
        """
        if self._session is None:
            raise RuntimeError("not initialized")
        read_within = read_timeout if isinstance(read_timeout, (int, float)) else self._read_within
        limits = aiohttp.ClientTimeout(
            total=self._pool_within + CONNECT_WITHIN + SEND_WITHIN + read_within,
            connect=self._pool_within + CONNECT_WITHIN,
            sock_connect=CONNECT_WITHIN,
            sock_read=read_within,
        )
        try:
            body, headers = _body(request_data)
            async with self._session.request(method, url, data=body, headers=headers, timeout=limits) as answer:
                return answer.status, await answer.read()
        except TimeoutError as error:
            raise TimedOut from error
        except aiohttp.ClientError as error:
            raise NetworkError(type(error).__name__) from error  # what it says may name the address


def _body(request: RequestData | None) -> tuple[aiohttp.FormData | bytes | None, dict[str, str]]:
    """What is sent, with the headers that say how it is written."""
    if request is None:
        return None, {}
    if not request.contains_files:  # half the time of a form, which also gets ready for files
        return request.url_encoded_parameters().encode(), _ENCODED
    form = aiohttp.FormData(request.json_parameters)
    for name, (file_name, content, kind) in request.multipart_data.items():
        form.add_field(name, content, filename=file_name, content_type=kind)
    return form, {}
