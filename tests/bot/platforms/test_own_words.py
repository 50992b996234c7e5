"""The bot's own messages never come back to it as requests: neither by a channel nor by other bots."""

from functools import partial
from pathlib import Path

from loopback.discord import DiscordServer
from loopback.discord.world import ALL, OPEN_THREADS, Interaction, User, new_id
from loopback.discord.world import Message as Posted
from loopback.telegram import Chat, Message
from loopback.telegram.world import JSON, Account
from tests.bot.platforms.faults import settled
from tests.bot.platforms.notices_harness import GAME, on_discord
from tests.bot.platforms.notices_harness import Table as Channel
from tests.bot.platforms.village import Village
from tests.suites import deep

NO_BOTS = "Bots, channels and anonymous administrators cannot play. Write as yourself."


def sendings(village: Village) -> list[str]:
    """The methods by which the bot has sent or changed something for others."""
    return [call.method for call in village.server.calls if call.method.startswith(("send", "edit", "setMessage"))]


async def worked_off(village: Village) -> list[str]:
    """The messages sent until everything said so far in the group is worked off."""
    helped = len(village.ros.from_bot(village.ros.private))
    village.ros.say(village.group, "/help")
    await village.server.until(lambda: len(village.ros.from_bot(village.ros.private)) > helped)
    return sendings(village)


async def test_a_post_of_a_channel_is_not_answered(village: Village) -> None:
    channel = village.server.channel("Berita", village.group)
    village.group.bot_is_admin = True
    village.ros.start()
    await village.ros.gets(village.ros.private)
    for text in ("Good morning", "/help", "/play tabal", f"@{village.server.world.bot.username} c3-d4"):
        village.server.post(channel, text)
    village.adi.say(village.group, "Good morning", anonymous=True)
    village.adi.say(village.group, "Good morning", channel=channel)
    await worked_off(village)
    assert len(channel.messages) == 4, "those of its administrator"
    assert village.group.from_bot() == []


async def test_what_says_nothing_of_anybody_is_answered_to_nobody_too(village: Village) -> None:
    helped = await village.answer_to(village.adi.say(village.group, "/help", anonymous=True))
    assert helped.shown.startswith("Papan is the place")
    answer = await village.answer_to(village.adi.say(village.group, "/rules tabal", anonymous=True))
    assert answer.shown.startswith("Permainan-Tabal · Board and goal")
    await village.ros.answer(village.ros.press(answer, "Moving"))
    await village.ros.gets(village.group, text="Permainan-Tabal · Moving")


async def test_a_command_of_a_channel_or_of_nobody_is_answered_in_the_group(village: Village) -> None:
    channel = village.server.channel("Berita", village.group)
    for number, how in enumerate(({"anonymous": True}, {"channel": channel})):
        said = village.adi.say(village.group, "/games", **how)  # type: ignore[arg-type]
        await village.server.until(partial(_has, village, number))
        answer = village.group.from_bot()[-1]
        assert (answer.shown, answer.keys, answer.reply_to) == (NO_BOTS, [], said)
    assert list(channel.messages.values()) == []


def _answers(asked: Interaction, message: Posted) -> bool:
    return message.id == asked.original


def _has(village: Village, number: int) -> bool:
    return len(village.group.from_bot()) > number


def echoes(village: Village, channel: Chat, message: Message) -> list[JSON]:
    """A message of the bot as it comes from others: a bot, a channel, an anonymous administrator, by itself."""
    other = Account(4_000, "Echo", "echo_bot", is_bot=True).json()
    nobody = Account(1_087_968_824, "Group", "GroupAnonymousBot", is_bot=True).json()
    as_channel = Account(136_817_688, "Channel", "Channel_Bot", is_bot=True).json()
    group, origin = village.group.json(), {"type": "channel", "date": 1, "chat": channel.json(), "message_id": 1}
    forwarded = {"sender_chat": channel.json(), "is_automatic_forward": True, "forward_origin": origin}
    changes: list[JSON] = [
        {"from": other},
        {"from": nobody, "sender_chat": group},
        {"from": as_channel, "sender_chat": channel.json()},
        {"from": Account(777_000, "Telegram").json(), **forwarded},
    ]
    whole = {**message.json(), "chat": group}
    for name in ("message_thread_id", "is_topic_message"):
        whole.pop(name, None)
    return [{**whole, **change, "message_id": 5_000 + number} for number, change in enumerate(changes)]


