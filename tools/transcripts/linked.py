"""One person on Discord, on Telegram and on two devices in the web room: linked, refused, and two again."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.app.requests.wrong_links import TRIES
from bot.matches.status import Status
from bot.services.services import Services
from bot.words import Words, words
from loopback.discord import Member
from tests.bot.moved_time import MovedTime, moved_time
from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.clients import DiscordClient, TelegramClient, WebClient
from tests.conversation.shared_browser import SharedBrowser
from tools.transcripts.on_discord import Discord
from tools.transcripts.on_telegram import Telegram
from tools.transcripts.transcript import Transcript
from tools.transcripts.witnessed import Witnessed, passing

QUIET_FOR = 0.5
"""Seconds without a request of the bot's after which an act has brought all it brings at once."""
LOOKED_EVERY = 0.1
"""Seconds between two looks at what the other side has said: far less than what nobody does takes."""
OPENING = ("c3-d4", "b6-a5", "e3-f4", "a7-b6", "d2-c3", "b8-a7")
"""So many turns that a rated match counts."""
GAME = "malaysian-checkers-8"
WRONG = "/link 2222-2222"
_CODE = re.compile(r"[2-9A-Z]{4}-[2-9A-Z]{4}")


class Town:
    """A server and a group with one Papan, and the web room; who acts is named with where they are."""

    def __init__(self, chats: ChatPlatforms, services: Services, time: MovedTime, language: str, title: str) -> None:
        self.say: Words = words(language)
        self.services = services
        self._chats, self._language = chats, language
        self._telegram = Telegram(chats.telegram, "", services)
        self._discord = Discord(chats.discord, "", chats.channel, services)
        self.transcript = Transcript(
            title,
            lambda: [*self._telegram.transcript.look(), *self._discord.transcript.look()],
        )
        self._locale = "en-US" if language == "en" else language
        self._group = chats.telegram.group("Kampung")
        self._clients: list[TelegramClient] = []
        self._codes: list[str] = []
        self.forward = passing(time, services, self.transcript, self.quiet)

    def on_telegram(self, name: str, *, manages: bool = False) -> tuple[Witnessed, Witnessed]:
        """Somebody in the group, and in their private chat with the bot."""
        person = self._chats.telegram.person(name, f"{name.casefold()}_k", self._language, started=True)
        self._group.members[person.id] = person.account
        if manages:
            self._group.admins.add(person.id)
        both = [TelegramClient(self._chats.telegram, person, chat) for chat in (self._group, person.private)]
        self._clients += both
        shown = [
            self._witnessed(each, f"{name} on Telegram{where}")
            for each, where in zip(both, ("", ", in private"), strict=True)
        ]
        return shown[0], shown[1]

    def on_discord(self, name: str, *, manages: bool = False) -> Witnessed:
        """Somebody in the channel of the server."""
        member = Member(self._chats.discord, self._chats.discord.add_user(name), self._chats.channel, self._locale)
        member.user.manager = manages
        return self._witnessed(DiscordClient(member), f"{name} on Discord")

    def _witnessed(self, client: TelegramClient | DiscordClient, name: str) -> Witnessed:
        witnessed = Witnessed(client, self.transcript, self.quiet, self._language)
        witnessed.name = name
        return witnessed

    async def window(self, name: str) -> WebClient:
        """Somebody who sits in the web room at a desktop."""
        locale = {} if self._language == "en" else {"locale": self._language}
        return await self._chats.window(name, **locale)

    async def phone(self) -> WebClient:
        """Nobody yet, with a phone."""
        locale = {} if self._language == "en" else {"locale": self._language}
        page = await (await self._chats.browser(viewport=PHONE, **locale)).new_page()
        return WebClient(page, "The phone")

    async def quiet(self) -> None:
        """Wait until the bot has nothing more to do, and write what has come of it."""
        before = -1
        while before != (before := self._requests()):  # noqa: ASYNC110 - seen in the requests only
            await asyncio.sleep(QUIET_FOR)
        for client in self._clients:
            for alert in client.alerts:
                self.transcript.said(f"{client.name}: {alert}")
            client.alerts.clear()
        self.transcript.brings()

    def _requests(self) -> int:
        on_telegram = sum(call.method != "getUpdates" for call in self._chats.telegram.calls)
        return on_telegram + len(self._chats.discord.requests)

    def code(self) -> str:
        """The code that has just been shown in a chat, or, where none has, the one before."""
        for found in [found for shown in self.transcript.look() for found in _CODE.findall(shown.text)]:
            if found not in self._codes:
                self._codes.append(found)
        return self._codes[-1]

    async def newest(self, status: Status = Status.PLAYING) -> str:
        """The code of the match that was opened last of those that are so far."""
        rows = await self.services.matches.live_rows("", 100)
        found = [await self.services.matches.get(each.row.code) for each in rows]
        match = max((each for each in found if each.status is status), key=lambda each: each.created)
        return match.code

    async def links(self, first: Witnessed, second: Witnessed, answer: str = "Yes, it is me") -> None:
        """Somebody makes a code, gives it elsewhere, and says where it was made whether that was them."""
        self.code()
        await first.types("/link")
        await second.types(f"/link {self.code()}")
        await second.presses("Yes, one person")
        await first.presses(answer)


@asynccontextmanager
async def town_in(language: str, title: str = "One person in several places") -> AsyncIterator[Town]:
    with moved_time() as time, TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.app.people.link_panel.LOOKED_EVERY", LOOKED_EVERY)
        async with (
            SharedBrowser() as browser,
            ChatPlatforms(Path(folder), browser) as chats,
            chats.running_app() as running,
        ):
            yield Town(chats, running.services, time, language, title)


