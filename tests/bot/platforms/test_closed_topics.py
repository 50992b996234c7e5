"""A match whose board was deleted in a topic that is closed goes on: whoever is to move is called all the same."""

import pytest

from bot.matches.happening import Happening
from bot.matches.identity import Person
from bot.platforms.send_limits import Limit
from bot.platforms.telegram import chat_messages
from loopback.telegram import Chat, Message, Topic
from loopback.waiting import eventually
from tests.bot.platforms.village import Village
from tests.suites import quick_first


async def begun_in_topic(village: Village, pace: str) -> tuple[Chat, Topic, str]:
    """A forum with a match in a topic of its own, which is closed and has lost the board; the match's code."""
    forum = village.server.group("Forum", village.adi, village.siti, forum=True)
    topic = village.server.topic(forum, "Dam", village.adi)
    village.adi.start()
    village.adi.say(forum, f"/play @{village.siti.account.username} dam-8 first {pace}".rstrip(), topic=topic)
    card = await village.siti.gets(forum, key="Accept")
    await village.siti.answer(village.siti.press(card, "Accept"))
    board = await village.siti.gets(forum, key="Your move", photo=True)
    code = board.shown[:4]
    await village.server.until(lambda: "to move" in board.shown)
    topic.closed = True
    village.adi.delete(board)
    return forum, topic, code


def called_in(forum: Chat) -> list[Message]:
    return [each for each in forum.from_bot() if "Siti, Adi played" in each.shown]


@pytest.mark.parametrize("pace", quick_first(["", "relaxed"], "a clock changes nothing about where"))
async def test_who_has_a_private_chat_is_called_there(village: Village, pace: str) -> None:
    village.siti.start()
    forum, _, code = await begun_in_topic(village, pace)
    village.adi.say(village.adi.private, f"{code} c3-d4")
    call = await village.siti.gets(village.siti.private, text=f"Siti, Adi played c3-d4 in {code}", key="Your move")
    village.siti.press(call, "Your move")
    await village.siti.gets(village.siti.private, key="b6")
    assert not called_in(forum)


async def test_who_has_none_is_called_in_general_at_each_move_once(village: Village) -> None:
    forum, topic, code = await begun_in_topic(village, "")
    village.adi.say(village.adi.private, f"{code} c3-d4")
    call = await village.siti.gets(forum, text=f"Siti, Adi played c3-d4 in {code}", key="Your move")
    assert call.thread is None
    village.siti.say(forum, f"/move {code} b6-a5")
    await village.adi.gets(village.adi.private, text="Adi, Siti played b6-a5")
    await village.server.until(lambda: call.deleted)
    village.adi.say(village.adi.private, f"{code} g3-h4")
    await village.siti.gets(forum, text=f"Siti, Adi played g3-h4 in {code}")
    services = village.running.services
    await eventually(lambda: services.matches.get(code), lambda match: match.happened is Happening.UNREACHABLE)
    village.ros.say(village.group, "/games")  # in its own time: what is left to do for the match is done by then
    await village.ros.gets(village.group, text="For Ros")
    assert len(called_in(forum)) == 1
    topic.closed = False
    village.siti.say(forum, "/games")
    board = await village.siti.gets(forum, text="Adi played g3-h4", photo=True)
    assert board.thread == topic.id
    assert len(called_in(forum)) <= 1, "the clock goes on, which is told in its place"


@pytest.mark.parametrize("soon", quick_first([False, True], "that it is closed soon after is told in the same words"))
async def test_who_asks_in_a_closed_topic_is_told_and_no_invitation_remains(
    village: Village, monkeypatch: pytest.MonkeyPatch, soon: bool
) -> None:
    monkeypatch.setattr(chat_messages, "GROUP", (Limit(20, 60.0), Limit(1, 0.5, begun=True)))
    forum = village.server.group("Forum", village.adi, village.siti, forum=True)
    topic = village.server.topic(forum, "Dam", village.adi)
    topic.closed = True
    village.adi.start()
    if soon:
        village.siti.say(forum, "/games")
        await village.siti.gets(forum, text="For Siti alone")
    village.adi.say(forum, "/play @siti_k dam-8", topic=topic)
    await village.adi.gets(village.adi.private, text="I cannot write in that topic: it is closed.")
    services = village.running.services
    adi = await services.people.player(Person("telegram", str(village.adi.account.id), "Adi"))
    await eventually(lambda: services.matches.of_player(adi.id), lambda found: not found)
    village.adi.say(village.adi.private, "/games")
    await village.adi.gets(village.adi.private, text="no match")


async def test_an_invitation_from_the_comments_of_a_post_stands_there(village: Village) -> None:
    post = village.server.post(village.server.channel("News", village.group), "Who plays?")
    forwarded = next(each for each in village.group.messages.values() if each.text == post.text)
    asked = village.adi.say(village.group, "/play @siti_k dam-8", reply_to=forwarded)
    card = await village.siti.gets(village.group, key="Accept")
    assert card.reply_to is asked
    answered = village.ros.say(village.group, "/play @siti_k tapal", reply_to=asked)
    card = await village.siti.gets(village.group, text="tapal empat", key="Accept")
    assert card.reply_to is answered
    village.ros.say(village.group, "/play anybody tabal")
    card = await village.siti.gets(village.group, text="Tabal", key="Sit down")
    assert card.reply_to is None
