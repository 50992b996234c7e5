"""Conversations on a loopback Telegram."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.bootstrap.assembly import run_app
from bot.services.services import Services
from loopback.telegram import Chat, Message, Person, TelegramServer, Topic
from loopback.telegram.world import BOT_ID
from tests.bot.connected import to_telegram
from tests.bot.moved_time import moved_time
from tests.conversation.clients import TelegramClient
from tests.conversation.two_days import play_two_days
from tools.transcripts.transcript import Shown, Transcript, moment_in_utc
from tools.transcripts.witnessed import Witnessed, passing

QUIET_FOR = 1.0
"""Seconds without a request of the bot's after which an act has brought all it brings at once."""
A_CALL = 24.0
"""Seconds after which whoever was at the match a moment ago has been called."""


class Telegram:
    """A Telegram with Papan on it, and the transcript of what happens there."""

    def __init__(self, server: TelegramServer, title: str, services: Services) -> None:
        self.server = server
        self.services = services
        self.transcript = Transcript(title, self._look)

    def _look(self) -> list[Shown]:
        return [
            _shown(chat, message)
            for chat in self.server.world.chats.values()
            for message in (*chat.messages.values(), *chat.ephemerals.values())
            if message.sender.id == BOT_ID and not message.deleted
        ]

    async def quiet(self) -> None:
        """Wait until the bot has nothing more to do, and write what has come of it."""
        before = -1
        while before != (before := self._requests()):  # noqa: ASYNC110 - seen in the requests only
            await asyncio.sleep(QUIET_FOR)
        self.transcript.brings()

    def _requests(self) -> int:
        return sum(call.method != "getUpdates" for call in self.server.calls)

    async def says(
        self, person: Person, chat: Chat, text: str, *, reply_to: Message | None = None, topic: Topic | None = None
    ) -> Message:
        """A person types, perhaps in a topic of a forum."""
        answering = f" in answer to {'the bot' if reply_to.sender.id == BOT_ID else 'the post'}" if reply_to else ""
        where = f" in {topic.name}" if topic else ""
        self.transcript.did(f"{person.account.name}{where}{answering}: {text}")
        message = person.say(chat, text, reply_to=reply_to, topic=topic)
        await self.quiet()
        self.marked(message)
        return message

    async def corrects(self, person: Person, message: Message, text: str) -> None:
        """A person edits what they typed."""
        self.transcript.did(f"{person.account.name} edits “{message.text}”: {text}")
        person.edit(message, text)
        await self.quiet()
        self.marked(message)

    def marked(self, message: Message) -> None:
        """Write what the bot has put on a typed message to show that it was read."""
        if message.reaction:
            self.transcript.said(f"“{message.text}” is marked with {message.reaction}")

    async def presses(self, person: Person, message: Message, label: str) -> None:
        """A person presses a button."""
        self.transcript.did(f"{person.account.name} presses {label}")
        await self._pressed(person, message, label)

    async def _pressed(self, person: Person, message: Message, label: str) -> None:
        key = person.key(message, label)
        if key.url:
            person.open(key.url)
        else:
            press = await person.answer(person.press(message, label))
            if press.text:
                self.transcript.said(press.text)
        await self.quiet()

    async def talk(self, chat: Chat, people: tuple[Person, ...], count: int) -> None:
        """People talk about something else."""
        self.transcript.did(f"{count} other messages")
        for number in range(count):
            people[number % len(people)].say(chat, f"something else ({number + 1})")
        await self.quiet()


def _shown(chat: Chat, message: Message) -> Shown:
    return Shown(
        f"{chat.id}/{'only' if message.receiver else 'all'}/{message.id}",
        f"private chat of {chat.person.name}" if chat.person else chat.title,
        _with_moments(message),
        message.photo,
        tuple(key.label for key in message.keys),
        message.receiver.name if message.receiver else "",
    )


