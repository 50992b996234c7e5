"""What a platform refuses for what it is comes in another form, and after a few refusals no more: on both platforms."""

from pathlib import Path

import pytest

from bot.platforms.telegram import chat_messages
from bot.workers import view_reconciler
from bot.workers.view_reconciler import AS_TEXT, GIVEN_UP
from loopback.discord import DiscordServer
from loopback.telegram import Mishap
from loopback.waiting import eventually
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village

GROUP = chat_messages.GROUP
"""As it is for people: in tests there are no limits."""
NEW_TAG = "tg-time"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed is tried again at once."""
    monkeypatch.setattr(view_reconciler, "backoff", lambda tries: 0.01)


def pictures_refused(village: Village) -> int:
    refused = [each for each in village.server.calls if each.refused]
    return sum(each.method in ("sendPhoto", "editMessageMedia") for each in refused)


async def test_where_the_rights_lie_the_board_comes_as_text_within_the_pace_of_a_group(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_messages, "GROUP", GROUP)
    village.group.no_photos = True  # whatever getChat and getChatMember say of it
    village.adi.say(village.group, "/play @siti_k dam-8 first")
    card = await village.siti.gets(village.group, text="Send Photos", key="Accept")
    village.siti.press(card, "Accept")
    await village.siti.gets(village.group, text="Adi (White) to move", key="Your move")
    assert pictures_refused(village) == 1, "it is not asked for again with each board"


async def test_a_server_that_knows_no_moments_is_asked_once(village: Village) -> None:
    village.server.world.knows_times = False
    village.adi.say(village.group, "/play @siti_k dam-8 first relaxed")
    card = await village.siti.gets(village.group, key="Accept", photo=True)
    village.siti.press(card, "Accept")
    board = await village.siti.gets(village.group, text="Adi (White) to move", photo=True)
    village.adi.say(village.group, "/move c3-d4")
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)
    assert len([each for each in village.server.refusals if NEW_TAG in each]) == 1


async def test_telegram_refuses_twice_and_the_board_comes_as_text(village: Village) -> None:
    board = await village.begin()
    village.server.fail_next("editMessageMedia", Mishap.REFUSED, times=AS_TEXT)
    village.server.fail_next("sendPhoto", Mishap.REFUSED, times=AS_TEXT)
    village.adi.say(village.group, "/move c3-d4")
    again = await village.siti.gets(village.group, text="Adi played c3-d4", key="Your move")
    assert again.photo is None
    assert again is not board


async def test_telegram_refuses_for_good_and_it_is_said_elsewhere(village: Village) -> None:
    village.adi.start()
    await village.adi.gets(village.adi.private)
    board = await village.begin()
    for method in ("editMessageMedia", "editMessageText", "sendPhoto", "sendMessage"):
        village.server.fail_next(method, Mishap.REFUSED, times=99, chat=village.group)
    village.adi.say(village.adi.private, f"/move {board.shown.split()[0]} c3-d4")
    views = village.running.services.views
    await eventually(lambda: views.of_match(board.shown.split()[0]), lambda found: any(view.frozen for view in found))
    await village.adi.gets(village.adi.private, text="cannot be shown in its chat any more")


async def test_discord_refuses_twice_and_the_board_comes_as_text(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        for _ in range(AS_TEXT):
            discord.fail_next("PATCH", f"/messages/{board.id}$", "400")
        await table.adi.slash("move", move="c3-d4")
        again = await table.stranger.until(lambda each: "Adi played c3-d4" in each.content)
        assert not again.files
        await table.siti.slash("move", move="b6-a5")
        await table.stranger.until(lambda each: "Siti played b6-a5" in each.content and bool(each.files))


async def test_discord_refuses_for_good_and_is_asked_no_more(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        board = await table.begin()
        for _ in range(2 * GIVEN_UP):
            discord.fail_next("PATCH", f"/messages/{board.id}$", "400")
        await table.adi.slash("move", move="c3-d4")
        views = running.services.views
        await eventually(lambda: views.of_match(board.content[2:6]), lambda found: any(view.frozen for view in found))
        assert discord.requests.count(("PATCH", f"/channels/{table.channel.id}/messages/{board.id}")) <= GIVEN_UP + 1
