"""The live board as an activity on Discord: the same match as in the channel, under the hand of its person."""

import re
from typing import cast

import pytest
from playwright.async_api import Frame, Page, Request, expect

from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.discord.activities import open_activity
from tests.conversation.activity_frame import HOME, in_activity, words_of
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.clients import DiscordClient
from tests.conversation.live_boards import SPOT, Hand, accept, plays
from tests.conversation.mini_app import running
from tests.conversation.test_mini_app import WORDS, shut_out
from tests.conversation.whole_games import WHOLE_GAMES
from tests.suites import deep


async def begun(chats: ChatPlatforms, game: str = "dam-8") -> tuple[DiscordClient, DiscordClient, str]:
    """Adi and Siti have a match under way in the channel; Adi is to move."""
    adi, siti = await chats.client("discord", "Adi"), await chats.client("discord", "Siti")
    assert isinstance(adi, DiscordClient)
    assert isinstance(siti, DiscordClient)
    await adi.types(f"/play {game} first pace:none")
    (code,) = re.findall(r"/join\S* ([A-Z0-9]{4})", await adi.reads("invites anybody"))
    await siti.types(f"/join {code}")
    await siti.reads("to move")
    return adi, siti, code


async def touch_in(page: Page, frame: Frame, point: str) -> None:
    """Touch a point of the board in a frame that fills its page."""
    x, y = await frame.evaluate(SPOT, point)
    await page.mouse.click(x, y)


async def at_ply_in(frame: Frame, ply: int) -> None:
    await frame.wait_for_function("ply => document.querySelector('papan-board')?.state?.ply === ply", arg=ply)


