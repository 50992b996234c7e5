"""Telegram as a MessageGateway: messages are posted, edited and deleted, and what each refusal means."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.chat import BoardMessage, Button, Gone, Later, Ping, PlaceMoved, Unreachable
from bot.foundation.shared_work import SingleProcess
from bot.matches.identity import Person, Place
from bot.platforms.telegram import TelegramPlatform
from loopback.telegram import Chat, Mishap, TelegramServer, Topic, png
from tests.bot.platforms.telegram_rig import Rig, ScriptedHandler, kept, picture, rig_in
from tests.suites import deep

BOARD = BoardMessage(title="Dam", picture=picture(1), rows=((Button("Your move", "mv"),),), view="v1")


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig_in(tmp_path) as made:
        yield made


def place_of(chat: Chat, topic: Topic | None = None) -> Place:
    return Place("telegram", str(chat.id), str(topic.id) if topic else "", private=chat.person is not None)


async def test_a_board_is_posted_edited_and_taken_away(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    message = await rig.platform.post(place_of(group), BOARD, "v1")
    board = group.messages[int(message)]
    await rig.platform.edit(place_of(group), message, replace(BOARD, text="ply 1", picture=picture(2)))
    assert (board.shown, board.photo, board.edits) == ("Dam\nply 1", png(2), 1)
    await rig.platform.edit(place_of(group), message, replace(BOARD, text="ply 1", picture=picture(2)))
    assert board.edits == 1, "it shows this already"
    await rig.platform.edit(place_of(group), message, replace(BOARD, text="over", picture=picture(3), rows=()))
    assert board.keys == []
    await rig.platform.delete(place_of(group), message)
    await rig.platform.delete(place_of(group), message)
    assert adi.from_bot(group) == []


async def test_a_picture_that_telegram_has_is_not_uploaded_again(rig: Rig) -> None:
    adi, siti = rig.server.person("Adi", started=True), rig.server.person("Siti", started=True)
    await rig.platform.post(place_of(adi.private), BOARD, "v1")
    message = await rig.platform.post(place_of(siti.private), BOARD, "v2")
    assert len(rig.server.world.files) == 1
    await rig.platform.edit(place_of(siti.private), message, replace(BOARD, picture=picture(2)))
    assert len(rig.server.world.files) == 2
    rig.server.world.files.clear()
    await rig.platform.post(place_of(adi.private), BOARD, "v1")
    assert adi.from_bot(adi.private)[-1].photo == png(1), "an id that Telegram has forgotten is replaced by an upload"
    assert rig.server.violations == ["sendPhoto: Bad Request: wrong file identifier/HTTP URL specified"]
    rig.server.violations.clear()


async def test_a_deleted_board_is_gone(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    message = await rig.platform.post(place_of(group), BOARD, "v1")
    adi.delete(group.messages[int(message)])
    with pytest.raises(Gone):
        await rig.platform.edit(place_of(group), message, replace(BOARD, text="new"))


async def test_a_board_without_its_picture_is_posted_anew(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    message = await rig.platform.post(place_of(group), BOARD, "v1")
    with pytest.raises(Gone):
        await rig.platform.edit(place_of(group), message, replace(BOARD, code="the board as text", picture=None))
    assert adi.from_bot(group) == [], "an old picture would show a position that is no more"
    text = await rig.platform.post(place_of(group), replace(BOARD, picture=None), "v1")
    await rig.platform.edit(place_of(group), text, BOARD)
    assert adi.from_bot(group)[-1].photo == png(1)


@deep("what cannot be sent now is tried later in the quick suite")
async def test_places_that_cannot_be_reached(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    for place in (place_of(adi.private), Place("telegram", "-4711")):
        with pytest.raises(Unreachable):
            await rig.platform.post(place, BOARD, "v1")
    message = await rig.platform.post(place_of(group), BOARD, "v1")
    adi.kick_bot(group)
    with pytest.raises(Unreachable):
        await rig.platform.edit(place_of(group), message, replace(BOARD, text="new"))


async def test_places_that_have_moved(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi, supergroup=False)
    new = rig.server.migrate(group)
    with pytest.raises(PlaceMoved) as moved:
        await rig.platform.post(place_of(group), BOARD, "v1")
    assert moved.value.place == place_of(new)
    forum = rig.server.group("Forum", adi, forum=True)
    topic = rig.server.topic(forum, "Dam", adi)
    await rig.platform.post(place_of(forum, topic), BOARD, "v1")
    topic.deleted = True
    with pytest.raises(PlaceMoved) as moved:
        await rig.platform.post(place_of(forum, topic), BOARD, "v1")
    assert moved.value.place == place_of(forum)


async def test_telegram_in_trouble(rig: Rig) -> None:
    adi = rig.server.person("Adi", started=True)
    rig.server.fail_next("sendPhoto", Mishap.TOO_MANY, 7)
    with pytest.raises(Later) as later:
        await rig.platform.post(place_of(adi.private), BOARD, "v1")
    assert later.value.seconds == 7
    rig.server.fail_next("sendPhoto", Mishap.CLOSED_BEFORE)
    with pytest.raises(Later) as later:
        await rig.platform.post(place_of(adi.private), BOARD, "v1")
    assert (later.value.seconds, later.value.reason) == (None, "ServerDisconnectedError")


async def test_the_pace_of_a_group_is_kept_by_waiting(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    rig.server.state.enforce_group_limit = True
    message = await rig.platform.post(place_of(group), BOARD, "v1")
    for ply in range(1, 20):
        await rig.platform.edit(place_of(group), message, replace(BOARD, text=f"ply {ply}"))
    with pytest.raises(Later) as later:
        await rig.platform.edit(place_of(group), message, replace(BOARD, text="ply 20"))
    assert later.value.reason == "429"
    assert 1 <= (later.value.seconds or 0) <= 60


async def test_who_is_to_move_is_called_beside_the_board_without_a_sound_for_others(rig: Rig) -> None:
    adi, siti = rig.server.person("Adi"), rig.server.person("Siti <3", started=True)
    group = rig.server.group("Kampung", adi, siti)
    message = await rig.platform.post(place_of(group), BOARD, "v1")
    person = Person("telegram", str(siti.id), "Siti <3")
    ping = group.messages[
        int(
            await rig.platform.ping(
                place_of(group), message, person, Ping(text="Siti <3, it is your turn & more"), "k1"
            )
        )
    ]
    assert ping.shown == "Siti <3, it is your turn & more"
    assert [(entity["type"], entity["user"]["id"]) for entity in ping.entities] == [("text_mention", siti.id)]
    assert ping.reply_to is group.messages[int(message)]
    made = rig.server.calls[-1].parameters
    assert made["disable_notification"] is True
    again = Ping(text="it is your turn")
    other = group.messages[int(await rig.platform.ping(place_of(group), message, person, again, "k2"))]
    assert other.shown == "Siti <3: it is your turn"
    await rig.platform.ping(place_of(siti.private), "1", person, again, "k3")
    assert siti.from_bot(siti.private)[-1].shown == "it is your turn"
    assert (
        "disable_notification" not in rig.server.calls[-1].parameters
        or not rig.server.calls[-1].parameters["disable_notification"]
    )


@deep("what cannot be sent now is tried later in the quick suite")
async def test_before_it_is_connected_everything_is_later(tmp_path: Path) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi", started=True)
        server.fail_next("getMe", Mishap.CLOSED_BEFORE)
        platform = TelegramPlatform(
            server.token, inbox, ScriptedHandler(), api_url=server.api_url, leases=SingleProcess()
        )
        await platform.start()
        with pytest.raises(Later):
            await platform.post(place_of(adi.private), BOARD, "v1")
        await server.until(lambda: server.state.updates.polled)
        await platform.post(place_of(adi.private), BOARD, "v1")
        await platform.stop()
