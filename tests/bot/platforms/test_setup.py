"""The hosts' desk on the platforms: who sees it, what it changes, and what members read then."""

from dataclasses import replace
from pathlib import Path

from bot.bootstrap.assembly import run_app
from bot.matches.communities import AllowedKind, Grant, Right
from bot.matches.identity import Place
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, FORUM, MANAGERS, PUBLIC_THREAD
from loopback.telegram import TelegramServer
from loopback.waiting import eventually
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in
from tests.bot.platforms.notices_harness import in_its_thread
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.bot.platforms.web_rig import OpenRoom

MALAY = "Bahasa Melayu"


async def test_a_server_set_up_from_nothing(discord: DiscordServer, tmp_path: Path) -> None:
    """Games only in #games, in Malay, blitz where nobody chooses; organisers may rule."""
    table = Table(discord)
    guild = table.channel.guild or ""
    games = discord.add_channel("games", guild)
    adi, siti = table.adi, table.siti
    adi.user.manager = True
    async with papan(discord, tmp_path) as running:
        communities = running.services.communities
        await siti.slash("setup")
        await siti.until(lambda each: each.only_for == siti.user.id and "mengelola" in each.content)
        await adi.slash("setup")
        panel = await adi.until(
            lambda each: each.only_for == adi.user.id and "Games run in: all channels" in each.content
        )
        await adi.choose_channel(panel, games.id, "games")
        await adi.until(lambda each: "Games run in: #games" in each.content)
        await adi.choose(panel, "Language and look")
        await adi.until(lambda each: "That of whoever asks" in each.content)
        await adi.choose(panel, MALAY)
        await adi.until(lambda each: f"I post here: {MALAY}" in each.content)
        await adi.choose(panel, "Pace")
        await adi.until(lambda each: "The pace where nobody chooses one" in each.content)
        await adi.choose(panel, "Blitz")
        await adi.choose(panel, "People")
        await adi.until(lambda each: "May rule in matches" in each.content)
        await adi.choose_role(panel, "501", "Organisers", "rule in matches")
        await adi.until(lambda each: "May rule in matches: Organisers" in each.content)
        found = await communities.of_place(Place("discord", games.id, server=guild))
        assert (found.settings["language"], found.chosen("pace")) == ("ms", "blitz")
        assert [each.account for each in found.named(AllowedKind.ROLE, Right.RULE)] == ["501"]

        await siti.slash("play", opponent=adi.user, game="dam-8")
        told = await siti.until(lambda each: each.only_for == siti.user.id and "#games" in each.content)
        assert f"https://discord.com/channels/{guild}/{games.id}" in told.content
        await adi.slash("play", opponent=siti.user, game="dam-8")  # who manages the server is not exempt
        await adi.until(lambda each: "Games are played in" in each.content)
        there = Member(discord, siti.user, games, locale="id")
        await there.slash("play", opponent=adi.user, game="dam-8")
        card = await there.until(lambda each: bool(each.files))
        assert "mengajak" in card.content
        assert "Kilat" in card.content


async def test_the_usual_game_of_a_server(discord: DiscordServer, tmp_path: Path) -> None:
    """Chosen by its family; whoever names none is given it."""
    table = Table(discord)
    adi, siti = table.adi, table.siti
    adi.user.manager = True
    place = Place("discord", table.channel.id, server=table.channel.guild or "")
    async with papan(discord, tmp_path) as running:
        await adi.slash("setup")
        panel = await adi.until(lambda each: each.only_for == adi.user.id and "Games run in" in each.content)
        await adi.choose(panel, "New matches")
        await adi.until(lambda each: "nobody names one: none, people are asked" in each.content)
        await adi.press(panel, "Choose the game")
        await adi.until(lambda each: "Which game is played here where nobody names one?" in each.content)
        await adi.press(panel, "Draughts on lines")
        await adi.until(lambda each: "Game of Solomon" in each.content)
        await adi.choose(panel, "Game of Solomon")
        await adi.until(lambda each: "nobody names one: Game of Solomon" in each.content)
        assert (await running.services.communities.of_place(place)).usual_game == "game-of-solomon"
        await siti.slash("play", opponent=adi.user)
        await table.stranger.until(lambda each: bool(each.files) and "Permainan Sulaiman" in each.content)
        await adi.slash("setup", game="none")
        await adi.until(lambda each: "nobody names one: none, people are asked" in each.content)


