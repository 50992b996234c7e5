"""Every place gets what it needs, on Telegram: the whole app on the loopback Telegram."""

from datetime import timedelta

import pytest

from bot.matches.match import Match
from bot.matches.status import Status
from loopback.telegram import Message, Mishap
from loopback.waiting import eventually
from tests.bot.platforms.village import Village
from tests.suites import deep


async def panel_of(village: Village, line: str = "/play") -> Message:
    """Adi's panel in the group, after the choice of a game in the menu; it shows the start."""
    games = await village.asks(line, "Main tapal empat")
    key = next(each for each in games.keys if "Main tapal empat" in each.label)
    village.adi.press(games, data=key.data)
    return await village.adi.gets(village.group, key="Either side", photo=True)


async def opened(village: Village) -> Match:
    """The only match there is, by the card in the group; the panel that led to it has gone."""
    card = await village.siti.gets(village.group, key="Withdraw", photo=True)
    await village.server.until(lambda: village.group.from_bot()[-1] is card)
    await village.server.until(lambda: not any("Either side" in label for label in keys_in(village)))
    return await village.match(card)


def keys_in(village: Village) -> list[str]:
    """The labels of all buttons in the group."""
    return [key.label for message in village.group.from_bot() for key in message.keys]


async def start_private_chats(village: Village) -> None:
    """Everybody has started the private chat, so that private answers could go there."""
    for person in (village.adi, village.siti):
        person.start()
        await person.gets(person.private)


@deep("the panel is pressed without a client in the quick suite")
async def test_a_bare_play_keeps_its_group_also_with_a_private_chat(village: Village) -> None:
    await start_private_chats(village)
    panel = await panel_of(village)
    assert "Whom do you want to play, and on which side?" in panel.shown
    village.adi.press(panel, "Anybody")
    match = await opened(village)
    assert (match.status, match.invited) == (Status.INVITED, None)
    assert len(village.adi.from_bot(village.adi.private)) == 1, "nothing of it went to the private chat"


@deep("the panel is pressed without a client in the quick suite")
async def test_a_named_person_without_a_game_keeps_the_group(village: Village) -> None:
    await start_private_chats(village)
    village.adi.press(await village.asks("/play @siti_k", "Draughts on squares"), "Draughts on squares")
    games = await village.adi.gets(village.group, key="English draughts")
    village.adi.press(games, "English draughts")
    card = await village.siti.gets(village.group, text="Adi invites Siti", key="Accept")
    await village.server.until(lambda: games.deleted)  # so it cannot be used a second time
    assert card.chat is village.group
    assert len(village.adi.from_bot(village.adi.private)) == 1


@deep("the panel is pressed without a client in the quick suite")
async def test_where_nobody_is_known_the_panel_has_no_menu_of_people(village: Village) -> None:
    panel = await panel_of(village)
    assert "To invite one person" in panel.shown
    assert "One person" not in panel.shown.splitlines()


async def test_a_spectator_who_presses_a_players_button_is_told_in_an_alert(village: Village) -> None:
    board = await village.begin()
    press = await village.ros.answer(village.ros.press(board, "Your move"))
    assert press.is_alert
    assert press.text == "You do not play in this match. My view shows you the board."
    assert not [each for each in village.group.from_bot() if "Ros" in each.shown]


@deep("the panel is pressed without a client in the quick suite")
async def test_the_panel_names_a_side_and_a_person_known_in_this_chat(village: Village) -> None:
    await village.begin()
    panel = await panel_of(village)
    assert "Siti" in [key.label for key in panel.keys]
    assert "Ros" not in [key.label for key in panel.keys], "Ros has not played here"
    village.adi.press(panel, "Tigers")
    panel = await village.adi.gets(village.group, key="\N{CHECK MARK} Tigers")
    village.adi.press(panel, "Siti")
    card = await village.siti.gets(village.group, text="Adi invites Siti", key="Accept")
    match = await village.match(card)
    assert match.game.ruleset.sides[match.host_side or 0].name == "Tigers"


