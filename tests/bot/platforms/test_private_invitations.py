"""An invitation that was made in a private chat comes to the private chat of whom it is for, or is passed on."""

from pathlib import Path

from loopback.discord import DiscordServer, Member
from loopback.discord.server import until
from loopback.discord.world import DM, Channel
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import deep


async def start(village: Village) -> None:
    """Adi and Siti start their private chats."""
    for person in (village.adi, village.siti):
        person.start()
        await person.gets(person.private)


async def test_on_telegram_it_comes_to_who_has_started_a_private_chat(village: Village) -> None:
    await start(village)
    village.adi.say(village.adi.private, "/play @siti_k dam-8 first")
    card = await village.siti.gets(village.siti.private, text="Adi invites Siti", key="Accept")
    village.siti.press(card, "Accept")
    for person in (village.adi, village.siti):
        await person.gets(person.private, text="Adi (White) to move", photo=True)


async def test_on_telegram_who_cannot_be_written_to_gets_a_link_by_the_other(village: Village) -> None:
    await start(village)
    village.siti.block()
    village.adi.say(village.adi.private, "/play @siti_k dam-8 first")
    told = await village.adi.gets(village.adi.private, text="I cannot write to Siti", key="Invite by link")
    code = told.shown.rpartition(" ")[2]
    link = next(key.url or "" for key in told.keys if key.label == "Invite by link")
    assert f"start%3D{code}" in link


async def test_in_the_web_room_it_comes_to_ones_own_corner(room: OpenRoom) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    for client in (adi, siti):
        await client.say(type="hello", secret=client.secret, room="@")
        await client.hears("seated")
    await adi.say(type="say", event="invite-00001", text="/play @Siti dam-8 first")
    card = await siti.card("Adi invites Siti")
    (accept,) = [
        each for row in card["rows"] if row["kind"] == "buttons" for each in row["buttons"] if each["label"] == "Accept"
    ]
    await siti.say(type="press", event="accept-00001", payload=accept["payload"], message=card["id"])
    for client in (adi, siti):
        await client.card("Adi (White) to move")


def private(discord: DiscordServer, member: Member) -> Channel:
    """The private chat of a person, opened by them."""
    return discord.add_channel("dm", kind=DM, recipient=member.user)


async def test_on_discord_the_private_chat_is_opened(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    adi = Member(discord, table.adi.user, private(discord, table.adi))
    async with papan(discord, tmp_path):
        await adi.slash("play", opponent=table.siti.user, game="malaysian-checkers-8", side="first")

        def opened() -> Channel | None:
            found = (each for each in discord.world.channels.values() if each.recipient is table.siti.user)
            return next(found, None)

        siti = Member(discord, table.siti.user, await until(opened, discord.world))
        card = await siti.until(lambda each: "Adi invites Siti" in each.content and bool(each.components))
        await siti.press(card, "Accept")
        for member in (adi, siti):
            await member.until(lambda each: "Adi (White) to move" in each.content and bool(each.files))


@deep("who cannot be written to on Telegram is invited by a link in the quick suite")
async def test_on_discord_who_takes_no_messages_gets_the_code_by_the_other(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    adi = Member(discord, table.adi.user, private(discord, table.adi))
    table.siti.user.dm_closed = True
    async with papan(discord, tmp_path):
        await adi.slash("play", opponent=table.siti.user, game="malaysian-checkers-8", side="first")
        await adi.until(lambda each: "I cannot write to Siti. Pass the invitation on; only they may" in each.content)


@deep("it is answered so on Discord in the quick suite")
async def test_on_telegram_an_invitation_is_answered_with_other_terms_and_declined_with_a_reason(
    village: Village,
) -> None:
    village.adi.say(village.group, "/play @siti_k dam-8 first")
    card = await village.siti.gets(village.group, key="Change terms")
    village.siti.start()
    await village.siti.answer(village.siti.press(card, "Change terms"))
    panel = await village.siti.gets(village.siti.private, key="Send to Adi")
    village.siti.press(panel, "White")
    panel = await village.siti.gets(village.siti.private, key="✓ White")
    village.siti.press(panel, "Send to Adi")
    await village.server.until(lambda: card.shown.partition("\n")[2].startswith("Siti answers Adi with other terms."))
    await village.adi.answer(village.adi.press(card, "Decline"))
    await village.server.until(lambda: "Adi declined." in card.shown)


async def test_it_is_answered_so_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.adi.slash("play", opponent=table.siti.user, game="malaysian-checkers-8", side="first")
        card = await table.siti.until(lambda each: "Adi invites Siti" in each.content and bool(each.components))
        await table.siti.press(card, "Change terms")
        panel = await table.siti.until(lambda each: "Pihak mana yang kamu mau" in each.content)
        await table.siti.choose(panel, "8 jam")
        panel = await table.siti.until(lambda each: "8 jam" in each.content and "Pihak mana" in each.content)
        await table.siti.press(panel, "Kirim ke Adi")
        await table.adi.until(lambda each: each.id == card.id and "Siti answers Adi with other terms." in each.content)
        await table.adi.press(card, "Decline")
        asked = await table.adi.until(lambda each: "Would you like to tell Siti why?" in each.content)
        await table.adi.press(asked, "Another pace")
        await table.siti.until(lambda each: each.id == card.id and "Another pace would be welcome." in each.content)
