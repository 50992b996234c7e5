"""The loopback Telegram serves a real python-telegram-bot application and refuses what Telegram would refuse."""

import asyncio
import struct
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from telegram import Bot, BotCommand, BotCommandScopeChat, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto
from telegram import Update as TelegramUpdate
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
)
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes, MessageHandler, filters

from tests.loopback.telegram import Mishap, NotThere, TelegramServer, load_spec
from tests.loopback.telegram.markup import CannotParse, parse_html


def png(shade: int, width: int = 8, height: int = 8) -> bytes:
    """A small grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([shade]) * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.fixture(autouse=True)
def _durations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take waiting times as timedelta: python-telegram-bot warns of the other form."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramServer]:
    async with TelegramServer() as server:
        yield server
        assert server.violations == []


@asynccontextmanager
async def bot_of(server: TelegramServer) -> AsyncIterator[Bot]:
    bot = Bot(server.token, base_url=f"{server.api_url}/bot", base_file_url=f"{server.api_url}/file/bot")
    async with bot:
        yield bot


@pytest.fixture
async def bot(telegram: TelegramServer) -> AsyncIterator[Bot]:
    async with bot_of(telegram) as made:
        yield made


def keyboard(*data: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(f"key {text[:20]}", callback_data=text) for text in data]])


@asynccontextmanager
async def application(server: TelegramServer) -> AsyncIterator[Application[Any, Any, Any, Any, Any, Any]]:
    """A tiny bot: /play shows a picture with a button, which counts up; words are echoed."""

    async def play(update: TelegramUpdate, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_message
        await update.effective_message.reply_photo(
            png(1), caption="<b>0</b>", parse_mode="HTML", reply_markup=keyboard("up")
        )

    async def up(update: TelegramUpdate, context: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query
        assert query.message
        count = int(getattr(query.message, "caption", "0")) + 1
        await query.answer(f"now {count}", show_alert=count > 1)
        await query.edit_message_media(InputMediaPhoto(png(1 + count), caption=str(count)), reply_markup=keyboard("up"))

    async def echo(update: TelegramUpdate, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_message
        await update.effective_message.reply_text(update.effective_message.text or "")

    app = (
        Application.builder()
        .token(server.token)
        .base_url(f"{server.api_url}/bot")
        .base_file_url(f"{server.api_url}/file/bot")
        .build()
    )
    app.add_handler(CommandHandler("play", play))
    app.add_handler(CallbackQueryHandler(up))
    app.add_handler(MessageHandler(filters.TEXT, echo))
    async with app:
        await app.start()
        yield app
        await app.stop()


@asynccontextmanager
async def polling(server: TelegramServer) -> AsyncIterator[None]:
    async with application(server) as app:
        assert app.updater
        await app.updater.start_polling(poll_interval=0.0)
        yield
        await app.updater.stop()


async def test_a_real_application_plays_over_long_polling(telegram: TelegramServer) -> None:
    adi = telegram.person("Adi", "adi_k")
    group = telegram.group("Kampung", adi)
    async with polling(telegram):
        adi.say(group, "/play@papan_bot")
        card = await adi.gets(group, key="up")
        assert (card.shown, card.photo, card.entities) == ("0", png(1), [{"type": "bold", "offset": 0, "length": 1}])
        first = await adi.answer(adi.press(card, "up"))
        assert (first.text, first.is_alert) == ("now 1", False)
        await telegram.until(lambda: card.shown == "1")
        second = await adi.answer(adi.press(card, data="up"))
        assert (second.text, second.is_alert) == ("now 2", True)
        await telegram.until(lambda: card.photo == png(3))
    await telegram.until(lambda: telegram.state.updates.pending == 0)


async def test_the_webhook_is_served_with_its_secret_and_tried_again(telegram: TelegramServer) -> None:
    adi = telegram.person("Adi")
    refused: list[str] = []
    async with application(telegram) as app:

        async def receive(request: web.Request) -> web.Response:
            assert request.headers["X-Telegram-Bot-Api-Secret-Token"] == "s3cret"
            body = await request.json()
            if not refused:
                refused.append(body["message"]["text"])
                return web.Response(status=503)
            await app.update_queue.put(TelegramUpdate.de_json(body, app.bot))
            return web.Response()

        hook = web.Application()
        hook.router.add_post("/hook", receive)
        runner = web.AppRunner(hook)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        await app.bot.set_webhook(f"http://127.0.0.1:{runner.addresses[0][1]}/hook", secret_token="s3cret")
        adi.start("K7QM")
        echoed = await adi.gets(adi.private, text="/start K7QM")
        assert refused == ["/start K7QM"]
        assert telegram.state.updates.deliveries == 2
        assert echoed.reply_to is None
        with pytest.raises(Conflict, match=r"(?i)webhook is active"):
            await app.bot.get_updates()
        info = await app.bot.get_webhook_info()
        assert info.last_error_message
        assert "503" in info.last_error_message
        await app.bot.delete_webhook()
        await runner.cleanup()


async def test_updates_stay_until_the_offset_passes_them(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi")
    adi.say(adi.private, "one")
    adi.say(adi.private, "two")
    seen = await bot.get_updates()
    assert [update.message and update.message.text for update in seen] == ["one", "two"]
    assert await bot.get_updates() == seen
    assert await bot.get_updates(offset=seen[1].update_id) == seen[1:]
    telegram.state.updates.repeat_next()
    assert await bot.get_updates(offset=seen[1].update_id + 1) == seen[1:]
    assert await bot.get_updates(offset=seen[1].update_id + 1) == ()


async def test_a_second_poller_ousts_the_first(telegram: TelegramServer, bot: Bot) -> None:
    first = asyncio.create_task(bot.get_updates(timeout=30))
    await telegram.until(lambda: telegram.state.updates.polled)
    async with bot_of(telegram) as other:
        second = asyncio.create_task(other.get_updates(timeout=1))
        with pytest.raises(Conflict, match=r"(?i)terminated by other getUpdates"):
            await first
        assert await second == ()


async def test_in_groups_only_what_is_meant_for_the_bot_arrives(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi", "adi_k")
    group = telegram.group("Kampung", adi)
    own = await bot.send_message(group.id, "board")
    adi.say(group, "just chatting about /play")
    adi.say(group, "/play@other_bot")
    adi.say(group, "/play")
    adi.say(group, "/m@Papan_Bot c3")
    adi.say(group, "c3-c4", reply_to=group.messages[own.message_id])
    texts = [update.message.text for update in await bot.get_updates() if update.message]
    assert texts == ["/play", "/m@Papan_Bot c3", "c3-c4"]


async def test_topics(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi")
    forum = telegram.group("Forum", adi, forum=True)
    topic = telegram.topic(forum, "Dam", adi)
    adi.say(forum, "/play", topic=topic)
    said = (await bot.get_updates())[-1].message
    assert said
    assert (said.message_thread_id, said.is_topic_message) == (topic.id, True)
    assert said.reply_to_message
    assert said.reply_to_message.forum_topic_created
    await bot.send_message(forum.id, "here", message_thread_id=topic.id)
    with pytest.raises(BadRequest, match=r"(?i)message thread not found"):
        await bot.send_message(forum.id, "general", message_thread_id=1)
    topic.closed = True
    with pytest.raises(BadRequest, match=r"(?i)TOPIC_CLOSED"):
        await bot.send_message(forum.id, "here", message_thread_id=topic.id)
    topic.deleted = True
    with pytest.raises(BadRequest, match=r"(?i)message thread not found"):
        await bot.send_message(forum.id, "here", message_thread_id=topic.id)


async def test_an_answer_in_a_supergroup_carries_a_thread_that_must_not_be_sent_back(
    telegram: TelegramServer, bot: Bot
) -> None:
    adi = telegram.person("Adi")
    group = telegram.group("Kampung", adi)
    own = await bot.send_message(group.id, "board")
    adi.say(group, "c3-c4", reply_to=group.messages[own.message_id])
    said = (await bot.get_updates())[-1].message
    assert said
    assert (said.message_thread_id, said.is_topic_message) == (own.message_id, None)
    with pytest.raises(BadRequest, match=r"(?i)thread not found"):
        await bot.send_message(group.id, "hm", message_thread_id=said.message_thread_id)


async def test_people_the_bot_may_not_write_to(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi")
    with pytest.raises(Forbidden, match=r"(?i)can't initiate conversation"):
        await bot.send_message(adi.id, "hello")
    adi.start()
    await bot.send_message(adi.id, "hello")
    adi.block()
    with pytest.raises(Forbidden, match=r"(?i)blocked by the user"):
        await bot.send_message(adi.id, "hello")
    changed = (await bot.get_updates())[-1].my_chat_member
    assert changed
    assert changed.new_chat_member.status == "kicked"
    group = telegram.group("Kampung", adi)
    adi.kick_bot(group)
    with pytest.raises(Forbidden, match=r"(?i)kicked from the supergroup"):
        await bot.send_message(group.id, "hello")
    with pytest.raises(BadRequest, match=r"(?i)chat not found"):
        await bot.send_message(-77, "hello")


async def test_a_group_that_became_a_supergroup(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi")
    group = telegram.group("Kampung", adi, supergroup=False)
    chat = telegram.migrate(group)
    with pytest.raises(ChatMigrated) as moved:
        await bot.send_message(group.id, "hello")
    assert moved.value.new_chat_id == chat.id
    moves = [update.message.migrate_to_chat_id for update in await bot.get_updates() if update.message]
    assert moves == [chat.id, None]


async def test_edits(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi", started=True)
    sent = await bot.send_photo(adi.id, png(1), caption="one", reply_markup=keyboard("a"))
    media = InputMediaPhoto(png(1), caption="one")
    with pytest.raises(BadRequest, match=r"(?i)message is not modified"):
        await bot.edit_message_media(media, adi.id, sent.message_id, reply_markup=keyboard("a"))
    await bot.edit_message_media(media, adi.id, sent.message_id, reply_markup=keyboard("b"))
    await bot.edit_message_caption(adi.id, sent.message_id, caption="two")
    message = adi.private.messages[sent.message_id]
    assert (message.shown, message.keys, message.edits) == ("two", [], 2)
    with pytest.raises(BadRequest, match=r"(?i)no text in the message"):
        await bot.edit_message_text("three", adi.id, sent.message_id)
    again = await bot.send_photo(adi.id, sent.photo[-1].file_id)
    assert adi.private.messages[again.message_id].photo == png(1)
    file = await bot.get_file(sent.photo[-1].file_id)
    assert bytes(await file.download_as_bytearray()) == png(1)
    foreign = adi.say(adi.private, "mine")
    with pytest.raises(BadRequest, match=r"(?i)can't be edited"):
        await bot.edit_message_text("yours", adi.id, foreign.id)
    await bot.delete_message(adi.id, sent.message_id)
    with pytest.raises(BadRequest, match=r"(?i)to edit not found"):
        await bot.edit_message_caption(adi.id, sent.message_id, caption="two")
    with pytest.raises(BadRequest, match=r"(?i)to delete not found"):
        await bot.delete_message(adi.id, sent.message_id)


async def test_presses_are_answered_once_and_in_time(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi", started=True)
    sent = await bot.send_message(adi.id, "board", reply_markup=keyboard("a", "b"))
    message = adi.private.messages[sent.message_id]
    with pytest.raises(NotThere):
        adi.press(message, data="forged")
    forged = adi.forge_press(message, "forged")
    query = (await bot.get_updates())[-1].callback_query
    assert query
    assert (query.id, query.data) == (forged.id, "forged")
    await query.answer("seen")
    with pytest.raises(BadRequest, match=r"(?i)query is too old"):
        await query.answer("twice")
    telegram.state.query_lifetime = 0.0
    late = adi.press(message, "key a")
    with pytest.raises(BadRequest, match=r"(?i)query is too old"):
        await bot.answer_callback_query(late.id)


def sends(**parameters: Any) -> Callable[[Bot, int], Any]:
    return lambda bot, chat: bot.send_message(chat, **{"text": "x", **parameters})


async def _raw(server: TelegramServer, method: str, **parameters: Any) -> dict[str, Any]:
    url = f"{server.api_url}/bot{server.token}/{method}"
    async with aiohttp.ClientSession() as session, session.post(url, json=parameters) as response:
        body: dict[str, Any] = await response.json()
        return body


@pytest.mark.parametrize(
    ("request_of", "sentence"),
    [
        (sends(text="x" * 4097), "message is too long"),
        (sends(text="<b></b>", parse_mode="HTML"), "must be non-empty"),
        (sends(text="<b>x", parse_mode="HTML"), "can't parse entities"),
        (sends(text="1 < 2", parse_mode="HTML"), "can't parse entities"),
        (sends(reply_markup=keyboard("x" * 65)), "BUTTON_DATA_INVALID"),
        (sends(reply_markup=keyboard("é" * 33)), "BUTTON_DATA_INVALID"),
        (sends(reply_markup=keyboard(*"123456789")), "reply markup is too long"),
        (
            sends(reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="x")]] * 101)),
            "reply markup is too long",
        ),
        (sends(reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("x")]])), "text buttons are unallowed"),
        (lambda bot, chat: bot.send_photo(chat, png(1), caption="x" * 1025), "caption is too long"),
        (lambda bot, chat: bot.send_photo(chat, b"GIF89a"), "IMAGE_PROCESS_FAILED"),
        (lambda bot, chat: bot.send_photo(chat, png(1, 210, 10)), "PHOTO_INVALID_DIMENSIONS"),
        (lambda bot, chat: bot.send_photo(chat, "AgAC0"), "wrong file identifier"),
        (lambda bot, chat: bot.set_my_commands([BotCommand("Main", "x")]), "BOT_COMMAND_INVALID"),
        (lambda bot, chat: bot.set_my_commands([BotCommand("m", "x" * 257)]), "BOT_COMMAND_DESCRIPTION_INVALID"),
        (lambda bot, chat: bot.set_my_commands([("m", "x")] * 101), "BOT_COMMANDS_TOO_MUCH"),
        (lambda bot, chat: bot.answer_callback_query("1", "x" * 201), "MESSAGE_TOO_LONG"),
    ],
)
async def test_malformed_requests_are_refused_and_remembered(
    request_of: Callable[[Bot, int], Any], sentence: str
) -> None:
    async with TelegramServer() as server, bot_of(server) as bot:
        adi = server.person("Adi", started=True)
        with pytest.raises(BadRequest, match=f"(?i){sentence}"):
            await request_of(bot, adi.id)
        assert len(server.violations) == 1
        assert adi.from_bot(adi.private) == []


async def test_the_limits_themselves_are_allowed(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi", started=True)
    await bot.send_message(adi.id, f"<b>{'x' * 4096}</b>", parse_mode="HTML")
    await bot.send_photo(adi.id, png(1), caption="x" * 1024, reply_markup=keyboard("x" * 64, *"1234567"))


@pytest.mark.skipif(load_spec(ephemeral=False) is None, reason="the official description is not at hand")
@pytest.mark.parametrize(
    ("method", "parameters", "problem"),
    [
        ("sendMessage", {"chat_id": 1, "text": "x", "colour": "red"}, "unknown field colour"),
        ("sendMessage", {"chat_id": 1}, "text is missing"),
        ("sendMessage", {"chat_id": 1, "text": 5}, "not String"),
        ("sendMessage", {"chat_id": 1, "text": "x", "disable_notification": "yes"}, "not Boolean"),
        ("sendMessage", {"chat_id": 1, "text": "x", "reply_markup": {"inline_keyboard": [[{"txt": "x"}]]}}, "txt"),
        ("editMessageMedia", {"chat_id": 1, "message_id": 1, "media": {"type": "photo"}}, "media is missing"),
        ("sendMassage", {"chat_id": 1}, "method not found"),
    ],
)
async def test_names_and_types_follow_the_description(method: str, parameters: dict[str, Any], problem: str) -> None:
    async with TelegramServer() as server:
        answer = await _raw(server, method, **parameters)
        assert not answer["ok"]
        assert problem in answer["description"]
        assert len(server.violations) == 1


async def test_faults(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi", started=True)
    telegram.fail_next("sendMessage", Mishap.TOO_MANY, 7)
    with pytest.raises(RetryAfter) as wait:
        await bot.send_message(adi.id, "x")
    assert wait.value.retry_after == timedelta(seconds=7)
    for mishap in (Mishap.INTERNAL, Mishap.BAD_GATEWAY, Mishap.CLOSED_BEFORE):
        telegram.fail_next("sendMessage", mishap)
        with pytest.raises(NetworkError):
            await bot.send_message(adi.id, "x")
    assert adi.from_bot(adi.private) == []
    telegram.fail_next("sendMessage", Mishap.CLOSED_AFTER)
    with pytest.raises(NetworkError):
        await bot.send_message(adi.id, "done")
    assert [message.shown for message in adi.from_bot(adi.private)] == ["done"]
    telegram.fail_next("sendMessage", Mishap.SLOW, 0.05)
    await bot.send_message(adi.id, "late")
    assert telegram.faults.left == 0


async def test_the_pace_of_a_group_is_counted_and_can_be_enforced(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi", started=True)
    group = telegram.group("Kampung", adi)
    telegram.state.enforce_group_limit = True
    for n in range(20):
        await bot.send_message(group.id, str(n))
    with pytest.raises(RetryAfter):
        await bot.send_message(group.id, "20")
    assert telegram.state.busiest_minute(group) == 20
    await bot.send_message(adi.id, "a private chat has no such limit")


async def test_command_menus_by_scope_and_language(telegram: TelegramServer, bot: Bot) -> None:
    adi, siti = telegram.person("Adi", language="id-ID"), telegram.person("Siti", language="en")
    group = telegram.group("Kampung", adi, siti)
    await bot.set_my_commands([BotCommand("play", "Play")])
    await bot.set_my_commands([BotCommand("main", "Bermain")], language_code="id")
    await bot.set_my_commands([BotCommand("board", "Board")], scope=BotCommandScopeChat(group.id))
    assert (adi.menu(adi.private), siti.menu(siti.private)) == ({"main": "Bermain"}, {"play": "Play"})
    assert adi.menu(group) == {"board": "Board"}
    assert await bot.get_my_commands(language_code="id") == (BotCommand("main", "Bermain"),)


async def test_a_wrong_token(telegram: TelegramServer) -> None:
    with pytest.raises(InvalidToken):
        async with Bot("700000001:wrong", base_url=f"{telegram.api_url}/bot"):
            pass


async def test_inline_queries(telegram: TelegramServer, bot: Bot) -> None:
    adi = telegram.person("Adi")
    search = adi.search("K7QM d4")
    query = (await bot.get_updates())[-1].inline_query
    assert query
    assert query.query == "K7QM d4"
    await query.answer([])
    assert await adi.found(search) == []


async def test_an_older_server_does_not_know_ephemeral_messages(telegram: TelegramServer, bot: Bot) -> None:
    with pytest.raises(EndPointNotFound):
        await bot.do_api_request("deleteEphemeralMessage")


async def test_ephemeral_messages_are_seen_by_one_person_only() -> None:
    async with TelegramServer(ephemeral=True) as server, bot_of(server) as bot:
        adi, siti = server.person("Adi"), server.person("Siti")
        group = server.group("Kampung", adi, siti)
        with pytest.raises(BadRequest):
            await bot.do_api_request("deleteEphemeralMessage")
        server.violations.clear()
        card = await bot.send_message(group.id, "card", reply_markup=keyboard("mine"))
        wish: dict[str, Any] = {"receiver_user_id": adi.id}
        with pytest.raises(BadRequest, match=r"(?i)EPHEMERAL_MESSAGE_NOT_ALLOWED"):
            await bot.send_message(group.id, "x", api_kwargs={"ephemeral_message_parameters": wish})
        press = adi.press(group.messages[card.message_id], "mine")
        wish["callback_query_id"] = press.id
        sent = await bot.send_photo(
            group.id,
            png(1),
            caption="panel",
            reply_markup=keyboard("go"),
            api_kwargs={"ephemeral_message_parameters": wish},
        )
        number = sent.api_kwargs["ephemeral_message_id"]
        assert [message.shown for message in adi.sees(group)] == ["card", "panel"]
        assert [message.shown for message in siti.sees(group)] == ["card"]
        place = {"chat_id": group.id, "receiver_user_id": adi.id, "ephemeral_message_id": number}
        await bot.do_api_request("editEphemeralMessageCaption", {**place, "caption": "changed"})
        assert adi.sees(group)[-1].shown == "changed"
        with pytest.raises(NotThere):
            siti.press(group.whispers[number], data="go")
        await bot.do_api_request("deleteEphemeralMessage", place)
        assert [message.shown for message in adi.sees(group)] == ["card"]
        assert server.violations == []


@pytest.mark.parametrize(
    ("source", "text", "kinds"),
    [
        ("<b>a <i>b</i></b> &lt;c&gt; &amp; d", "a b <c> & d", ["bold", "italic"]),
        ('<a href="tg://user?id=5">Siti</a>', "Siti", ["text_mention"]),
        ("<blockquote expandable>x</blockquote>", "x", ["expandable_blockquote"]),
        ("&#9812; &copy; AT&T", "♔ &copy; AT&T", []),
        ("<b>🐯</b>x", "🐯x", ["bold"]),
    ],
)
def test_html(source: str, text: str, kinds: list[str]) -> None:
    parsed, entities = parse_html(source)
    assert (parsed, [entity["type"] for entity in entities]) == (text, kinds)


def test_entities_are_counted_in_utf16() -> None:
    assert parse_html("🐯<code>c3</code>")[1] == [{"type": "code", "offset": 2, "length": 2}]


@pytest.mark.parametrize("source", ["<u>a", "a</b>", "<b><i>a</b></i>", "<p>a</p>", "a < b", "<span>a</span>"])
def test_broken_html_is_refused(source: str) -> None:
    with pytest.raises(CannotParse):
        parse_html(source)
