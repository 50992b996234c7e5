"""The requests that the adapter makes of messages and presses on Telegram."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat import BoardMessage, Button
from bot.matches.identity import Person, Place
from tests.bot.platforms.telegram_rig import Rig, rig_in

BOARD = BoardMessage(text="board", rows=((Button("Your move", "mv"),),))


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig_in(tmp_path) as made:
        yield made


async def test_a_command_says_who_where_and_what(rig: Rig) -> None:
    adi = rig.server.person("Adi", "Adi_K", "ms-MY")
    group = rig.server.group("Kampung", adi)
    adi.say(group, "/play@Papan_Bot  @Siti_B \n tabal")
    asked = await rig.heard()
    assert asked.what == "play"
    assert asked.arguments == {"opponent": Person("telegram", "", "Siti_B", "siti_b"), "game": "tabal"}
    assert asked.request.person == Person("telegram", str(adi.id), "Adi", "adi_k", "ms-MY")
    assert asked.request.place == Place("telegram", str(group.id))
    assert asked.request.message == ""


async def test_a_command_may_end_with_its_line(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    adi.say(group, "/analyse@papan_bot\ndam-8\n1. c3-d4")
    asked = await rig.heard()
    assert (asked.what, asked.arguments) == ("analyse", {"text": "dam-8 1. c3-d4"})


async def test_local_names_and_aliases_of_commands(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    for number, typed in enumerate(("/main", "/new", "/play"), 1):
        adi.say(adi.private, typed)
        assert (await rig.heard(number)).what == "play"


async def test_people_without_a_handle_are_invited_by_mention_or_by_answering_them(rig: Rig) -> None:
    adi, siti = rig.server.person("Adi"), rig.server.person("Siti Aminah")
    group = rig.server.group("Kampung", adi, siti)
    adi.say(group, "/play Siti Aminah tabal", mention=siti)
    expected = Person("telegram", str(siti.id), "Siti Aminah", locale="en")
    assert (await rig.heard()).arguments == {"opponent": expected, "game": "tabal"}
    hello = siti.say(group, "who plays?")
    adi.say(group, "/play", reply_to=hello)
    assert (await rig.heard(2)).arguments == {"opponent": expected}


async def test_the_bot_itself_is_recognised(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    adi.say(adi.private, "/play @papan_bot")
    opponent = (await rig.heard()).arguments["opponent"]
    assert isinstance(opponent, Person)
    assert (opponent.is_self, opponent.is_bot) == (True, True)


async def test_an_answer_to_the_board_and_a_line_in_private_are_plain_text(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    rig.handler.answers["play"] = BOARD
    adi.say(group, "/play")
    board = await adi.gets(group, key="Your move")
    adi.say(group, "c3-c4", reply_to=board)
    asked = await rig.heard(2)
    assert (asked.kind, asked.what, asked.request.message) == ("text", "c3-c4", str(board.id))
    assert asked.request.place == Place("telegram", str(group.id)), "the thread of an answer names no topic"
    adi.say(adi.private, "c3-c4")
    asked = await rig.heard(3)
    assert (asked.kind, asked.request.place.private, asked.request.message) == ("text", True, "")


async def test_topics_are_places_of_their_own_and_their_first_message_is_not_answered(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    forum = rig.server.group("Forum", adi, forum=True)
    topic = rig.server.topic(forum, "Dam", adi)
    rig.handler.answers["play"] = BOARD
    adi.say(forum, "/play", topic=topic)
    asked = await rig.heard()
    assert asked.request.place == Place("telegram", str(forum.id), str(topic.id))
    assert (asked.request.message, asked.arguments) == ("", {})
    board = await adi.gets(forum, key="Your move")
    assert board.thread == topic.id
    adi.press(board, "Your move")
    assert (await rig.heard(2)).request.place.thread == str(topic.id)


async def test_an_invitation_link_asks_for_the_invitation(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    adi.start("K7QM")
    asked = await rig.heard()
    assert (asked.what, asked.arguments, asked.request.place.private) == ("start", {"code": "K7QM"}, True)
    adi.start()
    assert (await rig.heard(2)).what == "start"


async def test_anonymous_administrators_and_unknown_commands(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    adi.say(group, "/weather")
    adi.say(group, "/play", anonymous=True)
    asked = await rig.heard()
    assert (asked.what, asked.request.person.is_bot, asked.request.person.name) == ("play", True, "Kampung")
    adi.say(adi.private, "/weather")
    assert (await rig.heard(2)).what == "weather"


async def test_forged_payloads_reach_the_door_as_they_are(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    rig.handler.answers["play"] = BOARD
    adi.say(adi.private, "/play")
    board = await adi.gets(adi.private, key="Your move")
    adi.forge_press(board, "1:ZZZZ:0:mv:<x>")
    assert (await rig.heard(2)).what == "1:ZZZZ:0:mv:<x>"


async def test_every_event_has_a_name_of_its_own(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    adi.start()
    adi.start()
    first, second = await rig.heard(1), await rig.heard(2)
    assert first.request.event != second.request.event


async def test_a_group_that_becomes_a_supergroup_is_told_to_the_door(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi, supergroup=False)
    new = rig.server.migrate(group)
    await rig.server.until(lambda: rig.handler.moves)
    assert rig.handler.moves == [(Place("telegram", str(group.id)), Place("telegram", str(new.id)))]


async def test_the_menu_of_commands_speaks_the_persons_language(rig: Rig) -> None:
    people = {language: rig.server.person("P", language=language) for language in ("en", "ms", "id", "fr")}
    menus = {language: list(person.menu(person.private))[:2] for language, person in people.items()}
    assert menus == {"en": ["play", "move"], "ms": ["main", "gerak"], "id": ["main", "langkah"], "fr": ["play", "move"]}


async def test_moves_are_suggested_in_any_chat_and_a_chosen_one_is_a_command(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    search = adi.search("K7QM c3")
    await adi.found(search)
    assert rig.handler.asked[0].what == "move move K7QM c3"
    adi.choose(search, "K7QM c3 -d4", group)
    chosen = await rig.heard(2)
    assert (chosen.what, chosen.arguments) == ("move", {"move": "K7QM c3-d4"})
    assert chosen.request.place == Place("telegram", str(group.id))
