"""A double click makes one panel, one match, one invitation, on every platform; two presses in turn make two."""

from pathlib import Path

import pytest
from aiohttp import ClientSession
from pydantic import SecretStr

from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Address, Settings
from bot.matches.identity import Person
from bot.platforms.double_presses import GRACE, DoublePresses
from bot.platforms.web import WebRoom
from loopback.discord import DiscordServer, Member
from loopback.discord.server import until
from loopback.discord.world import ALL, OPEN_THREADS
from loopback.discord.world import Message as DiscordMessage
from loopback.telegram import Message, TelegramServer
from loopback.windows import Room
from tests.bot.connected import to_discord, to_telegram
from tests.bot.database_files import file_in
from tests.suites import quick_first


class TestWhatIsADoubleClick:
    """Times are given; only the latest press on a message counts."""

    def test_the_same_button_before_its_answer_and_just_after_a_new_message(self) -> None:
        presses = DoublePresses()
        first = presses.begin("adi", "7", "mv", 10.0)
        assert first is not None
        assert presses.begin("adi", "7", "mv", 10.2) is None
        first.end(12.0, new_message=True)
        assert presses.begin("adi", "7", "mv", 12.0 + 0.9 * GRACE) is None
        assert presses.begin("adi", "7", "mv", 12.0 + GRACE) is not None

    def test_after_an_edit_only_what_came_in_before_it(self) -> None:
        presses = DoublePresses()
        first = presses.begin("adi", "7", "an", 10.0)
        assert first is not None
        first.end(12.0, new_message=False)
        assert presses.begin("adi", "7", "an", 11.9) is None
        assert presses.begin("adi", "7", "an", 12.0) is not None

    @pytest.mark.parametrize(
        ("person", "message", "payload"), [("siti", "7", "mv"), ("adi", "8", "mv"), ("adi", "7", "vw")]
    )
    def test_another_person_message_or_button_is_another_press(self, person: str, message: str, payload: str) -> None:
        presses = DoublePresses()
        assert presses.begin("adi", "7", "mv", 10.0)
        assert presses.begin(person, message, payload, 10.1)

    def test_there_and_back_again_is_no_double_click(self) -> None:
        presses = DoublePresses()
        assert all(presses.begin("adi", "7", payload, 10.0) for payload in ("goal", "moves", "goal"))


async def matches_of(running: RunningApp, platform: str, account: str) -> int:
    """The number of matches and invitations that a person has."""
    player = await running.services.people.player(Person(platform, account, "Adi"))
    return len(await running.services.matches.of_player(player.id))


@pytest.mark.parametrize("ephemeral", quick_first([False, True], "what one person sees is pressed like what all see"))
async def test_on_telegram(tmp_path: Path, ephemeral: bool) -> None:
    async with TelegramServer(ephemeral=ephemeral) as server:
        settings = to_telegram(server, file_in(tmp_path))
        adi, siti = (server.person(name, f"{name.casefold()}_k", started=True) for name in ("Adi", "Siti"))
        group = server.group("Kampung", adi, siti)

        async def twice(message: Message, label: str) -> None:
            for press in [adi.press(message, label) for _ in range(2)]:
                await adi.answer(press)

        async with run_app(settings) as running:
            adi.say(adi.private, "/play dam-8")
            await twice(await adi.gets(adi.private, key="Anybody"), "Anybody")
            await adi.gets(adi.private, text="Adi invites anybody")
            assert len([each for each in adi.from_bot(adi.private) if "invites anybody" in each.shown]) == 1
            assert await matches_of(running, "telegram", str(adi.id)) == 1
            adi.say(group, "/play @siti_k dam-8 first")
            await siti.answer(siti.press(await siti.gets(group, key="Accept"), "Accept"))
            board = await adi.gets(group, key="Your move")
            await twice(board, "Your move")
            where = group if ephemeral else adi.private
            panel = await adi.gets(where, text="Which piece?")
            assert [each for each in adi.from_bot(where) if "Which piece?" in each.shown] == [panel]
        assert server.violations == []


async def test_on_discord(tmp_path: Path) -> None:
    server = DiscordServer()
    await server.start()
    settings = to_discord(server, file_in(tmp_path))
    channel = server.add_channel("serambi", server.add_guild("Kampung"), allowed=ALL & ~OPEN_THREADS)
    adi, siti = (Member(server, server.add_user(name), channel) for name in ("Adi", "Siti"))

    async def twice(message: DiscordMessage, label: str) -> None:
        presses = [await adi.press(message, label) for _ in range(2)]
        await until(lambda: all(each.answered for each in presses), server.world)

    try:
        async with run_app(settings) as running:
            await adi.slash("play", game="malaysian-checkers-8")
            panel = await adi.until(lambda each: "Whom do you want to play" in each.content)
            await twice(panel, "Anybody")
            await adi.until(lambda each: "Adi invites anybody" in each.content)
            assert await matches_of(running, "discord", adi.user.id) == 1
            assert len([each for each in adi.sees() if "Adi invites anybody" in each.content]) == 1
            await adi.slash("play", opponent=siti.user, game="malaysian-checkers-8", side="first")
            card = await siti.until(lambda each: "Adi invites Siti" in each.content)
            await siti.press(card, "Accept")
            board = await adi.until(lambda each: "Adi (White) to move" in each.content)
            await twice(board, "Your move")
            await adi.until(lambda each: "Which piece?" in each.content)
            assert len([each for each in adi.sees() if "Which piece?" in each.content]) == 1
    finally:
        await server.stop()
    assert server.violations == []


async def test_in_the_web_room(tmp_path: Path) -> None:
    wanted = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(file_in(tmp_path)))
    async with run_app(wanted) as running, ClientSession() as session:
        (platform,) = running.platforms
        assert isinstance(platform, WebRoom)
        room = Room(platform.url, session)
        adi = await room.sits("Adi")
        await adi.say(type="say", text="/play dam-8", reply="")
        panel = await adi.card("Whom do you want to play")
        anybody = next(each for row in panel["rows"] for each in row["buttons"] if each["label"] == "Anybody")
        for _ in range(2):
            await adi.say(type="press", message=panel["id"], payload=anybody["payload"], values=[])
        await adi.card("Adi invites anybody")
        await adi.say(type="say", text="/games", reply="")
        assert (await adi.card("Your matches"))["text"].count("you invited anybody") == 1
        await room.empty()
