"""The web room by the addresses under which people find it."""

from pathlib import Path

import pytest
from aiohttp import ClientSession, WSServerHandshakeError
from pydantic import SecretStr
from yarl import URL

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings
from bot.foundation.http_server import HttpServer
from bot.platforms.web import WebRoom
from tests.bot.database_files import file_in


@pytest.mark.parametrize("every", ["0.0.0.0", "::"])
async def test_a_room_open_to_the_network_names_an_address_that_others_can_open(every: str) -> None:
    server = HttpServer([], every, 8080)
    assert URL(server.url).host not in ("0.0.0.0", "::")
    assert server.is_own(URL(server.url).authority)


async def test_an_address_by_number_is_written_as_browsers_read_it() -> None:
    assert HttpServer([], "::1", 8080).url == "http://[::1]:8080"
    assert HttpServer([], "127.0.0.1", 8080).url == "http://127.0.0.1:8080"


async def test_behind_a_proxy_that_adds_https_the_room_answers_to_its_public_name(tmp_path: Path) -> None:
    wanted = Settings(
        papan_web=Address("127.0.0.1", 0),
        papan_web_url="https://papan.example",
        database_url=SecretStr(file_in(tmp_path)),
    )
    async with run_app(wanted) as running, ClientSession() as session:
        (room,) = [each for each in running.platforms if isinstance(each, WebRoom)]
        assert room.url == "https://papan.example/"
        inside = room.inner_url

        async def talk(host: str, origin: str) -> int:
            try:
                async with session.ws_connect(f"{inside}socket", headers={"Host": host, "Origin": origin}):
                    return 101
            except WSServerHandshakeError as refused:
                return refused.status

        assert await talk("papan.example", "https://papan.example") == 101
        assert await talk("papan.example", "https://evil.example") == 403
        assert await talk("evil.example", "https://papan.example") == 421
        assert await talk(URL(inside).authority, inside.rstrip("/")) == 101
