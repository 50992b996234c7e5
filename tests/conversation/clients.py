"""People at their keyboards on each platform, behind one interface: they type, answer a board, press, and read."""

import re
from collections.abc import Callable
from typing import Protocol

from playwright.async_api import Page, expect

from bot.chat.command_lines import read_line
from bot.chat.commands import COMMANDS, OptionKind
from bot.chat.games import game_key
from bot.words import LANGUAGES, words
from loopback.discord import Member
from loopback.discord.server import until
from loopback.discord.world import Interaction
from loopback.discord.world import Message as DiscordMessage
from loopback.telegram import Chat, TelegramServer
from loopback.telegram import Message as TelegramMessage
from loopback.telegram import Person as TelegramPerson
from loopback.waiting import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)

ACCEPT = frozenset(words(language)("Accept") for language in LANGUAGES)
"""What the button that accepts an invitation is called."""


class Client(Protocol):
    """One person on one platform, in a chat with others."""

    name: str
    tag: str
    """How others name this person in a command."""

    async def types(self, line: str) -> None:
        """Write a line into the chat: a command or plain text."""
        ...

    async def answers_board(self, text: str) -> None:
        """Write a line as a reply to the newest board."""
        ...

    async def presses(self, label: str, on: str = "") -> None:
        """Press a button, or choose from a menu, whose label has these words, on the newest message that has it, or the
        newest of those that have the words ``on`` too.
        """
        ...

    async def reads(self, *words: str) -> str:
        """Wait until one message has all these words; its text."""
        ...

    async def offers(self, *labels: str) -> None:
        """Wait until one message has buttons with all these words."""
        ...

    async def sees_no(self, words: str) -> None:
        """Check that no message this person can see has these words."""
        ...

    async def picture(self) -> str:
        """The description of the newest board's picture; empty where the platform has no such text."""
        ...


class TelegramClient:
    """A person in a Telegram group who also has a private chat with Papan."""

    def __init__(self, server: TelegramServer, person: TelegramPerson, group: Chat) -> None:
        self.name = person.account.name
        self.tag = f"@{person.account.username}"
        self.alerts: list[str] = []
        """What was said to this person at a press, and leaves no message."""
        self._server = server
        self._person, self._group = person, group

    @property
    def person(self) -> TelegramPerson:
        """The person in Telegram."""
        return self._person

    async def types(self, line: str) -> None:
        self._person.say(self._group, line)

    async def answers_board(self, text: str) -> None:
        board = next(each for each in reversed(self._person.from_bot(self._group)) if each.photo)
        self._person.say(self._group, text, reply_to=board)

    async def presses(self, label: str, on: str = "") -> None:
        message = await self._newest(lambda each: on in each.shown and any(label in key.label for key in each.keys))
        data = next(key.data for key in message.keys if label in key.label)
        press = await self._person.answer(self._person.press(message, data=data))
        self.alerts += [press.text] if press.text else []

    async def reads(self, *words: str) -> str:
        return (await self._newest(lambda each: all(word in each.shown for word in words))).shown

    async def offers(self, *labels: str) -> None:
        await self._newest(lambda each: all(any(label in key.label for key in each.keys) for label in labels))

    async def sees_no(self, words: str) -> None:
        assert not [each for each in self._all() if words in each.shown]

    async def picture(self) -> str:
        return ""

    def _all(self) -> list[TelegramMessage]:
        found = [*self._person.from_bot(self._group), *self._person.from_bot(self._person.private)]
        return sorted(found, key=lambda each: each.id)

    async def _newest(self, fits: Callable[[TelegramMessage], bool]) -> TelegramMessage:
        def find() -> TelegramMessage | None:
            return next((each for each in reversed(self._all()) if fits(each)), None)

        return await self._server.until(find)


