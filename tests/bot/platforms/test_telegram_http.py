"""The connections to Telegram: any failure is one of the library's, and none names the address, which has the token."""

import pytest
from telegram import Bot
from telegram.error import NetworkError, TimedOut

from bot.platforms.telegram.http_client import HttpClient
from loopback.ports import hand_out
from loopback.telegram import Mishap, TelegramServer


def bot_of(token: str, api_url: str, read_within: float = 5.0) -> Bot:
    client = HttpClient(connections=2, read_within=read_within)
    return Bot(token, f"{api_url}/bot", request=client, get_updates_request=HttpClient(1, read_within))


async def test_an_answer_that_does_not_come_is_not_waited_for() -> None:
    async with TelegramServer() as server:
        adi = server.person("Adi", started=True)
        async with bot_of(server.token, server.api_url, read_within=0.2) as bot:
            server.fail_next("sendMessage", Mishap.SLOW, 1)
            with pytest.raises(TimedOut):
                await bot.send_message(adi.private.id, "Adi & Siti = 50 % ✓")
    assert [message.text for message in adi.from_bot(adi.private)] == ["Adi & Siti = 50 % ✓"]


async def test_a_lost_connection_is_told_by_its_name_alone() -> None:
    async with TelegramServer() as server:
        adi = server.person("Adi", started=True)
        async with bot_of(server.token, server.api_url) as bot:
            server.fail_next("sendMessage", Mishap.CLOSED_BEFORE)
            with pytest.raises(NetworkError, match=r"^ServerDisconnectedError$"):
                await bot.send_message(adi.private.id, "hello")
    token = "1:secret"
    bot = bot_of(token, f"http://127.0.0.1:{hand_out()}")
    await bot._request[1].initialize()
    with pytest.raises(NetworkError, match=r"^ClientConnectorError$"):
        await bot.get_me()
    await bot._request[1].shutdown()
    with pytest.raises(NetworkError, match="not initialized"):
        await bot.get_me()


async def test_a_proxy_that_the_environment_names_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has the whole address in what it is asked, as only a proxy has."""
    async with TelegramServer() as server:
        adi = server.person("Adi", started=True)
        monkeypatch.setenv("http_proxy", server.api_url)
        monkeypatch.delenv("no_proxy", raising=False)
        async with bot_of(server.token, "http://api.telegram.invalid") as bot:
            await bot.send_message(adi.private.id, "by a proxy")
    assert [message.text for message in adi.from_bot(adi.private)] == ["by a proxy"]
