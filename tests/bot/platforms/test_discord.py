"""Papan on Discord: the real discord.py against a loopback Discord, the real app and a real database."""

import io
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path

import pytest
from aiohttp import ClientSession
from PIL import Image
from structlog.testing import capture_logs

from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Address
from bot.chat.commands import COMMANDS
from bot.foundation.errors import CannotStart
from loopback import waiting
from loopback.discord import DiscordServer, Member
from loopback.discord.server import until
from loopback.discord.world import ALL, ATTACH, DM, OPEN_THREADS, SEND, VIEW, Message
from loopback.ports import hand_out
from loopback.trouble import Trouble, TroubledServer
from loopback.waiting import eventually
from tests.bot.connected import to_discord
from tests.bot.database_files import file_in
from tests.bot.platforms.notices_harness import in_its_thread
from tests.suites import deep, quick_first


class Table:
    """Two players and a spectator in a channel with Papan."""

    def __init__(self, server: DiscordServer, allowed: int = ALL & ~OPEN_THREADS) -> None:
        self.server = server
        guild = server.add_guild("Kampung")
        self.channel = server.add_channel("serambi", guild, allowed=allowed)
        self.adi = Member(server, server.add_user("Adi"), self.channel)
        self.siti = Member(server, server.add_user("Siti"), self.channel, locale="id")
        self.stranger = Member(server, server.add_user("Ros"), self.channel)

    def board(self) -> Message:
        return next(each for each in reversed(self.stranger.sees()) if each.files)

    async def begin(self, game: str = "malaysian-checkers-8") -> Message:
        """Adi, with the first side, invites Siti, who accepts: the board message."""
        await self.adi.slash("play", opponent=self.siti.user, game=game, side="first")
        card = await self.stranger.until(lambda each: "Adi invites Siti" in each.content)
        await self.siti.press(card, "Accept")
        return await self.stranger.until(lambda each: "to move" in each.content)


@asynccontextmanager
async def papan(server: DiscordServer, folder: Path, token: str = "") -> AsyncIterator[RunningApp]:
    settings = to_discord(server, file_in(folder), token)
    async with run_app(settings) as running:
        yield running


async def test_a_wrong_token_ends_the_start_with_one_sentence(discord: DiscordServer, tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="DISCORD_TOKEN") as refused:
        async with papan(discord, tmp_path, token="another-token"):
            pass
    assert "\n" not in str(refused.value)
    assert "another-token" not in str(refused.value)


async def test_a_wrong_token_is_named_beside_another_platform(discord: DiscordServer, tmp_path: Path) -> None:
    health, web = (Address("127.0.0.1", hand_out()) for _ in range(2))
    settings = to_discord(discord, file_in(tmp_path), "another-token", papan_health=health, papan_web=web)
    with capture_logs() as logs:
        async with run_app(settings) as running, ClientSession() as session:
            assert [each.platform for each in running.platforms] == ["web"]
            async with session.get(f"http://{web}/") as response:
                assert response.ok
            async with session.get(f"http://{health}/healthz") as response:
                assert (await response.json())["status"].startswith("Discord refuses DISCORD_TOKEN; copy")
    assert [each["platform"] for each in logs if each["event"] == "platform_refused"] == ["discord"]