async def one_person(language: str = "en") -> Transcript:
    """Adi, on Telegram and on Discord, becomes one person, in the room and on a phone too; others are refused."""
    async with town_in(language) as town:
        siti, siti_alone = town.on_telegram("Siti", manages=True)
        adi, adi_alone = town.on_telegram("Adi")
        ros, ros_alone = town.on_telegram("Ros")
        there, nor = town.on_discord("Adi"), town.on_discord("Nor")
        await _rated(town, adi, siti)
        await _rated(town, there, nor)
        await _codes_that_fail(town, there, adi_alone)
        await _one_at_last(town, there, nor, adi, adi_alone, siti)
        await _in_the_room(town, there)
        await _two_again(town, there, adi_alone)
        await _refused(town, nor, (ros, ros_alone), (siti, siti_alone))
        return town.transcript


async def _rated(town: Town, first: Witnessed, second: Witnessed) -> None:
    """A match that the first wins."""
    await first.types(f"/play {second.tag} {GAME} first rated")
    await second.presses("Accept")
    for number, move in enumerate(OPENING):
        await (first, second)[number % 2].types(f"/move {move}")
    await second.types("/resign")
    await second.presses("Yes, resign")


async def _codes_that_fail(town: Town, there: Witnessed, alone: Witnessed) -> None:
    await alone.types(WRONG)
    await there.types("/link")
    old = town.code()
    await town.forward(0.25)
    await alone.types(f"/link {old}")
    await there.presses("Make a new code")
    await there.types(f"/link {town.code()}")
    await alone.types(f"/link {town.code()}")
    await alone.presses("No")
    await town.links(there, alone, "No, keep it out")


async def _one_at_last(
    town: Town, there: Witnessed, nor: Witnessed, adi: Witnessed, alone: Witnessed, siti: Witnessed
) -> None:
    await adi.types(f"/play {siti.tag} {GAME} first")
    await siti.presses("Accept")
    code = await town.newest()
    await town.links(there, alone)
    for who in (there, adi):
        for line in ("/profile", "/top", "/games"):
            await who.types(line)
    await there.types(f"/move {code} c3-d4")
    await siti.types(f"/move {code} b6-a5")
    await there.types("/link")
    await alone.types(f"/link {town.code()}")


async def _in_the_room(town: Town, there: Witnessed) -> None:
    """The room by a code of Discord, and a phone by one of the room."""
    desktop, phone = await town.window("Adi"), await town.phone()
    town.code()
    await there.types("/link")
    await _gives(town, desktop, town.code())
    await there.presses("Yes, it is me")
    await _shows(town, desktop)
    await desktop.page.goto(f"{_home(desktop)}me/device")
    code = await desktop.page.locator(".devices .code").inner_text()
    await _shows(town, desktop)
    await phone.page.goto(_home(desktop))
    await _gives(town, phone, code)
    await _shows(town, desktop)
    yes = desktop.page.get_by_role("button", name=town.say("Yes, it is me"))
    town.transcript.did(f"{desktop.name} at the desktop presses {town.say('Yes, it is me')}")
    await yes.click()
    await _shows(town, desktop)
    await phone.page.locator("#mine .card").first.wait_for()
    await _shows(town, phone)


def _home(window: WebClient) -> str:
    return "/".join(window.page.url.split("/")[:3]) + "/"


async def _gives(town: Town, window: WebClient, code: str) -> None:
    """Type a code where one is asked for in the page."""
    await window.page.goto(f"{_home(window)}you")
    town.transcript.did(f"{window.name} in the web room opens {town.say('I play on another device')}, and types {code}")
    field = window.page.get_by_label(town.say("The code"), exact=True)
    await field.fill(code)
    await field.press("Enter")
    await town.quiet()
    await _shows(town, window)


async def _shows(town: Town, window: WebClient) -> None:
    """Write what a page shows."""
    await asyncio.sleep(QUIET_FOR)
    town.transcript.said(await window.page.locator("main:visible").first.inner_text())


async def _two_again(town: Town, there: Witnessed, alone: Witnessed) -> None:
    """Undone on the second day; and on the eighth not any more."""
    await town.forward(30)
    for _ in ("the room", "Telegram"):
        await alone.types("/link undo")
    for who in (there, alone):
        for line in ("/profile", "/games"):
            await who.types(line)
    await town.links(there, alone)
    await town.forward(8 * 24)
    await there.types("/link")
    await alone.types("/link undo")


async def _refused(town: Town, nor: Witnessed, ros: Sequence[Witnessed], siti: Sequence[Witnessed]) -> None:
    """Both in one match, two accounts of a platform, one who is banned, and too many wrong codes."""
    await nor.types(f"/play {GAME} first")
    code = await town.newest(Status.INVITED)
    await ros[0].types(f"/join {code}")
    await town.links(nor, ros[1])
    await nor.types(f"/resign {code}")
    await nor.presses("Yes, resign")
    await town.links(ros[1], siti[1])
    await siti[0].types(f"/mod ban {ros[0].tag} until:7d why:spam")
    await siti[0].presses("Ban, and take down what is open")
    await town.links(nor, ros[1])
    await ros[0].types(f"/play {siti[0].tag} {GAME}")
    await nor.types(f"/play {GAME}")
    for _ in range(TRIES + 1):
        await siti[1].types(WRONG)