@pytest.mark.parametrize("mishap", [Mishap.TOO_MANY, Mishap.BAD_GATEWAY, Mishap.CLOSED_BEFORE])
async def test_a_first_board_that_fails_comes_at_once(
    village: Village, mishap: Mishap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a sweep nor the patience with an answer brings it: it is sent again because it has failed."""
    monkeypatch.setattr("bot.workers.views.view_reconciler.SWEEP_EVERY", 3600.0)
    monkeypatch.setattr("bot.services.views.ANSWER_WITHIN", timedelta(hours=1))
    await village.begin()  # the next sweep is an hour away
    village.server.fail_next("sendPhoto", mishap)
    village.adi.say(village.group, "/play @ros_k dam-8 first")
    await village.ros.gets(village.group, text="Adi invites @ros_k", key="Accept")


@pytest.mark.parametrize(
    ("pace", "lost"),
    [
        ("none", "Siti cannot be reached at present. {code} waits"),
        ("relaxed", "Siti cannot be reached: the clock of {code} is stopped."),
    ],
)
async def test_one_who_unblocks_is_reached_with_their_first_word(village: Village, pace: str, lost: str) -> None:
    back = "Siti is back in {code}."
    for person in (village.adi, village.siti):
        person.start()
        await person.gets(person.private)
    village.adi.say(village.adi.private, f"/play dam-8 first pace:{pace}")
    card = await village.adi.gets(village.adi.private, key="Withdraw")
    code = card.shown.split()[0]
    village.siti.say(village.siti.private, f"/join {code}")
    board = await village.siti.gets(village.siti.private, key="Your move", photo=True)
    village.siti.block()
    village.adi.say(village.adi.private, "c3-d4")
    await village.adi.gets(village.adi.private, text="Siti cannot be reached in our private chat")
    await village.adi.gets(village.adi.private, text=f"Adi, {lost.format(code=code)}")
    village.siti.unblock()
    village.siti.say(village.siti.private, "/games")
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)
    own = await village.adi.gets(village.adi.private, key="Your move", photo=True)
    await village.server.until(lambda: "cannot be reached" not in own.shown)
    await village.adi.gets(village.adi.private, text=f"Adi, {back.format(code=code)}")
    # What was sent is counted: a call is taken away once another has come.
    sent = [call.parameters for call in village.server.calls if call.method == "sendMessage" and not call.refused]
    for text in (lost, back):
        told = [each for each in sent if text.format(code=code) in each["text"] and "Adi" in each["text"]]
        assert len(told) == 1, "once each"


async def test_a_group_the_bot_is_put_back_into_goes_on_with_the_first_word(village: Village) -> None:
    board = await village.begin()
    village.ros.kick_bot(village.group)
    village.siti.start()
    village.adi.start()
    await village.adi.gets(village.adi.private)
    village.adi.say(village.adi.private, f"/move {board.shown.split()[0]} c3-d4")
    await frozen(village, board)
    village.ros.add_bot(village.group)
    village.siti.say(village.group, "/help")
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)


async def frozen(village: Village, board: Message) -> None:
    """Wait until the board of a match is given up."""
    views = village.running.services.views
    await eventually(lambda: views.of_match(board.shown.split()[0]), lambda found: any(view.frozen for view in found))


async def test_where_no_photos_may_go_the_board_is_text_at_once(village: Village) -> None:
    village.group.no_photos = True
    village.adi.say(village.group, "/play @siti_k dam-8 first")
    card = await village.siti.gets(village.group, text="Send Photos", key="Accept")
    assert card.photo is None
    village.siti.press(card, "Accept")
    board = await village.siti.gets(village.group, text="Adi (White) to move", key="Your move")
    assert board is card


async def test_where_nothing_may_be_written_the_person_is_told_in_private(village: Village) -> None:
    village.adi.start()
    await village.adi.gets(village.adi.private)
    village.group.muted = True
    village.adi.say(village.group, "/play @siti_k dam-8 first")
    await village.adi.gets(village.adi.private, text="I am not allowed to send messages there")


async def test_a_person_is_named_in_reply_to_the_panel(village: Village) -> None:
    panel = await panel_of(village)
    village.adi.press(panel, "Tigers")
    panel = await village.adi.gets(village.group, key="\N{CHECK MARK} Tigers")
    village.siti.say(village.group, "@ros_k", reply_to=panel)
    village.adi.say(village.group, "@siti_k", reply_to=panel)
    card = await village.siti.gets(village.group, text="Adi invites Siti", key="Accept")
    match = await village.match(card)
    assert match.game.ruleset.sides[match.host_side or 0].name == "Tigers"
    await village.server.until(lambda: panel.deleted)
    assert not [each for each in village.group.from_bot() if "Ros" in each.shown], "the panel is for Adi"


@deep("the panel is pressed without a client in the quick suite")
async def test_a_person_is_named_in_reply_to_the_list_of_games(village: Village) -> None:
    games = await village.asks("/play", "Main tapal empat")
    village.adi.say(village.group, "@siti_k", reply_to=games)
    again = await village.adi.gets(village.group, text="Which game do you want to play with")
    village.adi.press(again, "Draughts on squares")
    again = await village.adi.gets(village.group, key="English draughts")
    village.adi.press(again, "English draughts")
    await village.siti.gets(village.group, text="Adi invites @siti_k", key="Accept")


async def test_a_person_is_invited_by_answering_a_message_of_theirs(village: Village) -> None:
    hello = village.siti.say(village.group, "who plays?")
    village.adi.say(village.group, "/play dam-8 first", reply_to=hello)
    await village.siti.gets(village.group, text="Adi invites Siti", key="Accept")
