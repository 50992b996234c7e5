"""The loopback Telegram refuses what Telegram would refuse: edits, presses, malformed requests, and faults to order."""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import aiohttp
import pytest
from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto
from telegram.error import BadRequest, EndPointNotFound, NetworkError, RetryAfter

from loopback.telegram import Mishap, NotThere, TelegramServer, png
from loopback.telegram.bots import bot_of, keyboard


@pytest.fixture(autouse=True)
def _durations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take waiting times as timedelta: python-telegram-bot warns of the other form."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramServer]:
    async with TelegramServer() as server:
        yield server
        assert server.violations == []


@pytest.fixture
async def bot(telegram: TelegramServer) -> AsyncIterator[Bot]:
    async with bot_of(telegram) as made:
        yield made


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
        (sends(reply_markup=keyboard("x" * 65)), "callback_data: not 1 to 64 bytes"),
        (sends(reply_markup=keyboard("é" * 33)), "callback_data: not 1 to 64 bytes"),
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
        (lambda bot, chat: bot.set_my_commands([BotCommand("m", "x" * 257)]), "description: not 1 to 256 characters"),
        (lambda bot, chat: bot.set_my_commands([("m", "x")] * 101), "BOT_COMMANDS_TOO_MUCH"),
        (lambda bot, chat: bot.answer_callback_query("1", "x" * 201), "text: not 0 to 200 characters"),
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


@pytest.mark.parametrize(
    ("method", "parameters", "problem"),
    [
        ("sendMessage", {"chat_id": 1, "text": "x", "colour": "red"}, "unknown field colour"),
        ("sendMessage", {"chat_id": 1}, "text is missing"),
        ("sendMessage", {"chat_id": 1, "text": 5}, "not String"),
        ("sendMessage", {"chat_id": 1, "text": "x", "disable_notification": "yes"}, "not Boolean"),
        ("sendMessage", {"chat_id": 1, "text": "x", "reply_markup": {"inline_keyboard": [[{"txt": "x"}]]}}, "txt"),
        ("editMessageMedia", {"chat_id": 1, "message_id": 1, "media": {"type": "photo"}}, "media is missing"),
        ("sendMessage", {"chat_id": 1, "text": "x", "reply_markup": [[]]}, "not InlineKeyboardMarkup"),
        ("editMessageMedia", {"chat_id": 1, "message_id": 1, "media": {"type": "picture", "media": "x"}}, "must be"),
        ("answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201}, "not 0 to 200 characters"),
        ("setWebhook", {"url": "http://127.0.0.1", "secret_token": "x" * 257}, "not 1 to 256 characters"),
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
        parameters: dict[str, Any] = {"receiver_user_id": adi.id}
        with pytest.raises(BadRequest, match=r"(?i)EPHEMERAL_MESSAGE_NOT_ALLOWED"):
            await bot.send_message(group.id, "x", api_kwargs={"ephemeral_message_parameters": parameters})
        press = adi.press(group.messages[card.message_id], "mine")
        parameters["callback_query_id"] = press.id
        sent = await bot.send_photo(
            group.id,
            png(1),
            caption="panel",
            reply_markup=keyboard("go"),
            api_kwargs={"ephemeral_message_parameters": parameters},
        )
        number = sent.api_kwargs["ephemeral_message_id"]
        assert [message.shown for message in adi.sees(group)] == ["card", "panel"]
        assert [message.shown for message in siti.sees(group)] == ["card"]
        place = {"chat_id": group.id, "receiver_user_id": adi.id, "ephemeral_message_id": number}
        await bot.do_api_request("editEphemeralMessageCaption", {**place, "caption": "changed"})
        assert adi.sees(group)[-1].shown == "changed"
        with pytest.raises(NotThere):
            siti.press(group.ephemerals[number], data="go")
        await bot.do_api_request("deleteEphemeralMessage", place)
        assert [message.shown for message in adi.sees(group)] == ["card"]
        assert server.violations == []
