"""No update is lost, none acts twice: stored before acknowledged, processed after a kill, by polling or webhook."""

import asyncio
import logging
import socket
from collections.abc import Collection
from pathlib import Path

import aiohttp
import pytest

from bot.chat import Answer, Request
from bot.foundation.shared_work import SingleProcess
from bot.platforms.telegram import CannotListen, TelegramPlatform, TokenRefused, Webhook
from bot.store import Update
from loopback.ports import hand_out
from loopback.telegram import Mishap, TelegramServer
from loopback.waiting import patience
from tests.bot.platforms.telegram_rig import ScriptedHandler, kept, running
from tests.suites import deep


def webhook_on(port: int) -> Webhook:
    return Webhook(f"http://127.0.0.1:{port}/telegram/hook", "s3cret-s3cret", "127.0.0.1", port)


class StuckDoor(ScriptedHandler):
    """Never finishes the first command, like a process that is killed meanwhile."""

    async def command(self, request: Request, name: str, arguments: object) -> Answer:
        """Hang."""
        await super().command(request, name, {})
        await asyncio.Event().wait()
        raise AssertionError("never reached")


async def test_what_was_received_but_not_worked_off_is_worked_off_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi")
        stuck = StuckDoor()
        platform = TelegramPlatform(server.token, inbox, stuck, api_url=server.api_url, leases=SingleProcess())
        await platform.start()
        adi.start()
        await server.until(lambda: stuck.asked)
        adi.say(adi.private, "/games")
        await server.until(lambda: server.state.updates.pending == 0)
        with monkeypatch.context() as patched:
            patched.setattr("bot.platforms.telegram.platform.STOP_WITHIN", 0.0)
            await platform.stop()
        assert len(await inbox.waiting()) == 2
        handler = ScriptedHandler()
        async with running(server, inbox, handler):
            await adi.gets(adi.private, text="no script for games")
        assert [asked.what for asked in handler.asked] == ["start", "games"]
        assert handler.asked[0].request.event == stuck.asked[0].request.event
        assert await inbox.waiting() == []


async def test_an_update_is_kept_before_it_is_acknowledged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi")
        handler = ScriptedHandler()
        failures = iter([True, True])
        receive = inbox.receive

        async def unsure(payloads: dict[int, str], at_once: Collection[int] = ()) -> list[Update]:
            if next(failures, False):
                raise OSError("the disk is full")
            assert server.state.updates.pending == len(payloads), "not acknowledged yet"
            return await receive(payloads, at_once)

        monkeypatch.setattr(inbox, "receive", unsure)
        async with running(server, inbox, handler):
            adi.start()
            await adi.gets(adi.private)
            await server.until(lambda: server.state.updates.pending == 0)
        assert len(handler.asked) == 1


async def test_an_update_given_twice_acts_once(tmp_path: Path) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi")
        handler = ScriptedHandler()
        server.state.updates.repeat_next(3)
        async with running(server, inbox, handler):
            adi.start()
            await adi.gets(adi.private)
            adi.say(adi.private, "/games")
            await adi.gets(adi.private, text="games")
        assert [asked.what for asked in handler.asked] == ["start", "games"]


async def test_a_chat_is_worked_off_in_order_and_does_not_hold_up_others(tmp_path: Path) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi, siti = server.person("Adi"), server.person("Siti")
        gate = asyncio.Event()

        class SlowForAdi(ScriptedHandler):
            async def text(self, request: Request, text: str) -> Answer | None:
                if text == "first":
                    await gate.wait()
                return await super().text(request, text)

        handler = SlowForAdi(server.world.changed)
        async with running(server, inbox, handler):
            for line in ("first", "second", "third"):
                adi.say(adi.private, line)
            siti.say(siti.private, "meanwhile")
            await server.until(lambda: server.state.updates.pending == 0)
            await server.until(lambda: handler.asked)
            assert [asked.what for asked in handler.asked] == ["meanwhile"]
            gate.set()
            adi.say(adi.private, "/help")
            await adi.gets(adi.private)
        assert [asked.what for asked in handler.asked] == ["meanwhile", "first", "second", "third", "help"]


@deep("each trouble of polling is met alone in the quick suite")
async def test_polling_goes_on_through_every_trouble(tmp_path: Path) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi")
        for mishap in (Mishap.BAD_GATEWAY, Mishap.CLOSED_BEFORE, Mishap.CLOSED_AFTER):
            server.fail_next("getUpdates", mishap)
        server.fail_next("getUpdates", Mishap.TOO_MANY, 0)
        handler = ScriptedHandler()
        async with running(server, inbox, handler):
            adi.start()
            await adi.gets(adi.private)
        assert len(handler.asked) == 1


