"""Planned answers in chats, on both platforms: by command and by panel, seen by nobody else, told when they come."""

from pathlib import Path

from loopback.discord import DiscordServer
from loopback.discord.world import ALL, OPEN_THREADS, Message
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.test_show_to_all import labels
from tests.bot.platforms.village import Village
from tests.suites import deep


@deep("an answer is planned on Discord in the quick suite, and typed to the app")
async def test_on_telegram_a_typed_plan_answers_and_the_board_tells_both_moves(village: Village) -> None:
    board = await village.begin()
    village.siti.start()
    await village.siti.gets(village.siti.private)
    code = board.shown[:4]
    village.siti.say(village.siti.private, f"/if c3-d4 b6-a5 {code}")
    told = await village.siti.gets(village.siti.private, text="if c3-d4, then b6-a5", key="Give the plan up")
    assert told.photo
    assert "a5" not in board.shown
    village.siti.say(village.siti.private, f"/if {code} c3-d4")
    await village.siti.gets(village.siti.private, text="A plan is a move of your opponent and your answer")
    village.siti.say(village.siti.private, f"/if {code} c3-c5 b6-a5")
    await village.siti.gets(village.siti.private, text="Not planned")
    village.adi.say(village.group, "/move c3-d4")
    await village.server.until(lambda: "Siti played b6-a5. Siti had planned that." in board.shown)
    assert "Adi played c3-d4." in board.shown
    assert "Adi (White) to move." in board.shown
    village.adi.say(village.group, "/if b2-c3 a7-b6")
    await village.adi.gets(village.group, text="It is your own turn")


async def test_on_discord_an_answer_is_planned_by_menus_and_given_up(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL & ~OPEN_THREADS)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.slash("move", move="c3-b4")
        await table.stranger.until(lambda each: each is board and "Siti (Black) to move" in each.content)
        await table.adi.press(board, "Your move")
        refused = await table.adi.until(lambda each: "It is not your turn" in each.content)
        await table.adi.press(refused, "Plan an answer")

        async def asks(*words: str) -> Message:
            return await table.adi.until(lambda each: all(word in each.content for word in words))

        await table.adi.choose(await asks("What do you expect Siti to play?", "Which piece?"), "b6 · man")
        await table.adi.choose(await asks("What do you expect Siti to play?", "Where to?"), " · b6-c5")
        await table.adi.choose(await asks("What do you answer to b6-c5?", "Which piece?"), "g3 · man")
        await table.adi.choose(await asks("What do you answer to b6-c5?", "Where to?"), " · g3-f4")
        planned = await asks("if b6-c5, then g3-f4")
        assert planned.only_for == table.adi.user.id
        assert {"Plan another", "And after that?", "Give the plan up"} <= set(labels(planned))
        await table.adi.press(planned, "Give the plan up")
        await asks("Nothing is planned any more.")
        await table.siti.slash("move", move="b6-c5")
        await table.stranger.until(lambda each: each is board and "Adi (White) to move" in each.content)
