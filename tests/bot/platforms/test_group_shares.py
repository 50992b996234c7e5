"""One person cannot take all of a group's messages: boards, calls and answers to others go before what they ask for."""

import pytest

from bot.chat import Person, Place, Request
from bot.platforms.send_limits import Limit
from bot.platforms.telegram import answer_shares, chat_messages
from bot.platforms.telegram.answer_shares import MINUTE, Shares, ShareSpent
from bot.platforms.telegram.sending import LONGEST_WAIT
from bot.platforms.telegram.toasts import SEEN
from loopback.telegram import Message
from tests.bot.platforms.village import Village
from tests.suites import deep
from tests.ticks import Ticks

ANSWERS, MOVES, EDITS = answer_shares.ANSWERS, answer_shares.MOVES, answer_shares.EDITS
"""As they are for people: in tests there are no limits."""
FASTER = 10.0
"""The limits of a group in a tenth of their time: the order of what is sent is the same."""
LINES = ("/help", "/rules dam", "/settings", "/games", "/move")


@pytest.fixture
def shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shares as they are, and a group's twenty messages in its minute, one in three seconds."""
    monkeypatch.setattr(answer_shares, "ANSWERS", ANSWERS)
    monkeypatch.setattr(answer_shares, "MOVES", MOVES)
    monkeypatch.setattr(answer_shares, "EDITS", EDITS)


@pytest.fixture
def limited(shares: None, village: Village, monkeypatch: pytest.MonkeyPatch) -> Village:
    """A group whose limit is in force, with its minute made short."""
    limits = (Limit(20, 60.0 / FASTER), Limit(1, 3.0 / FASTER, begun=True))
    monkeypatch.setattr(chat_messages, "GROUP", limits)
    village.server.state.enforce_group_limit = True
    village.server.state.group_window = 60.0 / FASTER
    return village


def request(account: str, chat: str = "-1") -> Request:
    return Request("1", Person("telegram", account, "Adi"), Place("telegram", chat))


def test_a_share_is_of_one_person_in_one_group_and_grows_again() -> None:
    ticks = Ticks()
    share = Shares(2, ticks)
    assert [share.take(request("1")), share.take(request("1"))] == [0, 1]
    ticks.now += 20
    with pytest.raises(ShareSpent) as spent:
        share.take(request("1"))
    assert spent.value.seconds == MINUTE - 20
    assert [share.take(request("2")), share.take(request("1", "-2"))] == [0, 0]
    ticks.now += MINUTE - 20
    assert share.take(request("1")) == 0


@deep("the shares themselves are counted in the quick suite")
async def test_after_twenty_commands_of_one_the_board_of_another_is_shown_without_waiting(limited: Village) -> None:
    group = limited.group
    lines = [limited.adi.say(group, LINES[number % len(LINES)]) for number in range(20)]
    limited.siti.say(group, "/play @ros_c dam-8 first")
    board = await limited.siti.gets(group, key="Accept", photo=True)
    before = [each for each in group.from_bot() if each.id < board.id]
    assert len(before) <= ANSWERS
    await limited.server.until(
        lambda: len(_answers(limited)) + sum(each.reaction == SEEN for each in lines) == len(lines)
    )
    assert len(_answers(limited)) <= ANSWERS
    assert limited.server.refusals == [each for each in limited.server.refusals if "429" not in each]


async def test_an_answer_that_waits_for_its_turn_holds_up_nobody(
    shares: None, village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    village.siti.start()
    await village.siti.gets(village.siti.private)
    monkeypatch.setattr(chat_messages, "GROUP", (Limit(1, LONGEST_WAIT - 0.1),))
    village.adi.say(village.group, "/help")
    await village.server.until(lambda: _answers(village))
    village.adi.say(village.group, "/games")
    village.siti.say(village.group, "/settings")
    await village.siti.gets(village.siti.private, text="English")
    assert len(_answers(village)) == 1, "Adi's second answer still waits"


async def test_refusals_of_one_persons_moves_are_of_their_share(shares: None, village: Village) -> None:
    board = await village.begin()
    lines = [village.adi.say(village.group, "a1-h8", reply_to=board) for _ in range(3 * ANSWERS)]
    village.siti.say(village.group, "/help")
    await village.server.until(lambda: [each for each in _answers(village) if "For Siti alone." in each.shown])
    await village.server.until(lambda: sum(each.reaction == SEEN for each in lines) == len(lines) - ANSWERS)
    refusals = [each for each in village.group.messages.values() if each.reply_to in lines]
    assert len(refusals) <= ANSWERS, "also those that the next one has replaced"


async def test_what_is_more_than_a_share_goes_to_an_open_private_chat(shares: None, village: Village) -> None:
    adi, group = village.adi, village.group
    for _ in range(ANSWERS):
        adi.say(group, "/play")  # its panel is for all to see
    await village.server.until(lambda: len(_answers(village)) == ANSWERS)
    adi.start()
    await adi.gets(adi.private)
    greeted = len(adi.from_bot(adi.private))
    adi.say(group, "/play")
    await village.server.until(lambda: len(adi.from_bot(adi.private)) > greeted)
    assert len(_answers(village)) == ANSWERS
    village.siti.say(group, "/play")
    await village.server.until(lambda: len(_answers(village)) == ANSWERS + 1)


async def test_presses_on_a_panel_that_all_see_have_a_share_as_well(shares: None, village: Village) -> None:
    panel = await village.asks("/away")
    edits = 0
    while True:
        press = await village.adi.answer(village.adi.press(panel, panel.keys[0].label))
        if press.is_alert:
            break
        edits += 1
        assert edits <= EDITS
    assert "Too much is going on here" in (press.text or "")


async def test_panels_of_moves_have_a_share_of_their_own(shares: None, village: Village) -> None:
    """Moves by panels are more frequent than other requests."""
    board = await village.begin()
    for _ in range(ANSWERS):
        village.adi.say(village.group, "/help")
    await village.server.until(lambda: len(_answers(village)) == ANSWERS)
    await village.adi.answer(village.adi.press(board, "Your move"))
    await village.server.until(lambda: len(_answers(village)) == ANSWERS + 1)
    assert "Which piece" in _answers(village)[-1].shown


def _answers(village: Village) -> list[Message]:
    """The messages in the group that answer one person."""
    return [each for each in village.group.messages.values() if " alone." in each.shown]


async def test_a_panel_that_loses_its_picture_is_replaced_also_when_the_share_is_spent(
    shares: None, village: Village
) -> None:
    panel = await village.asks("/rules tabal", key="Sources")
    for _ in range(ANSWERS - 1):
        village.adi.say(village.group, "/help")
    await village.server.until(lambda: len(_answers(village)) == ANSWERS)
    await village.adi.answer(village.adi.press(panel, "Sources"))
    await village.server.until(lambda: panel.deleted)
    await village.server.until(lambda: [each for each in village.group.from_bot() if "Sources" in each.shown])