async def test_a_server_offers_the_desk_to_its_hosts_alone(discord: DiscordServer, tmp_path: Path) -> None:
    """The command to rule in matches is offered to all on Discord: Papan alone knows the roles that may use it."""
    table = Table(discord)
    table.adi.user.manager = True
    async with papan(discord, tmp_path):
        assert table.adi.offered() - table.siti.offered() == {"setup"}
        assert "mod" in table.siti.offered()


async def test_a_group_offers_the_desk_to_its_administrators_alone(village: Village) -> None:
    people, group = (village.adi, village.siti), village.group
    group.admins.add(village.adi.id)
    adi, siti = (set(person.menu(group)) for person in people)
    assert len(adi - siti) == len({"setup", "mod"})
    assert siti < adi
    assert siti == set(village.siti.menu(village.siti.private))


async def test_rights_are_asked_at_every_press(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.adi.user.manager = True
    place = Place("discord", table.channel.id, server=table.channel.guild or "")
    async with papan(discord, tmp_path) as running:
        await table.adi.slash("setup")
        panel = await table.adi.until(lambda each: "Games run in" in each.content)
        await table.siti.forge(panel, panel.components[-1]["custom_id"], ["never"])  # pressed by another
        await table.siti.until(lambda each: each.only_for == table.siti.user.id)
        table.adi.user.manager = False
        await table.adi.choose(panel, "In the channel itself")
        await table.adi.until(lambda each: "Only those who manage this place may set it up." in each.content)
        assert (await running.services.communities.of_place(place)).version == 0


async def test_a_channel_and_a_role_that_are_gone(discord: DiscordServer, tmp_path: Path) -> None:
    """They can be taken out again, and until then nobody plays where they were needed."""
    table = Table(discord)
    table.adi.user.manager = True
    async with papan(discord, tmp_path):
        await table.adi.slash("setup")
        panel = await table.adi.until(lambda each: "Games run in" in each.content)
        await table.adi.choose_channel(panel, "123456789012345678", "lost")
        await table.adi.until(lambda each: "Games run in: #lost" in each.content)
        await table.siti.slash("play", opponent=table.adi.user, game="dam-8")
        await table.siti.until(lambda each: each.only_for == table.siti.user.id and "#lost" in each.content)
        await table.adi.choose(panel, "#lost")
        await table.adi.until(lambda each: "Games run in: all channels" in each.content)
        await table.adi.choose(panel, "People")
        await table.adi.until(lambda each: "May play: everybody" in each.content)
        await table.adi.choose_role(panel, "502", "Lost role", "may play")
        await table.adi.until(lambda each: "May play: Lost role" in each.content)
        await table.siti.slash("play", opponent=table.adi.user, game="dam-8")
        await table.siti.until(lambda each: each.only_for == table.siti.user.id and "Lost role" in each.content)
        await table.adi.choose(panel, "May play: Lost role")
        await table.adi.until(lambda each: "May play: everybody" in each.content)
        await table.adi.choose(panel, "New matches")
        await table.adi.until(lambda each: "May play rated: everybody" in each.content)
        await table.adi.choose_role(panel, "503", "Masters", "play rated")
        await table.adi.until(lambda each: "May play rated: Masters" in each.content)
        await table.siti.slash("play", opponent=table.adi.user, game="dam-8", pace="slow", rated="yes")
        await table.siti.until(lambda each: each.only_for == table.siti.user.id and "Masters" in each.content)
        await table.siti.slash("play", opponent=table.adi.user, game="dam-8")
        await table.stranger.until(lambda each: bool(each.files))


async def test_a_channel_or_role_that_is_deleted_keeps_nobody_from_playing(
    discord: DiscordServer, tmp_path: Path
) -> None:
    """Those who manage the server are told once, and only of the last one."""
    table = Table(discord)
    guild = table.channel.guild or ""
    place = Place("discord", table.channel.id, server=guild)
    one, other = (discord.add_channel(name, guild) for name in ("dam", "tabal"))
    named = (
        Grant(AllowedKind.CHANNEL, one.id, Right.PLAY, "dam"),
        Grant(AllowedKind.CHANNEL, other.id, Right.PLAY, "tabal"),
        Grant(AllowedKind.ROLE, MANAGERS, Right.PLAY, "managers"),
    )
    async with papan(discord, tmp_path) as running:
        await running.services.communities.change(place, lambda found: replace(found, allowed=named))
        await discord.gateway.delete_channel(one)
        communities = running.services.communities
        await eventually(lambda: communities.of_place(place), lambda found: len(found.allowed) == 2)
        await discord.gateway.delete_channel(other)
        await discord.gateway.delete_channel(other)
        await table.stranger.until(lambda each: "#tabal was the only channel for games" in each.content)
        await discord.gateway.delete_role(guild, MANAGERS)
        await table.stranger.until(lambda each: "managers was the only role that could play" in each.content)
        await table.siti.slash("play", opponent=table.adi.user, game="dam-8")
        await table.stranger.until(lambda each: bool(each.files))
        assert len([each for each in table.stranger.sees() if "To those who manage" in each.content]) == 2


async def test_a_match_moves_to_a_thread_when_a_player_asks(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL)
    place = Place("discord", table.channel.id, server=table.channel.guild or "")
    async with papan(discord, tmp_path) as running:
        await running.services.communities.change(place, lambda found: replace(found, settings={"threads": "ask"}))
        await table.adi.slash("play", opponent=table.siti.user, game="dam-8", side="first")
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        assert "Move to a thread" in card.content
        await table.siti.press(card, "Accept")
        await table.stranger.until(lambda each: each.id == card.id and "Adi (White) to move" in each.content)
        await table.stranger.press(card, "More")
        looked = await table.stranger.until(lambda each: each.only_for == table.stranger.user.id)
        assert "Move to a thread" not in [each.get("label") for each in looked.components]
        assert not [each for each in discord.world.channels.values() if each.kind == PUBLIC_THREAD]
        await table.adi.press(card, "More")
        more = await table.adi.until(lambda each: each.only_for == table.adi.user.id)
        await table.adi.press(more, "Move to a thread")
        (adi,) = await in_its_thread(discord, card, table.adi)
        await adi.until(lambda each: bool(each.files) and "to move" in each.content)


async def test_a_thread_is_a_part_of_its_forum(discord: DiscordServer, tmp_path: Path) -> None:
    """Also where nothing can be posted beside the threads."""
    table = Table(discord)
    table.adi.user.manager = True
    guild = table.channel.guild or ""
    forum = discord.add_channel("game-talk", guild, kind=FORUM)
    thread = discord.add_channel("Tonight", guild, kind=PUBLIC_THREAD, parent=forum.id)
    async with papan(discord, tmp_path):
        await table.adi.slash("setup")
        panel = await table.adi.until(lambda each: "Games run in" in each.content)
        there = Member(discord, table.siti.user, thread)
        await table.adi.choose_channel(panel, table.channel.id, "elsewhere")
        await table.adi.until(lambda each: "Games run in: #elsewhere" in each.content)
        await there.slash("play", opponent=table.adi.user, game="dam-8")
        await there.until(lambda each: each.only_for == there.user.id and "#elsewhere" in each.content)
        await table.adi.choose_channel(panel, forum.id, "game-talk")
        await table.adi.until(lambda each: "#game-talk" in each.content)
        await there.slash("play", opponent=table.adi.user, game="dam-8")
        await there.until(lambda each: bool(each.files))


async def test_a_group_of_telegram(village: Village) -> None:
    communities, place = village.running.services.communities, Place("telegram", str(village.group.id))
    for person in (village.adi, village.siti):
        person.start()
    village.group.admins.add(village.adi.id)
    village.siti.say(village.group, "/setup")
    await village.siti.gets(village.siti.private, text="Only those who manage this place may set it up.")
    village.adi.say(village.group, "/setup")
    panel = await village.adi.gets(village.adi.private, text="Set up · Kampung", key="Language and look")
    village.adi.press(panel, "Language and look")
    panel = await village.adi.gets(village.adi.private, text="Set up · Kampung", key=MALAY)
    village.adi.press(panel, MALAY)
    await eventually(lambda: communities.of_place(place), lambda found: found.chosen("language") == "ms")
    panel = await village.adi.gets(village.adi.private, key="People")
    village.adi.press(panel, "People")
    panel = await village.adi.gets(village.adi.private, key="Only administrators may play")
    village.adi.press(panel, "Only administrators may play")
    await eventually(lambda: communities.of_place(place), lambda found: found.chosen("who") == "hosts")
    village.adi.press(panel, "Check")
    panel = await village.adi.gets(village.adi.private, text="I may send pictures (Send Photos).")
    village.adi.press(panel, "People")
    await village.adi.gets(village.adi.private, text="Who may play here? Only administrators may play")
    village.siti.say(village.group, "/play dam-8 anybody")
    await village.siti.gets(village.siti.private, text="Here only those who manage this place may play.")
    village.adi.say(village.group, "/play dam-8 anybody")
    await village.ros.gets(village.group, text="mengajak", photo=True)
    village.adi.say(village.group, "/mod log")
    await village.adi.gets(village.adi.private, text="What was decided here · Kampung")
    village.group.admins.discard(village.adi.id)
    panel = await village.adi.gets(village.adi.private, key="Everybody may play")
    village.adi.press(panel, "Everybody may play")
    await village.adi.gets(village.adi.private, text="Only those who manage this place may set it up.")
    assert (await communities.of_place(place)).chosen("who") == "hosts"


async def test_who_manages_a_group_in_its_name_sets_it_up_as_themselves(village: Village) -> None:
    """Requests in the name of the group are answered in private to who follows the link and manages it."""
    village.group.admins.add(village.adi.id)
    titles = {"/setup": "Set up", "/daily hour:7": "Puzzle of the day", "/mod log": "What was decided here"}
    for line, title in titles.items():
        said = village.adi.say(village.group, line, anonymous=True)
        answer = await village.answer_to(said)
        assert answer.shown == "You write as the group, so I cannot see who you are."
        (key,) = answer.keys
        village.adi.open(key.url or "")
        await village.adi.gets(village.adi.private, text=f"{title} · Kampung")
        village.siti.open(key.url or "")
        refused = await village.siti.gets(village.siti.private, text="Only ")
        assert "Kampung" not in refused.shown
    panel = await village.adi.gets(village.adi.private, text="Set up · Kampung", key="Language and look")
    village.adi.press(panel, "Language and look")
    await village.adi.gets(village.adi.private, text="Set up · Kampung", key=MALAY)


async def test_a_panel_says_which_group_it_is_about_after_a_restart_too(tmp_path: Path) -> None:
    """No message from there has told the new process what it is called."""
    async with TelegramServer() as server:
        adi = server.person("Adi", "adi_k")
        group = server.group("Kampung.my", adi)
        group.admins.add(adi.id)
        adi.start()
        settings = to_telegram(server, file_in(tmp_path))
        async with run_app(settings):
            adi.say(group, "/setup")
            panel = await adi.gets(adi.private, text="Set up · Kampung", key="Language and look")
        async with run_app(settings):
            adi.press(panel, "Language and look")
            panel = await adi.gets(adi.private, text="Set up · Kampung", key=MALAY)
            assert "Kampung.my" not in panel.shown, "it is no link"


async def test_in_the_room_who_has_entered_its_key_sets_it_up(room: OpenRoom) -> None:
    adi, ros = await room.sits("Adi"), await room.sits("Ros")
    await adi.say(type="manage", event="key-0001", key=room.key)
    assert (await adi.hears("done"))["done"]
    await adi.say(type="say", text="/setup")
    panel = await adi.card("The language of what I post here: That of whoever asks")
    menus = [row for row in panel["rows"] if row["kind"] == "menu"]
    menu = next(row for row in menus if "ms" in [option["value"] for option in row["options"]])
    await adi.say(type="press", message=panel["id"], payload=menu["payload"], values=["ms"])
    await adi.card(f"The language of what I post here: {MALAY}")
    await ros.say(type="say", text="/play anybody dam-8")
    await adi.card("Ros mengajak sesiapa sahaja bermain")