@pytest.mark.parametrize(
    "trouble", quick_first([None, Trouble.SILENCE, Trouble.HTML], "what does not come is tried again like another")
)
async def test_a_discord_that_is_not_there_yet_keeps_nobody_waiting(
    trouble: Trouble | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``trouble``: what is there in its place."""
    monkeypatch.setattr("bot.platforms.discord.platform.START_WITHIN", 0.5)
    monkeypatch.setattr("bot.platforms.discord.platform.backoff", lambda tries: 0.01 * tries)
    monkeypatch.setattr("bot.foundation.monitoring.contact.AWAY_TOO_LONG", 0.001)
    health, server = Address("127.0.0.1", hand_out()), DiscordServer()
    server.port = hand_out()  # it comes up there later
    settings = to_discord(server, file_in(tmp_path), papan_health=health, papan_web=Address("127.0.0.1", 0))
    in_its_place = TroubledServer(trouble, server.port) if trouble else nullcontext()
    async with AsyncExitStack() as stack:
        async with in_its_place:
            running = await stack.enter_async_context(run_app(settings))
            assert str(running.platforms[0]) == "Discord, once it can be reached"
            session = await stack.enter_async_context(ClientSession())

            async def said() -> str:
                async with session.get(f"http://{health}/healthz") as response:
                    return str((await response.json())["status"])

            await eventually(said, lambda status: status.startswith("Discord has been away"))
        await stack.enter_async_context(server)
        await eventually(said, lambda status: status == "ok")
        table = Table(server)
        await table.begin()


@deep("one shard, as nearly everybody has, is in the quick suite; the library takes five seconds for each further one")
async def test_there_are_as_many_shards_as_discord_asks_for(
    discord: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.discord.platform.backoff", lambda tries: 0.01 * tries)
    async with papan(discord, tmp_path):
        await waiting.until(lambda: discord.gateway.shards == [[0, 1]])
        discord.gateway.shards_wanted = 2  # the bot was added to many servers
        await discord.gateway.drop(4011)
        await waiting.until(lambda: discord.gateway.shards == [[0, 2], [1, 2]])


async def test_commands_are_registered_with_indonesian_names(discord: DiscordServer, tmp_path: Path) -> None:
    async with papan(discord, tmp_path):
        names = {command["name"]: command for command in discord.world.commands if command["type"] == 1}
        assert set(names) == {spec.name for spec in COMMANDS}
        assert names["move"]["name_localizations"] == {"id": "langkah"}
        assert all(set(command["contexts"]) == {0, 1, 2} for command in names.values())
        assert all(set(command["integration_types"]) == {0, 1} for command in names.values())


async def test_invitation_moves_and_the_picture_with_its_description(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        assert "Adi (White) to move" in board.content
        first = board.picture
        assert Image.open(io.BytesIO(first)).size[0] == 720
        await table.adi.slash("move", move="c3-d4")
        await table.stranger.until(lambda each: "Adi played c3-d4" in each.content and each.id == board.id)
        assert board.picture != first
        assert "c3 – d4" in board.alt
        assert "White, men (12)" in board.alt


async def test_suggestions_are_the_legal_moves(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.begin()
        found = await table.adi.suggestions("move", "move", "")
        assert {each["value"] for each in found} == {"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"}
        assert {each["value"] for each in await table.adi.suggestions("move", "move", "d4")} == {"c3-d4", "e3-d4"}
        assert await table.siti.suggestions("move", "move", "") == []
        sides = await table.adi.suggestions("play", "side", "", game="rimau")
        assert [each["name"] for each in sides] == ["I play Villagers", "I play Tiger", "Toss a coin"]


async def test_suggestions_respect_the_match_and_a_code_before_the_move(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        first = (await table.begin()).content.removeprefix("**").split(" ")[0]
        await table.adi.slash("play", opponent=table.stranger.user, game="permainan-tabal", side="first")
        card = await table.adi.until(lambda each: "Adi invites Ros" in each.content)
        await table.stranger.press(card, "Accept")
        await table.adi.until(lambda each: each.id == card.id and "to move" in each.content)
        second = card.content.removeprefix("**").split(" ")[0]
        found = await table.adi.suggestions("move", "move", "c5", match=second)
        assert {each["value"] for each in found} == {"b4-c5", "c4-c5", "d4-c5"}
        found = await table.adi.suggestions("move", "move", f"{first} d4")
        assert {each["value"] for each in found} == {f"{first} c3-d4", f"{first} e3-d4"}
        await table.adi.slash("move", move=f"{first} c3-d4")
        await table.stranger.until(lambda each: "Adi played c3-d4" in each.content and first in each.content)


async def test_a_mention_and_a_reply_to_a_call_are_moves(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.says("g3-f4", mention=True)
        await table.stranger.until(lambda each: each.id == board.id and "Adi played g3-f4" in each.content)
        # Not the call of the invitation, which may not have gone yet.
        call = await table.stranger.until(
            lambda each: f"<@{table.siti.user.id}>" in each.content and "g3-f4" in each.content
        )
        await table.siti.says("b6-a5", reply_to=call)
        await table.stranger.until(lambda each: each.id == board.id and "Siti played b6-a5" in each.content)


async def test_hello_in_private_gets_a_short_help(discord: DiscordServer, tmp_path: Path) -> None:
    user = discord.add_user("Adi")
    private = Member(discord, user, discord.add_channel("dm", kind=DM, recipient=user))
    async with papan(discord, tmp_path):
        await private.says("hello")
        answer = await private.until(lambda each: "choose a game" in each.content)
        assert [item["label"] for item in answer.components] == ["New game", "All commands"]


async def test_the_panel_is_private_and_leads_to_a_move(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.press(board, "Your move")
        panel = await table.adi.until(lambda each: "Which piece?" in each.content)
        assert panel not in table.stranger.sees()
        assert panel not in table.siti.sees()
        await table.adi.choose(panel, "c3 · ")
        await table.adi.until(lambda each: each is panel and "Where to?" in each.content)
        await table.adi.choose(panel, "c3-b4")
        await table.stranger.until(lambda each: "Adi played c3-b4" in each.content)


async def test_an_illegal_move_is_refused_in_private_with_a_way_out(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.slash("move", move="c3-c4")
        refusal = await table.adi.until(lambda each: "c4 is a light square" in each.content)
        assert refusal.only_for == table.adi.user.id
        assert refusal.files
        labels = [item["label"] for item in refusal.components]
        await table.adi.press(refusal, labels[0])
        await table.stranger.until(lambda each: f"Adi played {labels[0]}" in each.content and each.id == board.id)


async def test_nobody_moves_for_another(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        code = board.content.removeprefix("**").split(" ")[0]
        for forger in (table.siti, table.stranger):
            await forger.forge(board, f"1:{code}:0:pl:.0")
            answer = await forger.until_told()
            assert "played" not in answer.content
        assert "Adi (White) to move" in board.content


async def test_what_is_kept_of_somebody_is_a_file_for_them_alone(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.begin()
        await table.adi.slash("privacy", what="export")
        answer = await table.adi.until(lambda each: "as JSON" in each.content)
        assert answer not in table.siti.sees()
        (content,) = answer.files.values()
        kept = json.loads(content)
        assert [account["account"] for account in kept["accounts"]] == [str(table.adi.user.id)]
        assert [match["role"] for match in kept["matches"]] == ["host"]


async def test_a_name_is_no_markup_and_calls_nobody(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    loud = Member(discord, discord.add_user("@everyone **Bos** <@1>"), table.channel)
    async with papan(discord, tmp_path):
        await loud.slash("play", opponent=table.siti.user, game="malaysian-checkers-8")
        card = await table.stranger.until(lambda each: "Bos" in each.content)
        assert r"\*\*Bos\*\*" in card.content
        assert card.body["allowed_mentions"] == {"parse": []}


async def test_buttons_work_after_a_restart(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
    async with papan(discord, tmp_path):
        await table.adi.press(board, "Your move")
        panel = await table.adi.until(lambda each: "Which piece?" in each.content)
        await table.adi.choose(panel, "a3 · ")
        await table.adi.until(lambda each: each is panel and "Where to?" in each.content)
        await table.adi.press(panel, "a3-b4")
        await table.stranger.until(lambda each: "Adi played a3-b4" in each.content and each.id == board.id)


async def test_the_one_to_move_is_called_alone(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.begin()
        await table.adi.slash("move", move="c3-d4")
        called = await table.stranger.until(lambda each: f"<@{table.siti.user.id}>" in each.content)
        assert called.body["allowed_mentions"]["users"] == [int(table.siti.user.id)]
        await table.siti.slash("move", move="b6-a5")
        await until(lambda: called.id not in discord.world.messages, discord.world)


async def test_a_match_goes_on_in_a_thread_where_that_is_allowed(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL)
    async with papan(discord, tmp_path):
        await table.adi.slash("play", opponent=table.siti.user, game="permainan-tabal", side="first")
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(card, "Accept")
        (adi,) = await in_its_thread(discord, card, table.adi)
        assert adi.channel.name.startswith("Adi v Siti")
        board = await adi.until(lambda each: bool(each.files) and "to move" in each.content)
        assert "reply to the board or mention me" in board.content, "its other lines are not read"
        assert "mention me" not in card.content
        await adi.slash("move", move="c4-c5")
        await adi.until(lambda each: each.id == board.id and "Adi played c4-c5" in each.content)
        assert f"<#{adi.channel.id}>" in card.content


@deep("the tests of threads of the quick suite take the same way without a client")
@pytest.mark.parametrize("meanwhile", ["it is being posted", "it cannot be taken away"])
async def test_no_call_stays_behind_when_the_match_goes_on_in_a_thread(
    discord: DiscordServer, tmp_path: Path, meanwhile: str
) -> None:
    table = Table(discord, allowed=ALL)
    async with papan(discord, tmp_path):
        await table.adi.slash("play", opponent=table.siti.user, game="permainan-tabal", side="first")
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        if meanwhile == "it is being posted":
            discord.fail_next("POST", "/messages$", "slow", table.channel.id)
        else:
            called = await table.stranger.until(lambda each: f"<@{table.siti.user.id}>, Adi invites" in each.content)
            discord.fail_next("DELETE", f"/messages/{called.id}$", "503", table.channel.id)
        await table.siti.press(card, "Accept")
        (adi,) = await in_its_thread(discord, card, table.adi)
        await adi.until(lambda each: bool(each.files) and "to move" in each.content)
        await until(lambda: [each.id for each in table.stranger.sees()] == [card.id], discord.world)


async def test_an_archived_thread_is_woken(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL)
    async with papan(discord, tmp_path):
        await table.adi.slash("play", opponent=table.siti.user, game="permainan-tabal", side="first")
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(card, "Accept")
        (adi,) = await in_its_thread(discord, card, table.adi)
        board = await adi.until(lambda each: bool(each.files) and "to move" in each.content)
        adi.channel.archived = True
        await adi.slash("move", move="c4-c5")
        await adi.until(lambda each: each.id == board.id and "Adi played c4-c5" in each.content)
        assert not adi.channel.archived


async def test_a_deleted_board_is_posted_anew(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        del discord.world.messages[board.id]
        await table.adi.slash("move", move="c3-d4")
        again = await table.stranger.until(lambda each: "Adi played c3-d4" in each.content)
        assert again.id != board.id


async def test_without_permission_to_write_the_match_is_kept(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        board = await table.begin()
        table.channel.allowed = VIEW
        await table.adi.slash("move", move="c3-d4")
        await table.adi.until(lambda each: each.only_for == table.adi.user.id and "c3-d4" in each.content)
        code = board.content.removeprefix("**").split(" ")[0]
        assert (await running.services.matches.get(code)).game.ply == 1
        table.channel.allowed = VIEW | SEND | ATTACH


async def test_a_private_chat_takes_plain_moves(discord: DiscordServer, tmp_path: Path) -> None:
    user = discord.add_user("Adi")
    private = Member(discord, user, discord.add_channel("dm", kind=DM, recipient=user))
    async with papan(discord, tmp_path):
        await private.slash("play", game="main-tapal-empat", opponent=user)
        offer = await private.until(lambda each: "practice board" in each.content)
        await private.press(offer, "Practice board")
        board = await private.until(lambda each: "(Tigers) to move" in each.content)
        await private.says("b2 d4")
        await private.until(lambda each: each.id == board.id and "tigers on b2 and d4" in each.content)
        before = len(private.sees())
        await private.says("what a nice game")
        await private.says("c3")
        await private.until(lambda each: each.id == board.id and "goat on c3" in each.content)
        talk = [each for each in private.sees()[before:] if each.author is discord.world.bot and not each.files]
        assert all("nice" not in each.content for each in talk)


@deep("a board whose sending fails is made good in the tests of the view reconciler")
@pytest.mark.parametrize(
    "fault", quick_first(["500", "503", "429", "close before", "close after"], "each fault is in test_discord_faults")
)
async def test_a_failing_edit_is_made_good(discord: DiscordServer, tmp_path: Path, fault: str) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        discord.fail_next("PATCH", f"/messages/{board.id}$", fault)
        await table.adi.slash("move", move="c3-d4")
        await table.stranger.until(lambda each: each.id == board.id and "Adi played c3-d4" in each.content)
        assert len([each for each in table.stranger.sees() if each.files]) == 1


async def test_a_dropped_gateway_is_found_again(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await discord.gateway.drop()
        await table.adi.slash("move", move="c3-d4")
        await table.stranger.until(lambda each: each.id == board.id and "Adi played c3-d4" in each.content)
