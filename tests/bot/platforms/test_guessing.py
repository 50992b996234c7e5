"""*Guess* on real platforms: in a panel of one's own, and on the board with the move, never before.

Where the hosts want it, the button stands on the board itself.
"""

from dataclasses import replace
from pathlib import Path

from bot.matches.communities import Community
from bot.matches.identity import Place
from loopback.discord import DiscordServer
from loopback.discord.limits import BUTTON
from loopback.discord.world import Message
from loopback.windows import Room
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.bot.platforms.web_boards import begins, points, table, touch
from tests.suites import deep


def labels_of(board: Message) -> list[str]:
    return [each["label"] for each in board.components if each["type"] == BUTTON]


def with_guess(found: Community) -> Community:
    """The choices of hosts who want the button on their boards."""
    return replace(found, settings={"guess": "on"})


@deep("somebody guesses on Discord in the quick suite")
async def test_on_telegram(village: Village) -> None:
    village.ros.start()
    communities = village.running.services.communities
    await communities.change(Place("telegram", str(village.group.id)), with_guess)
    board = await village.begin()
    assert [key.label for key in board.keys] == ["Your move", "My view", "More", "Guess"]
    village.ros.press(board, "Guess")
    asked = await village.ros.gets(village.ros.private, text="Which turn will Adi play?", key=" · c3-d4")
    village.ros.press(asked, " · c3-d4")
    await village.ros.gets(village.ros.private, text="You guess: c3-d4.", key="Guess another")
    assert "uess" not in board.shown
    village.adi.say(village.group, "/move c3-d4")
    await village.server.until(lambda: "Guessed by 1 of 1: Ros" in board.shown)


async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        board = await table.begin()
        code = board.content.removeprefix("**").split(" ")[0]
        assert "Guess" not in labels_of(board)
        await table.stranger.slash("guess", move="c3-d4", match=code)
        told = await table.stranger.until(lambda each: "You guess: c3-d4." in each.content)
        assert told.only_for == table.stranger.user.id
        await table.stranger.press(told, "Guess another")
        asked = await table.stranger.until(lambda each: "Which turn will Adi play?" in each.content)
        await table.stranger.choose(asked, "g3 · man")
        where = await table.stranger.until(lambda each: "Where to?" in each.content)
        await table.stranger.choose(where, " · g3-h4")
        await table.stranger.until(lambda each: "You guess: g3-h4." in each.content)
        assert "uess" not in board.content
        await table.adi.slash("move", move="c3-d4", match=code)
        await table.stranger.until(lambda each: each is board and "Guessed by none of 1" in each.content)
        place = Place("discord", table.channel.id, server=table.channel.guild or "")
        await running.services.communities.change(place, with_guess)
        await table.siti.slash("move", move="b6-a5", match=code)
        await table.stranger.until(lambda each: each is board and "Guess" in labels_of(each))
        assert labels_of(board)[:5] == ["Your move", "My view", "More", "Undo", "Guess"], "a row has room for no more"
        await table.stranger.press(board, "Guess")
        asked = await table.stranger.until(lambda each: "Which turn will Adi play?" in each.content)
        assert asked.only_for == table.stranger.user.id


async def test_in_the_web_room_it_stands_below_the_board_and_is_asked_in_the_talk_and_on_the_board(room: Room) -> None:
    adi, siti, code = await begins(room, "guess")
    ros = await room.sits("Rosguess")
    assert "Guess" in [action["label"] for action in (await table(ros, code))["actions"] if action["place"] == "row"]
    await ros.say(type="wish", event="wish-00001", code=code, ply=0, kind="guess", choice="", label="Guess")
    asked = await ros.card("Which turn will Adiguess play?")
    menu = next(row for row in asked["rows"] if row["kind"] == "menu" and len(row["options"]) > 4)
    chosen = next(each["value"] for each in menu["options"] if each["label"].endswith("c3-d4"))
    await ros.say(type="press", message=asked["id"], payload=menu["payload"], values=[chosen])
    await ros.card("You guess: c3-d4.")
    for turns, told in (([points("g3", "h4")], "g3-h4"), ([points("c3", "d4")], "c3-d4")):
        await ros.say(type="plan", event=f"plan-{told}", code=code, ply=0, turns=turns, guess=True)
        ahead = await ros.hears("ahead")
        assert (ahead["planned"], ahead["give_up"]) == (f"You guess: {told}.", "")
    for each in (adi, siti):
        shown = await table(each, code)
        assert "Guess" not in shown["text"]
        assert "Guess" not in [action["label"] for action in shown["actions"]]
    await touch(adi, await table(adi, code), "c3", "d4", event="touch-0001")
    assert "Guessed by 1 of 1: Rosguess" in (await table(siti, code))["text"].split("\n")
