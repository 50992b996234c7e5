"""A ban with *and take down what is open*: what that person plays is shown there no longer, and goes on in private.

A ban without it leaves all boards as they are.
"""

from pathlib import Path

from bot.services.services import Services
from loopback.discord import DiscordServer
from loopback.discord.server import until
from loopback.discord.world import VIEW
from loopback.waiting import eventually
from tests.bot.platforms.test_called_elsewhere import CALL, OnDiscord, begun, in_group
from tests.bot.platforms.village import Village, village_in
from tests.suites import deep

LAST = "Shown no longer here: the staff has decided so."
TOLD = "the staff has decided that {code} is shown no longer where it stood. It goes on in private"
NO_LONGER = "is shown here no longer, as the staff has decided"


async def _ban(match: OnDiscord, button: str) -> None:
    """Adi's ban from the channel, decided by Ros."""
    ros = match.table.stranger
    ros.user.manager = True
    await ros.slash("mod", act="ban", who=match.table.adi.user, why="spam")
    asked = await ros.until(lambda each: each.only_for is not None and "Reason: spam." in each.content)
    await ros.press(asked, button)
    await ros.until(lambda each: each.only_for is not None and "Adi does not play here any more" in each.content)


async def _is_closed(services: Services, code: str) -> None:
    await eventually(lambda: services.views.of_match(code), lambda found: found[0].frozen and found[0].closed)


async def test_on_discord_it_goes_on_in_private(discord: DiscordServer, tmp_path: Path) -> None:
    async with begun(discord, tmp_path) as match:
        await _ban(match, "Ban, and take down what is open")
        await match.inside.until(lambda each: each is match.board and LAST in each.content)
        assert not match.board.components
        assert "Adi" not in match.board.content
        await _is_closed(match.services, match.code)
        edits = match.board.edits
        for member in (match.table.adi, match.table.siti):
            told = await match.is_told(member, TOLD.format(code=match.code))
            assert "spam" not in told.content
        thread = match.inside.channel
        line = discord.world.messages[thread.id]

        def said() -> str:
            return " ".join((thread.name, line.content, *(each.content for each in match.inside.sees())))

        await until(lambda: "Adi" not in said() and "Siti" not in said(), discord.world)
        # Somebody speaks there, and the match goes on: the board stays as it is.
        await match.inside.slash("games")
        adi, siti = match.private(match.table.adi), match.private(match.table.siti)
        await adi.slash("join", code=match.code)
        await siti.slash("join", code=match.code)
        await match.adi_plays()
        await siti.until(lambda each: bool(each.files) and "Adi played c3-d4" in each.content)
        await siti.slash("move", move="b6-a5", match=match.code)
        await adi.until(lambda each: bool(each.files) and "Siti played b6-a5" in each.content)
        assert (match.board.edits, match.board.components) == (edits, [])
        assert not [each for each in match.inside.sees() if CALL in each.content], "nobody is called there"
        # While the ban holds nobody has it shown there again.
        await match.inside.slash("board", match=match.code, public=True)
        await match.inside.until(lambda each: f"{match.code} {NO_LONGER}" in each.content)
        ros = match.table.stranger
        await ros.slash("mod", act="unban", who=match.table.adi.user, why="sorry")
        await ros.until(lambda each: "Adi may play here again." in each.content)
        assert match.board.edits == edits
        await match.inside.slash("board", match=match.code, public=True)
        await match.inside.until(lambda each: each is not match.board and bool(each.files) and "b6-a5" in each.content)
        await until(lambda: match.board not in match.inside.sees(), discord.world)


@deep("a ban alone leaves the board on Telegram in the quick suite")
async def test_on_discord_a_ban_alone_leaves_the_board(discord: DiscordServer, tmp_path: Path) -> None:
    async with begun(discord, tmp_path) as match:
        await _ban(match, "Ban")
        await match.adi_plays()
        await match.inside.until(lambda each: each is match.board and "Adi played c3-d4" in each.content)
        assert match.board.components
        assert LAST not in match.board.content


async def _bans(village: Village, button: str) -> None:
    village.group.admins.add(village.ros.id)
    village.ros.say(village.group, f"/mod ban @{village.adi.account.username} why:spam")
    asked = await village.ros.gets(village.group, key="take down")
    village.ros.press(asked, button)
    await village.ros.gets(village.group, text="Adi does not play here any more")


@deep("it goes on in private on Discord in the quick suite")
async def test_on_telegram_it_goes_on_in_private(tmp_path: Path) -> None:
    async with village_in(tmp_path) as village:
        code = await in_group(village)
        await _bans(village, "Ban, and take down what is open")
        last = await village.siti.gets(village.group, text=LAST, photo=True)
        assert not list(last.keys)
        assert "Adi" not in last.shown
        await _is_closed(village.running.services, code)
        shown = last.shown
        for person in (village.adi, village.siti):
            await person.gets(person.private, text=TOLD.format(code=code))
        village.siti.say(village.group, "/games")
        village.adi.say(village.adi.private, f"/join {code}")
        await village.adi.gets(village.adi.private, text=code, photo=True)
        village.adi.say(village.adi.private, f"/move {code} c3-d4")
        told = await village.siti.gets(village.siti.private, text=f" played c3-d4 in {code}")
        assert "Adi played" in told.shown, "the names are hidden where the staff has hidden them, and nowhere else"
        village.siti.say(village.siti.private, f"/join {code}")
        await village.siti.gets(village.siti.private, text="Adi played c3-d4", photo=True)
        village.siti.say(village.siti.private, f"/move {code} b6-a5")
        await village.adi.gets(village.adi.private, text="Siti played b6-a5", photo=True)
        assert (last.shown, list(last.keys)) == (shown, [])
        (group, *_) = await village.running.services.views.of_match(code)
        assert (group.frozen, group.closed) == (True, True)


async def test_on_telegram_a_ban_alone_leaves_the_board(tmp_path: Path) -> None:
    async with village_in(tmp_path) as village:
        code = await in_group(village)
        await _bans(village, "Ban")
        village.adi.say(village.adi.private, f"/move {code} c3-d4")
        board = await village.siti.gets(village.group, text="Adi played c3-d4", photo=True)
        assert list(board.keys)
        assert LAST not in board.shown


async def test_hidden_names_stand_neither_on_the_thread_nor_in_a_call(discord: DiscordServer, tmp_path: Path) -> None:
    async with begun(discord, tmp_path) as match:
        thread, ros = match.inside.channel, match.table.stranger
        assert "Siti" in thread.name
        assert [each for each in match.inside.sees() if "Siti plays with you" in each.content]
        ros.user.manager = True
        await ros.slash("mod", act="names", match=match.code, why="rude")
        asked = await ros.until(lambda each: each.only_for is not None and "Reason: rude." in each.content)
        await ros.press(asked, "Decide so")
        await until(lambda: "Somebody" in thread.name and "Siti" not in thread.name, discord.world)
        line = discord.world.messages[thread.id]
        await until(lambda: "Siti" not in line.content and "Adi" not in line.content, discord.world)
        await until(lambda: not [each for each in match.inside.sees() if "Siti" in each.content], discord.world)
        await match.adi_plays()
        call = await match.inside.until(lambda each: "Somebody played c3-d4" in each.content and not each.files)
        assert "Adi" not in call.content
        thread.allowed = match.table.channel.allowed = VIEW
        await match.private(match.table.siti).slash("move", move="b6-a5", match=match.code)
        await match.is_told(match.table.adi, f"Siti played b6-a5 in {match.code}")
