"""A troll's evening: what the others see of many invitations and a rude name, and what a host ends with two presses."""

from pathlib import Path

from bot.matches.identity import Person
from bot.matches.limits import OPEN_INVITATIONS
from bot.matches.status import Status
from bot.services.services import Services
from loopback.discord import DiscordServer, Member
from loopback.waiting import eventually
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import village_in
from tests.suites import deep

GAMES = ("dam-8", "tabal", "tapal", "dam-12", "rimau")
TRIES = 50
"""Invitations that the troll tries to begin."""
RUDE = "Rude Word"


async def open_ones(services: Services, platform: str, account: str) -> int:
    """The number of invitations that a person has open."""
    known = await services.people.known(Person(platform, account, ""))
    live = await services.matches.of_player(known.id) if known else []
    return sum(match.status is Status.INVITED for match in live)


async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.adi.user.manager = True
    troll = Member(discord, discord.add_user(RUDE), table.channel)

    async def inviting() -> int:
        """The number of messages for everybody with the name that can be answered; the calls beside them cannot."""
        rude = [each for each in table.siti.sees() if not each.only_for and RUDE in each.content]
        return len([each for each in rude if each.components])

    async with papan(discord, tmp_path) as running:
        services = running.services
        board = await table.begin()
        for number in range(TRIES):
            whom = (table.siti, table.adi, table.stranger)[number % 3]
            await troll.slash("play", opponent=whom.user, game=GAMES[number % len(GAMES)])
        await eventually(lambda: open_ones(services, "discord", troll.user.id), lambda count: count == OPEN_INVITATIONS)
        await troll.until(lambda each: each.only_for and "open invitations already" in each.content)
        await eventually(inviting, lambda count: count == OPEN_INVITATIONS)
        await table.adi.slash("mod", act="ban", who=troll.user, why="spam")
        asked = await table.adi.until(lambda each: each.only_for and f"{RUDE} will not play here" in each.content)
        await table.adi.press(asked, "Ban, and take down what is open")
        await table.adi.until(lambda each: each.only_for and "does not play here any more" in each.content)
        assert await open_ones(services, "discord", troll.user.id) == 0
        await eventually(inviting, lambda count: count == 0)
        await troll.slash("play", opponent=table.siti.user, game="dam-8")
        refused = await troll.until(lambda each: each.only_for and "Reason: spam." in each.content)
        assert refused.content.startswith("You do not play here any more")
        assert "to move" in board.content, "the others play on"


@deep("a troll invites on Discord in the quick suite")
async def test_on_telegram(tmp_path: Path) -> None:
    async with village_in(tmp_path) as village:
        services, troll = village.running.services, village.ros
        village.group.admins.add(village.adi.id)
        for number in range(TRIES):
            troll.say(village.group, f"/play {GAMES[number % len(GAMES)]} anybody")
        await eventually(
            lambda: open_ones(services, "telegram", str(troll.id)), lambda count: count == OPEN_INVITATIONS
        )
        await village.siti.gets(village.group, text="Ros invites anybody")
        village.adi.say(village.group, f"/mod ban @{troll.account.username} why:spam")
        asked = await village.adi.gets(village.group, key="take down")
        village.adi.press(asked, "Ban, and take down what is open")
        await eventually(lambda: open_ones(services, "telegram", str(troll.id)), lambda count: count == 0)

        async def left() -> int:
            """Invitations that could still be pressed."""
            shown = village.group.from_bot()
            return len([each for each in shown if any("Sit down" in key.label for key in each.keys)])

        await eventually(left, lambda count: count == 0)
        await village.siti.gets(village.group, text="Somebody")
