"""Content that a platform refuses comes in another form at once, and is never sent again as it is: on both."""

import json
from collections import Counter
from pathlib import Path

import pytest

from bot.platforms.send_limits import Limit
from bot.platforms.telegram import chat_messages
from bot.workers.views import view_reconciler
from loopback.discord import DiscordServer
from loopback.telegram.server import Call
from loopback.waiting import eventually
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import quick_first

GROUP = (Limit(20, 60.0), Limit(1, 0.2, begun=True))
"""As it is for people, but faster: in other tests there are no limits."""
NEW_TAG = "tg-time"
WORDLESS = ("editMessageMedia", "editMessageText", "sendPhoto", "sendMessage")


@pytest.fixture(autouse=True)
def paced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try failed sends again at once, as far as the pace of a group lets it."""
    monkeypatch.setattr(view_reconciler, "backoff", lambda tries: 0.01)
    monkeypatch.setattr(chat_messages, "GROUP", GROUP)


def repeated(village: Village) -> list[str]:
    """The content sent a second time to a message as it was, after it had been refused."""
    names = [_content(each) for each in village.server.calls if each.method in WORDLESS]
    refused = {_content(each) for each in village.server.calls if each.refused and each.method in WORDLESS}
    return [name for name, times in Counter(names).items() if times > 1 and name in refused]


def _content(call: Call) -> str:
    return json.dumps([call.method, call.parameters], default=str, sort_keys=True)


def pictures_refused(village: Village) -> int:
    refused = [each for each in village.server.calls if each.refused]
    return sum(each.method in ("sendPhoto", "editMessageMedia") for each in refused)


@pytest.mark.parametrize("how", quick_first(["Withdraw", "Decline"], "either ends it"))
async def test_an_invitation_that_has_ended_says_so_at_once_and_once(village: Village, how: str) -> None:
    village.adi.say(village.group, "/play @siti_k dam-8 first")
    card = await village.siti.gets(village.group, key="Accept", photo=True)
    before = len(village.server.calls)
    (village.siti if how == "Decline" else village.adi).press(card, how)
    await village.server.until(lambda: not card.keys)
    views = village.running.services.views
    code = card.shown.split()[0]
    await eventually(lambda: views.of_match(code), lambda found: all(view.closed or not view.frozen for view in found))
    edits = [each.method for each in village.server.calls[before:] if each.method.startswith("editMessage")]
    assert edits == ["editMessageText", "editMessageMedia"], "a picture cannot become words, so it becomes a strip"
    await village.begin()  # the next one has the group to itself
    assert repeated(village) == []


async def test_where_the_rights_lie_the_board_comes_as_text_within_the_pace_of_a_group(village: Village) -> None:
    village.group.no_photos = True  # whatever getChat and getChatMember say of it
    village.adi.say(village.group, "/play @siti_k dam-8 first")
    card = await village.siti.gets(village.group, text="Send Photos", key="Accept")
    village.siti.press(card, "Accept")
    await village.siti.gets(village.group, text="Adi (White) to move", key="Your move")
    assert pictures_refused(village) == 1, "it is not asked for again with each board"


async def test_photos_forbidden_in_mid_match(village: Village) -> None:
    await village.begin()
    village.group.no_photos = True
    village.adi.say(village.group, "/move c3-d4")
    await village.siti.gets(village.group, text="Adi played c3-d4", key="Your move", photo=False)
    village.siti.say(village.group, "/move b6-a5")
    await village.siti.gets(village.group, text="Siti played b6-a5", photo=False)
    assert pictures_refused(village) == 1
    assert repeated(village) == []


async def test_a_server_that_knows_no_moments_is_asked_once(village: Village) -> None:
    village.server.world.knows_times = False
    village.adi.say(village.group, "/play @siti_k dam-8 first relaxed")
    card = await village.siti.gets(village.group, key="Accept", photo=True)
    village.siti.press(card, "Accept")
    board = await village.siti.gets(village.group, text="Adi (White) to move", photo=True)
    village.adi.say(village.group, "/move c3-d4")
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)
    assert len([each for each in village.server.refusals if NEW_TAG in each]) == 1


async def test_telegram_refuses_a_picture_and_the_board_comes_as_text(village: Village) -> None:
    board = await village.begin()
    for method in ("editMessageMedia", "sendPhoto"):
        village.server.refuse_next(method, "Bad Request: IMAGE_PROCESS_FAILED")
    village.adi.say(village.group, "/move c3-d4")
    again = await village.siti.gets(village.group, text="Adi played c3-d4", key="Your move")
    assert again.photo is None
    assert again is not board
    assert repeated(village) == []


@pytest.mark.parametrize(
    "refusal",
    quick_first(
        [
            "Bad Request: wrong remote weather",
            "kicked",
            "Bad Request: CHAT_RESTRICTED",
            "Bad Request: not enough rights",
        ],
        "one sentence of its own and one of those that are known",
        2,
    ),
)
async def test_telegram_refuses_for_good_and_it_is_said_elsewhere(village: Village, refusal: str) -> None:
    village.adi.start()
    await village.adi.gets(village.adi.private)
    board = await village.begin()
    # What calls somebody names commands in their language, as answers do.
    told = "cannot be shown in its chat any more"
    if refusal == "kicked":
        village.adi.account.language, told = "ms", "setiap pemain menaip /sertai"
    sentence, code = ("Forbidden: bot was kicked", 403) if refusal == "kicked" else (refusal, 400)
    for method in WORDLESS:
        village.server.refuse_next(method, sentence, code=code, times=99, chat=village.group)
    village.adi.say(village.adi.private, f"/move {board.shown.split()[0]} c3-d4")
    views = village.running.services.views
    await eventually(lambda: views.of_match(board.shown.split()[0]), lambda found: any(view.frozen for view in found))
    await village.adi.gets(village.adi.private, text=told)
    assert repeated(village) == []


async def test_discord_refuses_a_picture_and_the_board_comes_as_text(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        discord.refuse_next("PATCH", f"/messages/{board.id}$", 400, 50035)
        await table.adi.slash("move", move="c3-d4")
        again = await table.stranger.until(lambda each: "Adi played c3-d4" in each.content)
        assert not again.files
        await table.siti.slash("move", move="b6-a5")
        await table.stranger.until(lambda each: "Siti played b6-a5" in each.content and bool(each.files))


@pytest.mark.parametrize(
    ("status", "code"),
    quick_first(
        [(400, 50035), (400, 200000), (403, 50013), (404, 10003)], "whatever the code, it is the status that counts", 2
    ),
)
async def test_discord_refuses_for_good_and_is_asked_no_more(
    discord: DiscordServer, tmp_path: Path, status: int, code: int
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        board = await table.begin()
        for _ in range(9):
            discord.refuse_next("PATCH", f"/messages/{board.id}$", status, code)
        await table.adi.slash("move", move="c3-d4")
        views = running.services.views
        await eventually(lambda: views.of_match(board.content[2:6]), lambda found: any(view.frozen for view in found))
        tried = discord.requests.count(("PATCH", f"/channels/{table.channel.id}/messages/{board.id}"))
        assert tried <= 3, "with its picture, as text, and the last word"
