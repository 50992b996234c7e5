"""The page inside Telegram over its wire: who is refused, in which words, and what its answers allow a browser."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSServerHandshakeError
from init_data_py import sign
from pydantic import SecretStr

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings, SettingsError, load_settings
from bot.platforms.web.launch import LONGEST, NOT_SIGNED, OVER, TOO_EARLY, TOO_OLD
from loopback.telegram import Person, TelegramServer
from loopback.telegram.world import Message
from loopback.windows import JSON, Client, Room
from tests.bot.database_files import file_in

ADI = '{"id":51,"first_name":"Adi","language_code":"en"}'
SITI = '{"id":52,"first_name":"Siti","language_code":"en"}'
PUBLIC = "https://app.papan.test"
PEOPLE = ("Adi", "Siti", "Ros", "Budi")


async def test_without_the_settings_nothing_of_it_shows(tmp_path: Path) -> None:
    async with TelegramServer() as telegram:
        wanted = Settings(
            telegram_token=SecretStr(telegram.token),
            telegram_api_url=telegram.api_url,
            database_url=SecretStr(file_in(tmp_path)),
        )
        async with run_app(wanted) as running:
            assert running.mini_app is None
            adi = telegram.person("Adi", "adi_k", started=True)
            adi.say(adi.private, "/play dam-8 level:1")
            own = await telegram.until(lambda: next((each for each in adi.from_bot(adi.private) if each.photo), None))
            assert not any(key.app or key.url for key in own.keys)
            more = next(key.data for key in own.keys if key.label == "More")
            await adi.answer(adi.press(own, data=more))
            panel = await telegram.until(
                lambda: next((each for each in adi.from_bot(adi.private) if "Resign" in str(each.keys)), None)
            )
            assert not any("browser" in key.label for key in panel.keys)
            assert telegram.count("setChatMenuButton") == 0


@asynccontextmanager
async def open_app(folder: Path) -> AsyncIterator[tuple[Room, TelegramServer]]:
    """The page, and the Telegram whose people come to it."""
    async with TelegramServer() as telegram:
        wanted = Settings(
            telegram_token=SecretStr(telegram.token),
            telegram_api_url=telegram.api_url,
            papan_app_url=PUBLIC,
            papan_app_listen=Address("127.0.0.1", 0),
            database_url=SecretStr(file_in(folder)),
        )
        async with run_app(wanted) as running, ClientSession() as session:
            assert running.mini_app
            assert running.mini_app.url == f"{PUBLIC}/"
            page = Room(running.mini_app.inner_url, session)
            yield page, telegram
            await page.empty()


async def launches(page: Room, data: str, key: str = "") -> Client:
    client = await page.stranger()
    await client.say(type="launch", data=data, key=key, language="en", quiet=True)
    return client


async def refused(page: Room, data: str, key: str = "") -> str:
    return str((await (await launches(page, data, key)).hears("refused"))["text"])


async def test_only_who_comes_from_telegram_is_let_in(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (page, telegram):
        token = telegram.token
        data = sign({"user": ADI}, token)
        adi = await launches(page, data)
        seated = await adi.hears("seated")
        assert (seated["id"], seated["name"]) == ("telegram:51", "Adi")
        assert await refused(page, sign({"user": ADI}, "7:other")) == NOT_SIGNED
        assert await refused(page, data.replace("51", "52")) == NOT_SIGNED
        assert await refused(page, f"{data}&user={SITI}") == NOT_SIGNED
        assert await refused(page, sign({"user": SITI}, token, auth_date=time.time() - 172_800)) == TOO_OLD
        assert await refused(page, sign({"user": SITI}, token, auth_date=time.time() + 300)) == TOO_EARLY
        assert "Somebody else" in await refused(page, sign({"user": SITI}, token), seated["secret"])
        for frame in ({"type": "sit", "name": "Ros"}, {"type": "visit"}, {"type": "hello", "secret": seated["secret"]}):
            ros = await page.stranger()
            await ros.say(**frame)
            assert (await ros.hears("refused"))["text"] == NOT_SIGNED
            await ros.say(type="lobby", open=True)
            await ros.hears("stranger")
        await adi.say(type="leave")
        assert (await adi.hears("refused"))["text"] == OVER
        assert await refused(page, data) == OVER
        assert await refused(page, data, seated["secret"]) == OVER


async def test_a_phone_and_a_desktop_are_open_at_once(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (page, telegram):
        desktop = await launches(page, sign({"user": ADI}, telegram.token, auth_date=time.time() - 7200))
        await desktop.hears("seated")
        phone = await launches(page, sign({"user": ADI}, telegram.token))
        await phone.hears("seated")
        await phone.say(type="leave")
        await phone.hears("refused")
        await desktop.say(type="lobby", open=True)
        await desktop.hears("lobby")


async def test_data_that_is_much_too_long_is_refused_and_nothing_stands_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_app(tmp_path) as (page, _):
        assert await refused(page, "x" * (LONGEST + 1)) == NOT_SIGNED
    assert [line.getMessage() for line in caplog.records if line.levelname in ("WARNING", "ERROR")] == []


async def test_no_other_site_may_talk_to_it_or_show_it(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (page, _):
        for origin in ("https://evil.test", "https://web.telegram.org", "null"):
            with pytest.raises(WSServerHandshakeError) as answer:
                await page.stranger(origin)
            assert answer.value.status == 403
        await page.stranger(PUBLIC)
        async with page.session.get(f"{page.url}app") as got:
            policy = got.headers["Content-Security-Policy"]
            assert got.headers["Referrer-Policy"] == "no-referrer"
            body = await got.text()
        assert policy.count("frame-ancestors") == 1
        assert "frame-ancestors https://web.telegram.org" in policy
        assert "script-src 'self';" in policy
        assert "telegram.org" not in body
        async with page.session.get(f"{page.url}nowhere") as got:
            assert got.status == 404


async def test_words_are_said_to_nobody_and_the_room_lets_nobody_launch(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (page, telegram):
        adi = await launches(page, sign({"user": ADI}, telegram.token))
        await adi.hears("seated")
        await adi.say(type="say", text="Hello there", event="words-0001")
        assert "not sent" in (await adi.hears("toast"))["text"]


async def test_each_board_leads_to_the_page(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, telegram):
        adi = telegram.person("Adi", "adi_k", "ms", started=True)
        group = telegram.group("Kampung", adi)
        adi.say(group, "/play@papan_bot dam-8 level:1")
        shared = await telegram.until(lambda: next((each for each in adi.from_bot(group) if each.photo), None))
        key = shared.keys[-1]
        code = key.url.removeprefix("https://t.me/papan_bot?startapp=")
        assert (key.label, key.app) == ("Buka papan", "")
        assert f"/m/{code}" not in shared.shown
        adi.say(adi.private, "/play dam-8 level:1")
        own = await telegram.until(lambda: next((each for each in adi.from_bot(adi.private) if each.photo), None))
        assert own.keys[-1].app.startswith(f"{PUBLIC}/m/")
        assert own.keys[-1].url == ""
        adi.say(adi.private, "/board")
        boards = await telegram.until(lambda: [each for each in adi.from_bot(adi.private) if each.photo][1:])
        assert boards[0].keys[-1].app == own.keys[-1].app, "one's own view leads there too"
        menu = telegram.state.menu_button
        assert (menu["type"], menu["web_app"]) == ("web_app", {"url": f"{PUBLIC}/app"})


async def test_the_link_of_an_invitation_leads_to_the_bot(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (page, _):
        async with page.session.get(f"{page.url}join/k7qm", allow_redirects=False) as got:
            assert (got.status, got.headers["Location"]) == (302, "https://t.me/papan_bot?start=K7QM")
        async with page.session.get(f"{page.url}join/https:%2f%2fevil.test", allow_redirects=False) as got:
            assert got.status == 404


async def test_data_that_is_deleted_is_gone_from_the_page_too(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (page, telegram):
        data = sign({"user": ADI}, telegram.token)
        adi = await launches(page, data)
        key = (await adi.hears("seated"))["secret"]
        await adi.say(type="say", text="/privacy delete", event="delete-001")
        asked = await adi.card("Delete my data")
        payload = next(
            each["payload"] for row in asked["rows"] for each in row["buttons"] if each["label"] == "Delete it all"
        )
        await adi.say(type="press", message=asked["id"], payload=payload, event="delete-002")
        await adi.hears("erased")
        assert await refused(page, data, key) == OVER
        again = await launches(page, sign({"user": ADI}, telegram.token, auth_date=time.time() + 2))
        await again.hears("seated")
        assert (await again.hears("messages"))["messages"] == []
    async with open_app(tmp_path) as (page, telegram):
        before = sign({"user": ADI}, telegram.token, auth_date=time.time() - 60)
        assert await refused(page, before) == OVER, "also after a restart"


async def watches(page: Room, telegram: TelegramServer, person: Person, code: str) -> tuple[Client, JSON]:
    """Somebody opens the board of a match: their window, and what they see."""
    user = f'{{"id":{person.id},"first_name":"{person.account.name}"}}'
    client = await launches(page, sign({"user": user}, telegram.token))
    await client.hears("seated")
    await client.say(type="watch", code=code, version=0)
    return client, await client.hears_one_of("board", "no_board")


async def test_who_is_in_the_group_may_watch_and_nobody_else(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (page, telegram):
        adi, siti, ros, budi = (telegram.person(name, f"{name}_k", started=True) for name in PEOPLE)
        group = telegram.group("Kampung", adi, siti, ros)
        adi.say(group, "/play@papan_bot dam-8 first pace:none")
        shared = await telegram.until(lambda: next((each for each in adi.from_bot(group) if each.keys), None))
        code = shared.keys[-1].url.rpartition("=")[2]
        for person, kind in ((siti, "board"), (ros, "board"), (budi, "no_board")):
            client, shown = await watches(page, telegram, person, code)
            assert shown["type"] == kind, person.account.name
            if person is ros:
                ros.leave(group)
                assert (await client.hears("no_board"))["code"] == code, "at once, not when the match changes"
            elif kind == "board":
                sit = next(each for each in shown["actions"] if each["label"].startswith("Sit down"))
                await client.say(type="wish", code=code, kind=sit["kind"], choice=sit["choice"], event="sit-00001")
                assert (await client.hears("done"))["done"]
        await telegram.until(lambda: any("Adi (White) to move" in each.shown for each in adi.from_bot(group)))


async def test_a_link_from_the_chat_lets_its_person_in_once(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (page, telegram):
        adi = telegram.person("Adi", "adi_k", started=True)
        adi.say(adi.private, "/play dam-8 level:1")

        async def press(label: str) -> None:
            def find() -> Message | None:
                shown = reversed(adi.from_bot(adi.private))
                return next((each for each in shown if any(label in key.label for key in each.keys)), None)

            message = await telegram.until(find)
            data = next(key.data for key in message.keys if label in key.label)
            await adi.answer(adi.press(message, data=data))

        await press("More")
        await press("Play in the browser")

        def told() -> str | None:
            found = [each.shown for each in adi.from_bot(adi.private) if f"{PUBLIC}/app#" in each.shown]
            return found[0] if found else None

        _, _, token = (await telegram.until(told)).rpartition("&link=")
        first = await launches(page, f"link:{token}")
        assert (await first.hears("seated"))["id"] == f"telegram:{adi.id}"
        await first.say(type="lobby", open=True)
        assert len((await first.hears("lobby"))["mine"]) == 1
        assert "has been used" in await refused(page, f"link:{token}")


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"PAPAN_APP_URL": PUBLIC}, "PAPAN_APP_LISTEN"),
        ({"PAPAN_APP_LISTEN": "127.0.0.1:8081"}, "PAPAN_APP_URL"),
        ({"PAPAN_APP_URL": PUBLIC, "PAPAN_APP_LISTEN": "127.0.0.1:8081", "TELEGRAM_TOKEN": ""}, "TELEGRAM_TOKEN"),
        ({"PAPAN_APP_URL": f"{PUBLIC}/app", "PAPAN_APP_LISTEN": "127.0.0.1:8081"}, "without a path"),
        ({"PAPAN_APP_URL": PUBLIC, "PAPAN_APP_LISTEN": "127.0.0.1:1", "PAPAN_WEB_URL": PUBLIC}, "same host"),
        ({"PAPAN_APP_URL": "http://app.papan.test", "PAPAN_APP_LISTEN": "127.0.0.1:1"}, "https"),
    ],
)
def test_half_a_page_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: dict[str, str], named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in {"TELEGRAM_TOKEN": "1:a", **given}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=named):
        load_settings()