def _with_moments(message: Message) -> str:
    """The text of a message with its moments as one whose clock is set to UTC sees them, without how long it is."""
    text = message.shown.encode("utf-16-le")
    for entity in sorted(message.entities, key=lambda each: int(each["offset"]), reverse=True):
        if entity["type"] == "date_time":
            begin, end = 2 * entity["offset"], 2 * (entity["offset"] + entity["length"])
            told = moment_in_utc(entity["unix_time"])
            text = text[:begin] + told.encode("utf-16-le") + text[end:]
    return text.decode("utf-16-le")


@asynccontextmanager
async def telegram(title: str, *, ephemeral: bool = False) -> AsyncIterator[Telegram]:
    """Papan, running on a Telegram of its own; ``ephemeral``: it has messages that one person of a group sees."""
    with TemporaryDirectory() as folder:
        async with TelegramServer(ephemeral=ephemeral) as server:
            settings = to_telegram(server, f"sqlite:///{Path(folder) / 'papan.db'}")
            async with run_app(settings) as running:
                yield Telegram(server, title, running.services)


async def busy_group() -> Transcript:
    """Two who play in a group where others talk."""
    async with telegram("A busy group on Telegram") as on:
        adi = on.server.person("Adi", "adi_k", started=True)
        siti = on.server.person("Siti", "siti_n", "id", started=True)
        ros = on.server.person("Ros", "ros_m")
        group = on.server.group("Kampung", adi, siti, ros)
        await on.says(adi, group, "/play @siti_n dam-8 first")
        await on.presses(siti, await siti.gets(group, key="Accept"), "Accept")
        await on.says(adi, group, "/move c3-d4")
        await on.talk(group, (ros, siti, adi), 20)
        await on.says(siti, group, "/move b6-c5")
        await on.says(adi, group, "/move e3-f4")
        board = await siti.gets(group, photo=True)
        await on.presses(ros, board, "Your move")
        await on.presses(siti, await siti.gets(group, photo=True), "Your move")
        on.transcript.did("Nobody does anything for a while")
        await asyncio.sleep(A_CALL)
        on.transcript.brings()
        await on.says(adi, group, "/draw")
        await on.presses(siti, await siti.gets(group, photo=True), "Play on")
        await on.says(siti, group, "/resign")
        await on.presses(siti, await siti.gets(siti.private, key="Ya, menyerah"), "Ya, menyerah")
        await on.presses(adi, await adi.gets(group, photo=True, key="Rematch"), "Rematch")
        return on.transcript


async def by_code() -> Transcript:
    """Two strangers who have nothing but a code."""
    async with telegram("Two strangers by code on Telegram") as on:
        adi, siti = on.server.person("Adi", "adi_k"), on.server.person("Siti", language="ms")
        await on.says(adi, adi.private, "/start")
        await on.says(adi, adi.private, "/play anybody dam-8 first")
        code = (await adi.gets(adi.private, photo=True)).shown.split()[0]
        await on.says(siti, siti.private, f"/start {code}")
        await on.presses(siti, await siti.gets(siti.private, photo=True), "Main sebagai Hitam")
        for person, move in ((adi, "c3-d4"), (siti, "b6-c5"), (adi, "d4-b6"), (siti, "a5"), (siti, "a7xc5")):
            await on.says(person, person.private, move)
        await on.presses(adi, await adi.gets(adi.private, photo=True), "My view")
        for person in (adi, siti):
            await on.says(person, person.private, "/games")
        await on.says(siti, siti.private, "/draw")
        await on.presses(adi, await adi.gets(adi.private, key="Play on", photo=True), "Play on")
        await on.says(siti, siti.private, f"/resign {code}")
        await on.presses(siti, await siti.gets(siti.private, key="Ya, menyerah"), "Ya, menyerah")
        return on.transcript


