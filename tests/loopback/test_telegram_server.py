"""The loopback Telegram serves a real python-telegram-bot application: updates, places, people, menus."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession, web
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeChat,
    InlineQueryResultArticle,
    InputMediaPhoto,
    InputTextMessageContent,
)
from telegram import Update as TelegramUpdate
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes, MessageHandler, filters

from loopback.telegram import TelegramServer, png
from loopback.telegram.bots import bot_of, keyboard
from tests.suites import deep


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramServer]:
    async with TelegramServer() as server:
        yield server
        assert server.violations == []


@pytest.fixture
async def bot(telegram: TelegramServer) -> AsyncIterator[Bot]:
    async with bot_of(telegram) as made:
        yield made


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


@deep("one poller is served in the quick suite")
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
    group = telegram.group("Kampung", adi)
    search = adi.search("K7QM d4")
    query = (await bot.get_updates())[-1].inline_query
    assert query
    assert query.query == "K7QM d4"
    await query.answer([InlineQueryResultArticle("1", "c3-d4", InputTextMessageContent("/move c3-d4"))])
    assert [result["title"] for result in await adi.found(search)] == ["c3-d4"]
    adi.choose(search, "c3-d4", group)
    said = (await bot.get_updates())[-1].message
    assert said
    assert (said.text, said.via_bot, said.from_user and said.from_user.id) == ("/move c3-d4", bot.bot, adi.id)
    with pytest.raises(BadRequest, match=r"(?i)query is too old"):
        await query.answer([])


@pytest.mark.parametrize(("checked", "status"), [(True, 400), (False, 200)])
async def test_only_a_server_that_checks_refuses_what_is_not_described(checked: bool, status: int) -> None:
    async with TelegramServer(checked=checked) as server, ClientSession() as session:
        adi = server.person("Adi", started=True)
        asked = {"chat_id": adi.private.id, "text": "x", "txet": "x"}
        async with session.post(f"{server.api_url}/bot{server.token}/sendMessage", json=asked) as answer:
            assert answer.status == status
        assert bool(server.violations) == checked
