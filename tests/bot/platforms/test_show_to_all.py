"""*Show to all* on each platform: what one person has read is posted before everybody, once, and their panel stays."""

from pathlib import Path

from loopback.discord import DiscordServer
from loopback.discord.world import Message as DiscordMessage
from loopback.telegram import Message
from loopback.windows import JSON
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village, village_in
from tests.bot.platforms.web_rig import open_room
from tests.suites import deep

BY_ADI = "Shown by Adi."


def labels(message: DiscordMessage) -> list[str]:
    """The labels of the buttons of a message."""
    return [str(item.get("label")) for item in message.components]


async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.adi.slash("rules", game="main-tapal-empat")
        panel = await table.adi.until(lambda each: each.only_for == table.adi.user.id and bool(each.components))
        await table.adi.press(panel, "Show to all")

        def is_shown(each: DiscordMessage) -> bool:
            return not each.only_for and BY_ADI in each.content

        shown = await table.siti.until(is_shown)
        assert shown.files
        assert not shown.components
        await table.adi.until(lambda each: each.id == panel.id and "Show to all" not in labels(each))
        assert "Sources" in labels(panel), "its person reads on"
        assert len([each for each in table.siti.sees() if is_shown(each)]) == 1


READ = "dam-8 W:Wc3,Kd2:Ba7,b8"


async def test_a_file_of_what_was_read_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.adi.slash("board", position=READ)
        panel = await table.adi.until(lambda each: "Export..." in labels(each))
        await table.adi.press(panel, "Export...")
        await table.adi.until(lambda each: "Record" in labels(each))
        await table.adi.press(panel, "Record")
        taken = await table.adi.until(lambda each: "Show to all" in labels(each))
        assert taken.only_for
        await table.adi.press(taken, "Show to all")
        shown = await table.siti.until(lambda each: BY_ADI in each.content)
        (record,) = shown.files.values()
        assert b'[Ruleset "malaysian-checkers-8' in record
        assert not shown.components
        assert "Show to all" in labels(taken), "its person still has it"


async def panel_of(village: Village) -> Message:
    """A card of rules that Adi alone reads in the group."""
    village.group.bot_is_admin = True  # else Telegram takes such a message only in answer to a press
    village.adi.say(village.group, "/rules tapal")
    panel = await village.adi.gets(village.group, key="Show to all")
    assert panel.receiver is village.adi.account
    return panel


async def test_on_telegram(tmp_path: Path) -> None:
    async with village_in(tmp_path, ephemeral=True) as village:
        panel = await panel_of(village)
        village.adi.press(panel, "Show to all")
        shown = await village.siti.gets(village.group, text=BY_ADI, photo=True)
        assert not shown.keys
        await village.server.until(lambda: "Show to all" not in [key.label for key in panel.keys])
        assert "Sources" in [key.label for key in panel.keys], "its person reads on"
        assert village.siti.from_bot(village.group) == [shown]


@deep("a file is shown to all on Discord, and a panel on Telegram, in the quick suite")
async def test_a_file_of_what_was_read_on_telegram(tmp_path: Path) -> None:
    async with village_in(tmp_path, ephemeral=True) as village:
        village.group.bot_is_admin = True
        village.adi.say(village.group, f"/board {READ}")
        village.adi.press(await village.adi.gets(village.group, key="Export..."), "Export...")
        village.adi.press(await village.adi.gets(village.group, key="Record"), "Record")
        taken = await village.adi.gets(village.group, key="Show to all")
        assert taken.receiver is village.adi.account
        village.adi.press(taken, "Show to all")
        shown = await village.siti.gets(village.group, text=BY_ADI)
        assert shown.file
        assert shown.file.kind == "document"
        assert village.siti.from_bot(village.group) == [shown]


async def test_on_telegram_where_nothing_may_be_written_it_is_refused_with_a_reason(tmp_path: Path) -> None:
    async with village_in(tmp_path, ephemeral=True) as village:
        panel = await panel_of(village)
        village.group.muted = True
        refused = await village.adi.answer(village.adi.press(panel, "Show to all"))
        assert refused.is_alert
        assert "I am not allowed to send messages there" in (refused.text or "")
        assert "Show to all" in [key.label for key in panel.keys], "it can be tried again"


async def test_on_telegram_what_all_see_already_is_not_shown_again(village: Village) -> None:
    answer = await village.asks("/rules tapal")
    assert "For Adi alone." in answer.shown
    assert "Show to all" not in [key.label for key in answer.keys]


@deep("what all see already is not shown again in the quick suite")
async def test_in_private_it_is_not_offered(village: Village) -> None:
    village.adi.start()
    village.adi.say(village.adi.private, "/rules tapal")
    answer = await village.adi.gets(village.adi.private, key="Sources")
    assert "Show to all" not in [key.label for key in answer.keys]


def payloads(card: JSON) -> dict[str, str]:
    """The payloads of the buttons of a card in the room, by their labels."""
    return {
        each["label"]: each["payload"] for row in card["rows"] if row["kind"] == "buttons" for each in row["buttons"]
    }


async def test_in_the_room(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        adi, siti = await room.sits("Adi"), await room.sits("Siti")
        await adi.say(type="say", text="/rules tapal", reply="")
        panel = await adi.card("Main tapal empat")
        await adi.say(type="press", message=panel["id"], payload=payloads(panel)["Show to all"], values=[])
        shown = await siti.card(BY_ADI)
        assert not shown["private"]
        assert shown["picture"]
        assert not payloads(shown)
        await adi.card(BY_ADI)
        kept = await adi.card("Main tapal empat")
        assert kept["id"] == panel["id"]
        assert "Show to all" not in payloads(kept)
        assert "Sources" in payloads(kept)