@deep("the page inside Telegram and a group play a match in the quick suite, and so do people in the room")
@pytest.mark.long("a browser starts")
async def test_a_move_in_the_activity_shows_in_the_channel_and_the_other_way_round(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        adi, siti, code = await begun(chats)
        instance = open_activity(chats.discord.world, chats.channel, adi.member.user)
        fetched: list[Request] = []
        page, frame = await in_activity(chats, adi.member.user, instance, fetched=fetched)
        await frame.locator("#mine a").first.click()
        await expect(frame.locator("papan-board [role=application]")).to_be_visible()
        assert frame.url == f"{chats.app_url}/m/{code}"
        assert {"activity", "discord.js"} <= {each.url.split("/")[-1].split("?")[0] for each in fetched}
        assert 0 < await words_of(fetched, chats.app_url) <= WORDS
        await touch_in(page, frame, "c3")
        await touch_in(page, frame, "d4")
        await siti.reads("Adi played", "Siti (Black) to move")
        await siti.answers_board("f6-e5")
        await at_ply_in(frame, 2)
        await frame.evaluate("location.reload()")
        await expect(frame.locator("papan-board [role=application]")).to_be_visible()
        await at_ply_in(frame, 2)


@deep("moves are played both ways in the quick suite, and a whole match in the room")
@pytest.mark.long("a browser starts, and a whole match is played in it")
async def test_a_whole_match_ends_by_itself(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        adi, siti, code = await begun(chats, "main-tapal-empat")
        await adi.presses("Open the board")
        users = (adi.member.user, siti.member.user)
        instance = open_activity(chats.discord.world, chats.channel, *users)
        page, frame = await in_activity(chats, users[0], instance)
        await expect(frame.locator("papan-board [role=application]")).to_be_visible()
        assert frame.url == f"{chats.app_url}/m/{code}"
        _, hers = await in_activity(chats, users[1], instance)
        await expect(hers.locator("papan-board [role=application]")).to_be_visible()
        ruleset = find_ruleset("main-tapal-empat")
        game = Game.begin(ruleset)
        hand = Hand(lambda _, point: touch_in(page, frame, point), accept)
        for text in WHOLE_GAMES[ruleset.key].split():
            points = set(re.findall(r"[a-z][0-9]", text))
            written = ((each, format_move(ruleset, each)) for each in game.legal_moves)
            move = next(each for each, turn in written if set(re.findall(r"[a-z][0-9]", turn)) == points)
            if game.turn:  # the other side begins here
                await siti.answers_board(text)
            else:
                await frame.wait_for_function("() => document.querySelector('papan-board').at")
                await plays(cast(Page, frame), game, move, hand)  # it has what is asked of a page here
            game = game.play(move)
            await at_ply_in(frame, game.ply)
            await at_ply_in(hers, game.ply)
        await expect(frame.locator("#end")).to_be_visible()
        await expect(hers.locator("#end")).to_be_visible()


@deep("that another code lets somebody in is tried without a browser in the quick suite")
@pytest.mark.long("a browser starts, and Papan starts twice")
async def test_an_open_activity_goes_on_after_a_restart(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        adi, siti, _ = await begun(chats)
        await adi.presses("Open the board")
        instance = open_activity(chats.discord.world, chats.channel, adi.member.user)
        page, frame = await in_activity(chats, adi.member.user, instance)
        await expect(frame.locator("papan-board [role=application]")).to_be_visible()
    async with chats.running_app():
        await siti.types("/games")
        await siti.reads("Adi")
        await touch_in(page, frame, "c3")
        await touch_in(page, frame, "d4")
        await at_ply_in(frame, 1)
        await siti.reads("Adi played", "Siti (Black) to move")
        await expect(frame.locator("#refused")).to_be_hidden()


@deep("everybody else reads why not at the socket, and in the page inside Telegram, in the quick suite")
@pytest.mark.long("a browser starts")
async def test_who_is_not_in_the_activity_and_who_is_elsewhere_sees_nothing(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        adi, siti, _ = await begun(chats)
        instance = open_activity(chats.discord.world, chats.channel, adi.member.user)
        page, frame = await in_activity(chats, siti.member.user, instance)
        await expect(frame.locator("#refused")).to_contain_text("does not count you among the people")
        await frame.get_by_role("button", name="Close this page").click()
        await expect(page.locator("iframe")).to_have_count(0)
        _, elsewhere = await in_activity(chats, adi.member.user, instance, "https://evil.test")
        assert "Papan" not in await elsewhere.content()


@deep("an activity is watched by one in the quick suite")
@pytest.mark.long("a browser starts")
async def test_who_has_no_match_of_their_own_watches_that_of_the_activity(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        adi, siti, code = await begun(chats)
        budi, cici = [await chats.client("discord", name) for name in ("Budi", "Cici")]
        assert isinstance(budi, DiscordClient)
        assert isinstance(cici, DiscordClient)
        await adi.presses("Open the board")
        users = [each.member.user for each in (adi, budi, cici)]
        instance = open_activity(chats.discord.world, chats.channel, *users)
        opened = [await in_activity(chats, user, instance) for user in users]
        for _, frame in opened:
            await expect(frame.locator("papan-board [role=application]")).to_be_visible()
            assert frame.url == f"{chats.app_url}/m/{code}"
        (page, own), (other, watched), (_, looked_on) = opened
        await touch_in(other, watched, "c3")
        await touch_in(other, watched, "d4")
        await at_ply_in(own, 0)  # whoever looks on walks a line of their own
        await watched.get_by_role("button", name="To the match").click()
        await expect(watched.locator("body")).to_contain_text("Adi to move.")
        await touch_in(page, own, "c3")
        await touch_in(page, own, "d4")
        await siti.reads("Adi played", "Siti (Black) to move")
        for frame in (watched, looked_on):
            await at_ply_in(frame, 1)


@deep("the page is looked at inside Telegram in the quick suite")
@pytest.mark.parametrize(("scheme", "width"), [("light", 320), ("dark", 430), ("light", 1100)])
@pytest.mark.long("a browser starts")
async def test_nobody_is_shut_out_of_the_frame(platforms: ChatPlatforms, scheme: str, width: int) -> None:
    async with running(platforms) as chats:
        adi, _, _ = await begun(chats)
        await adi.presses("Open the board")
        instance = open_activity(chats.discord.world, chats.channel, adi.member.user)
        look: dict[str, object] = {"viewport": {"width": width, "height": 700}, "color_scheme": scheme}
        user = adi.member.user
        _, frame = await in_activity(chats, user, instance, HOME, None, bypass_csp=True, **look)
        await expect(frame.locator("papan-board [role=application]")).to_be_visible()
        assert await shut_out(frame) == []