async def test_the_webhook_delivers_and_needs_the_secret(tmp_path: Path) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi")
        handler, port = ScriptedHandler(), hand_out()
        async with running(server, inbox, handler, webhook_on(port)):
            adi.start()
            await adi.gets(adi.private)
            url = f"http://127.0.0.1:{port}/telegram/hook"
            forged = {"update_id": 1, "message": {}}
            secret = {"X-Telegram-Bot-Api-Secret-Token": "s3cret-s3cret"}
            async with aiohttp.ClientSession() as session:
                for headers, body, status in (
                    ({}, forged, 403),
                    ({"X-Telegram-Bot-Api-Secret-Token": "guess"}, forged, 403),
                    (secret, {"no": "update"}, 400),
                    (secret, [1], 400),
                ):
                    async with session.post(url, json=body, headers=headers) as response:
                        assert response.status == status
                async with session.get(f"http://127.0.0.1:{port}/other") as response:
                    assert response.status == 404
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            head = (
                f"POST /telegram/hook HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 2\r\nConnection: close\r\n"
            )
            writer.write(head.encode() + b"X-Telegram-Bot-Api-Secret-Token: \xff\xfe\r\n\r\n{}")
            assert (await reader.readline()).split()[1] == b"403"
            writer.close()
        assert server.count("getUpdates") == 0
        assert len(handler.asked) == 1
        assert await inbox.waiting() == []
        async with running(server, inbox, handler):
            adi.say(adi.private, "/games")
            await adi.gets(adi.private, text="games")
        assert server.violations == []


async def test_the_webhook_ends_what_is_half_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.foundation.http_server.HEAD_WITHIN", 0.2)
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        port = hand_out()
        async with running(server, inbox, ScriptedHandler(), webhook_on(port)):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST /telegram/hook HTTP/1.1\r\nHost: papan")
            async with patience("the end of the connection"):
                assert await reader.read() == b""
            writer.close()


async def test_the_webhook_refuses_nonsense(tmp_path: Path) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        port = hand_out()
        async with running(server, inbox, ScriptedHandler(), webhook_on(port)), aiohttp.ClientSession() as session:
            headers = {"X-Telegram-Bot-Api-Secret-Token": "s3cret-s3cret", "Host": "papan.example.org"}
            url = f"http://127.0.0.1:{port}/telegram/hook"
            numbers = ("1e400", str(2**70), str(2**63 - 1), "-1", "1.5", "true", '"7"', "null", "NaN", "9" * 5000)
            for body in ("[" * 20_000, "17", "{}", *(f'{{"update_id": {number}}}' for number in numbers)):
                async with session.post(url, data=body, headers=headers) as response:
                    assert response.status == 400, body[:40]
            assert await inbox.waiting() == []


async def test_a_webhook_delivery_that_cannot_be_kept_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi")
        handler = ScriptedHandler()
        failures = iter([True])
        receive = inbox.receive

        async def unsure(payloads: dict[int, str], at_once: Collection[int] = ()) -> list[Update]:
            if next(failures, False):
                raise OSError("the disk is full")
            return await receive(payloads, at_once)

        monkeypatch.setattr(inbox, "receive", unsure)
        async with running(server, inbox, handler, webhook_on(hand_out())):
            adi.start()
            await adi.gets(adi.private)
        assert server.state.updates.deliveries == 2
        assert len(handler.asked) == 1


async def test_starts_that_cannot_succeed_end_with_one_sentence(tmp_path: Path) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        wrong = TelegramPlatform(
            "700000001:wrong", inbox, ScriptedHandler(), api_url=server.api_url, leases=SingleProcess()
        )
        with pytest.raises(TokenRefused, match="TELEGRAM_TOKEN"):
            await wrong.start()
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            hook = webhook_on(taken.getsockname()[1])
            platform = TelegramPlatform(
                server.token, inbox, ScriptedHandler(), api_url=server.api_url, leases=SingleProcess(), webhook=hook
            )
            with pytest.raises(CannotListen, match="TELEGRAM_WEBHOOK_LISTEN"):
                await platform.start()


async def test_the_token_stands_in_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi")
        async with running(server, inbox, ScriptedHandler()):
            adi.start()
            await adi.gets(adi.private)
            logging.getLogger("aiohttp.client").warning("request to %s/bot%s/getMe", server.api_url, server.token)
        assert "/bot***/getMe" in caplog.text
        assert server.token not in caplog.text


async def test_an_update_that_cannot_be_read_holds_up_nothing(tmp_path: Path) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi")
        await inbox.receive({1: '{"update_id": 1, "message": {"chat": 5}}'})
        async with running(server, inbox, ScriptedHandler()):
            adi.start()
            await adi.gets(adi.private)
        assert [update.number for update in await inbox.waiting()] == [1]


async def test_a_delivery_repeated_after_a_restart_acts_no_more(tmp_path: Path) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi")
        handler, port = ScriptedHandler(), hand_out()
        async with running(server, inbox, handler, webhook_on(port)):
            said = adi.start()
            await adi.gets(adi.private)
        number = int(handler.asked[0].request.event.partition(":")[2])
        async with running(server, inbox, handler, webhook_on(port)), aiohttp.ClientSession() as session:
            again = {"update_id": number, "message": said.json()}
            secret = {"X-Telegram-Bot-Api-Secret-Token": "s3cret-s3cret"}
            async with session.post(f"http://127.0.0.1:{port}/telegram/hook", json=again, headers=secret) as response:
                assert response.status == 200
            adi.say(adi.private, "/games")
            await adi.gets(adi.private, text="games")
        assert [asked.what for asked in handler.asked] == ["start", "games"]