async def scene(village: Village, channel: Chat) -> list[Message]:
    """A match, panels, refusals, help, a greeting and answers to nobody; all that the bot has sent in it."""
    adi, siti, group = village.adi, village.siti, village.group
    adi.add_bot(group)
    await adi.gets(group, text="Papan is the place")
    for line in ("/help", "/settings", "/games", "/rules tabal", "/weather@papan_bot", "/play", "/hint"):
        adi.say(group, line)
    adi.say(group, "/help", anonymous=True)
    adi.say(group, "/help", channel=channel)
    board = await village.begin()
    siti.start()
    adi.say(group, "a1-a2", reply_to=board)
    adi.say(group, "c3-d4", reply_to=board)
    await siti.gets(group, text="Adi played c3-d4")
    await siti.gets(group, text="Siti, Adi played c3-d4")
    for line in ("/analyse", "/resign", "/privacy", "/board text"):
        adi.say(group, line)
    adi.start()
    adi.say(adi.private, "hello")
    await adi.gets(adi.private, text="Papan")
    await settled(village.running.services, board.shown.split()[0])
    await worked_off(village)
    places = (group, adi.private, siti.private, village.ros.private)
    return [each for place in places for each in place.messages.values() if each.sender is village.server.world.bot]


async def test_nothing_that_the_bot_says_on_telegram_is_a_request_of_another(village: Village) -> None:
    channel = village.server.channel("Berita", village.group)
    village.group.bot_is_admin = True
    village.ros.start()
    await village.ros.gets(village.ros.private)
    sent = await scene(village, channel)
    assert len(sent) > 15
    before = len(sendings(village))
    for message in sent:
        for echo in echoes(village, channel, message):
            village.server.state.updates.add_anything({"message": echo})
    after = len(await worked_off(village))
    assert after == before + 1, "only the help that was asked for"
    assert list(channel.messages.values()) == []


@deep("Telegram's is in the quick suite")
async def test_nothing_that_the_bot_says_on_discord_is_a_request_of_another(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table, world = Channel(discord, ALL & ~OPEN_THREADS), discord.world
    async with on_discord(discord, tmp_path) as running:
        await table.adi.slash("play", opponent=table.siti.user, game=GAME, side="first")
        card = await table.siti.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(card, "Accept")
        await table.told("Siti plays with you in")
        await table.adi.says("/help", mention=True)
        await table.adi.says("a1-a2", reply_to=card)
        await table.adi.slash("move", move="c3-d4")
        await table.siti.until(lambda each: "Adi played c3-d4" in each.content and not each.files)
        for name in ("help", "settings", "games", "play", "privacy"):
            asked = await table.adi.slash(name)
            await table.adi.until(partial(_answers, asked))
        await settled(running.services, card.content.removeprefix("**").split(" ")[0])
        sent = [each for each in world.messages.values() if each.author is world.bot and not each.loading]
        assert len(sent) > 6
        answered = {"message_id": card.id, "channel_id": card.channel, "type": 0}
        for message in sent:
            author = User("Echo", bot=True)
            for change in ({}, {"webhook_id": author.id}, {"message_reference": answered}):
                echo = {**world.payload_of(message), **change, "id": new_id(), "author": author.payload()}
                await discord.gateway.dispatch("MESSAGE_CREATE", {**echo, "mentions": [world.bot.payload()]})
        before = {*world.messages}
        await table.siti.until(partial(_answers, await table.siti.slash("help")))
        new = [each for key, each in world.messages.items() if key not in before and each.author is world.bot]
        # A board may have come down below the talk.
        assert len([each for each in new if not each.files]) == 1, "only what was asked for"