async def no_private_chat() -> Transcript:
    """A group whose people never opened a private chat with the bot."""
    async with telegram("A person without a private chat on Telegram") as on:
        adi, siti = on.server.person("Adi", "adi_k"), on.server.person("Siti", "siti_n")
        group = on.server.group("Kampung", adi, siti)
        await on.says(adi, group, "/play")
        await on.presses(adi, await adi.gets(group, key="Main tapal empat"), "Main tapal empat")
        await on.presses(adi, await adi.gets(group, key="Anybody"), "Anybody")
        await on.presses(siti, await siti.gets(group, photo=True), "Sit down as Goats")
        board = await adi.gets(group, photo=True, key="Your move")
        await on.presses(adi, board, "Your move")
        await on.presses(siti, board, "Your move")
        await on.says(adi, group, "/resign")
        asked = await adi.gets(group, key="Yes, resign")
        await on.presses(siti, asked, "Yes, resign")
        await on.presses(adi, asked, "Open a private chat")
        await on.presses(adi, await adi.gets(adi.private, key="Yes, resign"), "Yes, resign")
        return on.transcript


async def newcomer() -> Transcript:
    """The first minutes of somebody who has never played here."""
    async with telegram("A newcomer's first minutes on Telegram") as on:
        adi = on.server.person("Adi")
        chat = adi.private
        for line in ("/start", "how do i play?", "tiger", "c3-d4"):
            await on.says(adi, chat, line)
        await on.presses(adi, await adi.gets(chat, key="New game"), "New game")
        for label in ("Main tapal empat", "Goats", "Computer", "1 · Young goat"):
            await on.presses(adi, await adi.gets(chat, key=label), label)
        await adi.gets(chat, text="put the tigers on")
        for line in ("a9", "/hint"):
            await on.says(adi, chat, line)
        for label in ("Which piece?", "Which move?", "Play it"):
            await on.presses(adi, await adi.gets(chat, key=label), label)
        for line in ("/takeback", "/rules main-tapal-empat", "/games", "/resign"):
            await on.says(adi, chat, line)
        for label in ("Yes, resign", "Analyse"):
            await on.presses(adi, await adi.gets(chat, key=label), label)
        return on.transcript


async def added_to_a_group() -> Transcript:
    """A group to which the bot is added: a hunt with a guest who comes by a link, typed and corrected moves."""
    async with telegram("A group that has just added the bot on Telegram", ephemeral=True) as on:
        adi, ros = on.server.person("Adi", started=True), on.server.person("Ros")
        siti = on.server.person("Siti", started=True)
        group = on.server.group("Kampung", adi, ros)
        on.transcript.did("Adi adds the bot")
        adi.add_bot(group)
        await on.presses(ros, await ros.gets(group, key="What may Papan do here?"), "What may Papan do here?")
        for label in ("Play", "Main tapal empat", "Anybody"):
            await on.presses(adi, await adi.gets(group, key=label), label)
        invitation = await adi.gets(group, key="Invite by link")
        await on.presses(ros, invitation, "Rules")
        await on.presses(ros, await ros.gets(group, key="Show to all"), "Show to all")
        on.transcript.did("Siti, who is not in the group, opens the link")
        siti.open(siti.key(invitation, "Invite by link").url)
        await on.quiet()
        await on.presses(siti, await siti.gets(siti.private, key="Goats"), "Sit down as Goats")
        await on.says(adi, group, "b2 d4", reply_to=await adi.gets(group, photo=True, key="Your move"))
        await on.says(siti, siti.private, "c3")
        board = await adi.gets(group, photo=True, key="Your move")
        wrong = await on.says(adi, group, "b2-b9", reply_to=board)
        await on.corrects(adi, wrong, "b2-b1")
        return on.transcript


async def two_days(language: str = "en") -> Transcript:
    """Two in a group who play over days, and read a language."""
    with moved_time() as time:
        async with telegram("A match over days on Telegram") as on:
            people = [
                on.server.person(name, handle, language, started=True)
                for name, handle in (("Adi", "adi_k"), ("Siti", "siti_n"))
            ]
            group = on.server.group("Kampung", *people)
            clients = [TelegramClient(on.server, person, group) for person in people]

            async def quiet() -> None:
                await on.quiet()
                for client in clients:
                    for alert in client.alerts:
                        on.transcript.said(alert)
                    client.alerts.clear()

            adi, siti = (Witnessed(client, on.transcript, quiet, language) for client in clients)
            await play_two_days(adi, siti, passing(time, on.services, on.transcript, quiet))
            return on.transcript
