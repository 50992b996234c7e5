"""The form and the reader of an answer on Telegram: in private, in groups, in panels, alerts and ephemeral messages."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.chat import (
    BoardMessage,
    Button,
    File,
    FileMessage,
    Invite,
    Menu,
    Option,
    Panel,
    Ping,
    PrivatePanel,
    Style,
    Toast,
)
from bot.matches.identity import Person, Place
from bot.platforms.telegram import unused_panels
from loopback.telegram import Mishap, png
from loopback.waiting import until
from tests.bot.platforms.telegram_rig import Rig, picture, rig_in
from tests.suites import deep

BOARD = BoardMessage(
    title="Dam",
    text="Adi <b> & Siti",
    picture=picture(1),
    rows=(
        (Button("Your move", "mv", Style.MAIN), Button("Resign", "rs", Style.DANGER)),
        (Invite("Invite", "K7QM", "Adi & Siti?"),),
    ),
    view="v1",
)
PANEL = PrivatePanel(title="Pick", picture=picture(2), rows=((Button("c3", "pk:c3"),),), replace=True)


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig_in(tmp_path) as made:
        yield made


async def test_a_board_is_a_photo_with_caption_and_buttons_and_its_message_is_told(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    rig.handler.answers["play"] = BOARD
    adi.say(group, "/play")
    board = await adi.gets(group, key="Your move")
    assert (board.photo, board.shown) == (png(1), "Dam\nAdi <b> & Siti")
    assert [entity["type"] for entity in board.entities] == ["bold"]
    assert [(key.label, key.data, key.style) for key in board.rows[0]] == [
        ("Your move", "mv", "primary"),
        ("Resign", "rs", "danger"),
    ]
    assert (
        board.keys[2].url
        == "https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fpapan_bot%3Fstart%3DK7QM&text=Adi%20%26%20Siti%3F"
    )
    await rig.server.until(lambda: rig.handler.stands == [("v1", str(board.id))])


async def test_in_a_group_a_short_private_answer_is_an_alert_and_a_brief_one_a_toast(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    rig.handler.answers |= {
        "play": BOARD,
        "mv": PrivatePanel(text="It is not your turn."),
        "rs": Toast("Done"),
    }
    adi.say(group, "/play")
    board = await adi.gets(group, key="Your move")
    alert = await adi.answer(adi.press(board, "Your move"))
    assert (alert.text, alert.is_alert) == ("It is not your turn.", True)
    toast = await adi.answer(adi.press(board, "Resign"))
    assert (toast.text, toast.is_alert) == ("Done", False)
    assert adi.from_bot(group) == [board]


async def test_what_an_alert_would_lose_is_a_message(rig: Rig) -> None:
    """A file, and a panel that becomes something else by itself, though their words are short enough for an alert."""
    adi = rig.server.person("Adi", started=True)
    rig.handler.answers |= {
        "play": BOARD,
        "mv": FileMessage(text="The record.", file=File("K7QM.pdn", b"1. c3-d4")),
        "rs": PrivatePanel(text="A moment.", updates=_found()),
    }
    adi.say(adi.private, "/play")
    board = await adi.gets(adi.private, key="Your move")
    press = await adi.answer(adi.press(board, "Your move"))
    assert (press.text, press.is_alert) == ("", False)
    assert (await adi.gets(adi.private, text="The record.")).file is not None
    press = await adi.answer(adi.press(board, "Resign"))
    assert (press.text, press.is_alert) == ("", False)
    await adi.gets(adi.private, text="Found.")


async def _found() -> AsyncIterator[Panel]:
    yield PrivatePanel(text="Found.")


async def test_a_panel_goes_to_the_private_chat_if_there_is_one_and_is_turned_in_place(rig: Rig) -> None:
    adi = rig.server.person("Adi", started=True)
    group = rig.server.group("Kampung", adi)
    rig.handler.answers |= {
        "play": BOARD,
        "mv": PANEL,
        "pk:c3": PrivatePanel(title="Where to", picture=picture(3), rows=((Button("d4", "pl:d4"),),), replace=True),
        "pl:d4": PrivatePanel(text="You played c3-d4.", rows=((Button("Undo", "un"),),), replace=True),
        "un": Toast("Taken back.", closes=True),
    }
    adi.say(group, "/play")
    board = await adi.gets(group, key="Your move")
    press = await adi.answer(adi.press(board, "Your move"))
    assert press.url == "https://t.me/papan_bot?start=help_", "the private chat opens by itself"
    panel = await adi.gets(adi.private, key="c3")
    await adi.answer(adi.press(panel, "c3"))
    await rig.server.until(lambda: panel.shown == "Where to" and panel.photo == png(3))
    adi.press(panel, "d4")
    played = await adi.gets(adi.private, text="You played", key="Undo")
    assert panel.deleted, "a picture cannot become text, so the panel is replaced"
    undone = await adi.answer(adi.press(played, "Undo"))
    assert undone.text == "Taken back."
    await rig.server.until(lambda: played.deleted)
    assert adi.from_bot(group) == [board]
    assert adi.from_bot(adi.private) == [], "a panel that has done what it was for is gone"


async def test_a_panel_for_somebody_who_never_wrote_to_the_bot_is_shown_in_the_group(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    rig.handler.answers |= {
        "play": BOARD,
        "mv": PANEL,
        "pk:c3": PrivatePanel(title="Next", picture=picture(3), replace=True),
    }
    adi.say(group, "/play")
    adi.press(await adi.gets(group, key="Your move"), "Your move")
    panel = await adi.gets(group, key="c3")
    assert panel.shown == "Pick\nFor Adi alone."
    assert rig.handler.asked[-1].what == "mv"
    assert adi.key(panel, "Open a private chat").url == "https://t.me/papan_bot?start=help_"
    adi.press(panel, "c3")
    await rig.server.until(lambda: panel.shown == "Next\nFor Adi alone.")


async def test_a_press_for_what_others_must_not_read_opens_the_private_chat(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    rig.handler.answers |= {"play": BOARD, "mv": replace(PANEL, confidential=True, link="games_")}
    adi.say(group, "/play")
    board = await adi.gets(group, key="Your move")
    press = await adi.answer(adi.press(board, "Your move"))
    assert press.url == "https://t.me/papan_bot?start=games_"
    assert adi.from_bot(group) == [board], "no notice for all is needed"
    adi.open(press.url)
    await rig.server.until(lambda: (rig.handler.asked[-1].kind, rig.handler.asked[-1].what) == ("follow", "games_"))


async def test_an_answer_to_one_person_that_nobody_uses_leaves_the_group_after_a_while(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unused_panels, "UNUSED_FOR", 0.0)
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    rig.handler.answers |= {"play": BOARD, "mv": PANEL}
    adi.say(group, "/play")
    board = await adi.gets(group, key="Your move")
    adi.press(board, "Your move")
    await rig.server.until(
        lambda: [each for each in group.messages.values() if "For Adi" in each.shown and each.deleted]
    )
    assert adi.from_bot(group) == [board]


async def test_an_answer_that_is_used_stays_for_as_long_again_and_only_so_many_are_watched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unused_panels, "WATCHED", 2)
    panels, gone = unused_panels.UnusedPanels(), list[str]()

    async def delete(name: str) -> None:
        gone.append(name)

    for name in ("first", "second", "first", "third"):
        panels.watch(name, partial(delete, name))
    await until(lambda: gone)
    assert gone == ["second"], "the first was used since"
    await panels.stop()
    assert gone == ["second"]


async def test_in_a_private_chat_a_board_is_never_turned_into_a_panel(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    rig.handler.answers |= {"play": BOARD, "mv": PANEL}
    adi.say(adi.private, "/play")
    board = await adi.gets(adi.private, key="Your move")
    await adi.answer(adi.press(board, "Your move"))
    panel = await adi.gets(adi.private, key="c3")
    assert panel is not board
    assert board.edits == 0


async def test_a_command_with_a_private_answer_in_a_group_is_answered_in_private(rig: Rig) -> None:
    adi, siti = rig.server.person("Adi", started=True), rig.server.person("Siti")
    group = rig.server.group("Kampung", adi, siti)
    rig.handler.answers["games"] = PrivatePanel(title="Your matches")
    adi.say(group, "/games")
    await adi.gets(adi.private, text="Your matches")
    asked = siti.say(group, "/games@papan_bot")
    public = await siti.gets(group, text="Your matches")
    assert public.reply_to is asked


async def test_a_file_is_a_document_in_the_private_chat(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    rig.handler.answers["privacy"] = FileMessage(
        title="Privacy", text="all of it", file=File("papan.json", b'{"a": 1}')
    )
    adi.say(adi.private, "/privacy export")
    message = await adi.gets(adi.private, text="all of it")
    assert message.file is not None
    assert (message.file.kind, message.file.data) == ("document", b'{"a": 1}')


async def test_ephemeral_messages_are_used_where_telegram_has_them(tmp_path: Path) -> None:
    async with rig_in(tmp_path, ephemeral=True) as rig:
        adi, siti = rig.server.person("Adi", started=True), rig.server.person("Siti")
        group = rig.server.group("Kampung", adi, siti)
        rig.handler.answers |= {
            "play": BOARD,
            "mv": PANEL,
            "pk:c3": PrivatePanel(title="Where to", picture=picture(3), rows=((Button("d4", "pl:d4"),),), replace=True),
            "pl:d4": Toast("You played c3-d4.", closes=True),
            "games": PrivatePanel(title="Your matches"),
        }
        adi.say(group, "/play")
        board = await adi.gets(group, key="Your move")
        opened = await adi.answer(adi.press(board, "Your move"))
        panel = await adi.gets(group, key="c3")
        assert panel.receiver is adi.account
        assert opened.text == ""
        assert "answerCallbackQuery" not in [call.method for call in rig.server.calls], "the panel has answered it"
        assert siti.from_bot(group) == [board]
        adi.press(panel, "c3")
        await rig.server.until(lambda: panel.shown == "Where to" and panel.photo == png(3))
        toast = await adi.answer(adi.press(panel, "d4"))
        assert (toast.text, panel.deleted) == ("You played c3-d4.", True)
        assert adi.from_bot(adi.private) == []
        adi.say(group, "/games")
        await adi.gets(adi.private, text="Your matches")


async def test_a_menu_becomes_buttons_in_as_many_columns_as_fit(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    moves = tuple(Option(f"c{n}", f"c{n}") for n in range(1, 10))
    games = (Option("Malaysian checkers", "dam", "12x12, with the forfeit"), Option("Tabal", "tabal"))
    rig.handler.answers["start"] = PrivatePanel(
        text="Dam\nWhich piece?", rows=(Menu("pk", "Which piece?", moves), Menu("ng", "Which game?", games))
    )
    adi.start()
    shown = await adi.gets(adi.private)
    assert shown.shown == "Dam\nWhich piece?"
    assert [len(row) for row in shown.rows] == [8, 1, 1, 1, 1]
    assert shown.keys[0].data == "~pk:c1"
    assert shown.keys[9].label == "Which game?", "a heading stands above its own menu"
    assert shown.keys[10].label == "Malaysian checkers · 12x12, with the forfeit"
    press = await adi.answer(adi.press(shown, "Which game?"))
    assert (press.text, len(rig.handler.asked)) == ("", 1), "a heading is no button to act on"
    adi.press(shown, "Tabal")
    assert (await rig.heard(2)).what == "ng:tabal"


async def test_long_answers_are_cut_to_what_telegram_takes(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    rig.handler.answers |= {
        "start": PrivatePanel(title="T" * 500, text="&" * 9000, code="<" * 9000),
        "rules": PrivatePanel(title="T" * 500, text="&" * 9000, code="<" * 9000, picture=picture(1)),
        "games": PrivatePanel(rows=((Button("x" * 200, "y" * 64),),)),
    }
    adi.start()
    long = await adi.gets(adi.private)
    assert 4000 < len(long.shown) <= 4096
    adi.say(adi.private, "/rules")
    assert 1000 < len((await adi.gets(adi.private, photo=True)).shown) <= 1024
    adi.say(adi.private, "/games")
    bare = await adi.gets(adi.private, key="x")
    assert bare.keys[0].data == "y" * 64, "a payload of full length has no room for the mark"


@deep("each trouble is met alone in the quick suite")
async def test_answers_survive_a_telegram_in_trouble(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    rig.handler.answers["start"] = PrivatePanel(text="here to help")
    for mishap in (Mishap.INTERNAL, Mishap.BAD_GATEWAY, Mishap.CLOSED_BEFORE, Mishap.TOO_MANY):
        rig.server.fail_next("sendMessage", mishap, 1 if mishap is not Mishap.TOO_MANY else 0)
        before = len(adi.from_bot(adi.private))
        adi.start()
        await rig.server.until(lambda before=before: len(adi.from_bot(adi.private)) == before + 1)  # type: ignore[misc]
    assert len(rig.handler.asked) == 4, "each update is acted on once"


async def test_a_late_press_is_shown_as_a_message_instead_of_an_alert(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    rig.handler.answers |= {"play": BOARD, "mv": PrivatePanel(text="It is not your turn.")}
    adi.say(adi.private, "/play")
    board = await adi.gets(adi.private, key="Your move")
    rig.server.state.query_lifetime = -1.0
    adi.press(board, "Your move")
    await adi.gets(adi.private, text="It is not your turn.")


@pytest.mark.parametrize("started", [True, False])
async def test_what_belongs_to_a_closed_topic_does_not_go_to_the_general_one(rig: Rig, started: bool) -> None:
    adi = rig.server.person("Adi", started=started)
    forum = rig.server.group("Forum", adi, forum=True)
    topic = rig.server.topic(forum, "Dam", adi)
    rig.handler.answers |= {"play": BOARD, "games": PrivatePanel(text="None.", stays=True), "mv": PANEL}
    adi.say(forum, "/play", topic=topic)
    board = await adi.gets(forum, key="Your move")
    topic.closed = True
    adi.say(forum, "/play", topic=topic)
    if started:
        await adi.gets(adi.private, text="I cannot write in that topic: it is closed.")
        adi.say(forum, "/games", topic=topic)
        await adi.gets(adi.private, text="None.")
    else:
        press = await adi.answer(adi.press(board, "Your move"))
        assert (press.text, press.is_alert) == ("I cannot write in that topic: it is closed.", True)
    assert rig.handler.moves == []
    assert adi.from_bot(forum) == [board]


@pytest.mark.parametrize("started", [True, False])
async def test_who_is_to_move_in_a_closed_topic_is_called_in_private_or_in_general(rig: Rig, started: bool) -> None:
    adi = rig.server.person("Adi", started=started)
    forum = rig.server.group("Forum", adi, forum=True)
    topic = rig.server.topic(forum, "Dam", adi)
    topic.closed = True
    place, called = Place("telegram", str(forum.id), str(topic.id)), Person("telegram", str(adi.id), "Adi")
    call = Ping(text="Adi, it is your turn.", rows=((Button("Your move", "mv"),),))
    if started:
        assert await rig.platform.ping(place, "1", called, call, "") == ""
        await adi.gets(adi.private, text="Adi, it is your turn.", key="Your move")
        assert adi.from_bot(forum) == []
    else:
        message = await rig.platform.ping(place, "", called, call, "")
        told = await adi.gets(forum, text="Adi, it is your turn.", key="Your move")
        assert (str(told.id), told.thread) == (message, None)


async def test_a_deleted_topic_sends_the_board_to_the_general_one(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    forum = rig.server.group("Forum", adi, forum=True)
    topic = rig.server.topic(forum, "Dam", adi)
    rig.handler.answers["play"] = BOARD
    topic.deleted = True
    adi.say(forum, "/play", topic=topic)
    board = await adi.gets(forum, key="Your move")
    assert board.thread is None
    chat = str(forum.id)
    assert rig.handler.moves == [(Place("telegram", chat, str(topic.id)), Place("telegram", chat))]