class DiscordClient:
    """A person in a Discord channel."""

    def __init__(self, member: Member) -> None:
        self.name = member.user.name
        self.tag = f"@{member.user.name}"
        self._member = member

    @property
    def member(self) -> Member:
        """The person on Discord."""
        return self._member

    async def types(self, line: str) -> None:
        if not line.startswith("/"):
            await self._member.says(line)
            return
        name, typed = read_line(line)
        given: dict[str, object] = {}
        for option in COMMANDS.find(name).options:
            if (value := typed.get(option.name)) is None:
                continue
            if option.kind is OptionKind.PERSON:
                users = self._member.server.world.users.values()
                given[option.name] = next(each for each in users if each.name.casefold() == value[1:].casefold())
            elif option.kind is OptionKind.FLAG:
                given[option.name] = True
            else:
                given[option.name] = game_key(value) if option.name == "game" else value
        await self._answered(await self._member.slash(name, **given))

    async def answers_board(self, text: str) -> None:
        board = next(each for each in reversed(self._member.sees()) if each.files and not each.only_for)
        await self._member.says(text, reply_to=board)

    async def presses(self, label: str, on: str = "") -> None:
        message = await self._newest(lambda each: on in _plain(each) and any(label in name for name in _labels(each)))
        for item in message.components:
            if label in item.get("label", ""):
                assert not item.get("disabled"), f"{label} is switched off"
                await self._answered(await self._member.forge(message, item["custom_id"]))
                return
            for option in item.get("options", []):
                if label in option["label"]:
                    chosen = await self._member.forge(message, item["custom_id"], [option["value"]])
                    await self._answered(chosen)
                    return

    async def _answered(self, acted: Interaction) -> None:
        """Wait for what an act brings, so that the next one, perhaps of somebody else, comes after it."""
        await until(lambda: acted.is_done, self._member.server.world)

    async def reads(self, *words: str) -> str:
        return _plain(await self._newest(lambda each: all(word in _plain(each) for word in words)))

    async def offers(self, *labels: str) -> None:
        await self._newest(lambda each: all(any(label in name for name in _labels(each)) for label in labels))

    async def sees_no(self, words: str) -> None:
        assert not [each for each in self._member.sees() if words in _plain(each)]

    async def picture(self) -> str:
        return next(each for each in reversed(self._member.sees()) if each.files and not each.only_for).alt

    async def _newest(self, fits: Callable[[DiscordMessage], bool]) -> DiscordMessage:
        def find() -> DiscordMessage | None:
            return next((each for each in reversed(self._member.sees()) if not each.loading and fits(each)), None)

        found: DiscordMessage = await until(find, self._member.server.world)
        return found


class WebClient:
    """A person in a window of the web room, in a real browser."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name, self.tag = page, name, f"@{name}"
        self.line = page.locator("#line")
        page.set_default_timeout(1000 * PATIENCE)

    async def types(self, line: str) -> None:
        await self.page.fill("#line", line)
        await self.page.keyboard.press("Enter")

    async def answers_board(self, text: str) -> None:
        await self.page.locator("#log > li.public").last.get_by_role("button", name="Answer with a move").click()
        await self.types(text)

    async def presses(self, label: str, on: str = "") -> None:
        named = re.compile(re.escape(label))
        message = self.page.locator("#log > li").filter(has_text=on)
        button = message.locator("button:not(:disabled)").filter(has_text=named).last
        await button.click()
        if label in ACCEPT:  # it leads to the board; the tests go on in the talk
            await expect(self.page).to_have_url(re.compile("/m/"))
            await self.page.go_back()
            await expect(self.page.locator("#log > li").first).to_be_visible()

    async def reads(self, *words: str) -> str:
        message = self.page.locator("#log > li")
        for word in words:
            message = message.filter(has_text=word)
        await expect(message.last).to_be_visible()
        return await message.last.inner_text()

    async def offers(self, *labels: str) -> None:
        message = self.page.locator("#log > li")
        for label in labels:
            message = message.filter(has=self.page.get_by_role("button", name=label, disabled=False))
        await expect(message.last).to_be_visible()

    async def sees_no(self, words: str) -> None:
        assert await self.page.locator("#log > li").filter(has_text=words).count() == 0

    async def picture(self) -> str:
        return await self.page.locator("#log > li.public papan-board").last.get_attribute("aria-label") or ""


def _plain(message: DiscordMessage) -> str:
    """The text as Discord shows it: what is escaped stands for itself."""
    return re.sub(r"\\(.)", r"\1", message.content)


def _labels(message: DiscordMessage) -> list[str]:
    options = [option for item in message.components for option in item.get("options", [])]
    return [each.get("label", "") for each in (*message.components, *options)]
